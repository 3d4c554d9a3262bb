// RUN: dlc-opt %s --bufferize --names=numbers | filecheck %s

// CHECK-LABEL: func.func @generate(%arg0: index) -> memref<4x?xindex>
// CHECK-NEXT:  %alloc = memref.alloc(%arg0) {{.*}} : memref<4x?xindex>
// CHECK-NEXT:  loop.for %arg1 = 0 to 4 {
// CHECK-NEXT:    loop.for %arg2 = 0 to #map(%arg0) {
// CHECK-NEXT:      %0 = arith.addi %arg1, %arg2 : index
// CHECK-NEXT:      memref.store %0, %alloc[%arg1, %arg2]
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:  return %alloc : memref<4x?xindex>
func.func @generate(%n: index) -> tensor<4x?xindex> {
  %r = tensor.generate %n {
  ^bb0(%i: index, %j: index):
    %x = arith.addi %i, %j : index
    tensor.yield %x : index
  } : tensor<4x?xindex>
  return %r : tensor<4x?xindex>
}

// The body is asked for places around the source only.
// CHECK-LABEL: func.func @pad_with_what_depends_on_the_place(%arg0: memref<4xindex>) -> memref<7xindex>
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<7xindex>
// CHECK-NEXT:  loop.for %arg1 = 0 to 7 {
// CHECK-NEXT:    %c1 = arith.constant 1 : index
// CHECK-NEXT:    %0 = arith.cmpi sge, %arg1, %c1 : index
// CHECK-NEXT:    %c5 = arith.constant 5 : index
// CHECK-NEXT:    %1 = arith.cmpi slt, %arg1, %c5 : index
// CHECK-NEXT:    %2 = arith.andi %0, %1 : i1
// CHECK-NEXT:    loop.when %2 {
// CHECK-NEXT:      %c1_0 = arith.constant 1 : index
// CHECK-NEXT:      %3 = arith.subi %arg1, %c1_0 : index
// CHECK-NEXT:      %4 = memref.load %arg0[%3]
// CHECK-NEXT:      memref.store %4, %alloc[%arg1]
// CHECK-NEXT:    } else {
// CHECK-NEXT:      %3 = arith.addi %arg1, %arg1 : index
// CHECK-NEXT:      memref.store %3, %alloc[%arg1]
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:  return %alloc : memref<7xindex>
func.func @pad_with_what_depends_on_the_place(%t: tensor<4xindex>) -> tensor<7xindex> {
  %r = tensor.pad %t low[1] high[2] {
  ^bb0(%i: index):
    %x = arith.addi %i, %i : index
    tensor.yield %x : index
  } : tensor<4xindex> to tensor<7xindex>
  return %r : tensor<7xindex>
}

