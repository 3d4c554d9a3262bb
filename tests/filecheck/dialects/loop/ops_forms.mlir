// RUN: dlc-opt %s | dlc-opt --mlir-print-local-scope | filecheck %s

// Each op of the dialect, in the form that mlir-opt prints, names apart: it is printed again as it was read.

// CHECK-LABEL: func.func @for_loops(%arg0: index, %arg1: f32, %arg2: tensor<4xf32>) {
//  CHECK-NEXT: loop.for %arg3 = 0 to %arg0 {
//  CHECK-NEXT: loop.for %arg4 = -4 to 8 step 3 {
//  CHECK-NEXT: } {marked}
//  CHECK-NEXT: }
//  CHECK-NEXT: %0:2 = loop.for %arg3 = max affine_map<()[s0] -> (s0, 4)>()[%arg0] to min affine_map<()[s0] -> (s0 * 2, 64)>()[%arg0] iter_args(%arg4 = %arg1, %arg5 = %arg2) -> (f32, tensor<4xf32>) {
//  CHECK-NEXT: loop.for %arg6 = affine_map<(d0) -> (d0)>(%arg3) to affine_map<(d0)[s0] -> (d0 + s0)>(%arg3)[%arg0] {
//  CHECK-NEXT: }
//  CHECK-NEXT: loop.for %arg6 = max affine_map<() -> (4, 5)>() to 8 {
//  CHECK-NEXT: }
//  CHECK-NEXT: loop.yield %arg4, %arg5 : f32, tensor<4xf32>
//  CHECK-NEXT: }
//  CHECK-NEXT: return
func.func @for_loops(%arg0: index, %arg1: f32, %arg2: tensor<4xf32>) {
  loop.for %arg3 = 0 to %arg0 {
    loop.for %arg4 = -4 to 8 step 3 {
    } {marked}
  }
  %0:2 = loop.for %arg3 = max affine_map<()[s0] -> (s0, 4)>()[%arg0] to min affine_map<()[s0] -> (s0 * 2, 64)>()[%arg0] iter_args(%arg4 = %arg1, %arg5 = %arg2) -> (f32, tensor<4xf32>) {
    loop.for %arg6 = affine_map<(d0) -> (d0)>(%arg3) to affine_map<(d0)[s0] -> (d0 + s0)>(%arg3)[%arg0] {
    }
    loop.for %arg6 = max affine_map<() -> (4, 5)>() to 8 {
    }
    loop.yield %arg4, %arg5 : f32, tensor<4xf32>
  }
  return
}

// CHECK-LABEL: func.func @parallel_loops(%arg0: index, %arg1: f32, %arg2: i32) {
//  CHECK-NEXT: loop.parallel () = () to () {
//  CHECK-NEXT: }
//  CHECK-NEXT: loop.parallel (%arg3, %arg4) = (0, %arg0) to (10, %arg0 * 4) {
//  CHECK-NEXT: loop.parallel (%arg5) = (%arg3) to (min(%arg3 + 4, symbol(%arg0) * 3 - 1)) step (2) {
//  CHECK-NEXT: } {marked}
//  CHECK-NEXT: }
//  CHECK-NEXT: %0:2 = loop.parallel (%arg3) = (max(0, %arg0)) to (10) reduce ("addf", "muli") -> (f32, i32) {
//  CHECK-NEXT: loop.yield %arg1, %arg2 : f32, i32
//  CHECK-NEXT: }
//  CHECK-NEXT: return
func.func @parallel_loops(%arg0: index, %arg1: f32, %arg2: i32) {
  loop.parallel () = () to () {
  }
  loop.parallel (%arg3, %arg4) = (0, %arg0) to (10, %arg0 * 4) {
    loop.parallel (%arg5) = (%arg3) to (min(%arg3 + 4, symbol(%arg0) * 3 - 1)) step (2) {
    } {marked}
  }
  %0:2 = loop.parallel (%arg3) = (max(0, %arg0)) to (10) reduce ("addf", "muli") -> (f32, i32) {
    loop.yield %arg1, %arg2 : f32, i32
  }
  return
}

