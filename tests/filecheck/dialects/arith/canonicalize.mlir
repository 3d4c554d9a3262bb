// RUN: dlc-opt %s --canonicalize --split-input-file | filecheck %s

// -- Integers: identities ---------------------------------------------------------------------------------------------

// CHECK-LABEL: func.func @nothing_added
//  CHECK-SAME:   (%[[X:.*]]: i32, %[[V:.*]]: vector<4xi32>)
//       CHECK:   return %[[X]], %[[X]], %[[X]], %[[V]]
func.func @nothing_added(%x: i32, %v: vector<4xi32>) -> (i32, i32, i32, vector<4xi32>) {
  %c0 = arith.constant 0 : i32
  %v0 = arith.constant dense<0> : vector<4xi32>
  %0 = arith.addi %x, %c0 : i32
  %1 = arith.addi %c0, %x : i32
  %2 = arith.subi %x, %c0 : i32
  %3 = arith.addi %v, %v0 : vector<4xi32>
  return %0, %1, %2, %3 : i32, i32, i32, vector<4xi32>
}

// CHECK-LABEL: func.func @added_and_subtracted
//  CHECK-SAME:   (%[[X:.*]]: i32, %[[Y:.*]]: i32)
//       CHECK:   return %[[X]], %[[X]], %[[Y]]
func.func @added_and_subtracted(%x: i32, %y: i32) -> (i32, i32, i32) {
  %a = arith.subi %x, %y : i32
  %0 = arith.addi %a, %y : i32
  %b = arith.addi %x, %y : i32
  %1 = arith.subi %b, %y : i32
  %2 = arith.subi %b, %x : i32
  return %0, %1, %2 : i32, i32, i32
}

// CHECK-LABEL: func.func @difference_to_itself
//       CHECK:   %[[ZERO:.*]] = arith.constant 0 : i32
//       CHECK:   return %[[ZERO]]
func.func @difference_to_itself(%x: i32) -> i32 {
  %0 = arith.subi %x, %x : i32
  return %0 : i32
}

// There is no constant of a shape that is not known.
// CHECK-LABEL: func.func @difference_of_dynamic_tensors_is_kept
//       CHECK:   arith.subi
func.func @difference_of_dynamic_tensors_is_kept(%x: tensor<?xi32>) -> tensor<?xi32> {
  %0 = arith.subi %x, %x : tensor<?xi32>
  return %0 : tensor<?xi32>
}

// CHECK-LABEL: func.func @products
//  CHECK-SAME:   (%[[X:.*]]: i32)
//       CHECK:   %[[ZERO:.*]] = arith.constant 0 : i32
//       CHECK:   return %[[X]], %[[ZERO]]
func.func @products(%x: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0 = arith.muli %c1, %x : i32
  %1 = arith.muli %x, %c0 : i32
  return %0, %1 : i32, i32
}

// CHECK-LABEL: func.func @extrema
//  CHECK-SAME:   (%[[X:.*]]: i8)
//   CHECK-DAG:   %[[LARGEST:.*]] = arith.constant 127 : i8
//   CHECK-DAG:   %[[ZERO:.*]] = arith.constant 0 : i8
//       CHECK:   return %[[X]], %[[LARGEST]], %[[X]], %[[ZERO]]
func.func @extrema(%x: i8) -> (i8, i8, i8, i8) {
  %max = arith.constant 127 : i8
  %min = arith.constant -128 : i8
  %c0 = arith.constant 0 : i8
  %0 = arith.maxsi %x, %min : i8
  %1 = arith.maxsi %max, %x : i8
  %2 = arith.maxui %x, %x : i8
  %3 = arith.minui %x, %c0 : i8
  return %0, %1, %2, %3 : i8, i8, i8, i8
}

// -- Integers: constants ------------------------------------------------------------------------------------------------

// CHECK-LABEL: func.func @wrapping
//   CHECK-DAG:   %[[SUM:.*]] = arith.constant -128 : i8
//   CHECK-DAG:   %[[BIT:.*]] = arith.constant false
//       CHECK:   return %[[SUM]], %[[BIT]]
func.func @wrapping() -> (i8, i1) {
  %a = arith.constant 127 : i8
  %b = arith.constant 1 : i8
  %t = arith.constant true
  %0 = arith.addi %a, %b : i8
  %1 = arith.addi %t, %t : i1
  return %0, %1 : i8, i1
}

// CHECK-LABEL: func.func @dense
//       CHECK:   arith.constant dense<[3, 4, 5, -2]> : vector<4xi8>
func.func @dense() -> vector<4xi8> {
  %a = arith.constant dense<[1, 2, 3, -4]> : vector<4xi8>
  %b = arith.constant dense<2> : vector<4xi8>
  %0 = arith.addi %a, %b : vector<4xi8>
  return %0 : vector<4xi8>
}

