// RUN: dlc-opt %s --split-input-file --verify-diagnostics

// Ops without the operands and properties that they need.

func.func @f() {
  // expected-error @+2 {{'gpu.create_2to4_spmat' op expected 3 or more operands, but found 0}}
  // expected-error @+1 {{'gpu.create_2to4_spmat' op expected 1 or more results, but found 0}}
  "gpu.create_2to4_spmat"() : () -> ()
  // expected-error @+2 {{'gpu.create_bsr' op expected 8 or more operands, but found 0}}
  // expected-error @+1 {{'gpu.create_bsr' op expected 1 or more results, but found 0}}
  "gpu.create_bsr"() : () -> ()
  // expected-error @+2 {{'gpu.create_coo' op expected 6 or more operands, but found 0}}
  // expected-error @+1 {{'gpu.create_coo' op expected 1 or more results, but found 0}}
  "gpu.create_coo"() : () -> ()
  // expected-error @+2 {{'gpu.create_coo_aos' op expected 5 or more operands, but found 0}}
  // expected-error @+1 {{'gpu.create_coo_aos' op expected 1 or more results, but found 0}}
  "gpu.create_coo_aos"() : () -> ()
  // expected-error @+2 {{'gpu.create_csc' op expected 6 or more operands, but found 0}}
  // expected-error @+1 {{'gpu.create_csc' op expected 1 or more results, but found 0}}
  "gpu.create_csc"() : () -> ()
  // expected-error @+2 {{'gpu.create_csr' op expected 6 or more operands, but found 0}}
  // expected-error @+1 {{'gpu.create_csr' op expected 1 or more results, but found 0}}
  "gpu.create_csr"() : () -> ()
  // expected-error @+2 {{'gpu.create_dn_tensor' op expected 1 or more operands, but found 0}}
  // expected-error @+1 {{'gpu.create_dn_tensor' op expected 1 or more results, but found 0}}
  "gpu.create_dn_tensor"() : () -> ()
  // expected-error @+1 {{'gpu.destroy_dn_tensor' op expected 1 or more operands, but found 0}}
  "gpu.destroy_dn_tensor"() : () -> ()
  // expected-error @+1 {{'gpu.destroy_sp_mat' op expected 1 or more operands, but found 0}}
  "gpu.destroy_sp_mat"() : () -> ()
  // expected-error @+1 {{'gpu.sddmm' op expected 4 or more operands, but found 0}}
  "gpu.sddmm"() : () -> ()
  // expected-error @+2 {{'gpu.sddmm_buffer_size' op expected 3 or more operands, but found 0}}
  // expected-error @+1 {{'gpu.sddmm_buffer_size' op expected 1 or more results, but found 0}}
  "gpu.sddmm_buffer_size"() : () -> ()
  // expected-error @+1 {{'gpu.set_csr_pointers' op expected 4 or more operands, but found 0}}
  "gpu.set_csr_pointers"() : () -> ()
  // expected-error @+1 {{'gpu.spgemm_copy' op expected 4 or more operands, but found 0}}
  "gpu.spgemm_copy"() : () -> ()
  // expected-error @+1 {{'gpu.spgemm_create_descr' op expected 1 or more results, but found 0}}
  "gpu.spgemm_create_descr"() : () -> ()
  // expected-error @+1 {{'gpu.spgemm_destroy_descr' op expected 1 or more operands, but found 0}}
  "gpu.spgemm_destroy_descr"() : () -> ()
  // expected-error @+2 {{'gpu.spgemm_work_estimation_or_compute' op expected 6 or more operands, but found 0}}
  // expected-error @+1 {{'gpu.spgemm_work_estimation_or_compute' op expected 1 or more results, but found 0}}
  "gpu.spgemm_work_estimation_or_compute"() : () -> ()
  // expected-error @+2 {{'gpu.spmat_get_size' op expected 1 or more operands, but found 0}}
  // expected-error @+1 {{'gpu.spmat_get_size' op expected 3 or more results, but found 0}}
  "gpu.spmat_get_size"() : () -> ()
  // expected-error @+1 {{'gpu.spmm' op expected 3 or more operands, but found 0}}
  "gpu.spmm"() : () -> ()
  // expected-error @+1 {{'gpu.spmm_buffer_size' op expected 3 or more operands, but found 0}}
  "gpu.spmm_buffer_size"() : () -> ()
  // expected-error @+1 {{'gpu.spmv' op expected 4 or more operands, but found 0}}
  "gpu.spmv"() : () -> ()
  // expected-error @+2 {{'gpu.spmv_buffer_size' op expected 3 or more operands, but found 0}}
  // expected-error @+1 {{'gpu.spmv_buffer_size' op expected 1 or more results, but found 0}}
  "gpu.spmv_buffer_size"() : () -> ()
  // expected-error @+2 {{'gpu.subgroup_mma_load_matrix' op expected 1 or more operands, but found 0}}
  // expected-error @+1 {{'gpu.subgroup_mma_load_matrix' op requires one result, but found 0}}
  "gpu.subgroup_mma_load_matrix"() : () -> ()
  // expected-error @+1 {{'gpu.subgroup_mma_store_matrix' op expected 2 or more operands, but found 0}}
  "gpu.subgroup_mma_store_matrix"() : () -> ()
  // expected-error @+2 {{'gpu.subgroup_mma_compute' op expected 3 operands, but found 0}}
  // expected-error @+1 {{'gpu.subgroup_mma_compute' op requires one result, but found 0}}
  "gpu.subgroup_mma_compute"() : () -> ()
  // expected-error @+2 {{'gpu.subgroup_mma_constant_matrix' op requires a single operand, but found 0}}
  // expected-error @+1 {{'gpu.subgroup_mma_constant_matrix' op requires one result, but found 0}}
  "gpu.subgroup_mma_constant_matrix"() : () -> ()
  // expected-error @+1 {{'gpu.subgroup_mma_elementwise' op requires one result, but found 0}}
  "gpu.subgroup_mma_elementwise"() : () -> ()
  // expected-error @+2 {{'gpu.subgroup_mma_extract_thread_local' op expected 1 or more operands, but found 0}}
  // expected-error @+1 {{'gpu.subgroup_mma_extract_thread_local' op requires one result, but found 0}}
  "gpu.subgroup_mma_extract_thread_local"() : () -> ()
  // expected-error @+2 {{'gpu.subgroup_mma_insert_thread_local' op expected 2 or more operands, but found 0}}
  // expected-error @+1 {{'gpu.subgroup_mma_insert_thread_local' op requires one result, but found 0}}
  "gpu.subgroup_mma_insert_thread_local"() : () -> ()
  // expected-error @+1 {{'gpu.cluster_id' op requires one result, but found 0}}
  "gpu.cluster_id"() : () -> ()
  // expected-error @+1 {{'gpu.cluster_dim' op requires one result, but found 0}}
  "gpu.cluster_dim"() : () -> ()
  // expected-error @+1 {{'gpu.cluster_block_id' op requires one result, but found 0}}
  "gpu.cluster_block_id"() : () -> ()
  // expected-error @+1 {{'gpu.cluster_dim_blocks' op requires one result, but found 0}}
  "gpu.cluster_dim_blocks"() : () -> ()
  // expected-error @+2 {{'gpu.rotate' op requires a single operand, but found 0}}
  // expected-error @+1 {{'gpu.rotate' op expected 2 results, but found 0}}
  "gpu.rotate"() : () -> ()
  // expected-error @+2 {{'gpu.subgroup_broadcast' op expected 1 or more operands, but found 0}}
  // expected-error @+1 {{'gpu.subgroup_broadcast' op requires one result, but found 0}}
  "gpu.subgroup_broadcast"() : () -> ()
  // expected-error @+1 {{'gpu.host_register' op requires a single operand, but found 0}}
  "gpu.host_register"() : () -> ()
  // expected-error @+1 {{'gpu.host_unregister' op requires a single operand, but found 0}}
  "gpu.host_unregister"() : () -> ()
  // expected-error @+1 {{'gpu.set_default_device' op requires a single operand, but found 0}}
  "gpu.set_default_device"() : () -> ()
  // expected-error @+1 {{'gpu.dynamic_shared_memory' op requires one result, but found 0}}
  "gpu.dynamic_shared_memory"() : () -> ()
  // expected-error @+2 {{'gpu.binary' op requires attribute 'sym_name'}}
  // expected-error @+1 {{'gpu.binary' op requires attribute 'objects'}}
  "gpu.binary"() : () -> ()
  return
}

// -----

func.func @lanes(%f: f32, %lane: i32) {
  // expected-error @+1 {{expected a lane for `specific_lane` only, but got none for `specific_lane` [subgroup_broadcast_c1]}}
  %0 = gpu.subgroup_broadcast %f, specific_lane : f32
  // expected-error @+1 {{expected a lane for `specific_lane` only, but got a lane for `first_active_lane` [subgroup_broadcast_c1]}}
  %1 = gpu.subgroup_broadcast %f, first_active_lane %lane : f32
  return
}

// -----

func.func @shared() {
  // expected-error @+1 {{expected 'memref<?xi8, #gpu.address_space<workgroup>>', but got 'memref<?xi8>' [dynamic_shared_memory_c1]}}
  %0 = gpu.dynamic_shared_memory : memref<?xi8>
  return
}