// CHECK-LABEL: func.func @conditions(%arg0: index, %arg1: f32, %arg2: i1) {
//  CHECK-NEXT: loop.for %arg3 = 0 to 8 {
//  CHECK-NEXT: loop.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%arg3)[%arg0] {
//  CHECK-NEXT: }
//  CHECK-NEXT: %2 = loop.if affine_set<(d0) : (d0 == 0)>(%arg3) -> f32 {
//  CHECK-NEXT: loop.yield %arg1 : f32
//  CHECK-NEXT: } else {
//  CHECK-NEXT: loop.yield %arg1 : f32
//  CHECK-NEXT: }
//  CHECK-NEXT: %3:2 = loop.if affine_set<() : (1 == 0)>() -> (f32, f32) {
//  CHECK-NEXT: loop.yield %arg1, %2 : f32, f32
//  CHECK-NEXT: } else {
//  CHECK-NEXT: loop.yield %arg1, %arg1 : f32, f32
//  CHECK-NEXT: } {marked}
//  CHECK-NEXT: }
//  CHECK-NEXT: loop.when %arg2 {
//  CHECK-NEXT: }
//  CHECK-NEXT: loop.when %arg2 {
//  CHECK-NEXT: } else {
//  CHECK-NEXT: } {marked}
//  CHECK-NEXT: %0 = loop.when %arg2 -> (f32) {
//  CHECK-NEXT: loop.yield %arg1 : f32
//  CHECK-NEXT: } else {
//  CHECK-NEXT: loop.yield %arg1 : f32
//  CHECK-NEXT: }
//  CHECK-NEXT: %1:2 = loop.when %arg2 -> (f32, index) {
//  CHECK-NEXT: loop.yield %arg1, %arg0 : f32, index
//  CHECK-NEXT: } else {
//  CHECK-NEXT: loop.yield %arg1, %arg0 : f32, index
//  CHECK-NEXT: }
//  CHECK-NEXT: return
func.func @conditions(%arg0: index, %arg1: f32, %arg2: i1) {
  loop.for %arg3 = 0 to 8 {
    loop.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%arg3)[%arg0] {
    }
    %2 = loop.if affine_set<(d0) : (d0 == 0)>(%arg3) -> f32 {
      loop.yield %arg1 : f32
    } else {
      loop.yield %arg1 : f32
    }
    %3:2 = loop.if affine_set<() : (1 == 0)>() -> (f32, f32) {
      loop.yield %arg1, %2 : f32, f32
    } else {
      loop.yield %arg1, %arg1 : f32, f32
    } {marked}
  }
  loop.when %arg2 {
  }
  loop.when %arg2 {
  } else {
  } {marked}
  %0 = loop.when %arg2 -> (f32) {
    loop.yield %arg1 : f32
  } else {
    loop.yield %arg1 : f32
  }
  %1:2 = loop.when %arg2 -> (f32, index) {
    loop.yield %arg1, %arg0 : f32, index
  } else {
    loop.yield %arg1, %arg0 : f32, index
  }
  return
}