// What is undefined for one element is kept for all.
// CHECK-LABEL: func.func @undefined_divisions_are_kept
//       CHECK:   arith.divsi
//       CHECK:   arith.divui
//       CHECK:   arith.remsi
//       CHECK:   arith.floordivsi
func.func @undefined_divisions_are_kept() -> (i8, vector<2xi8>, i8, i8) {
  %min = arith.constant -128 : i8
  %m1 = arith.constant -1 : i8
  %c0 = arith.constant 0 : i8
  %v = arith.constant dense<[1, 0]> : vector<2xi8>
  %0 = arith.divsi %min, %m1 : i8
  %1 = arith.divui %v, %v : vector<2xi8>
  %2 = arith.remsi %m1, %c0 : i8
  %3 = arith.floordivsi %min, %m1 : i8
  return %0, %1, %2, %3 : i8, vector<2xi8>, i8, i8
}

// CHECK-LABEL: func.func @roundings
//   CHECK-DAG:   %[[M4:.*]] = arith.constant -4 : i8
//   CHECK-DAG:   %[[M3:.*]] = arith.constant -3 : i8
//   CHECK-DAG:   %[[ONE:.*]] = arith.constant 1 : i8
//       CHECK:   return %[[M3]], %[[M4]], %[[M3]], %[[ONE]]
func.func @roundings() -> (i8, i8, i8, i8) {
  %a = arith.constant 7 : i8
  %b = arith.constant -2 : i8
  %0 = arith.divsi %a, %b : i8
  %1 = arith.floordivsi %a, %b : i8
  %2 = arith.ceildivsi %a, %b : i8
  %3 = arith.remsi %a, %b : i8
  return %0, %1, %2, %3 : i8, i8, i8, i8
}

// CHECK-LABEL: func.func @shifts_by_the_width_are_kept
//       CHECK:   arith.shli
//       CHECK:   arith.shrsi
func.func @shifts_by_the_width_are_kept() -> (i8, vector<2xi8>) {
  %a = arith.constant 5 : i8
  %b = arith.constant 8 : i8
  %v = arith.constant dense<[3, -5]> : vector<2xi8>
  %w = arith.constant dense<[1, 9]> : vector<2xi8>
  %0 = arith.shli %a, %b : i8
  %1 = arith.shrsi %v, %w : vector<2xi8>
  return %0, %1 : i8, vector<2xi8>
}

// CHECK-LABEL: func.func @extended
//   CHECK-DAG:   %[[SUM:.*]] = arith.constant 44 : i8
//   CHECK-DAG:   %[[CARRY:.*]] = arith.constant true
//   CHECK-DAG:   %[[LOW:.*]] = arith.constant 16 : i8
//   CHECK-DAG:   %[[HIGH:.*]] = arith.constant 39 : i8
//       CHECK:   return %[[SUM]], %[[CARRY]], %[[LOW]], %[[HIGH]]
func.func @extended() -> (i8, i1, i8, i8) {
  %a = arith.constant 100 : i8
  %b = arith.constant 200 : i8
  %s, %c = arith.addui_extended %a, %b : i8, i1
  %d = arith.constant 100 : i8
  %low, %high = arith.mului_extended %d, %d : i8
  return %s, %c, %low, %high : i8, i1, i8, i8
}

// CHECK-LABEL: func.func @poison
//   CHECK-DAG:   %[[P:.*]] = ub.poison : i32
//   CHECK-DAG:   %[[B:.*]] = ub.poison : i1
//       CHECK:   return %[[P]], %[[P]], %[[B]]
func.func @poison(%x: i32) -> (i32, i32, i1) {
  %p = ub.poison : i32
  %0 = arith.addi %x, %p : i32
  %1 = arith.shli %p, %x : i32
  %2 = arith.cmpi slt, %x, %p : i32
  return %0, %1, %2 : i32, i32, i1
}

// -- Integers: patterns ---------------------------------------------------------------------------------------------------

// CHECK-LABEL: func.func @merged_constants
//  CHECK-SAME:   (%[[X:.*]]: i32)
//   CHECK-DAG:   %[[C3:.*]] = arith.constant 3 : i32
//   CHECK-DAG:   %[[C1:.*]] = arith.constant 1 : i32
//   CHECK-DAG:   %[[M1:.*]] = arith.constant -1 : i32
//       CHECK:   arith.addi %[[X]], %[[C3]] : i32
//       CHECK:   arith.addi %[[X]], %[[C1]] : i32
//       CHECK:   arith.subi %[[C3]], %[[X]] : i32
//       CHECK:   arith.addi %[[X]], %[[M1]] : i32
//       CHECK:   arith.subi %[[C1]], %[[X]] : i32
//       CHECK:   arith.subi %[[X]], %[[C3]] : i32
//       CHECK:   arith.subi %[[M1]], %[[X]] : i32
//       CHECK:   arith.subi %[[C3]], %[[X]] : i32
//       CHECK:   arith.addi %[[X]], %[[C1]] : i32
func.func @merged_constants(%x: i32) -> (i32, i32, i32, i32, i32, i32, i32, i32, i32) {
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %add = arith.addi %x, %c1 : i32
  %sub = arith.subi %x, %c1 : i32
  %neg = arith.subi %c1, %x : i32
  %0 = arith.addi %add, %c2 : i32
  %1 = arith.addi %sub, %c2 : i32
  %2 = arith.addi %neg, %c2 : i32
  %3 = arith.subi %add, %c2 : i32
  %4 = arith.subi %c2, %add : i32
  %5 = arith.subi %sub, %c2 : i32
  %6 = arith.subi %neg, %c2 : i32
  %7 = arith.subi %c2, %sub : i32
  %8 = arith.subi %c2, %neg : i32
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : i32, i32, i32, i32, i32, i32, i32, i32, i32
}

