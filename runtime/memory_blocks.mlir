// Memory for compiled programs: C's, but large blocks that are freed are kept for a while, and given out again.
//
// C's `malloc` gives large blocks, and what is free at the end of its memory, back to the system when they are freed.
// The next call gets them as pages that are not there yet, each of which is an interrupt when it is first touched:
// together these may take longer than the call. So a block of `@least` bytes or more is kept when it is freed, as long
// as all that are kept have not more than `dlc_kept_limit` bytes; those kept longest go first.
//
// Each block comes from C's library and is known to it all the time: it may be freed by `free`, and what comes from
// elsewhere may be freed here.
//
// Nobody waits for anybody: whoever finds the list in use asks C itself. So nothing stops where a thread was at work on
// the list when the process forked; the child just keeps no blocks then.

// The most bytes that are kept.
llvm.mlir.global external @dlc_kept_limit(268435456 : i64) {addr_space = 0 : i32, alignment = 8 : i64} : i64

// The bytes that are kept now.
llvm.mlir.global external @dlc_kept_bytes(0 : i64) {addr_space = 0 : i32, alignment = 8 : i64} : i64

// 1 while somebody reads or changes the list.
llvm.mlir.global internal @in_use(0 : i32) {addr_space = 0 : i32, alignment = 64 : i64} : i32

// How many blocks have been kept so far.
llvm.mlir.global internal @count(0 : i64) {addr_space = 0 : i32, alignment = 8 : i64} : i64

// The list: 32 places, each with a block, its bytes, and which number it had among those kept. All are 0 without one.
llvm.mlir.global internal @places() {addr_space = 0 : i32, alignment = 64 : i64} : !llvm.array<32 x struct<(ptr, i64, i64)>> {
  %nothing = llvm.mlir.zero : !llvm.array<32 x struct<(ptr, i64, i64)>>
  llvm.return %nothing : !llvm.array<32 x struct<(ptr, i64, i64)>>
}

llvm.func @malloc(i64) -> !llvm.ptr
llvm.func @aligned_alloc(i64, i64) -> !llvm.ptr
llvm.func @free(!llvm.ptr)
llvm.func @malloc_usable_size(!llvm.ptr) -> i64
llvm.func @madvise(!llvm.ptr, i64, i32) -> i32

// ---- What programs call ----------------------------------------------------------------------------------------------

// Memory of so many bytes, as from `malloc`.
llvm.func @dlc_allocate(%bytes: i64) -> !llvm.ptr {
  %least = llvm.mlir.constant(65536 : i64) : i64
  %is_large = llvm.icmp "uge" %bytes, %least : i64
  llvm.cond_br %is_large, ^large, ^small
^small:
  %block = llvm.call @malloc(%bytes) : (i64) -> !llvm.ptr
  llvm.return %block : !llvm.ptr
^large:
  %found = llvm.call @allocate_large(%bytes) : (i64) -> !llvm.ptr
  llvm.return %found : !llvm.ptr
}

// Free memory that is from here or from `malloc`.
llvm.func @dlc_free(%block: !llvm.ptr) {
  %least = llvm.mlir.constant(65536 : i64) : i64
  %bytes = llvm.call @malloc_usable_size(%block) : (!llvm.ptr) -> i64
  %is_large = llvm.icmp "uge" %bytes, %least : i64
  llvm.cond_br %is_large, ^large, ^small
^small:
  llvm.call @free(%block) : (!llvm.ptr) -> ()
  llvm.return
^large:
  llvm.call @free_large(%block, %bytes) : (!llvm.ptr, i64) -> ()
  llvm.return
}

// ---- Large blocks ----------------------------------------------------------------------------------------------------

llvm.func internal @allocate_large(%bytes: i64) -> !llvm.ptr {
  %null = llvm.mlir.zero : !llvm.ptr
  %is_ours = llvm.call @begin() : () -> i1
  llvm.cond_br %is_ours, ^look, ^fresh
^look:
  %kept = llvm.call @take(%bytes) : (i64) -> !llvm.ptr
  llvm.call @end() : () -> ()
  %is_there = llvm.icmp "ne" %kept, %null : !llvm.ptr
  llvm.cond_br %is_there, ^give(%kept : !llvm.ptr), ^fresh
^fresh:
  %made = llvm.call @fresh(%bytes) : (i64) -> !llvm.ptr
  llvm.br ^give(%made : !llvm.ptr)
^give(%block: !llvm.ptr):
  llvm.return %block : !llvm.ptr
}

