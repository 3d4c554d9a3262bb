// RUN: dlc-opt %s | dlc-opt | filecheck %s

// CHECK-LABEL: func.func @poison
func.func @poison(%c: i1) -> (i32, vector<2xf32>) {
  // CHECK: %a = ub.poison : i32
  %a = ub.poison : i32
  // CHECK: %b = ub.poison {test.a} : vector<2xf32>
  %b = ub.poison {test.a} <#ub.poison> : vector<2xf32>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  // CHECK: ub.unreachable
  ub.unreachable
^bb2:
  return %a, %b : i32, vector<2xf32>
}
