// RUN: dlc-opt %s --allow-unregistered-dialect --mlir-print-op-generic | filecheck %s
// RUN: dlc-opt %s --allow-unregistered-dialect --mlir-print-op-generic --names=source | filecheck %s --check-prefix=SOURCE

// In generic form values are numbered across the module, the last op with regions first, as mlir-opt does.

// CHECK:      "func.func"
// CHECK-NEXT:   ^bb0(%arg1: i32):
// CHECK-NEXT:   %3 = "arith.constant"
// CHECK:      "func.func"
// CHECK-NEXT:   ^bb0(%arg0: i32):
// CHECK-NEXT:   %0 = "arith.addi"(%arg0, %arg0)
// CHECK-NEXT:   "t.region"() ({
// CHECK-NEXT:     %2 = "t.first"
// CHECK-NEXT:   }, {
// CHECK-NEXT:     %1 = "t.second"

// SOURCE: ^bb0(%x: i32):
// SOURCE-NEXT: %c = "arith.constant"
func.func @first(%x: i32) {
  %c = arith.constant 1 : i32
  return
}
func.func @second(%x: i32) {
  %sum = arith.addi %x, %x : i32
  "t.region"() ({
    %a = "t.first"() : () -> i32
  }, {
    %a = "t.second"() : () -> i32
  }) : () -> ()
  return
}