// CHECK-LABEL: func.func @flags_of_both_are_kept
//       CHECK:   arith.addi %{{.*}}, %{{.*}} overflow<nsw> : i8
func.func @flags_of_both_are_kept(%x: i8) -> i8 {
  %c1 = arith.constant 1 : i8
  %c2 = arith.constant 2 : i8
  %a = arith.addi %x, %c1 overflow<nsw, nuw> : i8
  %b = arith.addi %a, %c2 overflow<nsw> : i8
  return %b : i8
}

// x + 127 + 1 is defined for x = -1, x + -128 without overflow is not.
// CHECK-LABEL: func.func @flags_of_an_overflowing_constant_are_not
//       CHECK:   arith.addi %{{.*}}, %{{.*}} : i8
func.func @flags_of_an_overflowing_constant_are_not(%x: i8) -> i8 {
  %c1 = arith.constant 1 : i8
  %c127 = arith.constant 127 : i8
  %a = arith.addi %x, %c127 overflow<nsw> : i8
  %b = arith.addi %a, %c1 overflow<nsw> : i8
  return %b : i8
}

// CHECK-LABEL: func.func @merged_factors
//  CHECK-SAME:   (%[[X:.*]]: index)
//       CHECK:   %[[C6:.*]] = arith.constant 6 : index
//       CHECK:   arith.muli %[[X]], %[[C6]] : index
func.func @merged_factors(%x: index) -> index {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a = arith.muli %x, %c2 : index
  %b = arith.muli %a, %c3 : index
  return %b : index
}

// CHECK-LABEL: func.func @negations
//  CHECK-SAME:   (%[[X:.*]]: i32, %[[Y:.*]]: i32)
//       CHECK:   %[[ZERO:.*]] = arith.constant 0 : i32
//       CHECK:   arith.subi %[[X]], %[[Y]] : i32
//       CHECK:   arith.subi %[[ZERO]], %[[Y]] overflow<nsw> : i32
func.func @negations(%x: i32, %y: i32) -> (i32, i32) {
  %m1 = arith.constant -1 : i32
  %n = arith.muli %y, %m1 : i32
  %0 = arith.addi %n, %x : i32
  %d = arith.subi %x, %y overflow<nsw> : i32
  %1 = arith.subi %d, %x overflow<nsw> : i32
  return %0, %1 : i32, i32
}

// CHECK-LABEL: func.func @unused_halves
//       CHECK:   arith.addi
//       CHECK:   arith.muli
//       CHECK:   arith.muli
//   CHECK-NOT:   _extended
func.func @unused_halves(%x: i32, %y: i32) -> (i32, i32, i32) {
  %a, %ao = arith.addui_extended %x, %y : i32, i1
  %b, %bo = arith.mulsi_extended %x, %y : i32
  %c, %co = arith.mului_extended %x, %y : i32
  return %a, %b, %c : i32, i32, i32
}

// CHECK-LABEL: func.func @used_half_is_kept
//       CHECK:   arith.addui_extended
func.func @used_half_is_kept(%x: i32, %y: i32) -> i1 {
  %a, %ao = arith.addui_extended %x, %y : i32, i1
  return %ao : i1
}

// CHECK-LABEL: func.func @times_one
//  CHECK-SAME:   (%[[X:.*]]: i32)
//       CHECK:   %[[ZERO:.*]] = arith.constant 0 : i32
//       CHECK:   %[[SIGN:.*]] = arith.cmpi slt, %[[X]], %[[ZERO]] : i32
//       CHECK:   arith.extsi %[[SIGN]] : i1 to i32
func.func @times_one(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %a, %ao = arith.mulsi_extended %x, %c1 : i32
  return %ao : i32
}

// CHECK-LABEL: func.func @divided_products
//  CHECK-SAME:   (%[[X:.*]]: i32, %[[Y:.*]]: i32)
//       CHECK:   %[[KEPT:.*]] = arith.divsi
//       CHECK:   return %[[X]], %[[Y]], %[[KEPT]]
func.func @divided_products(%x: i32, %y: i32) -> (i32, i32, i32) {
  %u = arith.muli %x, %y overflow<nuw> : i32
  %s = arith.muli %x, %y overflow<nsw> : i32
  %0 = arith.divui %u, %y : i32
  %1 = arith.divsi %s, %x : i32
  %2 = arith.divsi %u, %x : i32
  return %0, %1, %2 : i32, i32, i32
}

// -- Logic ------------------------------------------------------------------------------------------------------------------

