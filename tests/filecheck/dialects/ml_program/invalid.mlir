// RUN: dlc-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{'ml_program.global' op immutable global must have an initial value [global_c2]}}
ml_program.global private @g : tensor<i64>

// -----

// expected-error @+1 {{visibility expected to be one of ["public", "private", "nested"], but got "other" [global_c1]}}
"ml_program.global"() <{sym_name = "g", sym_visibility = "other", type = i32, value = 1 : i32}> : () -> ()

// -----

// expected-error @+1 {{expected 'public', 'private', or 'nested'}}
ml_program.global @g(1 : i32) : i32

// -----

ml_program.global private @g(dense<1> : tensor<i64>) : tensor<i64>
ml_program.global private mutable @m(dense<1> : tensor<i64>) : tensor<i64>
func.func @f(%x: tensor<i64>, %y: i32) {
  // expected-error @+1 {{undefined global: h [global_load_c1]}}
  %0 = ml_program.global_load @h : tensor<i64>
  // expected-error @+1 {{cannot load from global typed 'tensor<i64>', but got 'i32' [global_load_c2]}}
  %1 = ml_program.global_load @g : i32
  // expected-error @+1 {{undefined global: h [global_load_const_c1]}}
  %2 = ml_program.global_load_const @h : i32
  // expected-error @+1 {{cannot load from global typed 'tensor<i64>', but got 'i32' [global_load_const_c2]}}
  %3 = ml_program.global_load_const @g : i32
  // expected-error @+1 {{cannot load as const from mutable global m [global_load_const_c3]}}
  %4 = ml_program.global_load_const @m : tensor<i64>
  // expected-error @+1 {{undefined global: h [global_store_c1]}}
  ml_program.global_store @h = %x : tensor<i64>
  // expected-error @+1 {{cannot load from global typed 'tensor<i64>', but got 'i32' [global_store_c2]}}
  ml_program.global_store @m = %y : i32
  // expected-error @+1 {{cannot store to an immutable global g [global_store_c3]}}
  ml_program.global_store @g = %x : tensor<i64>
  return
}
