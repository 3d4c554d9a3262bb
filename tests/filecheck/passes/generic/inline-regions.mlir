// RUN: dlc-opt %s --load-dialect=support.test_dialect --inline="default-pipeline=" --split-input-file | filecheck %s

// CHECK-LABEL: func.func @one_block_goes_into_a_loop(
//       CHECK:   test.for
//       CHECK:     arith.muli
//   CHECK-NOT:   call
func.func @one_block_goes_into_a_loop(%n: index, %x: i32) -> i32 {
  %r = test.for %n iter(%x : i32) -> i32 {
  ^bb0(%i: index, %a: i32):
    %b = func.call @one_block(%a) : (i32) -> i32
    test.yield %b : i32
  }
  return %r : i32
}
func.func private @one_block(%x: i32) -> i32 {
  %y = arith.muli %x, %x : i32
  return %y : i32
}

// -----

// The body of a loop is one block.
// CHECK-LABEL: func.func @several_blocks_stay_out_of_a_loop(
//       CHECK:   test.for
//       CHECK:     func.call @several_blocks
//       CHECK: func.func private @several_blocks(
func.func @several_blocks_stay_out_of_a_loop(%n: index, %x: i32) -> i32 {
  %r = test.for %n iter(%x : i32) -> i32 {
  ^bb0(%i: index, %a: i32):
    %b = func.call @several_blocks(%a) : (i32) -> i32
    test.yield %b : i32
  }
  return %r : i32
}
func.func private @several_blocks(%x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c = arith.cmpi slt, %x, %c0 : i32
  cf.cond_br %c, ^a, ^b
^a:
  return %c0 : i32
^b:
  return %x : i32
}

// -----

// The regions of `test.if` may have several.
// CHECK-LABEL: func.func @several_blocks_go_where_there_may_be_several(
//       CHECK:   test.if
//       CHECK:     cf.cond_br
//   CHECK-NOT:   call
func.func @several_blocks_go_where_there_may_be_several(%c: i1, %x: i32) -> i32 {
  %r = test.if %c -> i32 {
    %b = func.call @several_blocks(%x) : (i32) -> i32
    test.yield %b : i32
  } else {
    test.yield %x : i32
  }
  return %r : i32
}
func.func private @several_blocks(%x: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %c = arith.cmpi slt, %x, %c0 : i32
  cf.cond_br %c, ^a, ^b
^a:
  return %c0 : i32
^b:
  return %x : i32
}
