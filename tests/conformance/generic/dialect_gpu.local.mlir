"builtin.module"() ({
  "gpu.module"() <{sym_name = "k", targets = [#nvvm.target<chip = "sm_90", features = "+ptx80", flags = {fast}>, #rocdl.target<chip = "gfx90a">]}> ({
    "gpu.func"() <{function_type = (memref<?xf32>, f32) -> (), known_block_size = array<i32: 128, 1, 1>}> ({
    ^bb0(%arg14: memref<?xf32> loc("<stdin>":3:22), %arg15: f32 loc("<stdin>":3:41), %arg16: memref<32xf32, #gpu.address_space<workgroup>> loc("<stdin>":3:60), %arg17: memref<1xf32, #gpu.address_space<private>> loc("<stdin>":3:119)):
      %5 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index loc("<stdin>":4:12)
      %6 = "gpu.block_dim"() <{dimension = #gpu<dim z>}> : () -> index loc("<stdin>":5:12)
      %7 = "gpu.lane_id"() : () -> index loc("<stdin>":6:12)
      %8 = "arith.constant"() <{value = 1 : i32}> : () -> i32 loc("<stdin>":7:12)
      "gpu.barrier"() : () -> () loc("<stdin>":8:7)
      %9:2 = "gpu.shuffle"(%arg15, %8, %8) <{mode = #gpu<shuffle_mode xor>}> : (f32, i32, i32) -> (f32, i1) loc("<stdin>":9:16)
      %10 = "gpu.all_reduce"(%arg15) <{op = #gpu<all_reduce_op add>, uniform}> ({
      }) : (f32) -> f32 loc("<stdin>":10:12)
      "gpu.printf"(%arg15) <{format = "%f \22x\22\0A"}> : (f32) -> () loc("<stdin>":11:7)
      "gpu.return"() : () -> () loc("<stdin>":12:7)
    }) {gpu.kernel, sym_name = "kernel", workgroup_attributions = 1 : i64} : () -> () loc("<stdin>":3:5)
  }) : () -> () loc("<stdin>":2:3)
  "func.func"() <{function_type = (memref<?xf32>, f32) -> (), sym_name = "launch"}> ({
  ^bb0(%arg0: memref<?xf32> loc("<stdin>":15:21), %arg1: f32 loc("<stdin>":15:40)):
    %0 = "arith.constant"() <{value = 8 : index}> : () -> index loc("<stdin>":16:10)
    %1 = "gpu.wait"() : () -> !gpu.async.token loc("<stdin>":17:10)
    %2 = "gpu.launch_func"(%1, %0, %0, %0, %0, %0, %0, %arg0, %arg1) <{kernel = @k::@kernel, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 2, 0>}> : (!gpu.async.token, index, index, index, index, index, index, memref<?xf32>, f32) -> !gpu.async.token loc("<stdin>":18:11)
    "gpu.launch"(%0, %0, %0, %0, %0, %0) <{operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0>}> ({
    ^bb0(%arg2: index loc("<stdin>":19:23), %arg3: index loc("<stdin>":19:28), %arg4: index loc("<stdin>":19:33), %arg5: index loc("<stdin>":19:80), %arg6: index loc("<stdin>":19:85), %arg7: index loc("<stdin>":19:90), %arg8: index loc("<stdin>":19:42), %arg9: index loc("<stdin>":19:52), %arg10: index loc("<stdin>":19:62), %arg11: index loc("<stdin>":19:99), %arg12: index loc("<stdin>":19:109), %arg13: index loc("<stdin>":19:119)):
      "gpu.terminator"() : () -> () loc("<stdin>":20:7)
    }) {workgroup_attributions = 0 : i64} : (index, index, index, index, index, index) -> () loc("<stdin>":19:5)
    %3:2 = "gpu.alloc"(%2, %0) <{operandSegmentSizes = array<i32: 1, 1, 0>}> : (!gpu.async.token, index) -> (memref<?xf32, 1>, !gpu.async.token) loc("<stdin>":22:15)
    %4 = "gpu.memcpy"(%3#1, %3#0, %arg0) : (!gpu.async.token, memref<?xf32, 1>, memref<?xf32>) -> !gpu.async.token loc("<stdin>":23:11)
    "gpu.dealloc"(%3#0) : (memref<?xf32, 1>) -> () loc("<stdin>":24:5)
    "func.return"() : () -> () loc("<stdin>":25:5)
  }) : () -> () loc("<stdin>":15:3)
}) {gpu.container_module} : () -> () loc("<stdin>":1:1)

// -----
"builtin.module"() ({
  "gpu.binary"() <{objects = [#gpu.object<#nvvm.target<chip = "sm_80">, "BLOB\00\FF\22">, #gpu.object<#rocdl.target, kernels = <[#gpu.kernel_metadata<"k", (i32) -> (), metadata = {a = 1 : i32}>]>, bin = "x">], offloadingHandler = #gpu.select_object, sym_name = "bin"}> : () -> () loc("<stdin>":29:1)
}) : () -> () loc("<stdin>":28:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (memref<32x32xf16>, index) -> (), sym_name = "mma"}> ({
  ^bb0(%arg0: memref<32x32xf16> loc("<stdin>":31:16), %arg1: index loc("<stdin>":31:39)):
    %0 = "arith.constant"() <{value = 1.000000e+00 : f16}> : () -> f16 loc("<stdin>":32:8)
    %1 = "gpu.subgroup_mma_load_matrix"(%arg0, %arg1, %arg1) <{leadDimension = 32 : index, transpose}> : (memref<32x32xf16>, index, index) -> !gpu.mma_matrix<16x16xf16, "AOp"> loc("<stdin>":33:8)
    %2 = "gpu.subgroup_mma_constant_matrix"(%0) : (f16) -> !gpu.mma_matrix<16x16xf16, "COp"> loc("<stdin>":34:8)
    "gpu.subgroup_mma_store_matrix"(%2, %arg0, %arg1, %arg1) <{leadDimension = 32 : index}> : (!gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16>, index, index) -> () loc("<stdin>":35:3)
    "func.return"() : () -> () loc("<stdin>":36:3)
  }) : () -> () loc("<stdin>":31:1)
}) : () -> () loc("<stdin>":30:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (memref<128x32xf32, 3>, index, vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> (), sym_name = "nvgpu"}> ({
  ^bb0(%arg0: memref<128x32xf32, 3> loc("<stdin>":39:18), %arg1: index loc("<stdin>":39:45), %arg2: vector<4x2xf16> loc("<stdin>":39:56), %arg3: vector<2x2xf16> loc("<stdin>":39:77), %arg4: vector<2x2xf16> loc("<stdin>":39:98)):
    %0 = "nvgpu.ldmatrix"(%arg0, %arg1, %arg1) <{numTiles = 4 : i32, transpose = false}> : (memref<128x32xf32, 3>, index, index) -> vector<4x1xf32> loc("<stdin>":40:8)
    %1 = "nvgpu.mma.sync"(%arg2, %arg3, %arg4) <{mmaShape = [16, 8, 16]}> : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16> loc("<stdin>":41:8)
    %2 = "nvgpu.mbarrier.create"() : () -> !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2> loc("<stdin>":42:8)
    "func.return"() : () -> () loc("<stdin>":43:3)
  }) : () -> () loc("<stdin>":39:1)
  "func.func"() <{function_type = (!nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = nan, interleave = none>, !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, 3>>, !nvgpu.device.async.token) -> (), sym_name = "descriptor", sym_visibility = "private"}> ({
  }) : () -> () loc("<stdin>":45:1)
}) : () -> () loc("<stdin>":38:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (memref<64xi32>, i32, i32, vector<4xf16>, vector<4xf32>, f32, vector<2xf32>, f64, vector<4xf64>) -> (), sym_name = "amdgpu"}> ({
  ^bb0(%arg3: memref<64xi32> loc("<stdin>":47:19), %arg4: i32 loc("<stdin>":47:39), %arg5: i32 loc("<stdin>":47:48), %arg6: vector<4xf16> loc("<stdin>":47:57), %arg7: vector<4xf32> loc("<stdin>":47:76), %arg8: f32 loc("<stdin>":47:95), %arg9: vector<2xf32> loc("<stdin>":47:104), %arg10: f64 loc("<stdin>":47:123), %arg11: vector<4xf64> loc("<stdin>":47:132)):
    %3 = "amdgpu.raw_buffer_load"(%arg3, %arg5) <{boundsCheck = false, operandSegmentSizes = array<i32: 1, 1, 0>}> : (memref<64xi32>, i32) -> i32 loc("<stdin>":48:8)
    "amdgpu.lds_barrier"() : () -> () loc("<stdin>":49:3)
    %4 = "amdgpu.mfma"(%arg6, %arg6, %arg7) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 16 : i32, m = 16 : i32, n = 16 : i32}> : (vector<4xf16>, vector<4xf16>, vector<4xf32>) -> vector<4xf32> loc("<stdin>":50:8)
    %5 = "amdgpu.mfma"(%arg8, %arg8, %arg7) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 4 : i32, m = 16 : i32, n = 16 : i32}> : (f32, f32, vector<4xf32>) -> vector<4xf32> loc("<stdin>":51:8)
    %6 = "amdgpu.mfma"(%arg9, %arg9, %arg7) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 8 : i32, m = 16 : i32, n = 16 : i32, reducePrecision}> : (vector<2xf32>, vector<2xf32>, vector<4xf32>) -> vector<4xf32> loc("<stdin>":52:8)
    %7 = "amdgpu.mfma"(%arg10, %arg10, %arg11) <{abid = 0 : i32, blgp = #amdgpu<mfma_perm_b none>, blocks = 1 : i32, cbsz = 0 : i32, k = 4 : i32, m = 16 : i32, n = 16 : i32}> : (f64, f64, vector<4xf64>) -> vector<4xf64> loc("<stdin>":53:8)
    "func.return"() : () -> () loc("<stdin>":54:3)
  }) : () -> () loc("<stdin>":47:1)
  "llvm.func"() <{CConv = #llvm.cconv<ccc>, function_type = !llvm.func<void (ptr, f32, i32)>, linkage = #llvm.linkage<external>, sym_name = "nvvm", unnamed_addr = 0 : i64, visibility_ = 0 : i64}> ({
  ^bb0(%arg0: !llvm.ptr loc("<stdin>":56:17), %arg1: f32 loc("<stdin>":56:32), %arg2: i32 loc("<stdin>":56:41)):
    %0 = "nvvm.read.ptx.sreg.tid.x"() <{range = #llvm.constant_range<i32, 0, 1024>}> : () -> i32 loc("<stdin>":57:8)
    %1 = "nvvm.shfl.sync"(%arg2, %arg1, %arg2, %arg2) <{kind = #nvvm<shfl_kind bfly>, return_value_and_is_valid}> : (i32, f32, i32, i32) -> !llvm.struct<(f32, i1)> loc("<stdin>":58:8)
    "nvvm.barrier0"() : () -> () loc("<stdin>":59:3)
    %2 = "rocdl.workitem.id.x"() : () -> i32 loc("<stdin>":60:8)
    "llvm.return"() : () -> () loc("<stdin>":61:3)
  }) : () -> () loc("<stdin>":56:1)
}) : () -> () loc("<stdin>":46:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (memref<24x32xf32>, !xegpu.tensor_desc<8x16xf32, #xegpu.block_tdesc_attr<array_length = 2 : i64, boundary_check = false>, #xegpu.layout<sg_layout = [4, 8], sg_data = [8, 16], lane_layout = [1, 16], lane_data = [1, 1], order = [0, 1]>>) -> (), sym_name = "xegpu"}> ({
  ^bb0(%arg0: memref<24x32xf32> loc("<stdin>":65:18), %arg1: !xegpu.tensor_desc<8x16xf32, #xegpu.block_tdesc_attr<array_length = 2 : i64, boundary_check = false>, #xegpu.layout<sg_layout = [4, 8], sg_data = [8, 16], lane_layout = [1, 16], lane_data = [1, 1], order = [0, 1]>> loc("<stdin>":65:41)):
    %0 = "xegpu.create_nd_tdesc"(%arg0) <{operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (memref<24x32xf32>) -> !xegpu.tensor_desc<8x16xf32> loc("<stdin>":66:8)
    "xegpu.fence"() <{fence_scope = #xegpu<fence_scope workgroup>, memory_kind = #xegpu<memory_space global>}> : () -> () loc("<stdin>":67:3)
    "func.return"() : () -> () loc("<stdin>":68:3)
  }) : () -> () loc("<stdin>":65:1)
}) : () -> () loc("<stdin>":63:9)
