// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @another_dialect_ends_the_body(%n: index) {
  // expected-error @+1 {{'affine.for' op the body must end in 'affine.yield', but got 'loop.yield' [for_c5]}}
  "affine.for"(%n) <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 1, 0>, step = 1 : index, upperBoundMap = affine_map<()[s0] -> (s0)>}> ({
  ^bb0(%i: index):
    // expected-error @+1 {{'loop.yield' op expects parent op to be one of 'loop.for, loop.parallel, loop.if, loop.when, loop.while', but got 'affine.for'}}
    "loop.yield"() : () -> ()
  }) : (index) -> ()
  return
}

// -----

func.func @a_copy_of_two_memrefs(%a: memref<8xf32>, %n: index) {
  // expected-error @+1 {{'affine.dma_start' op expected operands for src and dst and tag and 1 numbers, but got 'memref<8xf32>', 'index', 'memref<8xf32>', 'index', 'index' [dma_start_c1]}}
  "affine.dma_start"(%a, %n, %a, %n, %n) {src_map = affine_map<(d0) -> (d0)>, dst_map = affine_map<(d0) -> (d0)>, tag_map = affine_map<() -> (0)>} : (memref<8xf32>, index, memref<8xf32>, index, index) -> ()
  return
}

// -----

func.func @a_copy_at_no_dimension(%a: memref<8xf32>, %t: memref<1xi32>, %i: i32, %n: index) {
  %j = arith.index_cast %i : i32 to index
  affine.for %k = 0 to 4 {
    %s = arith.addi %k, %n : index
    // expected-error @+1 {{'affine.dma_start' op needs for dimension d0 a value that can be one, but got '%s', a result of 'arith.addi' [dma_start_c2]}}
    affine.dma_start %a[%s], %a[0], %t[0], %n : memref<8xf32>, memref<8xf32>, memref<1xi32>
  }
  return
}

// -----

func.func @two_tags(%t: memref<1xi32>, %n: index) {
  // expected-error @+1 {{'affine.dma_wait' op expected operands for tag and 1 numbers, but got 'memref<1xi32>', 'index', 'index' [dma_wait_c1]}}
  "affine.dma_wait"(%t, %n, %n) {tag_map = affine_map<() -> (0)>} : (memref<1xi32>, index, index) -> ()
  return
}

// -----

func.func @a_tag_at_no_dimension(%t: memref<8xi32>, %n: index) {
  affine.for %k = 0 to 4 {
    %s = arith.addi %k, %n : index
    // expected-error @+1 {{'affine.dma_wait' op needs for dimension d0 a value that can be one, but got '%s', a result of 'arith.addi' [dma_wait_c2]}}
    affine.dma_wait %t[%s], %n : memref<8xi32>
  }
  return
}
