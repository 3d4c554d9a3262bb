"builtin.module"() ({
  "transform.named_sequence"() <{arg_attrs = [{transform.readonly}], function_type = (!transform.any_op) -> !transform.any_op, sym_name = "helper"}> ({
  ^bb0(%arg1: !transform.any_op loc("<stdin>":2:36)):
    "transform.yield"(%arg1) : (!transform.any_op) -> () loc("<stdin>":3:5)
  }) : () -> () loc("<stdin>":2:3)
  "transform.named_sequence"() <{arg_attrs = [{transform.consumed}], function_type = (!transform.any_op) -> (), sym_name = "__transform_main"}> ({
  ^bb0(%arg0: !transform.any_op loc("<stdin>":5:46)):
    %0 = "transform.structured.match"(%arg0) <{op_attrs = {tag = "x"}, ops = ["linalg.matmul", "linalg.generic"]}> : (!transform.any_op) -> !transform.any_op loc("<stdin>":6:10)
    %1:3 = "transform.structured.tile_using_for"(%0) <{scalable_sizes = array<i1: false, false>, static_sizes = array<i64: 4, 8>}> : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.op<"scf.for">) loc("<stdin>":7:20)
    %2 = "transform.param.constant"() <{value = 42 : i64}> : () -> !transform.param<i64> loc("<stdin>":8:10)
    "transform.annotate"(%1#0, %2) <{name = "my.name"}> : (!transform.any_op, !transform.param<i64>) -> () loc("<stdin>":9:5)
    "transform.apply_patterns"(%1#0) <{apply_cse, max_iterations = 3 : i64, max_num_rewrites = -1 : i64}> ({
      "transform.apply_patterns.canonicalization"() : () -> () loc("<stdin>":11:7)
    }) : (!transform.any_op) -> () loc("<stdin>":10:5)
    %3 = "transform.include"(%1#0) <{failure_propagation_mode = 1 : i32, target = @helper}> : (!transform.any_op) -> !transform.any_op loc("<stdin>":13:10)
    "transform.print"(%3) <{name = "here"}> : (!transform.any_op) -> () loc("<stdin>":14:5)
    %4 = "transform.cast"(%3) : (!transform.any_op) -> !transform.op<"linalg.matmul"> loc("<stdin>":15:10)
    "transform.yield"() : () -> () loc("<stdin>":16:5)
  }) : () -> () loc("<stdin>":5:3)
}) {transform.with_named_sequence} : () -> () loc("<stdin>":1:1)

// -----
"builtin.module"() ({
  "transform.sequence"() <{failure_propagation_mode = 2 : i32, operandSegmentSizes = array<i32: 0, 0>}> ({
  ^bb0(%arg0: !transform.any_op loc("<stdin>":22:8)):
    %0:2 = "transform.split_handle"(%arg0) <{fail_on_payload_too_small = true, pass_through_empty_handle = true}> : (!transform.any_op) -> (!transform.any_op, !transform.any_op) loc("<stdin>":23:12)
    "transform.foreach"(%arg0) ({
    ^bb0(%arg3: !transform.any_op loc("<stdin>":25:10)):
      "transform.yield"() : () -> () loc("<stdin>":26:7)
    }) : (!transform.any_op) -> () loc("<stdin>":24:5)
    "transform.alternatives"(%arg0) ({
    ^bb0(%arg2: !transform.any_op loc("<stdin>":29:10)):
      "transform.yield"() : () -> () loc("<stdin>":30:7)
    }, {
    ^bb0(%arg1: !transform.any_op loc("<stdin>":32:10)):
      "transform.yield"() : () -> () loc("<stdin>":28:5)
    }) : (!transform.any_op) -> () loc("<stdin>":28:5)
    "transform.yield"() : () -> () loc("<stdin>":21:3)
  }) : () -> () loc("<stdin>":21:3)
}) {transform.with_named_sequence} : () -> () loc("<stdin>":20:1)

// -----
"builtin.module"() ({
  "pdl.pattern"() <{benefit = 2 : i16, sym_name = "fold"}> ({
    %0 = "pdl.type"() <{constantType = i32}> : () -> !pdl.type loc("<stdin>":38:8)
    %1 = "pdl.types"() <{constantTypes = [i32, f32]}> : () -> !pdl.range<type> loc("<stdin>":39:9)
    %2 = "pdl.operand"(%0) : (!pdl.type) -> !pdl.value loc("<stdin>":40:8)
    %3 = "pdl.attribute"() <{value = 1 : i32}> : () -> !pdl.attribute loc("<stdin>":41:8)
    %4 = "pdl.attribute"(%0) : (!pdl.type) -> !pdl.attribute loc("<stdin>":42:8)
    %5 = "pdl.operation"(%2, %3, %4, %0) <{attributeValueNames = ["value", "odd name"], opName = "my.op", operandSegmentSizes = array<i32: 1, 2, 1>}> : (!pdl.value, !pdl.attribute, !pdl.attribute, !pdl.type) -> !pdl.operation loc("<stdin>":43:9)
    %6 = "pdl.result"(%5) <{index = 0 : i32}> : (!pdl.operation) -> !pdl.value loc("<stdin>":44:8)
    "pdl.apply_native_constraint"(%6, %3) <{isNegated = false, name = "check"}> : (!pdl.value, !pdl.attribute) -> () loc("<stdin>":45:3)
    "pdl.rewrite"(%5, %2) <{name = "rewriter", operandSegmentSizes = array<i32: 1, 1>}> ({
    }) : (!pdl.operation, !pdl.value) -> () loc("<stdin>":46:3)
  }) : () -> () loc("<stdin>":37:1)
}) : () -> () loc("<stdin>":36:9)