llvm.func internal @free_large(%block: !llvm.ptr, %bytes: i64) {
  %limit_at = llvm.mlir.addressof @dlc_kept_limit : !llvm.ptr
  %limit = llvm.load %limit_at {alignment = 8 : i64} : !llvm.ptr -> i64
  %may_be_kept = llvm.icmp "ule" %bytes, %limit : i64
  llvm.cond_br %may_be_kept, ^try, ^free
^try:
  %is_ours = llvm.call @begin() : () -> i1
  llvm.cond_br %is_ours, ^keep, ^free
^keep:
  llvm.call @keep(%block, %bytes, %limit) : (!llvm.ptr, i64, i64) -> ()
  llvm.call @end() : () -> ()
  llvm.return
^free:
  llvm.call @free(%block) : (!llvm.ptr) -> ()
  llvm.return
}

// New memory, from the beginning of a cache line on: a vector that is in two lines takes twice as long to be written.
// The size need not be a multiple of that for the libraries of Linux. Of 4 MiB and more, the system is asked to make the
// pages large: there are fewer interrupts then, and addresses are found sooner. (14: MADV_HUGEPAGE; it does no harm if
// that fails.)
llvm.func internal @fresh(%bytes: i64) -> !llvm.ptr {
  %many = llvm.mlir.constant(4194304 : i64) : i64
  %advice = llvm.mlir.constant(14 : i32) : i32
  %page = llvm.mlir.constant(4096 : i64) : i64
  %whole = llvm.mlir.constant(-4096 : i64) : i64
  %null = llvm.mlir.zero : !llvm.ptr
  %line = llvm.mlir.constant(64 : i64) : i64
  %block = llvm.call @aligned_alloc(%line, %bytes) : (i64, i64) -> !llvm.ptr
  %is_there = llvm.icmp "ne" %block, %null : !llvm.ptr
  %is_huge = llvm.icmp "uge" %bytes, %many : i64
  %is_both = llvm.and %is_there, %is_huge : i1
  llvm.cond_br %is_both, ^advise, ^done
^advise:
  %next = llvm.getelementptr %block[4095] : (!llvm.ptr) -> !llvm.ptr, i8
  %start = llvm.intr.ptrmask %next, %whole : (!llvm.ptr, i64) -> !llvm.ptr
  %rest = llvm.sub %bytes, %page : i64
  %status = llvm.call @madvise(%start, %rest, %advice) : (!llvm.ptr, i64, i32) -> i32
  llvm.br ^done
^done:
  llvm.return %block : !llvm.ptr
}

// ---- The list, for one at a time -------------------------------------------------------------------------------------

// Take hold of the list; false, if somebody else has it.
llvm.func internal @begin() -> i1 {
  %in_use = llvm.mlir.addressof @in_use : !llvm.ptr
  %no = llvm.mlir.constant(0 : i32) : i32
  %yes = llvm.mlir.constant(1 : i32) : i32
  %try = llvm.cmpxchg %in_use, %no, %yes acquire monotonic : !llvm.ptr, i32
  %is_ours = llvm.extractvalue %try[1] : !llvm.struct<(i32, i1)>
  llvm.return %is_ours : i1
}

llvm.func internal @end() {
  %in_use = llvm.mlir.addressof @in_use : !llvm.ptr
  %no = llvm.mlir.constant(0 : i32) : i32
  llvm.store %no, %in_use atomic release {alignment = 4 : i64} : i32, !llvm.ptr
  llvm.return
}

