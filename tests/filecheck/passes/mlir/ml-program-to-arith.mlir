// RUN: dlc-opt %s --ml-program-to-arith 2>&1 | filecheck %s

// CHECK-DAG: remark: 'ml_program.global' op stays as it is: its value may change
// CHECK-DAG: remark: 'ml_program.global' op stays as it is: its value 'dense<4> : tensor<4xi32>' is not a constant of type 'tensor<?xi32>'

// A seed that nobody uses is gone, as is what has become a constant.
// CHECK-NOT: @global_seed
ml_program.global private mutable @global_seed(dense<0> : tensor<i64>) : tensor<i64>
// CHECK-NOT: @weights
ml_program.global private @weights(dense<[1.0, 2.0]> : tensor<2xf32>) : tensor<2xf32>
ml_program.global private mutable @never_stored(dense<7> : tensor<i64>) : tensor<i64>
// CHECK: ml_program.global public @shared
ml_program.global public @shared(dense<3> : tensor<i64>) : tensor<i64>
// CHECK: ml_program.global private mutable @count
ml_program.global private mutable @count(dense<0> : tensor<i64>) : tensor<i64>
// CHECK: ml_program.global private @other_type
ml_program.global private @other_type(dense<4> : tensor<4xi32>) : tensor<?xi32>

// CHECK-LABEL: func.func @loads
// CHECK-DAG:     arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// CHECK-DAG:     arith.constant dense<7> : tensor<i64>
// CHECK-DAG:     arith.constant dense<3> : tensor<i64>
// CHECK-DAG:     ml_program.global_load @count
// CHECK-DAG:     ml_program.global_load_const @other_type
func.func @loads() -> (tensor<2xf32>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<?xi32>) {
  %w = ml_program.global_load_const @weights : tensor<2xf32>
  %n = ml_program.global_load @never_stored : tensor<i64>
  %s = ml_program.global_load @shared : tensor<i64>
  %c = ml_program.global_load @count : tensor<i64>
  ml_program.global_store @count = %s : tensor<i64>
  %o = ml_program.global_load_const @other_type : tensor<?xi32>
  return %w, %n, %s, %c, %o : tensor<2xf32>, tensor<i64>, tensor<i64>, tensor<i64>, tensor<?xi32>
}
