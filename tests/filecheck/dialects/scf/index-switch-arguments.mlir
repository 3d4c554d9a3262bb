// RUN: dlc-opt %s | dlc-opt | filecheck %s
// RUN: dlc-opt %s --mlir-print-op-generic | dlc-opt | filecheck %s

// MLIR takes arguments of the regions of a switch, too, but its own printer leaves them out.
// CHECK-LABEL: func.func @arguments_that_nothing_gives
func.func @arguments_that_nothing_gives(%n: index) {
  // CHECK:      scf.index_switch %{{.*}}
  // CHECK-NEXT: case 2 {
  // CHECK-NEXT: ^bb0(%{{.*}}: i32):
  // CHECK-NEXT:   scf.yield
  scf.index_switch %n
  case 2 {
  ^bb0(%nothing_gives_it: i32):
    scf.yield
  }
  default {
  }
  return
}
