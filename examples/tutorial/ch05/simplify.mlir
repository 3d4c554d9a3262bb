// RUN: dlc-opt %s --load-dialect=ch02.dialect --load-pass=ch05.simplify --pico-simplify | filecheck %s

// CHECK-LABEL: func.func @two_transposes_cancel
//  CHECK-SAME:   (%[[A:.*]]: !pico.array<[2, 3]>)
//  CHECK-NEXT:   return %[[A]]
func.func @two_transposes_cancel(%a: !pico.array<[2, 3]>) -> !pico.array<[2, 3]> {
  %b = pico.transpose %a : (!pico.array<[2, 3]>) -> !pico.array<[3, 2]>
  %c = pico.transpose %b : (!pico.array<[3, 2]>) -> !pico.array<[2, 3]>
  return %c : !pico.array<[2, 3]>
}

// CHECK-LABEL: func.func @factors_are_multiplied
//       CHECK:   %[[C:.*]] = pico.constant 6.000000e+00
//  CHECK-NEXT:   pico.mul %{{.*}}, %[[C]]
//   CHECK-NOT:   pico.mul
func.func @factors_are_multiplied(%a: !pico.array<[3]>) -> !pico.array<[3]> {
  %two = pico.constant 2.0 : !pico.array<[]>
  %three = pico.constant 3.0 : !pico.array<[]>
  %b = pico.mul %a, %two : (!pico.array<[3]>, !pico.array<[]>) -> !pico.array<[3]>
  %c = pico.mul %b, %three : (!pico.array<[3]>, !pico.array<[]>) -> !pico.array<[3]>
  return %c : !pico.array<[3]>
}
