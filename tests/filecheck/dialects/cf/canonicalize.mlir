// RUN: dlc-opt %s --canonicalize | filecheck %s

// CHECK-LABEL: func.func @merged_blocks
//  CHECK-SAME:   (%[[A:.*]]: i32)
//  CHECK-NEXT:   return %[[A]]
func.func @merged_blocks(%a: i32) -> i32 {
  cf.br ^bb1(%a : i32)
^bb1(%x: i32):
  cf.br ^bb2(%x : i32)
^bb2(%y: i32):
  return %y : i32
}

// CHECK-LABEL: func.func @constant_condition
//  CHECK-SAME:   (%[[A:.*]]: i32, %[[B:.*]]: i32)
//  CHECK-NEXT:   return %[[B]]
func.func @constant_condition(%a: i32, %b: i32) -> i32 {
  %f = arith.constant false
  cf.cond_br %f, ^bb1(%a : i32), ^bb1(%b : i32)
^bb1(%x: i32):
  return %x : i32
}

// CHECK-LABEL: func.func @passing_block
//  CHECK-SAME:   (%[[C:.*]]: i1, %[[A:.*]]: i32, %[[B:.*]]: i32)
//       CHECK:   cf.cond_br %[[C]] weights([3, 4]), ^[[END:.*]](%[[A]] : i32), ^[[WORK:bb[0-9]+]]
//       CHECK: ^[[WORK]]:
//       CHECK:   cf.assert
//       CHECK:   cf.br ^[[END]](%[[B]] : i32)
func.func @passing_block(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c weights([3, 4]), ^bb1(%a : i32), ^bb2
^bb1(%x: i32):
  cf.br ^bb3(%x : i32)
^bb2:
  cf.assert %c, "never"
  cf.br ^bb3(%b : i32)
^bb3(%y: i32):
  return %y : i32
}

// CHECK-LABEL: func.func @block_passed_from_several_sides
//  CHECK-SAME:   (%[[C:.*]]: i1, %[[F:.*]]: i32, %[[A:.*]]: i32, %[[B:.*]]: i32)
//       CHECK:     2: ^[[END:bb[0-9]+]](%[[B]] : i32)
//       CHECK:   cf.assert %[[C]], "1"
//  CHECK-NEXT:   cf.br ^[[END]](%[[A]] : i32)
//       CHECK:   cf.assert %[[C]], "2"
//  CHECK-NEXT:   cf.br ^[[END]](%[[F]] : i32)
//       CHECK: ^[[END]](%[[R:.*]]: i32):
//  CHECK-NEXT:   return %[[R]]
func.func @block_passed_from_several_sides(%c: i1, %f: i32, %a: i32, %b: i32) -> i32 {
  cf.switch %f : i32, [ default: ^bb1, 1: ^bb2, 2: ^bb4(%b : i32) ]
^bb1:
  cf.assert %c, "1"
  cf.br ^bb3(%a : i32)
^bb2:
  cf.assert %c, "2"
  cf.br ^bb3(%f : i32)
^bb3(%x: i32):
  cf.br ^bb4(%x : i32)
^bb4(%y: i32):
  return %y : i32
}

// The blocks stand in the other order: the second branch comes first.
// CHECK-LABEL: func.func @decided_before_by_a_later_block
//       CHECK:   cf.assert %{{.*}}, "first"
//  CHECK-NEXT:   cf.cond_br
//   CHECK-NOT:   cf.cond_br
//       CHECK:   return
func.func @decided_before_by_a_later_block(%c: i1, %d: i1, %f: i32) {
  cf.switch %f : i32, [ default: ^bb3, 1: ^bb4 ]
^bb1:
  cf.assert %d, "second"
  cf.cond_br %c, ^bb2, ^bb4
^bb2:
  cf.assert %d, "yes"
  return
^bb3:
  cf.assert %d, "first"
  cf.cond_br %c, ^bb1, ^bb4
^bb4:
  cf.assert %d, "no"
  return
}

// CHECK-LABEL: func.func @chosen_operands
//  CHECK-SAME:   (%[[C:.*]]: i1, %[[A:.*]]: i32, %[[B:.*]]: i32)
//  CHECK-NEXT:   %[[R:.*]] = arith.select %[[C]], %[[A]], %[[B]] : i32
//  CHECK-NEXT:   return %[[R]]
func.func @chosen_operands(%c: i1, %a: i32, %b: i32) -> i32 {
  cf.cond_br %c, ^bb1(%a : i32), ^bb1(%b : i32)
^bb1(%x: i32):
  return %x : i32
}

// CHECK-LABEL: func.func @decided_before
//  CHECK-SAME:   (%[[C:.*]]: i1, %[[D:.*]]: i1)
//   CHECK-DAG:   %[[TRUE:.*]] = arith.constant true
//   CHECK-DAG:   %[[FALSE:.*]] = arith.constant false
//       CHECK:   cf.cond_br %[[C]]
//       CHECK:   call @use(%[[TRUE]])
//  CHECK-NEXT:   return
//       CHECK:   call @use(%[[FALSE]])
func.func @decided_before(%c: i1, %d: i1) {
  cf.cond_br %c, ^bb1, ^bb4
^bb1:
  call @use(%c) : (i1) -> ()
  cf.cond_br %c, ^bb2, ^bb3
^bb2:
  return
^bb3:
  call @use(%d) : (i1) -> ()
  return
^bb4:
  call @use(%c) : (i1) -> ()
  call @use(%d) : (i1) -> ()
  return
}

