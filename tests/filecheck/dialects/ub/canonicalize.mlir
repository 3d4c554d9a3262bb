// RUN: dlc-opt %s --canonicalize | filecheck %s

// CHECK-LABEL: func.func @same_poison
//       CHECK:   %[[P:.*]] = ub.poison : i32
//   CHECK-NOT:   ub.poison : i32
//       CHECK:   return %[[P]], %[[P]]
func.func @same_poison() -> (i32, i32) {
  %a = ub.poison : i32
  %b = ub.poison : i32
  return %a, %b : i32, i32
}

// CHECK-LABEL: func.func @unreachable_side
//   CHECK-NOT:   cf.cond_br
//       CHECK:   return
func.func @unreachable_side(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  ub.unreachable
^bb2:
  return
}
