// RUN: dlc-opt %s --loop-fresh-sums="loops=k" --split-input-file --verify-diagnostics

func.func @nothing_is_carried(%a: memref<8xf32>, %x: f32) {
  // expected-error @+1 {{cannot start afresh: it carries nothing}}
  loop.for %k = 0 to 8 {
    loop.store %x, %a[%k] : memref<8xf32>
  } {loop.name = "k"}
  return
}

// -----

func.func @the_order_matters(%a: memref<8xf32>, %x: f32) -> f32 {
  // expected-error @+1 {{cannot start afresh: the carried value '%s' must be combined in its order, as 'arith.addf' is not marked}}
  %sum = loop.for %k = 0 to 8 iter_args(%s = %x) -> (f32) {
    %0 = loop.load %a[%k] : memref<8xf32>
    // expected-note @+1 {{here}}
    %1 = arith.addf %s, %0 : f32
    loop.yield %1 : f32
  } {loop.name = "k"}
  return %sum : f32
}

// -----

func.func @partial_sums_are_stored(%a: memref<8xf32>, %x: f32) -> f32 {
  // expected-error @+1 {{cannot start afresh: the carried value '%s' is used for more than to be combined}}
  %sum = loop.for %k = 0 to 8 iter_args(%s = %x) -> (f32) {
    loop.store %s, %a[%k] : memref<8xf32>
    %1 = arith.addf %s, %x fastmath<reassoc> : f32
    loop.yield %1 : f32
  } {loop.name = "k"}
  return %sum : f32
}
