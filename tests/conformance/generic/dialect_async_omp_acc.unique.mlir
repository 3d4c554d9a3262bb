"builtin.module"() ({
  "func.func"() <{function_type = (!async.token, !async.value<f32>, !async.group) -> (!async.token, !async.value<f32>), sym_name = "async"}> ({
  ^bb0(%arg1: !async.token, %arg2: !async.value<f32>, %arg3: !async.group):
    // %arg1 is used by %4#0, %4#1
    // %arg2 is used by %4#0, %4#1
    // %arg3 is used by %8, %7
    %4:2 = "async.execute"(%arg1, %arg2) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg4: f32):
      // %arg4 is used by %10
      %10 = "arith.addf"(%arg4, %arg4) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 // user: %11
      "async.yield"(%10) : (f32) -> () // id: %11
    }) : (!async.token, !async.value<f32>) -> (!async.token, !async.value<f32>) // users: (%9, %8, %6), (%9, %5)
    %5 = "async.await"(%4#1) : (!async.value<f32>) -> f32 // unused
    "async.await"(%4#0) : (!async.token) -> () // id: %6
    "async.await_all"(%arg3) : (!async.group) -> () // id: %7
    %8 = "async.add_to_group"(%4#0, %arg3) : (!async.token, !async.group) -> index // unused
    "func.return"(%4#0, %4#1) : (!async.token, !async.value<f32>) -> () // id: %9
  }) : () -> ()
  "async.func"() <{function_type = (i32) -> !async.token, sym_name = "coro"}> ({
  ^bb0(%arg0: i32):
    // %arg0 is unused
    "async.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i32, i32, i1, memref<i32>) -> (), sym_name = "omp"}> ({
  ^bb0(%arg0: i32, %arg1: i32, %arg2: i32, %arg3: i1, %arg4: memref<i32>):
    // %arg0 is used by %10
    // %arg1 is used by %3, %10
    // %arg2 is used by %5, %10
    // %arg3 is used by %3
    // %arg4 is unused
    "omp.parallel"(%arg3, %arg1) <{operandSegmentSizes = array<i32: 0, 0, 1, 1, 0, 0>, proc_bind_kind = #omp<procbindkind close>}> ({
      "omp.wsloop"(%arg2) <{operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 1>, ordered = 1 : i64, schedule_kind = #omp<schedulekind static>, schedule_mod = #omp<sched_mod none>, schedule_simd}> ({
        "omp.loop_nest"(%arg0, %arg0, %arg1, %arg1, %arg2, %arg2) <{collapse_num_loops = 2 : i64, loop_inclusive}> ({
        ^bb0(%arg5: i32, %arg6: i32):
          // %arg5 is unused
          // %arg6 is unused
          "omp.yield"() : () -> ()
        }) : (i32, i32, i32, i32, i32, i32) -> () // id: %10
      }) : (i32) -> () // id: %5
      "omp.barrier"() : () -> ()
      "omp.critical"() <{name = @mutex}> ({
        "omp.terminator"() : () -> ()
      }) : () -> ()
      "omp.terminator"() : () -> ()
    }) : (i1, i32) -> () // id: %3
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
    // %arg10 is unused
    %23 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32 // user: %24
    "omp.yield"(%23) : (f32) -> () // id: %24
  }, {
  ^bb0(%arg8: f32, %arg9: f32):
    // %arg8 is used by %21
    // %arg9 is used by %21
    %21 = "arith.addf"(%arg8, %arg9) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 // user: %22
    "omp.yield"(%21) : (f32) -> () // id: %22
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
    // %arg0 is used by %19
    // %arg1 is used by %5, %19
    // %arg2 is used by %12, %19
    // %arg3 is used by %5
    // %arg4 is used by %6, %5
    "omp.parallel"(%arg3, %arg1, %arg4) <{operandSegmentSizes = array<i32: 0, 0, 1, 1, 0, 1>, proc_bind_kind = #omp<procbindkind close>, reduction_byref = array<i1: false>, reduction_syms = [@add]}> ({
    ^bb0(%arg6: !llvm.ptr):
      // %arg6 is unused
      "omp.wsloop"(%arg2) <{operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 1>, schedule_kind = #omp<schedulekind static>, schedule_mod = #omp<sched_mod none>, schedule_simd}> ({
        "omp.loop_nest"(%arg0, %arg1, %arg2) <{loop_inclusive}> ({
        ^bb0(%arg7: i32):
          // %arg7 is unused
          "omp.yield"() : () -> ()
        }) : (i32, i32, i32) -> () // id: %19
      }) : (i32) -> () // id: %12
      "omp.barrier"() : () -> ()
      "omp.critical"() <{name = @mutex}> ({
        "omp.terminator"() : () -> ()
      }) : () -> ()
      "omp.single"() <{nowait, operandSegmentSizes = array<i32: 0, 0, 0, 0>}> ({
        "omp.terminator"() : () -> ()
      }) : () -> ()
      "omp.terminator"() : () -> ()
    }) : (i1, i32, !llvm.ptr) -> () // id: %5
    %6 = "omp.map.info"(%arg4) <{map_capture_type = #omp<variable_capture_kind(ByRef)>, map_type = #omp<clause_map_flags to|from>, name = "x", operandSegmentSizes = array<i32: 1, 0, 0, 0>, partial_map = false, var_type = i32}> : (!llvm.ptr) -> !llvm.ptr // user: %7
    "omp.target"(%6) <{operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0>}> ({
    ^bb0(%arg5: !llvm.ptr):
      // %arg5 is unused
      "omp.terminator"() : () -> ()
    }) : (!llvm.ptr) -> () // id: %7
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
    // %arg0 is used by %2
    "omp.parallel"(%arg0) <{operandSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0>}> ({
      "omp.terminator"() : () -> ()
    }) : (i1) -> () // id: %2
    "omp.flush"() : () -> ()
    "omp.taskwait"() : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) {omp.flags = #omp.flags<debug_kind = 1, assume_teams_oversubscription = true, openmp_device_version = 52>, omp.is_target_device = false, omp.version = #omp.version<version = 52>} : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (memref<10xf32>, i64, i1, index) -> (), sym_name = "acc"}> ({
  ^bb0(%arg1: memref<10xf32>, %arg2: i64, %arg3: i1, %arg4: index):
    // %arg1 is used by %7, %5
    // %arg2 is used by %9, %6
    // %arg3 is used by %8
    // %arg4 is used by %12
    %5 = "acc.copyin"(%arg1) <{dataClause = #acc<data_clause acc_copyin>, implicit = false, modifiers = #acc<data_clause_modifier none>, name = "a", operandSegmentSizes = array<i32: 1, 0, 0, 0>, structured = false, varType = f32}> : (memref<10xf32>) -> memref<10xf32> // users: %8, %7, %6
    "acc.parallel"(%arg2, %arg2, %5) <{asyncOperandsDeviceType = [#acc.device_type<none>], numGangsDeviceType = [#acc.device_type<none>], numGangsSegments = array<i32: 1>, operandSegmentSizes = array<i32: 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1>}> ({
      "acc.loop"(%arg4, %arg4, %arg4) <{inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>], operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0>}> ({
      ^bb0(%arg5: index):
        // %arg5 is unused
        "acc.yield"() : () -> ()
      }) : (index, index, index) -> () // id: %12
      "acc.yield"() : () -> ()
    }) : (i64, i64, memref<10xf32>) -> () // id: %6
    "acc.copyout"(%5, %arg1) <{dataClause = #acc<data_clause acc_copy>, implicit = false, modifiers = #acc<data_clause_modifier none>, operandSegmentSizes = array<i32: 1, 1, 0, 0>, structured = true, varType = f32}> : (memref<10xf32>, memref<10xf32>) -> () // id: %7
    "acc.enter_data"(%arg3, %5) <{operandSegmentSizes = array<i32: 1, 0, 0, 0, 1>}> : (i1, memref<10xf32>) -> () // id: %8
    "acc.wait"(%arg2) <{async, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (i64) -> () // id: %9
    "acc.init"() <{device_types = [#acc.device_type<nvidia>], operandSegmentSizes = array<i32: 0, 0>}> : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "acc.routine"() <{func_name = @acc, seq = [#acc.device_type<none>], sym_name = "r"}> : () -> ()
  "acc.private.recipe"() <{sym_name = "priv", type = memref<10xf32>}> ({
  ^bb0(%arg0: memref<10xf32>):
    // %arg0 is used by %4
    "acc.yield"(%arg0) : (memref<10xf32>) -> () // id: %4
  }, {
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (memref<10xf32>, i1) -> (), sym_name = "acc_small"}> ({
  ^bb0(%arg0: memref<10xf32>, %arg1: i1):
    // %arg0 is used by %2
    // %arg1 is unused
    %2 = "acc.create"(%arg0) <{dataClause = #acc<data_clause acc_create>, implicit = false, modifiers = #acc<data_clause_modifier none>, operandSegmentSizes = array<i32: 1, 0, 0, 0>, structured = true, varType = f32}> : (memref<10xf32>) -> memref<10xf32> // user: %3
    "acc.data"(%2) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>}> ({
      "acc.terminator"() : () -> ()
    }) : (memref<10xf32>) -> () // id: %3
    "acc.serial"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> ({
      "acc.yield"() : () -> ()
    }) : () -> ()
    "acc.kernels"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0>}> ({
      "acc.terminator"() : () -> ()
    }) : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
