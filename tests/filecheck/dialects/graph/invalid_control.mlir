// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @f(%c: tensor<i1>, %x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.if' op the second region must be one block that ends with 'graph.yield', but got nothing at its end [if_c1]}}
  "graph.if"(%c) ({
    graph.yield
  }, {
  }) : (tensor<i1>) -> ()
  return
}

// -----

func.func @f(%c: tensor<i1>, %x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.if' op the first region must not have arguments, but got 1 [if_c1]}}
  "graph.if"(%c) ({
  ^bb0(%y: tensor<f32>):
    graph.yield
  }, {
    graph.yield
  }) : (tensor<i1>) -> ()
  return
}

// -----

func.func @f(%c: tensor<i1>, %x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.if' op what the second region yields must be 1 values, but got 0 [if_c2]}}
  %r = graph.if %c -> tensor<4xf32> {
    graph.yield %x : tensor<4xf32>
  } else {
    graph.yield
  }
  return
}

// -----

// The type of a result may say less of its sizes than what is yielded, but not more.
func.func @f(%c: tensor<i1>, %x: tensor<?xf32>) {
  // expected-error @+2 {{'graph.if' op what the first region yields must fit 'tensor<4xf32>' as number 0, but got 'tensor<?xf32>' [if_c2]}}
  // expected-error @+1 {{'graph.if' op what the second region yields must fit 'tensor<4xf32>' as number 0, but got 'tensor<?xf32>' [if_c2]}}
  %r = graph.if %c -> tensor<4xf32> {
    graph.yield %x : tensor<?xf32>
  } else {
    graph.yield %x : tensor<?xf32>
  }
  return
}

// -----

func.func @f(%c: tensor<1xi1>, %x: tensor<?xf32>) {
  // expected-error @+1 {{'graph.if' op operand #0 must be tensor<i1>, but got 'tensor<1xi1>'}}
  "graph.if"(%c) ({
    graph.yield
  }, {
    graph.yield
  }) : (tensor<1xi1>) -> ()
  return
}

// -----

func.func @f(%x: tensor<?xf32>) {
  // expected-error @+1 {{'graph.yield' op expects parent op to be one of 'graph.if, graph.while, graph.scan', but got 'func.func'}}
  graph.yield %x : tensor<?xf32>
}

// -----

func.func @f(%c: tensor<i1>) {
  // expected-error @+1 {{'graph.if' op the first region must be one block that ends with 'graph.yield', but got 'graph.condition' at its end [if_c1]}}
  graph.if %c {
    // expected-error @+1 {{'graph.condition' op expects parent op 'graph.while', but got 'graph.if'}}
    graph.condition %c
  } else {
  }
  return
}

// -----

func.func @f(%c: tensor<i1>, %x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.while' op the first region must be one block that ends with 'graph.condition', but got 'graph.yield' at its end [while_c1]}}
  %r = graph.while (%a = %x : tensor<4xf32>) {
    graph.yield %a : tensor<4xf32>
  } do (%b: tensor<4xf32>) {
    graph.yield %b : tensor<4xf32>
  }
  return
}

// -----

func.func @f(%c: tensor<i1>, %x: tensor<?xf32>) {
  // expected-error @+1 {{'graph.while' op initial values must fit 'tensor<4xf32>' as number 0, but got 'tensor<?xf32>' [while_c2]}}
  %r = graph.while (%a = %x : tensor<?xf32> as tensor<4xf32>) {
    graph.condition %c, %a : tensor<4xf32>
  } do (%b: tensor<4xf32>) {
    graph.yield %b : tensor<4xf32>
  }
  return
}

// -----

func.func @f(%c: tensor<i1>, %x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.while' op what the condition forwards must fit 'tensor<5xf32>' as number 0, but got 'tensor<4xf32>' [while_c3]}}
  %r = graph.while (%a = %x : tensor<4xf32>) {
    graph.condition %c, %a : tensor<4xf32>
  } do (%b: tensor<5xf32>) {
    graph.yield %x : tensor<4xf32>
  }
  return
}

// -----