// CHECK-LABEL: func.func @logic
//  CHECK-SAME:   (%[[X:.*]]: i32, %[[Y:.*]]: i32)
//   CHECK-DAG:   %[[ZERO:.*]] = arith.constant 0 : i32
//   CHECK-DAG:   %[[ONES:.*]] = arith.constant -1 : i32
//       CHECK:   %[[AND:.*]] = arith.andi %[[X]], %[[Y]]
//       CHECK:   return %[[X]], %[[ZERO]], %[[ONES]], %[[AND]], %[[Y]], %[[X]]
func.func @logic(%x: i32, %y: i32) -> (i32, i32, i32, i32, i32, i32) {
  %m1 = arith.constant -1 : i32
  %not = arith.xori %x, %m1 : i32
  %0 = arith.andi %x, %m1 : i32
  %1 = arith.andi %not, %x : i32
  %2 = arith.ori %x, %not : i32
  %and = arith.andi %x, %y : i32
  %3 = arith.andi %y, %and : i32
  %xor = arith.xori %x, %y : i32
  %4 = arith.xori %x, %xor : i32
  %5 = arith.ori %x, %x : i32
  return %0, %1, %2, %3, %4, %5 : i32, i32, i32, i32, i32, i32
}

// CHECK-LABEL: func.func @logic_of_extensions
//  CHECK-SAME:   (%[[X:.*]]: i8, %[[Y:.*]]: i8)
//       CHECK:   %[[OR:.*]] = arith.ori %[[X]], %[[Y]] : i8
//       CHECK:   arith.extsi %[[OR]] : i8 to i32
func.func @logic_of_extensions(%x: i8, %y: i8) -> i32 {
  %a = arith.extsi %x : i8 to i32
  %b = arith.extsi %y : i8 to i32
  %0 = arith.ori %a, %b : i32
  return %0 : i32
}

// CHECK-LABEL: func.func @logic_of_different_extensions_is_kept
//       CHECK:   arith.ori %{{.*}}, %{{.*}} : i32
func.func @logic_of_different_extensions_is_kept(%x: i8, %y: i8) -> i32 {
  %a = arith.extsi %x : i8 to i32
  %b = arith.extui %y : i8 to i32
  %0 = arith.ori %a, %b : i32
  return %0 : i32
}

// -- Comparisons ------------------------------------------------------------------------------------------------------------

// CHECK-LABEL: func.func @comparisons
//  CHECK-SAME:   (%[[X:.*]]: i32, %[[Y:.*]]: i32, %[[B:.*]]: i1)
//   CHECK-DAG:   %[[TRUE:.*]] = arith.constant true
//   CHECK-DAG:   %[[C4:.*]] = arith.constant 4 : i32
//       CHECK:   %[[GT:.*]] = arith.cmpi sgt, %[[X]], %[[C4]] : i32
//       CHECK:   %[[GE:.*]] = arith.cmpi uge, %[[X]], %[[Y]] : i32
//       CHECK:   return %[[TRUE]], %[[GT]], %[[GE]], %[[B]], %[[B]]
func.func @comparisons(%x: i32, %y: i32, %b: i1) -> (i1, i1, i1, i1, i1) {
  %c4 = arith.constant 4 : i32
  %c0 = arith.constant 0 : i32
  %t = arith.constant true
  %0 = arith.cmpi sle, %x, %x : i32
  %1 = arith.cmpi slt, %c4, %x : i32
  %lt = arith.cmpi ult, %x, %y : i32
  %2 = arith.xori %lt, %t : i1
  %e = arith.extsi %b : i1 to i32
  %3 = arith.cmpi ne, %e, %c0 : i32
  %4 = arith.cmpi eq, %b, %t : i1
  return %0, %1, %2, %3, %4 : i1, i1, i1, i1, i1
}

// CHECK-LABEL: func.func @compared_extensions
//  CHECK-SAME:   (%[[X:.*]]: i8, %[[Y:.*]]: i8)
//       CHECK:   arith.cmpi eq, %[[X]], %[[Y]] : i8
//       CHECK:   arith.cmpi ult, %{{.*}}, %{{.*}} : i32
func.func @compared_extensions(%x: i8, %y: i8) -> (i1, i1) {
  %a = arith.extui %x : i8 to i32
  %b = arith.extui %y : i8 to i32
  %0 = arith.cmpi eq, %a, %b : i32
  %1 = arith.cmpi ult, %a, %b : i32
  return %0, %1 : i1, i1
}

// CHECK-LABEL: func.func @comparisons_with_nan
//   CHECK-DAG:   %[[TRUE:.*]] = arith.constant true
//   CHECK-DAG:   %[[FALSE:.*]] = arith.constant false
//       CHECK:   return %[[FALSE]], %[[TRUE]]
func.func @comparisons_with_nan(%x: f32) -> (i1, i1) {
  %nan = arith.constant 0x7FC00000 : f32
  %0 = arith.cmpf oge, %x, %nan : f32
  %1 = arith.cmpf une, %nan, %x : f32
  return %0, %1 : i1, i1
}

// x may be nan.
// CHECK-LABEL: func.func @comparison_of_a_float_with_itself_is_kept
//       CHECK:   arith.cmpf oeq
func.func @comparison_of_a_float_with_itself_is_kept(%x: f32) -> i1 {
  %0 = arith.cmpf oeq, %x, %x : f32
  return %0 : i1
}

