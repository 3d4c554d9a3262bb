// RUN: dlc-opt %s --tensor-to-loop --split-input-file | filecheck %s

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Nobody knows how long a row is: what is kept of it lies where the result will be.
// CHECK-LABEL: func.func @a_row_is_kept_in_the_result
func.func @a_row_is_kept_in_the_result(%x: memref<4x?xf32>, %n: index) -> memref<4x?xf32> {
  // CHECK:      %[[O:.*]] = memref.alloc(%n)
  // CHECK-NOT:  memref.alloc
  // CHECK:      loop.for %[[I:.*]] = 0 to 4 {
  // CHECK:        math.exp
  // CHECK:        loop.store %{{.*}}, %[[O]][%[[I]],
  // CHECK:        loop.load %[[O]][%[[I]],
  // CHECK:        arith.addf
  // CHECK:        loop.load %[[O]][%[[I]],
  // CHECK:        arith.divf
  // CHECK:        loop.store %{{.*}}, %[[O]][%[[I]],
  %zero = arith.constant 0.0 : f32
  %o = memref.alloc(%n) : memref<4x?xf32>
  tensor.kernel ins(%a = %x : memref<4x?xf32>) outs(%out = %o : memref<4x?xf32>) {
    %e = tensor.empty(%n) : tensor<4x?xf32>
    %s = tensor.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<4x?xf32>) outs(%e : tensor<4x?xf32>) {
    ^bb0(%p: f32, %old: f32):
      %exp = math.exp %p : f32
      tensor.yield %exp : f32
    } -> tensor<4x?xf32>
    %v = tensor.empty() : tensor<4xf32>
    %j = tensor.fill ins(%zero : f32) outs(%v : tensor<4xf32>) -> tensor<4xf32>
    %sum = tensor.reduce <add> ins(%s : tensor<4x?xf32>) outs(%j : tensor<4xf32>) dimensions = [1] -> tensor<4xf32>
    %r = tensor.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%s, %sum : tensor<4x?xf32>, tensor<4xf32>) outs(%out : tensor<4x?xf32>) {
    ^bb0(%p: f32, %q: f32, %old: f32):
      %d = arith.divf %p, %q : f32
      tensor.yield %d : f32
    } -> tensor<4x?xf32>
    tensor.yield %r : tensor<4x?xf32>
  }
  return %o : memref<4x?xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// The last op still needs `%x`, in whose place the result is: nothing else can be there before.
