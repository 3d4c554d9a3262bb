// RUN: dlc-opt %s --loop-vectorize-tiles="loops=i,j height=4 width=4" | filecheck %s

// What is read along j and written along i is transposed.
// CHECK-LABEL: func.func @transpose
// CHECK:      loop.for %i = 0 to 8 step 4 {
// CHECK-NEXT:   loop.for %j = 0 to 8 step 4 {
// CHECK-COUNT-4:  loop.vector_load %a
// CHECK-COUNT-4:  vector.insert
// CHECK-NEXT:     %[[T:.*]] = vector.transpose %{{.*}}, [1, 0] : vector<4x4xf32> to vector<4x4xf32>
// CHECK-NEXT:     %[[C:.*]] = vector.extract %[[T]][0]
// CHECK:          loop.vector_store %[[C]], %b[%j, %i] : memref<8x8xf32>, vector<4xf32>
// CHECK-NEXT:     loop.vector_store %{{.*}}, %b[%j + 1, %i] : memref<8x8xf32>, vector<4xf32>
func.func @transpose(%a: memref<8x8xf32> {llvm.noalias}, %b: memref<8x8xf32> {llvm.noalias}) {
  loop.for %i = 0 to 8 {
    loop.for %j = 0 to 8 {
      %x = loop.load %a[%i, %j] : memref<8x8xf32>
      loop.store %x, %b[%j, %i] : memref<8x8xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// Sums have a vector for each of the rows; what differs between rows alone is broadcast.
// CHECK-LABEL: func.func @sums
// CHECK:      loop.for %i = 0 to 8 step 4 {
// CHECK-NEXT:   loop.for %j = 0 to 8 step 4 {
// CHECK-NEXT:     %sum{{.*}} = loop.for %k = 0 to 3 iter_args
// CHECK-COUNT-4:    loop.vector_load %a[
// CHECK:          loop.yield
// CHECK:          loop.load %s[%i] : memref<8xf32>
// CHECK-NEXT:     vector.broadcast
// CHECK:          vector.transpose
func.func @sums(%a: memref<10x8xf32> {llvm.noalias}, %s: memref<8xf32> {llvm.noalias},
                %b: memref<8x8xf32> {llvm.noalias}, %zero: f32) {
  loop.for %i = 0 to 8 {
    loop.for %j = 0 to 8 {
      %sum = loop.for %k = 0 to 3 iter_args(%old = %zero) -> (f32) {
        %x = loop.load %a[%i + %k, %j] : memref<10x8xf32>
        %new = arith.addf %old, %x : f32
        loop.yield %new : f32
      } {loop.name = "k"}
      %scale = loop.load %s[%i] : memref<8xf32>
      %y = arith.mulf %sum, %scale : f32
      loop.store %y, %b[%j, %i] : memref<8x8xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// What does not fill a tile fills one together with what was before it; a rest of unknown length is scalar.
// CHECK-LABEL: func.func @rest
// CHECK:      loop.for %i = 0 to 4 step 4 {
// CHECK-NEXT:   loop.for %j = 0 to #{{.*}}()[%n] step 4 {
// CHECK:            vector.transpose %{{.*}} : vector<4x4xf32> to vector<4x4xf32>
// CHECK:      loop.for %i = 0 to 4 {
// CHECK-NEXT:   loop.for %j_rest =
// CHECK-NEXT:     loop.load
// CHECK:      loop.for %i_rest = 2 to 6 step 4 {
// CHECK:            vector.transpose %{{.*}} : vector<4x4xf32> to vector<4x4xf32>
// CHECK:      loop.for %i_rest = 2 to 6 {
// CHECK-NEXT:   loop.for %j_rest =
func.func @rest(%a: memref<6x?xf32> {llvm.noalias}, %b: memref<?x6xf32> {llvm.noalias}, %n: index) {
  loop.for %i = 0 to 6 {
    loop.for %j = 0 to %n {
      %x = loop.load %a[%i, %j] : memref<6x?xf32>
      loop.store %x, %b[%j, %i] : memref<?x6xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}

// Iterations that read what they write are not run again: the rest is in narrower tiles.
// CHECK-LABEL: func.func @adds
// CHECK:      loop.for %i = 0 to 4 step 4 {
// CHECK:            vector.transpose %{{.*}} : vector<4x4xf32> to vector<4x4xf32>
// CHECK:      loop.for %i_rest = 4 to 6 step 2 {
// CHECK:            vector.transpose %{{.*}} : vector<2x4xf32> to vector<4x2xf32>
func.func @adds(%a: memref<6x8xf32> {llvm.noalias}, %b: memref<8x6xf32> {llvm.noalias}) {
  loop.for %i = 0 to 6 {
    loop.for %j = 0 to 8 {
      %x = loop.load %a[%i, %j] : memref<6x8xf32>
      %y = loop.load %b[%j, %i] : memref<8x6xf32>
      %z = arith.addf %x, %y : f32
      loop.store %z, %b[%j, %i] : memref<8x6xf32>
    } {loop.name = "j"}
  } {loop.name = "i"}
  return
}
