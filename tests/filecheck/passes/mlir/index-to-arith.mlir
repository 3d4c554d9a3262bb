// RUN: dlc-opt %s --index-to-arith | filecheck %s

// CHECK-LABEL: func.func @every_kind
//       CHECK:   %[[TWO:.*]] = arith.constant 2 : index
//       CHECK:   %[[SUM:.*]] = arith.addi %a, %b {marked} : index
//       CHECK:   %[[HALF:.*]] = arith.divui %[[SUM]], %[[TWO]] : index
//       CHECK:   arith.cmpi ult, %[[HALF]], %a : index
//       CHECK:   arith.index_cast %[[HALF]] : index to i32
//       CHECK:   arith.index_castui %[[HALF]] : index to i64
//       CHECK:   arith.constant 64 : index
//       CHECK:   arith.constant true
//   CHECK-NOT:   index.
func.func @every_kind(%a: index, %b: index) -> (index, i1, i32, i64, index, i1) {
  %two = index.constant 2
  %sum = index.add %a, %b {marked}
  %half = index.divu %sum, %two
  %less = index.cmp ult(%half, %a)
  %short = index.casts %half : index to i32
  %long = index.castu %half : index to i64
  %bits = index.sizeof
  %yes = index.bool.constant true
  return %half, %less, %short, %long, %bits, %yes : index, i1, i32, i64, index, i1
}
