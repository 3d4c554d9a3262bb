// RUN: dlc-opt %s --cf-to-loop | filecheck %s
// RUN: dlc-opt %s --cf-to-loop 2>&1 >/dev/null | filecheck %s --check-prefix=REMARK

// CHECK-LABEL: func.func @diamond(
//  CHECK-NEXT:   %[[R:.*]] = loop.when %c -> (i32) {
//  CHECK-NEXT:     %[[SUM:.*]] = arith.addi %x, %y : i32
//  CHECK-NEXT:     loop.yield %[[SUM]] : i32
//  CHECK-NEXT:   } else {
//  CHECK-NEXT:     loop.yield %y : i32
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return %[[R]] : i32
func.func @diamond(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^a(%x : i32), ^b
^a(%p: i32):
  %0 = arith.addi %p, %y : i32
  cf.br ^next(%0 : i32)
^b:
  cf.br ^next(%y : i32)
^next(%z: i32):
  return %z : i32
}

// CHECK-LABEL: func.func @returns(
//       CHECK:   %[[R:.*]] = loop.when %c -> (i32) {
//  CHECK-NEXT:     loop.yield %x : i32
//  CHECK-NEXT:   } else {
//  CHECK-NEXT:     %[[S:.*]] = loop.when %d -> (i32) {
//  CHECK-NEXT:       loop.yield %y : i32
//       CHECK:     loop.yield %[[S]] : i32
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return %[[R]] : i32
func.func @returns(%c: i1, %d: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^a, ^b
^a:
  return %x : i32
^b:
  cf.cond_br %d, ^a2, ^c
^a2:
  return %y : i32
^c:
  %0 = arith.addi %x, %y : i32
  return %0 : i32
}

// What the header computes is passed on: to the body, and out of the loop.
// CHECK-LABEL: func.func @while(
//       CHECK:   %[[R:.*]]:3 = loop.while (%[[I:.*]] = %c0, %[[S:.*]] = %c1) : (i32, i32) -> (i32, i32, i32) {
//  CHECK-NEXT:     %[[D:.*]] = arith.muli %[[I]], %[[S]] : i32
//  CHECK-NEXT:     %[[C:.*]] = arith.cmpi slt, %[[I]], %n : i32
//  CHECK-NEXT:     loop.condition(%[[C]]) %[[S]], %[[D]], %[[I]] : i32, i32, i32
//  CHECK-NEXT:   } do {
//  CHECK-NEXT:   ^bb0(%[[A:.*]]: i32, %[[B:.*]]: i32, %[[K:.*]]: i32):
//  CHECK-NEXT:     %[[J:.*]] = arith.addi %[[K]], %c1 : i32
//  CHECK-NEXT:     %[[T:.*]] = arith.addi %[[A]], %[[B]] : i32
//  CHECK-NEXT:     loop.yield %[[J]], %[[T]] : i32, i32
//  CHECK-NEXT:   }
//  CHECK-NEXT:   %[[Q:.*]] = arith.addi %[[R]]#0, %[[R]]#1 : i32
//  CHECK-NEXT:   return %[[Q]], %[[R]]#2 : i32, i32
func.func @while(%n: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^head(%c0, %c1 : i32, i32)
^head(%i: i32, %s: i32):
  %d = arith.muli %i, %s : i32
  %c = arith.cmpi slt, %i, %n : i32
  cf.cond_br %c, ^body, ^exit(%s : i32)
^body:
  %j = arith.addi %i, %c1 : i32
  %t = arith.addi %s, %d : i32
  cf.br ^head(%j, %t : i32, i32)
^exit(%r: i32):
  %q = arith.addi %r, %d : i32
  return %q, %i : i32, i32
}

