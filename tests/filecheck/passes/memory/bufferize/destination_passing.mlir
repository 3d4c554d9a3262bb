// RUN: dlc-opt %s --bufferize --names=numbers | filecheck %s

#id = affine_map<(i) -> (i)>

// Both parts are computed where they belong, though the whole comes later.
// CHECK-LABEL: func.func @concatenated_parts_are_computed_in_place(%arg0: f32, %arg1: f32) -> memref<6xf32>
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<6xf32>
// CHECK-NEXT:  %subview = memref.subview %alloc[0] [2] [1] : memref<6xf32> to memref<2xf32, strided<[1]>>
// CHECK-NEXT:  tensor.fill ins(%arg0 : f32) outs(%subview : memref<2xf32, strided<[1]>>)
// CHECK-NEXT:  %subview_0 = memref.subview %alloc[2] [4] [1] : memref<6xf32> to memref<4xf32, strided<[1], offset: 2>>
// CHECK-NEXT:  tensor.fill ins(%arg1 : f32) outs(%subview_0 : memref<4xf32, strided<[1], offset: 2>>)
// CHECK-NEXT:  return %alloc : memref<6xf32>
func.func @concatenated_parts_are_computed_in_place(%x: f32, %y: f32) -> tensor<6xf32> {
  %e0 = tensor.empty() : tensor<2xf32>
  %a = tensor.fill ins(%x : f32) outs(%e0 : tensor<2xf32>) -> tensor<2xf32>
  %e1 = tensor.empty() : tensor<4xf32>
  %b = tensor.fill ins(%y : f32) outs(%e1 : tensor<4xf32>) -> tensor<4xf32>
  %r = tensor.concat dim(0) %a, %b : (tensor<2xf32>, tensor<4xf32>) -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// A part that is read behind the insertion would keep others from writing: it is copied.
// CHECK-LABEL: func.func @a_part_that_is_read_later_is_copied(%arg0: f32, %arg1: index) -> (f32, memref<4xf32>)
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<2xf32>
// CHECK-NEXT:  tensor.fill ins(%arg0 : f32) outs(%alloc : memref<2xf32>)
// CHECK-NEXT:  %alloc_0 = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:  %subview = memref.subview %alloc_0[0] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1]>>
// CHECK-NEXT:  memref.copy %alloc, %subview
// CHECK-NEXT:  %subview_1 = memref.subview %alloc_0[2] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 2>>
// CHECK-NEXT:  memref.copy %alloc, %subview_1
// CHECK-NEXT:  %0 = memref.load %alloc[%arg1]
// CHECK-NEXT:  memref.dealloc %alloc
// CHECK-NEXT:  return %0, %alloc_0 : f32, memref<4xf32>
func.func @a_part_that_is_read_later_is_copied(%x: f32, %i: index) -> (f32, tensor<4xf32>) {
  %e0 = tensor.empty() : tensor<2xf32>
  %a = tensor.fill ins(%x : f32) outs(%e0 : tensor<2xf32>) -> tensor<2xf32>
  %r = tensor.concat dim(0) %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %y = tensor.extract %a[%i] : tensor<2xf32>
  return %y, %r : f32, tensor<4xf32>
}

// CHECK-LABEL: func.func @padding_is_around_what_is_computed_in_place(%arg0: f32, %arg1: f32) -> memref<6xf32>
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<6xf32>
// CHECK-NEXT:  tensor.fill ins(%arg1 : f32) outs(%alloc : memref<6xf32>)
// CHECK-NEXT:  %subview = memref.subview %alloc[1] [4] [1] : memref<6xf32> to memref<4xf32, strided<[1], offset: 1>>
// CHECK-NEXT:  tensor.fill ins(%arg0 : f32) outs(%subview : memref<4xf32, strided<[1], offset: 1>>)
// CHECK-NEXT:  return %alloc : memref<6xf32>
func.func @padding_is_around_what_is_computed_in_place(%x: f32, %y: f32) -> tensor<6xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %a = tensor.fill ins(%x : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = tensor.pad %a low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %y : f32
  } : tensor<4xf32> to tensor<6xf32>
  return %r : tensor<6xf32>
}

