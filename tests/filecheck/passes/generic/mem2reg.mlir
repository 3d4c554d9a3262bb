// RUN: dlc-opt %s --load-dialect=support.test_dialect --mem2reg --split-input-file | filecheck %s

// CHECK-LABEL: func.func @straight(
//  CHECK-SAME:   %[[X:.*]]: i32, %[[Y:.*]]: i32)
//  CHECK-NEXT:   %[[SUM:.*]] = arith.addi %[[X]], %[[Y]]
//  CHECK-NEXT:   return %[[SUM]]
func.func @straight(%x: i32, %y: i32) -> i32 {
  %m = memref.alloca() : memref<i32>
  memref.store %x, %m[] : memref<i32>
  %0 = memref.load %m[] : memref<i32>
  %1 = arith.addi %0, %y : i32
  memref.store %1, %m[] : memref<i32>
  %2 = memref.load %m[] : memref<i32>
  return %2 : i32
}

// -----

// CHECK-LABEL: func.func @what_is_read_first_is_the_default
//       CHECK:   %[[SEVEN:.*]] = test.const 7
//       CHECK:   return %[[SEVEN]]
func.func @what_is_read_first_is_the_default() -> i32 {
  %p = test.slot 7 : i32
  %0 = test.get %p : i32
  return %0 : i32
}

// -----

// CHECK-LABEL: func.func @values_meet_in_arguments(
//  CHECK-SAME:   %[[C:.*]]: i1, %[[X:.*]]: i32, %[[Y:.*]]: i32)
//       CHECK:   cf.cond_br %[[C]], ^[[A:.*]], ^[[M:.*]](%[[X]] : i32)
//       CHECK: ^[[A]]:
//       CHECK:   %[[SUM:.*]] = arith.addi %[[X]], %[[Y]]
//       CHECK:   cf.br ^[[M]](%[[SUM]] : i32)
//       CHECK: ^[[M]](%[[R:.*]]: i32):
//       CHECK:   return %[[R]]
func.func @values_meet_in_arguments(%c: i1, %x: i32, %y: i32) -> i32 {
  %p = test.slot 0 : i32
  test.set %x, %p : i32
  cf.cond_br %c, ^a, ^m
^a:
  %0 = test.get %p : i32
  %1 = arith.addi %0, %y : i32
  test.set %1, %p : i32
  cf.br ^m
^m:
  %2 = test.get %p : i32
  return %2 : i32
}

// -----

// CHECK-LABEL: func.func @loops(
//  CHECK-SAME:   %[[N:.*]]: i32, %[[X:.*]]: i32)
//       CHECK:   cf.br ^[[H:.*]](%[[X]], %{{.*}} : i32, i32)
//       CHECK: ^[[H]](%[[A:.*]]: i32, %[[I:.*]]: i32):
//       CHECK:   arith.cmpi slt, %[[I]], %[[N]]
//       CHECK:   cf.cond_br %{{.*}}, ^[[B:.*]], ^[[E:.*]]
//       CHECK: ^[[B]]:
//       CHECK:   %[[A2:.*]] = arith.addi %[[A]], %[[I]]
//       CHECK:   %[[I2:.*]] = arith.addi %[[I]]
//       CHECK:   cf.br ^[[H]](%[[A2]], %[[I2]] : i32, i32)
//       CHECK: ^[[E]]:
//       CHECK:   return %[[A]]
func.func @loops(%n: i32, %x: i32) -> i32 {
  %a = memref.alloca() : memref<i32>
  %i = memref.alloca() : memref<i32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  memref.store %c0, %i[] : memref<i32>
  memref.store %x, %a[] : memref<i32>
  cf.br ^h
^h:
  %0 = memref.load %i[] : memref<i32>
  %1 = arith.cmpi slt, %0, %n : i32
  cf.cond_br %1, ^b, ^e
^b:
  %2 = memref.load %a[] : memref<i32>
  %3 = arith.addi %2, %0 : i32
  memref.store %3, %a[] : memref<i32>
  %4 = arith.addi %0, %c1 : i32
  memref.store %4, %i[] : memref<i32>
  cf.br ^h
^e:
  %5 = memref.load %a[] : memref<i32>
  return %5 : i32
}

// -----

// CHECK-LABEL: func.func @reads_inside_regions(
//  CHECK-SAME:   %{{.*}}: index, %[[X:.*]]: i32)
//       CHECK:   test.loop
//       CHECK:     "test.use"(%[[X]])
func.func @reads_inside_regions(%n: index, %x: i32) {
  %p = test.slot 0 : i32
  test.set %x, %p : i32
  test.loop %n {
  ^bb0(%i: index):
    %0 = test.get %p : i32
    "test.use"(%0) : (i32) -> ()
    test.yield
  }
  return
}

// -----

// CHECK-LABEL: func.func @writes_inside_regions_stay(
//       CHECK:   test.slot
//       CHECK:     test.set
func.func @writes_inside_regions_stay(%n: index, %x: i32) -> i32 {
  %p = test.slot 0 : i32
  test.loop %n {
  ^bb0(%i: index):
    test.set %x, %p : i32
    test.yield
  }
  %0 = test.get %p : i32
  return %0 : i32
}

// -----

// CHECK-LABEL: func.func @pointers_that_escape_stay(
//       CHECK:   test.slot
//       CHECK:   test.set
//       CHECK:   "test.use"
func.func @pointers_that_escape_stay(%x: i32) {
  %p = test.slot 0 : i32
  test.set %x, %p : i32
  "test.use"(%p) : (index) -> ()
  return
}
