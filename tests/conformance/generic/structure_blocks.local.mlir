"builtin.module"() ({
  "b.f"() ({
    "b.br"()[^bb2, ^bb4, ^bb1] : () -> () loc("<stdin>":4:3)
  ^bb1:  // pred: ^bb0
    "b.br"()[^bb3] : () -> () loc("<stdin>":6:3)
  ^bb2:  // 2 preds: ^bb0, ^bb4
    "b.br"()[^bb4] : () -> () loc("<stdin>":8:3)
  ^bb3:  // pred: ^bb1
    "b.end"() : () -> () loc("<stdin>":10:3)
  ^bb4:  // 2 preds: ^bb0, ^bb2
    "b.br"()[^bb2] : () -> () loc("<stdin>":12:3)
  }) : () -> () loc("<stdin>":2:1)
}) : () -> () loc("<stdin>":0:0)

// -----
"builtin.module"() ({
  "b.f"() ({
  ^bb0(%arg0: i32 loc("<stdin>":17:6), %arg1: !x.y<z -> w> loc("<stdin>":17:15), %arg2: (i32) -> (i32, f32) loc("<stdin>":17:33), %arg3: memref<?xf32, strided<[?], offset: ?>> loc("<stdin>":17:58), %arg4: tuple<> loc("<stdin>":17:102)):
    "b.use"(%arg0, %arg2) : (i32, (i32) -> (i32, f32)) -> () loc("<stdin>":18:3)
    "b.br"()[^bb1] : () -> () loc("<stdin>":19:3)
  ^bb1:  // pred: ^bb0
    "b.br"()[^bb2] : () -> () loc("<stdin>":21:3)
  ^bb2:  // pred: ^bb1
    "b.end"() : () -> () loc("<stdin>":23:3)
  }) : () -> () loc("<stdin>":16:1)
}) : () -> () loc("<stdin>":14:9)

// -----
"builtin.module"() ({
  "b.f"() ({
  ^bb0(%arg0: i1 loc("<stdin>":28:6), %arg1: i32 loc("<stdin>":28:14)):
    "b.cond"(%arg0, %arg1, %arg1)[^bb1, ^bb2] {operandSegmentSizes = array<i32: 1, 1, 1>} : (i1, i32, i32) -> () loc("<stdin>":29:3)
  ^bb1(%0: i32 loc("<stdin>":30:6)):  // pred: ^bb0
    "b.br"(%0)[^bb2] <{z}> : (i32) -> () loc("<stdin>":31:3)
  ^bb2(%1: i32 loc("<stdin>":32:6)):  // 2 preds: ^bb0, ^bb1
    "b.ret"(%1, %arg1) : (i32, i32) -> () loc("<stdin>":33:3)
  }) : () -> () loc("<stdin>":27:1)
}) : () -> () loc("<stdin>":25:9)

// -----
"builtin.module"() ({
  "b.f"() ({
    "b.br"()[^bb2] : () -> () loc("<stdin>":38:3)
  ^bb1:  // pred: ^bb2
    "b.use"(%0) : (i32) -> () loc("<stdin>":40:3)
    "b.br"()[^bb3] : () -> () loc("<stdin>":41:3)
  ^bb2:  // pred: ^bb0
    %0 = "b.make"() : () -> i32 loc("<stdin>":43:8)
    "b.br"()[^bb1] : () -> () loc("<stdin>":44:3)
  ^bb3:  // pred: ^bb1
    "b.use"(%0) : (i32) -> () loc("<stdin>":46:3)
    "b.end"() : () -> () loc("<stdin>":47:3)
  }) : () -> () loc("<stdin>":37:1)
}) : () -> () loc("<stdin>":35:9)

// -----
"builtin.module"() ({
  "b.f"() ({
    "b.end"() : () -> () loc("<stdin>":52:3)
  ^bb1:  // pred: ^bb1
    %0 = "b.x"(%1) : (i32) -> i32 loc("<stdin>":54:8)
    %1 = "b.x"(%0) : (i32) -> i32 loc("<stdin>":55:8)
    "b.br"()[^bb1] : () -> () loc("<stdin>":56:3)
  }) : () -> () loc("<stdin>":51:1)
}) : () -> () loc("<stdin>":49:9)

