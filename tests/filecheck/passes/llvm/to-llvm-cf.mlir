// RUN: dlc-opt %s --to-llvm --split-input-file | filecheck %s
// RUN: dlc-opt %s --to-llvm="asserts=trap" --split-input-file | filecheck %s --check-prefix TRAP
// RUN: dlc-opt %s --to-llvm="asserts=ignore" --split-input-file | filecheck %s --check-prefix IGNORE

// A memref that is passed to a block is its two pointers, and what its type leaves open.
// CHECK-LABEL: llvm.func @branches
//       CHECK:   llvm.cond_br %c, ^[[GO:.*]](%m_allocated, %m, %m_size0 : !llvm.ptr, !llvm.ptr, i64), ^[[END:.*]]
//       CHECK: ^[[GO]](%{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr, %[[SIZE:.*]]: i64):
//       CHECK:   llvm.br ^[[END]]
//       CHECK: ^[[END]]:
//       CHECK:   llvm.return
func.func @branches(%c: i1, %m: memref<?x4xf32>) {
  cf.cond_br %c, ^go(%m : memref<?x4xf32>), ^end
^go(%n: memref<?x4xf32>):
  cf.br ^end
^end:
  return
}

// -----

// CHECK-LABEL: llvm.func @weights
//       CHECK:   llvm.cond_br %{{.*}} weights([9, 1]), ^
func.func @weights(%c: i1) {
  cf.cond_br %c weights([9, 1]), ^a, ^b
^a:
  return
^b:
  return
}

// -----

// Of several cases for one value the first counts.
// CHECK-LABEL: llvm.func @switches
//       CHECK:   llvm.switch %x : i32, ^[[OTHER:.*]](%i : i64) [
//  CHECK-NEXT:     7: ^[[ONE:.*]](%i : i64),
//  CHECK-NEXT:     -1: ^[[OTHER]](%i : i64)
//  CHECK-NEXT:   ]
func.func @switches(%x: i32, %i: index) -> index {
  cf.switch %x : i32, [
    default: ^other(%i : index),
    7: ^one(%i : index),
    7: ^other(%i : index),
    -1: ^other(%i : index)
  ]
^one(%a: index):
  return %a : index
^other(%b: index):
  return %b : index
}

// -----

// The message with its place goes to standard error, and the process ends. The same text is there once.
// CHECK-DAG: llvm.mlir.global private constant @[[TEXT:.*]]("sizes differ, at model.py:5:8\0A")
// CHECK-DAG: llvm.mlir.global private constant @{{.*}}("sizes differ, at model.py:6:8\0A")
// CHECK-DAG: llvm.func internal @__dlc_assert_failed(%[[P:.*]]: !llvm.ptr, %[[N:.*]]: i64) attributes {no_inline}
// CHECK-DAG:   llvm.call @write(%{{.*}}, %[[P]], %[[N]]) : (i32, !llvm.ptr, i64) -> i64
// CHECK-DAG:   llvm.call @abort() : () -> ()
// CHECK-LABEL: llvm.func @asserts
//       CHECK:   llvm.cond_br %ok weights([2000, 1]), ^[[GO_ON:.*]], ^[[FAIL:.*]]
//       CHECK: ^[[GO_ON]]:
//       CHECK:   llvm.cond_br %ok weights([2000, 1]), ^[[REST:.*]], ^[[FAIL_TOO:.*]]
//       CHECK: ^[[REST]]:
//       CHECK:   llvm.return
//       CHECK: ^[[FAIL]]:
//       CHECK:   %[[ADDRESS:.*]] = llvm.mlir.addressof @[[TEXT]]
//       CHECK:   llvm.call @__dlc_assert_failed(%[[ADDRESS]], %{{.*}}) : (!llvm.ptr, i64) -> ()
//       CHECK:   llvm.unreachable
//       CHECK:   llvm.mlir.addressof @[[TEXT]]

// TRAP-LABEL: llvm.func @asserts
//   TRAP-NOT:   llvm.call
//       TRAP:   llvm.intr.trap
//  TRAP-NEXT:   llvm.unreachable

// IGNORE-LABEL: llvm.func @asserts
//   IGNORE-NOT:   llvm.cond_br
//       IGNORE:   llvm.intr.assume %ok : i1
func.func @asserts(%ok: i1) {
  cf.assert %ok, "sizes differ" loc("model.py":5:8)
  cf.assert %ok, "sizes differ" loc(callsite("sum"("model.py":5:8) at "main.py":1:1))
  cf.assert %ok, "sizes differ" loc("model.py":6:8)
  return
}

// -----

// CHECK-LABEL: llvm.func @undefined
//       CHECK:   llvm.mlir.poison : i64
//       CHECK:   llvm.unreachable
func.func @undefined(%c: i1) -> index {
  %p = ub.poison : index
  cf.cond_br %c, ^a, ^b
^a:
  return %p : index
^b:
  ub.unreachable
}
