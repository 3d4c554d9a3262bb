// RUN: dlc-opt %s --loop-privatize="at=k loops=i,j sizes=0,4" --split-input-file --verify-diagnostics

func.func @two_iterations_have_one_element(%c: memref<12xf32>) {
  loop.for %k = 0 to 2 {
    loop.for %i = 0 to 8 {
      loop.for %j = 0 to 4 {
        // expected-note @+1 2 {{'loop.store' writes}}
        // expected-error @+2 {{cannot be kept in a local buffer because of the output dependence with distance (+, -)}}
        %0 = loop.load %c[%i + %j] : memref<12xf32>
        loop.store %0, %c[%i + %j] : memref<12xf32>
      } {loop.name = "j"}
    } {loop.name = "i"}
  } {loop.name = "k"}
  return
}

// -----

func.func @another_part_is_read_meanwhile(%c: memref<9x4xf32>) {
  loop.for %k = 0 to 2 {
    loop.for %i = 0 to 8 {
      loop.for %j = 0 to 4 {
        // expected-note @+1 {{'loop.load' may access it}}
        %0 = loop.load %c[%i + 1, %j] : memref<9x4xf32>
        // expected-error @+1 {{cannot be kept in a local buffer: another op may access the same element}}
        loop.store %0, %c[%i, %j] : memref<9x4xf32>
      } {loop.name = "j"}
    } {loop.name = "i"}
  } {loop.name = "k"}
  return
}

// -----

// Writing back what was not written is not the same where others write it.
func.func @may_not_be_written(%c: memref<9x4xf32>, %x: f32) {
  loop.for %k = 0 to 2 {
    loop.for %i = 0 to 8 {
      loop.for %j = 0 to 4 {
        // expected-note @+1 {{because of this op}}
        loop.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
          // expected-error @+1 {{cannot be kept in a local buffer: it may not run}}
          loop.store %x, %c[%i, %j] : memref<9x4xf32>
        }
      } {loop.name = "j"}
    } {loop.name = "i"}
  } {loop.name = "k"}
  return
}

// -----

func.func @size_must_be_known(%c: memref<?x4xf32>, %x: f32, %n: index) {
  // expected-error @+1 {{cannot be kept in a local buffer: its shape must be static, but got ?x4}}
  loop.for %k = 0 to 2 {
    loop.for %i = 0 to %n {
      loop.for %j = 0 to 4 {
        loop.store %x, %c[%i, %j] : memref<?x4xf32>
      } {loop.name = "j"}
    } {loop.name = "i"}
  } {loop.name = "k"}
  return
}
