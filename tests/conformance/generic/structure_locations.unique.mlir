"builtin.module"() ({
  "l.a"() : () -> ()
  "l.a"() : () -> ()
  "l.a"() ({
  ^bb0(%arg0: i32, %arg1: i32, %arg2: i32):
    // %arg0 is unused
    // %arg1 is unused
    // %arg2 is unused
    "l.b"() : () -> ()
    "l.b"() : () -> ()
  ^bb1(%6: i1):  // no predecessors
    // %6 is unused
    "l.c"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{arg_attrs = [{}, {d.x = 1 : i64}], function_type = (i32, f32) -> i32, sym_name = "f"}> ({
  ^bb0(%arg0: i32, %arg1: f32):
    // %arg0 is used by %2
    // %arg1 is unused
    "func.return"(%arg0) : (i32) -> () // id: %2
  }) : () -> ()
}) : () -> ()
