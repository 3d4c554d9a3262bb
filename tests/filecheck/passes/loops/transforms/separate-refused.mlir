// RUN: dlc-opt %s --loop-separate="loops=i,j suffixes=_first,_last" --split-input-file --verify-diagnostics

// What comes first reads what the second part wrote in the iteration before.
func.func @parts_need_one_another(%c: memref<9x9xf32> {llvm.noalias}, %d: memref<9x9xf32> {llvm.noalias}) {
  // expected-error @+1 {{cannot be distributed because of the flow dependence with distance (0, 1)}}
  loop.for %i = 0 to 8 {
    loop.for %j = 0 to 8 {
      // expected-note @+1 {{'loop.load' reads the same element later}}
      %0 = loop.load %d[%i, %j] : memref<9x9xf32>
      loop.store %0, %c[%i, %j] : memref<9x9xf32>
      %1 = loop.load %c[%i, %j] : memref<9x9xf32>
      // expected-note @+1 {{'loop.store' writes here}}
      loop.store %1, %d[%i, %j + 1] : memref<9x9xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// -----

func.func @one_part(%c: memref<8x8xf32>, %x: f32) {
  // expected-error @+1 {{cannot be separated: its body has no independent parts}}
  loop.for %i = 0 to 8 {
    loop.for %j = 0 to 8 {
      loop.store %x, %c[%i, %j] : memref<8x8xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// -----

func.func @three_parts(%c: memref<8x8xf32> {llvm.noalias}, %d: memref<8x8xf32> {llvm.noalias}, %e: memref<8x8xf32> {llvm.noalias}, %x: f32) {
  // expected-error @+1 {{cannot be separated: it has 3 parts, but got 2 suffixes}}
  loop.for %i = 0 to 8 {
    loop.for %j = 0 to 8 {
      loop.store %x, %c[%i, %j] : memref<8x8xf32>
      // expected-note @+1 {{a part begins here}}
      loop.store %x, %d[%i, %j] : memref<8x8xf32>
      // expected-note @+1 {{a part begins here}}
      loop.store %x, %e[%i, %j] : memref<8x8xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}
