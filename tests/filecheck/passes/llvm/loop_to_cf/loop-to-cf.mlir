// RUN: dlc-opt %s --loop-to-cf --split-input-file --allow-unregistered-dialect | filecheck %s

// CHECK-LABEL: func.func @counts_while_below_the_bound
//  CHECK-SAME:   (%[[M:.*]]: memref<?xf32>, %[[N:.*]]: index, %[[X:.*]]: f32)
//   CHECK-DAG:   %[[THREE:.*]] = arith.constant 3 : index
//   CHECK-DAG:   %[[ZERO:.*]] = arith.constant 0 : index
//       CHECK:   cf.br ^[[HEAD:.*]](%[[ZERO]] : index)
//       CHECK: ^[[HEAD]](%[[I:.*]]: index):
//       CHECK:   %[[AGAIN:.*]] = arith.cmpi slt, %[[I]], %[[N]] : index
//       CHECK:   cf.cond_br %[[AGAIN]], ^[[BODY:.*]], ^[[REST:.*]]
//       CHECK: ^[[BODY]]:
//       CHECK:   memref.store %[[X]], %[[M]][%[[I]]]
//       CHECK:   %[[NEXT:.*]] = arith.addi %[[I]], %[[THREE]] overflow<nsw> : index
//       CHECK:   cf.br ^[[HEAD]](%[[NEXT]] : index)
//       CHECK: ^[[REST]]:
//       CHECK:   return
func.func @counts_while_below_the_bound(%m: memref<?xf32>, %n: index, %x: f32) {
  loop.for %i = 0 to %n step 3 {
    loop.store %x, %m[%i] : memref<?xf32>
  }
  return
}

// -----

// What is carried are arguments of the block that compares, and the results are those.
// CHECK-LABEL: func.func @carries_values
//       CHECK:   cf.br ^[[HEAD:.*]](%{{.*}}, %{{.*}} : index, f32)
//       CHECK: ^[[HEAD]](%{{.*}}: index, %[[SUM:.*]]: f32):
//       CHECK:   %[[NEXT:.*]] = arith.addf %[[SUM]]
//       CHECK:   cf.br ^[[HEAD]](%{{.*}}, %[[NEXT]] : index, f32)
//       CHECK:   return %[[SUM]] : f32
func.func @carries_values(%m: memref<8xf32>, %x: f32) -> f32 {
  %r = loop.for %i = 0 to 8 iter_args(%s = %x) -> (f32) {
    %y = loop.load %m[%i] : memref<8xf32>
    %t = arith.addf %s, %y : f32
    loop.yield %t : f32
  }
  return %r : f32
}

// -----

// CHECK-LABEL: func.func @bounds_are_extremes
//  CHECK-SAME:   (%[[N:.*]]: index, %[[K:.*]]: index
//       CHECK:   %[[LOW:.*]] = arith.maxsi %[[N]], %{{.*}} : index
//       CHECK:   %[[HIGH:.*]] = arith.minsi %[[K]], %{{.*}} : index
//       CHECK:   cf.br ^{{.*}}(%[[LOW]] : index)
//       CHECK:   arith.cmpi slt, %{{.*}}, %[[HIGH]]
func.func @bounds_are_extremes(%n: index, %k: index, %m: memref<9xi32>, %x: i32) {
  loop.for %i = max affine_map<(d0) -> (d0, 2)>(%n) to min affine_map<(d0) -> (d0, 9)>(%k) {
    loop.store %x, %m[%i] : memref<9xi32>
  }
  return
}

// -----