// CHECK-LABEL: func.func @comparisons_of_converted_integers
//  CHECK-SAME:   (%[[X:.*]]: i8)
//   CHECK-DAG:   %[[C4:.*]] = arith.constant 4 : i8
//   CHECK-DAG:   %[[TRUE:.*]] = arith.constant true
//   CHECK-DAG:   %[[FALSE:.*]] = arith.constant false
//       CHECK:   %[[LE:.*]] = arith.cmpi sle, %[[X]], %[[C4]] : i8
//       CHECK:   %[[GT:.*]] = arith.cmpi ugt, %[[X]], %[[C4]] : i8
//       CHECK:   return %[[LE]], %[[GT]], %[[FALSE]], %[[TRUE]], %[[TRUE]]
func.func @comparisons_of_converted_integers(%x: i8) -> (i1, i1, i1, i1, i1) {
  %c = arith.constant 4.5 : f32
  %big = arith.constant 300.0 : f32
  %s = arith.sitofp %x : i8 to f32
  %u = arith.uitofp %x : i8 to f32
  %0 = arith.cmpf olt, %s, %c : f32
  %1 = arith.cmpf oge, %u, %c : f32
  %2 = arith.cmpf oeq, %s, %c : f32
  %3 = arith.cmpf olt, %u, %big : f32
  %4 = arith.cmpf ord, %u, %big : f32
  return %0, %1, %2, %3, %4 : i1, i1, i1, i1, i1
}

// 16777217 rounds to 16777216.
// CHECK-LABEL: func.func @comparison_of_a_rounded_integer_is_kept
//       CHECK:   arith.cmpf oeq
func.func @comparison_of_a_rounded_integer_is_kept(%x: i32) -> i1 {
  %c = arith.constant 16777216.0 : f32
  %s = arith.sitofp %x : i32 to f32
  %0 = arith.cmpf oeq, %s, %c : f32
  return %0 : i1
}

// -- Choices ----------------------------------------------------------------------------------------------------------------

// CHECK-LABEL: func.func @choices
//  CHECK-SAME:   (%[[C:.*]]: i1, %[[X:.*]]: i32, %[[Y:.*]]: i32, %[[Z:.*]]: i32)
//       CHECK:   %[[TRUE:.*]] = arith.constant true
//       CHECK:   %[[SWAPPED:.*]] = arith.select %[[C]], %[[Y]], %[[X]] : i32
//       CHECK:   %[[OUTER:.*]] = arith.select %[[C]], %[[X]], %[[Z]] : i32
//       CHECK:   %[[NOT:.*]] = arith.xori %[[C]], %[[TRUE]] : i1
//       CHECK:   %[[BIT:.*]] = arith.extui %[[C]] : i1 to i32
//       CHECK:   return %[[SWAPPED]], %[[OUTER]], %[[NOT]], %[[BIT]], %[[X]], %[[Y]], %[[X]]
func.func @choices(%c: i1, %x: i32, %y: i32, %z: i32) -> (i32, i32, i1, i32, i32, i32, i32) {
  %t = arith.constant true
  %f = arith.constant false
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %p = ub.poison : i32
  %not = arith.xori %c, %t : i1
  %0 = arith.select %not, %x, %y : i32
  %inner = arith.select %c, %x, %y : i32
  %1 = arith.select %c, %inner, %z : i32
  %2 = arith.select %c, %f, %t : i1
  %3 = arith.select %c, %c1, %c0 : i32
  %4 = arith.select %t, %x, %y : i32
  %eq = arith.cmpi eq, %x, %y : i32
  %5 = arith.select %eq, %x, %y : i32
  %6 = arith.select %c, %x, %p : i32
  return %0, %1, %2, %3, %4, %5, %6 : i32, i32, i1, i32, i32, i32, i32
}

// CHECK-LABEL: func.func @chosen_constants
//       CHECK:   arith.constant dense<[1, 8]> : vector<2xi32>
func.func @chosen_constants() -> vector<2xi32> {
  %c = arith.constant dense<[true, false]> : vector<2xi1>
  %a = arith.constant dense<[1, 2]> : vector<2xi32>
  %b = arith.constant dense<8> : vector<2xi32>
  %0 = arith.select %c, %a, %b : vector<2xi1>, vector<2xi32>
  return %0 : vector<2xi32>
}

// -- Floats -----------------------------------------------------------------------------------------------------------------

// CHECK-LABEL: func.func @float_identities
//  CHECK-SAME:   (%[[X:.*]]: f32)
//   CHECK-NOT:   arith.{{[a-z]+}}f
//       CHECK:   return %[[X]], %[[X]], %[[X]], %[[X]], %[[X]], %[[X]]
func.func @float_identities(%x: f32) -> (f32, f32, f32, f32, f32, f32) {
  %zero = arith.constant 0.0 : f32
  %mzero = arith.constant -0.0 : f32
  %one = arith.constant 1.0 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %0 = arith.addf %mzero, %x : f32
  %1 = arith.subf %x, %zero : f32
  %2 = arith.mulf %x, %one : f32
  %3 = arith.divf %x, %one : f32
  %4 = arith.maxnumf %x, %nan : f32
  %n = arith.negf %x : f32
  %5 = arith.negf %n : f32
  return %0, %1, %2, %3, %4, %5 : f32, f32, f32, f32, f32, f32
}

