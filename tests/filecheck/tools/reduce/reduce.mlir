// RUN: dlc-reduce 'grep -q arith.muli' %s --interesting-when-zero --allow-unregistered-dialect | filecheck %s
// RUN: dlc-reduce 'grep -q test.inner {}' %s --interesting-when-zero --allow-unregistered-dialect \
// RUN:   --reductions=symbols,regions,ops | filecheck %s --check-prefix=INNER

//      CHECK: module {
// CHECK-NEXT:   func.func @a() {
// CHECK-NEXT:     %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT:     arith.muli %[[ZERO]], %[[ZERO]] : i32
// CHECK-NEXT:     return
// CHECK-NEXT:   }
// CHECK-NEXT: }
func.func @product_of_sums(%x: i32, %y: i32) -> i32 {
  %a = arith.addi %x, %y : i32
  %b = arith.addi %a, %y : i32
  %c = arith.muli %a, %b : i32
  return %c : i32
}

//      INNER: module {
// INNER-NEXT:   func.func @nested
// INNER-NEXT:     "test.inner"(%x) : (i32) -> ()
// INNER-NEXT:     return
func.func @nested(%x: i32) {
  %y = "test.make"(%x) : (i32) -> i32
  "test.outer"() ({
    %z = arith.addi %x, %y : i32
    "test.inner"(%z) : (i32) -> ()
  }) : () -> ()
  return
}
