// A loop whose body takes nothing.
"builtin.module"() ({ "func.func"() <{function_type = (index) -> (), sym_name = "f"}> ({ ^bb0(%n: index): "scf.for"(%n, %n, %n) ({ "scf.yield"() : () -> () }) : (index, index, index) -> () "func.return"() : () -> () }) : () -> () }) : () -> ()

// -----
// Bounds of two types.
func.func @f(%n: index, %k: i32) {
  "scf.for"(%n, %k, %n) ({
  ^bb0(%i: index):
    scf.yield
  }) : (index, i32, index) -> ()
  return
}

// -----
// Bounds that are floats.
func.func @f(%n: f32) {
  scf.for %i = %n to %n step %n : f32 {
  }
  return
}

// -----
// A result without an initial value.
func.func @f(%n: index) {
  %r = "scf.for"(%n, %n, %n) ({
  ^bb0(%i: index):
    scf.yield
  }) : (index, index, index) -> f32
  return
}

// -----
// A carried value of another type than its initial one.
func.func @f(%n: index, %x: f32) {
  %r = scf.for %i = %n to %n step %n iter_args(%a = %x) -> (i32) {
    scf.yield %a : i32
  }
  return
}

// -----
// A loop that yields too little.
func.func @f(%n: index, %x: f32) {
  %r = scf.for %i = %n to %n step %n iter_args(%a = %x) -> (f32) {
    scf.yield
  }
  return
}

// -----
// A loop that yields another type.
func.func @f(%n: index, %x: f32) {
  %r = scf.for %i = %n to %n step %n iter_args(%a = %x) -> (f32) {
    scf.yield %i : index
  }
  return
}

// -----
// A condition that is a number.
func.func @f(%n: i32) {
  scf.if %n {
  }
  return
}

// -----
// A result without an else.
func.func @f(%c: i1, %x: f32) -> f32 {
  %r = scf.if %c -> f32 {
    scf.yield %x : f32
  }
  return %r : f32
}

// -----
// Branches of two types.
func.func @f(%c: i1, %x: f32, %y: i32) -> f32 {
  %r = scf.if %c -> f32 {
    scf.yield %x : f32
  } else {
    scf.yield %y : i32
  }
  return %r : f32
}

// -----
// A conditional that another op ends.
func.func @f(%c: i1) {
  "scf.if"(%c) ({
    "test.end"() : () -> ()
  }, {}) : (i1) -> ()
  return
}

// -----
// A yield outside of loops.
func.func @f() {
  scf.yield
}

// -----
// A condition outside of a loop.
func.func @f(%c: i1) {
  scf.condition(%c)
}

// -----
// A loop that ends its first region by a yield.
func.func @f() {
  "scf.while"() ({
    scf.yield
  }, {
    scf.yield
  }) : () -> ()
  return
}

// -----
// A second region that takes another type.
func.func @f(%c: i1, %x: f32) {
  scf.while : () -> () {
    scf.condition(%c) %x : f32
  } do {
  ^bb0(%y: i32):
    scf.yield
  }
  return
}

// -----
// Steps that are too few.
func.func @f(%n: index) {
  scf.parallel (%i, %j) = (%n, %n) to (%n, %n) step (%n) {
    scf.reduce
  }
  return
}

// -----
// A parallel loop without a dimension.
func.func @f() {
  "scf.parallel"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0>}> ({
    scf.reduce
  }) : () -> ()
  return
}

// -----
// A reduction without an initial value.
func.func @f(%n: index, %x: f32) {
  scf.parallel (%i) = (%n) to (%n) step (%n) {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32):
      scf.reduce.return %a : f32
    }
  }
  return
}

// -----
// A reduction of another type than its value.
func.func @f(%n: index, %x: f32) -> f32 {
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f64, %b: f64):
      scf.reduce.return %a : f64
    }
  }
  return %r : f32
}

// -----
// A reduction that takes three values.
func.func @f(%n: index, %x: f32) -> f32 {
  %r = scf.parallel (%i) = (%n) to (%n) step (%n) init (%x) -> f32 {
    scf.reduce(%x : f32) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      scf.reduce.return %a : f32
    }
  }
  return %r : f32
}

// -----
// A case that is there twice.
func.func @f(%i: index) {
  scf.index_switch %i
  case 1 {
    scf.yield
  }
  case 1 {
    scf.yield
  }
  default {
  }
  return
}

// -----
// A case that yields nothing.
func.func @f(%i: index, %x: f32) -> f32 {
  %r = scf.index_switch %i -> f32
  case 1 {
    scf.yield
  }
  default {
    scf.yield %x : f32
  }
  return %r : f32
}

// -----
// A region to run that takes something.
func.func @f() {
  "scf.execute_region"() ({
  ^bb0(%x: f32):
    scf.yield
  }) : () -> ()
  return
}

// -----
// A region to run without a block.
func.func @f() {
  "scf.execute_region"() ({
  }) : () -> ()
  return
}

// -----
// A region to run that yields nothing.
func.func @f() -> f32 {
  %r = scf.execute_region -> f32 {
    scf.yield
  }
  return %r : f32
}

// -----
// A shared output of another type than the result.
func.func @f(%t: tensor<4xf32>) {
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<5xf32>) {
    scf.forall.in_parallel {
    }
  }
  return
}

// -----
// Something else that ends a parallel loop over tensors.
func.func @f(%t: tensor<4xf32>) {
  %r = scf.forall (%i) in (4) shared_outs(%o = %t) -> (tensor<4xf32>) {
    scf.forall.in_parallel {
      "test.other"() : () -> ()
    }
  }
  return
}

// -----
// A mapping of too many dimensions.
func.func @f() {
  scf.forall (%i) in (4) {
  } {mapping = [#gpu.thread<x>, #gpu.thread<y>]}
  return
}

// -----
// An upper bound that is there and is not.
func.func @f(%n: index) {
  "scf.forall"(%n) <{operandSegmentSizes = array<i32: 0, 1, 0, 0>, staticLowerBound = array<i64: 0>, staticStep = array<i64: 1>, staticUpperBound = array<i64: 4>}> ({
  ^bb0(%i: index):
    "scf.forall.in_parallel"() ({
    ^bb0:
    }) : () -> ()
  }) : (index) -> ()
  return
}