func.func private @use(i1)

// CHECK-LABEL: func.func @assertions
//   CHECK-NOT:   "true"
//       CHECK:   cf.assert %{{.*}}, "unknown"
//       CHECK:   cf.assert %{{.*}}, "false"
func.func @assertions(%c: i1) {
  %t = arith.constant true
  %f = arith.constant false
  cf.assert %t, "true"
  cf.assert %c, "unknown"
  cf.assert %f, "false"
  return
}

// An empty endless loop is left alone.
// CHECK-LABEL: func.func @endless
//       CHECK: ^[[LOOP:bb[0-9]+]]:
//       CHECK:   cf.br ^[[LOOP]]
func.func @endless() {
  cf.br ^bb1
^bb1:
  cf.br ^bb1
}

// An endless loop of several empty blocks becomes one of one.
// CHECK-LABEL: func.func @endless_in_turn
//  CHECK-NEXT:   cf.br ^[[LOOP:bb[0-9]+]]
//  CHECK-NEXT: ^[[LOOP]]:
//  CHECK-NEXT:   cf.br ^[[LOOP]]
//  CHECK-NEXT: }
func.func @endless_in_turn(%c: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  cf.br ^bb2
^bb2:
  cf.br ^bb1
}

// -- Switches ---------------------------------------------------------------------------------------------------------------

// CHECK-LABEL: func.func @default_only
//  CHECK-SAME:   (%[[F:.*]]: i32, %[[A:.*]]: i32)
//  CHECK-NEXT:   return %[[A]]
func.func @default_only(%f: i32, %a: i32) -> i32 {
  cf.switch %f : i32, [ default: ^bb1(%a : i32) ]
^bb1(%x: i32):
  return %x : i32
}

// CHECK-LABEL: func.func @cases_like_default
//       CHECK:   cf.switch %{{.*}} : i32, [
//  CHECK-NEXT:     default: ^[[D:bb[0-9]+]](%[[A:.*]] : i32),
//  CHECK-NEXT:     2: ^bb
//  CHECK-NEXT:     3: ^[[D]](%
//  CHECK-NEXT:   ]
func.func @cases_like_default(%f: i32, %a: i32, %b: i32, %c: i1) -> i32 {
  cf.switch %f : i32, [ default: ^bb1(%a : i32), 1: ^bb1(%a : i32), 2: ^bb2(%b : i32), 3: ^bb1(%b : i32) ]
^bb1(%x: i32):
  cf.assert %c, "1"
  return %x : i32
^bb2(%y: i32):
  cf.assert %c, "2"
  return %y : i32
}

// CHECK-LABEL: func.func @constant_flag
//  CHECK-SAME:   (%[[A:.*]]: i32, %[[B:.*]]: i32)
//  CHECK-NEXT:   return %[[B]]
func.func @constant_flag(%a: i32, %b: i32) -> i32 {
  %f = arith.constant -2 : i32
  cf.switch %f : i32, [ default: ^bb1(%a : i32), -2: ^bb1(%b : i32) ]
^bb1(%x: i32):
  return %x : i32
}

// CHECK-LABEL: func.func @switched_before
//       CHECK:   cf.switch
//       CHECK:     default: ^bb1,
//       CHECK:     42: ^bb2
//       CHECK: ^bb1:
//       CHECK:   cf.switch
//  CHECK-NEXT:     default: ^bb3,
//  CHECK-NEXT:     43: ^bb4
//  CHECK-NEXT:   ]
//       CHECK: ^bb2:
//       CHECK:   cf.assert %{{.*}}, "2"
//  CHECK-NEXT:   cf.assert %{{.*}}, "4"
func.func @switched_before(%f: i32, %c: i1) {
  cf.switch %f : i32, [ default: ^bb1, 42: ^bb2 ]
^bb1:
  cf.assert %c, "1"
  cf.switch %f : i32, [ default: ^bb3, 42: ^bb4, 43: ^bb5 ]
^bb2:
  cf.assert %c, "2"
  cf.switch %f : i32, [ default: ^bb3, 42: ^bb4 ]
^bb3:
  cf.assert %c, "3"
  return
^bb4:
  cf.assert %c, "4"
  cf.br ^bb3
^bb5:
  cf.assert %c, "5"
  return
}

// CHECK-LABEL: func.func @passing_case
//       CHECK:     default: ^[[END:bb[0-9]+]](%{{.*}} : i32),
//  CHECK-NEXT:     42: ^bb
func.func @passing_case(%f: i32, %a: i32, %b: i32, %c: i1) -> i32 {
  cf.switch %f : i32, [ default: ^bb1, 42: ^bb2 ]
^bb1:
  cf.br ^bb3(%a : i32)
^bb2:
  cf.assert %c, "2"
  cf.br ^bb3(%b : i32)
^bb3(%x: i32):
  return %x : i32
}
