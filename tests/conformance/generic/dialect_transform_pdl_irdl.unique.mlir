"builtin.module"() ({
  "transform.named_sequence"() <{arg_attrs = [{transform.readonly}], function_type = (!transform.any_op) -> !transform.any_op, sym_name = "helper"}> ({
  ^bb0(%arg1: !transform.any_op):
    // %arg1 is used by %13
    "transform.yield"(%arg1) : (!transform.any_op) -> () // id: %13
  }) : () -> ()
  "transform.named_sequence"() <{arg_attrs = [{transform.consumed}], function_type = (!transform.any_op) -> (), sym_name = "__transform_main"}> ({
  ^bb0(%arg0: !transform.any_op):
    // %arg0 is used by %3
    %3 = "transform.structured.match"(%arg0) <{op_attrs = {tag = "x"}, ops = ["linalg.matmul", "linalg.generic"]}> : (!transform.any_op) -> !transform.any_op // users: %4#0, %4#1, %4#2
    %4:3 = "transform.structured.tile_using_for"(%3) <{scalable_sizes = array<i1: false, false>, static_sizes = array<i64: 4, 8>}> : (!transform.any_op) -> (!transform.any_op, !transform.any_op, !transform.op<"scf.for">) // users: (%8, %7, %6), (unused), (unused)
    %5 = "transform.param.constant"() <{value = 42 : i64}> : () -> !transform.param<i64> // user: %6
    "transform.annotate"(%4#0, %5) <{name = "my.name"}> : (!transform.any_op, !transform.param<i64>) -> () // id: %6
    "transform.apply_patterns"(%4#0) <{apply_cse, max_iterations = 3 : i64, max_num_rewrites = -1 : i64}> ({
      "transform.apply_patterns.canonicalization"() : () -> ()
    }) : (!transform.any_op) -> () // id: %7
    %8 = "transform.include"(%4#0) <{failure_propagation_mode = 1 : i32, target = @helper}> : (!transform.any_op) -> !transform.any_op // users: %10, %9
    "transform.print"(%8) <{name = "here"}> : (!transform.any_op) -> () // id: %9
    %10 = "transform.cast"(%8) : (!transform.any_op) -> !transform.op<"linalg.matmul"> // unused
    "transform.yield"() : () -> ()
  }) : () -> ()
}) {transform.with_named_sequence} : () -> ()

// -----
"builtin.module"() ({
  "transform.sequence"() <{failure_propagation_mode = 2 : i32, operandSegmentSizes = array<i32: 0, 0>}> ({
  ^bb0(%arg0: !transform.any_op):
    // %arg0 is used by %4, %3, %2#0, %2#1
    %2:2 = "transform.split_handle"(%arg0) <{fail_on_payload_too_small = true, pass_through_empty_handle = true}> : (!transform.any_op) -> (!transform.any_op, !transform.any_op) // unused
    "transform.foreach"(%arg0) ({
    ^bb0(%arg3: !transform.any_op):
      // %arg3 is unused
      "transform.yield"() : () -> ()
    }) : (!transform.any_op) -> () // id: %3
    "transform.alternatives"(%arg0) ({
    ^bb0(%arg2: !transform.any_op):
      // %arg2 is unused
      "transform.yield"() : () -> ()
    }, {
    ^bb0(%arg1: !transform.any_op):
      // %arg1 is unused
      "transform.yield"() : () -> ()
    }) : (!transform.any_op) -> () // id: %4
    "transform.yield"() : () -> ()
  }) : () -> ()
}) {transform.with_named_sequence} : () -> ()

// -----
"builtin.module"() ({
  "pdl.pattern"() <{benefit = 2 : i16, sym_name = "fold"}> ({
    %2 = "pdl.type"() <{constantType = i32}> : () -> !pdl.type // users: %7, %6, %4
    %3 = "pdl.types"() <{constantTypes = [i32, f32]}> : () -> !pdl.range<type> // unused
    %4 = "pdl.operand"(%2) : (!pdl.type) -> !pdl.value // users: %10, %7
    %5 = "pdl.attribute"() <{value = 1 : i32}> : () -> !pdl.attribute // users: %9, %7
    %6 = "pdl.attribute"(%2) : (!pdl.type) -> !pdl.attribute // user: %7
    %7 = "pdl.operation"(%4, %5, %6, %2) <{attributeValueNames = ["value", "odd name"], opName = "my.op", operandSegmentSizes = array<i32: 1, 2, 1>}> : (!pdl.value, !pdl.attribute, !pdl.attribute, !pdl.type) -> !pdl.operation // users: %10, %8
    %8 = "pdl.result"(%7) <{index = 0 : i32}> : (!pdl.operation) -> !pdl.value // user: %9
    "pdl.apply_native_constraint"(%8, %5) <{isNegated = false, name = "check"}> : (!pdl.value, !pdl.attribute) -> () // id: %9
    "pdl.rewrite"(%7, %4) <{name = "rewriter", operandSegmentSizes = array<i32: 1, 1>}> ({
    }) : (!pdl.operation, !pdl.value) -> () // id: %10
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "pdl.pattern"() <{benefit = 1 : i16}> ({
    %13 = "pdl.operands"() : () -> !pdl.range<value> // users: %17, %15
    %14 = "pdl.types"() : () -> !pdl.range<type> // users: %17, %15
    %15 = "pdl.operation"(%13, %14) <{attributeValueNames = [], operandSegmentSizes = array<i32: 1, 0, 1>}> : (!pdl.range<value>, !pdl.range<type>) -> !pdl.operation // users: %16, %18
    "pdl.rewrite"(%15) <{operandSegmentSizes = array<i32: 1, 0>}> ({
      %17 = "pdl.operation"(%13, %14) <{attributeValueNames = [], opName = "my.new", operandSegmentSizes = array<i32: 1, 0, 1>}> : (!pdl.range<value>, !pdl.range<type>) -> !pdl.operation // user: %18
      "pdl.replace"(%15, %17) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (!pdl.operation, !pdl.operation) -> () // id: %18
    }) : (!pdl.operation) -> () // id: %16
  }) : () -> ()
  "builtin.module"() <{sym_name = "matchers"}> ({
    "pdl_interp.func"() <{function_type = (!pdl.operation) -> (), sym_name = "matcher"}> ({
    ^bb0(%arg1: !pdl.operation):
      // %arg1 is used by %11, %10, %9, %8
      "pdl_interp.check_operation_name"(%arg1)[^bb1, ^bb3] <{name = "my.op"}> : (!pdl.operation) -> () // id: %8
    ^bb1:  // pred: ^bb0
      %9 = "pdl_interp.get_operand"(%arg1) <{index = 0 : i32}> : (!pdl.operation) -> !pdl.value // unused
      "pdl_interp.switch_operand_count"(%arg1)[^bb3, ^bb3, ^bb2] <{caseValues = dense<[0, 10]> : vector<2xi32>}> : (!pdl.operation) -> () // id: %10
    ^bb2:  // pred: ^bb1
      "pdl_interp.record_match"(%arg1, %arg1)[^bb3] <{benefit = 1 : i16, generatedOps = ["a", "b"], operandSegmentSizes = array<i32: 1, 1>, rewriter = @rewriters::@r, rootKind = "my.op"}> : (!pdl.operation, !pdl.operation) -> () // id: %11
    ^bb3:  // 4 preds: ^bb0, ^bb1, ^bb1, ^bb2
      "pdl_interp.finalize"() : () -> ()
    }) : () -> ()
    "builtin.module"() <{sym_name = "rewriters"}> ({
      "pdl_interp.func"() <{function_type = (!pdl.operation) -> (), sym_name = "r"}> ({
      ^bb0(%arg0: !pdl.operation):
        // %arg0 is used by %6
        "pdl_interp.erase"(%arg0) : (!pdl.operation) -> () // id: %6
        "pdl_interp.finalize"() : () -> ()
      }) : () -> ()
    }) : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "irdl.dialect"() <{sym_name = "cmath"}> ({
    "irdl.type"() <{sym_name = "complex"}> ({
      %13 = "irdl.is"() <{expected = f32}> : () -> !irdl.attribute // user: %15
      %14 = "irdl.is"() <{expected = f64}> : () -> !irdl.attribute // user: %15
      %15 = "irdl.any_of"(%13, %14) : (!irdl.attribute, !irdl.attribute) -> !irdl.attribute // user: %16
      "irdl.parameters"(%15) <{names = ["elem"]}> : (!irdl.attribute) -> () // id: %16
    }) : () -> ()
    "irdl.operation"() <{sym_name = "norm"}> ({
      %5 = "irdl.any"() : () -> !irdl.attribute // users: %12, %10, %8, %7, %6
      %6 = "irdl.parametric"(%5) <{base_type = @cmath::@complex}> : (!irdl.attribute) -> !irdl.attribute // user: %7
      "irdl.operands"(%6, %5) <{names = ["in", "rest"], variadicity = #irdl<variadicity_array[ single,  variadic]>}> : (!irdl.attribute, !irdl.attribute) -> () // id: %7
      "irdl.results"(%5) <{names = ["out"], variadicity = #irdl<variadicity_array[ optional]>}> : (!irdl.attribute) -> () // id: %8
      %9 = "irdl.region"() : () -> !irdl.region // user: %11
      %10 = "irdl.region"(%5) <{constrainedArguments, numberOfBlocks = 3 : i32}> : (!irdl.attribute) -> !irdl.region // user: %11
      "irdl.regions"(%9, %10) <{names = ["body", "other"]}> : (!irdl.region, !irdl.region) -> () // id: %11
      "irdl.attributes"(%5) <{attributeValueNames = ["name"]}> : (!irdl.attribute) -> () // id: %12
    }) : () -> ()
    "irdl.attribute"() <{sym_name = "attr"}> ({
    ^bb0:
    }) : () -> ()
  }) : () -> ()
}) : () -> ()