// CHECK-LABEL: func.func @dowhile(
//       CHECK:   %[[R:.*]] = loop.while (%[[I:.*]] = %c1) : (i32) -> i32 {
//       CHECK:     %[[J:.*]] = arith.muli %[[I]], %n : i32
//       CHECK:     %[[NOT:.*]] = arith.xori %{{.*}}, %true : i1
//  CHECK-NEXT:     loop.condition(%[[NOT]]) %[[J]] : i32
//  CHECK-NEXT:   } do {
//  CHECK-NEXT:   ^bb0(%[[A:.*]]: i32):
//  CHECK-NEXT:     loop.yield %[[A]] : i32
//       CHECK:   return %[[R]] : i32
func.func @dowhile(%n: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  cf.br ^head(%c1 : i32)
^head(%i: i32):
  %j = arith.muli %i, %n : i32
  %c = arith.cmpi sgt, %j, %n : i32
  cf.cond_br %c, ^exit, ^head(%j : i32)
^exit:
  return %j : i32
}

// CHECK-LABEL: func.func @nested(
//       CHECK:   loop.while
//       CHECK:     loop.while
//       CHECK:       loop.when
//   CHECK-NOT:   cf.
//       CHECK:   return
func.func @nested(%n: i32, %m: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^outer(%c0, %c0 : i32, i32)
^outer(%i: i32, %s: i32):
  %c = arith.cmpi slt, %i, %n : i32
  cf.cond_br %c, ^inner(%c0, %s : i32, i32), ^exit
^inner(%j: i32, %t: i32):
  %d = arith.cmpi slt, %j, %m : i32
  cf.cond_br %d, ^body, ^latch
^body:
  %e = arith.cmpi eq, %j, %i : i32
  cf.cond_br %e, ^skip(%t : i32), ^add
^add:
  %u = arith.addi %t, %j : i32
  cf.br ^skip(%u : i32)
^skip(%v: i32):
  %k = arith.addi %j, %c1 : i32
  cf.br ^inner(%k, %v : i32, i32)
^latch:
  %l = arith.addi %i, %c1 : i32
  cf.br ^outer(%l, %t : i32, i32)
^exit:
  return %s : i32
}

// CHECK-LABEL: func.func @break(
//       CHECK:   %[[R:.*]]:2 = loop.while (%[[I:.*]] = %c0) : (i32) -> (i32, i32) {
//       CHECK:     %[[C:.*]] = arith.cmpi slt, %[[I]], %n : i32
//       CHECK:     %[[W:.*]]:3 = loop.when %[[C]] -> (i1, i32, i32) {
//       CHECK:       %[[J:.*]] = arith.addi %[[I]], %c1 : i32
//       CHECK:       loop.yield %p, %[[J]], %c0 : i1, i32, i32
//       CHECK:     } else {
//       CHECK:       loop.yield %false, %{{.*}}, %[[I]] : i1, i32, i32
//       CHECK:     loop.condition(%[[W]]#0) %[[W]]#1, %[[W]]#2 : i32, i32
//       CHECK:   return %[[R]]#1 : i32
func.func @break(%n: i32, %p: i1) -> i32 {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  cf.br ^head(%c0 : i32)
^head(%i: i32):
  %c = arith.cmpi slt, %i, %n : i32
  cf.cond_br %c, ^body, ^exit(%i : i32)
^body:
  %j = arith.addi %i, %c1 : i32
  cf.cond_br %p, ^head(%j : i32), ^exit(%c0 : i32)
^exit(%r: i32):
  return %r : i32
}

// A block that nothing leads to does not count.
// CHECK-LABEL: func.func @unreachable(
//  CHECK-NEXT:   return %x : i32
func.func @unreachable(%x: i32) -> i32 {
  cf.br ^end
^dead:
  cf.br ^end
^end:
  return %x : i32
}

// CHECK-LABEL: func.func @both_ways_to_one_block(
//       CHECK:   %[[R:.*]] = loop.when %c -> (i32) {
//       CHECK:   return %[[R]]
func.func @both_ways_to_one_block(%c: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^next(%x : i32), ^next(%y : i32)
^next(%z: i32):
  return %z : i32
}

