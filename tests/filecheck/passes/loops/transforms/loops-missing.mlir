// RUN: dlc-opt %s --loop-unroll="loops=rwo" 2>&1 | filecheck %s
// RUN: dlc-opt %s --loop-unroll="loops=row" 2>&1 | filecheck %s --check-prefix=KNOWN

// A pass that finds none of the loops that it names says so.
//     CHECK: remark: 'builtin.module' op is not changed: no loop is called rwo, did you mean 'row'?
// KNOWN-NOT: remark
func.func @fill(%m: memref<8xf32>, %x: f32) {
  loop.for %i = 0 to 8 {
    loop.store %x, %m[%i] : memref<8xf32>
  } {loop.name = "row"}
  return
}