// A loop says what it says to LLVM at its branch back; what it says to others is left out.
// CHECK-LABEL: func.func @annotated
//       CHECK:   cf.cond_br %{{[a-z0-9]*}}, ^{{[a-z0-9]*}}, ^{{[a-z0-9]*$}}
//       CHECK:   cf.br ^{{.*}}(%{{.*}} : index) {loop_annotation = #{{.*$}}
//   CHECK-NOT:   other
func.func @annotated(%m: memref<9xi32>, %x: i32) {
  loop.for %i = 0 to 9 {
    loop.store %x, %m[%i] : memref<9xi32>
  } {loop_annotation = #llvm.loop_annotation<disableNonforced = true>, test.other = 1 : i32}
  return
}

// -----

// The loops inside leave to where the loop around goes on; each carries the sum.
// CHECK-LABEL: func.func @parallel_loops_run_one_after_the_other
//       CHECK:   %[[START:.*]] = arith.constant -0.000000e+00 : f32
//       CHECK:   cf.br ^[[OUTER:.*]](%{{.*}}, %[[START]] : index, f32)
//       CHECK: ^[[OUTER]](%{{.*}}: index, %[[OUTER_SUM:.*]]: f32):
//       CHECK:   cf.cond_br %{{.*}}, ^{{.*}}, ^[[REST:.*]]
//       CHECK:   cf.br ^[[INNER:.*]](%{{.*}}, %[[OUTER_SUM]] : index, f32)
//       CHECK: ^[[INNER]](%{{.*}}: index, %[[SUM:.*]]: f32):
//       CHECK:   cf.cond_br %{{.*}}, ^{{.*}}, ^[[LATCH:.*]]
//       CHECK:   %[[NEW:.*]] = arith.addf %[[SUM]], %{{.*}} : f32
//       CHECK:   cf.br ^[[INNER]](%{{.*}}, %[[NEW]] : index, f32)
//       CHECK: ^[[LATCH]]:
//       CHECK:   cf.br ^[[OUTER]](%{{.*}}, %[[SUM]] : index, f32)
//       CHECK: ^[[REST]]:
//       CHECK:   return %[[OUTER_SUM]]
func.func @parallel_loops_run_one_after_the_other(%m: memref<4x8xf32>) -> f32 {
  %r = loop.parallel (%i, %j) = (0, 0) to (4, 8) reduce ("addf") -> (f32) {
    %x = loop.load %m[%i, %j] : memref<4x8xf32>
    loop.yield %x : f32
  }
  return %r : f32
}

// -----

// Without results there is nothing to begin with.
// CHECK-LABEL: func.func @parallel_without_reduction
//   CHECK-NOT:   -0.0
//       CHECK:   cf.br ^{{.*}}(%{{[^,]*}} : index)
func.func @parallel_without_reduction(%m: memref<4xf32>, %x: f32) {
  loop.parallel (%i) = (0) to (4) {
    loop.store %x, %m[%i] : memref<4xf32>
  }
  return
}

// -----

// The last value is what is assigned; before the first there is none.
// CHECK-LABEL: func.func @assigns_the_last
//       CHECK:   ub.poison : f32
//       CHECK:   %[[X:.*]] = memref.load
//       CHECK:   cf.br ^{{.*}}(%{{.*}}, %[[X]] : index, f32)
func.func @assigns_the_last(%m: memref<4xf32>) -> f32 {
  %r = loop.parallel (%i) = (0) to (4) reduce ("assign") -> (f32) {
    %x = loop.load %m[%i] : memref<4xf32>
    loop.yield %x : f32
  }
  return %r : f32
}

// -----

// CHECK-LABEL: func.func @sets_are_comparisons
//  CHECK-SAME:   (%[[I:.*]]: index, %[[N:.*]]: index
//       CHECK:   %[[A:.*]] = arith.cmpi sge, %[[N]], %[[I]] : index
//       CHECK:   %[[B:.*]] = arith.cmpi eq, %[[I]], %{{.*}} : index
//       CHECK:   %[[BOTH:.*]] = arith.andi %[[A]], %[[B]] : i1
//       CHECK:   cf.cond_br %[[BOTH]], ^[[THEN:.*]], ^[[ELSE:.*]]
//       CHECK: ^[[THEN]]:
//       CHECK:   cf.br ^[[REST:.*]](%[[X:.*]] : f32)
//       CHECK: ^[[ELSE]]:
//       CHECK:   cf.br ^[[REST]](%[[Y:.*]] : f32)
//       CHECK: ^[[REST]](%[[R:.*]]: f32):
//       CHECK:   return %[[R]]
func.func @sets_are_comparisons(%i: index, %n: index, %x: f32, %y: f32) -> f32 {
  %r = loop.if affine_set<(d0)[s0] : (s0 - d0 >= 0, d0 - 7 == 0)>(%i)[%n] -> f32 {
    loop.yield %x : f32
  } else {
    loop.yield %y : f32
  }
  return %r : f32
}

// -----

// CHECK-LABEL: func.func @no_else
//       CHECK:   cf.cond_br %{{.*}}, ^[[THEN:.*]], ^[[REST:.*]]
//       CHECK: ^[[THEN]]:
//       CHECK:   cf.br ^[[REST]]
//       CHECK: ^[[REST]]:
//       CHECK:   return
func.func @no_else(%c: i1, %m: memref<f32>, %x: f32) {
  loop.when %c {
    loop.store %x, %m[] : memref<f32>
  }
  return
}

// -----

// The second region is reached from one place, so it uses what the condition passes on.
// CHECK-LABEL: func.func @while_loops
//  CHECK-SAME:   (%[[N:.*]]: i64)
//       CHECK:   cf.br ^[[BEFORE:.*]](%[[N]] : i64)
//       CHECK: ^[[BEFORE]](%[[A:.*]]: i64):
//       CHECK:   %[[MORE:.*]] = arith.cmpi sgt, %[[A]]
//       CHECK:   cf.cond_br %[[MORE]], ^[[AFTER:.*]], ^[[REST:.*]]
//       CHECK: ^[[AFTER]]:
//       CHECK:   %[[HALF:.*]] = arith.shrsi %[[A]]
//       CHECK:   cf.br ^[[BEFORE]](%[[HALF]] : i64)
//       CHECK: ^[[REST]]:
//       CHECK:   return %[[A]] : i64
func.func @while_loops(%n: i64) -> i64 {
  %c1 = arith.constant 1 : i64
  %r = loop.while (%a = %n) : (i64) -> i64 {
    %more = arith.cmpi sgt, %a, %c1 : i64
    loop.condition(%more) %a : i64
  } do {
  ^bb0(%b: i64):
    %half = arith.shrsi %b, %c1 : i64
    loop.yield %half : i64
  }
  return %r : i64
}

// -----

// Stack memory of a known size is taken where the function begins, other is freed in each iteration.
// CHECK-LABEL: func.func @stack_memory
//       CHECK:   memref.alloca() : memref<4xf32>
//       CHECK:   cf.cond_br %{{.*}}, ^[[BODY:.*]], ^
//       CHECK: ^[[BODY]]:
//       CHECK:   %[[HEIGHT:.*]] = llvm.intr.stacksave : !llvm.ptr
//       CHECK:   memref.alloca(%{{.*}}) : memref<?xf32>
//       CHECK:   llvm.intr.stackrestore %[[HEIGHT]] : !llvm.ptr
//       CHECK:   cf.br
func.func @stack_memory(%n: index) {
  loop.for %i = 0 to %n {
    %a = memref.alloca() : memref<4xf32>
    %b = memref.alloca(%n) : memref<?xf32>
    "test.use"(%a, %b) : (memref<4xf32>, memref<?xf32>) -> ()
  }
  return
}

// -----

// Where a function frees it, it stays where it is.
// CHECK-LABEL: func.func @stack_memory_of_the_function
//   CHECK-NOT:   stacksave
//       CHECK:   cf.cond_br
//       CHECK:   memref.alloca(%{{.*}}) : memref<?xf32>
func.func @stack_memory_of_the_function(%c: i1, %n: index) {
  loop.when %c {
    %b = memref.alloca(%n) : memref<?xf32>
    "test.use"(%b) : (memref<?xf32>) -> ()
  }
  return
}

// -----

// CHECK-LABEL: func.func @scopes_are_dissolved
//       CHECK:   %[[HEIGHT:.*]] = llvm.intr.stacksave : !llvm.ptr
//       CHECK:   memref.alloca
//       CHECK:   llvm.intr.stackrestore %[[HEIGHT]] : !llvm.ptr
//   CHECK-NOT:   alloca_scope
func.func @scopes_are_dissolved(%n: index) -> index {
  %r = memref.alloca_scope -> (index) {
    %b = memref.alloca(%n) : memref<?xf32>
    %d = "test.use"(%b) : (memref<?xf32>) -> index
    memref.alloca_scope.return %d : index
  }
  return %r : index
}

// -----

// A loop of one iteration is its body: there is no branch back.
// CHECK-LABEL: func.func @runs_once
//  CHECK-SAME:   (%[[M:.*]]: memref<8xf32>, %[[X:.*]]: f32)
//       CHECK:   %[[FOUR:.*]] = arith.constant 4 : index
//   CHECK-NOT:   cond_br
//       CHECK:   %[[Y:.*]] = memref.load %[[M]][%[[FOUR]]]
//       CHECK:   %[[SUM:.*]] = arith.addf %[[X]], %[[Y]] : f32
//       CHECK:   return %[[SUM]] : f32
func.func @runs_once(%m: memref<8xf32>, %x: f32) -> f32 {
  %r = loop.for %i = 4 to 7 step 3 iter_args(%s = %x) -> (f32) {
    %y = loop.load %m[%i] : memref<8xf32>
    %t = arith.addf %s, %y : f32
    loop.yield %t : f32
  }
  return %r : f32
}
