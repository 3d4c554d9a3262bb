// RUN: dlc-opt %s --load-xdsl=scf --xdsl-passes=convert-scf-to-cf --canonicalize | filecheck %s
// RUN: dlc-opt %s --load-xdsl=scf --pass-pipeline='builtin.module(xdsl{passes=convert-scf-to-cf},canonicalize)' \
// RUN:   | filecheck %s
// RUN: dlc-opt %s --load-xdsl=scf --pass-pipeline='builtin.module(func.func(xdsl{passes=convert-scf-to-cf}),canonicalize)' \
// RUN:   | filecheck %s
// RUN: dlc-opt %s --load-xdsl=scf --xdsl-passes=convert-scf-to-cf --dump-pass-pipeline -o %t 2>&1 \
// RUN:   | filecheck %s --check-prefix=DUMP

// DUMP: xdsl{passes={convert-scf-to-cf}}

// CHECK-LABEL: func.func @sum
//       CHECK:   cf.br ^[[HEAD:.*]](%{{.*}}, %{{.*}} : index, f32)
//       CHECK: ^[[HEAD]](%[[I:.*]]: index, %[[SUM:.*]]: f32):
//       CHECK:   %[[MORE:.*]] = arith.cmpi slt, %[[I]], %n : index
//       CHECK:   cf.cond_br %[[MORE]]
//   CHECK-NOT:   scf
//       CHECK:   memref.load %m[%[[I]]] : memref<?xf32>
//       CHECK:   return %[[SUM]] : f32
func.func @sum(%n: index, %m: memref<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero) -> (f32) {
    %x = memref.load %m[%i] : memref<?xf32>
    %s = arith.addf %a, %x : f32
    scf.yield %s : f32
  }
  return %sum : f32
}
