// RUN: dlc-opt %s --loop-accumulate-in-memory="loops=k buffer=sums space=private" | filecheck %s

// CHECK-DAG: #[[MAP:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<(d0) -> (d0 + 4)>

// The sums of a block have a buffer in private memory, though the result could hold them.
// CHECK-LABEL: func.func @in_a_new_buffer(
//  CHECK-NEXT:   loop.parallel (%b) = (0) to (8) step (4) {
//  CHECK-NEXT:     %sums = memref.alloc() {alignment = 64 : i64} : memref<4xf32, #gpu.address_space<private>>
//  CHECK-NEXT:     loop.for %i = #[[MAP]](%b) to #[[MAP1]](%b) {
//  CHECK-NEXT:       loop.store %x, %sums[-%b + %i] : memref<4xf32, #gpu.address_space<private>>
//  CHECK-NEXT:       loop.for %k = 0 to 9 {
//  CHECK-NEXT:         %s = loop.load %sums[-%b + %i] : memref<4xf32, #gpu.address_space<private>>
//  CHECK-NEXT:         %2 = loop.load %a[%i, %k] : memref<8x9xf32>
//  CHECK-NEXT:         %3 = arith.addf %s, %2 : f32
//  CHECK-NEXT:         loop.store %3, %sums[-%b + %i] : memref<4xf32, #gpu.address_space<private>>
//  CHECK-NEXT:       } {loop.name = "k"}
//  CHECK-NEXT:       %0 = loop.load %sums[-%b + %i] : memref<4xf32, #gpu.address_space<private>>
//  CHECK-NEXT:       %1 = arith.negf %0 : f32
//  CHECK-NEXT:       loop.store %1, %c[%i] : memref<8xf32>
//  CHECK-NEXT:     }
//  CHECK-NEXT:     memref.dealloc %sums : memref<4xf32, #gpu.address_space<private>>
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @in_a_new_buffer(%a: memref<8x9xf32>, %c: memref<8xf32> {llvm.noalias}, %x: f32) {
  loop.parallel (%b) = (0) to (8) step (4) {
    loop.for %i = affine_map<(d0) -> (d0)>(%b) to affine_map<(d0) -> (d0 + 4)>(%b) {
      %sum = loop.for %k = 0 to 9 iter_args(%s = %x) -> (f32) {
        %0 = loop.load %a[%i, %k] : memref<8x9xf32>
        %1 = arith.addf %s, %0 : f32
        loop.yield %1 : f32
      } {loop.name = "k"}
      %2 = arith.negf %sum : f32
      loop.store %2, %c[%i] : memref<8xf32>
    }
  }
  return
}
