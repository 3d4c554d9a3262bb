// RUN: dlc-opt %s --canonicalize --allow-unregistered-dialect | filecheck %s

// CHECK-LABEL: func.func @constants_fold
//   CHECK-DAG:   %[[A:.*]] = index.constant -39
//   CHECK-DAG:   %[[B:.*]] = index.constant 64
//   CHECK-DAG:   %[[C:.*]] = index.bool.constant true
//       CHECK:   return %[[A]], %[[B]], %[[C]]
func.func @constants_fold() -> (index, index, i1) {
  %a = index.constant -42
  %b = index.constant 3
  %sum = index.add %a, %b
  %size = index.sizeof
  %less = index.cmp slt(%a, %b)
  return %sum, %size, %less : index, index, i1
}

// CHECK-LABEL: func.func @as_in_arith
//  CHECK-SAME:   (%[[X:.*]]: index)
//       CHECK:   %[[TRUE:.*]] = index.bool.constant true
//       CHECK:   return %[[X]], %[[TRUE]]
func.func @as_in_arith(%x: index) -> (index, i1) {
  %one = index.constant 1
  %quotient = index.divs %x, %one
  %same = index.cmp ule(%quotient, %x)
  return %quotient, %same : index, i1
}

// What divides by zero has no meaning that could be folded.
// CHECK-LABEL: func.func @by_zero
//       CHECK:   index.divu
func.func @by_zero(%x: index) -> index {
  %one = index.constant 1
  %zero = index.constant 0
  %quotient = index.divu %one, %zero
  return %quotient : index
}

// CHECK-LABEL: func.func @casts
//       CHECK:   %[[R:.*]] = arith.constant -1 : i8
//       CHECK:   return %[[R]]
func.func @casts() -> i8 {
  %a = index.constant 255
  %r = index.castu %a : index to i8
  return %r : i8
}

// CHECK-LABEL: func.func @signed_casts
//       CHECK:   %[[R:.*]] = index.constant -1
//       CHECK:   return %[[R]]
func.func @signed_casts() -> index {
  %a = arith.constant -1 : i8
  %r = index.casts %a : i8 to index
  return %r : index
}

