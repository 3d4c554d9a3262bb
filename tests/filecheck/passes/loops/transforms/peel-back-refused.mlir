// RUN: dlc-opt %s --loop-peel="loops=i back=2" --verify-diagnostics

func.func @where_the_last_ones_begin_is_not_affine(%m: memref<?xf32>, %a: index, %b: index, %x: f32) {
  // expected-error @+1 {{cannot be peeled at its end: its upper bound is the minimum of several}}
  loop.for %i = 0 to min affine_map<()[s0, s1] -> (s0, s1)>()[%a, %b] {
    loop.store %x, %m[%i] : memref<?xf32>
  } {loop.name = "i"}
  return
}

func.func @it_begins_at_one_of_several(%m: memref<?xf32>, %a: index, %b: index, %x: f32) {
  // expected-error @+1 {{cannot be peeled: its lower bound is the maximum of several}}
  loop.for %i = max affine_map<()[s0, s1] -> (s0, s1)>()[%a, %b] to 64 {
    loop.store %x, %m[%i] : memref<?xf32>
  } {loop.name = "i"}
  return
}
