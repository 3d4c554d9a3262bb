// A lower bound that is no dimension.
func.func @f(%m: memref<4xindex>) {
  affine.for %i = 0 to 4 {
    %l = memref.load %m[%i] : memref<4xindex>
    affine.for %j = %l to 4 {
    }
  }
  return
}

// -----
// A subscript too many.
func.func @f(%m: memref<4xf32>) {
  affine.for %i = 0 to 4 {
    %l = affine.load %m[%i, %i] : memref<4xf32>
  }
  return
}

// -----
// A store of another type.
func.func @f(%m: memref<4xf32>, %x: f64) {
  affine.store %x, %m[0] : memref<4xf32>
  return
}

// -----
// A map without a result.
func.func @f(%n: index) {
  affine.for %i = max affine_map<() -> ()>() to 4 {
  }
  return
}

// -----
// A set with too few operands.
func.func @f(%n: index) {
  affine.if affine_set<(d0, d1) : (d0 - d1 >= 0)>(%n) {
  }
  return
}

// -----
// A map of two results.
func.func @f(%n: index) {
  %r = affine.apply affine_map<(d0) -> (d0, d0)>(%n)
  return
}

// -----
// A reduction that is unknown.
func.func @f(%x: f32) {
  %r = affine.parallel (%i) = (0) to (4) reduce ("sum") -> f32 {
    affine.yield %x : f32
  }
  return
}

// -----
// A prefetch that is too near.
func.func @f(%m: memref<4xf32>) {
  affine.prefetch %m[0], read, locality<4>, data : memref<4xf32>
  return
}

// -----
// A vector of another element type.
func.func @f(%m: memref<4xf32>) {
  %v = affine.vector_load %m[0] : memref<4xf32>, vector<4xf64>
  return
}

// -----
// A basis of zero.
func.func @f(%n: index) {
  %a:2 = affine.delinearize_index %n into (4, 0) : index, index
  return
}

// -----
// A basis that is too long.
func.func @f(%n: index) {
  %a = affine.linearize_index [%n] by (2, 3, 4) : index
  return
}
