// RUN: dlc-opt %s --load-xdsl=complex,scf,test --canonicalize --cse --dce --loop-invariant-code-motion | filecheck %s

// Ops that xDSL declares pure are merged, and removed where nothing uses them.
// CHECK-LABEL: func.func @pure_ops
//       CHECK:   %[[S:.*]] = complex.add %{{.*}}, %{{.*}} : complex<f32>
//   CHECK-NOT:   complex.add
//   CHECK-NOT:   complex.mul
//       CHECK:   return %[[S]], %[[S]]
func.func @pure_ops(%a: complex<f32>, %b: complex<f32>) -> (complex<f32>, complex<f32>) {
  %s = complex.add %a, %b : complex<f32>
  %t = complex.add %a, %b : complex<f32>
  %unused = complex.mul %a, %b : complex<f32>
  return %s, %t : complex<f32>, complex<f32>
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
