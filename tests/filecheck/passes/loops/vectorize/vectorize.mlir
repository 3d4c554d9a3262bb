// RUN: dlc-opt %s --loop-vectorize="loops=i width=4" | filecheck %s

// CHECK-DAG: #[[MAP:.*]] = affine_map<()[s0] -> ((s0 floordiv 4) * 4)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<()[s0] -> (0, (s0 floordiv 4) * 4)>
// CHECK-DAG: #[[MAP2:.*]] = affine_map<(d0) -> (d0 - 3)>
// CHECK-DAG: #[[MAP3:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[MAP4:.*]] = affine_map<(d0)[s0] -> (d0 + 16, d0 + ((-d0 + s0) floordiv 4) * 4)>
// CHECK-DAG: #[[MAP5:.*]] = affine_map<(d0)[s0] -> (d0, d0 + ((-d0 + s0) floordiv 4) * 4)>
// CHECK-DAG: #[[MAP6:.*]] = affine_map<(d0)[s0] -> (d0 + 16, s0)>
// CHECK-DAG: #[[MAP7:.*]] = affine_map<(d0) -> (d0 + 16, 100)>
// CHECK-DAG: #[[SET:.*]] = affine_set<()[s0] : (s0 - 3 >= 0)>

// CHECK-LABEL: func.func @what_lies_one_behind_the_other_becomes_vectors(
//  CHECK-NEXT:   loop.for %i = 0 to 8 step 4 {
//  CHECK-NEXT:     %0 = loop.vector_load %a[%i] : memref<8xf32>, vector<4xf32>
//  CHECK-NEXT:     %1 = arith.mulf %0, %0 : vector<4xf32>
//  CHECK-NEXT:     loop.vector_store %1, %b[%i] : memref<8xf32>, vector<4xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @what_lies_one_behind_the_other_becomes_vectors(%a: memref<8xf32> {llvm.noalias}, %b: memref<8xf32>) {
  loop.for %i = 0 to 8 {
    %0 = loop.load %a[%i] : memref<8xf32>
    %1 = arith.mulf %0, %0 : f32
    loop.store %1, %b[%i] : memref<8xf32>
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @what_is_the_same_is_loaded_once(
//  CHECK-NEXT:   loop.for %i = 0 to 8 step 4 {
//  CHECK-NEXT:     %0 = loop.load %a[3] : memref<8xf32>
//  CHECK-NEXT:     %1 = vector.broadcast %0 : f32 to vector<4xf32>
//  CHECK-NEXT:     loop.vector_store %1, %b[%i] : memref<8xf32>, vector<4xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @what_is_the_same_is_loaded_once(%a: memref<8xf32> {llvm.noalias}, %b: memref<8xf32> {llvm.noalias}) {
  loop.for %i = 0 to 8 {
    %0 = loop.load %a[3] : memref<8xf32>
    loop.store %0, %b[%i] : memref<8xf32>
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @values_of_outside_and_constants_are_repeated_in_front(
//  CHECK-NEXT:   %0 = vector.broadcast %x : f32 to vector<4xf32>
//  CHECK-NEXT:   %cst = arith.constant dense<2.000000e+00> : vector<4xf32>
//  CHECK-NEXT:   loop.for %i = 0 to 8 step 4 {
//  CHECK-NEXT:     %c = arith.constant 2.000000e+00 : f32
//  CHECK-NEXT:     %1 = arith.addf %x, %c : f32
//  CHECK-NEXT:     %2 = vector.broadcast %1 : f32 to vector<4xf32>
//  CHECK-NEXT:     %3 = loop.vector_load %b[%i] : memref<8xf32>, vector<4xf32>
//  CHECK-NEXT:     %4 = arith.mulf %2, %3 : vector<4xf32>
//  CHECK-NEXT:     %5 = arith.mulf %0, %4 : vector<4xf32>
//  CHECK-NEXT:     %6 = arith.mulf %cst, %5 : vector<4xf32>
//  CHECK-NEXT:     loop.vector_store %6, %b[%i] : memref<8xf32>, vector<4xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @values_of_outside_and_constants_are_repeated_in_front(%b: memref<8xf32>, %x: f32) {
  loop.for %i = 0 to 8 {
    %c = arith.constant 2.0 : f32
    %0 = arith.addf %x, %c : f32
    %1 = loop.load %b[%i] : memref<8xf32>
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.mulf %x, %2 : f32
    %4 = arith.mulf %c, %3 : f32
    loop.store %4, %b[%i] : memref<8xf32>
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @rows_are_accessed_lane_by_lane(
//  CHECK-NEXT:   loop.for %i = 0 to 4 step 4 {
//  CHECK-NEXT:     %0 = loop.load %a[%i, 0] : memref<8x8xf32>
//  CHECK-NEXT:     %1 = loop.load %a[%i + 1, 0] : memref<8x8xf32>
//  CHECK-NEXT:     %2 = loop.load %a[%i + 2, 0] : memref<8x8xf32>
//  CHECK-NEXT:     %3 = loop.load %a[%i + 3, 0] : memref<8x8xf32>
//  CHECK-NEXT:     %4 = vector.from_elements %0, %1, %2, %3 : vector<4xf32>
//  CHECK-NEXT:     %5 = vector.extract %4[0] : f32 from vector<4xf32>
//  CHECK-NEXT:     loop.store %5, %b[%i * 2] : memref<16xf32>
//  CHECK-NEXT:     %6 = vector.extract %4[1] : f32 from vector<4xf32>
//  CHECK-NEXT:     loop.store %6, %b[%i * 2 + 2] : memref<16xf32>
//  CHECK-NEXT:     %7 = vector.extract %4[2] : f32 from vector<4xf32>
//  CHECK-NEXT:     loop.store %7, %b[%i * 2 + 4] : memref<16xf32>
//  CHECK-NEXT:     %8 = vector.extract %4[3] : f32 from vector<4xf32>
//  CHECK-NEXT:     loop.store %8, %b[%i * 2 + 6] : memref<16xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @rows_are_accessed_lane_by_lane(%a: memref<8x8xf32> {llvm.noalias}, %b: memref<16xf32> {llvm.noalias}) {
  loop.for %i = 0 to 4 {
    %0 = loop.load %a[%i, 0] : memref<8x8xf32>
    loop.store %0, %b[%i * 2] : memref<16xf32>
  } {loop.name = "i"}
  return
}

// Nothing behind the last element is read.
// CHECK-LABEL: func.func @every_third_element(
//  CHECK-NEXT:   loop.for %i = 0 to 4 step 4 {
//  CHECK-NEXT:     %0 = loop.vector_load %a[%i * 3 + 1] : memref<16xf32>, vector<4xf32>
//  CHECK-NEXT:     %1 = loop.vector_load %a[%i * 3 + 5] : memref<16xf32>, vector<4xf32>
//  CHECK-NEXT:     %2 = vector.shuffle %0, %1 [0, 3, 6, -1] : vector<4xf32>, vector<4xf32>
//  CHECK-NEXT:     %3 = loop.vector_load %a[%i * 3 + 7] : memref<16xf32>, vector<4xf32>
//  CHECK-NEXT:     %4 = vector.shuffle %2, %3 [0, 1, 2, 7] : vector<4xf32>, vector<4xf32>
//  CHECK-NEXT:     loop.vector_store %4, %b[%i] : memref<4xf32>, vector<4xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @every_third_element(%a: memref<16xf32> {llvm.noalias}, %b: memref<4xf32> {llvm.noalias}) {
  loop.for %i = 0 to 4 {
    %0 = loop.load %a[%i * 3 + 1] : memref<16xf32>
    loop.store %0, %b[%i] : memref<4xf32>
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @backwards(
//  CHECK-NEXT:   loop.for %i = 0 to 4 step 4 {
//  CHECK-NEXT:     %0 = loop.vector_load %a[-%i] : memref<4xf32>, vector<4xf32>
//  CHECK-NEXT:     %1 = vector.shuffle %0, %0 [3, 2, 1, 0] : vector<4xf32>, vector<4xf32>
//  CHECK-NEXT:     loop.vector_store %1, %b[%i] : memref<4xf32>, vector<4xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @backwards(%a: memref<4xf32> {llvm.noalias}, %b: memref<4xf32> {llvm.noalias}) {
  loop.for %i = 0 to 4 {
    %0 = loop.load %a[-%i + 3] : memref<4xf32>
    loop.store %0, %b[%i] : memref<4xf32>
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @far_apart(
//  CHECK-NEXT:   loop.for %i = 0 to 4 step 4 {
//  CHECK-NEXT:     %0 = loop.load %a[%i * 10] : memref<40xf32>
//  CHECK-NEXT:     %1 = loop.load %a[%i * 10 + 10] : memref<40xf32>
//  CHECK-NEXT:     %2 = loop.load %a[%i * 10 + 20] : memref<40xf32>
//  CHECK-NEXT:     %3 = loop.load %a[%i * 10 + 30] : memref<40xf32>
//  CHECK-NEXT:     %4 = vector.from_elements %0, %1, %2, %3 : vector<4xf32>
//  CHECK-NEXT:     loop.vector_store %4, %b[%i] : memref<4xf32>, vector<4xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @far_apart(%a: memref<40xf32> {llvm.noalias}, %b: memref<4xf32> {llvm.noalias}) {
  loop.for %i = 0 to 4 {
    %0 = loop.load %a[%i * 10] : memref<40xf32>
    loop.store %0, %b[%i] : memref<4xf32>
  } {loop.name = "i"}
  return
}

// Bits have a byte each in memory, in vectors too.
// CHECK-LABEL: func.func @bits_are_bytes_in_memory(
//  CHECK-NEXT:   loop.for %i = 0 to 4 step 4 {
//  CHECK-NEXT:     %0 = loop.vector_load %a[%i] : memref<4xi1>, vector<4xi1>
//  CHECK-NEXT:     loop.vector_store %0, %b[%i] : memref<4xi1>, vector<4xi1>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @bits_are_bytes_in_memory(%a: memref<4xi1> {llvm.noalias}, %b: memref<4xi1> {llvm.noalias}) {
  loop.for %i = 0 to 4 {
    %0 = loop.load %a[%i] : memref<4xi1>
    loop.store %0, %b[%i] : memref<4xi1>
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @indices_of_memory_from_memory(
//  CHECK-NEXT:   loop.for %i = 0 to 4 step 4 {
//  CHECK-NEXT:     %0 = loop.vector_load %at[%i] : memref<4xindex>, vector<4xindex>
//  CHECK-NEXT:     %1 = vector.extract %0[0] : index from vector<4xindex>
//  CHECK-NEXT:     %2 = memref.load %a[%1] : memref<8xf32>
//  CHECK-NEXT:     %3 = vector.extract %0[1] : index from vector<4xindex>
//  CHECK-NEXT:     %4 = memref.load %a[%3] : memref<8xf32>
//  CHECK-NEXT:     %5 = vector.extract %0[2] : index from vector<4xindex>
//  CHECK-NEXT:     %6 = memref.load %a[%5] : memref<8xf32>
//  CHECK-NEXT:     %7 = vector.extract %0[3] : index from vector<4xindex>
//  CHECK-NEXT:     %8 = memref.load %a[%7] : memref<8xf32>
//  CHECK-NEXT:     %9 = vector.from_elements %2, %4, %6, %8 : vector<4xf32>
//  CHECK-NEXT:     loop.vector_store %9, %b[%i] : memref<4xf32>, vector<4xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @indices_of_memory_from_memory(%a: memref<8xf32> {llvm.noalias}, %at: memref<4xindex> {llvm.noalias}, %b: memref<4xf32> {llvm.noalias}) {
  loop.for %i = 0 to 4 {
    %0 = loop.load %at[%i] : memref<4xindex>
    %1 = memref.load %a[%0] : memref<8xf32>
    loop.store %1, %b[%i] : memref<4xf32>
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @the_index_itself_is_used(
//  CHECK-NEXT:   %cst = arith.constant dense<[0, 2, 4, 6]> : vector<4xindex>
//  CHECK-NEXT:   loop.for %i = 0 to 16 step 8 {
//  CHECK-NEXT:     %0 = vector.broadcast %i : index to vector<4xindex>
//  CHECK-NEXT:     %1 = arith.addi %0, %cst : vector<4xindex>
//  CHECK-NEXT:     %2 = arith.index_cast %1 : vector<4xindex> to vector<4xi32>
//  CHECK-NEXT:     %3 = vector.extract %2[0] : i32 from vector<4xi32>
//  CHECK-NEXT:     loop.store %3, %b[%i] : memref<16xi32>
//  CHECK-NEXT:     %4 = vector.extract %2[1] : i32 from vector<4xi32>
//  CHECK-NEXT:     loop.store %4, %b[%i + 2] : memref<16xi32>
//  CHECK-NEXT:     %5 = vector.extract %2[2] : i32 from vector<4xi32>
//  CHECK-NEXT:     loop.store %5, %b[%i + 4] : memref<16xi32>
//  CHECK-NEXT:     %6 = vector.extract %2[3] : i32 from vector<4xi32>
//  CHECK-NEXT:     loop.store %6, %b[%i + 6] : memref<16xi32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @the_index_itself_is_used(%b: memref<16xi32>) {
  loop.for %i = 0 to 16 step 2 {
    %0 = arith.index_cast %i : index to i32
    loop.store %0, %b[%i] : memref<16xi32>
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @inner_loops_stay_and_carry_vectors(
//  CHECK-NEXT:   %0 = vector.broadcast %x : f32 to vector<4xf32>
//  CHECK-NEXT:   loop.for %i = 0 to 8 step 4 {
//  CHECK-NEXT:     %1 = loop.for %k = 0 to 8 iter_args(%s = %0) -> (vector<4xf32>) {
//  CHECK-NEXT:       %2 = loop.vector_load %a[%k, %i] : memref<8x8xf32>, vector<4xf32>
//  CHECK-NEXT:       %3 = arith.addf %s, %2 : vector<4xf32>
//  CHECK-NEXT:       loop.yield %3 : vector<4xf32>
//  CHECK-NEXT:     }
//  CHECK-NEXT:     loop.vector_store %1, %b[%i] : memref<8xf32>, vector<4xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @inner_loops_stay_and_carry_vectors(%a: memref<8x8xf32> {llvm.noalias}, %b: memref<8xf32> {llvm.noalias}, %x: f32) {
  loop.for %i = 0 to 8 {
    %0 = loop.for %k = 0 to 8 iter_args(%s = %x) -> (f32) {
      %1 = loop.load %a[%k, %i] : memref<8x8xf32>
      %2 = arith.addf %s, %1 : f32
      loop.yield %2 : f32
    }
    loop.store %0, %b[%i] : memref<8xf32>
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @what_is_left_runs_behind(
//  CHECK-NEXT:   %0 = vector.broadcast %x : f32 to vector<4xf32>
//  CHECK-NEXT:   loop.for %i = 0 to #[[MAP]]()[%n] step 4 {
//  CHECK-NEXT:     loop.vector_store %0, %b[%i] : memref<?xf32>, vector<4xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   loop.for %i_rest = max #[[MAP1]]()[%n] to %n {
//  CHECK-NEXT:     loop.store %x, %b[%i_rest] : memref<?xf32>
//  CHECK-NEXT:   } {loop.name = "i_rest"}
//  CHECK-NEXT:   return
func.func @what_is_left_runs_behind(%b: memref<?xf32>, %n: index, %x: f32) {
  loop.for %i = 0 to %n {
    loop.store %x, %b[%i] : memref<?xf32>
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @a_condition_on_which_lanes_differ_becomes_a_mask(
//  CHECK-NEXT:   %cst = arith.constant dense<0> : vector<4xindex>
//  CHECK-NEXT:   %cst_0 = arith.constant dense<[0, 1, 2, 3]> : vector<4xindex>
//  CHECK-NEXT:   %0 = vector.broadcast %x : f32 to vector<4xf32>
//  CHECK-NEXT:   loop.for %i = 0 to 8 step 4 {
//  CHECK-NEXT:     %1 = loop.apply #[[MAP2]](%i)
//  CHECK-NEXT:     %2 = vector.broadcast %1 : index to vector<4xindex>
//  CHECK-NEXT:     %3 = arith.addi %2, %cst_0 : vector<4xindex>
//  CHECK-NEXT:     %4 = arith.cmpi sge, %3, %cst : vector<4xindex>
//  CHECK-NEXT:     vector.maskedstore %b[%i], %4, %0 : memref<8xf32>, vector<4xi1>, vector<4xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @a_condition_on_which_lanes_differ_becomes_a_mask(%b: memref<8xf32>, %x: f32) {
  loop.for %i = 0 to 8 {
    loop.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
      loop.store %x, %b[%i] : memref<8xf32>
    }
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @a_condition_on_which_lanes_agree_stays(
//  CHECK-NEXT:   %0 = vector.broadcast %x : f32 to vector<4xf32>
//  CHECK-NEXT:   loop.for %i = 0 to 8 step 4 {
//  CHECK-NEXT:     loop.if #[[SET]]()[%n] {
//  CHECK-NEXT:       loop.vector_store %0, %b[%i] : memref<8xf32>, vector<4xf32>
//  CHECK-NEXT:     }
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @a_condition_on_which_lanes_agree_stays(%b: memref<8xf32>, %n: index, %x: f32) {
  loop.for %i = 0 to 8 {
    loop.if affine_set<()[s0] : (s0 - 3 >= 0)>()[%n] {
      loop.store %x, %b[%i] : memref<8xf32>
    }
  } {loop.name = "i"}
  return
}

// What is read four iterations later may be written four lanes at a time.
// CHECK-LABEL: func.func @far_dependences_allow_it(
//  CHECK-NEXT:   loop.for %i = 0 to 12 step 4 {
//  CHECK-NEXT:     %0 = loop.vector_load %b[%i] : memref<16xf32>, vector<4xf32>
//  CHECK-NEXT:     loop.vector_store %0, %b[%i + 4] : memref<16xf32>, vector<4xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @far_dependences_allow_it(%b: memref<16xf32>) {
  loop.for %i = 0 to 12 {
    %0 = loop.load %b[%i] : memref<16xf32>
    loop.store %0, %b[%i + 4] : memref<16xf32>
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @what_is_read_before_it_is_written_allows_it(
//  CHECK-NEXT:   loop.for %i = 0 to 12 step 4 {
//  CHECK-NEXT:     %0 = loop.vector_load %b[%i + 1] : memref<16xf32>, vector<4xf32>
//  CHECK-NEXT:     loop.vector_store %0, %b[%i] : memref<16xf32>, vector<4xf32>
//  CHECK-NEXT:   } {loop.name = "i"}
//  CHECK-NEXT:   return
func.func @what_is_read_before_it_is_written_allows_it(%b: memref<16xf32>) {
  loop.for %i = 0 to 12 {
    %0 = loop.load %b[%i + 1] : memref<16xf32>
    loop.store %0, %b[%i] : memref<16xf32>
  } {loop.name = "i"}
  return
}

// CHECK-LABEL: func.func @of_a_tile_the_last_one_has_a_rest(
//  CHECK-NEXT:   loop.for %o = 0 to %n step 16 {
//  CHECK-NEXT:     %0 = vector.broadcast %x : f32 to vector<4xf32>
//  CHECK-NEXT:     loop.for %i = #[[MAP3]](%o) to min #[[MAP4]](%o)[%n] step 4 {
//  CHECK-NEXT:       loop.vector_store %0, %a[%i] : memref<?xf32>, vector<4xf32>
//  CHECK-NEXT:     } {loop.name = "i"}
//  CHECK-NEXT:     loop.for %i_rest = max #[[MAP5]](%o)[%n] to min #[[MAP6]](%o)[%n] {
//  CHECK-NEXT:       loop.store %x, %a[%i_rest] : memref<?xf32>
//  CHECK-NEXT:     } {loop.name = "i_rest"}
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @of_a_tile_the_last_one_has_a_rest(%a: memref<?xf32>, %n: index, %x: f32) {
  loop.for %o = 0 to %n step 16 {
    loop.for %i = affine_map<(d0) -> (d0)>(%o) to min affine_map<(d0)[s0] -> (d0 + 16, s0)>(%o)[%n] {
      loop.store %x, %a[%i] : memref<?xf32>
    } {loop.name = "i"}
  }
  return
}

// CHECK-LABEL: func.func @all_tiles_are_whole_vectors(
//  CHECK-NEXT:   loop.for %o = 0 to 100 step 16 {
//  CHECK-NEXT:     %0 = vector.broadcast %x : f32 to vector<4xf32>
//  CHECK-NEXT:     loop.for %i = #[[MAP3]](%o) to min #[[MAP7]](%o) step 4 {
//  CHECK-NEXT:       loop.vector_store %0, %a[%i] : memref<100xf32>, vector<4xf32>
//  CHECK-NEXT:     } {loop.name = "i"}
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @all_tiles_are_whole_vectors(%a: memref<100xf32>, %x: f32) {
  loop.for %o = 0 to 100 step 16 {
    loop.for %i = affine_map<(d0) -> (d0)>(%o) to min affine_map<(d0) -> (d0 + 16, 100)>(%o) {
      loop.store %x, %a[%i] : memref<100xf32>
    } {loop.name = "i"}
  }
  return
}

// Elements of a row whose number is loaded are beside one another.
// CHECK-LABEL: func.func @rows_at_loaded_positions(
//       CHECK:   %[[K:.*]] = loop.load %at[]
//       CHECK:   %[[X:.*]] = vector.load %a[%[[K]], %i] : memref<8x16xf32>, vector<4xf32>
//       CHECK:   loop.vector_store %[[X]], %b[%i] : memref<16xf32>, vector<4xf32>
func.func @rows_at_loaded_positions(%a: memref<8x16xf32> {llvm.noalias}, %at: memref<index> {llvm.noalias}, %b: memref<16xf32> {llvm.noalias}) {
  loop.for %i = 0 to 16 {
    %0 = loop.load %at[] : memref<index>
    %1 = memref.load %a[%0, %i] : memref<8x16xf32>
    loop.store %1, %b[%i] : memref<16xf32>
  } {loop.name = "i"}
  return
}

// Those of a column are not, and neither are those of rows whose elements lie apart.
// CHECK-LABEL: func.func @columns_at_loaded_positions(
//   CHECK-NOT:   vector.load
//       CHECK:   return
func.func @columns_at_loaded_positions(%a: memref<16x8xf32> {llvm.noalias}, %c: memref<8x16xf32, strided<[32, 2]>> {llvm.noalias}, %at: memref<index> {llvm.noalias}, %b: memref<16xf32> {llvm.noalias}) {
  loop.for %i = 0 to 16 {
    %0 = loop.load %at[] : memref<index>
    %1 = memref.load %a[%i, %0] : memref<16x8xf32>
    %2 = memref.load %c[%0, %i] : memref<8x16xf32, strided<[32, 2]>>
    %3 = arith.addf %1, %2 : f32
    loop.store %3, %b[%i] : memref<16xf32>
  } {loop.name = "i"}
  return
}
