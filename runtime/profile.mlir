// Times of kernels: what `dlc_profile_mark` notes while a profile is taken. The pass `profile-kernels` adds its calls.

// The events: for each a code, and the seconds and nanoseconds of the monotonic clock. The memory is never freed.
llvm.mlir.global external @dlc_profile_events() {addr_space = 0 : i32, alignment = 8 : i64} : !llvm.ptr {
  %nothing = llvm.mlir.zero : !llvm.ptr
  llvm.return %nothing : !llvm.ptr
}

// How many events there is room for: none, unless a profile is taken. And how many there were, with those left out.
llvm.mlir.global external @dlc_profile_room(0 : i64) {addr_space = 0 : i32, alignment = 8 : i64} : i64
llvm.mlir.global external @dlc_profile_count(0 : i64) {addr_space = 0 : i32, alignment = 8 : i64} : i64

llvm.func @clock_gettime(i32, !llvm.ptr) -> i32

// Append an event, on any thread.
llvm.func @dlc_profile_mark(%code: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %three = llvm.mlir.constant(3 : i64) : i64
  %monotonic = llvm.mlir.constant(1 : i32) : i32
  %room_at = llvm.mlir.addressof @dlc_profile_room : !llvm.ptr
  %room = llvm.load %room_at {alignment = 8 : i64} : !llvm.ptr -> i64
  %is_off = llvm.icmp "eq" %room, %zero : i64
  llvm.cond_br %is_off, ^leave, ^count

^count:
  %count_at = llvm.mlir.addressof @dlc_profile_count : !llvm.ptr
  %number = llvm.atomicrmw add %count_at, %one monotonic {alignment = 8 : i64} : !llvm.ptr, i64
  %fits = llvm.icmp "ult" %number, %room : i64
  llvm.cond_br %fits, ^note, ^leave

^note:
  %events_at = llvm.mlir.addressof @dlc_profile_events : !llvm.ptr
  %events = llvm.load %events_at {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
  %place = llvm.mul %number, %three : i64
  %event = llvm.getelementptr %events[%place] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %time = llvm.getelementptr %event[1] : (!llvm.ptr) -> !llvm.ptr, i64
  llvm.store %code, %event {alignment = 8 : i64} : i64, !llvm.ptr
  %status = llvm.call @clock_gettime(%monotonic, %time) : (i32, !llvm.ptr) -> i32
  llvm.br ^leave

^leave:
  llvm.return
}
