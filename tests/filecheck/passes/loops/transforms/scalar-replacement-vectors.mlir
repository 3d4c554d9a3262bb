// RUN: dlc-opt %s --loop-scalar-replacement="loops=k" | filecheck %s

// CHECK-DAG: #[[MAP:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<(d0)[s0] -> (d0 + 8, s0)>

// CHECK-LABEL: func.func @a_vector_is_carried(
//  CHECK-NEXT:   %0 = loop.vector_load %c[8] : memref<16xf32>, vector<8xf32>
//  CHECK-NEXT:   %1 = loop.for %k = 0 to 8 iter_args(%arg0 = %0) -> (vector<8xf32>) {
//  CHECK-NEXT:     %2 = loop.vector_load %a[%k, 0] : memref<8x8xf32>, vector<8xf32>
//  CHECK-NEXT:     %3 = arith.addf %arg0, %2 : vector<8xf32>
//  CHECK-NEXT:     loop.yield %3 : vector<8xf32>
//  CHECK-NEXT:   } {loop.name = "k"}
//  CHECK-NEXT:   loop.vector_store %1, %c[8] : memref<16xf32>, vector<8xf32>
//  CHECK-NEXT:   return
func.func @a_vector_is_carried(%a: memref<8x8xf32> {llvm.noalias}, %c: memref<16xf32> {llvm.noalias}) {
  loop.for %k = 0 to 8 {
    %0 = loop.vector_load %a[%k, 0] : memref<8x8xf32>, vector<8xf32>
    %1 = loop.vector_load %c[8] : memref<16xf32>, vector<8xf32>
    %2 = arith.addf %1, %0 : vector<8xf32>
    loop.vector_store %2, %c[8] : memref<16xf32>, vector<8xf32>
  } {loop.name = "k"}
  return
}

// CHECK-LABEL: func.func @vectors_beside_one_another(
//  CHECK-NEXT:   %0 = loop.vector_load %c[0] : memref<16xf32>, vector<8xf32>
//  CHECK-NEXT:   %1 = loop.vector_load %c[8] : memref<16xf32>, vector<8xf32>
//  CHECK-NEXT:   %2:2 = loop.for %k = 0 to 8 iter_args(%arg0 = %0, %arg1 = %1) -> (vector<8xf32>, vector<8xf32>) {
//  CHECK-NEXT:     %3 = loop.vector_load %a[%k, 0] : memref<8x8xf32>, vector<8xf32>
//  CHECK-NEXT:     loop.yield %3, %3 : vector<8xf32>, vector<8xf32>
//  CHECK-NEXT:   } {loop.name = "k"}
//  CHECK-NEXT:   loop.vector_store %2#0, %c[0] : memref<16xf32>, vector<8xf32>
//  CHECK-NEXT:   loop.vector_store %2#1, %c[8] : memref<16xf32>, vector<8xf32>
//  CHECK-NEXT:   return
func.func @vectors_beside_one_another(%a: memref<8x8xf32> {llvm.noalias}, %c: memref<16xf32> {llvm.noalias}) {
  loop.for %k = 0 to 8 {
    %0 = loop.vector_load %a[%k, 0] : memref<8x8xf32>, vector<8xf32>
    loop.vector_store %0, %c[0] : memref<16xf32>, vector<8xf32>
    loop.vector_store %0, %c[8] : memref<16xf32>, vector<8xf32>
  } {loop.name = "k"}
  return
}

// CHECK-LABEL: func.func @vectors_that_overlap_stay(
//  CHECK-NEXT:   loop.for %k = 0 to 8 {
//  CHECK-NEXT:     %0 = loop.vector_load %a[%k, 0] : memref<8x8xf32>, vector<8xf32>
//  CHECK-NEXT:     loop.vector_store %0, %c[0] : memref<16xf32>, vector<8xf32>
//  CHECK-NEXT:     loop.vector_store %0, %c[7] : memref<16xf32>, vector<8xf32>
//  CHECK-NEXT:   } {loop.name = "k"}
//  CHECK-NEXT:   return
func.func @vectors_that_overlap_stay(%a: memref<8x8xf32> {llvm.noalias}, %c: memref<16xf32> {llvm.noalias}) {
  loop.for %k = 0 to 8 {
    %0 = loop.vector_load %a[%k, 0] : memref<8x8xf32>, vector<8xf32>
    loop.vector_store %0, %c[0] : memref<16xf32>, vector<8xf32>
    loop.vector_store %0, %c[7] : memref<16xf32>, vector<8xf32>
  } {loop.name = "k"}
  return
}

