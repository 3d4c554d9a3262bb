// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @f(%n: index) {
  // expected-error @+1 {{'loop.for' op expected lower bound map to have at least one result, but got '() -> ()' [for_c1]}}
  loop.for %i = max affine_map<() -> ()>() to %n {
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'loop.for' op the map takes 1 operands, but got 0 [for_c2]}}
  "loop.for"() <{lowerBoundMap = affine_map<()[s0] -> (s0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index):
    "loop.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

// An induction variable is a dimension, but no symbol.
func.func @f(%n: index) {
  // expected-note @+1 {{it is defined here}}
  loop.for %i = 0 to %n {
    // expected-error @+1 {{'loop.for' op needs for symbol s0 a value that can be one, but got '%i', an argument of 'loop.for' [for_c3]}}
    loop.for %j = 0 to %i {
    }
  }
  return
}

// -----

// What is carried may be anything: it is not a dimension.
func.func @f(%n: index) {
  // expected-note @+1 {{it is defined here}}
  %r = loop.for %i = 0 to %n iter_args(%a = %n) -> (index) {
    // expected-error @+1 {{'loop.for' op needs for dimension d0 a value that can be one, but got '%a', an argument of 'loop.for' [for_c3]}}
    loop.for %j = affine_map<(d0) -> (d0)>(%a) to %n {
    }
    loop.yield %i : index
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'loop.for' op step must be positive, but got 0 [for_c4]}}
  loop.for %i = 0 to %n step 0 {
  }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'loop.for' op the body must be a region of one block, but got 0 blocks [for_c5]}}
  "loop.for"() <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 0>, step = 1 : index, upperBoundMap = affine_map<() -> (4)>}> ({
  }) : () -> ()
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'loop.for' op the body must take ('index', 'f32'), but got ('index') [for_c6]}}
  %r = "loop.for"(%x) <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 1>, step = 1 : index, upperBoundMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index):
    "loop.yield"(%x) : (f32) -> ()
  }) : (f32) -> f32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'loop.for' op the results must have the types of the carried values, ('f32'), but got () [for_c7]}}
  "loop.for"(%x) <{lowerBoundMap = affine_map<() -> (0)>, operandSegmentSizes = array<i32: 0, 0, 1>, step = 1 : index, upperBoundMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index, %a: f32):
    "loop.yield"() : () -> ()
  }) : (f32) -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{upper loop bound affine map with multiple results requires 'min' prefix}}
  loop.for %i = 0 to affine_map<()[s0] -> (s0, 4)>()[%n] {
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{the lower bound's map takes 1 dimensions and 0 symbols, but got 0 and 1}}
  loop.for %i = affine_map<(d0) -> (d0)>()[%n] to 4 {
  }
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{1 values are carried, but got 2 types}}
  %r:2 = loop.for %i = 0 to 4 iter_args(%a = %x) -> (f32, f32) {
    loop.yield %a, %a : f32, f32
  }
  return
}

// -----

func.func @f(%x: f32) {
  %r = loop.for %i = 0 to 4 iter_args(%a = %x) -> (f32) {
    // expected-error @+1 {{'loop.yield' op 'loop.for' takes 1 value, but got 0 [yield_c1]}}
    loop.yield
  }
  return
}

// -----

func.func @f(%x: f32, %n: index) {
  %r = loop.for %i = 0 to 4 iter_args(%a = %x) -> (f32) {
    // expected-error @+1 {{'loop.yield' op value #0 must have type 'f32', as 'loop.for' says, but got 'index' [yield_c2]}}
    loop.yield %n : index
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'loop.parallel' op needs lower bounds in 2 groups of 1 in all, none of them empty, but got [1] [parallel_c1]}}
  "loop.parallel"() <{lowerBoundsGroups = dense<1> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [], steps = [1, 1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index):
    "loop.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'loop.parallel' op the maps take 0 and 0 operands, but got 1 [parallel_c2]}}
  "loop.parallel"(%n) <{lowerBoundsGroups = dense<1> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index):
    "loop.yield"() : () -> ()
  }) : (index) -> ()
  return
}