// -0 + 0 is 0, -0 - -0 is 0, and 0 * x has the sign of x, or is nan.
// CHECK-LABEL: func.func @no_float_identities
//       CHECK:   arith.addf
//       CHECK:   arith.subf
//       CHECK:   arith.mulf
//       CHECK:   arith.maximumf
func.func @no_float_identities(%x: f32) -> (f32, f32, f32, f32) {
  %zero = arith.constant 0.0 : f32
  %mzero = arith.constant -0.0 : f32
  %inf = arith.constant 0x7F800000 : f32
  %0 = arith.addf %x, %zero : f32
  %1 = arith.subf %x, %mzero : f32
  %2 = arith.mulf %x, %zero : f32
  %3 = arith.maximumf %x, %inf : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}

// CHECK-LABEL: func.func @zero_product_where_it_does_not_matter
//       CHECK:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
//       CHECK:   return %[[ZERO]]
func.func @zero_product_where_it_does_not_matter(%x: f32) -> f32 {
  %zero = arith.constant 0.0 : f32
  %0 = arith.mulf %x, %zero fastmath<nnan,nsz> : f32
  return %0 : f32
}

// CHECK-LABEL: func.func @float_constants
//   CHECK-DAG:   %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
//   CHECK-DAG:   %[[MZERO:.*]] = arith.constant -0.000000e+00 : f32
//   CHECK-DAG:   %[[NAN:.*]] = arith.constant 0x7FC00000 : f32
//   CHECK-DAG:   %[[INF:.*]] = arith.constant 0xFF800000 : f32
//   CHECK-DAG:   %[[SUM:.*]] = arith.constant 2.560000e+02 : bf16
//       CHECK:   return %[[ZERO]], %[[MZERO]], %[[NAN]], %[[INF]], %[[SUM]]
func.func @float_constants() -> (f32, f32, f32, f32, bf16) {
  %zero = arith.constant 0.0 : f32
  %mzero = arith.constant -0.0 : f32
  %one = arith.constant 1.0 : f32
  %inf = arith.constant 0x7F800000 : f32
  %big = arith.constant 256.0 : bf16
  %unit = arith.constant 1.0 : bf16
  %0 = arith.addf %zero, %mzero : f32
  %1 = arith.maximumf %mzero, %mzero : f32
  %2 = arith.subf %inf, %inf : f32
  %3 = arith.divf %one, %mzero : f32
  %4 = arith.addf %big, %unit : bf16
  return %0, %1, %2, %3, %4 : f32, f32, f32, f32, bf16
}

// CHECK-LABEL: func.func @cancelled_negations
//  CHECK-SAME:   (%[[X:.*]]: f32, %[[Y:.*]]: f32)
//       CHECK:   arith.mulf %[[X]], %[[Y]] fastmath<nnan> : f32
//       CHECK:   arith.divf %[[X]], %[[Y]] : f32
func.func @cancelled_negations(%x: f32, %y: f32) -> (f32, f32) {
  %a = arith.negf %x : f32
  %b = arith.negf %y : f32
  %0 = arith.mulf %a, %b fastmath<nnan> : f32
  %1 = arith.divf %a, %b : f32
  return %0, %1 : f32, f32
}

// -- Casts ------------------------------------------------------------------------------------------------------------------

// CHECK-LABEL: func.func @merged_casts
//  CHECK-SAME:   (%[[X:.*]]: i8, %[[L:.*]]: i64)
//       CHECK:   arith.extui %[[X]] : i8 to i64
//       CHECK:   arith.extui %[[X]] : i8 to i16
//       CHECK:   arith.trunci %[[X]] : i8 to i4
//       CHECK:   arith.trunci %[[L]] overflow<nsw> : i64 to i8
//       CHECK:   arith.index_cast %[[X]] : i8 to index
//       CHECK:   arith.index_castui %[[X]] : i8 to index
func.func @merged_casts(%x: i8, %l: i64) -> (i64, i16, i4, i8, index, index) {
  %u = arith.extui %x : i8 to i32
  %s = arith.extsi %x : i8 to i32
  %0 = arith.extsi %u : i32 to i64
  %1 = arith.trunci %u : i32 to i16
  %2 = arith.trunci %u : i32 to i4
  %t = arith.trunci %l overflow<nsw, nuw> : i64 to i16
  %3 = arith.trunci %t overflow<nsw> : i16 to i8
  %4 = arith.index_cast %s : i32 to index
  %5 = arith.index_castui %u : i32 to index
  return %0, %1, %2, %3, %4, %5 : i64, i16, i4, i8, index, index
}

// CHECK-LABEL: func.func @there_and_back
//  CHECK-SAME:   (%[[X:.*]]: i32, %[[F:.*]]: f16, %[[N:.*]]: index)
//       CHECK:   %[[NARROW:.*]] = arith.index_cast %[[N]] : index to i32
//       CHECK:   %[[LOSSY:.*]] = arith.index_cast %[[NARROW]] : i32 to index
//       CHECK:   return %[[X]], %[[F]], %[[F]], %[[LOSSY]]
func.func @there_and_back(%x: i32, %f: f16, %n: index) -> (i32, f16, f16, index) {
  %a = arith.index_cast %x : i32 to index
  %0 = arith.index_cast %a : index to i32
  %b = arith.extf %f : f16 to f32
  %1 = arith.truncf %b : f32 to f16
  %c = arith.bitcast %f : f16 to i16
  %2 = arith.bitcast %c : i16 to f16
  %d = arith.index_cast %n : index to i32
  %3 = arith.index_cast %d : i32 to index
  return %0, %1, %2, %3 : i32, f16, f16, index
}

