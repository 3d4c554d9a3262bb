// RUN: dlc-opt %s --graph-to-tensor --split-input-file --mlir-print-local-scope | filecheck %s

// CHECK-LABEL: func.func @if(%c: tensor<i1>, %x: tensor<4xf32>, %y: tensor<2xf32>) -> tensor<?xf32> {
//  CHECK-NEXT: %extracted = tensor.extract %c[] : tensor<i1>
//  CHECK-NEXT: %r = loop.when %extracted -> (tensor<?xf32>) {
//  CHECK-NEXT: %cast = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
//  CHECK-NEXT: loop.yield %cast : tensor<?xf32>
//  CHECK-NEXT: } else {
//  CHECK-NEXT: %cast = tensor.cast %y : tensor<2xf32> to tensor<?xf32>
//  CHECK-NEXT: loop.yield %cast : tensor<?xf32>
//  CHECK-NEXT: }
//  CHECK-NEXT: return %r : tensor<?xf32>
//  CHECK-NEXT: }
func.func @if(%c: tensor<i1>, %x: tensor<4xf32>, %y: tensor<2xf32>) -> tensor<?xf32> {
  %r = graph.if %c -> tensor<?xf32> {
    graph.yield %x : tensor<4xf32>
  } else {
    graph.yield %y : tensor<2xf32>
  }
  return %r : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @while(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<?xf32> {
//  CHECK-NEXT: %cast = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
//  CHECK-NEXT: %r = loop.while (%a = %cast) : (tensor<?xf32>) -> tensor<?xf32> {
//  CHECK-NEXT: %extracted = tensor.extract %c[] : tensor<i1>
//  CHECK-NEXT: loop.condition(%extracted) %a : tensor<?xf32>
//  CHECK-NEXT: } do {
//  CHECK-NEXT: ^bb0(%b: tensor<?xf32>):
//  CHECK-NEXT: %cast_0 = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
//  CHECK-NEXT: loop.yield %cast_0 : tensor<?xf32>
//  CHECK-NEXT: } attributes {must_progress}
//  CHECK-NEXT: return %r : tensor<?xf32>
//  CHECK-NEXT: }
func.func @while(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<?xf32> {
  %r = graph.while (%a = %x : tensor<4xf32> as tensor<?xf32>) {
    graph.condition %c, %a : tensor<?xf32>
  } do (%b: tensor<?xf32>) {
    graph.yield %x : tensor<4xf32>
  } {must_progress}
  return %r : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @scan(%x: tensor<4xf32>, %xs: tensor<?x4xf32> {graph.dims = #graph.dims<n>}) -> (tensor<4xf32>, tensor<?x4xf32>) {
//  CHECK-NEXT: %c0 = arith.constant 0 : index
//  CHECK-NEXT: %dim = tensor.dim %xs, %c0 : tensor<?x4xf32>
//  CHECK-NEXT: %0 = tensor.empty(%dim) : tensor<?x4xf32>
//  CHECK-NEXT: %last, %all = loop.for %arg0 = 0 to affine_map<(d0) -> (d0)>(%dim) iter_args(%a = %x, %arg1 = %0) -> (tensor<4xf32>, tensor<?x4xf32>) {
//  CHECK-NEXT: %1 = loop.apply affine_map<(d0)[s0] -> (-d0 + s0 - 1)>(%arg0)[%dim]
//  CHECK-NEXT: %extracted_slice = tensor.extract_slice %xs[%1, 0] [1, 4] [1, 1] : tensor<?x4xf32> to tensor<4xf32>
//  CHECK-NEXT: %inserted_slice = tensor.insert_slice %a into %arg1[%1, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<?x4xf32>
//  CHECK-NEXT: loop.yield %extracted_slice, %inserted_slice : tensor<4xf32>, tensor<?x4xf32>
//  CHECK-NEXT: }
//  CHECK-NEXT: return %last, %all : tensor<4xf32>, tensor<?x4xf32>
//  CHECK-NEXT: }
func.func @scan(%x: tensor<4xf32>, %xs: tensor<?x4xf32, #graph.dims<n>>) -> (tensor<4xf32>, tensor<?x4xf32, #graph.dims<n>>) {
  %last, %all = graph.scan (%a = %x : tensor<4xf32>) over (%b = %xs : tensor<?x4xf32, #graph.dims<n>>) reverse -> tensor<?x4xf32, #graph.dims<n>> {
    graph.yield %b, %a : tensor<4xf32>, tensor<4xf32>
  }
  return %last, %all : tensor<4xf32>, tensor<?x4xf32, #graph.dims<n>>
}

// -----

// The first slice says how large the result is.

// CHECK-LABEL: func.func @slices_of_unknown_size(%xs: tensor<3x?xf32>) -> tensor<3x?xf32> {
//  CHECK-NEXT: %c0 = arith.constant 0 : index
//  CHECK-NEXT: %c1 = arith.constant 1 : index
//  CHECK-NEXT: %dim = tensor.dim %xs, %c1 : tensor<3x?xf32>
//  CHECK-NEXT: %0 = tensor.empty() : tensor<3x0xf32>
//  CHECK-NEXT: %cast = tensor.cast %0 : tensor<3x0xf32> to tensor<3x?xf32>
//  CHECK-NEXT: %all = loop.for %arg0 = 0 to 3 iter_args(%arg1 = %cast) -> (tensor<3x?xf32>) {
//  CHECK-NEXT: %extracted_slice = tensor.extract_slice %xs[%arg0, 0] [1, %dim] [1, 1] : tensor<3x?xf32> to tensor<?xf32>
//  CHECK-NEXT: %1 = arith.cmpi eq, %arg0, %c0 : index
//  CHECK-NEXT: %2 = loop.when %1 -> (tensor<3x?xf32>) {
//  CHECK-NEXT: %3 = tensor.empty(%dim) : tensor<3x?xf32>
//  CHECK-NEXT: loop.yield %3 : tensor<3x?xf32>
//  CHECK-NEXT: } else {
//  CHECK-NEXT: loop.yield %arg1 : tensor<3x?xf32>
//  CHECK-NEXT: }
//  CHECK-NEXT: %inserted_slice = tensor.insert_slice %extracted_slice into %2[%arg0, 0] [1, %dim] [1, 1] : tensor<?xf32> into tensor<3x?xf32>
//  CHECK-NEXT: loop.yield %inserted_slice : tensor<3x?xf32>
//  CHECK-NEXT: }
//  CHECK-NEXT: return %all : tensor<3x?xf32>
//  CHECK-NEXT: }
func.func @slices_of_unknown_size(%xs: tensor<3x?xf32>) -> tensor<3x?xf32> {
  %all = graph.scan over (%b = %xs : tensor<3x?xf32>) -> tensor<3x?xf32> {
    graph.yield %b : tensor<?xf32>
  }
  return %all : tensor<3x?xf32>
}

// -----

// CHECK-LABEL: func.func private @callee(tensor<?xf32> {graph.dims = #graph.dims<n>}) -> tensor<?xf32>
// CHECK-LABEL: func.func @call(%x: tensor<4xf32>) -> tensor<8xf32> {
//  CHECK-NEXT: %cast = tensor.cast %x : tensor<4xf32> to tensor<?xf32>
//  CHECK-NEXT: %r = call @callee(%cast) : (tensor<?xf32>) -> tensor<?xf32>
//  CHECK-NEXT: %cast_0 = tensor.cast %r : tensor<?xf32> to tensor<8xf32>
//  CHECK-NEXT: return %cast_0 : tensor<8xf32>
//  CHECK-NEXT: }
func.func private @callee(tensor<?xf32, #graph.dims<n>>) -> tensor<?xf32, #graph.dims<n * 2>>
func.func @call(%x: tensor<4xf32>) -> tensor<8xf32> {
  %r = graph.call @callee(%x) : (tensor<4xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// The number of places is known inside the outer loop alone. There, it bounds the loop of a scope; and where sizes are
// computed from such a number, `arith` does that.
// CHECK-LABEL: func.func @scan_of_what_a_scan_computes(
//       CHECK:   loop.for %{{.*}} = 0 to 2
//       CHECK:     %[[COUNT:.*]] = tensor.dim %{{.*}}, %{{.*}} : tensor<?x1xi64>
//       CHECK:     loop.when %true -> (tensor<i64>) {
//  CHECK-NEXT:       loop.for %{{.*}} = 0 to affine_map<(d0) -> (d0)>(%[[COUNT]]) iter_args
//       CHECK:     } else {
//       CHECK:     %[[MORE:.*]] = arith.addi %[[COUNT]], %c1
//       CHECK:     tensor.empty(%[[MORE]])
func.func @scan_of_what_a_scan_computes(%xs: tensor<2x4xf32>, %zero: tensor<i64>) -> tensor<2xi64> {
  %one = graph.constant dense<0> : tensor<1x1xi64>
  %r = graph.scan over (%x = %xs : tensor<2x4xf32>) -> tensor<2xi64> {
    %places = graph.nonzero %x : tensor<4xf32> -> tensor<?x1xi64>
    %sum = graph.scan (%s = %zero : tensor<i64>) over (%place = %places : tensor<?x1xi64>) {
      %p = graph.reshape %place : tensor<1xi64> -> tensor<i64>
      %next = graph.add %s, %p : tensor<i64>
      graph.yield %next : tensor<i64>
    }
    %more = graph.concat %places, %one along 0 : tensor<?x1xi64>, tensor<1x1xi64> -> tensor<?x1xi64>
    %all = graph.reduce <sum> %more, [0, 1] : tensor<?x1xi64> -> tensor<i64>
    %both = graph.add %sum, %all : tensor<i64>
    graph.yield %both : tensor<i64>
  }
  return %r : tensor<2xi64>
}

// A name says as much of what a function gives as of what it takes: nothing has to be compared.
// CHECK-LABEL: func.func @a_call_keeps_names(
// CHECK:         %[[N:.*]] = tensor.dim %x, %c0
// CHECK:         %[[R:.*]] = call @named(%x)
// CHECK-NEXT:    tensor.empty(%[[N]]) : tensor<?x4xf32>
// CHECK-NOT:     cf.assert
// CHECK-NOT:     tensor.dim
// CHECK:         tensor.insert_slice %[[R]] into %{{.*}}[0, 2] [%[[N]], 2]
func.func @a_call_keeps_names(%x: tensor<?x2xf32, #graph.dims<n>>) -> tensor<?x4xf32, #graph.dims<n>> {
  %0 = graph.call @named(%x) : (tensor<?x2xf32, #graph.dims<n>>) -> tensor<?x2xf32, #graph.dims<n>>
  %1 = graph.concat %x, %0 along 1
    : tensor<?x2xf32, #graph.dims<n>>, tensor<?x2xf32, #graph.dims<n>> -> tensor<?x4xf32, #graph.dims<n>>
  return %1 : tensor<?x4xf32, #graph.dims<n>>
}

// CHECK-LABEL: func.func private @named
func.func private @named(%x: tensor<?x2xf32, #graph.dims<n>>) -> tensor<?x2xf32, #graph.dims<n>> {
  return %x : tensor<?x2xf32, #graph.dims<n>>
}

// Without a name there is a size to be asked for, and a condition to be checked.
// CHECK-LABEL: func.func @a_call_without_names(
// CHECK:         %[[R:.*]] = call @unnamed(%x)
// CHECK:         %[[N:.*]] = tensor.dim %[[R]], %c0
// CHECK:         cf.assert
func.func @a_call_without_names(%x: tensor<?x2xf32, #graph.dims<n>>) -> tensor<?x4xf32, #graph.dims<n>> {
  %0 = graph.call @unnamed(%x) : (tensor<?x2xf32, #graph.dims<n>>) -> tensor<?x2xf32>
  %1 = graph.concat %x, %0 along 1
    : tensor<?x2xf32, #graph.dims<n>>, tensor<?x2xf32> -> tensor<?x4xf32, #graph.dims<n>>
  return %1 : tensor<?x4xf32, #graph.dims<n>>
}

func.func private @unnamed(%x: tensor<?x2xf32, #graph.dims<n>>) -> tensor<?x2xf32>
