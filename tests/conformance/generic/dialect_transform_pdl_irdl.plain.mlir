"builtin.module"() ({
  "transform.named_sequence"() <{arg_attrs = [{transform.readonly}], function_type = (!transform.any_op) -> !transform.any_op, sym_name = "helper"}> ({
  ^bb0(%arg1: !transform.any_op):
    "transform.yield"(%arg1) : (!transform.any_op) -> ()
  }) : () -> ()
  "transform.named_sequence"() <{arg_attrs = [{transform.consumed}], function_type = (!transform.any_op) -> (), sym_name = "__transform_main"}> ({
  ^bb0(%arg0: !transform.any_op):
    %0 = "transform.structured.match"(%arg0) <{op_attrs = {tag = "x"}, ops = ["linalg.matmul", "linalg.generic"]}> : (!transform.any_op) -> !transform.any_op
    %1:3 = "transform.structured.tile_using_for"(%0) <{scalable_sizes = array<i1: false, false>, static_sizes = array<i64: 4, 8>}> : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.op<"scf.for">)
    %2 = "transform.param.constant"() <{value = 42 : i64}> : () -> !transform.param<i64>
    "transform.annotate"(%1#0, %2) <{name = "my.name"}> : (!transform.any_op, !transform.param<i64>) -> ()
    "transform.apply_patterns"(%1#0) <{apply_cse, max_iterations = 3 : i64, max_num_rewrites = -1 : i64}> ({
      "transform.apply_patterns.canonicalization"() : () -> ()
    }) : (!transform.any_op) -> ()
    %3 = "transform.include"(%1#0) <{failure_propagation_mode = 1 : i32, target = @helper}> : (!transform.any_op) -> !transform.any_op
    "transform.print"(%3) <{name = "here"}> : (!transform.any_op) -> ()
    %4 = "transform.cast"(%3) : (!transform.any_op) -> !transform.op<"linalg.matmul">
    "transform.yield"() : () -> ()
  }) : () -> ()
}) {transform.with_named_sequence} : () -> ()

// -----
"builtin.module"() ({
  "transform.sequence"() <{failure_propagation_mode = 2 : i32, operandSegmentSizes = array<i32: 0, 0>}> ({
  ^bb0(%arg0: !transform.any_op):
    %0:2 = "transform.split_handle"(%arg0) <{fail_on_payload_too_small = true, pass_through_empty_handle = true}> : (!transform.any_op) -> (!transform.any_op, !transform.any_op)
    "transform.foreach"(%arg0) ({
    ^bb0(%arg3: !transform.any_op):
      "transform.yield"() : () -> ()
    }) : (!transform.any_op) -> ()
    "transform.alternatives"(%arg0) ({
    ^bb0(%arg2: !transform.any_op):
      "transform.yield"() : () -> ()
    }, {
    ^bb0(%arg1: !transform.any_op):
      "transform.yield"() : () -> ()
    }) : (!transform.any_op) -> ()
    "transform.yield"() : () -> ()
  }) : () -> ()
}) {transform.with_named_sequence} : () -> ()

