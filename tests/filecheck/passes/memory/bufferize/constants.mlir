// RUN: dlc-opt %s --bufferize --names=numbers | filecheck %s

// CHECK-NOT: @constant_3_f32
// CHECK-DAG: memref.global "private" constant @constant_2_f32 : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]> {alignment = 64 : i64}
// CHECK-DAG: memref.global "private" constant @constant_2_f32_0 : memref<2xf32> = dense_resource<weights> {alignment = 64 : i64}

// CHECK-LABEL: func.func @equal_constants_are_one_global(%arg0: index) -> (f32, f32)
// CHECK-NEXT:  %0 = memref.get_global @constant_2_f32 : memref<2xf32>
// CHECK-NEXT:  %1 = memref.get_global @constant_2_f32 : memref<2xf32>
// CHECK-NEXT:  %2 = memref.load %0[%arg0]
// CHECK-NEXT:  %3 = memref.load %1[%arg0]
// CHECK-NEXT:  return %2, %3 : f32, f32
func.func @equal_constants_are_one_global(%i: index) -> (f32, f32) {
  %a = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %x = tensor.extract %a[%i] : tensor<2xf32>
  %y = tensor.extract %b[%i] : tensor<2xf32>
  return %x, %y : f32, f32
}

// CHECK-LABEL: func.func @a_constant_is_copied_before_it_is_changed(%arg0: f32, %arg1: index) -> memref<2xf32>
// CHECK-NEXT:  %0 = memref.get_global @constant_2_f32 : memref<2xf32>
// CHECK-NEXT:  %alloc = memref.alloc() {{.*}} : memref<2xf32>
// CHECK-NEXT:  memref.copy %0, %alloc
// CHECK-NEXT:  memref.store %arg0, %alloc[%arg1]
// CHECK-NEXT:  return %alloc : memref<2xf32>
func.func @a_constant_is_copied_before_it_is_changed(%x: f32, %i: index) -> tensor<2xf32> {
  %a = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %r = tensor.insert %x into %a[%i] : tensor<2xf32>
  return %r : tensor<2xf32>
}

// CHECK-LABEL: func.func @resources(%arg0: index) -> f32
// CHECK-NEXT:  %0 = memref.get_global @constant_2_f32_0 : memref<2xf32>
// CHECK-NEXT:  %1 = memref.load %0[%arg0]
// CHECK-NEXT:  return %1 : f32
func.func @resources(%i: index) -> f32 {
  %a = arith.constant dense_resource<weights> : tensor<2xf32>
  %x = tensor.extract %a[%i] : tensor<2xf32>
  return %x : f32
}

// CHECK-LABEL: func.func @a_constant_without_users_is_no_global()
// CHECK-NEXT:  return
func.func @a_constant_without_users_is_no_global() {
  %a = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  return
}

// Globals go where the function's symbols are looked up.
// CHECK:      module @inner {
// CHECK-NEXT:   memref.global "private" constant @constant_4_f32 : memref<4xf32> = dense<3.000000e+00>
module @inner {
  // CHECK-LABEL: func.func @nested(%arg0: index) -> f32
  // CHECK-NEXT:  %0 = memref.get_global @constant_4_f32 : memref<4xf32>
  // CHECK-NEXT:  %1 = memref.load %0[%arg0]
  // CHECK-NEXT:  return %1 : f32
  func.func @nested(%i: index) -> f32 {
    %a = arith.constant dense<3.0> : tensor<4xf32>
    %x = tensor.extract %a[%i] : tensor<4xf32>
    return %x : f32
  }
}

{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000803F00000040"
    }
  }
#-}
