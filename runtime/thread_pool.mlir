// The threads that share the iterations of parallel loops, and what becomes of a program that fails.
//
// `dlc_parallel_for` runs a body over a range of numbers, chunk by chunk: the caller takes chunks, and so do threads
// that wait for work. Each thread has a part of the range, from which it takes chunks first, and then takes some of the
// others'. So the same thread computes the same part of what one loop after the other computes, and finds it in its
// cache. There is one job at a time. Who calls while one is going on, on another thread or from inside of
// a body, runs all of its own loop alone. So do loops that are not worth sharing, which do not touch the pool at all.
//
// Nobody waits for a thread that has not begun: a thread *joins* a job that is open, and the caller, when no chunk is
// left, closes it and waits for those that joined. A thread that wakes up late finds it closed and goes back to sleep.
// Hence a pool whose threads are gone (in the child of a fork) stops nobody; it only has to be set up anew.
//
// A thread that has joined may be interrupted, on a machine that is busy, and then the caller waits for it. If it waits
// longer than it has worked, sharing was slower than working alone, so loops run alone for some time: eight times as
// long as the wait. However busy a machine is, helpers cost an eighth of the time or so. Some microseconds are no such
// wait: the end of a short loop is uneven on a machine that has nothing else to do, and a long one may follow.
//
// Waiting is spinning for some time, then sleeping in the kernel (futex). The numbers that many threads look at lie on
// cache lines of their own, two apart, because processors fetch lines in pairs.
//
// Another library in this process may have threads that spin as well, on the same processors. Then `dlc_pool_share_by`
// makes its threads work for us, too: jobs of the thread that it names are given to the *team* of that library.
//
// `dlc_relax`, `dlc_ticks`, `dlc_long_wait`, `dlc_sleep` and `dlc_wake` differ from one machine to another: `linux_<architecture>.mlir`.

// How often a thread looks for work, or for the end of a job, before it sleeps: in the order of 100 µs.
llvm.mlir.global external @dlc_pool_spins(4000 : i32) {addr_space = 0 : i32, alignment = 128 : i64} : i32

// When loops may be shared again, in ticks; 0 if they may. Whoever has the pool writes it.
llvm.mlir.global external @dlc_pool_alone_until(0 : i64) {addr_space = 0 : i32, alignment = 128 : i64} : i64

// 1 while a job is going on: who sets it owns everything below.
llvm.mlir.global internal @busy(0 : i32) {addr_space = 0 : i32, alignment = 128 : i64} : i32

// Counts the jobs. Threads wait for it to change.
llvm.mlir.global internal @signal(0 : i32) {addr_space = 0 : i32, alignment = 128 : i64} : i32

// How many threads sleep until the signal changes.
llvm.mlir.global internal @sleepers(0 : i32) {addr_space = 0 : i32, alignment = 128 : i64} : i32

// Of the current job. Bits 0 to 14: how many threads are in it. Bit 15: the caller sleeps until there are none.
// Bits 16 to 29: how many may be. Bit 30: it is open.
llvm.mlir.global internal @state(0 : i32) {addr_space = 0 : i32, alignment = 128 : i64} : i32

// The first iteration of each part of the job that nobody has taken.
llvm.mlir.global internal @next() {addr_space = 0 : i32, alignment = 128 : i64} : !llvm.array<1024 x array<16 x i64>> {
  %nothing = llvm.mlir.zero : !llvm.array<1024 x array<16 x i64>>
  llvm.return %nothing : !llvm.array<1024 x array<16 x i64>>
}

// What the job is: body, context, number of iterations, the fewest in a chunk, the list of the caller's memory, and the
// number of parts, one for each thread.
llvm.mlir.global internal @job() {addr_space = 0 : i32, alignment = 128 : i64} : !llvm.struct<(ptr, ptr, i64, i64, ptr, i64)> {
  %nothing = llvm.mlir.zero : !llvm.struct<(ptr, ptr, i64, i64, ptr, i64)>
  llvm.return %nothing : !llvm.struct<(ptr, ptr, i64, i64, ptr, i64)>
}

// The team of another library: the function that makes it work, one that returns how many threads it has, the thread and
// the process whose team it is. The first one is null if there is no team.
llvm.mlir.global internal @team() {addr_space = 0 : i32, alignment = 8 : i64} : !llvm.struct<(ptr, ptr, i64, i32)> {
  %nothing = llvm.mlir.zero : !llvm.struct<(ptr, ptr, i64, i32)>
  llvm.return %nothing : !llvm.struct<(ptr, ptr, i64, i32)>
}

// Whether a thread has failed in the job, and the message of the first one: where it begins, how many bytes it has.
llvm.mlir.global internal @has_failed(0 : i32) {addr_space = 0 : i32, alignment = 4 : i64} : i32
llvm.mlir.global internal @failure() {addr_space = 0 : i32, alignment = 8 : i64} : !llvm.struct<(ptr, i64)> {
  %nothing = llvm.mlir.zero : !llvm.struct<(ptr, i64)>
  llvm.return %nothing : !llvm.struct<(ptr, i64)>
}

// The process that the threads belong to; -1 while the pool is set up for another.
llvm.mlir.global internal @owner(0 : i32) {addr_space = 0 : i32, alignment = 4 : i64} : i32

// How many threads there are.
llvm.mlir.global internal @workers(0 : i32) {addr_space = 0 : i32, alignment = 4 : i64} : i32

// Where each thread keeps what catches its failures.
llvm.mlir.global internal @catcher(0 : i32) {addr_space = 0 : i32, alignment = 4 : i64} : i32

