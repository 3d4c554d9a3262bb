// RUN: dlc-opt %s --pass-pipeline='builtin.module(print-ir{label=first},func.func(print-ir{label="in a function"}))' -o /dev/null 2>&1 | filecheck %s

//      CHECK: // -----// IR Dump first //----- //
// CHECK-NEXT: module {
//      CHECK: // -----// IR Dump in a function //----- //
// CHECK-NEXT: func.func @f()
func.func @f() {
  return
}
