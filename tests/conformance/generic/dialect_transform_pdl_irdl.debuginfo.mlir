#loc2 = loc("<stdin>":2:36)
#loc5 = loc("<stdin>":5:46)
"builtin.module"() ({
  "transform.named_sequence"() <{arg_attrs = [{transform.readonly}], function_type = (!transform.any_op) -> !transform.any_op, sym_name = "helper"}> ({
  ^bb0(%arg1: !transform.any_op loc("<stdin>":2:36)):
    "transform.yield"(%arg1) : (!transform.any_op) -> () loc(#loc3)
  }) : () -> () loc(#loc1)
  "transform.named_sequence"() <{arg_attrs = [{transform.consumed}], function_type = (!transform.any_op) -> (), sym_name = "__transform_main"}> ({
  ^bb0(%arg0: !transform.any_op loc("<stdin>":5:46)):
    %0 = "transform.structured.match"(%arg0) <{op_attrs = {tag = "x"}, ops = ["linalg.matmul", "linalg.generic"]}> : (!transform.any_op) -> !transform.any_op loc(#loc6)
    %1:3 = "transform.structured.tile_using_for"(%0) <{scalable_sizes = array<i1: false, false>, static_sizes = array<i64: 4, 8>}> : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.op<"scf.for">) loc(#loc7)
    %2 = "transform.param.constant"() <{value = 42 : i64}> : () -> !transform.param<i64> loc(#loc8)
    "transform.annotate"(%1#0, %2) <{name = "my.name"}> : (!transform.any_op, !transform.param<i64>) -> () loc(#loc9)
    "transform.apply_patterns"(%1#0) <{apply_cse, max_iterations = 3 : i64, max_num_rewrites = -1 : i64}> ({
      "transform.apply_patterns.canonicalization"() : () -> () loc(#loc11)
    }) : (!transform.any_op) -> () loc(#loc10)
    %3 = "transform.include"(%1#0) <{failure_propagation_mode = 1 : i32, target = @helper}> : (!transform.any_op) -> !transform.any_op loc(#loc12)
    "transform.print"(%3) <{name = "here"}> : (!transform.any_op) -> () loc(#loc13)
    %4 = "transform.cast"(%3) : (!transform.any_op) -> !transform.op<"linalg.matmul"> loc(#loc14)
    "transform.yield"() : () -> () loc(#loc15)
  }) : () -> () loc(#loc4)
}) {transform.with_named_sequence} : () -> () loc(#loc)
#loc = loc("<stdin>":1:1)
#loc1 = loc("<stdin>":2:3)
#loc3 = loc("<stdin>":3:5)
#loc4 = loc("<stdin>":5:3)
#loc6 = loc("<stdin>":6:10)
#loc7 = loc("<stdin>":7:20)
#loc8 = loc("<stdin>":8:10)
#loc9 = loc("<stdin>":9:5)
#loc10 = loc("<stdin>":10:5)
#loc11 = loc("<stdin>":11:7)
#loc12 = loc("<stdin>":13:10)
#loc13 = loc("<stdin>":14:5)
#loc14 = loc("<stdin>":15:10)
#loc15 = loc("<stdin>":16:5)

// -----
#loc2 = loc("<stdin>":22:8)
#loc5 = loc("<stdin>":25:10)
#loc8 = loc("<stdin>":29:10)
#loc10 = loc("<stdin>":32:10)
"builtin.module"() ({
  "transform.sequence"() <{failure_propagation_mode = 2 : i32, operandSegmentSizes = array<i32: 0, 0>}> ({
  ^bb0(%arg0: !transform.any_op loc("<stdin>":22:8)):
    %0:2 = "transform.split_handle"(%arg0) <{fail_on_payload_too_small = true, pass_through_empty_handle = true}> : (!transform.any_op) -> (!transform.any_op, !transform.any_op) loc(#loc3)
    "transform.foreach"(%arg0) ({
    ^bb0(%arg3: !transform.any_op loc("<stdin>":25:10)):
      "transform.yield"() : () -> () loc(#loc6)
    }) : (!transform.any_op) -> () loc(#loc4)
    "transform.alternatives"(%arg0) ({
    ^bb0(%arg2: !transform.any_op loc("<stdin>":29:10)):
      "transform.yield"() : () -> () loc(#loc9)
    }, {
    ^bb0(%arg1: !transform.any_op loc("<stdin>":32:10)):
      "transform.yield"() : () -> () loc(#loc7)
    }) : (!transform.any_op) -> () loc(#loc7)
    "transform.yield"() : () -> () loc(#loc1)
  }) : () -> () loc(#loc1)
}) {transform.with_named_sequence} : () -> () loc(#loc)
#loc = loc("<stdin>":20:1)
#loc1 = loc("<stdin>":21:3)
#loc3 = loc("<stdin>":23:12)
#loc4 = loc("<stdin>":24:5)
#loc6 = loc("<stdin>":26:7)
#loc7 = loc("<stdin>":28:5)
#loc9 = loc("<stdin>":30:7)

// -----
"builtin.module"() ({
  "pdl.pattern"() <{benefit = 2 : i16, sym_name = "fold"}> ({
    %0 = "pdl.type"() <{constantType = i32}> : () -> !pdl.type loc(#loc2)
    %1 = "pdl.types"() <{constantTypes = [i32, f32]}> : () -> !pdl.range<type> loc(#loc3)
    %2 = "pdl.operand"(%0) : (!pdl.type) -> !pdl.value loc(#loc4)
    %3 = "pdl.attribute"() <{value = 1 : i32}> : () -> !pdl.attribute loc(#loc5)
    %4 = "pdl.attribute"(%0) : (!pdl.type) -> !pdl.attribute loc(#loc6)
    %5 = "pdl.operation"(%2, %3, %4, %0) <{attributeValueNames = ["value", "odd name"], opName = "my.op", operandSegmentSizes = array<i32: 1, 2, 1>}> : (!pdl.value, !pdl.attribute, !pdl.attribute, !pdl.type) -> !pdl.operation loc(#loc7)
    %6 = "pdl.result"(%5) <{index = 0 : i32}> : (!pdl.operation) -> !pdl.value loc(#loc8)
    "pdl.apply_native_constraint"(%6, %3) <{isNegated = false, name = "check"}> : (!pdl.value, !pdl.attribute) -> () loc(#loc9)
    "pdl.rewrite"(%5, %2) <{name = "rewriter", operandSegmentSizes = array<i32: 1, 1>}> ({
    }) : (!pdl.operation, !pdl.value) -> () loc(#loc10)
  }) : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":36:9)
#loc1 = loc("<stdin>":37:1)
#loc2 = loc("<stdin>":38:8)
#loc3 = loc("<stdin>":39:9)
#loc4 = loc("<stdin>":40:8)
#loc5 = loc("<stdin>":41:8)
#loc6 = loc("<stdin>":42:8)
#loc7 = loc("<stdin>":43:9)
#loc8 = loc("<stdin>":44:8)
#loc9 = loc("<stdin>":45:3)
#loc10 = loc("<stdin>":46:3)

// -----
#loc10 = loc("<stdin>":59:28)
#loc18 = loc("<stdin>":70:24)
"builtin.module"() ({
  "pdl.pattern"() <{benefit = 1 : i16}> ({
    %1 = "pdl.operands"() : () -> !pdl.range<value> loc(#loc2)
    %2 = "pdl.types"() : () -> !pdl.range<type> loc(#loc3)
    %3 = "pdl.operation"(%1, %2) <{attributeValueNames = [], operandSegmentSizes = array<i32: 1, 0, 1>}> : (!pdl.range<value>, !pdl.range<type>) -> !pdl.operation loc(#loc4)
    "pdl.rewrite"(%3) <{operandSegmentSizes = array<i32: 1, 0>}> ({
      %4 = "pdl.operation"(%1, %2) <{attributeValueNames = [], opName = "my.new", operandSegmentSizes = array<i32: 1, 0, 1>}> : (!pdl.range<value>, !pdl.range<type>) -> !pdl.operation loc(#loc6)
      "pdl.replace"(%3, %4) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (!pdl.operation, !pdl.operation) -> () loc(#loc7)
    }) : (!pdl.operation) -> () loc(#loc5)
  }) : () -> () loc(#loc1)
  "builtin.module"() <{sym_name = "matchers"}> ({
    "pdl_interp.func"() <{function_type = (!pdl.operation) -> (), sym_name = "matcher"}> ({
    ^bb0(%arg1: !pdl.operation loc("<stdin>":59:28)):
      "pdl_interp.check_operation_name"(%arg1)[^bb1, ^bb3] <{name = "my.op"}> : (!pdl.operation) -> () loc(#loc11)
    ^bb1:  // pred: ^bb0
      %0 = "pdl_interp.get_operand"(%arg1) <{index = 0 : i32}> : (!pdl.operation) -> !pdl.value loc(#loc12)
      "pdl_interp.switch_operand_count"(%arg1)[^bb3, ^bb3, ^bb2] <{caseValues = dense<[0, 10]> : vector<2xi32>}> : (!pdl.operation) -> () loc(#loc13)
    ^bb2:  // pred: ^bb1
      "pdl_interp.record_match"(%arg1, %arg1)[^bb3] <{benefit = 1 : i16, generatedOps = ["a", "b"], operandSegmentSizes = array<i32: 1, 1>, rewriter = @rewriters::@r, rootKind = "my.op"}> : (!pdl.operation, !pdl.operation) -> () loc(#loc14)
    ^bb3:  // 4 preds: ^bb0, ^bb1, ^bb1, ^bb2
      "pdl_interp.finalize"() : () -> () loc(#loc15)
    }) : () -> () loc(#loc9)
    "builtin.module"() <{sym_name = "rewriters"}> ({
      "pdl_interp.func"() <{function_type = (!pdl.operation) -> (), sym_name = "r"}> ({
      ^bb0(%arg0: !pdl.operation loc("<stdin>":70:24)):
        "pdl_interp.erase"(%arg0) : (!pdl.operation) -> () loc(#loc19)
        "pdl_interp.finalize"() : () -> () loc(#loc20)
      }) : () -> () loc(#loc17)
    }) : () -> () loc(#loc16)
  }) : () -> () loc(#loc8)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":48:9)
#loc1 = loc("<stdin>":49:1)
#loc2 = loc("<stdin>":50:9)
#loc3 = loc("<stdin>":51:9)
#loc4 = loc("<stdin>":52:11)
#loc5 = loc("<stdin>":53:3)
#loc6 = loc("<stdin>":54:10)
#loc7 = loc("<stdin>":55:5)
#loc8 = loc("<stdin>":58:1)
#loc9 = loc("<stdin>":59:3)
#loc11 = loc("<stdin>":60:5)
#loc12 = loc("<stdin>":62:10)
#loc13 = loc("<stdin>":63:5)
#loc14 = loc("<stdin>":65:5)
#loc15 = loc("<stdin>":67:5)
#loc16 = loc("<stdin>":69:3)
#loc17 = loc("<stdin>":70:5)
#loc19 = loc("<stdin>":71:7)
#loc20 = loc("<stdin>":72:7)

// -----
"builtin.module"() ({
  "irdl.dialect"() <{sym_name = "cmath"}> ({
    "irdl.type"() <{sym_name = "complex"}> ({
      %4 = "irdl.is"() <{expected = f32}> : () -> !irdl.attribute loc(#loc3)
      %5 = "irdl.is"() <{expected = f64}> : () -> !irdl.attribute loc(#loc4)
      %6 = "irdl.any_of"(%4, %5) : (!irdl.attribute, !irdl.attribute) -> !irdl.attribute loc(#loc5)
      "irdl.parameters"(%6) <{names = ["elem"]}> : (!irdl.attribute) -> () loc(#loc6)
    }) : () -> () loc(#loc2)
    "irdl.operation"() <{sym_name = "norm"}> ({
      %0 = "irdl.any"() : () -> !irdl.attribute loc(#loc8)
      %1 = "irdl.parametric"(%0) <{base_type = @cmath::@complex}> : (!irdl.attribute) -> !irdl.attribute loc(#loc9)
      "irdl.operands"(%1, %0) <{names = ["in", "rest"], variadicity = #irdl<variadicity_array[ single,  variadic]>}> : (!irdl.attribute, !irdl.attribute) -> () loc(#loc10)
      "irdl.results"(%0) <{names = ["out"], variadicity = #irdl<variadicity_array[ optional]>}> : (!irdl.attribute) -> () loc(#loc11)
      %2 = "irdl.region"() : () -> !irdl.region loc(#loc12)
      %3 = "irdl.region"(%0) <{constrainedArguments, numberOfBlocks = 3 : i32}> : (!irdl.attribute) -> !irdl.region loc(#loc13)
      "irdl.regions"(%2, %3) <{names = ["body", "other"]}> : (!irdl.region, !irdl.region) -> () loc(#loc14)
      "irdl.attributes"(%0) <{attributeValueNames = ["name"]}> : (!irdl.attribute) -> () loc(#loc15)
    }) : () -> () loc(#loc7)
    "irdl.attribute"() <{sym_name = "attr"}> ({
    ^bb0:
    }) : () -> () loc(#loc16)
  }) : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":76:9)
#loc1 = loc("<stdin>":77:1)
#loc2 = loc("<stdin>":78:3)
#loc3 = loc("<stdin>":79:10)
#loc4 = loc("<stdin>":80:10)
#loc5 = loc("<stdin>":81:10)
#loc6 = loc("<stdin>":82:5)
#loc7 = loc("<stdin>":84:3)
#loc8 = loc("<stdin>":85:10)
#loc9 = loc("<stdin>":86:10)
#loc10 = loc("<stdin>":87:5)
#loc11 = loc("<stdin>":88:5)
#loc12 = loc("<stdin>":89:10)
#loc13 = loc("<stdin>":90:11)
#loc14 = loc("<stdin>":91:5)
#loc15 = loc("<stdin>":92:5)
#loc16 = loc("<stdin>":94:3)
