// RUN: dlc-opt %s --loop-vectorize="loops=i width=4" --verify-diagnostics

func.func @the_next_lane_reads_what_one_writes(%m: memref<9xf32>) {
  // expected-error @+1 {{cannot be vectorized because of the flow dependence with distance (1)}}
  loop.for %i = 0 to 8 {
    // expected-note @+1 {{'loop.load' reads the same element later}}
    %0 = loop.load %m[%i] : memref<9xf32>
    // expected-note @+1 {{'loop.store' writes here}}
    loop.store %0, %m[%i + 1] : memref<9xf32>
  } {loop.name = "i"}
  return
}

func.func @all_lanes_write_one_element(%m: memref<9xf32>, %x: f32) {
  // expected-error @+1 {{cannot be vectorized because of the output dependence with distance (+)}}
  loop.for %i = 0 to 8 {
    // expected-note @+2 {{'loop.store' writes here}}
    // expected-note @+1 {{'loop.store' writes the same element later}}
    loop.store %x, %m[3] : memref<9xf32>
  } {loop.name = "i"}
  return
}

// Lane by lane, the inner loop would first read what it then writes for the lane before.
func.func @an_inner_loop_would_turn_a_dependence(%m: memref<9x9xf32>) {
  // expected-error @+1 {{cannot be vectorized because of the flow dependence with distance (1, -1)}}
  loop.for %i = 0 to 8 {
    loop.for %k = 0 to 8 {
      // expected-note @+1 {{'loop.load' reads the same element later}}
      %0 = loop.load %m[%i, %k + 1] : memref<9x9xf32>
      // expected-note @+1 {{'loop.store' writes here}}
      loop.store %0, %m[%i + 1, %k] : memref<9x9xf32>
    }
  } {loop.name = "i"}
  return
}

func.func @inner_bounds_differ(%m: memref<9x9xf32>, %x: f32) {
  // expected-note @+1 {{this is the loop}}
  loop.for %i = 0 to 8 {
    // expected-error @+1 {{cannot be vectorized: the bounds of an inner loop vary with the outer one}}
    loop.for %k = 0 to affine_map<(d0) -> (d0)>(%i) {
      loop.store %x, %m[%k, %i] : memref<9x9xf32>
    }
  } {loop.name = "i"}
  return
}

func.func @floats_are_added_in_their_order(%m: memref<8xf32>, %x: f32) -> f32 {
  // expected-error @+1 {{cannot be vectorized: the carried value '%p' must be combined in its order, as 'arith.addf' is not marked 'fastmath<reassoc>'}}
  %s = loop.for %i = 0 to 8 iter_args(%p = %x) -> (f32) {
    %0 = loop.load %m[%i] : memref<8xf32>
    // expected-note @+1 {{here}}
    %1 = arith.addf %p, %0 : f32
    loop.yield %1 : f32
  } {loop.name = "i"}
  return %s : f32
}

func.func @sums_on_the_way_are_used(%m: memref<8xi32>, %x: i32) -> i32 {
  // expected-error @+1 {{cannot be vectorized: the carried value '%p' is used for more than to be combined}}
  %s = loop.for %i = 0 to 8 iter_args(%p = %x) -> (i32) {
    %0 = loop.load %m[%i] : memref<8xi32>
    %1 = arith.addi %p, %0 : i32
    loop.store %p, %m[%i] : memref<8xi32>
    loop.yield %1 : i32
  } {loop.name = "i"}
  return %s : i32
}

func.func @something_else_is_carried(%x: i32) -> i32 {
  // expected-error @+1 {{cannot be vectorized: the carried value '%p' is used by 'arith.shli', which combines nothing with it}}
  %s = loop.for %i = 0 to 8 iter_args(%p = %x) -> (i32) {
    // expected-note @+1 {{here}}
    %1 = arith.shli %p, %x : i32
    loop.yield %1 : i32
  } {loop.name = "i"}
  return %s : i32
}

func.func @sums_of_products(%m: memref<8xi32>, %x: i32) -> i32 {
  // expected-error @+1 {{cannot be vectorized: the carried value '%p' is combined in more than one way}}
  %s = loop.for %i = 0 to 8 iter_args(%p = %x) -> (i32) {
    %0 = loop.load %m[%i] : memref<8xi32>
    %1 = arith.addi %p, %0 : i32
    %2 = arith.muli %1, %0 : i32
    loop.yield %2 : i32
  } {loop.name = "i"}
  return %s : i32
}

func.func @differences_from_what_is_carried(%m: memref<8xi32>, %x: i32) -> i32 {
  // expected-error @+1 {{cannot be vectorized: the carried value '%p' is used by 'arith.subi', which combines nothing with it}}
  %s = loop.for %i = 0 to 8 iter_args(%p = %x) -> (i32) {
    %0 = loop.load %m[%i] : memref<8xi32>
    // expected-note @+1 {{here}}
    %1 = arith.subi %0, %p : i32
    loop.yield %1 : i32
  } {loop.name = "i"}
  return %s : i32
}

