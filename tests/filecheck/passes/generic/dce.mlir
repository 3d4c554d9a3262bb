// RUN: dlc-opt %s --load-dialect=support.test_dialect --dce | filecheck %s

// CHECK-LABEL: func.func @chains_go_at_once
//  CHECK-NEXT:   return
func.func @chains_go_at_once(%x: i32) {
  %0 = test.add %x, %x : i32
  %1 = test.add %0, %x : i32
  %2 = "test.region"(%1) ({
    test.yield %1 : i32
  }) : (i32) -> i32
  return
}

// CHECK-LABEL: func.func @what_has_effects_stays
//       CHECK:   test.add
//       CHECK:   test.write
//       CHECK:   "test.use"
func.func @what_has_effects_stays(%x: i32, %n: index) {
  %0 = test.add %x, %x : i32
  test.write %0, %n : i32, index
  "test.use"() : () -> ()
  return
}

// CHECK-LABEL: func.func @blocks_and_circles_go
//   CHECK-NOT:   test.add
//   CHECK-NOT:   "test.use"
func.func @blocks_and_circles_go(%c: i1, %x: i32) {
  cf.br ^loop(%x : i32)
^loop(%p: i32):
  %next = test.add %p, %x : i32
  cf.cond_br %c, ^loop(%next : i32), ^end
^end:
  return
^dead:
  "test.use"() : () -> ()
  cf.br ^loop(%x : i32)
}
