"builtin.module"() ({
  "b.f"() ({
  ^bb0(%arg0: i32, %arg1: !x.y<z -> w>, %arg2: (i32) -> (i32, f32), %arg3: memref<?xf32, strided<[?], offset: ?>>, %arg4: tuple<>):
    // %arg0 is used by %2
    // %arg1 is unused
    // %arg2 is used by %2
    // %arg3 is unused
    // %arg4 is unused
    "b.use"(%arg0, %arg2) : (i32, (i32) -> (i32, f32)) -> () // id: %2
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
    // %arg0 is used by %2
    // %arg1 is used by %6, %2
    "b.cond"(%arg0, %arg1, %arg1)[^bb1, ^bb2] {operandSegmentSizes = array<i32: 1, 1, 1>} : (i1, i32, i32) -> () // id: %2
  ^bb1(%3: i32):  // pred: ^bb0
    // %3 is used by %4
    "b.br"(%3)[^bb2] <{z}> : (i32) -> () // id: %4
  ^bb2(%5: i32):  // 2 preds: ^bb0, ^bb1
    // %5 is used by %6
    "b.ret"(%5, %arg1) : (i32, i32) -> () // id: %6
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "b.f"() ({
    "b.br"()[^bb2] : () -> ()
  ^bb1:  // pred: ^bb2
    "b.use"(%5) : (i32) -> () // id: %3
    "b.br"()[^bb3] : () -> ()
  ^bb2:  // pred: ^bb0
    %5 = "b.make"() : () -> i32 // users: %7, %3
    "b.br"()[^bb1] : () -> ()
  ^bb3:  // pred: ^bb1
    "b.use"(%5) : (i32) -> () // id: %7
    "b.end"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "b.f"() ({
    "b.end"() : () -> ()
  ^bb1:  // pred: ^bb1
    %3 = "b.x"(%4) : (i32) -> i32 // user: %4
    %4 = "b.x"(%3) : (i32) -> i32 // user: %3
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
    // %arg1 is unused
    // %arg2 is unused
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
    // %arg0 is unused
    "b.in"() : () -> ()
  }) {a} : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  %1 = "b.make"() : () -> i32 // users: %5, %3
  "b.r"() ({
  ^bb0(%arg0: i64):
    // %arg0 is used by %5
    %3 = "b.make"(%1) : (i32) -> i16 // user: %5
    "b.r"() ({
    ^bb0(%arg1: i8):
      // %arg1 is used by %5
      "b.use"(%1, %arg0, %3, %arg1) : (i32, i64, i16, i8) -> () // id: %5
    }) : () -> ()
  }) : () -> ()
}) : () -> ()
