"builtin.module"() ({
^bb0:
}) : () -> () loc(#loc)
#loc = loc("<stdin>":1:1)

// -----
"builtin.module"() <{sym_name = "name"}> ({
^bb0:
}) : () -> () loc(#loc)
#loc = loc("<stdin>":3:1)

// -----
"builtin.module"() <{sym_name = "quoted name"}> ({
^bb0:
}) {d.a = 1 : i64, "d.b c"} : () -> () loc(#loc)
#loc = loc("<stdin>":5:1)

// -----
"builtin.module"() ({
  "builtin.module"() <{sym_name = "a"}> ({
    "builtin.module"() <{sym_name = "b"}> ({
      "m.x"() : () -> () loc(#loc3)
    }) : () -> () loc(#loc2)
  }) : () -> () loc(#loc1)
}) {dlti.dl_spec = #dlti.dl_spec<i32 = dense<32> : vector<2xi64>, index = 64 : i64>} : () -> () loc(#loc)
#loc = loc("<stdin>":7:1)
#loc1 = loc("<stdin>":8:3)
#loc2 = loc("<stdin>":8:15)
#loc3 = loc("<stdin>":8:27)

// -----
"builtin.module"() <{sym_name = "x"}> ({
  "builtin.module"() <{sym_name = "y"}> ({
  ^bb0:
  }) : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":11:1)
#loc1 = loc("<stdin>":11:21)

// -----
"builtin.module"() ({
^bb0:
}) : () -> () loc(#loc)
#loc = loc("<stdin>":13:1)

// -----
"builtin.module"() <{sym_name = "s", sym_visibility = "private"}> ({
  "m.x"() : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":17:1)
#loc1 = loc("<stdin>":19:3)

// -----
"builtin.module"() <{sym_name = "s"}> ({
  "m.y"() : () -> () loc(#loc1)
}) {d.z} : () -> () loc(#loc)
#loc = loc("<stdin>":22:1)
#loc1 = loc("<stdin>":23:3)

// -----
"builtin.module"() ({
  "m.two"() : () -> () loc(#loc1)
  "m.ops"() : () -> () loc(#loc2)
  "builtin.module"() ({
  ^bb0:
  }) : () -> () loc(#loc3)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":25:9)
#loc1 = loc("<stdin>":26:1)
#loc2 = loc("<stdin>":27:1)
#loc3 = loc("<stdin>":28:1)

// -----
"builtin.module"() ({
  "m.sole"() : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":29:9)
#loc1 = loc("<stdin>":30:1)

// -----
"builtin.module"() ({
  %0 = "m.x"() : () -> i32 loc(#loc1)
  %1 = "builtin.unrealized_conversion_cast"(%0) : (i32) -> i64 loc(#loc2)
  %2:2 = "builtin.unrealized_conversion_cast"(%1) {a = 1 : i64} : (i64) -> (f32, f64) loc(#loc3)
  %3 = "builtin.unrealized_conversion_cast"() : () -> index loc(#loc4)
  %4 = "builtin.unrealized_conversion_cast"(%3, %0) : (index, i32) -> !a.b loc(#loc5)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":31:9)
#loc1 = loc("<stdin>":32:6)
#loc2 = loc("<stdin>":33:6)
#loc3 = loc("<stdin>":34:8)
#loc4 = loc("<stdin>":35:6)
#loc5 = loc("<stdin>":36:6)

// -----
"builtin.module"() ({
^bb0:
}) : () -> () loc(#loc)
#loc = loc("<stdin>":37:9)

// -----
"builtin.module"() ({
  "m.x"() : () -> () loc(#loc1)
  "m.y"() : () -> () loc(#loc2)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":40:1)
#loc1 = loc("<stdin>":42:3)
#loc2 = loc("<stdin>":43:3)
