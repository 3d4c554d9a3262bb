// RUN: dlc-opt %s --split-input-file --verify-diagnostics

gpu.module @k {
  gpu.func @f() {
    // expected-error @+1 {{expected one of x, y, z, but got 'w'}}
    %i = gpu.thread_id w
    gpu.return
  }
}

// -----

func.func @f() {
  // expected-error @+1 {{'gpu.thread_id' op attribute 'upper_bound' failed to satisfy constraint: index attribute}}
  %0 = "gpu.thread_id"() <{dimension = #gpu<dim x>, upper_bound = 3 : i32}> : () -> index
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'gpu.block_id' op result #0 must be index, but got 'i32'}}
  %0 = "gpu.block_id"() <{dimension = #gpu<dim x>}> : () -> i32
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'gpu.block_dim' op requires attribute 'dimension'}}
  %0 = "gpu.block_dim"() : () -> index
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'gpu.grid_dim' op requires attribute 'dimension'}}
  %0 = "gpu.grid_dim"() : () -> index
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'gpu.global_id' op requires attribute 'dimension'}}
  %0 = "gpu.global_id"() : () -> index
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'gpu.lane_id' op result #0 must be index, but got 'i64'}}
  %0 = "gpu.lane_id"() : () -> i64
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'gpu.subgroup_id' op result #0 must be index, but got 'i64'}}
  %0 = "gpu.subgroup_id"() : () -> i64
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'gpu.num_subgroups' op result #0 must be index, but got 'i64'}}
  %0 = "gpu.num_subgroups"() : () -> i64
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'gpu.subgroup_size' op result #0 must be index, but got 'i64'}}
  %0 = "gpu.subgroup_size"() : () -> i64
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'gpu.barrier' op requires zero operands, but found 1}}
  "gpu.barrier"(%x) : (f32) -> ()
  return
}

// -----

func.func @f(%x: index, %i: i32) {
  // expected-error @+2 {{'gpu.shuffle' op result #0 must be Integer or Float or fixed-length vector of Integer or Float values of ranks 1, but got 'index'}}
  // expected-error @+1 {{'gpu.shuffle' op operand #0 must be Integer or Float or fixed-length vector of Integer or Float values of ranks 1, but got 'index'}}
  %0, %1 = gpu.shuffle xor %x, %i, %i : index
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'gpu.all_reduce' op expected either an op attribute or a non-empty body, but got neither [all_reduce_c1]}}
  %0 = gpu.all_reduce %x {} : (f32) -> f32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'gpu.all_reduce' op `and` reduction operation is not compatible with type 'f32' [all_reduce_c2]}}
  %0 = gpu.all_reduce and %x {} : (f32) -> f32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'gpu.all_reduce' op expected two region arguments of type 'f32', but got 'f32' [all_reduce_c3]}}
  %0 = gpu.all_reduce %x {
  ^bb0(%a: f32):
    gpu.yield %a : f32
  } : (f32) -> f32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'gpu.all_reduce' op expected one gpu.yield operand of type 'f32', but got none [all_reduce_c3]}}
  %0 = gpu.all_reduce %x {
  ^bb0(%a: f32, %b: f32):
    gpu.yield
  } : (f32) -> f32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'gpu.subgroup_reduce' op `maxnumf` reduction operation is not compatible with type 'i32' [subgroup_reduce_c1]}}
  %0 = gpu.subgroup_reduce maxnumf %x : (i32) -> i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'gpu.subgroup_reduce' op cluster size must be a power of two, but got '3' [subgroup_reduce_c2]}}
  %0 = gpu.subgroup_reduce add %x cluster(size = 3) : (i32) -> i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'gpu.subgroup_reduce' op cluster stride can only be specified with a size, but got '4' [subgroup_reduce_c3]}}
  %0 = "gpu.subgroup_reduce"(%x) <{op = #gpu<all_reduce_op add>, cluster_stride = 4 : i32}> : (i32) -> i32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'gpu.yield' op must be the last operation in the parent block}}
  gpu.yield %x : f32
  return
}

// -----

func.func @f(%x: memref<4xf32>) {
  // expected-error @+1 {{'gpu.printf' op operand #0 must be variadic of integer or index or floating-point, but got 'memref<4xf32>'}}
  gpu.printf "%p", %x : memref<4xf32>
  return
}

// -----

// expected-error @+1 {{'gpu.module' op expects a block without arguments, but got 1 [gpu_module_c1]}}
"gpu.module"() <{sym_name = "k"}> ({
^bb0(%x: i32):
}) : () -> ()

// -----

gpu.module @k {
  // expected-error @+1 {{'gpu.func' op expected body with at least one block, but got an empty one [gpu_func_c1]}}
  "gpu.func"() <{function_type = () -> ()}> ({}) {sym_name = "f"} : () -> ()
}

// -----

