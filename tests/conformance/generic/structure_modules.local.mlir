"builtin.module"() ({
^bb0:
}) : () -> () loc("<stdin>":1:1)

// -----
"builtin.module"() <{sym_name = "name"}> ({
^bb0:
}) : () -> () loc("<stdin>":3:1)

// -----
"builtin.module"() <{sym_name = "quoted name"}> ({
^bb0:
}) {d.a = 1 : i64, "d.b c"} : () -> () loc("<stdin>":5:1)

// -----
"builtin.module"() ({
  "builtin.module"() <{sym_name = "a"}> ({
    "builtin.module"() <{sym_name = "b"}> ({
      "m.x"() : () -> () loc("<stdin>":8:27)
    }) : () -> () loc("<stdin>":8:15)
  }) : () -> () loc("<stdin>":8:3)
}) {dlti.dl_spec = #dlti.dl_spec<i32 = dense<32> : vector<2xi64>, index = 64 : i64>} : () -> () loc("<stdin>":7:1)

// -----
"builtin.module"() <{sym_name = "x"}> ({
  "builtin.module"() <{sym_name = "y"}> ({
  ^bb0:
  }) : () -> () loc("<stdin>":11:21)
}) : () -> () loc("<stdin>":11:1)

// -----
"builtin.module"() ({
^bb0:
}) : () -> () loc("<stdin>":13:1)

// -----
"builtin.module"() <{sym_name = "s", sym_visibility = "private"}> ({
  "m.x"() : () -> () loc("<stdin>":19:3)
}) : () -> () loc("<stdin>":17:1)

// -----
"builtin.module"() <{sym_name = "s"}> ({
  "m.y"() : () -> () loc("<stdin>":23:3)
}) {d.z} : () -> () loc("<stdin>":22:1)

// -----
"builtin.module"() ({
  "m.two"() : () -> () loc("<stdin>":26:1)
  "m.ops"() : () -> () loc("<stdin>":27:1)
  "builtin.module"() ({
  ^bb0:
  }) : () -> () loc("<stdin>":28:1)
}) : () -> () loc("<stdin>":25:9)

// -----
"builtin.module"() ({
  "m.sole"() : () -> () loc("<stdin>":30:1)
}) : () -> () loc("<stdin>":29:9)

// -----
"builtin.module"() ({
  %0 = "m.x"() : () -> i32 loc("<stdin>":32:6)
  %1 = "builtin.unrealized_conversion_cast"(%0) : (i32) -> i64 loc("<stdin>":33:6)
  %2:2 = "builtin.unrealized_conversion_cast"(%1) {a = 1 : i64} : (i64) -> (f32, f64) loc("<stdin>":34:8)
  %3 = "builtin.unrealized_conversion_cast"() : () -> index loc("<stdin>":35:6)
  %4 = "builtin.unrealized_conversion_cast"(%3, %0) : (index, i32) -> !a.b loc("<stdin>":36:6)
}) : () -> () loc("<stdin>":31:9)

// -----
"builtin.module"() ({
^bb0:
}) : () -> () loc("<stdin>":37:9)

// -----
"builtin.module"() ({
  "m.x"() : () -> () loc("<stdin>":42:3)
  "m.y"() : () -> () loc("<stdin>":43:3)
}) : () -> () loc("<stdin>":40:1)