// What is read of the whole in between must be what was there before.
// CHECK-LABEL: func.func @a_read_in_between_keeps_the_copy(%arg0: memref<4xf32>, %arg1: f32, %arg2: index) -> (f32, memref<4xf32>)
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:  memref.copy %arg0, %alloc
// CHECK-NEXT:  memref.store %arg1, %alloc[%arg2]
// CHECK-NEXT:  %alloc_0 = memref.alloc() {{.*}} : memref<2xf32>
// CHECK-NEXT:  tensor.fill ins(%arg1 : f32) outs(%alloc_0 : memref<2xf32>)
// CHECK-NEXT:  %0 = memref.load %alloc[%arg2]
// CHECK-NEXT:  %subview = memref.subview %alloc[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
// CHECK-NEXT:  memref.copy %alloc_0, %subview
// CHECK-NEXT:  memref.dealloc %alloc_0
// CHECK-NEXT:  return %0, %alloc : f32, memref<4xf32>
func.func @a_read_in_between_keeps_the_copy(%t: tensor<4xf32>, %x: f32, %i: index) -> (f32, tensor<4xf32>) {
  %w = tensor.insert %x into %t[%i] : tensor<4xf32>
  %e = tensor.empty() : tensor<2xf32>
  %a = tensor.fill ins(%x : f32) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  %y = tensor.extract %w[%i] : tensor<4xf32>
  %r = tensor.insert_slice %a into %w[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
  return %y, %r : f32, tensor<4xf32>
}

// CHECK-LABEL: func.func @a_slice_is_changed_where_it_is(%arg0: memref<4xf32>, %arg1: f32, %arg2: index) -> memref<4xf32>
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:  memref.copy %arg0, %alloc
// CHECK-NEXT:  memref.store %arg1, %alloc[%arg2]
// CHECK-NEXT:  %subview = memref.subview %alloc[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
// CHECK-NEXT:  memref.store %arg1, %subview[%arg2]
// CHECK-NEXT:  return %alloc : memref<4xf32>
func.func @a_slice_is_changed_where_it_is(%t: tensor<4xf32>, %x: f32, %i: index) -> tensor<4xf32> {
  %w = tensor.insert %x into %t[%i] : tensor<4xf32>
  %s = tensor.extract_slice %w[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %a = tensor.insert %x into %s[%i] : tensor<2xf32>
  %r = tensor.insert_slice %a into %w[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
  return %r : tensor<4xf32>
}

// Put back elsewhere, it is copied; the places may overlap, so not directly.
// CHECK-LABEL: func.func @a_slice_moves_through_other_memory(%arg0: memref<4xf32>, %arg1: f32, %arg2: index) -> memref<4xf32>
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:  memref.copy %arg0, %alloc
// CHECK-NEXT:  memref.store %arg1, %alloc[%arg2]
// CHECK-NEXT:  %subview = memref.subview %alloc[0] [3] [1] : memref<4xf32> to memref<3xf32, strided<[1]>>
// CHECK-NEXT:  %alloc_0 = memref.alloc() {{.*}} : memref<3xf32>
// CHECK-NEXT:  memref.copy %subview, %alloc_0
// CHECK-NEXT:  %subview_1 = memref.subview %alloc[1] [3] [1] : memref<4xf32> to memref<3xf32, strided<[1], offset: 1>>
// CHECK-NEXT:  memref.copy %alloc_0, %subview_1
// CHECK-NEXT:  memref.dealloc %alloc_0
// CHECK-NEXT:  return %alloc : memref<4xf32>
func.func @a_slice_moves_through_other_memory(%t: tensor<4xf32>, %x: f32, %i: index) -> tensor<4xf32> {
  %w = tensor.insert %x into %t[%i] : tensor<4xf32>
  %s = tensor.extract_slice %w[0] [3] [1] : tensor<4xf32> to tensor<3xf32>
  %r = tensor.insert_slice %s into %w[1] [3] [1] : tensor<3xf32> into tensor<4xf32>
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @a_row_of_each_iteration_goes_straight_to_its_place(%arg0: f32) -> memref<4x8xf32>
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<4x8xf32>
// CHECK-NEXT:  loop.for %arg1 = 0 to 4 {
// CHECK-NEXT:    %subview = memref.subview %alloc[%arg1, 0] [1, 8] [1, 1] : memref<4x8xf32> to memref<8xf32, strided<[1], offset: ?>>
// CHECK-NEXT:    tensor.fill ins(%arg0 : f32) outs(%subview : memref<8xf32, strided<[1], offset: ?>>)
// CHECK-NEXT:  }
// CHECK-NEXT:  return %alloc : memref<4x8xf32>
func.func @a_row_of_each_iteration_goes_straight_to_its_place(%x: f32) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %r = loop.for %i = 0 to 4 iter_args(%t = %e) -> (tensor<4x8xf32>) {
    %re = tensor.empty() : tensor<8xf32>
    %row = tensor.fill ins(%x : f32) outs(%re : tensor<8xf32>) -> tensor<8xf32>
    %n = tensor.insert_slice %row into %t[%i, 0] [1, 8] [1, 1] : tensor<8xf32> into tensor<4x8xf32>
    loop.yield %n : tensor<4x8xf32>
  }
  return %r : tensor<4x8xf32>
}

// What an iteration makes of the carried tensor in a new one goes to the carried buffer: nobody needs the old one then.
// CHECK-LABEL: func.func @what_is_yielded_is_computed_in_the_carried_buffer(%arg0: memref<4xf32>, %arg1: f32) -> memref<4xf32>
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:  memref.copy %arg0, %alloc
// CHECK-NEXT:  loop.for %arg2 = 0 to 4 {
// CHECK-NEXT:    %0 = memref.load %alloc[%arg2]
// CHECK-NEXT:    tensor.fill ins(%0 : f32) outs(%alloc : memref<4xf32>)
// CHECK-NEXT:  }
// CHECK-NEXT:  return %alloc : memref<4xf32>
func.func @what_is_yielded_is_computed_in_the_carried_buffer(%t: tensor<4xf32>, %x: f32) -> tensor<4xf32> {
  %r = loop.for %i = 0 to 4 iter_args(%c = %t) -> (tensor<4xf32>) {
    %y = tensor.extract %c[%i] : tensor<4xf32>
    %e = tensor.empty() : tensor<4xf32>
    %n = tensor.fill ins(%y : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    loop.yield %n : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// A large tensor is not filled where it is: one nest fills a row on either side, another the columns of its rows.
// CHECK-LABEL: func.func @only_what_is_around_a_large_tensor_is_filled
// CHECK:       %alloc = memref.alloc() {{.*}} : memref<514x515xf32>
// CHECK-NEXT:  %subview = memref.subview %alloc[0, 0] [2, 515] [513, 1] :
// CHECK-NEXT:  tensor.fill ins(%arg1 : f32) outs(%subview : memref<2x515xf32,
// CHECK-NEXT:  %subview_0 = memref.subview %alloc[1, 0] [512, 3] [1, 1] :
// CHECK-NEXT:  tensor.fill ins(%arg1 : f32) outs(%subview_0 : memref<512x3xf32,
// CHECK-NEXT:  %subview_1 = memref.subview %alloc[1, 3] [512, 512] [1, 1] :
// CHECK-NEXT:  tensor.fill ins(%arg0 : f32) outs(%subview_1 : memref<512x512xf32,
// CHECK-NEXT:  return %alloc
func.func @only_what_is_around_a_large_tensor_is_filled(%x: f32, %y: f32) -> tensor<514x515xf32> {
  %e = tensor.empty() : tensor<512x512xf32>
  %a = tensor.fill ins(%x : f32) outs(%e : tensor<512x512xf32>) -> tensor<512x512xf32>
  %r = tensor.pad %a low[1, 3] high[1, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %y : f32
  } : tensor<512x512xf32> to tensor<514x515xf32>
  return %r : tensor<514x515xf32>
}

// What a step inserts and yields cannot be computed in its part, which the next step would read: it is computed in the
// buffer that the loop carries, and copied once.
// CHECK-LABEL: func.func @state_that_is_stacked
// CHECK:         %[[STATE:.*]] = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:    memref.copy %arg0, %[[STATE]]
// CHECK:         loop.for
// CHECK-NOT:       memref.alloc
// CHECK:           tensor.fill ins(%{{.*}} : f32) outs(%[[STATE]] : memref<4xf32>)
// CHECK-NEXT:      %[[PART:.*]] = memref.subview
// CHECK-NEXT:      memref.copy %[[STATE]], %[[PART]]
// CHECK-NEXT:    }
func.func @state_that_is_stacked(%t: tensor<4xf32>, %all: tensor<8x4xf32>) -> (tensor<4xf32>, tensor<8x4xf32>) {
  %r:2 = loop.for %i = 0 to 4 iter_args(%c = %t, %stack = %all) -> (tensor<4xf32>, tensor<8x4xf32>) {
    %y = tensor.extract %c[%i] : tensor<4xf32>
    %e = tensor.empty() : tensor<4xf32>
    %n = tensor.fill ins(%y : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    %more = tensor.insert_slice %n into %stack[%i, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<8x4xf32>
    loop.yield %n, %more : tensor<4xf32>, tensor<8x4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<8x4xf32>
}
