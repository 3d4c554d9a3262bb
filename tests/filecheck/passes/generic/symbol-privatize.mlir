// RUN: dlc-opt %s --symbol-privatize='exclude=main,other' | filecheck %s

// CHECK: func.func @main
// CHECK: func.func private @helper
// CHECK: func.func @other
// CHECK: gpu.module @kernels attributes {sym_visibility = "private"}
func.func @main() { return }
func.func @helper() { return }
func.func @other() { return }
// An op that declares no visibility has it as an attribute.
gpu.module @kernels {
}
