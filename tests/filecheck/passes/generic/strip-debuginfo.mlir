// RUN: dlc-opt %s --strip-debuginfo --mlir-print-debuginfo --mlir-print-local-scope | filecheck %s

// CHECK: func.func @f(%{{.*}}: i32 loc(unknown)) -> i32
// CHECK:   return %{{.*}} : i32 loc(unknown)
// CHECK: } loc(unknown)
func.func @f(%x: i32 loc("x")) -> i32 {
  return %x : i32 loc("f.py":3:4)
}
