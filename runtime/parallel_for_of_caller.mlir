// How programs for C share parallel loops: `dlc_parallel_for` calls what the caller has set, or runs the whole loop on
// the thread of the caller. `@set_parallel_for` gets the name that the header declares.

llvm.mlir.global internal @dlc_parallel_for_of_caller() : !llvm.ptr {
  %none = llvm.mlir.zero : !llvm.ptr
  llvm.return %none : !llvm.ptr
}
llvm.mlir.global internal @dlc_pool_of_caller() : !llvm.ptr {
  %none = llvm.mlir.zero : !llvm.ptr
  llvm.return %none : !llvm.ptr
}

llvm.func @set_parallel_for(%parallel_for: !llvm.ptr, %pool: !llvm.ptr) {
  %parallel_for_at = llvm.mlir.addressof @dlc_parallel_for_of_caller : !llvm.ptr
  %pool_at = llvm.mlir.addressof @dlc_pool_of_caller : !llvm.ptr
  llvm.store %parallel_for, %parallel_for_at : !llvm.ptr, !llvm.ptr
  llvm.store %pool, %pool_at : !llvm.ptr, !llvm.ptr
  llvm.return
}

llvm.func internal @dlc_parallel_for(%body: !llvm.ptr, %context: !llvm.ptr, %count: i64, %grain: i64, %threads: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %none = llvm.mlir.zero : !llvm.ptr
  %parallel_for_at = llvm.mlir.addressof @dlc_parallel_for_of_caller : !llvm.ptr
  %parallel_for = llvm.load %parallel_for_at : !llvm.ptr -> !llvm.ptr
  %is_set = llvm.icmp "ne" %parallel_for, %none : !llvm.ptr
  %is_shared = llvm.icmp "sgt" %count, %grain : i64
  %both = llvm.and %is_set, %is_shared : i1
  llvm.cond_br %both, ^shared, ^alone
^shared:
  %pool_at = llvm.mlir.addressof @dlc_pool_of_caller : !llvm.ptr
  %pool = llvm.load %pool_at : !llvm.ptr -> !llvm.ptr
  llvm.call %parallel_for(%pool, %body, %context, %count, %grain, %threads) : !llvm.ptr, (!llvm.ptr, !llvm.ptr, !llvm.ptr, i64, i64, i64) -> ()
  llvm.return
^alone:
  %is_some = llvm.icmp "sgt" %count, %zero : i64
  llvm.cond_br %is_some, ^all, ^done
^all:
  llvm.call %body(%context, %zero, %count) : !llvm.ptr, (!llvm.ptr, i64, i64) -> ()
  llvm.br ^done
^done:
  llvm.return
}