// -----
"builtin.module"() ({
  "pdl.pattern"() <{benefit = 1 : i16}> ({
    %1 = "pdl.operands"() : () -> !pdl.range<value> loc("<stdin>":50:9)
    %2 = "pdl.types"() : () -> !pdl.range<type> loc("<stdin>":51:9)
    %3 = "pdl.operation"(%1, %2) <{attributeValueNames = [], operandSegmentSizes = array<i32: 1, 0, 1>}> : (!pdl.range<value>, !pdl.range<type>) -> !pdl.operation loc("<stdin>":52:11)
    "pdl.rewrite"(%3) <{operandSegmentSizes = array<i32: 1, 0>}> ({
      %4 = "pdl.operation"(%1, %2) <{attributeValueNames = [], opName = "my.new", operandSegmentSizes = array<i32: 1, 0, 1>}> : (!pdl.range<value>, !pdl.range<type>) -> !pdl.operation loc("<stdin>":54:10)
      "pdl.replace"(%3, %4) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (!pdl.operation, !pdl.operation) -> () loc("<stdin>":55:5)
    }) : (!pdl.operation) -> () loc("<stdin>":53:3)
  }) : () -> () loc("<stdin>":49:1)
  "builtin.module"() <{sym_name = "matchers"}> ({
    "pdl_interp.func"() <{function_type = (!pdl.operation) -> (), sym_name = "matcher"}> ({
    ^bb0(%arg1: !pdl.operation loc("<stdin>":59:28)):
      "pdl_interp.check_operation_name"(%arg1)[^bb1, ^bb3] <{name = "my.op"}> : (!pdl.operation) -> () loc("<stdin>":60:5)
    ^bb1:  // pred: ^bb0
      %0 = "pdl_interp.get_operand"(%arg1) <{index = 0 : i32}> : (!pdl.operation) -> !pdl.value loc("<stdin>":62:10)
      "pdl_interp.switch_operand_count"(%arg1)[^bb3, ^bb3, ^bb2] <{caseValues = dense<[0, 10]> : vector<2xi32>}> : (!pdl.operation) -> () loc("<stdin>":63:5)
    ^bb2:  // pred: ^bb1
      "pdl_interp.record_match"(%arg1, %arg1)[^bb3] <{benefit = 1 : i16, generatedOps = ["a", "b"], operandSegmentSizes = array<i32: 1, 1>, rewriter = @rewriters::@r, rootKind = "my.op"}> : (!pdl.operation, !pdl.operation) -> () loc("<stdin>":65:5)
    ^bb3:  // 4 preds: ^bb0, ^bb1, ^bb1, ^bb2
      "pdl_interp.finalize"() : () -> () loc("<stdin>":67:5)
    }) : () -> () loc("<stdin>":59:3)
    "builtin.module"() <{sym_name = "rewriters"}> ({
      "pdl_interp.func"() <{function_type = (!pdl.operation) -> (), sym_name = "r"}> ({
      ^bb0(%arg0: !pdl.operation loc("<stdin>":70:24)):
        "pdl_interp.erase"(%arg0) : (!pdl.operation) -> () loc("<stdin>":71:7)
        "pdl_interp.finalize"() : () -> () loc("<stdin>":72:7)
      }) : () -> () loc("<stdin>":70:5)
    }) : () -> () loc("<stdin>":69:3)
  }) : () -> () loc("<stdin>":58:1)
}) : () -> () loc("<stdin>":48:9)

// -----
"builtin.module"() ({
  "irdl.dialect"() <{sym_name = "cmath"}> ({
    "irdl.type"() <{sym_name = "complex"}> ({
      %4 = "irdl.is"() <{expected = f32}> : () -> !irdl.attribute loc("<stdin>":79:10)
      %5 = "irdl.is"() <{expected = f64}> : () -> !irdl.attribute loc("<stdin>":80:10)
      %6 = "irdl.any_of"(%4, %5) : (!irdl.attribute, !irdl.attribute) -> !irdl.attribute loc("<stdin>":81:10)
      "irdl.parameters"(%6) <{names = ["elem"]}> : (!irdl.attribute) -> () loc("<stdin>":82:5)
    }) : () -> () loc("<stdin>":78:3)
    "irdl.operation"() <{sym_name = "norm"}> ({
      %0 = "irdl.any"() : () -> !irdl.attribute loc("<stdin>":85:10)
      %1 = "irdl.parametric"(%0) <{base_type = @cmath::@complex}> : (!irdl.attribute) -> !irdl.attribute loc("<stdin>":86:10)
      "irdl.operands"(%1, %0) <{names = ["in", "rest"], variadicity = #irdl<variadicity_array[ single,  variadic]>}> : (!irdl.attribute, !irdl.attribute) -> () loc("<stdin>":87:5)
      "irdl.results"(%0) <{names = ["out"], variadicity = #irdl<variadicity_array[ optional]>}> : (!irdl.attribute) -> () loc("<stdin>":88:5)
      %2 = "irdl.region"() : () -> !irdl.region loc("<stdin>":89:10)
      %3 = "irdl.region"(%0) <{constrainedArguments, numberOfBlocks = 3 : i32}> : (!irdl.attribute) -> !irdl.region loc("<stdin>":90:11)
      "irdl.regions"(%2, %3) <{names = ["body", "other"]}> : (!irdl.region, !irdl.region) -> () loc("<stdin>":91:5)
      "irdl.attributes"(%0) <{attributeValueNames = ["name"]}> : (!irdl.attribute) -> () loc("<stdin>":92:5)
    }) : () -> () loc("<stdin>":84:3)
    "irdl.attribute"() <{sym_name = "attr"}> ({
    ^bb0:
    }) : () -> () loc("<stdin>":94:3)
  }) : () -> () loc("<stdin>":77:1)
}) : () -> () loc("<stdin>":76:9)