// -----

func.func @f(%m: memref<4xindex>, %n: index) {
  loop.for %i = 0 to %n {
    // expected-note @+1 {{it is defined here}}
    %k = memref.load %m[%i] : memref<4xindex>
    // expected-error @+1 {{'loop.parallel' op needs for dimension d0 a value that can be one, but got '%k', a result of 'memref.load' [parallel_c3]}}
    loop.parallel (%j) = (0) to (%k) {
    }
  }
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'loop.parallel' op steps must be positive, but got [1, -2] [parallel_c4]}}
  loop.parallel (%i, %j) = (0, 0) to (4, 4) step (1, -2) {
  }
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'loop.parallel' op cannot reduce values of type 'i32', but got 'addf' [parallel_c5]}}
  %r = loop.parallel (%i) = (0) to (4) reduce ("addf") -> (i32) {
    loop.yield %x : i32
  }
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'loop.parallel' op a reduction must be specified for each of 1 results, but got [] [parallel_c5]}}
  %r = "loop.parallel"() <{lowerBoundsGroups = dense<1> : tensor<1xi32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index):
    "loop.yield"(%x) : (i32) -> ()
  }) : () -> i32
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{expected one of addf, addi, andi, assign, maximumf, maxnumf, maxs, maxu, minimumf, minnumf, mins, minu, mulf, muli, ori, xori, but got 'add'}}
  loop.parallel (%i) = (0) to (4) reduce ("add") -> (i32) {
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'loop.if' op the set takes 1 operands, but got 0 [if_c1]}}
  "loop.if"() <{condition = affine_set<(d0) : (d0 == 0)>}> ({
    "loop.yield"() : () -> ()
  }, {
  }) : () -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-note @+1 {{it is defined here}}
  loop.for %i = 0 to %n {
    // expected-error @+1 {{'loop.if' op needs for symbol s0 a value that can be one, but got '%i', an argument of 'loop.for' [if_c2]}}
    loop.if affine_set<()[s0] : (s0 == 0)>()[%i] {
    }
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'loop.if' op the else region must take (), but got ('i32') [if_c3]}}
  "loop.if"(%n) <{condition = affine_set<(d0) : (d0 == 0)>}> ({
    "loop.yield"() : () -> ()
  }, {
  ^bb0(%a: i32):
    "loop.yield"() : () -> ()
  }) : (index) -> ()
  return
}

// -----

func.func @f(%n: index, %x: f32) {
  // expected-error @+1 {{'loop.if' op must have an else block for its results, but got 1 [if_c4]}}
  %r = loop.if affine_set<(d0) : (d0 == 0)>(%n) -> f32 {
    loop.yield %x : f32
  }
  return
}

// -----

func.func @f(%c: i1) {
  // expected-error @+1 {{'loop.when' op the then region must be a region of one block, but got 0 blocks [when_c1]}}
  "loop.when"(%c) ({
  }, {
  }) : (i1) -> ()
  return
}

// -----

func.func @f(%c: i1, %x: f32) {
  // expected-error @+1 {{'loop.when' op must have an else block for its results, but got 1 [when_c2]}}
  %r = loop.when %c -> (f32) {
    loop.yield %x : f32
  }
  return
}

// -----

func.func @f(%c: i1) {
  // expected-error @+1 {{'loop.while' op the second region must end in 'loop.yield', but got 'loop.condition' [while_c1]}}
  loop.while : () -> () {
    loop.condition(%c)
  } do {
    loop.condition(%c)
  }
  return
}

// -----

func.func @f(%c: i1, %x: f32) {
  // expected-error @+1 {{'loop.while' op the first region must take the operands' types, ('f32'), but got () [while_c2]}}
  "loop.while"(%x) ({
    "loop.condition"(%c) : (i1) -> ()
  }, {
    "loop.yield"(%x) : (f32) -> ()
  }) : (f32) -> ()
  return
}

// -----

