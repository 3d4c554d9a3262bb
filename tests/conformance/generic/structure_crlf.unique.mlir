"builtin.module"() ({
  %1 = "c.r"() {a = 1 : i64, b = "x"} : () -> i32 // user: %2
  "c.s"(%1) : (i32) -> () // id: %2
  "c.t"() ({
  ^bb0(%arg0: i32):
    // %arg0 is unused
    "c.u"() : () -> ()
  }) : () -> ()
}) : () -> ()
