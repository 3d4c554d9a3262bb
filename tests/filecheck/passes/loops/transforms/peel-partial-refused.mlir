// RUN: dlc-opt %s --loop-peel="loops=i partial=true" --verify-diagnostics

func.func @all_tiles_are_whole(%m: memref<64xf32>, %x: f32) {
  // expected-error @+1 {{cannot be peeled: no inner loop ends at the minimum of a bound that grows with it and one that does not}}
  loop.for %i = 0 to 64 step 32 {
    loop.for %p = affine_map<(d0) -> (d0)>(%i) to affine_map<(d0) -> (d0 + 32)>(%i) {
      loop.store %x, %m[%p] : memref<64xf32>
    }
  } {loop.name = "i"}
  return
}
