"builtin.module"() ({
  "b.f"() ({
    "b.br"()[^bb2, ^bb4, ^bb1] : () -> () loc(#loc2)
  ^bb1:  // pred: ^bb0
    "b.br"()[^bb3] : () -> () loc(#loc3)
  ^bb2:  // 2 preds: ^bb0, ^bb4
    "b.br"()[^bb4] : () -> () loc(#loc4)
  ^bb3:  // pred: ^bb1
    "b.end"() : () -> () loc(#loc5)
  ^bb4:  // 2 preds: ^bb0, ^bb2
    "b.br"()[^bb2] : () -> () loc(#loc6)
  }) : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":0:0)
#loc1 = loc("<stdin>":2:1)
#loc2 = loc("<stdin>":4:3)
#loc3 = loc("<stdin>":6:3)
#loc4 = loc("<stdin>":8:3)
#loc5 = loc("<stdin>":10:3)
#loc6 = loc("<stdin>":12:3)

// -----
#loc2 = loc("<stdin>":17:6)
#loc3 = loc("<stdin>":17:15)
#loc4 = loc("<stdin>":17:33)
#loc5 = loc("<stdin>":17:58)
#loc6 = loc("<stdin>":17:102)
"builtin.module"() ({
  "b.f"() ({
  ^bb0(%arg0: i32 loc("<stdin>":17:6), %arg1: !x.y<z -> w> loc("<stdin>":17:15), %arg2: (i32) -> (i32, f32) loc("<stdin>":17:33), %arg3: memref<?xf32, strided<[?], offset: ?>> loc("<stdin>":17:58), %arg4: tuple<> loc("<stdin>":17:102)):
    "b.use"(%arg0, %arg2) : (i32, (i32) -> (i32, f32)) -> () loc(#loc7)
    "b.br"()[^bb1] : () -> () loc(#loc8)
  ^bb1:  // pred: ^bb0
    "b.br"()[^bb2] : () -> () loc(#loc9)
  ^bb2:  // pred: ^bb1
    "b.end"() : () -> () loc(#loc10)
  }) : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":14:9)
#loc1 = loc("<stdin>":16:1)
#loc7 = loc("<stdin>":18:3)
#loc8 = loc("<stdin>":19:3)
#loc9 = loc("<stdin>":21:3)
#loc10 = loc("<stdin>":23:3)

// -----
#loc2 = loc("<stdin>":28:6)
#loc3 = loc("<stdin>":28:14)
#loc5 = loc("<stdin>":30:6)
#loc7 = loc("<stdin>":32:6)
"builtin.module"() ({
  "b.f"() ({
  ^bb0(%arg0: i1 loc("<stdin>":28:6), %arg1: i32 loc("<stdin>":28:14)):
    "b.cond"(%arg0, %arg1, %arg1)[^bb1, ^bb2] {operandSegmentSizes = array<i32: 1, 1, 1>} : (i1, i32, i32) -> () loc(#loc4)
  ^bb1(%0: i32 loc("<stdin>":30:6)):  // pred: ^bb0
    "b.br"(%0)[^bb2] <{z}> : (i32) -> () loc(#loc6)
  ^bb2(%1: i32 loc("<stdin>":32:6)):  // 2 preds: ^bb0, ^bb1
    "b.ret"(%1, %arg1) : (i32, i32) -> () loc(#loc8)
  }) : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":25:9)
#loc1 = loc("<stdin>":27:1)
#loc4 = loc("<stdin>":29:3)
#loc6 = loc("<stdin>":31:3)
#loc8 = loc("<stdin>":33:3)

// -----
"builtin.module"() ({
  "b.f"() ({
    "b.br"()[^bb2] : () -> () loc(#loc2)
  ^bb1:  // pred: ^bb2
    "b.use"(%0) : (i32) -> () loc(#loc3)
    "b.br"()[^bb3] : () -> () loc(#loc4)
  ^bb2:  // pred: ^bb0
    %0 = "b.make"() : () -> i32 loc(#loc5)
    "b.br"()[^bb1] : () -> () loc(#loc6)
  ^bb3:  // pred: ^bb1
    "b.use"(%0) : (i32) -> () loc(#loc7)
    "b.end"() : () -> () loc(#loc8)
  }) : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":35:9)
#loc1 = loc("<stdin>":37:1)
#loc2 = loc("<stdin>":38:3)
#loc3 = loc("<stdin>":40:3)
#loc4 = loc("<stdin>":41:3)
#loc5 = loc("<stdin>":43:8)
#loc6 = loc("<stdin>":44:3)
#loc7 = loc("<stdin>":46:3)
#loc8 = loc("<stdin>":47:3)

// -----
"builtin.module"() ({
  "b.f"() ({
    "b.end"() : () -> () loc(#loc2)
  ^bb1:  // pred: ^bb1
    %0 = "b.x"(%1) : (i32) -> i32 loc(#loc3)
    %1 = "b.x"(%0) : (i32) -> i32 loc(#loc4)
    "b.br"()[^bb1] : () -> () loc(#loc5)
  }) : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":49:9)
#loc1 = loc("<stdin>":51:1)
#loc2 = loc("<stdin>":52:3)
#loc3 = loc("<stdin>":54:8)
#loc4 = loc("<stdin>":55:8)
#loc5 = loc("<stdin>":56:3)

// -----
#loc5 = loc("<stdin>":66:6)
#loc6 = loc("<stdin>":66:15)
#loc17 = loc("<stdin>":75:6)
"builtin.module"() ({
  "b.r"() ({
  }) : () -> () loc(#loc1)
  "b.r"() ({
  }, {
  }) : () -> () loc(#loc2)
  "b.r"() ({
  ^bb0:
  }) : () -> () loc(#loc3)
  "b.r"() ({
  ^bb0(%arg1: i32 loc("<stdin>":66:6), %arg2: i32 loc("<stdin>":66:15)):
  }) : () -> () loc(#loc4)
  "b.r"() ({
    "b.r"() ({
      "b.r"() ({
        "b.r"() ({
          "b.r"() ({
            "b.r"() ({
              "b.leaf"() : () -> () loc(#loc13)
            }) : () -> () loc(#loc12)
          }) : () -> () loc(#loc11)
        }) : () -> () loc(#loc10)
      }) : () -> () loc(#loc9)
    }) : () -> () loc(#loc8)
  }) : () -> () loc(#loc7)
  "b.r"() ({
    "b.in"() : () -> () loc(#loc15)
  }, {
    "b.in"() : () -> () loc(#loc16)
  }, {
  ^bb0(%arg0: i1 loc("<stdin>":75:6)):
    "b.in"() : () -> () loc(#loc18)
  }) {a} : () -> () loc(#loc14)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":58:9)
#loc1 = loc("<stdin>":60:1)
#loc2 = loc("<stdin>":61:1)
#loc3 = loc("<stdin>":62:1)
#loc4 = loc("<stdin>":65:1)
#loc7 = loc("<stdin>":68:1)
#loc8 = loc("<stdin>":68:12)
#loc9 = loc("<stdin>":68:23)
#loc10 = loc("<stdin>":68:34)
#loc11 = loc("<stdin>":68:45)
#loc12 = loc("<stdin>":68:56)
#loc13 = loc("<stdin>":68:67)
#loc14 = loc("<stdin>":69:1)
#loc15 = loc("<stdin>":70:3)
#loc16 = loc("<stdin>":73:3)
#loc18 = loc("<stdin>":76:3)

// -----
"builtin.module"() ({
  "b.f"() ({
    "b.switch"()[^bb1, ^bb1, ^bb2, ^bb1] : () -> () loc(#loc2)
  ^bb1:  // 5 preds: ^bb0, ^bb0, ^bb0, ^bb1, ^bb2
    "b.br"()[^bb1] : () -> () loc(#loc3)
  ^bb2:  // 2 preds: ^bb0, ^bb2
    "b.br"()[^bb1, ^bb2] : () -> () loc(#loc4)
  }) : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":78:9)
#loc1 = loc("<stdin>":80:1)
#loc2 = loc("<stdin>":81:3)
#loc3 = loc("<stdin>":83:3)
#loc4 = loc("<stdin>":85:3)

// -----
"builtin.module"() ({
  "b.f"() ({
    "b.nested"() ({
      "b.br"()[^bb1] : () -> () loc(#loc3)
    ^bb1:  // pred: ^bb0
      "b.end"() : () -> () loc(#loc4)
    }, {
      "b.br"()[^bb1] : () -> () loc(#loc5)
    ^bb1:  // pred: ^bb0
      "b.end"() : () -> () loc(#loc6)
    }) : () -> () loc(#loc2)
    "b.br"()[^bb1] : () -> () loc(#loc7)
  ^bb1:  // pred: ^bb0
    "b.end"() : () -> () loc(#loc8)
  }) : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":87:9)
#loc1 = loc("<stdin>":89:1)
#loc2 = loc("<stdin>":91:3)
#loc3 = loc("<stdin>":92:5)
#loc4 = loc("<stdin>":94:5)
#loc5 = loc("<stdin>":96:5)
#loc6 = loc("<stdin>":98:5)
#loc7 = loc("<stdin>":100:3)
#loc8 = loc("<stdin>":102:3)

// -----
#loc3 = loc("<stdin>":108:6)
#loc6 = loc("<stdin>":111:8)
"builtin.module"() ({
  %0 = "b.make"() : () -> i32 loc(#loc1)
  "b.r"() ({
  ^bb0(%arg0: i64 loc("<stdin>":108:6)):
    %1 = "b.make"(%0) : (i32) -> i16 loc(#loc4)
    "b.r"() ({
    ^bb0(%arg1: i8 loc("<stdin>":111:8)):
      "b.use"(%0, %arg0, %1, %arg1) : (i32, i64, i16, i8) -> () loc(#loc7)
    }) : () -> () loc(#loc5)
  }) : () -> () loc(#loc2)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":104:9)
#loc1 = loc("<stdin>":106:6)
#loc2 = loc("<stdin>":107:1)
#loc4 = loc("<stdin>":109:8)
#loc5 = loc("<stdin>":110:3)
#loc7 = loc("<stdin>":112:5)