gpu.module @k {
  // expected-error @+1 {{'gpu.func' op expected at least 2 arguments to body region, but got 1 [gpu_func_c2]}}
  "gpu.func"() <{function_type = (f32) -> ()}> ({
  ^bb0(%x: f32):
    gpu.return
  }) {sym_name = "f", workgroup_attributions = 1 : i64} : () -> ()
}

// -----

gpu.module @k {
  // expected-error @+1 {{'gpu.func' op expected body region argument #0 to be of type 'f32', but got 'i32' [gpu_func_c2]}}
  "gpu.func"() <{function_type = (f32) -> ()}> ({
  ^bb0(%x: i32):
    gpu.return
  }) {sym_name = "f"} : () -> ()
}

// -----

gpu.module @k {
  // expected-error @+1 {{'gpu.func' op expected memref type in attribution, but got 'i32' [gpu_func_c3]}}
  gpu.func @f() workgroup(%w: i32) {
    gpu.return
  }
}

// -----

gpu.module @k {
  // expected-error @+1 {{'gpu.func' op expected memory space workgroup in attribution, but got '#gpu.address_space<private>' [gpu_func_c3]}}
  gpu.func @f() workgroup(%w: memref<4xf32, #gpu.address_space<private>>) {
    gpu.return
  }
}

// -----

gpu.module @k {
  // expected-error @+1 {{'gpu.func' op expected void return type for kernel function, but got 'f32' [gpu_func_c4]}}
  gpu.func @f(%x: f32) -> f32 kernel {
    gpu.return %x : f32
  }
}

// -----

gpu.module @k {
  // expected-error @+1 {{'gpu.func' op arguments may only have dialect attributes, but got 'a': write the dialect, as in 'llvm.noalias' [gpu_func_c5]}}
  gpu.func @f(%x: f32 {a}) {
    gpu.return
  }
}

// -----

gpu.module @k {
  // expected-error @+1 {{'gpu.func' op known sizes must be positive, but got 'array<i32: 32, 0, 1>' [gpu_func_c6]}}
  gpu.func @f() attributes {known_block_size = array<i32: 32, 0, 1>} {
    gpu.return
  }
}

// -----

gpu.module @k {
  // expected-error @+1 {{'gpu.func' op requires string attribute 'sym_name', but got 'None' [gpu_func_c7]}}
  "gpu.func"() <{function_type = () -> ()}> ({
    gpu.return
  }) : () -> ()
}

// -----

gpu.module @k {
  // expected-note @+1 {{return type declared here}}
  gpu.func @f(%x: f32) -> f32 {
    // expected-error @+1 {{'gpu.return' op expected 1 result operands of types 'f32', but got none [gpu_return_c1]}}
    gpu.return
  }
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'gpu.launch' op expects at least 12 region arguments, but got 1 [launch_c1]}}
  "gpu.launch"(%n, %n, %n, %n, %n, %n) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0>}> ({
  ^bb0(%x: index):
    gpu.terminator
  }) : (index, index, index, index, index, index) -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'gpu.launch' op expected memory space private in attribution, but got '3 : i64' [launch_c2]}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) private(%p : memref<1xf32, 3>) {
    gpu.terminator
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'gpu.launch' op expected 'gpu.terminator' or a terminator with successors at the end of the body, but got 'gpu.yield' [launch_c3]}}
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
             threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
    gpu.yield
  }
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'gpu.launch' op clusters must have three sizes, but got 1 [launch_c4]}}
  "gpu.launch"(%n, %n, %n, %n, %n, %n, %n) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0>}> ({
  ^bb0(%0: index, %1: index, %2: index, %3: index, %4: index, %5: index,
       %6: index, %7: index, %8: index, %9: index, %10: index, %11: index, %12: index, %13: index):
    gpu.terminator
  }) : (index, index, index, index, index, index, index) -> ()
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'gpu.terminator' op expects parent op 'gpu.launch', but got 'func.func'}}
  gpu.terminator
}

// -----

func.func @f(%n: index) {
  // expected-error @+2 {{'gpu.launch_func' op expected the closest surrounding module to have the 'gpu.container_module' attribute, but got none that has [launch_func_c1]}}
  // expected-error @+1 {{'gpu.launch_func' op kernel function '@k::@f' is undefined in a 'gpu.module' [launch_func_c2]}}
  gpu.launch_func @k::@f blocks in (%n, %n, %n) threads in (%n, %n, %n)
  return
}

// -----