// CHECK-LABEL: func.func @while_loops(%arg0: index, %arg1: f32, %arg2: i1) {
//  CHECK-NEXT: loop.while : () -> () {
//  CHECK-NEXT: loop.condition(%arg2)
//  CHECK-NEXT: } do {
//  CHECK-NEXT: loop.yield
//  CHECK-NEXT: }
//  CHECK-NEXT: %0 = loop.while (%arg3 = %arg1, %arg4 = %arg0) : (f32, index) -> f32 {
//  CHECK-NEXT: loop.condition(%arg2) %arg3 : f32
//  CHECK-NEXT: } do {
//  CHECK-NEXT: ^bb0(%arg3: f32):
//  CHECK-NEXT: loop.yield %arg3, %arg0 : f32, index
//  CHECK-NEXT: } attributes {marked}
//  CHECK-NEXT: %1:2 = loop.while (%arg3 = %arg1) : (f32) -> (f32, index) {
//  CHECK-NEXT: loop.condition(%arg2) %arg3, %arg0 : f32, index
//  CHECK-NEXT: } do {
//  CHECK-NEXT: ^bb0(%arg3: f32, %arg4: index):
//  CHECK-NEXT: loop.yield %arg3 : f32
//  CHECK-NEXT: }
//  CHECK-NEXT: return
func.func @while_loops(%arg0: index, %arg1: f32, %arg2: i1) {
  loop.while : () -> () {
    loop.condition(%arg2)
  } do {
    loop.yield
  }
  %0 = loop.while (%arg3 = %arg1, %arg4 = %arg0) : (f32, index) -> f32 {
    loop.condition(%arg2) %arg3 : f32
  } do {
  ^bb0(%arg3: f32):
    loop.yield %arg3, %arg0 : f32, index
  } attributes {marked}
  %1:2 = loop.while (%arg3 = %arg1) : (f32) -> (f32, index) {
    loop.condition(%arg2) %arg3, %arg0 : f32, index
  } do {
  ^bb0(%arg3: f32, %arg4: index):
    loop.yield %arg3 : f32
  }
  return
}

// CHECK-LABEL: func.func @accesses(%arg0: memref<?x?xf32>, %arg1: index, %arg2: memref<f32>) {
//  CHECK-NEXT: loop.for %arg3 = 0 to %arg1 {
//  CHECK-NEXT: %0 = loop.load %arg0[%arg3 + 1, symbol(%arg1) * 2] : memref<?x?xf32>
//  CHECK-NEXT: %1 = loop.load %arg0[(%arg3 floordiv 2 - 3) mod 4, -%arg3 + 7] {marked} : memref<?x?xf32>
//  CHECK-NEXT: %2 = loop.load %arg2[] : memref<f32>
//  CHECK-NEXT: loop.store %0, %arg0[%arg3 * symbol(%arg1), (%arg3 + 4) ceildiv symbol(%arg1)] : memref<?x?xf32>
//  CHECK-NEXT: %3 = loop.vector_load %arg0[%arg3, 3] : memref<?x?xf32>, vector<4xf32>
//  CHECK-NEXT: loop.vector_store %3, %arg0[%arg3, 3] {marked} : memref<?x?xf32>, vector<4xf32>
//  CHECK-NEXT: loop.prefetch %arg0[%arg3, 3], read, locality<3>, data : memref<?x?xf32>
//  CHECK-NEXT: loop.prefetch %arg0[%arg3, symbol(%arg1)], write, locality<0>, instr {marked} : memref<?x?xf32>
//  CHECK-NEXT: }
//  CHECK-NEXT: return
func.func @accesses(%arg0: memref<?x?xf32>, %arg1: index, %arg2: memref<f32>) {
  loop.for %arg3 = 0 to %arg1 {
    %0 = loop.load %arg0[%arg3 + 1, symbol(%arg1) * 2] : memref<?x?xf32>
    %1 = loop.load %arg0[(%arg3 floordiv 2 - 3) mod 4, -%arg3 + 7] {marked} : memref<?x?xf32>
    %2 = loop.load %arg2[] : memref<f32>
    loop.store %0, %arg0[%arg3 * symbol(%arg1), (%arg3 + 4) ceildiv symbol(%arg1)] : memref<?x?xf32>
    %3 = loop.vector_load %arg0[%arg3, 3] : memref<?x?xf32>, vector<4xf32>
    loop.vector_store %3, %arg0[%arg3, 3] {marked} : memref<?x?xf32>, vector<4xf32>
    loop.prefetch %arg0[%arg3, 3], read, locality<3>, data : memref<?x?xf32>
    loop.prefetch %arg0[%arg3, symbol(%arg1)], write, locality<0>, instr {marked} : memref<?x?xf32>
  }
  return
}

