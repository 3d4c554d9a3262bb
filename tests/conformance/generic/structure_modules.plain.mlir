"builtin.module"() ({
^bb0:
}) : () -> ()

// -----
"builtin.module"() <{sym_name = "name"}> ({
^bb0:
}) : () -> ()

// -----
"builtin.module"() <{sym_name = "quoted name"}> ({
^bb0:
}) {d.a = 1 : i64, "d.b c"} : () -> ()

// -----
"builtin.module"() ({
  "builtin.module"() <{sym_name = "a"}> ({
    "builtin.module"() <{sym_name = "b"}> ({
      "m.x"() : () -> ()
    }) : () -> ()
  }) : () -> ()
}) {dlti.dl_spec = #dlti.dl_spec<i32 = dense<32> : vector<2xi64>, index = 64 : i64>} : () -> ()

// -----
"builtin.module"() <{sym_name = "x"}> ({
  "builtin.module"() <{sym_name = "y"}> ({
  ^bb0:
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
^bb0:
}) : () -> ()

// -----
"builtin.module"() <{sym_name = "s", sym_visibility = "private"}> ({
  "m.x"() : () -> ()
}) : () -> ()

// -----
"builtin.module"() <{sym_name = "s"}> ({
  "m.y"() : () -> ()
}) {d.z} : () -> ()

// -----
"builtin.module"() ({
  "m.two"() : () -> ()
  "m.ops"() : () -> ()
  "builtin.module"() ({
  ^bb0:
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "m.sole"() : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  %0 = "m.x"() : () -> i32
  %1 = "builtin.unrealized_conversion_cast"(%0) : (i32) -> i64
  %2:2 = "builtin.unrealized_conversion_cast"(%1) {a = 1 : i64} : (i64) -> (f32, f64)
  %3 = "builtin.unrealized_conversion_cast"() : () -> index
  %4 = "builtin.unrealized_conversion_cast"(%3, %0) : (index, i32) -> !a.b
}) : () -> ()

// -----
"builtin.module"() ({
^bb0:
}) : () -> ()

// -----
"builtin.module"() ({
  "m.x"() : () -> ()
  "m.y"() : () -> ()
}) : () -> ()