module attributes {gpu.container_module} {
  gpu.module @k {
    // expected-note @+1 {{see the kernel definition here}}
    memref.global "private" @g : memref<4xf32>
  }
  func.func @f(%n: index) {
    // expected-error @+1 {{'gpu.launch_func' op referenced kernel '@k::@g' is not a function [launch_func_c2]}}
    gpu.launch_func @k::@g blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @f() {
      gpu.return
    }
  }
  func.func @f(%n: index) {
    // expected-error @+1 {{'gpu.launch_func' op kernel function is missing the 'gpu.kernel' attribute, but got '@f' [launch_func_c3]}}
    gpu.launch_func @k::@f blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @k {
    // expected-note @+1 {{see the kernel definition here}}
    gpu.func @f(%x: f32) kernel {
      gpu.return
    }
  }
  func.func @f(%n: index) {
    // expected-error @+1 {{'gpu.launch_func' op kernel takes 'f32', but got 'index' [launch_func_c4]}}
    gpu.launch_func @k::@f blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%n : index)
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @f() kernel {
      gpu.return
    }
  }
  func.func @f(%n: index, %i: i32) {
    // expected-error @+1 {{'gpu.launch_func' op sizes must have one type, but got 'i32', 'index' [launch_func_c5]}}
    "gpu.launch_func"(%i, %n, %n, %n, %n, %n) <{kernel = @k::@f, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0>}> : (i32, index, index, index, index, index) -> ()
    return
  }
}

// -----

module attributes {gpu.container_module} {
  gpu.module @k {
    gpu.func @f() kernel {
      gpu.return
    }
  }
  func.func @f(%n: index) {
    // expected-error @+1 {{'gpu.launch_func' op clusters must have three sizes, but got 1 [launch_func_c6]}}
    "gpu.launch_func"(%n, %n, %n, %n, %n, %n, %n) <{kernel = @k::@f, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0>}> : (index, index, index, index, index, index, index) -> ()
    return
  }
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'gpu.wait' op operand #0 must be variadic of async token type, but got 'f32'}}
  "gpu.wait"(%x) : (f32) -> ()
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'gpu.alloc' op dimension operand count does not equal memref dynamic dimension count, expected 0 but got 1 [gpu_alloc_c1]}}
  %0 = gpu.alloc (%n) : memref<4xf32>
  return
}

// -----

func.func @f(%n: index) {
  // expected-error @+1 {{'gpu.alloc' op symbol operand count does not equal memref symbol count, expected 0 but got 1 [gpu_alloc_c2]}}
  %0 = gpu.alloc () [%n] : memref<4xf32>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'gpu.dealloc' op operand #0 must be ranked or unranked memref of any type values, but got 'f32'}}
  "gpu.dealloc"(%x) : (f32) -> ()
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<4xi32>) {
  // expected-error @+1 {{'gpu.memcpy' op arguments have incompatible element type, but got 'memref<4xf32>' and 'memref<4xi32>' [memcpy_c1]}}
  gpu.memcpy %a, %b : memref<4xf32>, memref<4xi32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: memref<5xf32>) {
  // expected-error @+1 {{'gpu.memcpy' op arguments have incompatible shape, but got 'memref<4xf32>' and 'memref<5xf32>' [memcpy_c2]}}
  gpu.memcpy %a, %b : memref<4xf32>, memref<5xf32>
  return
}

// -----

func.func @f(%a: memref<4xf32>, %b: i32) {
  // expected-error @+1 {{'gpu.memset' op value must have the type 'f32' of the elements, but got 'i32' [memset_c1]}}
  gpu.memset %a, %b : memref<4xf32>, i32
  return
}

// -----

gpu.module @k {
  // expected-error @+1 {{'gpu.func' op attribute 'function_type' failed to satisfy constraint: type attribute of function type, but got 'f32'}}
  "gpu.func"() <{function_type = f32}> ({
    gpu.return
  }) {sym_name = "f"} : () -> ()
}

// -----

// expected-error @+1 {{'gpu.module' op attribute 'targets' failed to satisfy constraint: array of GPU target attributes with at least 1 element, but got '[]'}}
gpu.module @k [] {
}

// -----

func.func @f(%lane: index, %v: vector<4xf32>) {
  // expected-error @+1 {{'gpu.warp_execute_on_lane_0' op expected as many region arguments (0) as the op has operands beside the lane (1) [warp_execute_on_lane_0_c1]}}
  gpu.warp_execute_on_lane_0(%lane)[32] args(%v : vector<4xf32>) {
  }
  return
}

// -----

func.func @f(%lane: index) {
  // expected-error @+1 {{'gpu.warp_execute_on_lane_0' op expected the region to end with 'gpu.yield' of 1 values, but got 'gpu.yield' of 0 [warp_execute_on_lane_0_c2]}}
  %0 = gpu.warp_execute_on_lane_0(%lane)[32] -> (f32) {
    gpu.yield
  }
  return
}

// -----

func.func @f(%lane: index, %v: vector<4xf32>) {
  // expected-error @+1 {{'gpu.warp_execute_on_lane_0' op 'vector<4xf32>' is not what one of 32 lanes holds of 'vector<64xf32>' [warp_execute_on_lane_0_c3]}}
  gpu.warp_execute_on_lane_0(%lane)[32] args(%v : vector<4xf32>) {
  ^bb0(%all: vector<64xf32>):
  }
  return
}

// -----

func.func @f(%lane: index, %v: vector<4xf32>) {
  // expected-error @+1 {{expected 1 types, but got 2}}
  gpu.warp_execute_on_lane_0(%lane)[32] args(%v : vector<4xf32>, index) {
  ^bb0(%all: vector<128xf32>):
  }
  return
}
