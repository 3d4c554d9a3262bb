// RUN: dlc-opt %s --bufferize --names=numbers | filecheck %s

#id = affine_map<(i) -> (i)>
#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>

// An argument is only read: the first insertion copies it, the others write where that did.
// CHECK-LABEL: func.func @insertions_share_one_buffer(%arg0: memref<4xf32>, %arg1: f32, %arg2: index, %arg3: index) -> memref<4xf32>
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:  memref.copy %arg0, %alloc
// CHECK-NEXT:  memref.store %arg1, %alloc[%arg2]
// CHECK-NEXT:  memref.store %arg1, %alloc[%arg3]
// CHECK-NEXT:  return %alloc : memref<4xf32>
func.func @insertions_share_one_buffer(%t: tensor<4xf32>, %x: f32, %i: index, %j: index) -> tensor<4xf32> {
  %a = tensor.insert %x into %t[%i] : tensor<4xf32>
  %b = tensor.insert %x into %a[%j] : tensor<4xf32>
  return %b : tensor<4xf32>
}

// CHECK-LABEL: func.func @an_old_version_that_is_read_later_stays(%arg0: memref<4xf32>, %arg1: f32, %arg2: index) -> (f32, memref<4xf32>)
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:  memref.copy %arg0, %alloc
// CHECK-NEXT:  memref.store %arg1, %alloc[%arg2]
// CHECK-NEXT:  %alloc_0 = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:  memref.copy %alloc, %alloc_0
// CHECK-NEXT:  memref.store %arg1, %alloc_0[%arg2]
// CHECK-NEXT:  %0 = memref.load %alloc[%arg2]
// CHECK-NEXT:  memref.dealloc %alloc
// CHECK-NEXT:  return %0, %alloc_0 : f32, memref<4xf32>
func.func @an_old_version_that_is_read_later_stays(%t: tensor<4xf32>, %x: f32, %i: index) -> (f32, tensor<4xf32>) {
  %a = tensor.insert %x into %t[%i] : tensor<4xf32>
  %b = tensor.insert %x into %a[%i] : tensor<4xf32>
  %y = tensor.extract %a[%i] : tensor<4xf32>
  return %y, %b : f32, tensor<4xf32>
}

