// RUN: dlc-opt %s --pass-pipeline='builtin.module(inline,func.func(canonicalize,cse),symbol-dce)' | filecheck %s

// Small functions are inlined, what then turns out to be constant is folded, and what nobody calls any more is removed.

//   CHECK-NOT: func.func private
// CHECK-LABEL: func.func @is_leap_year_2000
//  CHECK-NEXT:   %[[TRUE:.*]] = arith.constant true
//  CHECK-NEXT:   return %[[TRUE]] : i1
//   CHECK-NOT: func.func private
func.func private @divides(%divisor: i32, %number: i32) -> i1 {
  %zero = arith.constant 0 : i32
  %rest = arith.remui %number, %divisor : i32
  %no_rest = arith.cmpi eq, %rest, %zero : i32
  return %no_rest : i1
}

func.func private @is_leap_year(%year: i32) -> i1 {
  %four = arith.constant 4 : i32
  %hundred = arith.constant 100 : i32
  %four_hundred = arith.constant 400 : i32
  %true = arith.constant true
  %by_4 = call @divides(%four, %year) : (i32, i32) -> i1
  %by_100 = call @divides(%hundred, %year) : (i32, i32) -> i1
  %by_400 = call @divides(%four_hundred, %year) : (i32, i32) -> i1
  %not_by_100 = arith.xori %by_100, %true : i1
  %exception = arith.ori %not_by_100, %by_400 : i1
  %leap = arith.andi %by_4, %exception : i1
  return %leap : i1
}

func.func @is_leap_year_2000() -> i1 {
  %year = arith.constant 2000 : i32
  %leap = call @is_leap_year(%year) : (i32) -> i1
  return %leap : i1
}
