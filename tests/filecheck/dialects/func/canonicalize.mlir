// RUN: dlc-opt %s --canonicalize | filecheck %s

func.func private @callee(i32) -> i32

// CHECK-LABEL: func.func @known_callee
//  CHECK-SAME:   (%[[X:.*]]: i32)
//       CHECK:   call @callee(%[[X]]) : (i32) -> i32
func.func @known_callee(%x: i32) -> i32 {
  %f = constant @callee : (i32) -> i32
  %0 = call_indirect %f(%x) : (i32) -> i32
  return %0 : i32
}

// CHECK-LABEL: func.func @unknown_callee_is_kept
//       CHECK:   call_indirect
func.func @unknown_callee_is_kept(%f: (i32) -> i32, %x: i32) -> i32 {
  %0 = call_indirect %f(%x) : (i32) -> i32
  return %0 : i32
}

// CHECK-LABEL: func.func @unused_function_values_go
//   CHECK-NOT:   constant
//       CHECK:   return
func.func @unused_function_values_go() {
  %f = constant @callee : (i32) -> i32
  return
}