// CHECK-LABEL: func.func @scatter(%arg0: memref<3x1xf32>, %arg1: memref<8xf32>, %arg2: memref<3x1xi32>) -> memref<8xf32>
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<8xf32>
// CHECK-NEXT:  memref.copy %arg1, %alloc
// CHECK-NEXT:  loop.for %arg3 = 0 to 3 {
// CHECK-NEXT:    loop.for %arg4 = 0 to 1 {
// CHECK-NEXT:      %c0 = arith.constant 0 : index
// CHECK-NEXT:      %0 = memref.load %arg2[%arg3, %c0]
// CHECK-NEXT:      %1 = arith.index_cast %0 : i32 to index
// CHECK-NEXT:      %2 = memref.load %arg0[%arg3, %arg4]
// CHECK-NEXT:      memref.store %2, %alloc[%1]
// CHECK-NEXT:    }
// CHECK-NEXT:  }
// CHECK-NEXT:  return %alloc : memref<8xf32>
func.func @scatter(%s: tensor<3x1xf32>, %t: tensor<8xf32>, %p: tensor<3x1xi32>) -> tensor<8xf32> {
  %r = tensor.scatter %s into %t[%p] scatter_dims([0]) unique : (tensor<3x1xf32>, tensor<8xf32>, tensor<3x1xi32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// CHECK-LABEL: func.func @gather(%arg0: memref<8xf32>, %arg1: memref<3x1xindex>) -> memref<3x1xf32>
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<3x1xf32>
// CHECK-NEXT:  tensor.generic {{.*}} outs(%alloc : memref<3x1xf32>)
// CHECK:       return %alloc : memref<3x1xf32>
func.func @gather(%t: tensor<8xf32>, %p: tensor<3x1xindex>) -> tensor<3x1xf32> {
  %r = tensor.gather %t[%p] gather_dims([0]) : (tensor<8xf32>, tensor<3x1xindex>) -> tensor<3x1xf32>
  return %r : tensor<3x1xf32>
}

// CHECK-LABEL: func.func @pack(%arg0: memref<8xf32>) -> memref<2x4xf32>
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<2x4xf32>
// CHECK-NEXT:  tensor.generic {{.*}} ins(%arg0 : memref<8xf32>) outs(%alloc : memref<2x4xf32>)
// CHECK:       return %alloc : memref<2x4xf32>
func.func @pack(%t: tensor<8xf32>) -> tensor<2x4xf32> {
  %e = tensor.empty() : tensor<2x4xf32>
  %r = tensor.pack %t inner_dims_pos = [0] inner_tiles = [4] into %e : tensor<8xf32> -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @pack_with_padding(%arg0: memref<7xf32>, %arg1: f32) -> memref<2x4xf32>
// CHECK-NEXT:  %c7 = arith.constant 7 : index
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<2x4xf32>
// CHECK-NEXT:  tensor.generic {{.*}} outs(%alloc : memref<2x4xf32>)
// CHECK:       return %alloc : memref<2x4xf32>
func.func @pack_with_padding(%t: tensor<7xf32>, %x: f32) -> tensor<2x4xf32> {
  %e = tensor.empty() : tensor<2x4xf32>
  %r = tensor.pack %t padding_value(%x : f32) inner_dims_pos = [0] inner_tiles = [4] into %e : tensor<7xf32> -> tensor<2x4xf32>
  return %r : tensor<2x4xf32>
}

// CHECK-LABEL: func.func @unpack(%arg0: memref<2x4xf32>) -> memref<7xf32>
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<7xf32>
// CHECK-NEXT:  tensor.generic {{.*}} outs(%alloc : memref<7xf32>)
// CHECK:       return %alloc : memref<7xf32>
func.func @unpack(%t: tensor<2x4xf32>) -> tensor<7xf32> {
  %e = tensor.empty() : tensor<7xf32>
  %r = tensor.unpack %t inner_dims_pos = [0] inner_tiles = [4] into %e : tensor<2x4xf32> -> tensor<7xf32>
  return %r : tensor<7xf32>
}

// CHECK-LABEL: func.func @bitcast(%arg0: memref<4xf32>) -> memref<4xi32>
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<4xi32>
// CHECK-NEXT:  tensor.generic {{.*}} ins(%arg0 : memref<4xf32>) outs(%alloc : memref<4xi32>)
// CHECK:       return %alloc : memref<4xi32>
func.func @bitcast(%t: tensor<4xf32>) -> tensor<4xi32> {
  %r = tensor.bitcast %t : tensor<4xf32> to tensor<4xi32>
  return %r : tensor<4xi32>
}

// CHECK-LABEL: func.func @arithmetic_on_whole_tensors(%arg0: memref<4xf32>, %arg1: memref<4xf32>) -> memref<4xf32>
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:  tensor.generic {{.*}} ins(%arg0, %arg1 : memref<4xf32>, memref<4xf32>) outs(%alloc : memref<4xf32>)
// CHECK:       return %alloc : memref<4xf32>
func.func @arithmetic_on_whole_tensors(%s: tensor<4xf32>, %t: tensor<4xf32>) -> tensor<4xf32> {
  %r = arith.addf %s, %t : tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @from_elements(%arg0: f32, %arg1: f32) -> memref<2xf32>
// CHECK-NEXT:  %c1 = arith.constant 1 : index
// CHECK-NEXT:  %c0 = arith.constant 0 : index
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<2xf32>
// CHECK-NEXT:  memref.store %arg0, %alloc[%c0]
// CHECK-NEXT:  memref.store %arg1, %alloc[%c1]
// CHECK-NEXT:  return %alloc : memref<2xf32>
func.func @from_elements(%x: f32, %y: f32) -> tensor<2xf32> {
  %r = tensor.from_elements %x, %y : tensor<2xf32>
  return %r : tensor<2xf32>
}

// CHECK-LABEL: func.func @splat(%arg0: f32, %arg1: index) -> memref<?xf32>
// CHECK-NEXT:  %alloc = memref.alloc(%arg1) {{.*}} : memref<?xf32>
// CHECK-NEXT:  tensor.fill ins(%arg0 : f32) outs(%alloc : memref<?xf32>)
// CHECK-NEXT:  return %alloc : memref<?xf32>
func.func @splat(%x: f32, %n: index) -> tensor<?xf32> {
  %r = tensor.splat %x[%n] : tensor<?xf32>
  return %r : tensor<?xf32>
}

// A body picks elements of a tensor from outside.
// CHECK-LABEL: func.func @captured(%arg0: memref<8xf32>, %arg1: memref<4xindex>) -> memref<4xf32>
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:  tensor.generic {{.*}} ins(%arg1 : memref<4xindex>) outs(%alloc : memref<4xf32>)
// CHECK:       return %alloc : memref<4xf32>
func.func @captured(%t: tensor<8xf32>, %p: tensor<4xindex>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = tensor.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
    ins(%p : tensor<4xindex>) outs(%e : tensor<4xf32>) {
  ^bb0(%at: index, %o: f32):
    %x = tensor.extract %t[%at] : tensor<8xf32>
    tensor.yield %x : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// Vectors are written in place where the tensor is not needed any more.
// CHECK-LABEL: func.func @transfers(%arg0: memref<8x8xf32>, %arg1: memref<8x8xf32>) -> memref<8x8xf32>
//       CHECK:   vector.transfer_read %arg0[%c0, %c0], %cst {in_bounds = [true, true]} : memref<8x8xf32>, vector<4x8xf32>
//       CHECK:   %[[COPY:.*]] = memref.alloc()
//       CHECK:   memref.copy %arg1, %[[COPY]]
//       CHECK:   vector.transfer_write %{{.*}}, %[[COPY]][%c0, %c0] {in_bounds = [true, true]} : vector<4x8xf32>, memref<8x8xf32>
//       CHECK:   vector.transfer_write %{{.*}}, %[[COPY]][%c4, %c0]
//       CHECK:   return %[[COPY]]
func.func @transfers(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %x = arith.constant 0.0 : f32
  %u = vector.transfer_read %a[%c0, %c0], %x {in_bounds = [true, true]} : tensor<8x8xf32>, vector<4x8xf32>
  %v = vector.transfer_write %u, %b[%c0, %c0] {in_bounds = [true, true]} : vector<4x8xf32>, tensor<8x8xf32>
  %w = vector.transfer_write %u, %v[%c4, %c0] {in_bounds = [true, true]} : vector<4x8xf32>, tensor<8x8xf32>
  return %w : tensor<8x8xf32>
}
