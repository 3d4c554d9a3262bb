// RUN: dlc-opt %s | dlc-opt --mlir-print-local-scope | filecheck %s

// CHECK-LABEL: func.func @if(%c: tensor<i1>, %x: tensor<4xf32>, %y: tensor<2xf32>) -> tensor<?xf32> {
//  CHECK-NEXT: %r = graph.if %c -> tensor<?xf32> {
//  CHECK-NEXT: graph.yield %x : tensor<4xf32>
//  CHECK-NEXT: } else {
//  CHECK-NEXT: graph.yield %y : tensor<2xf32>
//  CHECK-NEXT: } {name = "either"}
//  CHECK-NEXT: %s:2 = graph.if %c -> (tensor<4xf32>, tensor<2xf32>) {
//  CHECK-NEXT: graph.yield %x, %y : tensor<4xf32>, tensor<2xf32>
//  CHECK-NEXT: } else {
//  CHECK-NEXT: graph.yield %x, %y : tensor<4xf32>, tensor<2xf32>
//  CHECK-NEXT: }
//  CHECK-NEXT: graph.if %c {
//  CHECK-NEXT: } else {
//  CHECK-NEXT: }
//  CHECK-NEXT: return %r : tensor<?xf32>
//  CHECK-NEXT: }
func.func @if(%c: tensor<i1>, %x: tensor<4xf32>, %y: tensor<2xf32>) -> tensor<?xf32> {
  %r = graph.if %c -> tensor<?xf32> {
    graph.yield %x : tensor<4xf32>
  } else {
    graph.yield %y : tensor<2xf32>
  } {name = "either"}
  %s:2 = graph.if %c -> (tensor<4xf32>, tensor<2xf32>) {
    graph.yield %x, %y : tensor<4xf32>, tensor<2xf32>
  } else {
    graph.yield %x, %y : tensor<4xf32>, tensor<2xf32>
  }
  graph.if %c {
  } else {
  }
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func.func @while(%c: tensor<i1>, %x: tensor<4xf32>) {
//  CHECK-NEXT: %r = graph.while (%a = %x : tensor<4xf32> as tensor<?xf32>) {
//  CHECK-NEXT: graph.condition %c, %a : tensor<?xf32>
//  CHECK-NEXT: } do (%b: tensor<?xf32>) {
//  CHECK-NEXT: graph.yield %b : tensor<?xf32>
//  CHECK-NEXT: }
//  CHECK-NEXT: %s:2 = graph.while (%a = %x : tensor<4xf32>) {
//  CHECK-NEXT: %y = graph.exp %a : tensor<4xf32>
//  CHECK-NEXT: graph.condition %c, %a, %y : tensor<4xf32>, tensor<4xf32>
//  CHECK-NEXT: } do (%b: tensor<4xf32>, %d: tensor<4xf32>) {
//  CHECK-NEXT: graph.yield %d : tensor<4xf32>
//  CHECK-NEXT: } {must_progress}
//  CHECK-NEXT: graph.while () {
//  CHECK-NEXT: graph.condition %c
//  CHECK-NEXT: } do () {
//  CHECK-NEXT: }
//  CHECK-NEXT: return
//  CHECK-NEXT: }
func.func @while(%c: tensor<i1>, %x: tensor<4xf32>) {
  %r = graph.while (%a = %x : tensor<4xf32> as tensor<?xf32>) {
    graph.condition %c, %a : tensor<?xf32>
  } do (%b: tensor<?xf32>) {
    graph.yield %b : tensor<?xf32>
  }
  %s:2 = graph.while (%a = %x : tensor<4xf32>) {
    %y = graph.exp %a : tensor<4xf32>
    graph.condition %c, %a, %y : tensor<4xf32>, tensor<4xf32>
  } do (%b: tensor<4xf32>, %d: tensor<4xf32>) {
    graph.yield %d : tensor<4xf32>
  } {must_progress}
  graph.while () {
    graph.condition %c
  } do () {
  }
  return
}

// CHECK-LABEL: func.func @scan(%x: tensor<4xf32>, %xs: tensor<?x4xf32, #graph.dims<n>>, %ys: tensor<?xi8, #graph.dims<n>>) {
//  CHECK-NEXT: %last, %all = graph.scan (%sum = %x : tensor<4xf32>) over (%e = %xs : tensor<?x4xf32, #graph.dims<n>>) -> tensor<?x4xf32, #graph.dims<n>> {
//  CHECK-NEXT: %next = graph.add %sum, %e : tensor<4xf32>
//  CHECK-NEXT: graph.yield %next, %next : tensor<4xf32>, tensor<4xf32>
//  CHECK-NEXT: }
//  CHECK-NEXT: %r = graph.scan (%a = %x : tensor<4xf32> as tensor<?xf32>) over (%e = %xs : tensor<?x4xf32, #graph.dims<n>>, %f = %ys : tensor<?xi8, #graph.dims<n>>) reverse {
//  CHECK-NEXT: graph.yield %e : tensor<4xf32>
//  CHECK-NEXT: }
//  CHECK-NEXT: %s = graph.scan over (%f = %ys : tensor<?xi8, #graph.dims<n>>) reverse -> tensor<?x4xf32> {
//  CHECK-NEXT: graph.yield %x : tensor<4xf32>
//  CHECK-NEXT: } {name = "repeated"}
//  CHECK-NEXT: graph.scan over (%f = %ys : tensor<?xi8, #graph.dims<n>>) {
//  CHECK-NEXT: }
//  CHECK-NEXT: return
//  CHECK-NEXT: }
func.func @scan(%x: tensor<4xf32>, %xs: tensor<?x4xf32, #graph.dims<n>>, %ys: tensor<?xi8, #graph.dims<n>>) {
  %last, %all = graph.scan (%sum = %x : tensor<4xf32>) over (%e = %xs : tensor<?x4xf32, #graph.dims<n>>) -> tensor<?x4xf32, #graph.dims<n>> {
    %next = graph.add %sum, %e : tensor<4xf32>
    graph.yield %next, %next : tensor<4xf32>, tensor<4xf32>
  }
  %r = graph.scan (%a = %x : tensor<4xf32> as tensor<?xf32>) over (%e = %xs : tensor<?x4xf32, #graph.dims<n>>, %f = %ys : tensor<?xi8, #graph.dims<n>>) reverse {
    graph.yield %e : tensor<4xf32>
  }
  %s = graph.scan over (%f = %ys : tensor<?xi8, #graph.dims<n>>) reverse -> tensor<?x4xf32> {
    graph.yield %x : tensor<4xf32>
  } {name = "repeated"}
  graph.scan over (%f = %ys : tensor<?xi8, #graph.dims<n>>) {
  }
  return
}

// What names of sizes stand for in the callee follows from the arguments, and the results from that.

// CHECK-LABEL: func.func private @callee(tensor<?xf32, #graph.dims<n>>, tensor<?xf32, #graph.dims<m>>) -> (tensor<?xf32, #graph.dims<m + n>>, tensor<?xf32, #graph.dims<other>>)
// CHECK-LABEL: func.func @caller(%x: tensor<4xf32>, %y: tensor<?xf32, #graph.dims<n>>, %z: tensor<?xf32>) {
//  CHECK-NEXT: %0:2 = graph.call @callee(%x, %y) : (tensor<4xf32>, tensor<?xf32, #graph.dims<n>>) -> (tensor<?xf32, #graph.dims<n + 4>>, tensor<?xf32>)
//  CHECK-NEXT: %1:2 = graph.call no_inline @callee(%x, %x) {name = "twice"} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<8xf32>, tensor<?xf32>)
//  CHECK-NEXT: %2:2 = graph.call @callee(%z, %y) : (tensor<?xf32>, tensor<?xf32, #graph.dims<n>>) -> (tensor<?xf32>, tensor<?xf32>)
//  CHECK-NEXT: return
//  CHECK-NEXT: }
func.func private @callee(tensor<?xf32, #graph.dims<n>>, tensor<?xf32, #graph.dims<m>>) -> (tensor<?xf32, #graph.dims<m + n>>, tensor<?xf32, #graph.dims<other>>)
func.func @caller(%x: tensor<4xf32>, %y: tensor<?xf32, #graph.dims<n>>, %z: tensor<?xf32>) {
  %0:2 = graph.call @callee(%x, %y) : (tensor<4xf32>, tensor<?xf32, #graph.dims<n>>) -> (tensor<?xf32, #graph.dims<n + 4>>, tensor<?xf32>)
  %1:2 = graph.call no_inline @callee(%x, %x) {name = "twice"} : (tensor<4xf32>, tensor<4xf32>) -> (tensor<8xf32>, tensor<?xf32>)
  %2:2 = graph.call @callee(%z, %y) : (tensor<?xf32>, tensor<?xf32, #graph.dims<n>>) -> (tensor<?xf32>, tensor<?xf32>)
  return
}