// CHECK-LABEL: func.func @switch(
//       CHECK:   %[[ONE:.*]] = arith.constant 1 : i32
//       CHECK:   %[[IS_ONE:.*]] = arith.cmpi eq, %f, %[[ONE]] : i32
//       CHECK:   loop.when %[[IS_ONE]] -> (i32) {
//       CHECK:   } else {
//       CHECK:     arith.cmpi eq, %f
//       CHECK:     loop.when
//       CHECK:   return
func.func @switch(%f: i32, %x: i32, %y: i32) -> i32 {
  cf.switch %f : i32, [ default: ^end(%x : i32), 1: ^a, -2: ^end(%y : i32) ]
^a:
  %0 = arith.addi %x, %y : i32
  cf.br ^end(%0 : i32)
^end(%r: i32):
  return %r : i32
}

// Both exits of the loop have ops of their own: a flag tells which one it was.
// CHECK-LABEL: func.func @two_exits(
//       CHECK:   %[[R:.*]]:4 = loop.while (%[[I:.*]] = %x) : (i32) -> (i32, i1, i32, i32) {
//       CHECK:     %[[W:.*]]:4 = loop.when %c -> (i1, i32, i32, i1) {
//       CHECK:     loop.condition(%[[W]]#0) %[[W]]#1, %[[W]]#3, %[[W]]#2, %[[I]] : i32, i1, i32, i32
//       CHECK:   loop.when %[[R]]#1 -> (i32) {
//       CHECK:     arith.muli
//       CHECK:   } else {
//       CHECK:     arith.subi
//       CHECK:   return
func.func @two_exits(%c: i1, %d: i1, %x: i32) -> i32 {
  cf.br ^head(%x : i32)
^head(%i: i32):
  cf.cond_br %c, ^body, ^first
^body:
  %j = arith.addi %i, %x : i32
  cf.cond_br %d, ^head(%j : i32), ^second
^first:
  %0 = arith.muli %i, %x : i32
  return %0 : i32
^second:
  %1 = arith.subi %j, %x : i32
  return %1 : i32
}

// Of two ways to ^shared, one leads through a block of its own; there is another end beside it.
// CHECK-LABEL: func.func @shared_by_way_of_a_block(
//       CHECK:   %[[W:.*]]:3 = loop.when %c -> (i1, i32, i32) {
//       CHECK:     %[[P:.*]] = arith.muli %x, %x : i32
//       CHECK:     loop.yield %true, %{{.*}}, %[[P]] : i1, i32, i32
//       CHECK:   } else {
//       CHECK:     %[[Q:.*]] = arith.subi %x, %y : i32
//       CHECK:     loop.yield %d, %[[Q]], %y : i1, i32, i32
//       CHECK:   loop.when %[[W]]#0 -> (i32) {
//       CHECK:     arith.addi %[[W]]#2, %x : i32
//       CHECK:   } else {
//       CHECK:     loop.yield %[[W]]#1 : i32
//   CHECK-NOT:   cf.
func.func @shared_by_way_of_a_block(%c: i1, %d: i1, %x: i32, %y: i32) -> i32 {
  cf.cond_br %c, ^own, ^second
^own:
  %p = arith.muli %x, %x : i32
  cf.br ^shared(%p : i32)
^second:
  %q = arith.subi %x, %y : i32
  cf.cond_br %d, ^shared(%y : i32), ^end(%q : i32)
^shared(%s: i32):
  %t = arith.addi %s, %x : i32
  cf.br ^end(%t : i32)
^end(%r: i32):
  return %r : i32
}

// A loop that may be entered in two places is none.
// CHECK-LABEL: func.func @two_entries(
//       CHECK:   cf.cond_br
// REMARK: remark: 'func.func' op has branches that are neither nested conditionals nor loops
func.func @two_entries(%c: i1, %d: i1, %x: i32) -> i32 {
  cf.cond_br %c, ^a(%x : i32), ^b(%x : i32)
^a(%p: i32):
  %0 = arith.addi %p, %x : i32
  cf.br ^b(%0 : i32)
^b(%q: i32):
  %1 = arith.muli %q, %x : i32
  cf.cond_br %d, ^a(%1 : i32), ^end(%1 : i32)
^end(%r: i32):
  return %r : i32
}

// CHECK-LABEL: func.func @endless(
//       CHECK:   cf.br ^[[B:.*]]
//       CHECK: ^[[B]]:
//       CHECK:   cf.br ^[[B]]
func.func @endless() {
  cf.br ^a
^a:
  cf.br ^a
}