// -----
"builtin.module"() ({
  "pdl.pattern"() <{benefit = 2 : i16, sym_name = "fold"}> ({
    %0 = "pdl.type"() <{constantType = i32}> : () -> !pdl.type
    %1 = "pdl.types"() <{constantTypes = [i32, f32]}> : () -> !pdl.range<type>
    %2 = "pdl.operand"(%0) : (!pdl.type) -> !pdl.value
    %3 = "pdl.attribute"() <{value = 1 : i32}> : () -> !pdl.attribute
    %4 = "pdl.attribute"(%0) : (!pdl.type) -> !pdl.attribute
    %5 = "pdl.operation"(%2, %3, %4, %0) <{attributeValueNames = ["value", "odd name"], opName = "my.op", operandSegmentSizes = array<i32: 1, 2, 1>}> : (!pdl.value, !pdl.attribute, !pdl.attribute, !pdl.type) -> !pdl.operation
    %6 = "pdl.result"(%5) <{index = 0 : i32}> : (!pdl.operation) -> !pdl.value
    "pdl.apply_native_constraint"(%6, %3) <{isNegated = false, name = "check"}> : (!pdl.value, !pdl.attribute) -> ()
    "pdl.rewrite"(%5, %2) <{name = "rewriter", operandSegmentSizes = array<i32: 1, 1>}> ({
    }) : (!pdl.operation, !pdl.value) -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "pdl.pattern"() <{benefit = 1 : i16}> ({
    %1 = "pdl.operands"() : () -> !pdl.range<value>
    %2 = "pdl.types"() : () -> !pdl.range<type>
    %3 = "pdl.operation"(%1, %2) <{attributeValueNames = [], operandSegmentSizes = array<i32: 1, 0, 1>}> : (!pdl.range<value>, !pdl.range<type>) -> !pdl.operation
    "pdl.rewrite"(%3) <{operandSegmentSizes = array<i32: 1, 0>}> ({
      %4 = "pdl.operation"(%1, %2) <{attributeValueNames = [], opName = "my.new", operandSegmentSizes = array<i32: 1, 0, 1>}> : (!pdl.range<value>, !pdl.range<type>) -> !pdl.operation
      "pdl.replace"(%3, %4) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (!pdl.operation, !pdl.operation) -> ()
    }) : (!pdl.operation) -> ()
  }) : () -> ()
  "builtin.module"() <{sym_name = "matchers"}> ({
    "pdl_interp.func"() <{function_type = (!pdl.operation) -> (), sym_name = "matcher"}> ({
    ^bb0(%arg1: !pdl.operation):
      "pdl_interp.check_operation_name"(%arg1)[^bb1, ^bb3] <{name = "my.op"}> : (!pdl.operation) -> ()
    ^bb1:  // pred: ^bb0
      %0 = "pdl_interp.get_operand"(%arg1) <{index = 0 : i32}> : (!pdl.operation) -> !pdl.value
      "pdl_interp.switch_operand_count"(%arg1)[^bb3, ^bb3, ^bb2] <{caseValues = dense<[0, 10]> : vector<2xi32>}> : (!pdl.operation) -> ()
    ^bb2:  // pred: ^bb1
      "pdl_interp.record_match"(%arg1, %arg1)[^bb3] <{benefit = 1 : i16, generatedOps = ["a", "b"], operandSegmentSizes = array<i32: 1, 1>, rewriter = @rewriters::@r, rootKind = "my.op"}> : (!pdl.operation, !pdl.operation) -> ()
    ^bb3:  // 4 preds: ^bb0, ^bb1, ^bb1, ^bb2
      "pdl_interp.finalize"() : () -> ()
    }) : () -> ()
    "builtin.module"() <{sym_name = "rewriters"}> ({
      "pdl_interp.func"() <{function_type = (!pdl.operation) -> (), sym_name = "r"}> ({
      ^bb0(%arg0: !pdl.operation):
        "pdl_interp.erase"(%arg0) : (!pdl.operation) -> ()
        "pdl_interp.finalize"() : () -> ()
      }) : () -> ()
    }) : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "irdl.dialect"() <{sym_name = "cmath"}> ({
    "irdl.type"() <{sym_name = "complex"}> ({
      %4 = "irdl.is"() <{expected = f32}> : () -> !irdl.attribute
      %5 = "irdl.is"() <{expected = f64}> : () -> !irdl.attribute
      %6 = "irdl.any_of"(%4, %5) : (!irdl.attribute, !irdl.attribute) -> !irdl.attribute
      "irdl.parameters"(%6) <{names = ["elem"]}> : (!irdl.attribute) -> ()
    }) : () -> ()
    "irdl.operation"() <{sym_name = "norm"}> ({
      %0 = "irdl.any"() : () -> !irdl.attribute
      %1 = "irdl.parametric"(%0) <{base_type = @cmath::@complex}> : (!irdl.attribute) -> !irdl.attribute
      "irdl.operands"(%1, %0) <{names = ["in", "rest"], variadicity = #irdl<variadicity_array[ single,  variadic]>}> : (!irdl.attribute, !irdl.attribute) -> ()
      "irdl.results"(%0) <{names = ["out"], variadicity = #irdl<variadicity_array[ optional]>}> : (!irdl.attribute) -> ()
      %2 = "irdl.region"() : () -> !irdl.region
      %3 = "irdl.region"(%0) <{constrainedArguments, numberOfBlocks = 3 : i32}> : (!irdl.attribute) -> !irdl.region
      "irdl.regions"(%2, %3) <{names = ["body", "other"]}> : (!irdl.region, !irdl.region) -> ()
      "irdl.attributes"(%0) <{attributeValueNames = ["name"]}> : (!irdl.attribute) -> ()
    }) : () -> ()
    "irdl.attribute"() <{sym_name = "attr"}> ({
    ^bb0:
    }) : () -> ()
  }) : () -> ()
}) : () -> ()
