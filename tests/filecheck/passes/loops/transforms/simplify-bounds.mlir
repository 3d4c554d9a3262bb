// RUN: dlc-opt %s --loop-simplify-bounds | filecheck %s

// CHECK-DAG: #[[MAP:.*]] = affine_map<(d0) -> (d0)>
// CHECK-DAG: #[[MAP1:.*]] = affine_map<(d0) -> (d0 + 32)>
// CHECK-DAG: #[[MAP2:.*]] = affine_map<(d0) -> (d0 + 32, 250)>
// CHECK-DAG: #[[MAP3:.*]] = affine_map<(d0) -> (d0 + 16)>
// CHECK-DAG: #[[MAP4:.*]] = affine_map<()[s0] -> (s0 * 16)>
// CHECK-DAG: #[[MAP5:.*]] = affine_map<(d0) -> (d0 - 2)>
// CHECK-DAG: #[[MAP6:.*]] = affine_map<(d0)[s0] -> (d0 + 1, s0)>
// CHECK-DAG: #[[MAP7:.*]] = affine_map<()[s0] -> (s0 + 1)>
// CHECK-DAG: #[[MAP8:.*]] = affine_map<(d0)[s0] -> (d0 + 1, 8)>
// CHECK-DAG: #[[SET:.*]] = affine_set<(d0) : (d0 == 0)>