// -----
"builtin.module"() ({
  "b.r"() ({
  }) : () -> () loc("<stdin>":60:1)
  "b.r"() ({
  }, {
  }) : () -> () loc("<stdin>":61:1)
  "b.r"() ({
  ^bb0:
  }) : () -> () loc("<stdin>":62:1)
  "b.r"() ({
  ^bb0(%arg1: i32 loc("<stdin>":66:6), %arg2: i32 loc("<stdin>":66:15)):
  }) : () -> () loc("<stdin>":65:1)
  "b.r"() ({
    "b.r"() ({
      "b.r"() ({
        "b.r"() ({
          "b.r"() ({
            "b.r"() ({
              "b.leaf"() : () -> () loc("<stdin>":68:67)
            }) : () -> () loc("<stdin>":68:56)
          }) : () -> () loc("<stdin>":68:45)
        }) : () -> () loc("<stdin>":68:34)
      }) : () -> () loc("<stdin>":68:23)
    }) : () -> () loc("<stdin>":68:12)
  }) : () -> () loc("<stdin>":68:1)
  "b.r"() ({
    "b.in"() : () -> () loc("<stdin>":70:3)
  }, {
    "b.in"() : () -> () loc("<stdin>":73:3)
  }, {
  ^bb0(%arg0: i1 loc("<stdin>":75:6)):
    "b.in"() : () -> () loc("<stdin>":76:3)
  }) {a} : () -> () loc("<stdin>":69:1)
}) : () -> () loc("<stdin>":58:9)

// -----
"builtin.module"() ({
  "b.f"() ({
    "b.switch"()[^bb1, ^bb1, ^bb2, ^bb1] : () -> () loc("<stdin>":81:3)
  ^bb1:  // 5 preds: ^bb0, ^bb0, ^bb0, ^bb1, ^bb2
    "b.br"()[^bb1] : () -> () loc("<stdin>":83:3)
  ^bb2:  // 2 preds: ^bb0, ^bb2
    "b.br"()[^bb1, ^bb2] : () -> () loc("<stdin>":85:3)
  }) : () -> () loc("<stdin>":80:1)
}) : () -> () loc("<stdin>":78:9)

// -----
"builtin.module"() ({
  "b.f"() ({
    "b.nested"() ({
      "b.br"()[^bb1] : () -> () loc("<stdin>":92:5)
    ^bb1:  // pred: ^bb0
      "b.end"() : () -> () loc("<stdin>":94:5)
    }, {
      "b.br"()[^bb1] : () -> () loc("<stdin>":96:5)
    ^bb1:  // pred: ^bb0
      "b.end"() : () -> () loc("<stdin>":98:5)
    }) : () -> () loc("<stdin>":91:3)
    "b.br"()[^bb1] : () -> () loc("<stdin>":100:3)
  ^bb1:  // pred: ^bb0
    "b.end"() : () -> () loc("<stdin>":102:3)
  }) : () -> () loc("<stdin>":89:1)
}) : () -> () loc("<stdin>":87:9)

// -----
"builtin.module"() ({
  %0 = "b.make"() : () -> i32 loc("<stdin>":106:6)
  "b.r"() ({
  ^bb0(%arg0: i64 loc("<stdin>":108:6)):
    %1 = "b.make"(%0) : (i32) -> i16 loc("<stdin>":109:8)
    "b.r"() ({
    ^bb0(%arg1: i8 loc("<stdin>":111:8)):
      "b.use"(%0, %arg0, %1, %arg1) : (i32, i64, i16, i8) -> () loc("<stdin>":112:5)
    }) : () -> () loc("<stdin>":110:3)
  }) : () -> () loc("<stdin>":107:1)
}) : () -> () loc("<stdin>":104:9)
