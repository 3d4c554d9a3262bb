module attributes {gpu.container_module} {
  gpu.module @k [#nvvm.target<chip = "sm_90", features = "+ptx80", flags = {fast}>, #rocdl.target<chip = "gfx90a">] {
    gpu.func @kernel(%m: memref<?xf32>, %f: f32) workgroup(%w: memref<32xf32, #gpu.address_space<workgroup>>) private(%p: memref<1xf32, #gpu.address_space<private>>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %t = gpu.thread_id x
      %b = gpu.block_dim z
      %l = gpu.lane_id
      %i = arith.constant 1 : i32
      gpu.barrier
      %s, %v = gpu.shuffle xor %f, %i, %i : f32
      %r = gpu.all_reduce add %f uniform {} : (f32) -> (f32)
      gpu.printf "%f \22x\22\n", %f : f32
      gpu.return
    }
  }
  func.func @launch(%m: memref<?xf32>, %f: f32) {
    %c = arith.constant 8 : index
    %t = gpu.wait async
    %t2 = gpu.launch_func async [%t] @k::@kernel blocks in (%c, %c, %c) threads in (%c, %c, %c) args(%m : memref<?xf32>, %f : f32)
    gpu.launch blocks(%bx, %by, %bz) in (%gx = %c, %gy = %c, %gz = %c) threads(%tx, %ty, %tz) in (%sx = %c, %sy = %c, %sz = %c) {
      gpu.terminator
    }
    %d, %t3 = gpu.alloc async [%t2] (%c) : memref<?xf32, 1>
    %t4 = gpu.memcpy async [%t3] %d, %m : memref<?xf32, 1>, memref<?xf32>
    gpu.dealloc %d : memref<?xf32, 1>
    return
  }
}
// -----
gpu.binary @bin [#gpu.object<#nvvm.target<chip = "sm_80">, "BLOB\00\FF\22">, #gpu.object<#rocdl.target, kernels = #gpu.kernel_table<[#gpu.kernel_metadata<"k", (i32) -> (), metadata = {a = 1 : i32}>]>, bin = "x">]
// -----
func.func @mma(%m: memref<32x32xf16>, %i: index) {
  %c = arith.constant 1.0 : f16
  %0 = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index, transpose} : memref<32x32xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
  %1 = gpu.subgroup_mma_constant_matrix %c : !gpu.mma_matrix<16x16xf16, "COp">
  gpu.subgroup_mma_store_matrix %1, %m[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16>
  return
}
// -----
func.func @nvgpu(%m: memref<128x32xf32, 3>, %i: index, %a: vector<4x2xf16>, %b: vector<2x2xf16>, %c: vector<2x2xf16>) {
  %0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 4 : i32, transpose = false} : memref<128x32xf32, 3> -> vector<4x1xf32>
  %1 = nvgpu.mma.sync (%a, %b, %c) {mmaShape = [16, 8, 16]} : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf16>) -> vector<2x2xf16>
  %2 = nvgpu.mbarrier.create -> !nvgpu.mbarrier.group<memorySpace = #gpu.address_space<workgroup>, num_barriers = 2>
  return
}
func.func private @descriptor(!nvgpu.tensormap.descriptor<tensor = memref<128x64xf16, 3>, swizzle = swizzle_128b, l2promo = none, oob = nan, interleave = none>, !nvgpu.warpgroup.descriptor<tensor = memref<128x64xf16, 3>>, !nvgpu.device.async.token)
// -----
func.func @amdgpu(%m: memref<64xi32>, %v: i32, %i: i32, %a: vector<4xf16>, %c: vector<4xf32>, %x: f32, %y: vector<2xf32>, %z: f64, %d: vector<4xf64>) {
  %0 = amdgpu.raw_buffer_load {boundsCheck = false} %m[%i] : memref<64xi32>, i32 -> i32
  amdgpu.lds_barrier
  %1 = amdgpu.mfma 16x16x16 %a * %a + %c blgp = none : vector<4xf16>, vector<4xf16>, vector<4xf32>
  %2 = amdgpu.mfma 16x16x4 %x * %x + %c blgp = none : f32, f32, vector<4xf32>
  %3 = amdgpu.mfma 16x16x8 %y * %y + %c {reducePrecision} blgp = none : vector<2xf32>, vector<2xf32>, vector<4xf32>
  %4 = amdgpu.mfma 16x16x4 %z * %z + %d blgp = none : f64, f64, vector<4xf64>
  return
}
llvm.func @nvvm(%p: !llvm.ptr, %f: f32, %i: i32) {
  %0 = nvvm.read.ptx.sreg.tid.x range <i32, 0, 1024> : i32
  %1 = nvvm.shfl.sync bfly %i, %f, %i, %i {return_value_and_is_valid} : f32 -> !llvm.struct<(f32, i1)>
  nvvm.barrier0
  %2 = rocdl.workitem.id.x : i32
  llvm.return
}
// -----
#c = #xegpu.layout<sg_layout = [4, 8], sg_data = [8, 16], lane_layout = [1, 16], lane_data = [1, 1], order = [0, 1]>
func.func @xegpu(%m: memref<24x32xf32>, %t: !xegpu.tensor_desc<8x16xf32, #xegpu.block_tdesc_attr<array_length = 2, boundary_check = false>, #c>) {
  %0 = xegpu.create_nd_tdesc %m : memref<24x32xf32> -> !xegpu.tensor_desc<8x16xf32>
  xegpu.fence memory_kind = global, fence_scope = workgroup
  return
}