func.func @f(%c: i1, %x: f32) {
  // expected-error @+1 {{'loop.while' op the second region must take the results' types, ('f32'), but got () [while_c3]}}
  %r = loop.while : () -> f32 {
    loop.condition(%c) %x : f32
  } do {
    loop.yield
  }
  return
}

// -----

func.func @f(%c: i1, %x: f32) {
  %r = loop.while : () -> f32 {
    // expected-error @+1 {{'loop.condition' op 'loop.while' has 1 result, but got 0 values [condition_c1]}}
    loop.condition(%c)
  } do {
  ^bb0(%a: f32):
    loop.yield
  }
  return
}

// -----

func.func @f(%c: i1, %x: i32) {
  %r = loop.while : () -> f32 {
    // expected-error @+1 {{'loop.condition' op value #0 must have type 'f32', as the result of 'loop.while' has, but got 'i32' [condition_c2]}}
    loop.condition(%c) %x : i32
  } do {
  ^bb0(%a: f32):
    loop.yield
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'loop.apply' op the map takes 1 operands, but got 0 [apply_c1]}}
  %r = "loop.apply"() <{map = affine_map<(d0) -> (d0)>}> : () -> index
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'loop.apply' op mapping must produce one value, but got 2 [apply_c2]}}
  %r = loop.apply affine_map<(d0) -> (d0, 4)>(%n)
  return
}

// -----

func.func @f(%n: index) {
  // expected-note @+1 {{it is defined here}}
  loop.for %i = 0 to %n {
    // expected-error @+1 {{'loop.apply' op needs for symbol s0 a value that can be one, but got '%i', an argument of 'loop.for' [apply_c3]}}
    %r = loop.apply affine_map<()[s0] -> (s0 * 2)>()[%i]
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'loop.min' op the map takes 1 operands, but got 0 [min_c1]}}
  %r = "loop.min"() <{map = affine_map<(d0) -> (d0)>}> : () -> index
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'loop.min' op affine map expects at least one result, but got '(d0) -> ()' [min_c2]}}
  %r = loop.min affine_map<(d0) -> ()>(%n)
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'loop.max' op the map takes 1 operands, but got 0 [max_c1]}}
  %r = "loop.max"() <{map = affine_map<(d0) -> (d0)>}> : () -> index
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'loop.max' op affine map expects at least one result, but got '(d0) -> ()' [max_c2]}}
  %r = loop.max affine_map<(d0) -> ()>(%n)
  return
}

// -----

func.func @f(%m: memref<?xf32>, %n: index) {
  // expected-error @+1 {{'loop.load' op affine map must have as many results as the memref dimensions, 1, but got 2 [load_c1]}}
  %r = loop.load %m[%n, %n] : memref<?xf32>
  return
}

// -----

func.func @f(%m: memref<?xf32>) {
  // expected-error @+1 {{'loop.load' op the map takes 1 operands, but got 0 [load_c2]}}
  %r = "loop.load"(%m) <{map = affine_map<(d0) -> (d0)>}> : (memref<?xf32>) -> f32
  return
}

// -----

// The least of dimensions is none: it is no affine function of them.
func.func @f(%m: memref<?xf32>, %n: index) {
  loop.for %i = 0 to %n {
    // expected-note @+1 {{it is defined here}}
    %k = loop.min affine_map<(d0) -> (d0, 3)>(%i)
    // expected-error @+1 {{'loop.load' op needs for dimension d0 a value that can be one, but got '%k', a result of 'loop.min' [load_c3]}}
    %r = loop.load %m[%k] : memref<?xf32>
  }
  return
}

// -----

func.func @f(%m: memref<?xf32>, %n: index) {
  // expected-error @+1 {{non-affine expression: at least one of the multiply operands has to be either a constant or symbolic}}
  %r = loop.load %m[%n * %n] : memref<?xf32>
  return
}

// -----

func.func @f(%m: memref<?xf32>, %n: index) {
  // expected-error @+1 {{expected an affine expression of values, such as '%i + symbol(%n) * 2'}}
  %r = loop.load %m[%n + ] : memref<?xf32>
  return
}

// -----

