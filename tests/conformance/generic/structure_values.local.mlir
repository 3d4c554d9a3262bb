"builtin.module"() ({
  %0 = "v.a"() : () -> i32 loc("<stdin>":2:6)
  %1 = "v.a"() : () -> i32 loc("<stdin>":3:6)
  %2 = "v.a"() : () -> i32 loc("<stdin>":4:14)
  %3 = "v.a"() : () -> i32 loc("<stdin>":5:6)
  %4 = "v.a"() : () -> i32 loc("<stdin>":6:6)
  %5 = "v.a"() : () -> i32 loc("<stdin>":7:6)
  %6 = "v.a"() : () -> i32 loc("<stdin>":8:6)
  %7 = "v.a"() : () -> i32 loc("<stdin>":9:7)
  %8 = "v.a"() : () -> i32 loc("<stdin>":10:7)
  %9 = "v.a"() : () -> i32 loc("<stdin>":11:24)
  %10 = "v.a"() : () -> i32 loc("<stdin>":12:8)
  %11 = "v.a"() : () -> i32 loc("<stdin>":13:9)
  %12 = "v.a"() : () -> i32 loc("<stdin>":14:8)
  "v.use"(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12) : (i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32, i32) -> () loc("<stdin>":15:1)
}) : () -> () loc("<stdin>":0:0)

// -----
"builtin.module"() ({
  %0:3 = "v.many"() : () -> (i32, f32, index) loc("<stdin>":18:8)
  %1:2 = "v.many"() : () -> (i32, i64) loc("<stdin>":19:10)
  %2:6 = "v.many"() : () -> (i1, i2, i3, i4, i5, i6) loc("<stdin>":20:18)
  %3 = "v.many"() : () -> i1 loc("<stdin>":21:8)
  "v.use"(%0#0, %0#1, %0#2, %0#0, %1#0, %1#1, %2#0, %2#1, %2#0, %2#2, %2#2, %2#5, %3, %3) : (i32, f32, index, i32, i32, i64, i1, i2, i1, i3, i3, i6, i1, i1) -> () loc("<stdin>":22:1)
}) : () -> () loc("<stdin>":16:9)

// -----
"builtin.module"() ({
  %0 = "v.g"(%1, %2#1) : (i32, f32) -> i64 loc("<stdin>":25:6)
  %1 = "v.g"(%0) : (i64) -> i32 loc("<stdin>":26:6)
  %2:2 = "v.g"(%2#0, %3) : (i8, i1) -> (i8, f32) loc("<stdin>":27:8)
  "v.region"() ({
    "v.use"(%3) : (i1) -> () loc("<stdin>":29:3)
    %4 = "v.g"(%5) : (i32) -> i32 loc("<stdin>":30:8)
    %5 = "v.g"(%4) : (i32) -> i32 loc("<stdin>":31:8)
  }) : () -> () loc("<stdin>":28:1)
  %3 = "v.a"() : () -> i1 loc("<stdin>":33:9)
}) : () -> () loc("<stdin>":23:9)

// -----
"builtin.module"() ({
  "v.region"() ({
    %1 = "v.a"() : () -> i32 loc("<stdin>":37:8)
  }, {
    %0 = "v.a"() : () -> i64 loc("<stdin>":39:8)
  }, {
  ^bb0(%arg0: f32 loc("<stdin>":41:6)):
    "v.use"(%arg0) : (f32) -> () loc("<stdin>":42:3)
  }) : () -> () loc("<stdin>":36:1)
}) : () -> () loc("<stdin>":34:9)

// -----
"builtin.module"() ({
  "builtin.module"() ({
    %2 = "v.a"() : () -> f32 loc("<stdin>":47:8)
    "v.use"(%2) : (f32) -> () loc("<stdin>":48:3)
  }) : () -> () loc("<stdin>":46:1)
  "builtin.module"() <{sym_name = "inner"}> ({
    %1 = "v.a"() : () -> f64 loc("<stdin>":51:8)
    "v.use"(%1) : (f64) -> () loc("<stdin>":52:3)
  }) : () -> () loc("<stdin>":50:1)
  "func.func"() <{function_type = (i32) -> (), sym_name = "f", sym_visibility = "private"}> ({
  ^bb0(%arg0: i32 loc("<stdin>":54:22)):
    %0 = "v.a"() : () -> i32 loc("<stdin>":55:8)
    "v.region"() ({
      "v.use"(%arg0, %0) : (i32, i32) -> () loc("<stdin>":57:5)
    }) : () -> () loc("<stdin>":56:3)
    "func.return"() : () -> () loc("<stdin>":59:3)
  }) : () -> () loc("<stdin>":54:1)
}) : () -> () loc("<stdin>":44:9)

// -----
"builtin.module"() ({
  "a"() : () -> () loc("<stdin>":63:1)
  "a.b.c.d"() : () -> () loc("<stdin>":64:1)
  "with space.x"() : () -> () loc("<stdin>":65:1)
  "1.2"() : () -> () loc("<stdin>":66:1)
  "\C3\A9.\C3\BC"() : () -> () loc("<stdin>":67:1)
  "a.<>[]{}()"() : () -> () loc("<stdin>":68:1)
  "a-b.c$d"() : () -> () loc("<stdin>":69:1)
  "%x.^y@z#w!"() : () -> () loc("<stdin>":70:1)
  "a."() : () -> () loc("<stdin>":71:1)
  ".a"() : () -> () loc("<stdin>":72:1)
  "A.B"() : () -> () loc("<stdin>":73:1)
  "module.x"() : () -> () loc("<stdin>":74:1)
  "a.q\22uote"() : () -> () loc("<stdin>":75:1)
  "a.back\\slash"() : () -> () loc("<stdin>":76:1)
  "a.//"() : () -> () loc("<stdin>":77:1)
  "a.'"() : () -> () loc("<stdin>":78:1)
  "a.tab\09"() : () -> () loc("<stdin>":79:1)
}) : () -> () loc("<stdin>":61:9)

// -----
"builtin.module"() ({
  %0:2 = "v.all"(%0#1, %0#0) <{p = 1 : i8}> ({
  ^bb0(%arg0: i32 loc("arg"), %arg1: tensor<4xf32> loc("<stdin>":83:26)):
    "v.br"(%arg0)[^bb1, ^bb2] : (i32) -> () loc("<stdin>":84:3)
  ^bb1:  // pred: ^bb0
    "v.br"()[^bb2] {s} : () -> () loc("<stdin>":86:3)
  ^bb2:  // 2 preds: ^bb0, ^bb1
    "v.end"() : () -> () loc("<stdin>":88:3)
  }, {
  }, {
  ^bb0:
  }) {d.a = 1 : i64} : (i64, i32) -> (i32, i64) loc("here":1:2)
}) : () -> () loc("<stdin>":80:9)

// -----
"builtin.module"() ({
  %0 = "v.a"() {lots = [1, 2], of = "things"} : () -> i32 loc("<stdin>":94:6)
  %1 = "v.a"() : () -> i32 loc("<stdin>":95:6)
  %2 = "v.a"(%0, %1) {a = 1 : i64} : (i32, i32) -> i32 loc("<stdin>":96:6)
  %3 = "v.a"(%2) : (i32) -> i32 loc("<stdin>":113:4)
  "v.b"(%3, %2) : (i32, i32) -> () loc("<stdin>":114:1)
  "v.b"(%3) : (i32) -> () loc("<stdin>":114:27)
  "v.b"() : () -> () loc("<stdin>":114:47)
}) : () -> () loc("<stdin>":93:9)
