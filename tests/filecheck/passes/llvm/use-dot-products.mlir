// RUN: dlc-opt %s --use-dot-products=instructions=avx512 | filecheck %s
// RUN: dlc-opt %s --use-dot-products | filecheck %s --check-prefix=NONE

// NONE-NOT: llvm.call_intrinsic

// CHECK-LABEL: func.func @pairs
//  CHECK-SAME:   (%[[S:.*]]: vector<16xf32>, %[[A:.*]]: vector<32xbf16>, %[[B:.*]]: vector<32xbf16>)
//  CHECK-NEXT:   %[[R:.*]] = llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"(%[[S]], %[[A]], %[[B]])
//  CHECK-NEXT:   return %[[R]]
func.func @pairs(%s: vector<16xf32>, %a: vector<32xbf16>, %b: vector<32xbf16>) -> vector<16xf32> {
  %x = arith.extf %a : vector<32xbf16> to vector<32xf32>
  %y = arith.extf %b : vector<32xbf16> to vector<32xf32>
  %p = arith.mulf %x, %y fastmath<contract> : vector<32xf32>
  %even = vector.shuffle %p, %p [0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30] : vector<32xf32>, vector<32xf32>
  %odd = vector.shuffle %p, %p [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31] : vector<32xf32>, vector<32xf32>
  %t = arith.addf %even, %odd fastmath<reassoc> : vector<16xf32>
  %r = arith.addf %t, %s fastmath<reassoc> : vector<16xf32>
  return %r : vector<16xf32>
}

// A sum of products begins with -0, and the sums so far may come first.
// CHECK-LABEL: func.func @partial_sums
//  CHECK-SAME:   (%[[S:.*]]: vector<4xf32>, %[[A:.*]]: vector<8xbf16>, %[[B:.*]]: vector<8xbf16>)
//       CHECK:   llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.128"(%[[S]], %[[A]], %[[B]])
//   CHECK-NOT:   arith.addf
func.func @partial_sums(%s: vector<4xf32>, %a: vector<8xbf16>, %b: vector<8xbf16>) -> vector<4xf32> {
  %zero = arith.constant dense<-0.0> : vector<8xf32>
  %x = arith.extf %a : vector<8xbf16> to vector<8xf32>
  %y = arith.extf %b : vector<8xbf16> to vector<8xf32>
  %p = arith.mulf %x, %y : vector<8xf32>
  %q = arith.addf %zero, %p fastmath<reassoc> : vector<8xf32>
  %even = vector.shuffle %q, %q [0, 2, 4, 6] : vector<8xf32>, vector<8xf32>
  %odd = vector.shuffle %q, %q [1, 3, 5, 7] : vector<8xf32>, vector<8xf32>
  %t = arith.addf %even, %odd fastmath<reassoc> : vector<4xf32>
  %r = arith.addf %s, %t fastmath<reassoc> : vector<4xf32>
  return %r : vector<4xf32>
}

// The order of additions may not change.
// CHECK-LABEL: func.func @in_order
//   CHECK-NOT:   llvm.call_intrinsic
func.func @in_order(%s: vector<4xf32>, %a: vector<8xbf16>, %b: vector<8xbf16>) -> vector<4xf32> {
  %x = arith.extf %a : vector<8xbf16> to vector<8xf32>
  %y = arith.extf %b : vector<8xbf16> to vector<8xf32>
  %p = arith.mulf %x, %y : vector<8xf32>
  %even = vector.shuffle %p, %p [0, 2, 4, 6] : vector<8xf32>, vector<8xf32>
  %odd = vector.shuffle %p, %p [1, 3, 5, 7] : vector<8xf32>, vector<8xf32>
  %t = arith.addf %even, %odd fastmath<reassoc> : vector<4xf32>
  %r = arith.addf %t, %s : vector<4xf32>
  return %r : vector<4xf32>
}

// These are no neighbours.
// CHECK-LABEL: func.func @halves
//   CHECK-NOT:   llvm.call_intrinsic
func.func @halves(%s: vector<4xf32>, %a: vector<8xbf16>, %b: vector<8xbf16>) -> vector<4xf32> {
  %x = arith.extf %a : vector<8xbf16> to vector<8xf32>
  %y = arith.extf %b : vector<8xbf16> to vector<8xf32>
  %p = arith.mulf %x, %y : vector<8xf32>
  %low = vector.shuffle %p, %p [0, 1, 2, 3] : vector<8xf32>, vector<8xf32>
  %high = vector.shuffle %p, %p [4, 5, 6, 7] : vector<8xf32>, vector<8xf32>
  %t = arith.addf %low, %high fastmath<reassoc> : vector<4xf32>
  %r = arith.addf %t, %s fastmath<reassoc> : vector<4xf32>
  return %r : vector<4xf32>
}

// f16 has no such instruction.
// CHECK-LABEL: func.func @other_format
//   CHECK-NOT:   llvm.call_intrinsic
func.func @other_format(%s: vector<4xf32>, %a: vector<8xf16>, %b: vector<8xbf16>) -> vector<4xf32> {
  %x = arith.extf %a : vector<8xf16> to vector<8xf32>
  %y = arith.extf %b : vector<8xbf16> to vector<8xf32>
  %p = arith.mulf %x, %y : vector<8xf32>
  %even = vector.shuffle %p, %p [0, 2, 4, 6] : vector<8xf32>, vector<8xf32>
  %odd = vector.shuffle %p, %p [1, 3, 5, 7] : vector<8xf32>, vector<8xf32>
  %t = arith.addf %even, %odd fastmath<reassoc> : vector<4xf32>
  %r = arith.addf %t, %s fastmath<reassoc> : vector<4xf32>
  return %r : vector<4xf32>
}

// Nor do vectors of three sums.
// CHECK-LABEL: func.func @other_width
//   CHECK-NOT:   llvm.call_intrinsic
func.func @other_width(%s: vector<3xf32>, %a: vector<6xbf16>, %b: vector<6xbf16>) -> vector<3xf32> {
  %x = arith.extf %a : vector<6xbf16> to vector<6xf32>
  %y = arith.extf %b : vector<6xbf16> to vector<6xf32>
  %p = arith.mulf %x, %y : vector<6xf32>
  %even = vector.shuffle %p, %p [0, 2, 4] : vector<6xf32>, vector<6xf32>
  %odd = vector.shuffle %p, %p [1, 3, 5] : vector<6xf32>, vector<6xf32>
  %t = arith.addf %even, %odd fastmath<reassoc> : vector<3xf32>
  %r = arith.addf %t, %s fastmath<reassoc> : vector<3xf32>
  return %r : vector<3xf32>
}
