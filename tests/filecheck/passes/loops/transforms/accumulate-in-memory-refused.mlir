// RUN: dlc-opt %s --loop-accumulate-in-memory="loops=k" --split-input-file --verify-diagnostics

func.func @carries_nothing(%c: memref<9xf32>, %x: f32) {
  // expected-error @+1 {{cannot accumulate in memory: it carries nothing}}
  loop.for %k = 0 to 9 {
    loop.store %x, %c[%k] : memref<9xf32>
  } {loop.name = "k"}
  return
}

// -----

// A buffer for the sums cannot have rows of different lengths.
func.func @no_buffer_for_a_triangle(%a: memref<9xf32>, %x: f32, %n: index) {
  loop.for %i = 0 to %n {
    // expected-error @+1 {{cannot accumulate in memory: its trip count is unknown where the buffer is allocated}}
    loop.for %j = 0 to affine_map<(d0) -> (d0)>(%i) {
      %sum = loop.for %k = 0 to 9 iter_args(%s = %x) -> (f32) {
        %0 = loop.load %a[%k] : memref<9xf32>
        %1 = arith.addf %s, %0 : f32
        loop.yield %1 : f32
      } {loop.name = "k"}
    }
  }
  return
}

// -----

func.func @carries_a_tensor(%t: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{cannot accumulate in memory: 'tensor<4xf32>' cannot be an element of a buffer; bufferize first}}
  %r = loop.for %k = 0 to 9 iter_args(%s = %t) -> (tensor<4xf32>) {
    %u = tensor.insert_slice %s into %s[0] [4] [1] : tensor<4xf32> into tensor<4xf32>
    loop.yield %u : tensor<4xf32>
  } {loop.name = "k"}
  return %r : tensor<4xf32>
}

// -----

func.func @more_elements_than_an_index_counts(%a: memref<9xf32>, %x: f32) {
  // expected-error @+1 {{'loop.for' op requires a buffer of sizes [9223372036854775816], of which one does not fit in 64 bits}}
  loop.for %j = -9223372036854775808 to 8 {
    %sum = loop.for %k = 0 to 9 iter_args(%s = %x) -> (f32) {
      %0 = loop.load %a[%k] : memref<9xf32>
      %1 = arith.addf %s, %0 : f32
      loop.yield %1 : f32
    } {loop.name = "k"}
    loop.store %sum, %a[%j] : memref<9xf32>
  }
  return
}
