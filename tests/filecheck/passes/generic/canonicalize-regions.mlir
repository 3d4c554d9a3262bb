// RUN: dlc-opt %s --load-dialect=support.test_dialect --canonicalize --split-input-file | filecheck %s
// RUN: dlc-opt %s --load-dialect=support.test_dialect --dce --split-input-file | filecheck %s

// What is in a block that is never reached goes with it, whatever it contains.
// CHECK-LABEL: func.func @region_in_a_block_that_is_never_reached(
//  CHECK-NEXT:   return
//  CHECK-NEXT: }
func.func @region_in_a_block_that_is_never_reached(%c: i1, %m: memref<i32>) {
  return
^never:
  test.if %c {
    cf.cond_br %c, ^a, ^b
  ^a:
    %x = memref.load %m[] : memref<i32>
    memref.store %x, %m[] : memref<i32>
    cf.br ^b
  ^b:
    test.yield
  } else {
  }
  return
}
