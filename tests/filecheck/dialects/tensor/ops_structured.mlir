// RUN: dlc-opt %s | dlc-opt | filecheck %s
// RUN: dlc-opt %s --mlir-print-op-generic --names=source | dlc-opt | filecheck %s

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (j)>
#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>

// CHECK-LABEL: func.func @generic_on_tensors
func.func @generic_on_tensors(%x: tensor<2x4xf32>, %b: tensor<4xf32>, %init: tensor<2x4xf32>) -> tensor<2x4xf32> {
  // CHECK:      %[[R:.*]] = tensor.generic {indexing_maps = [#{{.*}}, #{{.*}}, #{{.*}}], iterator_types = ["parallel", "parallel"]}
  // CHECK-SAME:   ins(%x, %b : tensor<2x4xf32>, tensor<4xf32>) outs(%init : tensor<2x4xf32>) {
  // CHECK-NEXT: ^bb0(%p: f32, %q: f32, %old: f32):
  // CHECK-NEXT:   %[[S:.*]] = arith.addf %p, %q : f32
  // CHECK-NEXT:   tensor.yield %[[S]] : f32
  // CHECK-NEXT: } -> tensor<2x4xf32>
  %r = tensor.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
      ins(%x, %b : tensor<2x4xf32>, tensor<4xf32>) outs(%init : tensor<2x4xf32>) {
  ^bb0(%p: f32, %q: f32, %old: f32):
    %s = arith.addf %p, %q : f32
    tensor.yield %s : f32
  } -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @generic_on_memrefs
func.func @generic_on_memrefs(%m: memref<4xindex>) {
  // CHECK:      tensor.generic {{.*}} outs(%m : memref<4xindex>) attrs = {note = 1 : i64} {
  // CHECK:        tensor.index 0
  // CHECK:        tensor.yield
  // CHECK-NEXT: }
  tensor.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%m : memref<4xindex>) attrs = {note = 1 : i64} {
  ^bb0(%old: index):
    %i = tensor.index 0
    tensor.yield %i : index
  }
  return
}

// CHECK-LABEL: func.func @several_outputs
func.func @several_outputs(%x: tensor<?xf32>, %a: tensor<f32>, %b: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  // CHECK: } -> (tensor<f32>, tensor<f32>)
  %r:2 = tensor.generic {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>, affine_map<(i) -> ()>],
    iterator_types = ["reduction"]
  } ins(%x : tensor<?xf32>) outs(%a, %b : tensor<f32>, tensor<f32>) {
  ^bb0(%e: f32, %s: f32, %p: f32):
    %sum = arith.addf %s, %e : f32
    %product = arith.mulf %p, %e : f32
    tensor.yield %sum, %product : f32, f32
  } -> (tensor<f32>, tensor<f32>)
  return %r#0, %r#1 : tensor<f32>, tensor<f32>
}

// CHECK-LABEL: func.func @named
func.func @named(%x: tensor<2x3xf32>, %s: f32, %init: tensor<3x2xf32>, %v: tensor<2xf32>) -> tensor<3x2xf32> {
  // CHECK: %[[F:.*]] = tensor.fill ins(%s : f32) outs(%init : tensor<3x2xf32>) -> tensor<3x2xf32>
  %f = tensor.fill ins(%s : f32) outs(%init : tensor<3x2xf32>) -> tensor<3x2xf32>
  // CHECK: tensor.transpose ins(%x : tensor<2x3xf32>) outs(%[[F]] : tensor<3x2xf32>) permutation = [1, 0] -> tensor<3x2xf32>
  %t = tensor.transpose ins(%x : tensor<2x3xf32>) outs(%f : tensor<3x2xf32>) permutation = [1, 0] -> tensor<3x2xf32>
  // CHECK: tensor.broadcast ins(%v : tensor<2xf32>) outs(%{{.*}} : tensor<3x2xf32>) dimensions = [0] -> tensor<3x2xf32>
  %b = tensor.broadcast ins(%v : tensor<2xf32>) outs(%t : tensor<3x2xf32>) dimensions = [0] -> tensor<3x2xf32>
  // CHECK: tensor.reduce <maximumf> ins(%{{.*}} : tensor<3x2xf32>) outs(%v : tensor<2xf32>) dimensions = [0] -> tensor<2xf32>
  %m = tensor.reduce <maximumf> ins(%b : tensor<3x2xf32>) outs(%v : tensor<2xf32>) dimensions = [0] -> tensor<2xf32>
  // CHECK: tensor.broadcast
  %r = tensor.broadcast ins(%m : tensor<2xf32>) outs(%b : tensor<3x2xf32>) dimensions = [0] -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// CHECK-LABEL: func.func @named_on_memrefs
func.func @named_on_memrefs(%s: i32, %m: memref<?xi32>) {
  // CHECK: tensor.fill ins(%s : i32) outs(%m : memref<?xi32>)
  tensor.fill ins(%s : i32) outs(%m : memref<?xi32>)
  return
}

// CHECK-LABEL: func.func @contract
func.func @contract(%a: tensor<4x8xi8>, %b: tensor<8x2xi8>, %c: tensor<4x2xi32>) -> tensor<4x2xi32> {
  // CHECK:      tensor.contract {indexing_maps = [#{{.*}}, #{{.*}}, #{{.*}}], iterator_types = ["parallel",
  // CHECK-SAME:   ins(%a, %b : tensor<4x8xi8>, tensor<8x2xi8>) outs(%c : tensor<4x2xi32>) -> tensor<4x2xi32>
  %r = tensor.contract {
    indexing_maps = [#mk, #kn, #mn],
    iterator_types = ["parallel", "parallel", "reduction"]
  } ins(%a, %b : tensor<4x8xi8>, tensor<8x2xi8>) outs(%c : tensor<4x2xi32>) -> tensor<4x2xi32>
  return %r : tensor<4x2xi32>
}

// CHECK-LABEL: func.func @kernels
func.func @kernels(%x: tensor<?xf32>, %m: memref<?xf32>) -> tensor<?xf32> {
  %c = arith.constant 1.0 : f32
  // CHECK:      %[[K:.*]] = tensor.kernel ins(%a = %x : tensor<?xf32>) outs(%o = %x : tensor<?xf32>) attributes {note, shared = 1 : i64} {
  // CHECK-NEXT:   %[[F:.*]] = tensor.fill ins(%{{.*}} : f32) outs(%o : tensor<?xf32>) -> tensor<?xf32>
  // CHECK-NEXT:   tensor.yield %[[F]] : tensor<?xf32>
  // CHECK-NEXT: } -> tensor<?xf32>
  %k = tensor.kernel ins(%a = %x : tensor<?xf32>) outs(%o = %x : tensor<?xf32>) attributes {shared = 1 : i64, note} {
    %f = tensor.fill ins(%c : f32) outs(%o : tensor<?xf32>) -> tensor<?xf32>
    tensor.yield %f : tensor<?xf32>
  } -> tensor<?xf32>
  // CHECK:      tensor.kernel outs(%{{.*}} = %m : memref<?xf32>) {
  // CHECK:        tensor.yield %{{.*}} : tensor<?xf32>
  // CHECK-NEXT: }
  tensor.kernel outs(%o = %m : memref<?xf32>) {
    %f = tensor.fill ins(%c : f32) outs(%o : tensor<?xf32>) -> tensor<?xf32>
    tensor.yield %f : tensor<?xf32>
  }
  return %k : tensor<?xf32>
}
