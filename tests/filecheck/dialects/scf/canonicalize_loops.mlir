// RUN: dlc-opt %s --canonicalize --allow-unregistered-dialect | filecheck %s

// Blocks of a region go into the function.
// CHECK-LABEL: func.func @executed_blocks(
//  CHECK-NEXT:   cf.cond_br %c, ^[[A:.*]], ^[[B:.*]]
//  CHECK-NEXT: ^[[A]]:
//  CHECK-NEXT:   "test.a"()
//  CHECK-NEXT:   cf.br ^[[REST:.*]](%a : i32)
//  CHECK-NEXT: ^[[B]]:
//  CHECK-NEXT:   "test.b"()
//  CHECK-NEXT:   cf.br ^[[REST]](%b : i32)
//  CHECK-NEXT: ^[[REST]](%[[R:.*]]: i32):
//  CHECK-NEXT:   return %[[R]] : i32
func.func @executed_blocks(%c: i1, %a: i32, %b: i32) -> i32 {
  %r = scf.execute_region -> i32 {
    cf.cond_br %c, ^first, ^second
  ^first:
    "test.a"() : () -> ()
    scf.yield %a : i32
  ^second:
    "test.b"() : () -> ()
    scf.yield %b : i32
  }
  return %r : i32
}

// A loop has one block.
// CHECK-LABEL: func.func @executed_blocks_in_a_loop(
//       CHECK:   scf.for
//  CHECK-NEXT:     scf.execute_region
func.func @executed_blocks_in_a_loop(%c: i1, %n: index, %s: index) {
  scf.for %i = %s to %n step %s {
    scf.execute_region {
      cf.cond_br %c, ^first, ^second
    ^first:
      "test.a"() : () -> ()
      scf.yield
    ^second:
      "test.b"() : () -> ()
      scf.yield
    }
  }
  return
}

// CHECK-LABEL: func.func @bound_is_a_sum(
//  CHECK-NEXT:   "test.once"(%n)
//  CHECK-NEXT:   return
func.func @bound_is_a_sum(%n: index) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %end = arith.addi %n, %c3 overflow<nsw> : index
  scf.for %i = %n to %end step %c4 {
    "test.once"(%i) : (index) -> ()
  }
  return
}

// The sum may wrap around.
// CHECK-LABEL: func.func @bound_may_wrap_around(
//       CHECK:   scf.for %{{.*}} = %n to
//       CHECK:   scf.for unsigned
func.func @bound_may_wrap_around(%n: index) {
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %end = arith.addi %n, %c3 : index
  scf.for %i = %n to %end step %c4 {
    "test.once"(%i) : (index) -> ()
  }
  %signed = arith.addi %n, %c3 overflow<nsw> : index
  scf.for unsigned %i = %n to %signed step %c4 {
    "test.once"(%i) : (index) -> ()
  }
  return
}

// CHECK-LABEL: func.func @values_carried_for_nothing(
//  CHECK-NEXT:   scf.while (%x = %a) : (i32) -> i32 {
//       CHECK:     scf.yield %n : i32
func.func @values_carried_for_nothing(%a: i32, %b: i32) -> i32 {
  %r = scf.while (%x = %a, %y = %b) : (i32, i32) -> i32 {
    %c = "test.condition"(%x) : (i32) -> i1
    scf.condition(%c) %x : i32
  } do {
  ^bb0(%z: i32):
    %n = "test.next"(%z) : (i32) -> i32
    scf.yield %n, %n : i32, i32
  }
  return %r : i32
}

// CHECK-LABEL: func.func @value_passed_twice(
//       CHECK:   %[[R:.*]] = scf.while
//       CHECK:     scf.condition(%c) %x : i32
//       CHECK:   ^bb0(%[[Z:.*]]: i32):
//  CHECK-NEXT:     "test.next"(%[[Z]], %[[Z]])
//       CHECK:   return %[[R]], %[[R]]
func.func @value_passed_twice(%a: i32) -> (i32, i32) {
  %r:2 = scf.while (%x = %a) : (i32) -> (i32, i32) {
    %c = "test.condition"(%x) : (i32) -> i1
    scf.condition(%c) %x, %x : i32, i32
  } do {
  ^bb0(%y: i32, %z: i32):
    %n = "test.next"(%y, %z) : (i32, i32) -> i32
    scf.yield %n : i32
  }
  return %r#0, %r#1 : i32, i32
}

