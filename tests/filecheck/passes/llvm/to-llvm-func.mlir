// RUN: dlc-opt %s --to-llvm --split-input-file | filecheck %s

// A memref is passed as two pointers, an offset, sizes and strides; only what its type leaves open is ever looked at.
// CHECK-LABEL: llvm.func @arguments
//  CHECK-SAME:   (%m_allocated: !llvm.ptr, %m: !llvm.ptr, %m_offset: i64, %m_size0: i64, %m_size1: i64,
//  CHECK-SAME:   %m_stride0: i64, %m_stride1: i64, %i: i64, %v: !llvm.array<2 x vector<4xf32>>,
//  CHECK-SAME:   %f: !llvm.ptr, %u_rank: i64, %u: !llvm.ptr, %x: i8) -> i64 {
//       CHECK:   llvm.return %m_size0 : i64
func.func @arguments(
  %m: memref<?x4xf32>, %i: index, %v: vector<2x4xf32>, %f: (i32) -> i32, %u: memref<*xf32>, %x: f8E4M3FN
) -> index {
  %c0 = arith.constant 0 : index
  %d = memref.dim %m, %c0 : memref<?x4xf32>
  return %d : index
}

// -----

// CHECK-LABEL: llvm.func @several_results(%x: i32, %y: f32) -> !llvm.struct<(i32, f32)>
//       CHECK:   %[[NOTHING:.*]] = llvm.mlir.poison : !llvm.struct<(i32, f32)>
//       CHECK:   %[[ONE:.*]] = llvm.insertvalue %x, %[[NOTHING]][0]
//       CHECK:   %[[BOTH:.*]] = llvm.insertvalue %y, %[[ONE]][1]
//       CHECK:   llvm.return %[[BOTH]]
func.func @several_results(%x: i32, %y: f32) -> (i32, f32) {
  return %x, %y : i32, f32
}
// CHECK-LABEL: llvm.func @calls
//       CHECK:   %[[BOTH:.*]] = llvm.call @several_results(%x, %y) : (i32, f32) -> !llvm.struct<(i32, f32)>
//       CHECK:   llvm.extractvalue %[[BOTH]][0]
//       CHECK:   %[[SECOND:.*]] = llvm.extractvalue %[[BOTH]][1]
//       CHECK:   llvm.return %[[SECOND]] : f32
func.func @calls(%x: i32, %y: f32) -> f32 {
  %a, %b = call @several_results(%x, %y) : (i32, f32) -> (i32, f32)
  return %b : f32
}

// -----

// As a result a memref is its descriptor; sizes and strides that the type tells are constants in it.
// CHECK-LABEL: llvm.func @memref_result
//  CHECK-SAME:   -> !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> {
//       CHECK:   %[[FOUR:.*]] = llvm.mlir.constant(4 : i64) : i64
//       CHECK:   llvm.insertvalue %m_allocated, %{{.*}}[0]
//       CHECK:   llvm.insertvalue %m, %{{.*}}[1]
//       CHECK:   llvm.insertvalue %m_size0, %{{.*}}[3, 0]
//       CHECK:   llvm.insertvalue %[[FOUR]], %{{.*}}[3, 1]
//       CHECK:   llvm.insertvalue %[[FOUR]], %{{.*}}[4, 0]
func.func @memref_result(%m: memref<?x4xf32>) -> memref<?x4xf32> {
  return %m : memref<?x4xf32>
}

// -----

// CHECK-LABEL: llvm.func internal @defined_and_private()
func.func private @defined_and_private() {
  return
}
// CHECK: llvm.func @declared(i64)
func.func private @declared(index)
// CHECK: llvm.func @public()
func.func @public() {
  return
}

// -----

// What is said of a memref holds of the pointer to its buffer; what is not LLVM's is left out.
// CHECK-LABEL: llvm.func linkonce_odr @attributes
//  CHECK-SAME:   %m: !llvm.ptr {llvm.align = 16 : i64, llvm.noalias}, %m_offset: i64, %m_size0: i64,
//  CHECK-SAME:   %m_stride0: i64, %i: i64 {llvm.noundef})
//  CHECK-SAME:   -> (i64 {llvm.noundef}) attributes {no_inline, no_unwind}
func.func @attributes(
  %m: memref<4xf32> {llvm.noalias, llvm.align = 16 : i64, llvm.inreg, test.a}, %i: index {llvm.noundef, test.b}
) -> (index {llvm.noundef, test.c}) attributes {no_inline, no_unwind, llvm.linkage = #llvm.linkage<linkonce_odr>, test.d} {
  return %i : index
}

// -----

// CHECK-LABEL: llvm.func @calls_with_attributes
//       CHECK:   llvm.call @callee(%m_allocated, %m, %{{.*}}, %i) {no_inline}
//  CHECK-SAME:   (!llvm.ptr, !llvm.ptr {llvm.noalias}, i64, i64, i64, i64 {llvm.noundef}) -> (i32 {llvm.noundef})
func.func private @callee(memref<4xf32>, index) -> i32
func.func @calls_with_attributes(%m: memref<4xf32>, %i: index) -> i32 {
  %r = "func.call"(%m, %i) <{callee = @callee, arg_attrs = [{llvm.noalias}, {llvm.noundef, test.a}], res_attrs = [{llvm.noundef}], no_inline}>
    : (memref<4xf32>, index) -> i32
  return %r : i32
}

// -----

