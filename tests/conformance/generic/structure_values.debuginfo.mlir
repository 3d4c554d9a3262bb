"builtin.module"() ({
  %0 = "v.a"() : () -> i32 loc(#loc1)
  %1 = "v.a"() : () -> i32 loc(#loc2)
  %2 = "v.a"() : () -> i32 loc(#loc3)
  %3 = "v.a"() : () -> i32 loc(#loc4)
  %4 = "v.a"() : () -> i32 loc(#loc5)
  %5 = "v.a"() : () -> i32 loc(#loc6)
  %6 = "v.a"() : () -> i32 loc(#loc7)
  %7 = "v.a"() : () -> i32 loc(#loc8)
  %8 = "v.a"() : () -> i32 loc(#loc9)
  %9 = "v.a"() : () -> i32 loc(#loc10)
  %10 = "v.a"() : () -> i32 loc(#loc11)
  %11 = "v.a"() : () -> i32 loc(#loc12)
  %12 = "v.a"() : () -> i32 loc(#loc13)
  "v.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12) : (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) -> () loc(#loc14)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":0:0)
#loc1 = loc("<stdin>":2:6)
#loc2 = loc("<stdin>":3:6)
#loc3 = loc("<stdin>":4:14)
#loc4 = loc("<stdin>":5:6)
#loc5 = loc("<stdin>":6:6)
#loc6 = loc("<stdin>":7:6)
#loc7 = loc("<stdin>":8:6)
#loc8 = loc("<stdin>":9:7)
#loc9 = loc("<stdin>":10:7)
#loc10 = loc("<stdin>":11:24)
#loc11 = loc("<stdin>":12:8)
#loc12 = loc("<stdin>":13:9)
#loc13 = loc("<stdin>":14:8)
#loc14 = loc("<stdin>":15:1)

// -----
"builtin.module"() ({
  %0:3 = "v.many"() : () -> (i32, f32, index) loc(#loc1)
  %1:2 = "v.many"() : () -> (i32, i64) loc(#loc2)
  %2:6 = "v.many"() : () -> (i1, i2, i3, i4, i5, i6) loc(#loc3)
  %3 = "v.many"() : () -> i1 loc(#loc4)
  "v.use"(%0#0, %0#1, %0#2, %0#0, %1#0, %1#1, %2#0, %2#1, %2#0, %2#2, %2#2, %2#5, %3, %3) : (i32, f32, index, i32, i32, i64, i1, i2, i1, i3, i3, i6, i1, i1) -> () loc(#loc5)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":16:9)
#loc1 = loc("<stdin>":18:8)
#loc2 = loc("<stdin>":19:10)
#loc3 = loc("<stdin>":20:18)
#loc4 = loc("<stdin>":21:8)
#loc5 = loc("<stdin>":22:1)

// -----
"builtin.module"() ({
  %0 = "v.g"(%1, %2#1) : (i32, f32) -> i64 loc(#loc1)
  %1 = "v.g"(%0) : (i64) -> i32 loc(#loc2)
  %2:2 = "v.g"(%2#0, %3) : (i8, i1) -> (i8, f32) loc(#loc3)
  "v.region"() ({
    "v.use"(%3) : (i1) -> () loc(#loc5)
    %4 = "v.g"(%5) : (i32) -> i32 loc(#loc6)
    %5 = "v.g"(%4) : (i32) -> i32 loc(#loc7)
  }) : () -> () loc(#loc4)
  %3 = "v.a"() : () -> i1 loc(#loc8)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":23:9)
#loc1 = loc("<stdin>":25:6)
#loc2 = loc("<stdin>":26:6)
#loc3 = loc("<stdin>":27:8)
#loc4 = loc("<stdin>":28:1)
#loc5 = loc("<stdin>":29:3)
#loc6 = loc("<stdin>":30:8)
#loc7 = loc("<stdin>":31:8)
#loc8 = loc("<stdin>":33:9)

// -----
#loc4 = loc("<stdin>":41:6)
"builtin.module"() ({
  "v.region"() ({
    %1 = "v.a"() : () -> i32 loc(#loc2)
  }, {
    %0 = "v.a"() : () -> i64 loc(#loc3)
  }, {
  ^bb0(%arg0: f32 loc("<stdin>":41:6)):
    "v.use"(%arg0) : (f32) -> () loc(#loc5)
  }) : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":34:9)
#loc1 = loc("<stdin>":36:1)
#loc2 = loc("<stdin>":37:8)
#loc3 = loc("<stdin>":39:8)
#loc5 = loc("<stdin>":42:3)

// -----
#loc8 = loc("<stdin>":54:22)
"builtin.module"() ({
  "builtin.module"() ({
    %2 = "v.a"() : () -> f32 loc(#loc2)
    "v.use"(%2) : (f32) -> () loc(#loc3)
  }) : () -> () loc(#loc1)
  "builtin.module"() <{sym_name = "inner"}> ({
    %1 = "v.a"() : () -> f64 loc(#loc5)
    "v.use"(%1) : (f64) -> () loc(#loc6)
  }) : () -> () loc(#loc4)
  "func.func"() <{function_type = (i32) -> (), sym_name = "f", sym_visibility = "private"}> ({
  ^bb0(%arg0: i32 loc("<stdin>":54:22)):
    %0 = "v.a"() : () -> i32 loc(#loc9)
    "v.region"() ({
      "v.use"(%arg0, %0) : (i32, i32) -> () loc(#loc11)
    }) : () -> () loc(#loc10)
    "func.return"() : () -> () loc(#loc12)
  }) : () -> () loc(#loc7)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":44:9)
#loc1 = loc("<stdin>":46:1)
#loc2 = loc("<stdin>":47:8)
#loc3 = loc("<stdin>":48:3)
#loc4 = loc("<stdin>":50:1)
#loc5 = loc("<stdin>":51:8)
#loc6 = loc("<stdin>":52:3)
#loc7 = loc("<stdin>":54:1)
#loc9 = loc("<stdin>":55:8)
#loc10 = loc("<stdin>":56:3)
#loc11 = loc("<stdin>":57:5)
#loc12 = loc("<stdin>":59:3)

// -----
"builtin.module"() ({
  "a"() : () -> () loc(#loc1)
  "a.b.c.d"() : () -> () loc(#loc2)
  "with space.x"() : () -> () loc(#loc3)
  "1.2"() : () -> () loc(#loc4)
  "\C3\A9.\C3\BC"() : () -> () loc(#loc5)
  "a.<>[]{}()"() : () -> () loc(#loc6)
  "a-b.c$d"() : () -> () loc(#loc7)
  "%x.^y@z#w!"() : () -> () loc(#loc8)
  "a."() : () -> () loc(#loc9)
  ".a"() : () -> () loc(#loc10)
  "A.B"() : () -> () loc(#loc11)
  "module.x"() : () -> () loc(#loc12)
  "a.q\22uote"() : () -> () loc(#loc13)
  "a.back\\slash"() : () -> () loc(#loc14)
  "a.//"() : () -> () loc(#loc15)
  "a.'"() : () -> () loc(#loc16)
  "a.tab\09"() : () -> () loc(#loc17)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":61:9)
#loc1 = loc("<stdin>":63:1)
#loc2 = loc("<stdin>":64:1)
#loc3 = loc("<stdin>":65:1)
#loc4 = loc("<stdin>":66:1)
#loc5 = loc("<stdin>":67:1)
#loc6 = loc("<stdin>":68:1)
#loc7 = loc("<stdin>":69:1)
#loc8 = loc("<stdin>":70:1)
#loc9 = loc("<stdin>":71:1)
#loc10 = loc("<stdin>":72:1)
#loc11 = loc("<stdin>":73:1)
#loc12 = loc("<stdin>":74:1)
#loc13 = loc("<stdin>":75:1)
#loc14 = loc("<stdin>":76:1)
#loc15 = loc("<stdin>":77:1)
#loc16 = loc("<stdin>":78:1)
#loc17 = loc("<stdin>":79:1)

// -----
#loc2 = loc("arg")
#loc3 = loc("<stdin>":83:26)
"builtin.module"() ({
  %0:2 = "v.all"(%0#1, %0#0) <{p = 1 : i8}> ({
  ^bb0(%arg0: i32 loc("arg"), %arg1: tensor<4xf32> loc("<stdin>":83:26)):
    "v.br"(%arg0)[^bb1, ^bb2] : (i32) -> () loc(#loc4)
  ^bb1:  // pred: ^bb0
    "v.br"()[^bb2] {s} : () -> () loc(#loc5)
  ^bb2:  // 2 preds: ^bb0, ^bb1
    "v.end"() : () -> () loc(#loc6)
  }, {
  }, {
  ^bb0:
  }) {d.a = 1 : i64} : (i64, i32) -> (i32, i64) loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":80:9)
#loc1 = loc("here":1:2)
#loc4 = loc("<stdin>":84:3)
#loc5 = loc("<stdin>":86:3)
#loc6 = loc("<stdin>":88:3)

// -----
"builtin.module"() ({
  %0 = "v.a"() {lots = [1, 2], of = "things"} : () -> i32 loc(#loc1)
  %1 = "v.a"() : () -> i32 loc(#loc2)
  %2 = "v.a"(%0, %1) {a = 1 : i64} : (i32, i32) -> i32 loc(#loc3)
  %3 = "v.a"(%2) : (i32) -> i32 loc(#loc4)
  "v.b"(%3, %2) : (i32, i32) -> () loc(#loc5)
  "v.b"(%3) : (i32) -> () loc(#loc6)
  "v.b"() : () -> () loc(#loc7)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":93:9)
#loc1 = loc("<stdin>":94:6)
#loc2 = loc("<stdin>":95:6)
#loc3 = loc("<stdin>":96:6)
#loc4 = loc("<stdin>":113:4)
#loc5 = loc("<stdin>":114:1)
#loc6 = loc("<stdin>":114:27)
#loc7 = loc("<stdin>":114:47)