// CHECK-LABEL: func.func @rounding_and_back_is_kept
//       CHECK:   arith.truncf
//       CHECK:   arith.extf
func.func @rounding_and_back_is_kept(%x: f32) -> f32 {
  %a = arith.truncf %x : f32 to f16
  %0 = arith.extf %a : f16 to f32
  return %0 : f32
}

// CHECK-LABEL: func.func @rounding_and_back_contracted
//  CHECK-SAME:   (%[[X:.*]]: f32)
//       CHECK:   return %[[X]]
func.func @rounding_and_back_contracted(%x: f32) -> f32 {
  %a = arith.truncf %x fastmath<contract> : f32 to f16
  %0 = arith.extf %a fastmath<contract> : f16 to f32
  return %0 : f32
}

// CHECK-LABEL: func.func @converted_at_once
//  CHECK-SAME:   (%[[X:.*]]: i32)
//       CHECK:   arith.sitofp %[[X]] : i32 to f32
func.func @converted_at_once(%x: i32) -> f32 {
  %a = arith.sitofp %x : i32 to f64
  %0 = arith.truncf %a : f64 to f32
  return %0 : f32
}

// Rounding twice is not rounding once.
// CHECK-LABEL: func.func @rounded_twice_is_kept
//       CHECK:   arith.truncf
func.func @rounded_twice_is_kept(%x: i64) -> f32 {
  %a = arith.sitofp %x : i64 to f64
  %0 = arith.truncf %a : f64 to f32
  return %0 : f32
}

// CHECK-LABEL: func.func @no_sign_is_left
//       CHECK:   %[[S:.*]] = arith.shrui
//       CHECK:   arith.trunci %[[S]] overflow<nuw> : i32 to i16
func.func @no_sign_is_left(%x: i32) -> i16 {
  %c16 = arith.constant 16 : i32
  %a = arith.shrsi %x, %c16 : i32
  %0 = arith.trunci %a overflow<nsw, nuw> : i32 to i16
  return %0 : i16
}

// CHECK-LABEL: func.func @cast_constants
//   CHECK-DAG:   %[[M1:.*]] = arith.constant -1 : i32
//   CHECK-DAG:   %[[ONE:.*]] = arith.constant 1 : i32
//   CHECK-DAG:   %[[F:.*]] = arith.constant 2.550000e+02 : f32
//   CHECK-DAG:   %[[BITS:.*]] = arith.constant 1065353216 : i32
//   CHECK-DAG:   %[[H:.*]] = arith.constant 1.500000e+00 : f16
//       CHECK:   return %[[M1]], %[[ONE]], %[[F]], %[[BITS]], %[[H]]
func.func @cast_constants() -> (i32, i32, f32, i32, f16) {
  %t = arith.constant true
  %b = arith.constant -1 : i8
  %f = arith.constant 1.0 : f32
  %h = arith.constant 1.5 : f32
  %0 = arith.extsi %t : i1 to i32
  %1 = arith.extui %t : i1 to i32
  %2 = arith.uitofp %b : i8 to f32
  %3 = arith.bitcast %f : f32 to i32
  %4 = arith.truncf %h : f32 to f16
  return %0, %1, %2, %3, %4 : i32, i32, f32, i32, f16
}

// What does not fit, or would be rounded, is kept.
// CHECK-LABEL: func.func @cast_constants_are_kept
//       CHECK:   arith.fptosi
//       CHECK:   arith.fptoui
//       CHECK:   arith.truncf
func.func @cast_constants_are_kept() -> (i8, i8, f16) {
  %a = arith.constant 128.0 : f32
  %b = arith.constant -1.0 : f32
  %c = arith.constant 0.1 : f32
  %0 = arith.fptosi %a : f32 to i8
  %1 = arith.fptoui %b : f32 to i8
  %2 = arith.truncf %c : f32 to f16
  return %0, %1, %2 : i8, i8, f16
}

// CHECK-LABEL: func.func @unsigned_divisions
//  CHECK-SAME:   (%[[X:.*]]: i8)
//   CHECK-DAG:   %[[C128:.*]] = arith.constant -128 : i8
//   CHECK-DAG:   %[[C3:.*]] = arith.constant 3 : i8
//   CHECK-DAG:   %[[ZERO:.*]] = arith.constant 0 : i8
//       CHECK:   return %[[C128]], %[[C3]], %[[X]], %[[ZERO]]
func.func @unsigned_divisions(%x: i8) -> (i8, i8, i8, i8) {
  %c255 = arith.constant -1 : i8
  %c7 = arith.constant 7 : i8
  %c2 = arith.constant 2 : i8
  %c1 = arith.constant 1 : i8
  %0 = arith.ceildivui %c255, %c2 : i8
  %1 = arith.remui %c255, %c7 : i8
  %2 = arith.ceildivui %x, %c1 : i8
  %3 = arith.remui %x, %c1 : i8
  return %0, %1, %2, %3 : i8, i8, i8, i8
}