// A slice is a view: as long as it is read, what it looks into stays.
// CHECK-LABEL: func.func @a_slice_that_is_read_later_keeps_the_whole(%arg0: memref<4xf32>, %arg1: f32, %arg2: index) -> (f32, memref<4xf32>)
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:  memref.copy %arg0, %alloc
// CHECK-NEXT:  memref.store %arg1, %alloc[%arg2]
// CHECK-NEXT:  %subview = memref.subview %alloc[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>
// CHECK-NEXT:  %alloc_0 = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:  memref.copy %alloc, %alloc_0
// CHECK-NEXT:  memref.store %arg1, %alloc_0[%arg2]
// CHECK-NEXT:  %0 = memref.load %subview[%arg2]
// CHECK-NEXT:  memref.dealloc %alloc
// CHECK-NEXT:  return %0, %alloc_0 : f32, memref<4xf32>
func.func @a_slice_that_is_read_later_keeps_the_whole(%t: tensor<4xf32>, %x: f32, %i: index) -> (f32, tensor<4xf32>) {
  %a = tensor.insert %x into %t[%i] : tensor<4xf32>
  %s = tensor.extract_slice %a[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %b = tensor.insert %x into %a[%i] : tensor<4xf32>
  %y = tensor.extract %s[%i] : tensor<2xf32>
  return %y, %b : f32, tensor<4xf32>
}

// Asking for the size does not look at elements.
// CHECK-LABEL: func.func @a_size_may_be_asked_later(%arg0: memref<?xf32>, %arg1: f32, %arg2: index) -> (index, memref<?xf32>)
// CHECK-NEXT:  %c0 = arith.constant 0 : index
// CHECK-NEXT:  %dim = memref.dim %arg0, %c0
// CHECK-NEXT:  %alloc = memref.alloc(%dim) {{.*}} : memref<?xf32>
// CHECK-NEXT:  memref.copy %arg0, %alloc
// CHECK-NEXT:  memref.store %arg1, %alloc[%arg2]
// CHECK-NEXT:  memref.store %arg1, %alloc[%arg2]
// CHECK-NEXT:  %dim_0 = memref.dim %alloc, %arg2
// CHECK-NEXT:  return %dim_0, %alloc : index, memref<?xf32>
func.func @a_size_may_be_asked_later(%t: tensor<?xf32>, %x: f32, %i: index) -> (index, tensor<?xf32>) {
  %a = tensor.insert %x into %t[%i] : tensor<?xf32>
  %b = tensor.insert %x into %a[%i] : tensor<?xf32>
  %n = tensor.dim %a, %i : tensor<?xf32>
  return %n, %b : index, tensor<?xf32>
}

// CHECK-LABEL: func.func @elementwise_ops_take_over_what_dies(%arg0: memref<4xf32>, %arg1: f32, %arg2: index) -> memref<4xf32>
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:  memref.copy %arg0, %alloc
// CHECK-NEXT:  memref.store %arg1, %alloc[%arg2]
// CHECK-NEXT:  tensor.generic {{.*}} ins(%alloc, %alloc : memref<4xf32>, memref<4xf32>) outs(%alloc : memref<4xf32>)
// CHECK:       return %alloc : memref<4xf32>
func.func @elementwise_ops_take_over_what_dies(%t: tensor<4xf32>, %x: f32, %i: index) -> tensor<4xf32> {
  %a = tensor.insert %x into %t[%i] : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %r = tensor.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
    ins(%a, %a : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    tensor.yield %s : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// Where another element is read than is written, the input is still needed.
// CHECK-LABEL: func.func @a_transposed_read_needs_other_memory(%arg0: memref<4x4xf32>, %arg1: f32, %arg2: index) -> memref<4x4xf32>
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<4x4xf32>
// CHECK-NEXT:  memref.copy %arg0, %alloc
// CHECK-NEXT:  memref.store %arg1, %alloc[%arg2, %arg2]
// CHECK-NEXT:  %alloc_0 = memref.alloc() {{.*}} : memref<4x4xf32>
// CHECK-NEXT:  tensor.generic {{.*}} ins(%alloc, %alloc : memref<4x4xf32>, memref<4x4xf32>) outs(%alloc_0 : memref<4x4xf32>)
// CHECK:       memref.dealloc %alloc
// CHECK-NEXT:  return %alloc_0 : memref<4x4xf32>
func.func @a_transposed_read_needs_other_memory(%t: tensor<4x4xf32>, %x: f32, %i: index) -> tensor<4x4xf32> {
  %a = tensor.insert %x into %t[%i, %i] : tensor<4x4xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  %r = tensor.generic {indexing_maps = [#ij, #ji, #ij], iterator_types = ["parallel", "parallel"]}
    ins(%a, %a : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    tensor.yield %s : f32
  } -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// Two outputs never take over the same input.
// CHECK-LABEL: func.func @one_input_serves_one_output(%arg0: memref<4xf32>, %arg1: f32, %arg2: index) -> (memref<4xf32>, memref<4xf32>)
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:  memref.copy %arg0, %alloc
// CHECK-NEXT:  memref.store %arg1, %alloc[%arg2]
// CHECK-NEXT:  %alloc_0 = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:  tensor.generic {{.*}} ins(%alloc : memref<4xf32>) outs(%alloc, %alloc_0 : memref<4xf32>, memref<4xf32>)
// CHECK:       return %alloc, %alloc_0 : memref<4xf32>, memref<4xf32>
func.func @one_input_serves_one_output(%t: tensor<4xf32>, %x: f32, %i: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = tensor.insert %x into %t[%i] : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %r:2 = tensor.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
    ins(%a : tensor<4xf32>) outs(%e, %e : tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%p: f32, %o: f32, %q: f32):
    tensor.yield %p, %x : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

// A kernel reads its input only where it writes, and not behind that.
// CHECK-LABEL: func.func @a_kernel_takes_over_what_it_reads_in_step(%arg0: memref<4x8xf32>, %arg1: f32, %arg2: index) -> memref<4x8xf32>
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<4x8xf32>
// CHECK-NEXT:  memref.copy %arg0, %alloc
// CHECK-NEXT:  memref.store %arg1, %alloc[%arg2, %arg2]
// CHECK-NEXT:  tensor.kernel ins(%arg3 = %alloc : memref<4x8xf32>) outs(%arg4 = %alloc : memref<4x8xf32>)
// CHECK:       return %alloc : memref<4x8xf32>
func.func @a_kernel_takes_over_what_it_reads_in_step(%t: tensor<4x8xf32>, %x: f32, %i: index) -> tensor<4x8xf32> {
  %a = tensor.insert %x into %t[%i, %i] : tensor<4x8xf32>
  %e = tensor.empty() : tensor<4x8xf32>
  %r = tensor.kernel ins(%k = %a : tensor<4x8xf32>) outs(%o = %e : tensor<4x8xf32>) {
    %se = tensor.empty() : tensor<4xf32>
    %s0 = tensor.fill ins(%x : f32) outs(%se : tensor<4xf32>) -> tensor<4xf32>
    %s = tensor.reduce <add> ins(%k : tensor<4x8xf32>) outs(%s0 : tensor<4xf32>) dimensions = [1] -> tensor<4xf32>
    %n = tensor.generic {indexing_maps = [#ij, affine_map<(i, j) -> (i)>, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%k, %s : tensor<4x8xf32>, tensor<4xf32>) outs(%o : tensor<4x8xf32>) {
    ^bb0(%p: f32, %q: f32, %old: f32):
      %d = arith.divf %p, %q : f32
      tensor.yield %d : f32
    } -> tensor<4x8xf32>
    tensor.yield %n : tensor<4x8xf32>
  } -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// Here each row needs the sum of a column, which other rows would have overwritten.
// CHECK-LABEL: func.func @a_kernel_that_reads_other_rows_does_not(%arg0: memref<4x4xf32>, %arg1: f32, %arg2: index) -> memref<4x4xf32>
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<4x4xf32>
// CHECK-NEXT:  memref.copy %arg0, %alloc
// CHECK-NEXT:  memref.store %arg1, %alloc[%arg2, %arg2]
// CHECK-NEXT:  %alloc_0 = memref.alloc() {{.*}} : memref<4x4xf32>
// CHECK-NEXT:  tensor.kernel ins(%arg3 = %alloc : memref<4x4xf32>) outs(%arg4 = %alloc_0 : memref<4x4xf32>)
// CHECK:       memref.dealloc %alloc
// CHECK-NEXT:  return %alloc_0 : memref<4x4xf32>
func.func @a_kernel_that_reads_other_rows_does_not(%t: tensor<4x4xf32>, %x: f32, %i: index) -> tensor<4x4xf32> {
  %a = tensor.insert %x into %t[%i, %i] : tensor<4x4xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  %r = tensor.kernel ins(%k = %a : tensor<4x4xf32>) outs(%o = %e : tensor<4x4xf32>) {
    %se = tensor.empty() : tensor<4xf32>
    %s0 = tensor.fill ins(%x : f32) outs(%se : tensor<4xf32>) -> tensor<4xf32>
    %s = tensor.reduce <add> ins(%k : tensor<4x4xf32>) outs(%s0 : tensor<4xf32>) dimensions = [0] -> tensor<4xf32>
    %n = tensor.generic {indexing_maps = [#ij, affine_map<(i, j) -> (i)>, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%k, %s : tensor<4x4xf32>, tensor<4xf32>) outs(%o : tensor<4x4xf32>) {
    ^bb0(%p: f32, %q: f32, %old: f32):
      %d = arith.divf %p, %q : f32
      tensor.yield %d : f32
    } -> tensor<4x4xf32>
    tensor.yield %n : tensor<4x4xf32>
  } -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// Types leave open how long rows are: here what is read has one element more than what is written.
// CHECK-LABEL: func.func @types_do_not_say_that_sizes_agree(%arg0: memref<2x?xf32>, %arg1: f32, %arg2: index, %arg3: index) -> memref<2x?xf32>
// CHECK:       %alloc = memref.alloc
// CHECK:       memref.store %arg1, %alloc
// CHECK:       %[[OTHER:.*]] = memref.alloc(%arg3)
// CHECK-NEXT:  tensor.kernel ins(%arg4 = %alloc : memref<2x?xf32>) outs(%arg5 = %[[OTHER]] : memref<2x?xf32>)
func.func @types_do_not_say_that_sizes_agree(%t: tensor<2x?xf32>, %x: f32, %i: index, %n: index) -> tensor<2x?xf32> {
  %a = tensor.insert %x into %t[%i, %i] : tensor<2x?xf32>
  %e = tensor.empty(%n) : tensor<2x?xf32>
  %r = tensor.kernel ins(%k = %a : tensor<2x?xf32>) outs(%o = %e : tensor<2x?xf32>) {
    %we = tensor.empty() : tensor<2xf32>
    %w = tensor.generic {indexing_maps = [affine_map<(j) -> (j)>], iterator_types = ["parallel"]} outs(%we : tensor<2xf32>) {
    ^bb0(%old: f32):
      tensor.yield %x : f32
    } -> tensor<2xf32>
    %se = tensor.empty(%n) : tensor<2x?xf32>
    %s0 = tensor.fill ins(%x : f32) outs(%se : tensor<2x?xf32>) -> tensor<2x?xf32>
    %s = tensor.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, j + k)>, affine_map<(i, j, k) -> (k)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]
    } ins(%k, %we : tensor<2x?xf32>, tensor<2xf32>) outs(%s0 : tensor<2x?xf32>) {
    ^bb0(%p: f32, %q: f32, %sum: f32):
      %d = arith.addf %sum, %p : f32
      tensor.yield %d : f32
    } -> tensor<2x?xf32>
    %m = tensor.generic {indexing_maps = [#ij, affine_map<(i, j) -> (i)>, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%s, %w : tensor<2x?xf32>, tensor<2xf32>) outs(%o : tensor<2x?xf32>) {
    ^bb0(%p: f32, %q: f32, %old: f32):
      %d = arith.divf %p, %q : f32
      tensor.yield %d : f32
    } -> tensor<2x?xf32>
    tensor.yield %m : tensor<2x?xf32>
  } -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// Here the same loop runs along both.
// CHECK-LABEL: func.func @loops_say_that_sizes_agree(%arg0: memref<2x?xf32>, %arg1: f32, %arg2: index) -> memref<2x?xf32>
// CHECK:       %alloc = memref.alloc
// CHECK:       memref.store %arg1, %alloc
// CHECK:       tensor.kernel ins(%arg3 = %alloc : memref<2x?xf32>) outs(%arg4 = %alloc : memref<2x?xf32>)
func.func @loops_say_that_sizes_agree(%t: tensor<2x?xf32>, %x: f32, %i: index) -> tensor<2x?xf32> {
  %a = tensor.insert %x into %t[%i, %i] : tensor<2x?xf32>
  %c1 = arith.constant 1 : index
  %n = tensor.dim %t, %c1 : tensor<2x?xf32>
  %e = tensor.empty(%n) : tensor<2x?xf32>
  %r = tensor.kernel ins(%k = %a : tensor<2x?xf32>) outs(%o = %e : tensor<2x?xf32>) {
    %se = tensor.empty() : tensor<2xf32>
    %s0 = tensor.fill ins(%x : f32) outs(%se : tensor<2xf32>) -> tensor<2xf32>
    %s = tensor.reduce <add> ins(%k : tensor<2x?xf32>) outs(%s0 : tensor<2xf32>) dimensions = [1] -> tensor<2xf32>
    %m = tensor.generic {indexing_maps = [#ij, affine_map<(i, j) -> (i)>, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%k, %s : tensor<2x?xf32>, tensor<2xf32>) outs(%o : tensor<2x?xf32>) {
    ^bb0(%p: f32, %q: f32, %old: f32):
      %d = arith.divf %p, %q : f32
      tensor.yield %d : f32
    } -> tensor<2x?xf32>
    tensor.yield %m : tensor<2x?xf32>
  } -> tensor<2x?xf32>
  return %r : tensor<2x?xf32>
}

// Each of two tensors that begin with the same part gets it once more: a copy of the whole would read what is unwritten.
// CHECK-LABEL: func.func @shared_parts_are_inserted_again
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<3xf32>
// CHECK-NEXT:  %subview = memref.subview %alloc[0] [1] [1]
// CHECK-NEXT:  memref.copy %arg0, %subview
// CHECK-NEXT:  %subview_0 = memref.subview %alloc[1] [2] [1]
// CHECK-NEXT:  memref.copy %arg1, %subview_0
// CHECK-NEXT:  %alloc_1 = memref.alloc() {{.*}} : memref<3xf32>
// CHECK-NEXT:  %subview_2 = memref.subview %alloc_1[0] [1] [1]
// CHECK-NEXT:  memref.copy %arg0, %subview_2
// CHECK-NEXT:  %subview_3 = memref.subview %alloc_1[1] [2] [1]
// CHECK-NEXT:  memref.copy %arg2, %subview_3
// CHECK-NEXT:  return %alloc, %alloc_1
func.func @shared_parts_are_inserted_again(%a: tensor<1xf32>, %b: tensor<2xf32>, %c: tensor<2xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %empty = tensor.empty() : tensor<3xf32>
  %part = tensor.insert_slice %a into %empty[0] [1] [1] : tensor<1xf32> into tensor<3xf32>
  %x = tensor.insert_slice %b into %part[1] [2] [1] : tensor<2xf32> into tensor<3xf32>
  %y = tensor.insert_slice %c into %part[1] [2] [1] : tensor<2xf32> into tensor<3xf32>
  return %x, %y : tensor<3xf32>, tensor<3xf32>
}

// A part that is read as well is a tensor of its own, which is copied.
// CHECK-LABEL: func.func @a_shared_part_that_is_read_is_copied
// CHECK:       memref.copy %alloc, %alloc_{{.*}} : memref<3xf32> to memref<3xf32>
// CHECK:       return
func.func @a_shared_part_that_is_read_is_copied(%a: tensor<1xf32>, %b: tensor<2xf32>) -> (f32, tensor<3xf32>) {
  %c0 = arith.constant 0 : index
  %empty = tensor.empty() : tensor<3xf32>
  %part = tensor.insert_slice %a into %empty[0] [1] [1] : tensor<1xf32> into tensor<3xf32>
  %x = tensor.insert_slice %b into %part[1] [2] [1] : tensor<2xf32> into tensor<3xf32>
  %first = tensor.extract %part[%c0] : tensor<3xf32>
  return %first, %x : f32, tensor<3xf32>
}