// CHECK-LABEL: func.func @steps_say_that_tiles_are_whole(
//  CHECK-NEXT:   loop.for %i = 0 to 256 step 32 {
//  CHECK-NEXT:     loop.for %p = #[[MAP]](%i) to #[[MAP1]](%i) {
//  CHECK-NEXT:       loop.store %x, %m[%p] : memref<256xf32>
//  CHECK-NEXT:     }
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @steps_say_that_tiles_are_whole(%m: memref<256xf32>, %x: f32) {
  loop.for %i = 0 to 256 step 32 {
    loop.for %p = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0) -> (d0 + 32, 256)>(%i) {
      loop.store %x, %m[%p] : memref<256xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @the_last_tile_is_not_whole(
//  CHECK-NEXT:   loop.for %i = 0 to 250 step 32 {
//  CHECK-NEXT:     loop.for %p = #[[MAP]](%i) to min #[[MAP2]](%i) {
//  CHECK-NEXT:       loop.store %x, %m[%p] : memref<250xf32>
//  CHECK-NEXT:     }
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @the_last_tile_is_not_whole(%m: memref<250xf32>, %x: f32) {
  loop.for %i = 0 to 250 step 32 {
    loop.for %p = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0) -> (d0 + 32, 250)>(%i) {
      loop.store %x, %m[%p] : memref<250xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @sizes_of_whole_tiles(
//  CHECK-NEXT:   loop.for %i = 0 to #[[MAP4]]()[%n] step 16 {
//  CHECK-NEXT:     loop.for %p = #[[MAP]](%i) to #[[MAP3]](%i) {
//  CHECK-NEXT:       loop.store %x, %m[%p] : memref<?xf32>
//  CHECK-NEXT:     }
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @sizes_of_whole_tiles(%m: memref<?xf32>, %n: index, %x: f32) {
  loop.for %i = 0 to affine_map<()[s0] -> (s0 * 16)>()[%n] step 16 {
    loop.for %p = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0)[s0] -> (d0 + 16, s0 * 16)>(%i)[%n] {
      loop.store %x, %m[%p] : memref<?xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @lower_bounds_as_well(
//  CHECK-NEXT:   loop.for %i = 4 to %n {
//  CHECK-NEXT:     loop.for %p = #[[MAP5]](%i) to #[[MAP]](%i) {
//  CHECK-NEXT:       loop.store %x, %m[%p] : memref<?xf32>
//  CHECK-NEXT:     }
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @lower_bounds_as_well(%m: memref<?xf32>, %n: index, %x: f32) {
  loop.for %i = 4 to %n {
    loop.for %p = max affine_map<(d0) -> (d0 - 2, 1)>(%i) to affine_map<(d0) -> (d0)>(%i) {
      loop.store %x, %m[%p] : memref<?xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @what_runs_once_is_no_loop(
//  CHECK-NEXT:   %r = loop.for %i = 0 to %n iter_args(%a = %x) -> (f32) {
//  CHECK-NEXT:     %0 = loop.load %m[%i] : memref<?xf32>
//  CHECK-NEXT:     %1 = arith.addf %a, %0 : f32
//  CHECK-NEXT:     loop.yield %1 : f32
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return %r : f32
func.func @what_runs_once_is_no_loop(%m: memref<?xf32>, %n: index, %x: f32) -> f32 {
  %r = loop.for %i = 0 to %n iter_args(%a = %x) -> (f32) {
    %s = loop.for %p = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0)[s0] -> (d0 + 1, s0)>(%i)[%n] iter_args(%b = %a) -> (f32) {
      %0 = loop.load %m[%p] : memref<?xf32>
      %1 = arith.addf %b, %0 : f32
      loop.yield %1 : f32
    }
    loop.yield %s : f32
  }
  return %r : f32
}

// CHECK-LABEL: func.func @what_may_not_run_is_a_loop(
//  CHECK-NEXT:   loop.for %i = 0 to #[[MAP7]]()[%n] {
//  CHECK-NEXT:     loop.for %p = #[[MAP]](%i) to min #[[MAP6]](%i)[%n] {
//  CHECK-NEXT:       loop.store %x, %m[%p] : memref<?xf32>
//  CHECK-NEXT:     }
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @what_may_not_run_is_a_loop(%m: memref<?xf32>, %n: index, %x: f32) {
  loop.for %i = 0 to affine_map<()[s0] -> (s0 + 1)>()[%n] {
    loop.for %p = affine_map<(d0) -> (d0)>(%i) to min affine_map<(d0)[s0] -> (d0 + 1, s0)>(%i)[%n] {
      loop.store %x, %m[%p] : memref<?xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @what_never_runs_goes(
//  CHECK-NEXT:   loop.for %i = 0 to %n {
//  CHECK-NEXT:     loop.store %x, %m[%i] : memref<?xf32>
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @what_never_runs_goes(%m: memref<?xf32>, %n: index, %x: f32) {
  loop.for %i = 0 to %n {
    loop.for %p = affine_map<(d0)[s0] -> (s0)>(%i)[%n] to affine_map<(d0) -> (d0)>(%i) {
      loop.store %x, %m[%p] : memref<?xf32>
    }
    loop.store %x, %m[%i] : memref<?xf32>
  }
  return
}

// CHECK-LABEL: func.func @certain_conditions(
//  CHECK-NEXT:   loop.for %i = 0 to %n {
//  CHECK-NEXT:     loop.store %x, %m[%i] : memref<?xf32>
//  CHECK-NEXT:     loop.store %x, %m[1] : memref<?xf32>
//  CHECK-NEXT:     loop.if #[[SET]](%i) {
//  CHECK-NEXT:       loop.store %x, %m[2] : memref<?xf32>
//  CHECK-NEXT:     }
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @certain_conditions(%m: memref<?xf32>, %n: index, %x: f32) {
  loop.for %i = 0 to %n {
    loop.if affine_set<(d0)[s0] : (s0 - d0 - 1 >= 0)>(%i)[%n] {
      loop.store %x, %m[%i] : memref<?xf32>
    }
    loop.if affine_set<(d0) : (d0 + 1 == 0)>(%i) {
      loop.store %x, %m[0] : memref<?xf32>
    } else {
      loop.store %x, %m[1] : memref<?xf32>
    }
    loop.if affine_set<(d0) : (d0 == 0)>(%i) {
      loop.store %x, %m[2] : memref<?xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @the_least_of_several_is_known(
//  CHECK-NEXT:   loop.for %i = 0 to %n {
//  CHECK-NEXT:     func.call @use(%i) : (index) -> ()
//  CHECK-NEXT:     %0 = loop.min #[[MAP8]](%i)[%n]
//  CHECK-NEXT:     func.call @use(%0) : (index) -> ()
//  CHECK-NEXT:   }
//  CHECK-NEXT:   return
func.func @the_least_of_several_is_known(%n: index) {
  loop.for %i = 0 to %n {
    %0 = loop.min affine_map<(d0)[s0] -> (d0, s0)>(%i)[%n]
    func.call @use(%0) : (index) -> ()
    %1 = loop.min affine_map<(d0)[s0] -> (d0 + 1, 8)>(%i)[%n]
    func.call @use(%1) : (index) -> ()
  }
  return
}

func.func private @use(index)
