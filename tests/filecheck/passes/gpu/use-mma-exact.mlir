// RUN: dlc-opt %s --gpu-use-mma="loops=i,j,k tile=16,8" | filecheck %s

// Tensor cores would round elements of f32: each thread multiplies two rows by two columns. Of its rows it holds two
// terms of eight, and gets the others from the threads that hold them.
// CHECK-LABEL: func.func @exact
func.func @exact(%b: memref<8x8xf32, #gpu.address_space<workgroup>>, %c: memref<16x8xf32, #gpu.address_space<private>> {llvm.noalias}) {
  %a = memref.alloc() : memref<16x8xf32, #gpu.address_space<private>>
  %zero = arith.constant 0.0 : f32
  // CHECK: loop.parallel (%warp_row, %warp_column, %row, %pair)
  // CHECK: loop.for %k = 0 to 8 step 8 iter_args(%[[S:.*]] = %{{.*}}) -> (vector<2x2xf32>) {
  // CHECK: %[[X:.*]] = loop.load %a[%{{.*}}, %pair * 2 + %k]
  // CHECK: gpu.shuffle  idx %[[X]]
  // CHECK: %[[ROWS:.*]] = vector.from_elements {{.*}} : vector<8x2x2xf32>
  // CHECK: %[[COLUMNS:.*]] = vector.from_elements {{.*}} : vector<8x2x2xf32>
  // CHECK: %[[Y:.*]] = vector.extract %[[ROWS]][0] : vector<2x2xf32> from vector<8x2x2xf32>
  // CHECK: %[[Z:.*]] = vector.extract %[[COLUMNS]][0] : vector<2x2xf32> from vector<8x2x2xf32>
  // CHECK: vector.fma %[[Y]], %[[Z]], %[[S]] : vector<2x2xf32>
  loop.for %i = 0 to 16 {
    loop.for %j = 0 to 8 {
      %0 = loop.for %k = 0 to 8 iter_args(%s = %zero) -> (f32) {
        %x = loop.load %a[%i, %k] : memref<16x8xf32, #gpu.address_space<private>>
        %y = loop.load %b[%j, %k] : memref<8x8xf32, #gpu.address_space<workgroup>>
        %1 = arith.mulf %x, %y fastmath<contract> : f32
        %2 = arith.addf %s, %1 fastmath<reassoc,contract> : f32
        loop.yield %2 : f32
      } {loop.name = "k"}
      loop.store %0, %c[%i, %j] : memref<16x8xf32, #gpu.address_space<private>>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}
