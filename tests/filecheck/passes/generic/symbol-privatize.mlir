// RUN: dlc-opt %s --symbol-privatize='exclude=main,other' | filecheck %s

// CHECK: func.func @main
// CHECK: func.func private @helper
// CHECK: func.func @other
func.func @main() { return }
func.func @helper() { return }
func.func @other() { return }
