// RUN: dlc-opt %s --loop-pack="at=k loops=i,j sizes=0,4" --split-input-file --verify-diagnostics

// A later row is written while earlier ones are read.
func.func @written_in_the_same_iteration(%a: memref<9x4xf32>) {
  loop.for %k = 0 to 2 {
    loop.for %i = 0 to 8 {
      loop.for %j = 0 to 4 {
        // expected-note @+2 {{'loop.load' reads the same element later}}
        // expected-error @+1 {{cannot be packed because of the flow dependence with distance (1, 0)}}
        %0 = loop.load %a[%i, %j] : memref<9x4xf32>
        // expected-note @+1 {{'loop.store' writes here}}
        loop.store %0, %a[%i + 1, %j] : memref<9x4xf32>
      } {loop.name = "j"}
    } {loop.name = "i"}
  } {loop.name = "k"}
  return
}

// -----

func.func @may_be_written_for_all_we_know(%a: memref<9x4xf32>, %c: memref<9x4xf32>) {
  loop.for %k = 0 to 2 {
    loop.for %i = 0 to 8 {
      loop.for %j = 0 to 4 {
        // expected-note @+2 {{'loop.load' reads the same element later}}
        // expected-error @+1 {{cannot be packed because of a possible flow dependence with distance (+, *)}}
        %0 = loop.load %a[%i, %j] : memref<9x4xf32>
        // expected-note @+1 {{'loop.store' writes here: two memrefs may alias; an argument with {llvm.noalias} does not}}
        loop.store %0, %c[%i, %j] : memref<9x4xf32>
      } {loop.name = "j"}
    } {loop.name = "i"}
  } {loop.name = "k"}
  return
}

// -----

func.func @depends_on_a_loop_that_is_no_dimension(%a: memref<9x9xf32>, %c: memref<4xf32> {llvm.noalias}) {
  loop.for %k = 0 to 2 {
    loop.for %i = 0 to 8 {
      // expected-note @+1 {{this is defined here}}
      loop.for %p = 0 to 3 {
        loop.for %j = 0 to 4 {
          // expected-error @+1 {{cannot be packed: its indices depend on values that are not buffer dimensions}}
          %0 = loop.load %a[%i, %j + %p] : memref<9x9xf32>
          loop.store %0, %c[%j] : memref<4xf32>
        } {loop.name = "j"}
      }
    } {loop.name = "i"}
  } {loop.name = "k"}
  return
}

// -----

func.func @tile_is_too_small(%a: memref<9x9xf32>, %c: memref<4xf32> {llvm.noalias}) {
  loop.for %k = 0 to 2 {
    loop.for %i = 0 to 8 {
      loop.for %j = 0 to 5 {
        // expected-error @-1 {{cannot be packed: it cannot be padded to 4 iterations, but may have 5}}
        %0 = loop.load %a[%i, %j] : memref<9x9xf32>
        loop.store %0, %c[0] : memref<4xf32>
      } {loop.name = "j"}
    } {loop.name = "i"}
  } {loop.name = "k"}
  return
}

// -----

func.func @size_is_not_known_in_front(%a: memref<9x9xf32>, %c: memref<4xf32> {llvm.noalias}, %n: index) {
  loop.for %k = 0 to %n {
    // expected-error @+1 {{cannot be packed: its trip count is unknown where the buffer is allocated}}
    loop.for %i = 0 to affine_map<(d0) -> (d0)>(%k) {
      loop.for %j = 0 to 4 {
        %0 = loop.load %a[%i, %j] : memref<9x9xf32>
        loop.store %0, %c[%j] : memref<4xf32>
      } {loop.name = "j"}
    } {loop.name = "i"}
  } {loop.name = "k"}
  return
}

// -----

// Where the condition does not hold, the element may not exist; and it is another condition in each iteration.
func.func @read_under_a_condition(%a: memref<?x?xf32>, %c: memref<4xf32> {llvm.noalias}) {
  loop.for %k = 0 to 2 {
    // expected-note @+1 {{this value decides it}}
    loop.for %i = 0 to 8 {
      loop.for %j = 0 to 4 {
        loop.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
          // expected-error @+1 {{cannot be packed: whether it runs is unknown where the iteration begins}}
          %0 = loop.load %a[%i, %j] : memref<?x?xf32>
          loop.store %0, %c[%j] : memref<4xf32>
        }
      } {loop.name = "j"}
    } {loop.name = "i"}
  } {loop.name = "k"}
  return
}

// -----

func.func @loops_of_other_names(%a: memref<9x9xf32>, %c: memref<4xf32> {llvm.noalias}) {
  // expected-note @+1 {{this is the enclosing loop}}
  loop.for %k = 0 to 2 {
    loop.for %j = 0 to 4 {
      // expected-error @+1 {{cannot be packed: it is not inside a loop named 'i'}}
      %0 = loop.load %a[%k, %j] : memref<9x9xf32>
      loop.store %0, %c[%j] : memref<4xf32>
    } {loop.name = "j"}
  } {loop.name = "k"}
  return
}

// -----

func.func @nothing_is_read(%c: memref<4xf32>, %x: f32) {
  // expected-error @+1 {{cannot be packed: there are 0 elements, but got index 0}}
  loop.for %k = 0 to 4 {
    loop.store %x, %c[%k] : memref<4xf32>
  } {loop.name = "k"}
  return
}
