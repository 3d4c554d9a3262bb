// RUN: dlc-opt %s --loop-vectorize="loops=i width=4 remainder=mask" | filecheck %s

// CHECK-DAG: #[[MAP:.*]] = affine_map<()[s0] -> ((s0 floordiv 4) * 4)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<(d0)[s0] -> (-d0 + s0)>
// CHECK-DAG: #[[MAP2:.*]] = affine_map<()[s0] -> (0, (s0 floordiv 4) * 4)>
// CHECK-DAG: #[[MAP3:.*]] = affine_map<(d0) -> (-d0 + 3)>
// CHECK-DAG: #[[MAP4:.*]] = affine_map<(d0)[s0, s1] -> (-d0 + s0, -d0 + s1)>
// CHECK-DAG: #[[MAP5:.*]] = affine_map<()[s0, s1] -> (s0, s1)>
// CHECK-DAG: #[[MAP6:.*]] = affine_map<(d0) -> (d0 * 2)>

// CHECK-LABEL: func.func @what_is_left_is_done_under_a_mask(
//  CHECK-NEXT:   loop.for %i = 0 to #[[MAP]]()[%n] step 4 {
//  CHECK-NEXT:     %0 = loop.vector_load %a[%i] : memref<?xf32>, vector<4xf32>
//  CHECK-NEXT:     %1 = arith.mulf %0, %0 : vector<4xf32>
//  CHECK-NEXT:     loop.vector_store %1, %a[%i] : memref<?xf32>, vector<4xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   %cst = arith.constant dense<0.000000e+00> : vector<4xf32>
//  CHECK-NEXT:   loop.for %i_rest = max #[[MAP2]]()[%n] to %n step 4 {
//  CHECK-NEXT:     %0 = loop.apply #[[MAP1]](%i_rest)[%n]
//  CHECK-NEXT:     %1 = vector.create_mask %0 : vector<4xi1>
//  CHECK-NEXT:     %2 = vector.maskedload %a[%i_rest], %1, %cst : memref<?xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
//  CHECK-NEXT:     %3 = arith.mulf %2, %2 : vector<4xf32>
//  CHECK-NEXT:     vector.maskedstore %a[%i_rest], %1, %3 : memref<?xf32>, vector<4xi1>, vector<4xf32>
//  CHECK-NEXT:   } {loop.name = "i_rest"}
//  CHECK-NEXT:   return
func.func @what_is_left_is_done_under_a_mask(%a: memref<?xf32>, %n: index) {
  loop.for %i = 0 to %n {
    %0 = loop.load %a[%i] : memref<?xf32>
    %1 = arith.mulf %0, %0 : f32
    loop.store %1, %a[%i] : memref<?xf32>
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @nothing_is_left(
//  CHECK-NEXT:   %0 = vector.broadcast %x : f32 to vector<4xf32>
//  CHECK-NEXT:   loop.for %i = 0 to 8 step 4 {
//  CHECK-NEXT:     loop.vector_store %0, %a[%i] : memref<8xf32>, vector<4xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @nothing_is_left(%a: memref<8xf32>, %x: f32) {
  loop.for %i = 0 to 8 {
    loop.store %x, %a[%i] : memref<8xf32>
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @less_than_a_vector(
//  CHECK-NEXT:   %0 = vector.broadcast %x : f32 to vector<4xf32>
//  CHECK-NEXT:   loop.for %i = 0 to 3 step 4 {
//  CHECK-NEXT:     %1 = loop.apply #[[MAP3]](%i)
//  CHECK-NEXT:     %2 = vector.create_mask %1 : vector<4xi1>
//  CHECK-NEXT:     vector.maskedstore %a[%i], %2, %0 : memref<3xf32>, vector<4xi1>, vector<4xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @less_than_a_vector(%a: memref<3xf32>, %x: f32) {
  loop.for %i = 0 to 3 {
    loop.store %x, %a[%i] : memref<3xf32>
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @parts_stay_where_the_mask_is_not_set(
//  CHECK-NEXT:   %cst = arith.constant dense<-0.000000e+00> : vector<4xf32>
//  CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : vector<4xf32>
//  CHECK-NEXT:   %0 = loop.for %i = 0 to 3 step 4 iter_args(%p = %cst) -> (vector<4xf32>) {
//  CHECK-NEXT:     %2 = loop.apply #[[MAP3]](%i)
//  CHECK-NEXT:     %3 = vector.create_mask %2 : vector<4xi1>
//  CHECK-NEXT:     %4 = vector.maskedload %a[%i], %3, %cst_0 : memref<3xf32>, vector<4xi1>, vector<4xf32> into vector<4xf32>
//  CHECK-NEXT:     %5 = arith.addf %p, %4 fastmath<reassoc> : vector<4xf32>
//  CHECK-NEXT:     %6 = arith.select %3, %5, %p : vector<4xi1>, vector<4xf32>
//  CHECK-NEXT:     loop.yield %6 : vector<4xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   %1 = vector.reduction <add>, %0, %x fastmath<reassoc> : vector<4xf32> into f32
//  CHECK-NEXT:   return %1 : f32
func.func @parts_stay_where_the_mask_is_not_set(%a: memref<3xf32>, %x: f32) -> f32 {
  %s = loop.for %i = 0 to 3 iter_args(%p = %x) -> (f32) {
    %0 = loop.load %a[%i] : memref<3xf32>
    %1 = arith.addf %p, %0 fastmath<reassoc> : f32
    loop.yield %1 : f32
  } {loop.name = "i"}
  return %s : f32
}

// CHECK-LABEL: func.func @one_of_several_bounds_ends_it(
//  CHECK-NEXT:   %0 = vector.broadcast %x : f32 to vector<4xf32>
//  CHECK-NEXT:   loop.for %i = 0 to min #[[MAP5]]()[%n, %k] step 4 {
//  CHECK-NEXT:     %1 = loop.min #[[MAP4]](%i)[%n, %k]
//  CHECK-NEXT:     %2 = vector.create_mask %1 : vector<4xi1>
//  CHECK-NEXT:     vector.maskedstore %a[%i], %2, %0 : memref<?xf32>, vector<4xi1>, vector<4xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @one_of_several_bounds_ends_it(%a: memref<?xf32>, %n: index, %k: index, %x: f32) {
  loop.for %i = 0 to min affine_map<()[s0, s1] -> (s0, s1)>()[%n, %k] {
    loop.store %x, %a[%i] : memref<?xf32>
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @along_the_last_dimension_it_is_gathered(
//  CHECK-NEXT:   %cst = arith.constant dense<[0, 2, 4, 6]> : vector<4xindex>
//  CHECK-NEXT:   %cst_0 = arith.constant dense<0.000000e+00> : vector<4xf32>
//  CHECK-NEXT:   loop.for %i = 0 to 3 step 4 {
//  CHECK-NEXT:     %0 = loop.apply #[[MAP3]](%i)
//  CHECK-NEXT:     %1 = vector.create_mask %0 : vector<4xi1>
//  CHECK-NEXT:     %2 = loop.apply #[[MAP6]](%i)
//  CHECK-NEXT:     %3 = vector.gather %a[%2] [%cst], %1, %cst_0 : memref<8xf32>, vector<4xindex>, vector<4xi1>, vector<4xf32> into vector<4xf32>
//  CHECK-NEXT:     vector.maskedstore %b[%i], %1, %3 : memref<3xf32>, vector<4xi1>, vector<4xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @along_the_last_dimension_it_is_gathered(%a: memref<8xf32> {llvm.noalias}, %b: memref<3xf32> {llvm.noalias}) {
  loop.for %i = 0 to 3 {
    %0 = loop.load %a[%i * 2] : memref<8xf32>
    loop.store %0, %b[%i] : memref<3xf32>
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @otherwise_each_lane_asks(
//  CHECK-NEXT:   loop.for %i = 0 to 3 step 4 {
//  CHECK-NEXT:     %0 = loop.apply #[[MAP3]](%i)
//  CHECK-NEXT:     %1 = vector.create_mask %0 : vector<4xi1>
//  CHECK-NEXT:     %2 = vector.extract %1[0] : i1 from vector<4xi1>
//  CHECK-NEXT:     loop.when %2 {
//  CHECK-NEXT:       loop.store %x, %a[%i, 0] : memref<8x2xf32>
//  CHECK-NEXT:     }
//  CHECK-NEXT:     %3 = vector.extract %1[1] : i1 from vector<4xi1>
//  CHECK-NEXT:     loop.when %3 {
//  CHECK-NEXT:       loop.store %x, %a[%i + 1, 0] : memref<8x2xf32>
//  CHECK-NEXT:     }
//  CHECK-NEXT:     %4 = vector.extract %1[2] : i1 from vector<4xi1>
//  CHECK-NEXT:     loop.when %4 {
//  CHECK-NEXT:       loop.store %x, %a[%i + 2, 0] : memref<8x2xf32>
//  CHECK-NEXT:     }
//  CHECK-NEXT:     %5 = vector.extract %1[3] : i1 from vector<4xi1>
//  CHECK-NEXT:     loop.when %5 {
//  CHECK-NEXT:       loop.store %x, %a[%i + 3, 0] : memref<8x2xf32>
//  CHECK-NEXT:     }
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @otherwise_each_lane_asks(%a: memref<8x2xf32>, %x: f32) {
  loop.for %i = 0 to 3 {
    loop.store %x, %a[%i, 0] : memref<8x2xf32>
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @rows_at_loaded_positions(
//       CHECK:   %[[MASK:.*]] = vector.create_mask
//       CHECK:   vector.maskedload %a[%k, %i_rest], %[[MASK]], %{{.*}} : memref<8x6xf32>
func.func @rows_at_loaded_positions(%a: memref<8x6xf32> {llvm.noalias}, %k: index, %b: memref<6xf32> {llvm.noalias}) {
  loop.for %i = 0 to 6 {
    %1 = memref.load %a[%k, %i] : memref<8x6xf32>
    loop.store %1, %b[%i] : memref<6xf32>
  } {loop.name = "i"}
  return
}
