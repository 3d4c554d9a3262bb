// RUN: dlc-opt %s --allow-unregistered-dialect | filecheck %s

// Only in the regions of `builtin.module` and `func.func` may the prefix of their dialect be left out.

// CHECK: "t.op"() ({
// CHECK:   builtin.unrealized_conversion_cast to i32
// CHECK:   builtin.module {
"t.op"() ({
  %0 = builtin.unrealized_conversion_cast to i32
  builtin.module {
  }
  "t.end"() : () -> ()
}) : () -> ()
// CHECK: {{^  }}module {
module {
}
llvm.func @f() {
  // CHECK: builtin.unrealized_conversion_cast to i32
  %0 = builtin.unrealized_conversion_cast to i32
  llvm.return
}
