"builtin.module"() ({
  "func.func"() <{function_type = (!async.token, !async.value<f32>, !async.group) -> (!async.token, !async.value<f32>), sym_name = "async"}> ({
  ^bb0(%arg1: !async.token, %arg2: !async.value<f32>, %arg3: !async.group):
    %0:2 = "async.execute"(%arg1, %arg2) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg4: f32):
      %3 = "arith.addf"(%arg4, %arg4) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
      "async.yield"(%3) : (f32) -> ()
    }) : (!async.token, !async.value<f32>) -> (!async.token, !async.value<f32>)
    %1 = "async.await"(%0#1) : (!async.value<f32>) -> f32
    "async.await"(%0#0) : (!async.token) -> ()
    "async.await_all"(%arg3) : (!async.group) -> ()
    %2 = "async.add_to_group"(%0#0, %arg3) : (!async.token, !async.group) -> index
    "func.return"(%0#0, %0#1) : (!async.token, !async.value<f32>) -> ()
  }) : () -> ()
  "async.func"() <{function_type = (i32) -> !async.token, sym_name = "coro"}> ({
  ^bb0(%arg0: i32):
    "async.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i32, i32, i1, memref<i32>) -> (), sym_name = "omp"}> ({
  ^bb0(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: i1, %arg4: memref<i32>):
    "omp.parallel"(%arg3, %arg1) <{operandSegmentSizes = array<i32: 0, 0, 1, 1, 0, 0>, proc_bind_kind = #omp<procbindkind close>}> ({
      "omp.wsloop"(%arg2) <{operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 1>, ordered = 1 : i64, schedule_kind = #omp<schedulekind static>, schedule_mod = #omp<sched_mod none>, schedule_simd}> ({
        "omp.loop_nest"(%arg0, %arg0, %arg1, %arg1, %arg2, %arg2) <{collapse_num_loops = 2 : i64, loop_inclusive}> ({
        ^bb0(%arg5: i32, %arg6: i32):
          "omp.yield"() : () -> ()
        }) : (i32, i32, i32, i32, i32, i32) -> ()
      }) : (i32) -> ()
      "omp.barrier"() : () -> ()
      "omp.critical"() <{name = @mutex}> ({
        "omp.terminator"() : () -> ()
      }) : () -> ()
      "omp.terminator"() : () -> ()
    }) : (i1, i32) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "omp.critical.declare"() <{hint = 2 : i64, sym_name = "mutex"}> : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "omp.critical.declare"() <{hint = 2 : i64, sym_name = "mutex"}> : () -> ()
  "omp.declare_reduction"() <{sym_name = "add", type = f32}> ({
  }, {
  ^bb0(%arg10: f32):
    %2 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32
    "omp.yield"(%2) : (f32) -> ()
  }, {
  ^bb0(%arg8: f32, %arg9: f32):
    %1 = "arith.addf"(%arg8, %arg9) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32
    "omp.yield"(%1) : (f32) -> ()
  }, {
  }, {
  }, {
  }) : () -> ()
  "omp.private"() <{data_sharing_type = #omp<data_sharing_type{type = private}>, sym_name = "p", type = i32}> ({
  }, {
  }, {
  }) : () -> ()
  "func.func"() <{function_type = (i32, i32, i32, i1, !llvm.ptr) -> (), sym_name = "omp"}> ({
  ^bb0(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: i1, %arg4: !llvm.ptr):
    "omp.parallel"(%arg3, %arg1, %arg4) <{operandSegmentSizes = array<i32: 0, 0, 1, 1, 0, 1>, proc_bind_kind = #omp<procbindkind close>, reduction_byref = array<i1: false>, reduction_syms = [@add]}> ({
    ^bb0(%arg6: !llvm.ptr):
      "omp.wsloop"(%arg2) <{operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 1>, schedule_kind = #omp<schedulekind static>, schedule_mod = #omp<sched_mod none>, schedule_simd}> ({
        "omp.loop_nest"(%arg0, %arg1, %arg2) <{loop_inclusive}> ({
        ^bb0(%arg7: i32):
          "omp.yield"() : () -> ()
        }) : (i32, i32, i32) -> ()
      }) : (i32) -> ()
      "omp.barrier"() : () -> ()
      "omp.critical"() <{name = @mutex}> ({
        "omp.terminator"() : () -> ()
      }) : () -> ()
      "omp.single"() <{nowait, operandSegmentSizes = array<i32: 0, 0, 0, 0>}> ({
        "omp.terminator"() : () -> ()
      }) : () -> ()
      "omp.terminator"() : () -> ()
    }) : (i1, i32, !llvm.ptr) -> ()
    %0 = "omp.map.info"(%arg4) <{map_capture_type = #omp<variable_capture_kind(ByRef)>, map_type = #omp<clause_map_flags to|from>, name = "x", operandSegmentSizes = array<i32: 1, 0, 0, 0>, partial_map = false, var_type = i32}> : (!llvm.ptr) -> !llvm.ptr
    "omp.target"(%0) <{operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0>}> ({
    ^bb0(%arg5: !llvm.ptr):
      "omp.terminator"() : () -> ()
    }) : (!llvm.ptr) -> ()
    "omp.taskgroup"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> ({
      "omp.terminator"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i1) -> (), sym_name = "simple"}> ({
  ^bb0(%arg0: i1):
    "omp.parallel"(%arg0) <{operandSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0>}> ({
      "omp.terminator"() : () -> ()
    }) : (i1) -> ()
    "omp.flush"() : () -> ()
    "omp.taskwait"() : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) {omp.flags = #omp.flags<debug_kind = 1, assume_teams_oversubscription = true, openmp_device_version = 52>, omp.is_target_device = false, omp.version = #omp.version<version = 52>} : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (memref<10xf32>, i64, i1, index) -> (), sym_name = "acc"}> ({
  ^bb0(%arg1: memref<10xf32>, %arg2: i64, %arg3: i1, %arg4: index):
    %0 = "acc.copyin"(%arg1) <{dataClause = #acc<data_clause acc_copyin>, implicit = false, modifiers = #acc<data_clause_modifier none>, name = "a", operandSegmentSizes = array<i32: 1, 0, 0, 0>, structured = false, varType = f32}> : (memref<10xf32>) -> memref<10xf32>
    "acc.parallel"(%arg2, %arg2, %0) <{asyncOperandsDeviceType = [#acc.device_type<none>], numGangsDeviceType = [#acc.device_type<none>], numGangsSegments = array<i32: 1>, operandSegmentSizes = array<i32: 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1>}> ({
      "acc.loop"(%arg4, %arg4, %arg4) <{inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>], operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0>}> ({
      ^bb0(%arg5: index):
        "acc.yield"() : () -> ()
      }) : (index, index, index) -> ()
      "acc.yield"() : () -> ()
    }) : (i64, i64, memref<10xf32>) -> ()
    "acc.copyout"(%0, %arg1) <{dataClause = #acc<data_clause acc_copy>, implicit = false, modifiers = #acc<data_clause_modifier none>, operandSegmentSizes = array<i32: 1, 1, 0, 0>, structured = true, varType = f32}> : (memref<10xf32>, memref<10xf32>) -> ()
    "acc.enter_data"(%arg3, %0) <{operandSegmentSizes = array<i32: 1, 0, 0, 0, 1>}> : (i1, memref<10xf32>) -> ()
    "acc.wait"(%arg2) <{async, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (i64) -> ()
    "acc.init"() <{device_types = [#acc.device_type<nvidia>], operandSegmentSizes = array<i32: 0, 0>}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "acc.routine"() <{func_name = @acc, seq = [#acc.device_type<none>], sym_name = "r"}> : () -> ()
  "acc.private.recipe"() <{sym_name = "priv", type = memref<10xf32>}> ({
  ^bb0(%arg0: memref<10xf32>):
    "acc.yield"(%arg0) : (memref<10xf32>) -> ()
  }, {
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (memref<10xf32>, i1) -> (), sym_name = "acc_small"}> ({
  ^bb0(%arg0: memref<10xf32>, %arg1: i1):
    %0 = "acc.create"(%arg0) <{dataClause = #acc<data_clause acc_create>, implicit = false, modifiers = #acc<data_clause_modifier none>, operandSegmentSizes = array<i32: 1, 0, 0, 0>, structured = true, varType = f32}> : (memref<10xf32>) -> memref<10xf32>
    "acc.data"(%0) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>}> ({
      "acc.terminator"() : () -> ()
    }) : (memref<10xf32>) -> ()
    "acc.serial"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> ({
      "acc.yield"() : () -> ()
    }) : () -> ()
    "acc.kernels"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0>}> ({
      "acc.terminator"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
