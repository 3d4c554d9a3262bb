// What the thread pool asks of Linux on 64-bit Arm.

llvm.func @syscall(i64, ...) -> i64

// A short pause in a loop that waits for another processor.
llvm.func internal @dlc_relax() attributes {always_inline} {
  llvm.inline_asm has_side_effects "isb", "~{memory}" : () -> ()
  llvm.return
}

// A clock that is the same for all processors, in units of its own.
llvm.func internal @dlc_ticks() -> i64 attributes {always_inline} {
  %ticks = llvm.inline_asm has_side_effects "mrs $0, cntvct_el0", "=r" : () -> i64
  llvm.return %ticks : i64
}

// The ticks of a wait that a helper which is not interrupted does not cause: 30 µs.
llvm.func internal @dlc_long_wait() -> i64 attributes {always_inline} {
  %in_a_second = llvm.inline_asm has_side_effects "mrs $0, cntfrq_el0", "=r" : () -> i64
  %place = llvm.mlir.constant(15 : i64) : i64
  %ticks = llvm.lshr %in_a_second, %place : i64
  llvm.return %ticks : i64
}

// Sleep as long as a number is what it is said to be, or shorter: futex(address, FUTEX_WAIT_PRIVATE, expected, null).
llvm.func internal @dlc_sleep(%address: !llvm.ptr, %expected: i32) attributes {no_inline} {
  %futex = llvm.mlir.constant(98 : i64) : i64
  %wait = llvm.mlir.constant(128 : i32) : i32
  %forever = llvm.mlir.zero : !llvm.ptr
  %status = llvm.call @syscall(%futex, %address, %wait, %expected, %forever) vararg(!llvm.func<i64 (i64, ...)>)
    : (i64, !llvm.ptr, i32, i32, !llvm.ptr) -> i64
  llvm.return
}

// Wake threads that sleep there, so many at most: futex(address, FUTEX_WAKE_PRIVATE, count).
llvm.func internal @dlc_wake(%address: !llvm.ptr, %count: i32) attributes {no_inline} {
  %futex = llvm.mlir.constant(98 : i64) : i64
  %wake = llvm.mlir.constant(129 : i32) : i32
  %status = llvm.call @syscall(%futex, %address, %wake, %count) vararg(!llvm.func<i64 (i64, ...)>)
    : (i64, !llvm.ptr, i32, i32) -> i64
  llvm.return
}
