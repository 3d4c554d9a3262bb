// RUN: not dlc-opt %s --xdsl-passes=convert-memref-to-riscv 2>&1 | filecheck %s
// RUN: not dlc-opt %s --xdsl-passes=convert-memref-to-riscv --mlir-print-ir-after-failure 2>&1 \
// RUN:   | filecheck %s --check-prefix=UNTOUCHED
// RUN: not dlc-opt %s --xdsl-passes=convert-mmeref-to-riscv 2>&1 | filecheck %s --check-prefix=NAME
// RUN: not dlc-opt %s --load-xdsl=riskv 2>&1 | filecheck %s --check-prefix=DIALECT

// One error, at the op that the pass was at work on.
// CHECK: failing-pass.mlir:15:8: error: 'memref.load' op xDSL's pass 'convert-memref-to-riscv' failed with AssertionError
// CHECK-NOT: error

// NAME: error: 'builtin.module' op pass 'xdsl' failed: xDSL has no pass 'convert-mmeref-to-riscv', did you mean 'convert-memref-to-riscv'?
// DIALECT: dlc-opt: error: xDSL has no dialect 'riskv', did you mean 'riscv'?

func.func @vectors_in_memory(%m: memref<4xvector<2xf32>>, %i: index) -> vector<2xf32> {
  %x = memref.load %m[%i] : memref<4xvector<2xf32>>
  return %x : vector<2xf32>
}

// UNTOUCHED: func.func @vectors_in_memory(%m: memref<4xvector<2xf32>>, %i: index)
// UNTOUCHED-NEXT: %x = memref.load %m[%i] : memref<4xvector<2xf32>>
// UNTOUCHED-NEXT: return %x