// The smallest block of so many bytes or up to a quarter more, which is not kept any longer; null, if there is none.
llvm.func internal @take(%bytes: i64) -> !llvm.ptr {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %two = llvm.mlir.constant(2 : i64) : i64
  %places = llvm.mlir.constant(32 : i64) : i64
  %quarter = llvm.lshr %bytes, %two : i64
  %most = llvm.add %bytes, %quarter : i64
  %enough = llvm.add %most, %one : i64
  llvm.br ^look(%zero, %places, %enough : i64, i64, i64)
^look(%place: i64, %best: i64, %best_bytes: i64):
  %at = llvm.call @place(%place) : (i64) -> !llvm.ptr
  %bytes_at = llvm.getelementptr %at[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %found = llvm.load %bytes_at {alignment = 8 : i64} : !llvm.ptr -> i64
  %is_enough = llvm.icmp "uge" %found, %bytes : i64
  %is_less = llvm.icmp "ult" %found, %best_bytes : i64
  %is_better = llvm.and %is_enough, %is_less : i1
  %better = llvm.select %is_better, %place, %best : i1, i64
  %better_bytes = llvm.select %is_better, %found, %best_bytes : i1, i64
  %next = llvm.add %place, %one : i64
  %is_left = llvm.icmp "ult" %next, %places : i64
  llvm.cond_br %is_left, ^look(%next, %better, %better_bytes : i64, i64, i64), ^done
^done:
  %is_there = llvm.icmp "ult" %better, %places : i64
  llvm.cond_br %is_there, ^take, ^none
^take:
  %block = llvm.call @empty(%better) : (i64) -> !llvm.ptr
  llvm.return %block : !llvm.ptr
^none:
  %null = llvm.mlir.zero : !llvm.ptr
  llvm.return %null : !llvm.ptr
}

// Keep a block, which has no more bytes than the limit. Others may have to go for it.
llvm.func internal @keep(%block: !llvm.ptr, %bytes: i64, %limit: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %kept_bytes = llvm.mlir.addressof @dlc_kept_bytes : !llvm.ptr
  %count_at = llvm.mlir.addressof @count : !llvm.ptr
  %room = llvm.sub %limit, %bytes : i64
  llvm.br ^room
^room:
  %kept = llvm.load %kept_bytes {alignment = 8 : i64} : !llvm.ptr -> i64
  %is_room = llvm.icmp "ule" %kept, %room : i64
  llvm.cond_br %is_room, ^place, ^drop
^drop:
  // Without a block, the number less 1 is the largest there is.
  %first = llvm.call @oldest(%one) : (i64) -> i64
  %dropped = llvm.call @empty(%first) : (i64) -> !llvm.ptr
  llvm.call @free(%dropped) : (!llvm.ptr) -> ()
  llvm.br ^room
^place:
  %place = llvm.call @oldest(%zero) : (i64) -> i64
  %displaced = llvm.call @empty(%place) : (i64) -> !llvm.ptr
  llvm.call @free(%displaced) : (!llvm.ptr) -> ()
  %at = llvm.call @place(%place) : (i64) -> !llvm.ptr
  %bytes_at = llvm.getelementptr %at[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %number_at = llvm.getelementptr %at[2] : (!llvm.ptr) -> !llvm.ptr, i64
  %count = llvm.load %count_at {alignment = 8 : i64} : !llvm.ptr -> i64
  %number = llvm.add %count, %one : i64
  %before = llvm.load %kept_bytes {alignment = 8 : i64} : !llvm.ptr -> i64
  %after = llvm.add %before, %bytes : i64
  llvm.store %block, %at {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
  llvm.store %bytes, %bytes_at {alignment = 8 : i64} : i64, !llvm.ptr
  llvm.store %number, %number_at {alignment = 8 : i64} : i64, !llvm.ptr
  llvm.store %number, %count_at {alignment = 8 : i64} : i64, !llvm.ptr
  llvm.store %after, %kept_bytes {alignment = 8 : i64} : i64, !llvm.ptr
  llvm.return
}

// The place with the smallest number, where `less` is taken from each.
llvm.func internal @oldest(%less: i64) -> i64 {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %largest = llvm.mlir.constant(-1 : i64) : i64
  %places = llvm.mlir.constant(32 : i64) : i64
  llvm.br ^look(%zero, %zero, %largest : i64, i64, i64)
^look(%place: i64, %best: i64, %best_number: i64):
  %at = llvm.call @place(%place) : (i64) -> !llvm.ptr
  %number_at = llvm.getelementptr %at[2] : (!llvm.ptr) -> !llvm.ptr, i64
  %number = llvm.load %number_at {alignment = 8 : i64} : !llvm.ptr -> i64
  %compared = llvm.sub %number, %less : i64
  %is_better = llvm.icmp "ult" %compared, %best_number : i64
  %better = llvm.select %is_better, %place, %best : i1, i64
  %better_number = llvm.select %is_better, %compared, %best_number : i1, i64
  %next = llvm.add %place, %one : i64
  %is_left = llvm.icmp "ult" %next, %places : i64
  llvm.cond_br %is_left, ^look(%next, %better, %better_number : i64, i64, i64), ^done
^done:
  llvm.return %better : i64
}

// Take a block out of its place; null, if there is none.
llvm.func internal @empty(%place: i64) -> !llvm.ptr {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %null = llvm.mlir.zero : !llvm.ptr
  %kept_bytes = llvm.mlir.addressof @dlc_kept_bytes : !llvm.ptr
  %at = llvm.call @place(%place) : (i64) -> !llvm.ptr
  %bytes_at = llvm.getelementptr %at[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %number_at = llvm.getelementptr %at[2] : (!llvm.ptr) -> !llvm.ptr, i64
  %block = llvm.load %at {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
  %bytes = llvm.load %bytes_at {alignment = 8 : i64} : !llvm.ptr -> i64
  %before = llvm.load %kept_bytes {alignment = 8 : i64} : !llvm.ptr -> i64
  %after = llvm.sub %before, %bytes : i64
  llvm.store %null, %at {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
  llvm.store %zero, %bytes_at {alignment = 8 : i64} : i64, !llvm.ptr
  llvm.store %zero, %number_at {alignment = 8 : i64} : i64, !llvm.ptr
  llvm.store %after, %kept_bytes {alignment = 8 : i64} : i64, !llvm.ptr
  llvm.return %block : !llvm.ptr
}

llvm.func internal @place(%number: i64) -> !llvm.ptr {
  %places = llvm.mlir.addressof @places : !llvm.ptr
  %at = llvm.getelementptr %places[%number] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.struct<(ptr, i64, i64)>
  llvm.return %at : !llvm.ptr
}
