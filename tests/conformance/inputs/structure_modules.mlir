module {}
// -----
module @name {}
// -----
module @"quoted name" attributes {d.a = 1, "d.b c"} {}
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<i32 = dense<32> : vector<2xi64>, index = 64 : i64>} {
  module @a { module @b { "m.x"() : () -> () } }
}
// -----
builtin.module @x { builtin.module @y {} }
// -----
"builtin.module"() ({
^bb0:
}) : () -> ()
// -----
"builtin.module"() ({
^bb0:
  "m.x"() : () -> ()
}) {sym_name = "s", sym_visibility = "private"} : () -> ()
// -----
"builtin.module"() <{sym_name = "s"}> ({
  "m.y"() : () -> ()
}) {d.z} : () -> ()
// -----
"m.two"() : () -> ()
"m.ops"() : () -> ()
module {}
// -----
"m.sole"() : () -> ()
// -----
%0 = "m.x"() : () -> i32
%1 = builtin.unrealized_conversion_cast %0 : i32 to i64
%2:2 = builtin.unrealized_conversion_cast %1 : i64 to f32, f64 {a = 1}
%3 = builtin.unrealized_conversion_cast to index
%4 = builtin.unrealized_conversion_cast %3, %0 : index, i32 to !a.b
// -----
// Comments // inside // comments, and at the end without a line feed
// -----
module { // after a brace
  // alone
  "m.x"() : () -> () // after an op
  "m.y"( // in an operand list
  ) // before the colon
  : // after it
  () // before the arrow
  -> // after the arrow
  () // end
  //
  //// "m.z"() : () -> ()
}
