// RUN: dlc-opt %s --loop-to-cf --split-input-file --verify-diagnostics

// A module has one block.
// expected-error @+1 {{'loop.for' op lowers to several blocks, which the enclosing 'builtin.module' does not allow}}
loop.for %i = 0 to 4 {
}

// -----

// The greatest number of a format without infinities is not what a maximum begins with.
func.func @no_number_to_begin_with(%m: memref<4xf8E4M3FN>) -> f8E4M3FN {
  // expected-error @+1 {{'loop.parallel' op reduces by 'maximumf', for which type 'f8E4M3FN' has no identity}}
  %r = loop.parallel (%i) = (0) to (4) reduce ("maximumf") -> (f8E4M3FN) {
    %x = loop.load %m[%i] : memref<4xf8E4M3FN>
    loop.yield %x : f8E4M3FN
  }
  return %r : f8E4M3FN
}
