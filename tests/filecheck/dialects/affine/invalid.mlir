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