// CHECK-LABEL: func.func @what_is_read_later_is_not_written_over
func.func @what_is_read_later_is_not_written_over(%n: index) -> memref<4x?xf32> {
  // CHECK:      %[[O:.*]] = memref.alloc(%n)
  // CHECK:      loop.for %[[I:.*]] = 0 to 4 {
  // CHECK:        %[[ROW:.*]] = memref.alloc(%n) : memref<?xf32>
  // CHECK:        math.exp
  // CHECK:        loop.store %{{.*}}, %[[ROW]]
  // CHECK:        memref.dealloc %[[ROW]]
  %zero = arith.constant 0.0 : f32
  %o = memref.alloc(%n) : memref<4x?xf32>
  tensor.kernel ins(%a = %o : memref<4x?xf32>) outs(%out = %o : memref<4x?xf32>) {
    %e = tensor.empty(%n) : tensor<4x?xf32>
    %s = tensor.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<4x?xf32>) outs(%e : tensor<4x?xf32>) {
    ^bb0(%p: f32, %old: f32):
      %exp = math.exp %p : f32
      tensor.yield %exp : f32
    } -> tensor<4x?xf32>
    %v = tensor.empty() : tensor<4xf32>
    %j = tensor.fill ins(%zero : f32) outs(%v : tensor<4xf32>) -> tensor<4xf32>
    %sum = tensor.reduce <add> ins(%s : tensor<4x?xf32>) outs(%j : tensor<4xf32>) dimensions = [1] -> tensor<4xf32>
    %r = tensor.generic {indexing_maps = [#id, #id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%a, %s, %sum : tensor<4x?xf32>, tensor<4x?xf32>, tensor<4xf32>) outs(%out : tensor<4x?xf32>) {
    ^bb0(%x: f32, %p: f32, %q: f32, %old: f32):
      %d = arith.divf %p, %q : f32
      %f = arith.addf %d, %x : f32
      tensor.yield %f : f32
    } -> tensor<4x?xf32>
    tensor.yield %r : tensor<4x?xf32>
  }
  return %o : memref<4x?xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>

// Half as many bytes are no place for floats; one row in memory of its own is enough for two tensors.
// CHECK-LABEL: func.func @a_buffer_is_used_again
func.func @a_buffer_is_used_again(%x: memref<4x?xf32>, %n: index) -> memref<4x?xf16> {
  // CHECK:      %[[O:.*]] = memref.alloc(%n)
  // CHECK:      loop.for %[[I:.*]] = 0 to 4 {
  // CHECK-NEXT:   %[[ROW:.*]] = memref.alloc(%n) : memref<?xf32>
  // CHECK-NOT:    memref.alloc
  // CHECK:        math.exp
  // CHECK:        loop.store %{{.*}}, %[[ROW]]
  // CHECK:        loop.load %[[ROW]]
  // CHECK:        arith.divf
  // CHECK:        loop.store %{{.*}}, %[[ROW]]
  // CHECK:        memref.dealloc %[[ROW]]
  %zero = arith.constant 0.0 : f32
  %o = memref.alloc(%n) : memref<4x?xf16>
  tensor.kernel ins(%a = %x : memref<4x?xf32>) outs(%out = %o : memref<4x?xf16>) {
    %e = tensor.empty(%n) : tensor<4x?xf32>
    %s = tensor.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%a : tensor<4x?xf32>) outs(%e : tensor<4x?xf32>) {
    ^bb0(%p: f32, %old: f32):
      %exp = math.exp %p : f32
      tensor.yield %exp : f32
    } -> tensor<4x?xf32>
    %v = tensor.empty() : tensor<4xf32>
    %j = tensor.fill ins(%zero : f32) outs(%v : tensor<4xf32>) -> tensor<4xf32>
    %sum = tensor.reduce <add> ins(%s : tensor<4x?xf32>) outs(%j : tensor<4xf32>) dimensions = [1] -> tensor<4xf32>
    %t = tensor.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%s, %sum : tensor<4x?xf32>, tensor<4xf32>) outs(%e : tensor<4x?xf32>) {
    ^bb0(%p: f32, %q: f32, %old: f32):
      %d = arith.divf %p, %q : f32
      tensor.yield %d : f32
    } -> tensor<4x?xf32>
    %most = tensor.reduce <maximumf> ins(%t : tensor<4x?xf32>) outs(%j : tensor<4xf32>) dimensions = [1] -> tensor<4xf32>
    %r = tensor.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]}
        ins(%t, %most : tensor<4x?xf32>, tensor<4xf32>) outs(%out : tensor<4x?xf16>) {
    ^bb0(%p: f32, %q: f32, %old: f16):
      %d = arith.subf %p, %q : f32
      %f = arith.truncf %d : f32 to f16
      tensor.yield %f : f16
    } -> tensor<4x?xf16>
    tensor.yield %r : tensor<4x?xf16>
  }
  return %o : memref<4x?xf16>
}

// -----

#id = affine_map<(i, j, k) -> (i, j, k)>

// Narrow dimensions come first in a buffer, and loops run through it in order.
// CHECK-LABEL: func.func @narrow_dimensions_come_first
func.func @narrow_dimensions_come_first(%x: memref<4x64x3xf32>, %o: memref<4xf32>) {
  // CHECK:      loop.for %[[I:.*]] = 0 to 4 {
  // CHECK:        %[[KEPT:.*]] = memref.alloca() : memref<3x64xf32>
  // CHECK-NEXT:   loop.for %[[K:.*]] = 0 to 3 {
  // CHECK-NEXT:     loop.for %[[J:.*]] = 0 to 64 {
  // CHECK-NEXT:       loop.load %{{.*}}[%[[I]], %[[J]], %[[K]]]
  // CHECK:            loop.store %{{.*}}, %[[KEPT]][%[[K]], %[[J]]]
  // CHECK:        loop.load %[[KEPT]][%{{.*}}, %{{.*}}] : memref<3x64xf32>
  %zero = arith.constant 0.0 : f32
  tensor.kernel ins(%a = %x : memref<4x64x3xf32>) outs(%out = %o : memref<4xf32>) {
    %e = tensor.empty() : tensor<4x64x3xf32>
    %s = tensor.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
        ins(%a : tensor<4x64x3xf32>) outs(%e : tensor<4x64x3xf32>) {
    ^bb0(%p: f32, %old: f32):
      %exp = math.exp %p : f32
      tensor.yield %exp : f32
    } -> tensor<4x64x3xf32>
    %j = tensor.fill ins(%zero : f32) outs(%out : tensor<4xf32>) -> tensor<4xf32>
    %sum = tensor.reduce <add> ins(%s : tensor<4x64x3xf32>) outs(%j : tensor<4xf32>) dimensions = [1, 2] -> tensor<4xf32>
    tensor.yield %sum : tensor<4xf32>
  }
  return
}
