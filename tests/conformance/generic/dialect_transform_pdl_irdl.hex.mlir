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
      "pdl_interp.switch_operand_count"(%arg1)[^bb3, ^bb3, ^bb2] <{caseValues = dense<"0x000000000A000000"> : vector<2xi32>}> : (!pdl.operation) -> ()
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
