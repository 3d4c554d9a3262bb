// RUN: dlc-opt %s --split-input-file --allow-unregistered-dialect | filecheck %s
// RUN: dlc-opt %s --split-input-file --verify-diagnostics

// Attributes and types that a dialect of MLIR has, and that dlc lacks, are kept as text where other dialects' are.

// CHECK: "t.x"() {a = #llvm.unheard_of<nsw>, b = #gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0)>} : () -> !gpu.sparse.spmat_handle
// expected-error @+1 {{unknown attribute 'llvm.unheard_of' in dialect 'llvm'}}
%0 = "t.x"() {a = #llvm.unheard_of<nsw>, b = #gpu.loop_dim_map<processor = thread_x, map = (d0) -> (d0)>} : () -> !gpu.sparse.spmat_handle
