// RUN: dlc-opt %s --load-xdsl=bigint,scf,test --canonicalize --cse --dce --loop-invariant-code-motion | filecheck %s

// Ops that xDSL declares pure are merged, and removed where nothing uses them.
// CHECK-LABEL: func.func @pure_ops
//       CHECK:   %[[S:.*]] = bigint.add %{{.*}}, %{{.*}} : !bigint.bigint
//   CHECK-NOT:   bigint.add
//   CHECK-NOT:   bigint.mul
//       CHECK:   return %[[S]], %[[S]]
func.func @pure_ops(%a: !bigint.bigint, %b: !bigint.bigint) -> (!bigint.bigint, !bigint.bigint) {
  %s = bigint.add %a, %b : !bigint.bigint
  %t = bigint.add %a, %b : !bigint.bigint
  %unused = bigint.mul %a, %b : !bigint.bigint
  return %s, %t : !bigint.bigint, !bigint.bigint
}

// One that may do anything stays.
// CHECK-LABEL: func.func @unknown_effects
// CHECK-COUNT-2: "test.op"
func.func @unknown_effects() {
  %0 = "test.op"() : () -> i32
  %1 = "test.op"() : () -> i32
  return
}

// A loop whose effects are those of its body goes if the body has none.
// CHECK-LABEL: func.func @empty_loop
//  CHECK-NEXT:   return
func.func @empty_loop(%n: index) {
  scf.for %i = %n to %n step %n {
  }
  return
}