llvm.func @pthread_key_create(!llvm.ptr, !llvm.ptr) -> i32
llvm.func @pthread_getspecific(i32) -> !llvm.ptr
llvm.func @pthread_setspecific(i32, !llvm.ptr) -> i32
llvm.func @pthread_create(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
llvm.func @pthread_detach(i64) -> i32
llvm.func @pthread_sigmask(i32, !llvm.ptr, !llvm.ptr) -> i32
llvm.func @sigfillset(!llvm.ptr) -> i32
llvm.func @pthread_self() -> i64
llvm.func @getpid() -> i32
llvm.func @abort() attributes {passthrough = ["noreturn"]}
llvm.func @write(i32, !llvm.ptr, i64) -> i64
llvm.func @_setjmp(!llvm.ptr) -> i32 attributes {passthrough = ["returns_twice"]}
llvm.func @longjmp(!llvm.ptr, i32) attributes {passthrough = ["noreturn"]}

// ---- Sharing ---------------------------------------------------------------------------------------------------------

// Run body(context, begin, end) on chunks of 0 .. count, on at most so many threads, with `grain` iterations or more in
// each but the last. Chunks become smaller and smaller, half of what is left of a part: so the threads end together,
// whatever one of them is interrupted by, and yet there are few chunks.
llvm.func @dlc_parallel_for(%body: !llvm.ptr, %context: !llvm.ptr, %count: i64, %grain: i64, %threads: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %is_some = llvm.icmp "sgt" %count, %zero : i64
  llvm.cond_br %is_some, ^begin, ^done
^begin:
  %least = llvm.intr.smax(%grain, %one) : (i64, i64) -> i64
  %more = llvm.intr.smax(%threads, %one) : (i64, i64) -> i64
  %most_threads = llvm.mlir.constant(1024 : i64) : i64
  %at_most = llvm.intr.smin(%more, %most_threads) : (i64, i64) -> i64
  %last = llvm.sub %count, %one : i64
  %others = llvm.udiv %last, %least : i64
  %useful = llvm.sub %at_most, %one : i64
  %wanted = llvm.intr.smin(%others, %useful) : (i64, i64) -> i64
  %is_shared = llvm.icmp "sgt" %wanted, %zero : i64
  llvm.cond_br %is_shared, ^claim, ^alone
^claim:
  %is_late = llvm.call @are_helpers_late() : () -> i1
  llvm.cond_br %is_late, ^alone, ^take
^take:
  %helpers = llvm.trunc %wanted : i64 to i32
  %is_claimed = llvm.call @claim() : () -> i1
  llvm.cond_br %is_claimed, ^share, ^alone
^share:
  llvm.call @share(%body, %context, %count, %least, %helpers) : (!llvm.ptr, !llvm.ptr, i64, i64, i32) -> ()
  llvm.br ^done
^alone:
  llvm.call %body(%context, %zero, %count) : !llvm.ptr, (!llvm.ptr, i64, i64) -> ()
  llvm.br ^done
^done:
  llvm.return
}

// Whether loops run alone because helpers were late. A clock that has been set back is not waited for, and the helpers
// of the process that forked this one are not those that it has.
llvm.func internal @are_helpers_late() -> i1 {
  %until_at = llvm.mlir.addressof @dlc_pool_alone_until : !llvm.ptr
  %zero = llvm.mlir.constant(0 : i64) : i64
  %no = llvm.mlir.constant(false) : i1
  %most = llvm.mlir.constant(0xFFFFFFFF : i64) : i64
  %until = llvm.load %until_at atomic monotonic {alignment = 8 : i64} : !llvm.ptr -> i64
  %is_set = llvm.icmp "ne" %until, %zero : i64
  llvm.cond_br %is_set, ^compare, ^over
^compare:
  %now = llvm.call @dlc_ticks() : () -> i64
  %left = llvm.sub %until, %now : i64
  %is_late = llvm.icmp "ult" %left, %most : i64
  llvm.cond_br %is_late, ^whose, ^over
^whose:
  %owner_at = llvm.mlir.addressof @owner : !llvm.ptr
  %owner = llvm.load %owner_at atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
  %process = llvm.call @getpid() : () -> i32
  %is_ours = llvm.icmp "eq" %owner, %process : i32
  llvm.return %is_ours : i1
^over:
  llvm.return %no : i1
}

// Take hold of the pool; false, if somebody else has it. In another process than before, there are no threads yet.
llvm.func internal @claim() -> i1 attributes {no_inline} {
  %owner = llvm.mlir.addressof @owner : !llvm.ptr
  %busy = llvm.mlir.addressof @busy : !llvm.ptr
  %free = llvm.mlir.constant(0 : i32) : i32
  %taken = llvm.mlir.constant(1 : i32) : i32
  %nobody = llvm.mlir.constant(-1 : i32) : i32
  %no = llvm.mlir.constant(false) : i1
  %this = llvm.call @getpid() : () -> i32
  %known = llvm.load %owner atomic acquire {alignment = 4 : i64} : !llvm.ptr -> i32
  %is_ours = llvm.icmp "eq" %known, %this : i32
  llvm.cond_br %is_ours, ^take, ^inherit
^inherit:
  %is_set_up = llvm.icmp "eq" %known, %nobody : i32
  llvm.cond_br %is_set_up, ^refuse, ^adopt
^adopt:
  %try = llvm.cmpxchg %owner, %known, %nobody acq_rel monotonic : !llvm.ptr, i32
  %is_adopted = llvm.extractvalue %try[1] : !llvm.struct<(i32, i1)>
  llvm.cond_br %is_adopted, ^reset, ^refuse
^reset:
  %state = llvm.mlir.addressof @state : !llvm.ptr
  %sleepers = llvm.mlir.addressof @sleepers : !llvm.ptr
  %workers = llvm.mlir.addressof @workers : !llvm.ptr
  llvm.store %free, %busy atomic monotonic {alignment = 4 : i64} : i32, !llvm.ptr
  llvm.store %free, %state atomic monotonic {alignment = 4 : i64} : i32, !llvm.ptr
  llvm.store %free, %sleepers atomic monotonic {alignment = 4 : i64} : i32, !llvm.ptr
  llvm.store %free, %workers {alignment = 4 : i64} : i32, !llvm.ptr
  llvm.store %this, %owner atomic release {alignment = 4 : i64} : i32, !llvm.ptr
  llvm.br ^take
^take:
  %seen = llvm.load %busy atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
  %is_free = llvm.icmp "eq" %seen, %free : i32
  llvm.cond_br %is_free, ^exchange, ^refuse
^exchange:
  %old = llvm.cmpxchg %busy, %free, %taken acquire monotonic : !llvm.ptr, i32
  %success = llvm.extractvalue %old[1] : !llvm.struct<(i32, i1)>
  llvm.return %success : i1
^refuse:
  llvm.return %no : i1
}

// Run a job with so many helpers. The pool is ours, and is given back in the end, also if a thread fails.
llvm.func internal @share(
    %body: !llvm.ptr, %context: !llvm.ptr, %count: i64, %least: i64, %helpers: i32
) attributes {no_inline} {
  %busy = llvm.mlir.addressof @busy : !llvm.ptr
  %state = llvm.mlir.addressof @state : !llvm.ptr
  %signal = llvm.mlir.addressof @signal : !llvm.ptr
  %sleepers = llvm.mlir.addressof @sleepers : !llvm.ptr
  %job = llvm.mlir.addressof @job : !llvm.ptr
  %has_failed = llvm.mlir.addressof @has_failed : !llvm.ptr
  %none = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %size = llvm.call @size_of_team() : () -> i32
  %has_team = llvm.icmp "sgt" %size, %helpers : i32
  llvm.cond_br %has_team, ^describe, ^start
^start:
  llvm.call @start_workers(%helpers) : (i32) -> ()
  llvm.br ^describe
^describe:
  %job_context = llvm.getelementptr %job[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, ptr, i64, i64, ptr, i64)>
  %job_count = llvm.getelementptr %job[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, ptr, i64, i64, ptr, i64)>
  %job_least = llvm.getelementptr %job[0, 3] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, ptr, i64, i64, ptr, i64)>
  %job_list = llvm.getelementptr %job[0, 4] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, ptr, i64, i64, ptr, i64)>
  %job_parts = llvm.getelementptr %job[0, 5] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, ptr, i64, i64, ptr, i64)>
  %list = llvm.call @list_of_call() : () -> !llvm.ptr
  llvm.store %body, %job {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
  llvm.store %context, %job_context {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
  llvm.store %count, %job_count {alignment = 8 : i64} : i64, !llvm.ptr
  llvm.store %least, %job_least {alignment = 8 : i64} : i64, !llvm.ptr
  %helpers_long = llvm.zext %helpers : i32 to i64
  %one_long = llvm.mlir.constant(1 : i64) : i64
  %parts = llvm.add %helpers_long, %one_long : i64
  llvm.store %parts, %job_parts {alignment = 8 : i64} : i64, !llvm.ptr
  llvm.store %list, %job_list {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
  llvm.store %none, %has_failed atomic monotonic {alignment = 4 : i64} : i32, !llvm.ptr
  llvm.call @divide(%count, %least, %parts) : (i64, i64, i64) -> ()
  llvm.cond_br %has_team, ^team, ^open
^team:
  llvm.call @work_in_team(%size, %helpers) : (i32, i32) -> ()
  llvm.br ^ended

^open:
  // Open, then signal. A thread that goes to sleep counts itself first and looks at the signal again afterwards: either
  // it is seen here, or it sees the signal.
  %limit_place = llvm.mlir.constant(16 : i32) : i32
  %limit = llvm.shl %helpers, %limit_place : i32
  %open_bit = llvm.mlir.constant(0x40000000 : i32) : i32
  %opened = llvm.or %limit, %open_bit : i32
  llvm.store %opened, %state atomic release {alignment = 4 : i64} : i32, !llvm.ptr
  %before = llvm.atomicrmw add %signal, %one seq_cst : !llvm.ptr, i32
  %asleep = llvm.load %sleepers atomic seq_cst {alignment = 4 : i64} : !llvm.ptr -> i32
  %is_any_asleep = llvm.icmp "sgt" %asleep, %none : i32
  llvm.cond_br %is_any_asleep, ^wake, ^work
^wake:
  llvm.call @dlc_wake(%signal, %helpers) : (!llvm.ptr, i32) -> ()
  llvm.br ^work
^work:
  %begun = llvm.call @dlc_ticks() : () -> i64
  %caller = llvm.mlir.constant(0 : i64) : i64
  llvm.call @work(%caller) : (i64) -> ()
  %finished = llvm.call @dlc_ticks() : () -> i64
  %closed_mask = llvm.mlir.constant(0xBFFFFFFF : i32) : i32
  %last = llvm.atomicrmw _and %state, %closed_mask acq_rel : !llvm.ptr, i32
  llvm.call @wait_for_helpers() : () -> ()
  %ended = llvm.call @dlc_ticks() : () -> i64
  llvm.call @judge_helpers(%begun, %finished, %ended) : (i64, i64, i64) -> ()
  llvm.br ^ended
^ended:
  %failed = llvm.load %has_failed atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
  %is_fine = llvm.icmp "eq" %failed, %none : i32
  llvm.cond_br %is_fine, ^give_back, ^fail
^fail:
  %failure_at = llvm.mlir.addressof @failure : !llvm.ptr
  %failure = llvm.load %failure_at {alignment = 8 : i64} : !llvm.ptr -> !llvm.struct<(ptr, i64)>
  %message = llvm.extractvalue %failure[0] : !llvm.struct<(ptr, i64)>
  %length = llvm.extractvalue %failure[1] : !llvm.struct<(ptr, i64)>
  llvm.store %none, %busy atomic release {alignment = 4 : i64} : i32, !llvm.ptr
  llvm.call @dlc_fail(%message, %length) : (!llvm.ptr, i64) -> ()
  llvm.unreachable
^give_back:
  llvm.store %none, %busy atomic release {alignment = 4 : i64} : i32, !llvm.ptr
  llvm.br ^done
^done:
  llvm.return
}

// How many iterations each part has, except that the last ones may have fewer or none.
llvm.func internal @size_of_part(%count: i64, %least: i64, %parts: i64) -> i64 attributes {always_inline} {
  %one = llvm.mlir.constant(1 : i64) : i64
  %last = llvm.sub %count, %one : i64
  %others = llvm.udiv %last, %parts : i64
  %equal = llvm.add %others, %one : i64
  %size = llvm.intr.smax(%equal, %least) : (i64, i64) -> i64
  llvm.return %size : i64
}

// Let nobody have taken anything of so many parts of 0 .. count.
llvm.func internal @divide(%count: i64, %least: i64, %parts: i64) {
  %next = llvm.mlir.addressof @next : !llvm.ptr
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %size = llvm.call @size_of_part(%count, %least, %parts) : (i64, i64, i64) -> i64
  llvm.br ^head(%zero : i64)
^head(%part: i64):
  %is_left = llvm.icmp "ult" %part, %parts : i64
  llvm.cond_br %is_left, ^body, ^done
^body:
  %place = llvm.getelementptr %next[0, %part, 0] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<1024 x array<16 x i64>>
  %begin = llvm.mul %part, %size : i64
  llvm.store %begin, %place atomic monotonic {alignment = 8 : i64} : i64, !llvm.ptr
  %following = llvm.add %part, %one : i64
  llvm.br ^head(%following : i64)
^done:
  llvm.return
}

// Let loops run alone for some time if the caller has waited for helpers long, and longer than it has worked.
llvm.func internal @judge_helpers(%begun: i64, %finished: i64, %ended: i64) {
  %until_at = llvm.mlir.addressof @dlc_pool_alone_until : !llvm.ptr
  %zero = llvm.mlir.constant(0 : i64) : i64
  %eight = llvm.mlir.constant(8 : i64) : i64
  %most = llvm.mlir.constant(0xFFFFFFF : i64) : i64
  %worked = llvm.sub %finished, %begun : i64
  %waited = llvm.sub %ended, %finished : i64
  %long = llvm.call @dlc_long_wait() : () -> i64
  %tolerated = llvm.intr.umax(%worked, %long) : (i64, i64) -> i64
  %is_late = llvm.icmp "ugt" %waited, %tolerated : i64
  %limited = llvm.intr.umin(%waited, %most) : (i64, i64) -> i64
  %period = llvm.mul %limited, %eight : i64
  %later = llvm.add %ended, %period : i64
  %until = llvm.select %is_late, %later, %zero : i1, i64
  llvm.store %until, %until_at atomic monotonic {alignment = 8 : i64} : i64, !llvm.ptr
  llvm.return
}

// Wait until nobody is in the job, which is closed.
llvm.func internal @wait_for_helpers() {
  %state = llvm.mlir.addressof @state : !llvm.ptr
  %spins_at = llvm.mlir.addressof @dlc_pool_spins : !llvm.ptr
  %none = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %count_mask = llvm.mlir.constant(0x7FFF : i32) : i32
  %waiting_bit = llvm.mlir.constant(0x8000 : i32) : i32
  %spins = llvm.load %spins_at {alignment = 4 : i64} : !llvm.ptr -> i32
  llvm.br ^look(%spins : i32)
^look(%left: i32):
  %seen = llvm.load %state atomic acquire {alignment = 4 : i64} : !llvm.ptr -> i32
  %inside = llvm.and %seen, %count_mask : i32
  %is_over = llvm.icmp "eq" %inside, %none : i32
  llvm.cond_br %is_over, ^done, ^more
^more:
  %may_spin = llvm.icmp "sgt" %left, %none : i32
  llvm.cond_br %may_spin, ^spin, ^prepare
^spin:
  llvm.call @dlc_relax() : () -> ()
  %fewer = llvm.sub %left, %one : i32
  llvm.br ^look(%fewer : i32)
^prepare:
  %marked = llvm.or %seen, %waiting_bit : i32
  %try = llvm.cmpxchg %state, %seen, %marked acq_rel monotonic : !llvm.ptr, i32
  %is_marked = llvm.extractvalue %try[1] : !llvm.struct<(i32, i1)>
  llvm.cond_br %is_marked, ^sleep, ^look(%none : i32)
^sleep:
  llvm.call @dlc_sleep(%state, %marked) : (!llvm.ptr, i32) -> ()
  llvm.br ^look(%none : i32)
^done:
  llvm.return
}

// Take chunks until none is left, those of one part first: the caller has the first one. If a chunk fails, the others
// are left, and the first message is kept.
llvm.func internal @work(%own: i64) {
  %one = llvm.mlir.constant(1 : i64) : i64
  %no = llvm.mlir.constant(0 : i32) : i32
  %yes = llvm.mlir.constant(1 : i32) : i32
  %passed = llvm.inttoptr %own : i64 to !llvm.ptr
  %take = llvm.mlir.addressof @take_chunks : !llvm.ptr
  %own_failure = llvm.alloca %one x !llvm.struct<(ptr, i64)> {alignment = 8 : i64} : (i64) -> !llvm.ptr
  %job = llvm.mlir.addressof @job : !llvm.ptr
  %list_at = llvm.getelementptr %job[0, 4] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, ptr, i64, i64, ptr, i64)>
  %list = llvm.load %list_at {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
  %status = llvm.call @catch(%take, %passed, %own_failure, %list)
    : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
  %is_fine = llvm.icmp "eq" %status, %no : i32
  llvm.cond_br %is_fine, ^done, ^failed
^failed:
  llvm.call @leave_chunks() : () -> ()
  %has_failed = llvm.mlir.addressof @has_failed : !llvm.ptr
  %try = llvm.cmpxchg %has_failed, %no, %yes acq_rel monotonic : !llvm.ptr, i32
  %is_first = llvm.extractvalue %try[1] : !llvm.struct<(i32, i1)>
  llvm.cond_br %is_first, ^keep, ^done
^keep:
  %failure = llvm.mlir.addressof @failure : !llvm.ptr
  %what = llvm.load %own_failure {alignment = 8 : i64} : !llvm.ptr -> !llvm.struct<(ptr, i64)>
  llvm.store %what, %failure {alignment = 8 : i64} : !llvm.struct<(ptr, i64)>, !llvm.ptr
  llvm.br ^done
^done:
  llvm.return
}

// Let nobody take further chunks.
llvm.func internal @leave_chunks() attributes {no_inline} {
  %next = llvm.mlir.addressof @next : !llvm.ptr
  %job = llvm.mlir.addressof @job : !llvm.ptr
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %far = llvm.mlir.constant(0x3FFFFFFFFFFFFFFF : i64) : i64
  %parts_at = llvm.getelementptr %job[0, 5] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, ptr, i64, i64, ptr, i64)>
  %parts = llvm.load %parts_at {alignment = 8 : i64} : !llvm.ptr -> i64
  llvm.br ^head(%zero : i64)
^head(%part: i64):
  %is_left = llvm.icmp "ult" %part, %parts : i64
  llvm.cond_br %is_left, ^body, ^done
^body:
  %place = llvm.getelementptr %next[0, %part, 0] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<1024 x array<16 x i64>>
  llvm.store %far, %place atomic monotonic {alignment = 8 : i64} : i64, !llvm.ptr
  %following = llvm.add %part, %one : i64
  llvm.br ^head(%following : i64)
^done:
  llvm.return
}

llvm.func internal @take_chunks(%passed: !llvm.ptr) {
  %job_at = llvm.mlir.addressof @job : !llvm.ptr
  %next = llvm.mlir.addressof @next : !llvm.ptr
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %two = llvm.mlir.constant(2 : i64) : i64
  %job = llvm.load %job_at {alignment = 8 : i64} : !llvm.ptr -> !llvm.struct<(ptr, ptr, i64, i64, ptr, i64)>
  %body = llvm.extractvalue %job[0] : !llvm.struct<(ptr, ptr, i64, i64, ptr, i64)>
  %context = llvm.extractvalue %job[1] : !llvm.struct<(ptr, ptr, i64, i64, ptr, i64)>
  %count = llvm.extractvalue %job[2] : !llvm.struct<(ptr, ptr, i64, i64, ptr, i64)>
  %least = llvm.extractvalue %job[3] : !llvm.struct<(ptr, ptr, i64, i64, ptr, i64)>
  %parts = llvm.extractvalue %job[5] : !llvm.struct<(ptr, ptr, i64, i64, ptr, i64)>
  %size = llvm.call @size_of_part(%count, %least, %parts) : (i64, i64, i64) -> i64
  %own = llvm.ptrtoint %passed : !llvm.ptr to i64
  %first_part = llvm.urem %own, %parts : i64
  llvm.br ^visit(%first_part, %zero : i64, i64)
^visit(%part: i64, %visited: i64):
  %is_any_left = llvm.icmp "ult" %visited, %parts : i64
  llvm.cond_br %is_any_left, ^enter, ^done
^enter:
  %place = llvm.getelementptr %next[0, %part, 0] : (!llvm.ptr, i64) -> !llvm.ptr, !llvm.array<1024 x array<16 x i64>>
  %following = llvm.add %part, %one : i64
  %part_end = llvm.mul %following, %size : i64
  %limit = llvm.intr.smin(%part_end, %count) : (i64, i64) -> i64
  llvm.br ^look
^look:
  %first = llvm.load %place atomic monotonic {alignment = 8 : i64} : !llvm.ptr -> i64
  llvm.br ^take(%first : i64)
^take(%begin: i64):
  %is_left = llvm.icmp "slt" %begin, %limit : i64
  llvm.cond_br %is_left, ^try, ^leave
^try:
  %left = llvm.sub %limit, %begin : i64
  %half = llvm.udiv %left, %two : i64
  %chunk = llvm.intr.smax(%half, %least) : (i64, i64) -> i64
  %after = llvm.add %begin, %chunk : i64
  %rest = llvm.sub %limit, %after : i64
  %is_too_short = llvm.icmp "slt" %rest, %least : i64
  %end = llvm.select %is_too_short, %limit, %after : i1, i64
  %exchange = llvm.cmpxchg %place, %begin, %end monotonic monotonic : !llvm.ptr, i64
  %is_ours = llvm.extractvalue %exchange[1] : !llvm.struct<(i64, i1)>
  %seen = llvm.extractvalue %exchange[0] : !llvm.struct<(i64, i1)>
  llvm.cond_br %is_ours, ^run, ^take(%seen : i64)
^run:
  llvm.call %body(%context, %begin, %end) : !llvm.ptr, (!llvm.ptr, i64, i64) -> ()
  llvm.br ^look
^leave:
  %is_last = llvm.icmp "eq" %following, %parts : i64
  %other = llvm.select %is_last, %zero, %following : i1, i64
  %more = llvm.add %visited, %one : i64
  llvm.br ^visit(%other, %more : i64, i64)
^done:
  llvm.return
}

// ---- Threads of another library --------------------------------------------------------------------------------------

// Give jobs of one thread of one process to a team from now on. `work(function, argument, threads, 0)` calls
// function(argument) on each of so many threads, one of which is the caller, and returns when all have returned: this is
// `GOMP_parallel` of OpenMP's libraries. `size()` is how many threads the library's own work is shared by: a team that
// becomes smaller ends threads, and one that becomes larger creates them, so all jobs get that many.
llvm.func @dlc_pool_share_by(%work: !llvm.ptr, %size: !llvm.ptr, %thread: i64, %process: i32) {
  %team = llvm.mlir.addressof @team : !llvm.ptr
  %size_at = llvm.getelementptr %team[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, ptr, i64, i32)>
  %thread_at = llvm.getelementptr %team[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, ptr, i64, i32)>
  %process_at = llvm.getelementptr %team[0, 3] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, ptr, i64, i32)>
  llvm.store %process, %process_at {alignment = 4 : i64} : i32, !llvm.ptr
  llvm.store %thread, %thread_at {alignment = 8 : i64} : i64, !llvm.ptr
  llvm.store %size, %size_at {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
  llvm.store %work, %team atomic release {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
  llvm.return
}

// How many threads the team of this thread has; 0 if there is none. After a fork, such teams are without threads.
llvm.func internal @size_of_team() -> i32 {
  %team = llvm.mlir.addressof @team : !llvm.ptr
  %null = llvm.mlir.zero : !llvm.ptr
  %none = llvm.mlir.constant(0 : i32) : i32
  %work = llvm.load %team atomic acquire {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
  %is_there = llvm.icmp "ne" %work, %null : !llvm.ptr
  llvm.cond_br %is_there, ^compare, ^none
^compare:
  %thread_at = llvm.getelementptr %team[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, ptr, i64, i32)>
  %process_at = llvm.getelementptr %team[0, 3] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, ptr, i64, i32)>
  %owner_at = llvm.mlir.addressof @owner : !llvm.ptr
  %owner = llvm.load %owner_at atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
  %process = llvm.load %process_at {alignment = 4 : i64} : !llvm.ptr -> i32
  %thread = llvm.load %thread_at {alignment = 8 : i64} : !llvm.ptr -> i64
  %self = llvm.call @pthread_self() : () -> i64
  %is_process = llvm.icmp "eq" %owner, %process : i32
  %is_thread = llvm.icmp "eq" %self, %thread : i64
  %is_ours = llvm.and %is_process, %is_thread : i1
  llvm.cond_br %is_ours, ^ask, ^none
^ask:
  %size_at = llvm.getelementptr %team[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(ptr, ptr, i64, i32)>
  %size_of = llvm.load %size_at {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
  %size = llvm.call %size_of() : !llvm.ptr, () -> i32
  llvm.return %size : i32
^none:
  llvm.return %none : i32
}

// Do the job with a team of a size, of which the caller and so many helpers work.
llvm.func internal @work_in_team(%size: i32, %helpers: i32) {
  %team = llvm.mlir.addressof @team : !llvm.ptr
  %one = llvm.mlir.constant(1 : i64) : i64
  %none = llvm.mlir.constant(0 : i32) : i32
  // The caller, when it has finished, and how many more helpers may work.
  %shared = llvm.alloca %one x !llvm.struct<(i64, i64, i32)> {alignment = 8 : i64} : (i64) -> !llvm.ptr
  %finished_at = llvm.getelementptr %shared[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i64, i64, i32)>
  %left_at = llvm.getelementptr %shared[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i64, i64, i32)>
  %self = llvm.call @pthread_self() : () -> i64
  llvm.store %self, %shared {alignment = 8 : i64} : i64, !llvm.ptr
  llvm.store %helpers, %left_at atomic monotonic {alignment = 4 : i64} : i32, !llvm.ptr
  %member = llvm.mlir.addressof @work_as_member : !llvm.ptr
  %work = llvm.load %team atomic acquire {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
  %begun = llvm.call @dlc_ticks() : () -> i64
  llvm.call %work(%member, %shared, %size, %none) : !llvm.ptr, (!llvm.ptr, !llvm.ptr, i32, i32) -> ()
  %ended = llvm.call @dlc_ticks() : () -> i64
  %finished = llvm.load %finished_at {alignment = 8 : i64} : !llvm.ptr -> i64
  llvm.call @judge_helpers(%begun, %finished, %ended) : (i64, i64, i64) -> ()
  llvm.return
}

// What each thread of a team does.
llvm.func internal @work_as_member(%shared: !llvm.ptr) {
  %none = llvm.mlir.constant(0 : i32) : i32
  %minus_one = llvm.mlir.constant(-1 : i32) : i32
  %finished_at = llvm.getelementptr %shared[0, 1] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i64, i64, i32)>
  %left_at = llvm.getelementptr %shared[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i64, i64, i32)>
  %caller = llvm.load %shared {alignment = 8 : i64} : !llvm.ptr -> i64
  %self = llvm.call @pthread_self() : () -> i64
  %is_caller = llvm.icmp "eq" %self, %caller : i64
  llvm.cond_br %is_caller, ^call, ^help
^call:
  %first_part = llvm.mlir.constant(0 : i64) : i64
  llvm.call @work(%first_part) : (i64) -> ()
  %now = llvm.call @dlc_ticks() : () -> i64
  llvm.store %now, %finished_at {alignment = 8 : i64} : i64, !llvm.ptr
  llvm.br ^done
^help:
  %left = llvm.atomicrmw add %left_at, %minus_one monotonic : !llvm.ptr, i32
  %may_work = llvm.icmp "sgt" %left, %none : i32
  llvm.cond_br %may_work, ^work, ^done
^work:
  %own = llvm.zext %left : i32 to i64
  llvm.call @work(%own) : (i64) -> ()
  llvm.br ^done
^done:
  llvm.return
}

// ---- Threads ---------------------------------------------------------------------------------------------------------

// See to it that there are so many threads, or as many as the system lets us have. They take no signals.
llvm.func internal @start_workers(%wanted: i32) {
  %workers = llvm.mlir.addressof @workers : !llvm.ptr
  %signal = llvm.mlir.addressof @signal : !llvm.ptr
  %one = llvm.mlir.constant(1 : i32) : i32
  %none = llvm.mlir.constant(0 : i32) : i32
  %one_long = llvm.mlir.constant(1 : i64) : i64
  %null = llvm.mlir.zero : !llvm.ptr
  %there = llvm.load %workers {alignment = 4 : i64} : !llvm.ptr -> i32
  %is_enough = llvm.icmp "sge" %there, %wanted : i32
  llvm.cond_br %is_enough, ^done, ^begin
^begin:
  %set_bytes = llvm.mlir.constant(256 : i64) : i64
  %all = llvm.alloca %set_bytes x i8 {alignment = 16 : i64} : (i64) -> !llvm.ptr
  %kept = llvm.alloca %set_bytes x i8 {alignment = 16 : i64} : (i64) -> !llvm.ptr
  %thread = llvm.alloca %one_long x i64 {alignment = 8 : i64} : (i64) -> !llvm.ptr
  %set_mask = llvm.mlir.constant(2 : i32) : i32
  %filled = llvm.call @sigfillset(%all) : (!llvm.ptr) -> i32
  %masked = llvm.call @pthread_sigmask(%set_mask, %all, %kept) : (i32, !llvm.ptr, !llvm.ptr) -> i32
  %worker = llvm.mlir.addressof @worker : !llvm.ptr
  %seen = llvm.load %signal atomic monotonic {alignment = 4 : i64} : !llvm.ptr -> i32
  %signal_bits = llvm.mlir.constant(32 : i64) : i64
  %low = llvm.zext %seen : i32 to i64
  llvm.br ^create(%there : i32)
^create(%count: i32):
  %number = llvm.add %count, %one : i32
  %long_number = llvm.zext %number : i32 to i64
  %high = llvm.shl %long_number, %signal_bits : i64
  %both = llvm.or %high, %low : i64
  %passed = llvm.inttoptr %both : i64 to !llvm.ptr
  %status = llvm.call @pthread_create(%thread, %null, %worker, %passed)
    : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
  %is_made = llvm.icmp "eq" %status, %none : i32
  llvm.cond_br %is_made, ^made, ^end(%count : i32)
^made:
  %id = llvm.load %thread {alignment = 8 : i64} : !llvm.ptr -> i64
  %detached = llvm.call @pthread_detach(%id) : (i64) -> i32
  %is_all = llvm.icmp "sge" %number, %wanted : i32
  llvm.cond_br %is_all, ^end(%number : i32), ^create(%number : i32)
^end(%made: i32):
  llvm.store %made, %workers {alignment = 4 : i64} : i32, !llvm.ptr
  %restored = llvm.call @pthread_sigmask(%set_mask, %kept, %null) : (i32, !llvm.ptr, !llvm.ptr) -> i32
  llvm.br ^done
^done:
  llvm.return
}

// What a thread does as long as the process lives. It begins with its number, counted from 1, and the signal that it has
// seen, in the low half.
llvm.func internal @worker(%passed: !llvm.ptr) -> !llvm.ptr {
  %state = llvm.mlir.addressof @state : !llvm.ptr
  %signal = llvm.mlir.addressof @signal : !llvm.ptr
  %sleepers = llvm.mlir.addressof @sleepers : !llvm.ptr
  %spins_at = llvm.mlir.addressof @dlc_pool_spins : !llvm.ptr
  %none = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %minus_one = llvm.mlir.constant(-1 : i32) : i32
  %count_mask = llvm.mlir.constant(0x7FFF : i32) : i32
  %limit_place = llvm.mlir.constant(16 : i32) : i32
  %limit_mask = llvm.mlir.constant(0x3FFF : i32) : i32
  %open_bit = llvm.mlir.constant(0x40000000 : i32) : i32
  %waiting_bit = llvm.mlir.constant(0x8000 : i32) : i32
  %spins = llvm.load %spins_at {alignment = 4 : i64} : !llvm.ptr -> i32
  %long = llvm.ptrtoint %passed : !llvm.ptr to i64
  %first = llvm.trunc %long : i64 to i32
  %signal_bits = llvm.mlir.constant(32 : i64) : i64
  %number = llvm.lshr %long, %signal_bits : i64
  llvm.br ^look(%first, %spins : i32, i32)
^look(%seen: i32, %left: i32):
  %now = llvm.load %signal atomic acquire {alignment = 4 : i64} : !llvm.ptr -> i32
  %is_same = llvm.icmp "eq" %now, %seen : i32
  llvm.cond_br %is_same, ^idle, ^join
^idle:
  %may_spin = llvm.icmp "sgt" %left, %none : i32
  llvm.cond_br %may_spin, ^spin, ^sleep
^spin:
  llvm.call @dlc_relax() : () -> ()
  %fewer = llvm.sub %left, %one : i32
  llvm.br ^look(%seen, %fewer : i32, i32)
^sleep:
  %more = llvm.atomicrmw add %sleepers, %one seq_cst : !llvm.ptr, i32
  llvm.call @dlc_sleep(%signal, %seen) : (!llvm.ptr, i32) -> ()
  %less = llvm.atomicrmw add %sleepers, %minus_one seq_cst : !llvm.ptr, i32
  llvm.br ^look(%seen, %none : i32, i32)
^join:
  %found = llvm.load %state atomic acquire {alignment = 4 : i64} : !llvm.ptr -> i32
  %open = llvm.and %found, %open_bit : i32
  %is_open = llvm.icmp "ne" %open, %none : i32
  llvm.cond_br %is_open, ^count, ^look(%now, %spins : i32, i32)
^count:
  %inside = llvm.and %found, %count_mask : i32
  %shifted = llvm.lshr %found, %limit_place : i32
  %limit = llvm.and %shifted, %limit_mask : i32
  %has_room = llvm.icmp "ult" %inside, %limit : i32
  llvm.cond_br %has_room, ^enter, ^look(%now, %spins : i32, i32)
^enter:
  %with_us = llvm.add %found, %one : i32
  %try = llvm.cmpxchg %state, %found, %with_us acq_rel monotonic : !llvm.ptr, i32
  %is_in = llvm.extractvalue %try[1] : !llvm.struct<(i32, i1)>
  llvm.cond_br %is_in, ^work, ^join
^work:
  llvm.call @work(%number) : (i64) -> ()
  %left_behind = llvm.atomicrmw add %state, %minus_one acq_rel : !llvm.ptr, i32
  %without = llvm.add %left_behind, %minus_one : i32
  %interesting = llvm.mlir.constant(0xFFFF : i32) : i32
  %rest = llvm.and %without, %interesting : i32
  %is_last = llvm.icmp "eq" %rest, %waiting_bit : i32
  llvm.cond_br %is_last, ^tell, ^look(%now, %spins : i32, i32)
^tell:
  llvm.call @dlc_wake(%state, %one) : (!llvm.ptr, i32) -> ()
  llvm.br ^look(%now, %spins : i32, i32)
}

// ---- Failing ---------------------------------------------------------------------------------------------------------

// Called once, before anything else.
llvm.func @dlc_pool_initialize() -> i32 {
  %catcher = llvm.mlir.addressof @catcher : !llvm.ptr
  %null = llvm.mlir.zero : !llvm.ptr
  %status = llvm.call @pthread_key_create(%catcher, %null) : (!llvm.ptr, !llvm.ptr) -> i32
  llvm.return %status : i32
}

// Call function(argument): 0, or 1 if it failed; then it is said behind `failure` where the message begins and how many
// bytes it has. What the function has allocated by then with `dlc_allocate_in_call` is freed, other memory is lost.
llvm.func @dlc_catch(%function: !llvm.ptr, %argument: !llvm.ptr, %failure: !llvm.ptr) -> i32 {
  %one = llvm.mlir.constant(1 : i64) : i64
  %no = llvm.mlir.constant(0 : i32) : i32
  %nothing = llvm.mlir.zero : !llvm.struct<(i32, ptr)>
  %list = llvm.alloca %one x !llvm.struct<(i32, ptr)> {alignment = 8 : i64} : (i64) -> !llvm.ptr
  llvm.store %nothing, %list {alignment = 8 : i64} : !llvm.struct<(i32, ptr)>, !llvm.ptr
  %status = llvm.call @catch(%function, %argument, %failure, %list)
    : (!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> i32
  %has_failed = llvm.icmp "ne" %status, %no : i32
  llvm.call @clear(%list, %has_failed) : (!llvm.ptr, i1) -> ()
  llvm.return %status : i32
}

// The list of memory that belongs to the call in which this thread is; null in none that can fail.
llvm.func internal @list_of_call() -> !llvm.ptr {
  %catcher = llvm.mlir.addressof @catcher : !llvm.ptr
  %null = llvm.mlir.zero : !llvm.ptr
  %key = llvm.load %catcher {alignment = 4 : i64} : !llvm.ptr -> i32
  %here = llvm.call @pthread_getspecific(%key) : (i32) -> !llvm.ptr
  %is_in_call = llvm.icmp "ne" %here, %null : !llvm.ptr
  llvm.cond_br %is_in_call, ^found, ^none
^found:
  %list_at = llvm.getelementptr %here[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %list = llvm.load volatile %list_at {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
  llvm.return %list : !llvm.ptr
^none:
  llvm.return %null : !llvm.ptr
}

// The same, where memory belongs on the list that is given.
llvm.func internal @catch(%function: !llvm.ptr, %argument: !llvm.ptr, %failure: !llvm.ptr, %list: !llvm.ptr) -> i32
    attributes {no_inline} {
  // In front, where the message goes, and the list; behind that, what C needs to come back here: no library needs more.
  %bytes = llvm.mlir.constant(1040 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %no = llvm.mlir.constant(0 : i32) : i32
  %yes = llvm.mlir.constant(1 : i32) : i32
  %here = llvm.alloca %bytes x i8 {alignment = 16 : i64} : (i64) -> !llvm.ptr
  %outer_at = llvm.alloca %one x !llvm.ptr {alignment = 8 : i64} : (i64) -> !llvm.ptr
  %catcher = llvm.mlir.addressof @catcher : !llvm.ptr
  %key = llvm.load %catcher {alignment = 4 : i64} : !llvm.ptr -> i32
  %outer = llvm.call @pthread_getspecific(%key) : (i32) -> !llvm.ptr
  llvm.store volatile %outer, %outer_at {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
  %list_at = llvm.getelementptr %here[8] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store volatile %failure, %here {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
  llvm.store volatile %list, %list_at {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
  %set = llvm.call @pthread_setspecific(%key, %here) : (i32, !llvm.ptr) -> i32
  %place = llvm.getelementptr %here[16] : (!llvm.ptr) -> !llvm.ptr, i8
  %again = llvm.call @_setjmp(%place) : (!llvm.ptr) -> i32
  %is_first = llvm.icmp "eq" %again, %no : i32
  llvm.cond_br %is_first, ^call, ^leave(%yes : i32)
^call:
  llvm.call %function(%argument) : !llvm.ptr, (!llvm.ptr) -> ()
  llvm.br ^leave(%no : i32)
^leave(%status: i32):
  %same_key = llvm.load %catcher {alignment = 4 : i64} : !llvm.ptr -> i32
  %same_outer = llvm.load volatile %outer_at {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
  %reset = llvm.call @pthread_setspecific(%same_key, %same_outer) : (i32, !llvm.ptr) -> i32
  llvm.return %status : i32
}

// Leave the program with a message of so many bytes; where nobody catches it, the process ends.
llvm.func @dlc_fail(%message: !llvm.ptr, %length: i64) attributes {passthrough = ["noreturn"]} {
  %catcher = llvm.mlir.addressof @catcher : !llvm.ptr
  %null = llvm.mlir.zero : !llvm.ptr
  %one = llvm.mlir.constant(1 : i32) : i32
  %key = llvm.load %catcher {alignment = 4 : i64} : !llvm.ptr -> i32
  %here = llvm.call @pthread_getspecific(%key) : (i32) -> !llvm.ptr
  %is_caught = llvm.icmp "ne" %here, %null : !llvm.ptr
  llvm.cond_br %is_caught, ^jump, ^end
^jump:
  %failure = llvm.load volatile %here {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
  %second = llvm.getelementptr %failure[8] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %message, %failure {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
  llvm.store %length, %second {alignment = 8 : i64} : i64, !llvm.ptr
  %place = llvm.getelementptr %here[16] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.call @longjmp(%place, %one) : (!llvm.ptr, i32) -> ()
  llvm.unreachable
^end:
  %standard_error = llvm.mlir.constant(2 : i32) : i32
  %written = llvm.call @write(%standard_error, %message, %length) : (i32, !llvm.ptr, i64) -> i64
  llvm.call @abort() : () -> ()
  llvm.unreachable
}
