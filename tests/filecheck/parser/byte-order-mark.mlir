// RUN: dlc-opt %s | filecheck %s
// RUN: dlc-opt %s --format | dlc-opt | filecheck %s

// A byte order mark at the start of a file means nothing.
// CHECK: func.func private @f()
func.func private @f()
