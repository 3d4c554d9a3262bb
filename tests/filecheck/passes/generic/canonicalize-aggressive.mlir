// RUN: dlc-opt %s --load-dialect=support.test_dialect --canonicalize='region-simplify=aggressive' --split-input-file | filecheck %s
// RUN: dlc-opt %s --load-dialect=support.test_dialect --canonicalize --split-input-file | filecheck %s --check-prefix=NORMAL

// CHECK-LABEL: func.func @equal_blocks_become_one
//       CHECK:   "test.use"
//   CHECK-NOT:   "test.use"
// NORMAL-LABEL: func.func @equal_blocks_become_one
//       NORMAL:   "test.use"
//       NORMAL:   "test.use"
func.func @equal_blocks_become_one(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = test.involution %x : i32
  "test.use"(%0) : (i32) -> ()
  return %0 : i32
^b:
  %1 = test.involution %x : i32
  "test.use"(%1) : (i32) -> ()
  return %1 : i32
}

// -----

// CHECK-LABEL: func.func @blocks_that_differ_stay
//       CHECK:   "test.use"(%{{.*}}, %{{.*}})
//       CHECK:   "test.use"(%{{.*}})
func.func @blocks_that_differ_stay(%c: i1, %x: i32) {
  cf.cond_br %c, ^a, ^b
^a:
  "test.use"(%x, %x) : (i32, i32) -> ()
  return
^b:
  "test.use"(%x) : (i32) -> ()
  return
}

// -----

// CHECK-LABEL: func.func @arguments_that_are_always_the_same_go(
//  CHECK-SAME:   %{{.*}}: i1, %[[X:.*]]: i32)
//       CHECK:   return %[[X]]
// NORMAL-LABEL: func.func @arguments_that_are_always_the_same_go(
//       NORMAL: ^{{.*}}(%[[P:.*]]: i32):
//       NORMAL:   return %[[P]]
func.func @arguments_that_are_always_the_same_go(%c: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  "test.use"() {first} : () -> ()
  cf.br ^m(%x : i32)
^b:
  "test.use"() : () -> ()
  cf.br ^m(%x : i32)
^m(%p: i32):
  return %p : i32
}