// CHECK-LABEL: func.func @indices(%arg0: index, %arg1: index) {
//  CHECK-NEXT: %0 = loop.apply affine_map<(d0)[s0] -> (d0 * 4 + s0)>(%arg0)[%arg1]
//  CHECK-NEXT: %1 = loop.apply affine_map<() -> (4)>() {marked}
//  CHECK-NEXT: %2 = loop.min affine_map<(d0)[s0] -> (d0, s0, 7)>(%arg0)[%arg1]
//  CHECK-NEXT: %3 = loop.max affine_map<(d0) -> (d0)>(%arg0) {marked}
//  CHECK-NEXT: %4:2 = loop.delinearize_index %arg0 into (%arg1, 4) : index, index
//  CHECK-NEXT: %5:3 = loop.delinearize_index %arg0 into (%arg1, 4) {marked} : index, index, index
//  CHECK-NEXT: %6 = loop.linearize_index disjoint [%arg0, %arg1] by (%arg1, 4) : index
//  CHECK-NEXT: %7 = loop.linearize_index [%arg0, %arg1] by (4) {marked} : index
//  CHECK-NEXT: return
func.func @indices(%arg0: index, %arg1: index) {
  %0 = loop.apply affine_map<(d0)[s0] -> (d0 * 4 + s0)>(%arg0)[%arg1]
  %1 = loop.apply affine_map<() -> (4)>() {marked}
  %2 = loop.min affine_map<(d0)[s0] -> (d0, s0, 7)>(%arg0)[%arg1]
  %3 = loop.max affine_map<(d0) -> (d0)>(%arg0) {marked}
  %4:2 = loop.delinearize_index %arg0 into (%arg1, 4) : index, index
  %5:3 = loop.delinearize_index %arg0 into (%arg1, 4) {marked} : index, index, index
  %6 = loop.linearize_index disjoint [%arg0, %arg1] by (%arg1, 4) : index
  %7 = loop.linearize_index [%arg0, %arg1] by (4) {marked} : index
  return
}

// Schedules are written with one step in each line, and read in any form.
// CHECK-LABEL: func.func @schedules() {
//  CHECK-NEXT: loop.for %arg0 = 0 to 8 {
//  CHECK-NEXT: loop.for %arg1 = 0 to 8 {
//  CHECK-NEXT: } {loop.name = "j"}
//  CHECK-NEXT: } {loop.name = "i", loop.schedule = [
//  CHECK-NEXT:   "loop-tile{loops=i,j sizes=4,4}",
//  CHECK-NEXT:   "loop-unroll{loops=j_point full=true}"
//  CHECK-NEXT: ]}
//  CHECK-NEXT: loop.for %arg0 = 0 to 8 {
//  CHECK-NEXT: } {loop.not_scheduled = ["reason"], loop.try_schedule = [
//  CHECK-NEXT:   [
//  CHECK-NEXT:     "loop-unroll",
//  CHECK-NEXT:     "loop-vectorize"
//  CHECK-NEXT:   ],
//  CHECK-NEXT:   ["loop-vectorize"],
//  CHECK-NEXT:   []
//  CHECK-NEXT: ]}
//  CHECK-NEXT: loop.for %arg0 = 0 to 8 {
//  CHECK-NEXT: } {loop.schedule = "loop-unroll,loop-vectorize", other = ["a", "b"]}
//  CHECK-NEXT: return
func.func @schedules() {
  loop.for %arg0 = 0 to 8 {
    loop.for %arg1 = 0 to 8 {
    } {loop.name = "j"}
  } {loop.name = "i", loop.schedule = ["loop-tile{loops=i,j sizes=4,4}", "loop-unroll{loops=j_point full=true}"]}
  loop.for %arg0 = 0 to 8 {
  } {loop.not_scheduled = ["reason"], loop.try_schedule = [["loop-unroll", "loop-vectorize"], ["loop-vectorize"], []]}
  loop.for %arg0 = 0 to 8 {
  } {loop.schedule = "loop-unroll,loop-vectorize", other = ["a", "b"]}
  return
}