// CHECK-LABEL: llvm.func @_mlir_ciface_wrapped(%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %{{.*}}: i32)
//       CHECK:   %[[M:.*]] = llvm.load %[[P:.*]] : !llvm.ptr -> !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>
//       CHECK:   llvm.extractvalue %[[M]][0]
//       CHECK:   %[[R:.*]] = llvm.call @wrapped(
//       CHECK:   llvm.store %[[R]], %{{.*}} : !llvm.struct<(ptr, ptr, i64, array<1 x i64>, array<1 x i64>)>, !llvm.ptr
//       CHECK:   llvm.return
func.func @wrapped(%m: memref<?xf32>, %x: i32) -> memref<?xf32> attributes {llvm.emit_c_interface} {
  return %m : memref<?xf32>
}

// -----

// One result that is no memref is returned.
// CHECK: llvm.func @_mlir_ciface_scalar(%{{.*}}: i32) -> i32
func.func @scalar(%x: i32) -> i32 attributes {llvm.emit_c_interface} {
  return %x : i32
}

// -----

// What is only declared is defined elsewhere under the name of the wrapper.
// CHECK: llvm.func internal @elsewhere(
// CHECK:   %[[PLACE:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(ptr, ptr, i64)>
// CHECK:   llvm.store %{{.*}}, %[[PLACE]]
// CHECK:   llvm.call @_mlir_ciface_elsewhere(%[[PLACE]], %{{.*}}) : (!llvm.ptr, i64) -> ()
// CHECK: llvm.func @_mlir_ciface_elsewhere(!llvm.ptr, i64)
func.func private @elsewhere(memref<f32>, index) attributes {llvm.emit_c_interface}

// -----

// CHECK-LABEL: llvm.func @functions_are_pointers
//       CHECK:   %[[F:.*]] = llvm.mlir.addressof @functions_are_pointers : !llvm.ptr
//       CHECK:   llvm.call %[[F]](%{{.*}}) : !llvm.ptr, (i32) -> i32
func.func @functions_are_pointers(%x: i32) -> i32 {
  %f = constant @functions_are_pointers : (i32) -> i32
  %r = call_indirect %f(%x) : (i32) -> i32
  return %r : i32
}

// -----

// The descriptor of an unranked memref outlives the function on the heap; who called moves it to the stack.
// CHECK-LABEL: llvm.func @unranked(%{{.*}}: i64, %{{.*}}: !llvm.ptr) -> !llvm.struct<(i64, ptr)>
//       CHECK:   %[[HEAP:.*]] = llvm.call @malloc
//       CHECK:   "llvm.intr.memcpy"(%[[HEAP]]
//       CHECK:   llvm.return
func.func @unranked(%u: memref<*xf32>) -> memref<*xf32> {
  return %u : memref<*xf32>
}
// CHECK-LABEL: llvm.func @calls_unranked
//       CHECK:   llvm.call @unranked
//       CHECK:   %[[STACK:.*]] = llvm.alloca %{{.*}} x i8
//       CHECK:   "llvm.intr.memcpy"(%[[STACK]]
//       CHECK:   llvm.call @free
func.func @calls_unranked(%u: memref<*xf32>) {
  %r = call @unranked(%u) : (memref<*xf32>) -> memref<*xf32>
  return
}

// -----

// What runs at load is listed, in a list for each; nobody calls it from outside.
//       CHECK: llvm.func internal @early() {
//       CHECK: llvm.mlir.global_ctors ctors = [@early], priorities = [1 : i32], data = [#llvm.zero]
//       CHECK: llvm.func internal @late() {
//       CHECK: llvm.mlir.global_ctors ctors = [@late], priorities = [65535 : i32], data = [#llvm.zero]
func.func @early() attributes {llvm.global_ctor = 1 : i32} {
  return
}
func.func @late() attributes {llvm.global_ctor = 65535 : i32} {
  return
}

// -----

// Of a bare memref, the pointer to its buffer is passed, and the sizes and strides that its type leaves open.
// CHECK-LABEL: llvm.func internal @bare
//  CHECK-SAME:   (%m: !llvm.ptr {llvm.noalias}, %n: !llvm.ptr, %n_size0: i64, %u_rank: i64, %u: !llvm.ptr) -> f32
//       CHECK:   llvm.load %m :
func.func private @bare(
  %m: memref<8x4xf32> {llvm.noalias}, %n: memref<?x4xf32>, %u: memref<*xf32>
) -> f32 attributes {llvm.bareptr} {
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0, %c0] : memref<8x4xf32>
  return %x : f32
}
// CHECK-LABEL: llvm.func @calls_bare
//       CHECK:   llvm.call @bare(%a, %b, %b_size0, %c_rank, %c) : (!llvm.ptr, !llvm.ptr, i64, i64, !llvm.ptr) -> f32
//       CHECK:   llvm.call @declared_bare(%b, %b_size0) : (!llvm.ptr, i64) -> ()
func.func @calls_bare(%a: memref<8x4xf32>, %b: memref<?x4xf32>, %c: memref<*xf32>) -> f32 {
  %x = call @bare(%a, %b, %c) : (memref<8x4xf32>, memref<?x4xf32>, memref<*xf32>) -> f32
  call @declared_bare(%b) : (memref<?x4xf32>) -> ()
  return %x : f32
}
// CHECK: llvm.func @declared_bare(!llvm.ptr, i64)
func.func private @declared_bare(memref<?x4xf32>) attributes {llvm.bareptr}
