// RUN: dlc-opt %s --allow-unregistered-dialect | dlc-opt --allow-unregistered-dialect --mlir-print-op-generic | filecheck %s

// Ops that can be read and printed, but not run.

//      CHECK: "gpu.binary"() <{objects = [#gpu.object<#nvvm.target, "x">], offloadingHandler = #gpu.select_object, sym_name = "b"}> : () -> ()
// CHECK-NEXT: "gpu.binary"() <{objects = [#gpu.object<#nvvm.target, offload = "x">], offloadingHandler = #gpu.select_object<1 : i64>, sym_name = "c"}> {a} : () -> ()
// CHECK-NEXT: "func.func"() <{function_type = () -> (index, index, index, index, index), sym_name = "clusters"}> ({
// CHECK-NEXT: %33 = "gpu.cluster_id"() <{dimension = #gpu<dim x>}> : () -> index
// CHECK-NEXT: %34 = "gpu.cluster_dim"() <{dimension = #gpu<dim y>, upper_bound = 8 : index}> : () -> index
// CHECK-NEXT: %35 = "gpu.cluster_block_id"() <{dimension = #gpu<dim z>}> : () -> index
// CHECK-NEXT: %36 = "gpu.cluster_dim_blocks"() <{dimension = #gpu<dim x>}> : () -> index
// CHECK-NEXT: %37 = "gpu.thread_id"() <{dimension = #gpu<dim x>}> : () -> index
// CHECK-NEXT: "func.return"(%33, %34, %35, %36, %37) : (index, index, index, index, index) -> ()
// CHECK-NEXT: }) : () -> ()
// CHECK-NEXT: "func.func"() <{function_type = (memref<*xf32>, i32) -> (), sym_name = "memory"}> ({
// CHECK-NEXT: ^bb0(%arg13: memref<*xf32>, %arg14: i32):
// CHECK-NEXT: "gpu.host_register"(%arg13) : (memref<*xf32>) -> ()
// CHECK-NEXT: "gpu.host_unregister"(%arg13) : (memref<*xf32>) -> ()
// CHECK-NEXT: "gpu.set_default_device"(%arg14) : (i32) -> ()
// CHECK-NEXT: %32 = "gpu.dynamic_shared_memory"() : () -> memref<?xi8, #gpu.address_space<workgroup>>
// CHECK-NEXT: "func.return"() : () -> ()
// CHECK-NEXT: }) : () -> ()
// CHECK-NEXT: "func.func"() <{function_type = (f32, i32, index) -> (), sym_name = "lanes"}> ({
// CHECK-NEXT: ^bb0(%arg10: f32, %arg11: i32, %arg12: index):
// CHECK-NEXT: %29:2 = "gpu.rotate"(%arg10) <{offset = 1 : i32, width = 16 : i32}> : (f32) -> (f32, i1)
// CHECK-NEXT: %30 = "gpu.subgroup_broadcast"(%arg10) <{broadcast_type = #gpu<broadcast first_active_lane>}> : (f32) -> f32
// CHECK-NEXT: %31 = "gpu.subgroup_broadcast"(%arg10, %arg11) <{broadcast_type = #gpu<broadcast specific_lane>}> : (f32, i32) -> f32
// CHECK-NEXT: "func.return"() : () -> ()
// CHECK-NEXT: }) : () -> ()
// CHECK-NEXT: "func.func"() <{function_type = (memref<32x32xf16, 3>, index, f16, memref<32x32xf32>) -> (), sym_name = "matrices"}> ({
// CHECK-NEXT: ^bb0(%arg6: memref<32x32xf16, 3>, %arg7: index, %arg8: f16, %arg9: memref<32x32xf32>):
// CHECK-NEXT: %22 = "gpu.subgroup_mma_load_matrix"(%arg6, %arg7, %arg7) <{leadDimension = 32 : index}> : (memref<32x32xf16, 3>, index, index) -> !gpu.mma_matrix<16x16xf16, "AOp">
// CHECK-NEXT: %23 = "gpu.subgroup_mma_load_matrix"(%arg6, %arg7, %arg7) <{leadDimension = 32 : index, transpose}> : (memref<32x32xf16, 3>, index, index) -> !gpu.mma_matrix<16x16xf16, "BOp">
// CHECK-NEXT: %24 = "gpu.subgroup_mma_constant_matrix"(%arg8) : (f16) -> !gpu.mma_matrix<16x16xf16, "COp">
// CHECK-NEXT: %25 = "gpu.subgroup_mma_compute"(%22, %23, %24) <{a_transpose}> : (!gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
// CHECK-NEXT: %26 = "gpu.subgroup_mma_elementwise"(%24, %25) <{opType = #gpu<mma_element_wise addf>}> : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
// CHECK-NEXT: %27 = "gpu.subgroup_mma_extract_thread_local"(%26, %arg7) : (!gpu.mma_matrix<16x16xf16, "COp">, index) -> f16
// CHECK-NEXT: %28 = "gpu.subgroup_mma_insert_thread_local"(%27, %26, %arg7) : (f16, !gpu.mma_matrix<16x16xf16, "COp">, index) -> !gpu.mma_matrix<16x16xf16, "COp">
// CHECK-NEXT: "gpu.subgroup_mma_store_matrix"(%28, %arg6, %arg7, %arg7) <{leadDimension = 32 : index}> : (!gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, 3>, index, index) -> ()
// CHECK-NEXT: "func.return"() : () -> ()
// CHECK-NEXT: }) : () -> ()
// CHECK-NEXT: "func.func"() <{function_type = (index, memref<?xf64>, memref<?xindex>, memref<?x?xf64>, memref<?xi8>) -> (), sym_name = "sparse"}> ({
// CHECK-NEXT: ^bb0(%arg1: index, %arg2: memref<?xf64>, %arg3: memref<?xindex>, %arg4: memref<?x?xf64>, %arg5: memref<?xi8>):
// CHECK-NEXT: %0 = "gpu.wait"() : () -> !gpu.async.token
// CHECK-NEXT: %1:2 = "gpu.create_dn_tensor"(%0, %arg2, %arg1) <{operandSegmentSizes = array<i32: 1, 1, 1>}> : (!gpu.async.token, memref<?xf64>, index) -> (!gpu.sparse.dntensor_handle, !gpu.async.token)
// CHECK-NEXT: %2 = "gpu.create_dn_tensor"(%arg4, %arg1, %arg1) <{operandSegmentSizes = array<i32: 0, 1, 2>}> : (memref<?x?xf64>, index, index) -> !gpu.sparse.dntensor_handle
// CHECK-NEXT: %3:2 = "gpu.create_coo"(%1#1, %arg1, %arg1, %arg1, %arg3, %arg3, %arg2) : (!gpu.async.token, index, index, index, memref<?xindex>, memref<?xindex>, memref<?xf64>) -> (!gpu.sparse.spmat_handle, !gpu.async.token)
// CHECK-NEXT: %4:2 = "gpu.create_coo_aos"(%1#1, %arg1, %arg1, %arg1, %arg3, %arg2) : (!gpu.async.token, index, index, index, memref<?xindex>, memref<?xf64>) -> (!gpu.sparse.spmat_handle, !gpu.async.token)
// CHECK-NEXT: %5:2 = "gpu.create_csr"(%3#1, %arg1, %arg1, %arg1, %arg3, %arg3, %arg2) : (!gpu.async.token, index, index, index, memref<?xindex>, memref<?xindex>, memref<?xf64>) -> (!gpu.sparse.spmat_handle, !gpu.async.token)
// CHECK-NEXT: %6:2 = "gpu.create_csc"(%5#1, %arg1, %arg1, %arg1, %arg3, %arg3, %arg2) : (!gpu.async.token, index, index, index, memref<?xindex>, memref<?xindex>, memref<?xf64>) -> (!gpu.sparse.spmat_handle, !gpu.async.token)
// CHECK-NEXT: %7:2 = "gpu.create_bsr"(%6#1, %arg1, %arg1, %arg1, %arg1, %arg1, %arg3, %arg3, %arg2) : (!gpu.async.token, index, index, index, index, index, memref<?xindex>, memref<?xindex>, memref<?xf64>) -> (!gpu.sparse.spmat_handle, !gpu.async.token)
// CHECK-NEXT: %8:2 = "gpu.create_2to4_spmat"(%7#1, %arg1, %arg1, %arg4) <{pruneFlag = #gpu<prune_2to4_spmat_flag PRUNE_ONLY>}> : (!gpu.async.token, index, index, memref<?x?xf64>) -> (!gpu.sparse.spmat_handle, !gpu.async.token)
// CHECK-NEXT: %9:4 = "gpu.spmat_get_size"(%8#1, %5#0)
// CHECK-NEXT: "gpu.set_csr_pointers"(%5#0, %arg3, %arg3, %arg2) : (!gpu.sparse.spmat_handle, memref<?xindex>, memref<?xindex>, memref<?xf64>) -> ()
// CHECK-NEXT: %10:2 = "gpu.spmv_buffer_size"(%9#3, %5#0, %1#0, %1#0) <{computeType = f64, modeA = #gpu<mat_transpose_mode TRANSPOSE>}> : (!gpu.async.token, !gpu.sparse.spmat_handle, !gpu.sparse.dntensor_handle, !gpu.sparse.dntensor_handle) -> (index, !gpu.async.token)
// CHECK-NEXT: %11 = "gpu.spmv"(%10#1, %5#0, %1#0, %1#0, %arg5) <{computeType = f64, modeA = #gpu<mat_transpose_mode NON_TRANSPOSE>}> : (!gpu.async.token, !gpu.sparse.spmat_handle, !gpu.sparse.dntensor_handle, !gpu.sparse.dntensor_handle, memref<?xi8>) -> !gpu.async.token
// CHECK-NEXT: %12:2 = "gpu.spmm_buffer_size"(%11, %5#0, %2, %2) <{computeType = f64, modeA = #gpu<mat_transpose_mode NON_TRANSPOSE>, modeB = #gpu<mat_transpose_mode TRANSPOSE>, resultSegmentSizes = array<i32: 1, 1>}> : (!gpu.async.token, !gpu.sparse.spmat_handle, !gpu.sparse.dntensor_handle, !gpu.sparse.dntensor_handle) -> (index, !gpu.async.token)
// CHECK-NEXT: %13 = "gpu.spmm"(%12#1, %5#0, %2, %2, %arg5) <{computeType = f64, modeA = #gpu<mat_transpose_mode NON_TRANSPOSE>, modeB = #gpu<mat_transpose_mode NON_TRANSPOSE>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (!gpu.async.token, !gpu.sparse.spmat_handle, !gpu.sparse.dntensor_handle, !gpu.sparse.dntensor_handle, memref<?xi8>) -> !gpu.async.token
// CHECK-NEXT: %14:2 = "gpu.sddmm_buffer_size"(%13, %2, %2, %5#0) <{computeType = f32, modeA = #gpu<mat_transpose_mode NON_TRANSPOSE>, modeB = #gpu<mat_transpose_mode NON_TRANSPOSE>}> : (!gpu.async.token, !gpu.sparse.dntensor_handle, !gpu.sparse.dntensor_handle, !gpu.sparse.spmat_handle) -> (index, !gpu.async.token)
// CHECK-NEXT: %15 = "gpu.sddmm"(%14#1, %2, %2, %5#0, %arg5) <{computeType = f32, modeA = #gpu<mat_transpose_mode NON_TRANSPOSE>, modeB = #gpu<mat_transpose_mode NON_TRANSPOSE>}> : (!gpu.async.token, !gpu.sparse.dntensor_handle, !gpu.sparse.dntensor_handle, !gpu.sparse.spmat_handle, memref<?xi8>) -> !gpu.async.token
// CHECK-NEXT: %16:2 = "gpu.spgemm_create_descr"(%15) : (!gpu.async.token) -> (!gpu.sparse.spgemmop_handle, !gpu.async.token)
// CHECK-NEXT: %17:2 = "gpu.spgemm_work_estimation_or_compute"(%16#1, %16#0, %5#0, %5#0, %5#0, %arg1, %arg5) <{computeType = f32, kind = #gpu<spgemm_work_estimation_or_compute_kind COMPUTE>, modeA = #gpu<mat_transpose_mode NON_TRANSPOSE>, modeB = #gpu<mat_transpose_mode TRANSPOSE>}> : (!gpu.async.token, !gpu.sparse.spgemmop_handle, !gpu.sparse.spmat_handle, !gpu.sparse.spmat_handle, !gpu.sparse.spmat_handle, index, memref<?xi8>) -> (index, !gpu.async.token)
// CHECK-NEXT: %18 = "gpu.spgemm_copy"(%17#1, %16#0, %5#0, %5#0, %5#0) <{computeType = f32, modeA = #gpu<mat_transpose_mode NON_TRANSPOSE>, modeB = #gpu<mat_transpose_mode NON_TRANSPOSE>}> : (!gpu.async.token, !gpu.sparse.spgemmop_handle, !gpu.sparse.spmat_handle, !gpu.sparse.spmat_handle, !gpu.sparse.spmat_handle) -> !gpu.async.token
// CHECK-NEXT: %19 = "gpu.spgemm_destroy_descr"(%18, %16#0) : (!gpu.async.token, !gpu.sparse.spgemmop_handle) -> !gpu.async.token
// CHECK-NEXT: %20 = "gpu.destroy_sp_mat"(%19, %5#0) : (!gpu.async.token, !gpu.sparse.spmat_handle) -> !gpu.async.token
// CHECK-NEXT: %21 = "gpu.destroy_dn_tensor"(%20, %1#0) : (!gpu.async.token, !gpu.sparse.dntensor_handle) -> !gpu.async.token
// CHECK-NEXT: "gpu.wait"(%21) : (!gpu.async.token) -> ()
// CHECK-NEXT: "func.return"() : () -> ()
// CHECK-NEXT: }) : () -> ()
//      CHECK: "gpu.launch_func"(%arg0, %arg0, %arg0, %arg0, %arg0, %arg0) <{kernel = @kernels::@k

