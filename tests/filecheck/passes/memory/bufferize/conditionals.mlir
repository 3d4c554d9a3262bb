// RUN: dlc-opt %s --bufferize --names=numbers | filecheck %s

// One branch changes the tensor, the other leaves it: both work on its buffer.
// CHECK-LABEL: func.func @a_branch_changes_a_tensor_where_it_is(%arg0: memref<4xf32>, %arg1: f32, %arg2: index, %arg3: i1) -> memref<4xf32>
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:  memref.copy %arg0, %alloc
// CHECK-NEXT:  memref.store %arg1, %alloc[%arg2]
// CHECK-NEXT:  loop.when %arg3 {
// CHECK-NEXT:    memref.store %arg1, %alloc[%arg2]
// CHECK-NEXT:  } else {
// CHECK-NEXT:  }
// CHECK-NEXT:  return %alloc : memref<4xf32>
func.func @a_branch_changes_a_tensor_where_it_is(%t: tensor<4xf32>, %x: f32, %i: index, %c: i1) -> tensor<4xf32> {
  %w = tensor.insert %x into %t[%i] : tensor<4xf32>
  %r = loop.when %c -> (tensor<4xf32>) {
    %a = tensor.insert %x into %w[%i] : tensor<4xf32>
    loop.yield %a : tensor<4xf32>
  } else {
    loop.yield %w : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// The old version is read behind the conditional.
// CHECK-LABEL: func.func @a_branch_copies_what_is_read_later(%arg0: memref<4xf32>, %arg1: f32, %arg2: index, %arg3: i1) -> (f32, memref<4xf32>)
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:  memref.copy %arg0, %alloc
// CHECK-NEXT:  memref.store %arg1, %alloc[%arg2]
// CHECK-NEXT:  %alloc_0 = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:  loop.when %arg3 {
// CHECK-NEXT:    memref.copy %alloc, %alloc_0
// CHECK-NEXT:    memref.store %arg1, %alloc_0[%arg2]
// CHECK-NEXT:  } else {
// CHECK-NEXT:    memref.copy %alloc, %alloc_0
// CHECK-NEXT:  }
// CHECK-NEXT:  %0 = memref.load %alloc[%arg2]
// CHECK-NEXT:  memref.dealloc %alloc
// CHECK-NEXT:  return %0, %alloc_0 : f32, memref<4xf32>
func.func @a_branch_copies_what_is_read_later(%t: tensor<4xf32>, %x: f32, %i: index, %c: i1) -> (f32, tensor<4xf32>) {
  %w = tensor.insert %x into %t[%i] : tensor<4xf32>
  %r = loop.when %c -> (tensor<4xf32>) {
    %a = tensor.insert %x into %w[%i] : tensor<4xf32>
    loop.yield %a : tensor<4xf32>
  } else {
    loop.yield %w : tensor<4xf32>
  }
  %y = tensor.extract %w[%i] : tensor<4xf32>
  return %y, %r : f32, tensor<4xf32>
}

// CHECK-LABEL: func.func @branches_fill_one_buffer(%arg0: f32, %arg1: index) -> memref<4xf32>
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<4xf32>
// CHECK-NEXT:  loop.if #set(%arg1) {
// CHECK-NEXT:    tensor.fill ins(%arg0 : f32) outs(%alloc : memref<4xf32>)
// CHECK-NEXT:  } else {
// CHECK-NEXT:    %0 = memref.get_global @constant_4_f32 : memref<4xf32>
// CHECK-NEXT:    memref.copy %0, %alloc
// CHECK-NEXT:  }
// CHECK-NEXT:  return %alloc : memref<4xf32>
func.func @branches_fill_one_buffer(%x: f32, %i: index) -> tensor<4xf32> {
  %r = loop.if affine_set<(d0) : (d0 >= 0)>(%i) -> tensor<4xf32> {
    %e = tensor.empty() : tensor<4xf32>
    %a = tensor.fill ins(%x : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    loop.yield %a : tensor<4xf32>
  } else {
    %b = arith.constant dense<1.0> : tensor<4xf32>
    loop.yield %b : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// CHECK-LABEL: func.func @sizes_that_differ_are_handed_on(%arg0: memref<?xf32>, %arg1: memref<?xf32>, %arg2: i1) -> memref<?xf32>
// CHECK-NEXT:  %c0 = arith.constant 0 : index
// CHECK-NEXT:  %0 = loop.when %arg2 -> (memref<?xf32>) {
// CHECK-NEXT:    %dim = memref.dim %arg0, %c0
// CHECK-NEXT:    %alloc = memref.alloc(%dim) {{.*}} : memref<?xf32>
// CHECK-NEXT:    memref.copy %arg0, %alloc
// CHECK-NEXT:    loop.yield %alloc : memref<?xf32>
// CHECK-NEXT:  } else {
// CHECK-NEXT:    %dim = memref.dim %arg1, %c0
// CHECK-NEXT:    %alloc = memref.alloc(%dim) {{.*}} : memref<?xf32>
// CHECK-NEXT:    memref.copy %arg1, %alloc
// CHECK-NEXT:    loop.yield %alloc : memref<?xf32>
// CHECK-NEXT:  }
// CHECK-NEXT:  return %0 : memref<?xf32>
func.func @sizes_that_differ_are_handed_on(%s: tensor<?xf32>, %t: tensor<?xf32>, %c: i1) -> tensor<?xf32> {
  %r = arith.select %c, %s, %t : tensor<?xf32>
  return %r : tensor<?xf32>
}

// CHECK-LABEL: func.func @a_result_that_nobody_uses_needs_no_memory(%arg0: memref<4xf32>, %arg1: f32, %arg2: i1) -> f32
// CHECK-NEXT:  %0 = loop.when %arg2 -> (f32) {
// CHECK-NEXT:    loop.yield %arg1 : f32
// CHECK-NEXT:  } else {
// CHECK-NEXT:    loop.yield %arg1 : f32
// CHECK-NEXT:  }
// CHECK-NEXT:  return %0 : f32
func.func @a_result_that_nobody_uses_needs_no_memory(%t: tensor<4xf32>, %x: f32, %c: i1) -> f32 {
  %r:2 = loop.when %c -> (tensor<4xf32>, f32) {
    loop.yield %t, %x : tensor<4xf32>, f32
  } else {
    loop.yield %t, %x : tensor<4xf32>, f32
  }
  return %r#1 : f32
}

// What the other branch reads is no later read: the loop in this one writes in place.
// CHECK-LABEL: func.func @a_loop_in_a_branch_in_a_loop
//   CHECK-NOT:   memref.copy
//       CHECK:   return
func.func @a_loop_in_a_branch_in_a_loop(%x: tensor<9xi32>, %zero: i32, %last: index) -> tensor<4xi32> {
  %empty = tensor.empty() : tensor<4xi32>
  %start = tensor.fill ins(%zero : i32) outs(%empty : tensor<4xi32>) -> tensor<4xi32>
  %r = loop.for %i = 0 to 9 iter_args(%list = %start) -> (tensor<4xi32>) {
    %new = tensor.extract %x[%i] : tensor<9xi32>
    %least = tensor.extract %list[%last] : tensor<4xi32>
    %is_less = arith.cmpi slt, %new, %least : i32
    %either = loop.when %is_less -> (tensor<4xi32>) {
      %moved:2 = loop.for %j = 0 to 4 iter_args(%part = %list, %given = %new) -> (tensor<4xi32>, i32) {
        %old = tensor.extract %part[%j] : tensor<4xi32>
        %next = tensor.insert %given into %part[%j] : tensor<4xi32>
        loop.yield %next, %old : tensor<4xi32>, i32
      }
      loop.yield %moved#0 : tensor<4xi32>
    } else {
      loop.yield %list : tensor<4xi32>
    }
    loop.yield %either : tensor<4xi32>
  }
  return %r : tensor<4xi32>
}

// A tensor of any size that a conditional in the body changes is in one buffer, which the loop does not hand on.
// CHECK-LABEL: func.func @a_loop_that_changes_what_it_carries_now_and_then
//       CHECK:   loop.for %{{.*}} = 0 to 9 {
//       CHECK:     loop.when
//  CHECK-NEXT:       memref.store
//   CHECK-NOT:   memref.copy
//       CHECK:   return
func.func @a_loop_that_changes_what_it_carries_now_and_then(%n: index, %zero: i32, %c: tensor<9xi1>) -> tensor<?xi32> {
  %empty = tensor.empty(%n) : tensor<?xi32>
  %start = tensor.fill ins(%zero : i32) outs(%empty : tensor<?xi32>) -> tensor<?xi32>
  %r = loop.for %i = 0 to 9 iter_args(%list = %start) -> (tensor<?xi32>) {
    %is_changed = tensor.extract %c[%i] : tensor<9xi1>
    %either = loop.when %is_changed -> (tensor<?xi32>) {
      %next = tensor.insert %zero into %list[%i] : tensor<?xi32>
      loop.yield %next : tensor<?xi32>
    } else {
      loop.yield %list : tensor<?xi32>
    }
    loop.yield %either : tensor<?xi32>
  }
  return %r : tensor<?xi32>
}
