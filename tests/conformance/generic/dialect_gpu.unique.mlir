"builtin.module"() ({
  "gpu.module"() <{sym_name = "k", targets = [#nvvm.target<chip = "sm_90", features = "+ptx80", flags = {fast}>, #rocdl.target<chip = "gfx90a">]}> ({
    "gpu.func"() <{function_type = (memref<?xf32>, f32) -> (), known_block_size = array<i32: 128, 1, 1>}> ({
    ^bb0(%arg14: memref<?xf32>, %arg15: f32, %arg16: memref<32xf32, #gpu.address_space<workgroup>>, %arg17: memref<1xf32, #gpu.address_space<private>>):
      // %arg14 is unused
      // %arg15 is used by %20, %19, %18#0, %18#1
      // %arg16 is unused
      // %arg17 is unused
      %13 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index // unused
      %14 = "gpu.block_dim"() <{dimension = #gpu<dim z>}> : () -> index // unused
      %15 = "gpu.lane_id"() : () -> index // unused
      %16 = "arith.constant"() <{value = 1 : i32}> : () -> i32 // users: %18#0, %18#1
      "gpu.barrier"() : () -> ()
      %18:2 = "gpu.shuffle"(%arg15, %16, %16) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1) // unused
      %19 = "gpu.all_reduce"(%arg15) <{op = #gpu<all_reduce_op add>, uniform}> ({
      }) : (f32) -> f32 // unused
      "gpu.printf"(%arg15) <{format = "%f \22x\22\0A"}> : (f32) -> () // id: %20
      "gpu.return"() : () -> ()
    }) {gpu.kernel, sym_name = "kernel", workgroup_attributions = 1 : i64} : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (memref<?xf32>, f32) -> (), sym_name = "launch"}> ({
  ^bb0(%arg0: memref<?xf32>, %arg1: f32):
    // %arg0 is used by %8, %5
    // %arg1 is used by %5
    %3 = "arith.constant"() <{value = 8 : index}> : () -> index // users: %7#0, %7#1, %6, %5
    %4 = "gpu.wait"() : () -> !gpu.async.token // user: %5
    %5 = "gpu.launch_func"(%4, %3, %3, %3, %3, %3, %3, %arg0, %arg1) <{kernel = @k::@kernel, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 2, 0>}> : (!gpu.async.token, index, index, index, index, index, index, memref<?xf32>, f32) -> !gpu.async.token // users: %7#0, %7#1
    "gpu.launch"(%3, %3, %3, %3, %3, %3) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0>}> ({
    ^bb0(%arg2: index, %arg3: index, %arg4: index, %arg5: index, %arg6: index, %arg7: index, %arg8: index, %arg9: index, %arg10: index, %arg11: index, %arg12: index, %arg13: index):
      // %arg2 is unused
      // %arg3 is unused
      // %arg4 is unused
      // %arg5 is unused
      // %arg6 is unused
      // %arg7 is unused
      // %arg8 is unused
      // %arg9 is unused
      // %arg10 is unused
      // %arg11 is unused
      // %arg12 is unused
      // %arg13 is unused
      "gpu.terminator"() : () -> ()
    }) {workgroup_attributions = 0 : i64} : (index, index, index, index, index, index) -> () // id: %6
    %7:2 = "gpu.alloc"(%5, %3) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (!gpu.async.token, index) -> (memref<?xf32, 1>, !gpu.async.token) // users: (%9, %8), (%8)
    %8 = "gpu.memcpy"(%7#1, %7#0, %arg0) : (!gpu.async.token, memref<?xf32, 1>, memref<?xf32>) -> !gpu.async.token // unused
    "gpu.dealloc"(%7#0) : (memref<?xf32, 1>) -> () // id: %9
    "func.return"() : () -> ()
  }) : () -> ()
}) {gpu.container_module} : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (memref<32x32xf16>, index) -> (), sym_name = "mma"}> ({
  ^bb0(%arg0: memref<32x32xf16>, %arg1: index):
    // %arg0 is used by %5, %3
    // %arg1 is used by %5, %3
    %2 = "arith.constant"() <{value = 1.000000e+00 : f16}> : () -> f16 // user: %4
    %3 = "gpu.subgroup_mma_load_matrix"(%arg0, %arg1, %arg1) <{leadDimension = 32 : index, transpose}> : (memref<32x32xf16>, index, index) -> !gpu.mma_matrix<16x16xf16, "AOp"> // unused
    %4 = "gpu.subgroup_mma_constant_matrix"(%2) : (f16) -> !gpu.mma_matrix<16x16xf16, "COp"> // user: %5
    "gpu.subgroup_mma_store_matrix"(%4, %arg0, %arg1, %arg1) <{leadDimension = 32 : index}> : (!gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16>, index, index) -> () // id: %5
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (memref<128x32xf32, 3>, index, vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> (), sym_name = "nvgpu"}> ({
  ^bb0(%arg0: memref<128x32xf32, 3>, %arg1: index, %arg2: vector<4x2xf16>, %arg3: vector<2x2xf16>, %arg4: vector<2x2xf16>):
    // %arg0 is used by %3
    // %arg1 is used by %3
    // %arg2 is used by %4
    // %arg3 is used by %4
    // %arg4 is used by %4
    %3 = "nvgpu.ldmatrix"(%arg0, %arg1, %arg1) <{numTiles = 4 : i32, transpose = false}> : (memref<128x32xf32, 3>, index, index) -> vector<4x1xf32> // unused
    %4 = "nvgpu.mma.sync"(%arg2, %arg3, %arg4) <{mmaShape = [16, 8, 16]}> : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16> // unused
    %5 = "nvgpu.mbarrier.create"() : () -> !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2> // unused
    "func.return"() : () -> ()
  }) : () -> ()
  "func.func"() <{function_type = (!nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = nan, interleave = none>, !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, 3>>, !nvgpu.device.async.token) -> (), sym_name = "descriptor", sym_visibility = "private"}> ({
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (memref<64xi32>, i32, i32, vector<4xf16>, vector<4xf32>, f32, vector<2xf32>, f64, vector<4xf64>) -> (), sym_name = "amdgpu"}> ({
  ^bb0(%arg3: memref<64xi32>, %arg4: i32, %arg5: i32, %arg6: vector<4xf16>, %arg7: vector<4xf32>, %arg8: f32, %arg9: vector<2xf32>, %arg10: f64, %arg11: vector<4xf64>):
    // %arg3 is used by %8
    // %arg4 is unused
    // %arg5 is used by %8
    // %arg6 is used by %10
    // %arg7 is used by %12, %11, %10
    // %arg8 is used by %11
    // %arg9 is used by %12
    // %arg10 is used by %13
    // %arg11 is used by %13
    %8 = "amdgpu.raw_buffer_load"(%arg3, %arg5) <{boundsCheck = false, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64xi32>, i32) -> i32 // unused
    "amdgpu.lds_barrier"() : () -> ()
    %10 = "amdgpu.mfma"(%arg6, %arg6, %arg7) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32> // unused
    %11 = "amdgpu.mfma"(%arg8, %arg8, %arg7) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 4 : i32, m = 16 : i32, n = 16 : i32}> : (f32, f32, vector<4xf32>) -> vector<4xf32> // unused
    %12 = "amdgpu.mfma"(%arg9, %arg9, %arg7) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 8 : i32, m = 16 : i32, n = 16 : i32, reducePrecision}> : (vector<2xf32>, vector<2xf32>, vector<4xf32>) -> vector<4xf32> // unused
    %13 = "amdgpu.mfma"(%arg10, %arg10, %arg11) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 4 : i32, m = 16 : i32, n = 16 : i32}> : (f64, f64, vector<4xf64>) -> vector<4xf64> // unused
    "func.return"() : () -> ()
  }) : () -> ()
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void (ptr, f32, i32)>, linkage = #llvm.linkage<external>, sym_name = "nvvm", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: !llvm.ptr, %arg1: f32, %arg2: i32):
    // %arg0 is unused
    // %arg1 is used by %4
    // %arg2 is used by %4
    %3 = "nvvm.read.ptx.sreg.tid.x"() <{range = #llvm.constant_range<i32, 0, 1024>}> : () -> i32 // unused
    %4 = "nvvm.shfl.sync"(%arg2, %arg1, %arg2, %arg2) <{kind = #nvvm<shfl_kind bfly>, return_value_and_is_valid}> : (i32, f32, i32, i32) -> !llvm.struct<(f32, i1)> // unused
    "nvvm.barrier0"() : () -> ()
    %6 = "rocdl.workitem.id.x"() : () -> i32 // unused
    "llvm.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (memref<24x32xf32>, !xegpu.tensor_desc<8x16xf32, #xegpu.block_tdesc_attr<array_length = 2 : i64, boundary_check = false>, #xegpu.layout<sg_layout = [4, 8], sg_data = [8, 16], lane_layout = [1, 16], lane_data = [1, 1], order = [0, 1]>>) -> (), sym_name = "xegpu"}> ({
  ^bb0(%arg0: memref<24x32xf32>, %arg1: !xegpu.tensor_desc<8x16xf32, #xegpu.block_tdesc_attr<array_length = 2 : i64, boundary_check = false>, #xegpu.layout<sg_layout = [4, 8], sg_data = [8, 16], lane_layout = [1, 16], lane_data = [1, 1], order = [0, 1]>>):
    // %arg0 is used by %2
    // %arg1 is unused
    %2 = "xegpu.create_nd_tdesc"(%arg0) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (memref<24x32xf32>) -> !xegpu.tensor_desc<8x16xf32> // unused
    "xegpu.fence"() <{fence_scope = #xegpu<fence_scope workgroup>, memory_kind = #xegpu<memory_space global>}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
