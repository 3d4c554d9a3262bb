"builtin.module"() ({
  "b.f"() ({
    "b.br"()[^bb2, ^bb4, ^bb1] : () -> ()
  ^bb1:  // pred: ^bb0
    "b.br"()[^bb3] : () -> ()
  ^bb2:  // 2 preds: ^bb0, ^bb4
    "b.br"()[^bb4] : () -> ()
  ^bb3:  // pred: ^bb1
    "b.end"() : () -> ()
  ^bb4:  // 2 preds: ^bb0, ^bb2
    "b.br"()[^bb2] : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "b.f"() ({
  ^bb0(%arg0: i32, %arg1: !x.y<z -> w>, %arg2: (i32) -> (i32, f32), %arg3: memref<?xf32, strided<[?], offset: ?>>, %arg4: tuple<>):
    "b.use"(%arg0, %arg2) : (i32, (i32) -> (i32, f32)) -> ()
    "b.br"()[^bb1] : () -> ()
  ^bb1:  // pred: ^bb0
    "b.br"()[^bb2] : () -> ()
  ^bb2:  // pred: ^bb1
    "b.end"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "b.f"() ({
  ^bb0(%arg0: i1, %arg1: i32):
    "b.cond"(%arg0, %arg1, %arg1)[^bb1, ^bb2] {operandSegmentSizes = array<i32: 1, 1, 1>} : (i1, i32, i32) -> ()
  ^bb1(%0: i32):  // pred: ^bb0
    "b.br"(%0)[^bb2] <{z}> : (i32) -> ()
  ^bb2(%1: i32):  // 2 preds: ^bb0, ^bb1
    "b.ret"(%1, %arg1) : (i32, i32) -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "b.f"() ({
    "b.br"()[^bb2] : () -> ()
  ^bb1:  // pred: ^bb2
    "b.use"(%0) : (i32) -> ()
    "b.br"()[^bb3] : () -> ()
  ^bb2:  // pred: ^bb0
    %0 = "b.make"() : () -> i32
    "b.br"()[^bb1] : () -> ()
  ^bb3:  // pred: ^bb1
    "b.use"(%0) : (i32) -> ()
    "b.end"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "b.f"() ({
    "b.end"() : () -> ()
  ^bb1:  // pred: ^bb1
    %0 = "b.x"(%1) : (i32) -> i32
    %1 = "b.x"(%0) : (i32) -> i32
    "b.br"()[^bb1] : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "b.r"() ({
  }) : () -> ()
  "b.r"() ({
  }, {
  }) : () -> ()
  "b.r"() ({
  ^bb0:
  }) : () -> ()
  "b.r"() ({
  ^bb0(%arg1: i32, %arg2: i32):
  }) : () -> ()
  "b.r"() ({
    "b.r"() ({
      "b.r"() ({
        "b.r"() ({
          "b.r"() ({
            "b.r"() ({
              "b.leaf"() : () -> ()
            }) : () -> ()
          }) : () -> ()
        }) : () -> ()
      }) : () -> ()
    }) : () -> ()
  }) : () -> ()
  "b.r"() ({
    "b.in"() : () -> ()
  }, {
    "b.in"() : () -> ()
  }, {
  ^bb0(%arg0: i1):
    "b.in"() : () -> ()
  }) {a} : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "b.f"() ({
    "b.switch"()[^bb1, ^bb1, ^bb2, ^bb1] : () -> ()
  ^bb1:  // 5 preds: ^bb0, ^bb0, ^bb0, ^bb1, ^bb2
    "b.br"()[^bb1] : () -> ()
  ^bb2:  // 2 preds: ^bb0, ^bb2
    "b.br"()[^bb1, ^bb2] : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "b.f"() ({
    "b.nested"() ({
      "b.br"()[^bb1] : () -> ()
    ^bb1:  // pred: ^bb0
      "b.end"() : () -> ()
    }, {
      "b.br"()[^bb1] : () -> ()
    ^bb1:  // pred: ^bb0
      "b.end"() : () -> ()
    }) : () -> ()
    "b.br"()[^bb1] : () -> ()
  ^bb1:  // pred: ^bb0
    "b.end"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  %0 = "b.make"() : () -> i32
  "b.r"() ({
  ^bb0(%arg0: i64):
    %1 = "b.make"(%0) : (i32) -> i16
    "b.r"() ({
    ^bb0(%arg1: i8):
      "b.use"(%0, %arg0, %1, %arg1) : (i32, i64, i16, i8) -> ()
    }) : () -> ()
  }) : () -> ()
}) : () -> ()