gpu.binary @b [#gpu.object<#nvvm.target, "x">]
gpu.binary @c <#gpu.select_object<1 : i64>> {a} [#gpu.object<#nvvm.target, offload = "x">]
func.func @clusters() -> (index, index, index, index, index) {
  %0 = gpu.cluster_id x
  %1 = gpu.cluster_dim y upper_bound 8
  %2 = gpu.cluster_block_id z
  %3 = gpu.cluster_dim_blocks x
  %4 = gpu.thread_id x
  return %0, %1, %2, %3, %4 : index, index, index, index, index
}
func.func @memory(%u: memref<*xf32>, %d: i32) {
  gpu.host_register %u : memref<*xf32>
  gpu.host_unregister %u : memref<*xf32>
  gpu.set_default_device %d
  %s = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
  return
}
func.func @lanes(%f: f32, %lane: i32, %w: index) {
  %r, %v = gpu.rotate %f, 1, 16 : f32
  %b = gpu.subgroup_broadcast %f, first_active_lane : f32
  %c = gpu.subgroup_broadcast %f, specific_lane %lane : f32
  return
}
func.func @matrices(%m: memref<32x32xf16, 3>, %i: index, %f: f16, %o: memref<32x32xf32>) {
  %a = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "AOp">
  %b = gpu.subgroup_mma_load_matrix %m[%i, %i] {leadDimension = 32 : index, transpose} : memref<32x32xf16, 3> -> !gpu.mma_matrix<16x16xf16, "BOp">
  %c = gpu.subgroup_mma_constant_matrix %f : !gpu.mma_matrix<16x16xf16, "COp">
  %d = gpu.subgroup_mma_compute %a, %b, %c {a_transpose} : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  %e = gpu.subgroup_mma_elementwise addf %c, %d : (!gpu.mma_matrix<16x16xf16, "COp">, !gpu.mma_matrix<16x16xf16, "COp">) -> !gpu.mma_matrix<16x16xf16, "COp">
  %g = gpu.subgroup_mma_extract_thread_local %e[%i] : !gpu.mma_matrix<16x16xf16, "COp"> -> f16
  %h = gpu.subgroup_mma_insert_thread_local %g, %e[%i] : f16, !gpu.mma_matrix<16x16xf16, "COp"> -> !gpu.mma_matrix<16x16xf16, "COp">
  gpu.subgroup_mma_store_matrix %h, %m[%i, %i] {leadDimension = 32 : index} : !gpu.mma_matrix<16x16xf16, "COp">, memref<32x32xf16, 3>
  return
}
func.func @sparse(%n: index, %v: memref<?xf64>, %p: memref<?xindex>, %d2: memref<?x?xf64>, %bf: memref<?xi8>) {
  %t = gpu.wait async
  %x, %t1 = gpu.create_dn_tensor async [%t] %v, %n : index into memref<?xf64>
  %y = gpu.create_dn_tensor %d2, %n, %n : index, index into memref<?x?xf64>
  %z, %t2 = gpu.create_coo async [%t1] %n, %n, %n, %p, %p, %v : memref<?xindex>, memref<?xindex>, memref<?xf64>
  %z1, %t21 = gpu.create_coo_aos async [%t1] %n, %n, %n, %p, %v : memref<?xindex>, memref<?xf64>
  %csr, %t3 = gpu.create_csr async [%t2] %n, %n, %n, %p, %p, %v : memref<?xindex>, memref<?xindex>, memref<?xf64>
  %csc, %t4 = gpu.create_csc async [%t3] %n, %n, %n, %p, %p, %v : memref<?xindex>, memref<?xindex>, memref<?xf64>
  %bsr, %t5 = gpu.create_bsr async [%t4] %n, %n, %n, %n, %n, %p, %p, %v : memref<?xindex>, memref<?xindex>, memref<?xf64>
  %two, %t6 = gpu.create_2to4_spmat async [%t5] {PRUNE_ONLY} %n, %n, %d2 : memref<?x?xf64>
  %r, %c, %nnz, %t7 = gpu.spmat_get_size async [%t6] %csr
  gpu.set_csr_pointers %csr, %p, %p, %v : memref<?xindex>, memref<?xindex>, memref<?xf64>
  %s0, %t8 = gpu.spmv_buffer_size async [%t7] %csr {TRANSPOSE}, %x, %x into f64
  %t9 = gpu.spmv async [%t8] %csr, %x, %x, %bf : memref<?xi8> into f64
  %s1, %t10 = gpu.spmm_buffer_size async [%t9] %csr, %y {TRANSPOSE}, %y : index into f64
  %t11 = gpu.spmm async [%t10] %csr, %y, %y, %bf : memref<?xi8> into f64
  %s2, %t12 = gpu.sddmm_buffer_size async [%t11] %y, %y, %csr into f32
  %t13 = gpu.sddmm async [%t12] %y, %y, %csr, %bf : memref<?xi8> into f32
  %desc, %t14 = gpu.spgemm_create_descr async [%t13]
  %s3, %t15 = gpu.spgemm_work_estimation_or_compute async [%t14] {COMPUTE} %csr, %csr {TRANSPOSE}, %csr, %desc, %n, %bf : f32 into memref<?xi8>
  %t16 = gpu.spgemm_copy async [%t15] %csr, %csr, %csr, %desc : f32
  %t17 = gpu.spgemm_destroy_descr async [%t16] %desc
  %t18 = gpu.destroy_sp_mat async [%t17] %csr
  %t19 = gpu.destroy_dn_tensor async [%t18] %x
  gpu.wait [%t19]
  return
}

// A launch by device code names a kernel that its module does not hold.
module attributes {gpu.container_module} {
  gpu.module @device {
    func.func @launches(%n: index) {
      gpu.launch_func @kernels::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
      return
    }
  }
}
