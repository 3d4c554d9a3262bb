// RUN: dlc-opt %s --verify-roundtrip | filecheck %s

// CHECK-LABEL: func.func @scale
//       CHECK:   sample.scale %{{.*}} by 3 : i32
func.func @scale(%x: i32) -> i32 {
  %y = sample.scale %x by 3 : i32
  return %y : i32
}