// CHECK-LABEL: func.func @least_and_greatest
//  CHECK-SAME:   (%[[X:.*]]: i8)
//       CHECK:   %[[LEAST:.*]] = arith.constant -128 : i8
//       CHECK:   return %[[LEAST]], %[[X]]
func.func @least_and_greatest(%x: i8) -> (i8, i8) {
  %min = arith.constant -128 : i8
  %max = arith.constant 127 : i8
  %0 = arith.minsi %x, %min : i8
  %1 = arith.minsi %max, %x : i8
  return %0, %1 : i8, i8
}

// `minimumf` gives nan for nan, so that infinity changes nothing; `minnumf` gives the other operand.
// CHECK-LABEL: func.func @float_minima
//  CHECK-SAME:   (%[[X:.*]]: f32)
//   CHECK-DAG:   %[[MZERO:.*]] = arith.constant -0.000000e+00 : f32
//   CHECK-DAG:   %[[INF:.*]] = arith.constant 0x7F800000 : f32
//       CHECK:   %[[KEPT:.*]] = arith.minnumf %[[X]], %[[INF]] : f32
//       CHECK:   return %[[MZERO]], %[[X]], %[[X]], %[[KEPT]]
func.func @float_minima(%x: f32) -> (f32, f32, f32, f32) {
  %zero = arith.constant 0.0 : f32
  %mzero = arith.constant -0.0 : f32
  %inf = arith.constant 0x7F800000 : f32
  %nan = arith.constant 0x7FC00000 : f32
  %0 = arith.minimumf %zero, %mzero : f32
  %1 = arith.minimumf %x, %inf : f32
  %2 = arith.minnumf %x, %nan : f32
  %3 = arith.minnumf %x, %inf : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}

// CHECK-LABEL: func.func @float_remainder_has_the_sign_of_the_dividend
//   CHECK-DAG:   %[[M:.*]] = arith.constant -1.500000e+00 : f32
//   CHECK-DAG:   %[[MZERO:.*]] = arith.constant -0.000000e+00 : f32
//       CHECK:   return %[[M]], %[[MZERO]]
func.func @float_remainder_has_the_sign_of_the_dividend() -> (f32, f32) {
  %a = arith.constant -5.5 : f32
  %b = arith.constant -4.0 : f32
  %two = arith.constant 2.0 : f32
  %0 = arith.remf %a, %two : f32
  %1 = arith.remf %b, %two : f32
  return %0, %1 : f32, f32
}

// CHECK-LABEL: func.func @the_larger_one_is_chosen
//  CHECK-SAME:   (%[[A:.*]]: i32, %[[B:.*]]: i32, %[[X:.*]]: f32, %[[Y:.*]]: f32)
//  CHECK-NEXT:   %[[R0:.*]] = arith.maxsi %[[A]], %[[B]] : i32
//  CHECK-NEXT:   %[[R1:.*]] = arith.minui %[[A]], %[[B]] : i32
//  CHECK-NEXT:   %[[R2:.*]] = arith.maximumf %[[X]], %[[Y]] fastmath<nnan,nsz> : f32
//  CHECK-NEXT:   %[[R3:.*]] = arith.minimumf %[[X]], %[[Y]] fastmath<fast> : f32
//  CHECK-NEXT:   return %[[R0]], %[[R1]], %[[R2]], %[[R3]]
func.func @the_larger_one_is_chosen(%a: i32, %b: i32, %x: f32, %y: f32) -> (i32, i32, f32, f32) {
  %c0 = arith.cmpi sgt, %a, %b : i32
  %0 = arith.select %c0, %a, %b : i32
  %c1 = arith.cmpi uge, %a, %b : i32
  %1 = arith.select %c1, %b, %a : i32
  %c2 = arith.cmpf ole, %x, %y fastmath<nnan,nsz> : f32
  %2 = arith.select %c2, %y, %x : f32
  %c3 = arith.cmpf ult, %x, %y fastmath<fast> : f32
  %3 = arith.select %c3, %x, %y : f32
  return %0, %1, %2, %3 : i32, i32, f32, f32
}

// A nan or a zero of the other sign would be chosen; others are not compared, or are equal.
// CHECK-LABEL: func.func @a_choice_that_is_no_extreme
// CHECK-COUNT-4:   arith.select
func.func @a_choice_that_is_no_extreme(%a: i32, %b: i32, %x: f32, %y: f32) -> (f32, f32, f32, f32) {
  %c0 = arith.cmpf ogt, %x, %y : f32
  %0 = arith.select %c0, %x, %y : f32
  %c1 = arith.cmpf ogt, %x, %y fastmath<nnan> : f32
  %1 = arith.select %c1, %x, %y : f32
  %c2 = arith.cmpf one, %x, %y fastmath<fast> : f32
  %2 = arith.select %c2, %x, %y : f32
  %c3 = arith.cmpi slt, %a, %b : i32
  %3 = arith.select %c3, %x, %y : f32
  return %0, %1, %2, %3 : f32, f32, f32, f32
}