// -7 is larger than 3 as an unsigned number.
// CHECK-LABEL: func.func @every_op
//   CHECK-DAG:   %[[N0:.*]] = index.constant -4{{$}}
//   CHECK-DAG:   %[[N1:.*]] = index.constant -10{{$}}
//   CHECK-DAG:   %[[N2:.*]] = index.constant -21{{$}}
//   CHECK-DAG:   %[[N3:.*]] = index.constant -2{{$}}
//   CHECK-DAG:   %[[N4:.*]] = index.constant 6148914691236517203{{$}}
//   CHECK-DAG:   %[[N5:.*]] = index.constant -3{{$}}
//   CHECK-DAG:   %[[N6:.*]] = index.constant -1{{$}}
//   CHECK-DAG:   %[[N7:.*]] = index.constant 0{{$}}
//   CHECK-DAG:   %[[N8:.*]] = index.constant 3{{$}}
//   CHECK-DAG:   %[[N9:.*]] = index.constant -7{{$}}
//   CHECK-DAG:   %[[N10:.*]] = index.constant -56{{$}}
//   CHECK-DAG:   %[[N11:.*]] = index.constant 2305843009213693951{{$}}
//   CHECK-DAG:   %[[N12:.*]] = index.constant 1{{$}}
//   CHECK-DAG:   %[[N13:.*]] = index.constant -5{{$}}
//   CHECK-DAG:   %[[N14:.*]] = index.constant -6{{$}}
//       CHECK:   "test.add"(%[[N0]])
//       CHECK:   "test.sub"(%[[N1]])
//       CHECK:   "test.mul"(%[[N2]])
//       CHECK:   "test.divs"(%[[N3]])
//       CHECK:   "test.divu"(%[[N4]])
//       CHECK:   "test.ceildivs"(%[[N3]])
//       CHECK:   "test.ceildivu"(%[[N4]])
//       CHECK:   "test.floordivs"(%[[N5]])
//       CHECK:   "test.rems"(%[[N6]])
//       CHECK:   "test.remu"(%[[N7]])
//       CHECK:   "test.maxs"(%[[N8]])
//       CHECK:   "test.maxu"(%[[N9]])
//       CHECK:   "test.mins"(%[[N9]])
//       CHECK:   "test.minu"(%[[N8]])
//       CHECK:   "test.shl"(%[[N10]])
//       CHECK:   "test.shrs"(%[[N6]])
//       CHECK:   "test.shru"(%[[N11]])
//       CHECK:   "test.and"(%[[N12]])
//       CHECK:   "test.or"(%[[N13]])
//       CHECK:   "test.xor"(%[[N14]])
func.func @every_op() {
  %a = index.constant -7
  %b = index.constant 3
  %add = index.add %a, %b
  "test.add"(%add) : (index) -> ()
  %sub = index.sub %a, %b
  "test.sub"(%sub) : (index) -> ()
  %mul = index.mul %a, %b
  "test.mul"(%mul) : (index) -> ()
  %divs = index.divs %a, %b
  "test.divs"(%divs) : (index) -> ()
  %divu = index.divu %a, %b
  "test.divu"(%divu) : (index) -> ()
  %ceildivs = index.ceildivs %a, %b
  "test.ceildivs"(%ceildivs) : (index) -> ()
  %ceildivu = index.ceildivu %a, %b
  "test.ceildivu"(%ceildivu) : (index) -> ()
  %floordivs = index.floordivs %a, %b
  "test.floordivs"(%floordivs) : (index) -> ()
  %rems = index.rems %a, %b
  "test.rems"(%rems) : (index) -> ()
  %remu = index.remu %a, %b
  "test.remu"(%remu) : (index) -> ()
  %maxs = index.maxs %a, %b
  "test.maxs"(%maxs) : (index) -> ()
  %maxu = index.maxu %a, %b
  "test.maxu"(%maxu) : (index) -> ()
  %mins = index.mins %a, %b
  "test.mins"(%mins) : (index) -> ()
  %minu = index.minu %a, %b
  "test.minu"(%minu) : (index) -> ()
  %shl = index.shl %a, %b
  "test.shl"(%shl) : (index) -> ()
  %shrs = index.shrs %a, %b
  "test.shrs"(%shrs) : (index) -> ()
  %shru = index.shru %a, %b
  "test.shru"(%shru) : (index) -> ()
  %and = index.and %a, %b
  "test.and"(%and) : (index) -> ()
  %or = index.or %a, %b
  "test.or"(%or) : (index) -> ()
  %xor = index.xor %a, %b
  "test.xor"(%xor) : (index) -> ()
  return
}

// CHECK-LABEL: func.func @constants_are_combined(
//   CHECK-DAG:   %[[THREE:.*]] = index.constant 3
//   CHECK-DAG:   %[[FOUR:.*]] = index.constant 4
//       CHECK:   %[[A:.*]] = index.add %a, %[[THREE]]
//       CHECK:   %[[B:.*]] = index.mul %a, %[[FOUR]]
//       CHECK:   %[[C:.*]] = index.maxs %a, %idx2
//       CHECK:   return %[[A]], %[[B]], %[[C]]
func.func @constants_are_combined(%a: index) -> (index, index, index) {
  %1 = index.constant 1
  %2 = index.constant 2
  %b = index.add %a, %1
  %c = index.add %b, %2
  %d = index.mul %a, %2
  %e = index.mul %d, %2
  %f = index.maxs %1, %a
  %g = index.maxs %f, %2
  return %c, %e, %g : index, index, index
}

// CHECK-LABEL: func.func @differences_stay(
//       CHECK:   index.sub
//       CHECK:   index.sub
func.func @differences_stay(%a: index) -> index {
  %1 = index.constant 1
  %2 = index.constant 2
  %b = index.sub %a, %1
  %c = index.sub %b, %2
  return %c : index
}