// What is done where the loop goes on is done in its body.
// CHECK-LABEL: func.func @conditional_before_the_end(
//       CHECK:   %[[R:.*]]:2 = scf.while
//       CHECK:     %used = "test.used"()
//       CHECK:     %other = "test.other"()
//       CHECK:     %c = "test.condition"()
//  CHECK-NEXT:     scf.condition(%c) %other, %used : i32, i32
//       CHECK:   ^bb0(%{{.*}}: i32, %[[USED:.*]]: i32):
//  CHECK-NEXT:     "test.more"(%[[USED]])
//  CHECK-NEXT:     %[[THEN:.*]] = "test.then"()
//  CHECK-NEXT:     "test.body"(%[[THEN]])
//       CHECK:   return %[[R]]#0
func.func @conditional_before_the_end() -> i32 {
  %r = scf.while () : () -> i32 {
    %used = "test.used"() : () -> i32
    %other = "test.other"() : () -> i32
    %c = "test.condition"() : () -> i1
    %v = scf.if %c -> i32 {
      "test.more"(%used) : (i32) -> ()
      %then = "test.then"() : () -> i32
      scf.yield %then : i32
    } else {
      scf.yield %other : i32
    }
    scf.condition(%c) %v : i32
  } do {
  ^bb0(%x: i32):
    "test.body"(%x) : (i32) -> ()
    scf.yield
  }
  return %r : i32
}

// Something is done where the loop ends, too.
// CHECK-LABEL: func.func @conditional_with_an_end(
//       CHECK:   scf.if
//       CHECK:   scf.condition
func.func @conditional_with_an_end() {
  scf.while () : () -> () {
    %c = "test.condition"() : () -> i1
    scf.if %c {
      "test.more"() : () -> ()
    } else {
      "test.end"() : () -> ()
    }
    scf.condition(%c)
  } do {
    "test.body"() : () -> ()
    scf.yield
  }
  return
}

// Sizes of outputs are those before the loop, and outputs that nobody uses go.
// CHECK-LABEL: func.func @outputs_of_forall(
//       CHECK:   %[[R:.*]] = scf.forall (%i) in (8) shared_outs(%o = %a) -> (tensor<?x8xf32>) {
//       CHECK:     tensor.dim %a,
//       CHECK:     "test.use"(%{{.*}}, %c)
//       CHECK:     scf.forall.in_parallel {
//  CHECK-NEXT:       tensor.parallel_insert_slice %{{.*}} into %o
//  CHECK-NEXT:     }
//       CHECK:   %[[D:.*]] = tensor.dim %a,
//       CHECK:   return %[[R]], %c, %[[D]]
func.func @outputs_of_forall(%a: tensor<?x8xf32>, %b: tensor<?x8xf32>, %c: tensor<8xf32>) -> (tensor<?x8xf32>, tensor<8xf32>, index) {
  %c0 = arith.constant 0 : index
  %r:3 = scf.forall (%i) in (8) shared_outs(%o = %a, %p = %b, %q = %c) -> (tensor<?x8xf32>, tensor<?x8xf32>, tensor<8xf32>) {
    %d = tensor.dim %o, %c0 : tensor<?x8xf32>
    "test.use"(%d, %q) : (index, tensor<8xf32>) -> ()
    %s = tensor.extract_slice %a[0, %i] [1, 1] [1, 1] : tensor<?x8xf32> to tensor<1x1xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[0, %i] [1, 1] [1, 1] : tensor<1x1xf32> into tensor<?x8xf32>
      tensor.parallel_insert_slice %s into %p[0, %i] [1, 1] [1, 1] : tensor<1x1xf32> into tensor<?x8xf32>
    }
  }
  %d = tensor.dim %r#0, %c0 : tensor<?x8xf32>
  return %r#0, %r#2, %d : tensor<?x8xf32>, tensor<8xf32>, index
}
