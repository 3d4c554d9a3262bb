// RUN: dlc-opt %s --loop-split-reduction="loops=i,k" --split-input-file --verify-diagnostics

// The flag 'reassoc' is missing.
func.func @sums_in_order(%a: memref<24x96xf32>, %c: memref<24xf32> {llvm.noalias}, %x: f32) {
  loop.for %i = 0 to 24 {
    // expected-error @+1 {{cannot be split: the carried value '%s' must be combined in its order, as 'arith.addf' is not marked}}
    %sum = loop.for %k = 0 to 96 iter_args(%s = %x) -> (f32) {
      %0 = loop.load %a[%i, %k] : memref<24x96xf32>
      // expected-note @+1 {{here}}
      %1 = arith.addf %s, %0 : f32
      loop.yield %1 : f32
    } {loop.name = "k"}
    loop.store %sum, %c[%i] : memref<24xf32>
  } {loop.name = "i"}
  return
}

// -----

func.func @what_is_summed_is_written_around(%a: memref<24x96xf32>, %x: f32) {
  loop.for %i = 0 to 24 {
    // expected-error @+1 {{cannot be split: it reads memory that is written around it}}
    %sum = loop.for %k = 0 to 96 iter_args(%s = %x) -> (f32) {
      // expected-note @+1 {{this is read}}
      %0 = loop.load %a[%i, %k] : memref<24x96xf32>
      %1 = arith.addf %s, %0 fastmath<reassoc> : f32
      loop.yield %1 : f32
    } {loop.name = "k"}
    // expected-note @+1 {{this may write the same memory}}
    loop.store %sum, %a[%i, 0] : memref<24x96xf32>
  } {loop.name = "i"}
  return
}

// -----

func.func @writes(%a: memref<24x96xf32>, %c: memref<24xf32> {llvm.noalias}, %x: f32) {
  loop.for %i = 0 to 24 {
    // expected-error @+1 {{cannot be split: it writes memory}}
    %sum = loop.for %k = 0 to 96 iter_args(%s = %x) -> (f32) {
      // expected-note @+1 {{here}}
      loop.store %x, %a[%i, %k] : memref<24x96xf32>
      %1 = arith.addf %s, %x fastmath<reassoc> : f32
      loop.yield %1 : f32
    } {loop.name = "k"}
    loop.store %sum, %c[%i] : memref<24xf32>
  } {loop.name = "i"}
  return
}

// -----

func.func @a_value_is_read_around(%a: memref<24x96xf32>, %c: memref<24xf32> {llvm.noalias}, %x: f32) {
  loop.for %i = 0 to 24 {
    // expected-note @+1 {{here}}
    %y = loop.load %a[%i, 0] : memref<24x96xf32>
    // expected-error @+1 {{cannot be split: it uses the result of 'loop.load'}}
    %sum = loop.for %k = 0 to 96 iter_args(%s = %x) -> (f32) {
      %1 = arith.addf %s, %y fastmath<reassoc> : f32
      loop.yield %1 : f32
    } {loop.name = "k"}
    loop.store %sum, %c[%i] : memref<24xf32>
  } {loop.name = "i"}
  return
}

// -----

func.func @carries_nothing(%c: memref<9x9xf32>, %x: f32) {
  loop.for %i = 0 to 9 {
    // expected-error @+1 {{cannot be split: it carries nothing}}
    loop.for %k = 0 to 9 {
      loop.store %x, %c[%i, %k] : memref<9x9xf32>
    } {loop.name = "k"}
  } {loop.name = "i"}
  return
}