func.func @f(%m: memref<?xf32>, %n: index) {
  // expected-error @+1 {{expected ')', but got ']'}}
  %r = loop.load %m[(%n + 1] : memref<?xf32>
  return
}

// -----

func.func @f(%m: memref<?xf32>, %n: index, %x: f32) {
  // expected-error @+1 {{'loop.store' op affine map must have as many results as the memref dimensions, 1, but got 0 [store_c1]}}
  loop.store %x, %m[] : memref<?xf32>
  return
}

// -----

func.func @f(%m: memref<?xf32>, %x: f32) {
  // expected-error @+1 {{'loop.store' op the map takes 1 operands, but got 0 [store_c2]}}
  "loop.store"(%x, %m) <{map = affine_map<(d0) -> (d0)>}> : (f32, memref<?xf32>) -> ()
  return
}

// -----

func.func @f(%m: memref<?xf32>, %n: index, %x: f32) {
  // expected-note @+1 {{it is defined here}}
  loop.for %i = 0 to %n {
    // expected-error @+1 {{'loop.store' op needs for symbol s0 a value that can be one, but got '%i', an argument of 'loop.for' [store_c3]}}
    loop.store %x, %m[symbol(%i)] : memref<?xf32>
  }
  return
}

// -----

func.func @f(%m: memref<?xf32>, %n: index) {
  // expected-error @+1 {{'loop.vector_load' op affine map must have as many results as the memref dimensions, 1, but got 0 [vector_load_c1]}}
  %r = loop.vector_load %m[] : memref<?xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<?xf32>) {
  // expected-error @+1 {{'loop.vector_load' op the map takes 1 operands, but got 0 [vector_load_c2]}}
  %r = "loop.vector_load"(%m) <{map = affine_map<(d0) -> (d0)>}> : (memref<?xf32>) -> vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<?xf32>, %n: index) {
  // expected-note @+1 {{it is defined here}}
  loop.for %i = 0 to %n {
    // expected-error @+1 {{'loop.vector_load' op needs for symbol s0 a value that can be one, but got '%i', an argument of 'loop.for' [vector_load_c3]}}
    %r = loop.vector_load %m[symbol(%i)] : memref<?xf32>, vector<4xf32>
  }
  return
}

// -----

func.func @f(%m: memref<?xf32>, %n: index) {
  // expected-error @+1 {{'loop.vector_load' op memref and vector elements must have one type, but got 'memref<?xf32>' and 'vector<4xi32>' [vector_load_c4]}}
  %r = loop.vector_load %m[%n] : memref<?xf32>, vector<4xi32>
  return
}

// -----

func.func @f(%m: memref<?xf32, strided<[2]>>, %n: index) {
  // expected-error @+1 {{'loop.vector_load' op most minor memref dim must have unit stride, but got 'memref<?xf32, strided<[2]>>' [vector_load_c5]}}
  %r = loop.vector_load %m[%n] : memref<?xf32, strided<[2]>>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<?xf32>, %v: vector<4xf32>) {
  // expected-error @+1 {{'loop.vector_store' op affine map must have as many results as the memref dimensions, 1, but got 0 [vector_store_c1]}}
  loop.vector_store %v, %m[] : memref<?xf32>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<?xf32>, %v: vector<4xf32>) {
  // expected-error @+1 {{'loop.vector_store' op the map takes 1 operands, but got 0 [vector_store_c2]}}
  "loop.vector_store"(%v, %m) <{map = affine_map<(d0) -> (d0)>}> : (vector<4xf32>, memref<?xf32>) -> ()
  return
}

// -----

func.func @f(%m: memref<?xf32>, %n: index, %v: vector<4xf32>) {
  // expected-note @+1 {{it is defined here}}
  loop.for %i = 0 to %n {
    // expected-error @+1 {{'loop.vector_store' op needs for symbol s0 a value that can be one, but got '%i', an argument of 'loop.for' [vector_store_c3]}}
    loop.vector_store %v, %m[symbol(%i)] : memref<?xf32>, vector<4xf32>
  }
  return
}

// -----

func.func @f(%m: memref<?xf32>, %n: index, %v: vector<4xi32>) {
  // expected-error @+1 {{'loop.vector_store' op memref and vector elements must have one type, but got 'memref<?xf32>' and 'vector<4xi32>' [vector_store_c4]}}
  loop.vector_store %v, %m[%n] : memref<?xf32>, vector<4xi32>
  return
}

// -----

func.func @f(%m: memref<?xf32, strided<[2]>>, %n: index, %v: vector<4xf32>) {
  // expected-error @+1 {{'loop.vector_store' op most minor memref dim must have unit stride, but got 'memref<?xf32, strided<[2]>>' [vector_store_c5]}}
  loop.vector_store %v, %m[%n] : memref<?xf32, strided<[2]>>, vector<4xf32>
  return
}

// -----

func.func @f(%m: memref<?xf32>) {
  // expected-error @+1 {{'loop.prefetch' op affine map must have as many results as the memref dimensions, 1, but got 0 [prefetch_c1]}}
  loop.prefetch %m[], read, locality<3>, data : memref<?xf32>
  return
}

// -----

func.func @f(%m: memref<?xf32>) {
  // expected-error @+1 {{'loop.prefetch' op the map takes 1 operands, but got 0 [prefetch_c2]}}
  "loop.prefetch"(%m) <{isDataCache = true, isWrite = false, localityHint = 3 : i32, map = affine_map<(d0) -> (d0)>}> : (memref<?xf32>) -> ()
  return
}

// -----

func.func @f(%m: memref<?xf32>, %n: index) {
  // expected-note @+1 {{it is defined here}}
  loop.for %i = 0 to %n {
    // expected-error @+1 {{'loop.prefetch' op needs for symbol s0 a value that can be one, but got '%i', an argument of 'loop.for' [prefetch_c3]}}
    loop.prefetch %m[symbol(%i)], read, locality<3>, data : memref<?xf32>
  }
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'loop.delinearize_index' op mismatch between dynamic and static basis: 1 sizes are marked as dynamic, but got 0 operands [delinearize_index_c1]}}
  %r:2 = "loop.delinearize_index"(%i) <{static_basis = array<i64: -9223372036854775808, 4>}> : (index) -> (index, index)
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'loop.delinearize_index' op no basis element may be statically non-positive, but got 0 [delinearize_index_c2]}}
  %r:2 = loop.delinearize_index %i into (0, 4) : index, index
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'loop.delinearize_index' op should return an index for each of 1 basis elements and up to one extra, but got 3 [delinearize_index_c3]}}
  %r:3 = loop.delinearize_index %i into (4) : index, index, index
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'loop.linearize_index' op mismatch between dynamic and static basis: 1 sizes are marked as dynamic, but got 0 operands [linearize_index_c1]}}
  %r = "loop.linearize_index"(%i, %i) <{operandSegmentSizes = array<i32: 2, 0>, static_basis = array<i64: -9223372036854775808>}> : (index, index) -> index
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'loop.linearize_index' op no basis element may be statically non-positive, but got -4 [linearize_index_c2]}}
  %r = loop.linearize_index [%i, %i] by (-4) : index
  return
}

// -----

func.func @f(%i: index) {
  // expected-error @+1 {{'loop.linearize_index' op should be passed a basis element for each of 2 indices except possibly the first, but got 3 [linearize_index_c3]}}
  %r = loop.linearize_index [%i, %i] by (4, 4, 4) : index
  return
}

// -----

// A splat may say more groups than memory holds.
func.func @f(%n: index) {
  // expected-error @+1 {{'loop.parallel' op needs 1 groups of lower bounds, but got 4611686018427387904 [parallel_c1]}}
  "loop.parallel"() <{lowerBoundsGroups = dense<1> : tensor<4611686018427387904xi32>, lowerBoundsMap = affine_map<() -> (0)>, reductions = [], steps = [1], upperBoundsGroups = dense<1> : tensor<1xi32>, upperBoundsMap = affine_map<() -> (4)>}> ({
  ^bb0(%i: index):
    "loop.yield"() : () -> ()
  }) : () -> ()
  return
}