func.func private @use(f32)
func.func @calls_are_made_one_by_one(%x: f32) {
  // expected-error @+1 {{cannot be vectorized because of a possible output dependence with distance (+)}}
  loop.for %i = 0 to 8 {
    // expected-note @+2 {{'func.call' writes here: 'func.call' has unknown effects}}
    // expected-note @+1 {{'func.call' writes the same element later}}
    func.call @use(%x) : (f32) -> ()
  } {loop.name = "i"}
  return
}

func.func @memory_of_each_iteration(%m: memref<8xf32>) {
  // expected-error @+1 {{cannot be vectorized: 'memref.alloca' has side effects without a vector form}}
  loop.for %i = 0 to 8 {
    // expected-note @+1 {{here}}
    %0 = memref.alloca() : memref<1xf32>
    %1 = loop.load %m[%i] : memref<8xf32>
    loop.store %1, %0[0] : memref<1xf32>
    %2 = loop.load %0[0] : memref<1xf32>
    loop.store %2, %m[%i] : memref<8xf32>
  } {loop.name = "i"}
  return
}

func.func @vectors_of_vectors(%m: memref<8xvector<2xf32>>) {
  // expected-error @+1 {{cannot be vectorized: 'loop.load' has values of type 'vector<2xf32>', which cannot be elements of vectors}}
  loop.for %i = 0 to 8 {
    // expected-note @+1 {{here}}
    %0 = loop.load %m[%i] : memref<8xvector<2xf32>>
    loop.store %0, %m[%i] : memref<8xvector<2xf32>>
  } {loop.name = "i"}
  return
}

func.func @it_may_be_that_no_lane_is_to_read(%m: memref<?xf32> {llvm.noalias}, %b: memref<8xf32> {llvm.noalias}) {
  // expected-error @+1 {{cannot be vectorized: 'loop.load' reads an element that is the same for all lanes, but no lane may be active}}
  loop.for %i = 0 to 8 {
    loop.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
      // expected-note @+1 {{here}}
      %0 = loop.load %m[3] : memref<?xf32>
      loop.store %0, %b[%i] : memref<8xf32>
    }
  } {loop.name = "i"}
  return
}

func.func @a_division_that_is_not_to_be_done(%b: memref<8xi32>, %x: i32) {
  // expected-error @+1 {{cannot be vectorized: 'arith.divsi' is not speculatable, but would run for inactive lanes}}
  loop.for %i = 0 to 8 {
    loop.if affine_set<(d0) : (d0 - 3 >= 0)>(%i) {
      // expected-note @+1 {{here}}
      %0 = arith.divsi %x, %x : i32
      loop.store %0, %b[%i] : memref<8xi32>
    }
  } {loop.name = "i"}
  return
}

func.func @parallel_loops_stay_scalar(%b: memref<8x8xf32>, %x: f32) {
  // expected-error @+1 {{cannot be vectorized: 'loop.parallel' has regions without a vector form}}
  loop.for %i = 0 to 8 {
    // expected-note @+1 {{here}}
    loop.parallel (%j) = (0) to (8) {
      loop.store %x, %b[%j, %i] : memref<8x8xf32>
    }
  } {loop.name = "i"}
  return
}

func.func @not_a_whole_vector(%b: memref<3xf32>, %x: f32) {
  // expected-error @+1 {{cannot be vectorized: it has 3 iterations, which do not fill a vector of 4}}
  loop.for %i = 0 to 3 {
    loop.store %x, %b[%i] : memref<3xf32>
  } {loop.name = "i"}
  return
}

func.func @where_vectors_end_is_not_affine(%a: memref<?xf32>, %n: index, %k: index, %x: f32) {
  // expected-error @+1 {{cannot be vectorized by 4: with several bounds, the end of whole groups is not affine}}
  loop.for %i = 0 to min affine_map<()[s0, s1] -> (s0, s1)>()[%n, %k] {
    loop.store %x, %a[%i] : memref<?xf32>
  } {loop.name = "i"}
  return
}

func.func @short_vectors_apart(%y: memref<32xi32> {llvm.noalias}, %z: memref<8xi32> {llvm.noalias}) {
  // expected-error @+1 {{cannot be vectorized: 'loop.vector_load' reads vectors that do not follow one another}}
  loop.for %i = 0 to 8 {
    // expected-note @+1 {{here}}
    %0 = loop.vector_load %y[%i * 4] : memref<32xi32>, vector<2xi32>
    %1 = vector.reduction <add>, %0 : vector<2xi32> into i32
    loop.store %1, %z[%i] : memref<8xi32>
  } {loop.name = "i"}
  return
}

func.func @an_element_of_a_short_vector(%y: memref<16xi32> {llvm.noalias}, %z: memref<8xi32> {llvm.noalias}) {
  // expected-error @+1 {{cannot be vectorized: 'vector.extract' takes or gives a short vector in each lane}}
  loop.for %i = 0 to 8 {
    %0 = loop.vector_load %y[%i * 2] : memref<16xi32>, vector<2xi32>
    // expected-note @+1 {{here}}
    %1 = vector.extract %0[1] : i32 from vector<2xi32>
    loop.store %1, %z[%i] : memref<8xi32>
  } {loop.name = "i"}
  return
}
