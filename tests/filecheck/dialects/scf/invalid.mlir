// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @f(%n: index) {
  // expected-error @+1 {{'scf.for' op the body must end in 'scf.yield', but got 'func.return' [for_c1]}}
  "scf.for"(%n, %n, %n) ({
  ^bb0(%i: index):
    // expected-error @+1 {{'func.return' op expects parent op 'func.func', but got 'scf.for'}}
    "func.return"() : () -> ()
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'scf.for' op the body must take ('index'), but got ('i32') [for_c2]}}
  "scf.for"(%n, %n, %n) ({
  ^bb0(%i: i32):
    "scf.yield"() : () -> ()
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  // expected-error @+1 {{'scf.for' op the results must have the types of the carried values, ('f32'), but got () [for_c3]}}
  "scf.for"(%n, %n, %n, %x) ({
  ^bb0(%i: index, %a: f32):
    // expected-error @+1 {{'scf.yield' op 'scf.for' takes 0 values, but got 1 [yield_c1]}}
    "scf.yield"(%a) : (f32) -> ()
  }) : (index, index, index, f32) -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'scf.parallel' op expected a lower bound, an upper bound and a step for each loop, but got [1, 1, 0] [parallel_c1]}}
  "scf.parallel"(%n, %n) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>}> ({
  ^bb0(%i: index):
    "scf.reduce"() : () -> ()
  }) : (index, index) -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'scf.parallel' op the body must take ('index'), but got () [parallel_c2]}}
  "scf.parallel"(%n, %n, %n) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
    "scf.reduce"() : () -> ()
  }) : (index, index, index) -> ()
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  // expected-error @+1 {{'scf.parallel' op the reductions must have the types of the initial values, ('f32'), but got () [parallel_c3]}}
  %r = "scf.parallel"(%n, %n, %n, %x) <{operandSegmentSizes = array<i32: 1, 1, 1, 1>}> ({
  ^bb0(%i: index):
    "scf.reduce"() : () -> ()
  }) : (index, index, index, f32) -> f32
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    // expected-error @+1 {{'scf.reduce' op expected 1 regions, but got 0 [reduce_c1]}}
    "scf.reduce"(%x) : (f32) -> ()
  }
  return
}

// -----

func.func @f(%n: index, %x: f32, %k: i32) {
  scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%u: f32, %v: f32):
      // expected-error @+1 {{'scf.reduce.return' op must have operand type 'f32', but got 'i32' [reduce_return_c1]}}
      scf.reduce.return %k : i32
    }
  }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'scf.execute_region' op region needs a first block without arguments, but got none [execute_region_c1]}}
  "scf.execute_region"() ({
  }) : () -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'scf.index_switch' op needs a distinct case for each of 1 regions, but got [2, 3] [index_switch_c1]}}
  "scf.index_switch"(%n) <{cases = array<i64: 2, 3>}> ({
    "scf.yield"() : () -> ()
  }, {
    "scf.yield"() : () -> ()
  }) : (index) -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'scf.forall' op needs a lower bound, an upper bound and a step for each loop, but got [[0], [4, 4], [1]] [forall_c1]}}
  "scf.forall"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 4, 4>}> ({
  ^bb0(%i: index):
    "scf.forall.in_parallel"() ({
    ^bb0:
    }) : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'scf.forall' op the body must take ('index'), but got () [forall_c2]}}
  "scf.forall"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 4>}> ({
    // expected-error @+1 {{'scf.forall.in_parallel' op expects region #0 to have 0 or 1 blocks}}
    "scf.forall.in_parallel"() ({
    ^bb0:
      cf.br ^bb1
    ^bb1:
      cf.br ^bb1
    }) : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  // expected-error @+1 {{'scf.forall' op the results must have the outputs' types, ('tensor<4xf32>'), but got () [forall_c3]}}
  "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 4>}> ({
  ^bb0(%i: index, %o: tensor<4xf32>):
    "scf.forall.in_parallel"() ({
    ^bb0:
    }) : () -> ()
  }) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func @f(%t: tensor<4xf32>) {
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xf32>) {
    // expected-error @+1 {{'scf.forall.in_parallel' op expected only 'tensor.parallel_insert_slice' inside, but got 'func.call' [in_parallel_c1]}}
    scf.forall.in_parallel {
      func.call @f(%t) : (tensor<4xf32>) -> ()
    }
  }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'scf.forall' op mapping must have 1 entries, one for each loop, but got 2 [forall_c4]}}
  scf.forall (%i) in (4) {
  } {mapping = [0, 1]}
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'scf.index_switch' op each region must be a region of one block, but got 0 blocks [index_switch_c2]}}
  scf.index_switch %n
  case 5 {
  }
  default {
  }
  return
}

// -----

func.func @f(%t: tensor<8xf32>, %x: tensor<1xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{'scf.forall' op 'tensor.parallel_insert_slice' may only insert into an output of the body [forall_c5]}}
  %r = scf.forall (%i) in (8) shared_outs(%o = %t) -> (tensor<8xf32>) {
    scf.forall.in_parallel {
      // expected-note @+1 {{this is the op}}
      tensor.parallel_insert_slice %x into %t[%i] [1] [1] : tensor<1xf32> into tensor<8xf32>
    }
  }
  return %r : tensor<8xf32>
}