func.func @f(%c: tensor<i1>, %x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.while' op results must have the types 'tensor<4xf32>' of the second region's arguments, but got 'tensor<?xf32>' [while_c3]}}
  %r = "graph.while"(%x) ({
  ^bb0(%a: tensor<4xf32>):
    graph.condition %c, %a : tensor<4xf32>
  }, {
  ^bb0(%b: tensor<4xf32>):
    graph.yield %b : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%c: tensor<i1>, %x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.while' op what the second region yields must be 1 values, but got 2 [while_c4]}}
  %r = graph.while (%a = %x : tensor<4xf32>) {
    graph.condition %c, %a : tensor<4xf32>
  } do (%b: tensor<4xf32>) {
    graph.yield %b, %b : tensor<4xf32>, tensor<4xf32>
  }
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %xs: tensor<7x4xf32>) {
  // expected-error @+1 {{'graph.scan' op the region must be one block that ends with 'graph.yield', but got 'func.return' at its end [scan_c1]}}
  %r = graph.scan (%a = %x : tensor<4xf32>) over (%b = %xs : tensor<7x4xf32>) {
    // expected-error @+1 {{'func.return' op expects parent op 'func.func', but got 'graph.scan'}}
    func.return
  }
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.scan' op there must be a source, but got none [scan_c2]}}
  %r = graph.scan (%a = %x : tensor<4xf32>) over () {
    graph.yield %a : tensor<4xf32>
  }
  return
}

// -----

func.func @f(%xs: tensor<7x4xf32>, %ys: tensor<8x4xf32>) {
  // expected-error @+1 {{'graph.scan' op leading sizes of source #1 and those before must agree, but got 7 and 8 [scan_c2]}}
  graph.scan over (%a = %xs : tensor<7x4xf32>, %b = %ys : tensor<8x4xf32>) {
  }
  return
}

// -----

func.func @f(%xs: tensor<?x4xf32, #graph.dims<n>>, %ys: tensor<?x4xf32, #graph.dims<m>>) {
  // expected-error @+1 {{'graph.scan' op leading sizes of source #1 and those before must agree, but got n and m [scan_c2]}}
  graph.scan over (%a = %xs : tensor<?x4xf32, #graph.dims<n>>, %b = %ys : tensor<?x4xf32, #graph.dims<m>>) {
  }
  return
}

// -----

func.func @f(%xs: tensor<f32>) {
  // expected-error @+1 {{expected a tensor with a leading dimension, but got 'tensor<f32>'}}
  graph.scan over (%a = %xs : tensor<f32>) {
  }
  return
}

// -----

func.func @f(%xs: tensor<f32>) {
  // expected-error @+1 {{'graph.scan' op source #0 must have a leading dimension, but got 'tensor<f32>' [scan_c2]}}
  "graph.scan"(%xs) <{operandSegmentSizes = array<i32: 0, 1>, resultSegmentSizes = array<i32: 0, 0>}> ({
  ^bb0(%a: tensor<f32>):
    graph.yield
  }) : (tensor<f32>) -> ()
  return
}

// -----

func.func @f(%x: tensor<?xf32>, %xs: tensor<7xf32>) {
  // expected-error @+1 {{'graph.scan' op initial values must fit 'tensor<2xf32>' as number 0, but got 'tensor<?xf32>' [scan_c3]}}
  %r = graph.scan (%a = %x : tensor<?xf32> as tensor<2xf32>) over (%b = %xs : tensor<7xf32>) {
    graph.yield %a : tensor<2xf32>
  }
  return
}

// -----

func.func @f(%xs: tensor<7x4xf32>) {
  // expected-error @+1 {{'graph.scan' op a slice of 'tensor<7x4xf32>' must be 'tensor<4xf32>', but got 'tensor<?xf32>' [scan_c3]}}
  "graph.scan"(%xs) <{operandSegmentSizes = array<i32: 0, 1>, resultSegmentSizes = array<i32: 0, 0>}> ({
  ^bb0(%a: tensor<?xf32>):
    graph.yield
  }) : (tensor<7x4xf32>) -> ()
  return
}

// -----

func.func @f(%xs: tensor<7x4xf32>) {
  // expected-error @+1 {{'graph.scan' op the region must have 1 arguments, but got 0 [scan_c3]}}
  "graph.scan"(%xs) <{operandSegmentSizes = array<i32: 0, 1>, resultSegmentSizes = array<i32: 0, 0>}> ({
    graph.yield
  }) : (tensor<7x4xf32>) -> ()
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %xs: tensor<7x4xf32>) {
  // expected-error @+1 {{'graph.scan' op the region must yield 1 values, but got 2 [scan_c4]}}
  %r = graph.scan (%a = %x : tensor<4xf32>) over (%b = %xs : tensor<7x4xf32>) {
    graph.yield %a, %b : tensor<4xf32>, tensor<4xf32>
  }
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %xs: tensor<7x5xf32>) {
  // expected-error @+1 {{'graph.scan' op what the region yields must fit 'tensor<4xf32>' as number 0, but got 'tensor<5xf32>' [scan_c4]}}
  %r = graph.scan (%a = %x : tensor<4xf32>) over (%b = %xs : tensor<7x5xf32>) {
    graph.yield %b : tensor<5xf32>
  }
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %xs: tensor<7x4xf32>) {
  // expected-error @+1 {{'graph.scan' op a stacked result must have type 'tensor<7x4xf32>', but got 'tensor<8x4xf32>' [scan_c5]}}
  %r = graph.scan over (%b = %xs : tensor<7x4xf32>) -> tensor<8x4xf32> {
    graph.yield %b : tensor<4xf32>
  }
  return
}

// -----

func.func @f(%x: tensor<4xf32>, %xs: tensor<7x4xf32>) {
  // expected-error @+1 {{'graph.scan' op carried results must have the types 'tensor<4xf32>', but got 'tensor<?xf32>' [scan_c5]}}
  %r = "graph.scan"(%x, %xs) <{operandSegmentSizes = array<i32: 1, 1>, resultSegmentSizes = array<i32: 1, 0>}> ({
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    graph.yield %a : tensor<4xf32>
  }) : (tensor<4xf32>, tensor<7x4xf32>) -> tensor<?xf32>
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.call' op callee must be a function, but got '@g', which is none [call_c1]}}
  %r = graph.call @g(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func private @g(tensor<4xf32>) -> tensor<4xf32>
func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.call' op there must be 1 arguments as '@g' has, but got 2 [call_c2]}}
  %r = graph.call @g(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func private @g(tensor<4xf32>) -> tensor<4xf32>
func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.call' op there must be 1 results as '@g' has, but got 0 [call_c2]}}
  graph.call @g(%x) : (tensor<4xf32>) -> ()
  return
}

// -----

func.func private @g(tensor<4xf32>)
func.func @f(%x: tensor<4xf64>, %y: tensor<5xf32>, %z: tensor<?xf32>, %u: tensor<2x2xf32>) {
  // expected-error @+1 {{'graph.call' op argument #0 must fit 'tensor<4xf32>', but got 'tensor<4xf64>' [call_c3]}}
  graph.call @g(%x) : (tensor<4xf64>) -> ()
  // expected-error @+1 {{'graph.call' op argument #0 must fit 'tensor<4xf32>', but got 'tensor<5xf32>' [call_c3]}}
  graph.call @g(%y) : (tensor<5xf32>) -> ()
  // expected-error @+1 {{'graph.call' op argument #0 must fit 'tensor<4xf32>', but got 'tensor<?xf32>' [call_c3]}}
  graph.call @g(%z) : (tensor<?xf32>) -> ()
  // expected-error @+1 {{'graph.call' op argument #0 must fit 'tensor<4xf32>', but got 'tensor<2x2xf32>' [call_c3]}}
  graph.call @g(%u) : (tensor<2x2xf32>) -> ()
  return
}

// -----

// Sizes of the same name are equal, and so are expressions over it.
func.func private @g(tensor<?x?xf32, #graph.dims<n, n>>)
func.func private @h(tensor<?x?xf32, #graph.dims<n * 2, n>>)
func.func @f(%x: tensor<4x5xf32>, %y: tensor<?x?xf32, #graph.dims<n, m>>) {
  // expected-error @+1 {{'graph.call' op argument #0 must fit 'tensor<?x?xf32, #graph.dims<n, n>>', but got 'tensor<4x5xf32>' [call_c3]}}
  graph.call @g(%x) : (tensor<4x5xf32>) -> ()
  // expected-error @+1 {{'graph.call' op argument #0 must fit 'tensor<?x?xf32, #graph.dims<n, n>>', but got 'tensor<?x?xf32, #graph.dims<n, m>>' [call_c3]}}
  graph.call @g(%y) : (tensor<?x?xf32, #graph.dims<n, m>>) -> ()
  // expected-error @+1 {{'graph.call' op argument #0 must fit 'tensor<10x5xf32>', as follows from the arguments for 'tensor<?x?xf32, #graph.dims<n * 2, n>>', but got 'tensor<4x5xf32>' [call_c3]}}
  graph.call @h(%x) : (tensor<4x5xf32>) -> ()
  return
}

// -----

func.func private @g(tensor<?xf32, #graph.dims<n>>) -> tensor<?xf32, #graph.dims<n * 2>>
func.func @f(%x: tensor<4xf32>, %y: tensor<?xf32, #graph.dims<k>>) {
  // expected-error @+1 {{'graph.call' op results must have types 'tensor<8xf32>', but got 'tensor<9xf32>' [call_c4]}}
  %0 = graph.call @g(%x) : (tensor<4xf32>) -> tensor<9xf32>
  // expected-error @+1 {{'graph.call' op results must have types 'tensor<?xf32, #graph.dims<k * 2>>', but got 'tensor<?xf32, #graph.dims<k>>' [call_c4]}}
  %1 = graph.call @g(%y) : (tensor<?xf32, #graph.dims<k>>) -> tensor<?xf32, #graph.dims<k>>
  return
}

// -----

func.func @f(%c: tensor<i1>) {
  graph.if %c {
  // expected-error @+1 {{expected 'else', but got 'return'}}
  }
  return
}

// -----

func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected ':', but got ')'}}
  graph.while (%a = %x) {
  }
  return
}

// -----

// What the callee says of its result is a negative size here.
func.func private @callee(tensor<?xf32, #graph.dims<n>>) -> tensor<?xf32, #graph.dims<n * -1>>
func.func @f(%x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.call' op cannot be checked: invalid tensor dimension size -4}}
  %r = graph.call @callee(%x) : (tensor<4xf32>) -> tensor<8xf32>
  return
}
