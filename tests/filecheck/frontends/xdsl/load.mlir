// RUN: dlc-opt %s --load-xdsl=scf,riscv,csl | filecheck %s
// RUN: dlc-opt %s --load-xdsl=all --verify-roundtrip | filecheck %s
// RUN: dlc-opt %s --load-xdsl=scf,riscv,csl --mlir-print-op-generic | dlc-opt --load-xdsl=all | filecheck %s

// A form that xDSL has written by hand, with regions whose terminator goes without saying.
// CHECK-LABEL: func.func @hand_written_form
//       CHECK:   %[[R:.*]] = scf.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[A:.*]] = %{{.*}}) -> (f32) {
//  CHECK-NEXT:     %[[S:.*]] = arith.addf %[[A]], %[[A]] : f32
//  CHECK-NEXT:     scf.yield %[[S]] : f32
//  CHECK-NEXT:   }
//  CHECK-NEXT:   scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} {
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return %[[R]] : f32
func.func @hand_written_form(%n: index, %x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> (f32) {
    %s = arith.addf %a, %a : f32
    scf.yield %s : f32
  }
  scf.for %i = %c0 to %n step %c1 {
  }
  return %r : f32
}

// A declared form, compiled like those of dlc's own ops.
// CHECK-LABEL: func.func @declared_form
//       CHECK:   scf.condition(%{{.*}}) %{{.*}} : i32
func.func @declared_form(%c: i1, %x: i32) -> i32 {
  %r = "scf.while"(%x) ({
  ^bb0(%a: i32):
    scf.condition(%c) %a : i32
  }, {
  ^bb0(%b: i32):
    scf.yield %b : i32
  }) : (i32) -> i32
  return %r : i32
}

// Types and attributes of xDSL, in its spelling.
// CHECK-LABEL: func.func @types
//  CHECK-SAME:   (%[[X:.*]]: !riscv.reg<a0>, %{{.*}}: !csl.ptr<f32, #csl<ptr_kind single>, #csl<ptr_const const>>)
//       CHECK:   riscv.add %[[X]], %[[X]] : (!riscv.reg<a0>, !riscv.reg<a0>) -> !riscv.reg
func.func @types(%x: !riscv.reg<a0>, %p: !csl.ptr<f32, #csl.ptr_kind single, #csl<ptr_const const>>) {
  %y = riscv.add %x, %x : (!riscv.reg<a0>, !riscv.reg<a0>) -> !riscv.reg
  return
}
