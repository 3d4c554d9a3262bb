// Memory that goes with a call: if the program fails, all that it has allocated in the call until then is freed.
//
// Each block has 32 bytes in front, which say on which list it is. There is a list for each outermost `dlc_catch`, which
// the threads that share its loops use together. What is still there when the function returns, its results above all,
// is taken off the list, and stays.
//
//     block   list (null: on none), the one before (null: it is the first), the one behind (null: it is the last), room
//     list    a lock (32 bits), the first block

llvm.func @dlc_allocate(i64) -> !llvm.ptr
llvm.func @dlc_free(!llvm.ptr)

// Memory of so many bytes, as from `malloc`.
llvm.func @dlc_allocate_in_call(%bytes: i64) -> !llvm.ptr {
  %null = llvm.mlir.zero : !llvm.ptr
  %head = llvm.mlir.constant(32 : i64) : i64
  %all = llvm.add %bytes, %head : i64
  %is_possible = llvm.icmp "ugt" %all, %bytes : i64
  llvm.cond_br %is_possible, ^allocate, ^none
^allocate:
  %block = llvm.call @dlc_allocate(%all) : (i64) -> !llvm.ptr
  %is_there = llvm.icmp "ne" %block, %null : !llvm.ptr
  llvm.cond_br %is_there, ^note, ^none
^note:
  %list = llvm.call @list_of_call() : () -> !llvm.ptr
  llvm.store %list, %block {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
  %is_in_call = llvm.icmp "ne" %list, %null : !llvm.ptr
  llvm.cond_br %is_in_call, ^insert, ^give
^insert:
  llvm.call @put_first(%block, %list) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.br ^give
^give:
  %memory = llvm.getelementptr %block[32] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.return %memory : !llvm.ptr
^none:
  llvm.return %null : !llvm.ptr
}

// Free memory that is from here, on whatever thread, in the call or later.
llvm.func @dlc_free_in_call(%memory: !llvm.ptr) {
  %null = llvm.mlir.zero : !llvm.ptr
  %is_there = llvm.icmp "ne" %memory, %null : !llvm.ptr
  llvm.cond_br %is_there, ^look, ^done
^look:
  %block = llvm.getelementptr %memory[-32] : (!llvm.ptr) -> !llvm.ptr, i8
  %list = llvm.load %block {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
  %is_in_call = llvm.icmp "ne" %list, %null : !llvm.ptr
  llvm.cond_br %is_in_call, ^remove, ^free
^remove:
  llvm.call @take_off(%block, %list) : (!llvm.ptr, !llvm.ptr) -> ()
  llvm.br ^free
^free:
  llvm.call @dlc_free(%block) : (!llvm.ptr) -> ()
  llvm.br ^done
^done:
  llvm.return
}

// ---- Lists -----------------------------------------------------------------------------------------------------------

llvm.func internal @put_first(%block: !llvm.ptr, %list: !llvm.ptr) {
  %null = llvm.mlir.zero : !llvm.ptr
  %first_at = llvm.getelementptr %list[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %before_at = llvm.getelementptr %block[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %behind_at = llvm.getelementptr %block[16] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %null, %before_at {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
  llvm.call @lock(%list) : (!llvm.ptr) -> ()
  %second = llvm.load %first_at {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
  llvm.store %second, %behind_at {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
  llvm.store %block, %first_at {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
  %is_second = llvm.icmp "ne" %second, %null : !llvm.ptr
  llvm.cond_br %is_second, ^link, ^done
^link:
  %back = llvm.getelementptr %second[8] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %block, %back {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
  llvm.br ^done
^done:
  llvm.call @unlock(%list) : (!llvm.ptr) -> ()
  llvm.return
}

llvm.func internal @take_off(%block: !llvm.ptr, %list: !llvm.ptr) {
  %null = llvm.mlir.zero : !llvm.ptr
  %first_at = llvm.getelementptr %list[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %before_at = llvm.getelementptr %block[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %behind_at = llvm.getelementptr %block[16] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.call @lock(%list) : (!llvm.ptr) -> ()
  %before = llvm.load %before_at {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
  %behind = llvm.load %behind_at {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
  %is_first = llvm.icmp "eq" %before, %null : !llvm.ptr
  %forward = llvm.getelementptr %before[16] : (!llvm.ptr) -> !llvm.ptr, i8
  %reference = llvm.select %is_first, %first_at, %forward : i1, !llvm.ptr
  llvm.store %behind, %reference {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
  %is_behind = llvm.icmp "ne" %behind, %null : !llvm.ptr
  llvm.cond_br %is_behind, ^link, ^done
^link:
  %back = llvm.getelementptr %behind[8] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %before, %back {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
  llvm.br ^done
^done:
  llvm.call @unlock(%list) : (!llvm.ptr) -> ()
  llvm.return
}

// Take all blocks off a list that only this thread uses any more, and free them if that is asked for.
llvm.func internal @clear(%list: !llvm.ptr, %frees: i1) {
  %null = llvm.mlir.zero : !llvm.ptr
  %first_at = llvm.getelementptr %list[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %first = llvm.load %first_at {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
  llvm.br ^look(%first : !llvm.ptr)
^look(%block: !llvm.ptr):
  %is_left = llvm.icmp "ne" %block, %null : !llvm.ptr
  llvm.cond_br %is_left, ^take, ^done
^take:
  %behind_at = llvm.getelementptr %block[16] : (!llvm.ptr) -> !llvm.ptr, i8
  %behind = llvm.load %behind_at {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
  llvm.store %null, %block {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
  llvm.cond_br %frees, ^free, ^look(%behind : !llvm.ptr)
^free:
  llvm.call @dlc_free(%block) : (!llvm.ptr) -> ()
  llvm.br ^look(%behind : !llvm.ptr)
^done:
  llvm.return
}

llvm.func internal @lock(%list: !llvm.ptr) {
  %no = llvm.mlir.constant(0 : i32) : i32
  %yes = llvm.mlir.constant(1 : i32) : i32
  llvm.br ^try
^try:
  %try = llvm.cmpxchg %list, %no, %yes acquire monotonic : !llvm.ptr, i32
  %is_ours = llvm.extractvalue %try[1] : !llvm.struct<(i32, i1)>
  llvm.cond_br %is_ours, ^done, ^wait
^wait:
  llvm.call @dlc_relax() : () -> ()
  llvm.br ^try
^done:
  llvm.return
}

llvm.func internal @unlock(%list: !llvm.ptr) {
  %no = llvm.mlir.constant(0 : i32) : i32
  llvm.store %no, %list atomic release {alignment = 4 : i64} : i32, !llvm.ptr
  llvm.return
}
