// RUN: dlc-opt %s | filecheck %s
// RUN: dlc-opt %s --mlir-print-op-generic | dlc-opt | filecheck %s

// CHECK: ml_program.global private mutable @seed(dense<0> : tensor<i64>) : tensor<i64>
ml_program.global private mutable @seed(dense<0> : tensor<i64>) : tensor<i64>
// CHECK: ml_program.global private @w(dense<4> : tensor<4xi32>) : tensor<?xi32>
ml_program.global private @w(dense<4> : tensor<4xi32>) : tensor<?xi32>
// CHECK: ml_program.global public mutable @elsewhere : tensor<?xi32>
ml_program.global public mutable @elsewhere : tensor<?xi32>
// CHECK: ml_program.global nested @plain(1 : i32) : i32 {marked}
ml_program.global nested @plain(1 : i32) : i32 {marked}

// CHECK-LABEL: func.func @uses
func.func @uses() -> tensor<?xi32> {
  // CHECK: %{{.*}} = ml_program.global_load @seed : tensor<i64>
  %s = ml_program.global_load @seed : tensor<i64>
  // CHECK: ml_program.global_store @seed = %{{.*}} : tensor<i64>
  ml_program.global_store @seed = %s : tensor<i64>
  // CHECK: ml_program.global_load_const @w : tensor<?xi32>
  %w = ml_program.global_load_const @w : tensor<?xi32>
  return %w : tensor<?xi32>
}
