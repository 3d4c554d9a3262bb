"builtin.module"() ({
  %1 = "m.x"() : () -> i32 // users: %5, %2
  %2 = "builtin.unrealized_conversion_cast"(%1) : (i32) -> i64 // users: %3#0, %3#1
  %3:2 = "builtin.unrealized_conversion_cast"(%2) {a = 1 : i64} : (i64) -> (f32, f64) // unused
  %4 = "builtin.unrealized_conversion_cast"() : () -> index // user: %5
  %5 = "builtin.unrealized_conversion_cast"(%4, %1) : (index, i32) -> !a.b // unused
}) : () -> ()