// CHECK-LABEL: func.func @an_element_of_a_vector_stays(
//  CHECK-NEXT:   %0 = loop.load %c[8] : memref<16xf32>
//  CHECK-NEXT:   %1 = loop.for %k = 0 to 8 iter_args(%arg0 = %0) -> (f32) {
//  CHECK-NEXT:     %2 = loop.vector_load %a[%k, 0] : memref<8x8xf32>, vector<8xf32>
//  CHECK-NEXT:     loop.vector_store %2, %c[0] : memref<16xf32>, vector<8xf32>
//  CHECK-NEXT:     %3 = loop.load %c[7] : memref<16xf32>
//  CHECK-NEXT:     loop.yield %3 : f32
//  CHECK-NEXT:   } {loop.name = "k"}
//  CHECK-NEXT:   loop.store %1, %c[8] : memref<16xf32>
//  CHECK-NEXT:   return
func.func @an_element_of_a_vector_stays(%a: memref<8x8xf32> {llvm.noalias}, %c: memref<16xf32> {llvm.noalias}) {
  loop.for %k = 0 to 8 {
    %0 = loop.vector_load %a[%k, 0] : memref<8x8xf32>, vector<8xf32>
    loop.vector_store %0, %c[0] : memref<16xf32>, vector<8xf32>
    %1 = loop.load %c[7] : memref<16xf32>
    loop.store %1, %c[8] : memref<16xf32>
  } {loop.name = "k"}
  return
}

// The last vector of a row would reach beyond the memref, if the loop does not run.
// CHECK-LABEL: func.func @a_vector_may_not_exist(
//  CHECK-NEXT:   loop.for %k = 0 to %n {
//  CHECK-NEXT:     %0 = loop.vector_load %c[9] : memref<16xf32>, vector<8xf32>
//  CHECK-NEXT:     %1 = arith.addf %0, %0 : vector<8xf32>
//  CHECK-NEXT:     loop.vector_store %1, %c[9] : memref<16xf32>, vector<8xf32>
//  CHECK-NEXT:   } {loop.name = "k"}
//  CHECK-NEXT:   return
func.func @a_vector_may_not_exist(%c: memref<16xf32>, %n: index) {
  loop.for %k = 0 to %n {
    %0 = loop.vector_load %c[9] : memref<16xf32>, vector<8xf32>
    %1 = arith.addf %0, %0 : vector<8xf32>
    loop.vector_store %1, %c[9] : memref<16xf32>, vector<8xf32>
  } {loop.name = "k"}
  return
}

// CHECK-LABEL: func.func @places_may_be_divided(
//  CHECK-NEXT:   loop.for %i = 0 to 8 step 2 {
//  CHECK-NEXT:     %0 = loop.load %c[%i floordiv 2] : memref<4xf32>
//  CHECK-NEXT:     %1 = loop.for %k = 0 to 8 iter_args(%arg0 = %0) -> (f32) {
//  CHECK-NEXT:       %2 = loop.load %a[%i, %k] : memref<8x8xf32>
//  CHECK-NEXT:       %3 = arith.addf %arg0, %2 : f32
//  CHECK-NEXT:       loop.yield %3 : f32
//  CHECK-NEXT:     } {loop.name = "k"}
//  CHECK-NEXT:     loop.store %1, %c[%i floordiv 2] : memref<4xf32>
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @places_may_be_divided(%a: memref<8x8xf32> {llvm.noalias}, %c: memref<4xf32> {llvm.noalias}) {
  loop.for %i = 0 to 8 step 2 {
    loop.for %k = 0 to 8 {
      %0 = loop.load %a[%i, %k] : memref<8x8xf32>
      %1 = loop.load %c[%i floordiv 2] : memref<4xf32>
      %2 = arith.addf %1, %0 : f32
      loop.store %2, %c[%i floordiv 2] : memref<4xf32>
    } {loop.name = "k"}
  }
  return
}

// CHECK-LABEL: func.func @of_tiles_that_are_sure_to_run(
//  CHECK-NEXT:   loop.for %i = 0 to %n step 8 {
//  CHECK-NEXT:     %0 = loop.load %c[3] : memref<?xf32>
//  CHECK-NEXT:     %1 = loop.for %k = #[[MAP]](%i) to min #[[MAP1]](%i)[%n] iter_args(%arg0 = %0) -> (f32) {
//  CHECK-NEXT:       %2 = loop.load %a[%k] : memref<?xf32>
//  CHECK-NEXT:       %3 = arith.addf %arg0, %2 : f32
//  CHECK-NEXT:       loop.yield %3 : f32
//  CHECK-NEXT:     } {loop.name = "k"}
//  CHECK-NEXT:     loop.store %1, %c[3] : memref<?xf32>
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @of_tiles_that_are_sure_to_run(%a: memref<?xf32> {llvm.noalias}, %c: memref<?xf32> {llvm.noalias}, %n: index) {
  loop.for %i = 0 to %n step 8 {
    loop.for %k = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%i)[%n] {
      %0 = loop.load %a[%k] : memref<?xf32>
      %1 = loop.load %c[3] : memref<?xf32>
      %2 = arith.addf %1, %0 : f32
      loop.store %2, %c[3] : memref<?xf32>
    } {loop.name = "k"}
  }
  return
}
