func.func @async(%t: !async.token, %v: !async.value<f32>, %g: !async.group) -> (!async.token, !async.value<f32>) {
  %token, %val = async.execute [%t] (%v as %u: !async.value<f32>) -> !async.value<f32> {
    %0 = arith.addf %u, %u : f32
    async.yield %0 : f32
  }
  %1 = async.await %val : !async.value<f32>
  async.await %token : !async.token
  async.await_all %g
  %2 = async.add_to_group %token, %g : !async.token
  return %token, %val : !async.token, !async.value<f32>
}
async.func @coro(%x: i32) -> !async.token { return }
// -----
func.func @omp(%lb: i32, %ub: i32, %st: i32, %c: i1, %p: memref<i32>) {
  omp.parallel if(%c) num_threads(%ub : i32) proc_bind(close) {
    omp.wsloop schedule(static = %st : i32, simd) ordered(1) {
      omp.loop_nest (%i, %j) : i32 = (%lb, %lb) to (%ub, %ub) inclusive step (%st, %st) collapse(2) {
        omp.yield
      }
    }
    omp.barrier
    omp.critical(@mutex) { omp.terminator }
    omp.terminator
  }
  return
}
omp.critical.declare @mutex hint(contended)
// -----
omp.critical.declare @mutex hint(contended)
omp.declare_reduction @add : f32 init {
^bb0(%a: f32):
  %0 = arith.constant 0.0 : f32
  omp.yield (%0 : f32)
} combiner {
^bb1(%a: f32, %b: f32):
  %s = arith.addf %a, %b : f32
  omp.yield (%s : f32)
}
omp.private {type = private} @p : i32
func.func @omp(%lb: i32, %ub: i32, %st: i32, %c: i1, %p: !llvm.ptr) {
  omp.parallel if(%c) num_threads(%ub : i32) proc_bind(close) reduction(@add %p -> %q : !llvm.ptr) {
    omp.wsloop schedule(static = %st : i32, simd) {
      omp.loop_nest (%i) : i32 = (%lb) to (%ub) inclusive step (%st) {
        omp.yield
      }
    }
    omp.barrier
    omp.critical(@mutex) { omp.terminator }
    omp.single nowait { omp.terminator }
    omp.terminator
  }
  %m = omp.map.info var_ptr(%p : !llvm.ptr, i32) map_clauses(tofrom) capture(ByRef) -> !llvm.ptr {name = "x"}
  omp.target map_entries(%m -> %a : !llvm.ptr) { omp.terminator }
  omp.taskgroup { omp.terminator }
  return
}
// -----
module attributes {omp.is_target_device = false, omp.flags = #omp.flags<debug_kind = 1, assume_teams_oversubscription = true, openmp_device_version = 52>, omp.version = #omp.version<version = 52>} {
  func.func @simple(%c: i1) {
    omp.parallel if(%c) { omp.terminator }
    omp.flush
    omp.taskwait
    return
  }
}
// -----
func.func @acc(%a: memref<10xf32>, %i: i64, %c: i1, %n: index) {
  %0 = acc.copyin varPtr(%a : memref<10xf32>) -> memref<10xf32> {name = "a", structured = false}
  acc.parallel num_gangs({%i : i64}) async(%i : i64) dataOperands(%0 : memref<10xf32>) {
    acc.loop control(%j : index) = (%n : index) to (%n : index) step (%n : index) {
      acc.yield
    } attributes {inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>]}
    acc.yield
  }
  acc.copyout accPtr(%0 : memref<10xf32>) to varPtr(%a : memref<10xf32>) {dataClause = #acc<data_clause acc_copy>}
  acc.enter_data if(%c) dataOperands(%0 : memref<10xf32>)
  acc.wait(%i : i64) async
  acc.init attributes {device_types = [#acc.device_type<nvidia>]}
  return
}
acc.routine @r func(@acc) seq
acc.private.recipe @priv : memref<10xf32> init {
^bb0(%x: memref<10xf32>):
  acc.yield %x : memref<10xf32>
}
// -----
func.func @acc_small(%a: memref<10xf32>, %c: i1) {
  %0 = acc.create varPtr(%a : memref<10xf32>) -> memref<10xf32>
  acc.data dataOperands(%0 : memref<10xf32>) { acc.terminator }
  acc.serial { acc.yield }
  acc.kernels { acc.terminator }
  return
}
