"builtin.module"() ({
  "func.func"() <{function_type = (i1, i32) -> i32, sym_name = "cfg"}> ({
  ^bb0(%arg0: i1, %arg1: i32):
    "cf.cond_br"(%arg0, %arg1, %arg1, %arg0)[^bb1, ^bb2] <{operandSegmentSizes = array<i32: 1, 1, 2>}> : (i1, i32, i32, i1) -> ()
  ^bb1(%0: i32):  // 2 preds: ^bb0, ^bb4
    "cf.br"(%0)[^bb3] : (i32) -> ()
  ^bb2(%1: i32, %2: i1):  // pred: ^bb0
    "cf.assert"(%2) <{msg = "message with \22quotes\22 and \\n"}> : (i1) -> ()
    "cf.cond_br"(%2, %1)[^bb3, ^bb4] <{branch_weights = array<i32: 1, 99>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (i1, i32) -> ()
  ^bb3(%3: i32):  // 3 preds: ^bb1, ^bb2, ^bb4
    "func.return"(%3) : (i32) -> ()
  ^bb4:  // 2 preds: ^bb2, ^bb4
    "cf.switch"(%arg1, %arg1, %arg1)[^bb3, ^bb1, ^bb4] <{case_operand_segments = array<i32: 1, 0>, case_values = dense<"0x2A000000F9FFFFFF"> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (i32, i32, i32) -> ()
  }) : () -> ()
}) : () -> ()
