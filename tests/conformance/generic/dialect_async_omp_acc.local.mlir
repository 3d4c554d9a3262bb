"builtin.module"() ({
  "func.func"() <{function_type = (!async.token, !async.value<f32>, !async.group) -> (!async.token, !async.value<f32>), sym_name = "async"}> ({
  ^bb0(%arg1: !async.token loc("<stdin>":1:18), %arg2: !async.value<f32> loc("<stdin>":1:36), %arg3: !async.group loc("<stdin>":1:59)):
    %0:2 = "async.execute"(%arg1, %arg2) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg4: f32 loc("<stdin>":2:44)):
      %3 = "arith.addf"(%arg4, %arg4) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 loc("<stdin>":3:10)
      "async.yield"(%3) : (f32) -> () loc("<stdin>":4:5)
    }) : (!async.token, !async.value<f32>) -> (!async.token, !async.value<f32>) loc("<stdin>":2:18)
    %1 = "async.await"(%0#1) : (!async.value<f32>) -> f32 loc("<stdin>":6:8)
    "async.await"(%0#0) : (!async.token) -> () loc("<stdin>":7:3)
    "async.await_all"(%arg3) : (!async.group) -> () loc("<stdin>":8:3)
    %2 = "async.add_to_group"(%0#0, %arg3) : (!async.token, !async.group) -> index loc("<stdin>":9:8)
    "func.return"(%0#0, %0#1) : (!async.token, !async.value<f32>) -> () loc("<stdin>":10:3)
  }) : () -> () loc("<stdin>":1:1)
  "async.func"() <{function_type = (i32) -> !async.token, sym_name = "coro"}> ({
  ^bb0(%arg0: i32 loc("<stdin>":12:18)):
    "async.return"() : () -> () loc("<stdin>":12:45)
  }) : () -> () loc("<stdin>":12:1)
}) : () -> () loc("<stdin>":0:0)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i32, i32, i1, memref<i32>) -> (), sym_name = "omp"}> ({
  ^bb0(%arg0: i32 loc("<stdin>":14:16), %arg1: i32 loc("<stdin>":14:26), %arg2: i32 loc("<stdin>":14:36), %arg3: i1 loc("<stdin>":14:46), %arg4: memref<i32> loc("<stdin>":14:54)):
    "omp.parallel"(%arg3, %arg1) <{operandSegmentSizes = array<i32: 0, 0, 1, 1, 0, 0>, proc_bind_kind = #omp<procbindkind close>}> ({
      "omp.wsloop"(%arg2) <{operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 1>, ordered = 1 : i64, schedule_kind = #omp<schedulekind static>, schedule_mod = #omp<sched_mod none>, schedule_simd}> ({
        "omp.loop_nest"(%arg0, %arg0, %arg1, %arg1, %arg2, %arg2) <{collapse_num_loops = 2 : i64, loop_inclusive}> ({
        ^bb0(%arg5: i32 loc("<stdin>":17:22), %arg6: i32 loc("<stdin>":17:26)):
          "omp.yield"() : () -> () loc("<stdin>":18:9)
        }) : (i32, i32, i32, i32, i32, i32) -> () loc("<stdin>":17:7)
      }) : (i32) -> () loc("<stdin>":16:5)
      "omp.barrier"() : () -> () loc("<stdin>":21:5)
      "omp.critical"() <{name = @mutex}> ({
        "omp.terminator"() : () -> () loc("<stdin>":22:28)
      }) : () -> () loc("<stdin>":22:5)
      "omp.terminator"() : () -> () loc("<stdin>":23:5)
    }) : (i1, i32) -> () loc("<stdin>":15:3)
    "func.return"() : () -> () loc("<stdin>":25:3)
  }) : () -> () loc("<stdin>":14:1)
  "omp.critical.declare"() <{hint = 2 : i64, sym_name = "mutex"}> : () -> () loc("<stdin>":27:1)
}) : () -> () loc("<stdin>":13:9)

// -----
"builtin.module"() ({
  "omp.critical.declare"() <{hint = 2 : i64, sym_name = "mutex"}> : () -> () loc("<stdin>":29:1)
  "omp.declare_reduction"() <{sym_name = "add", type = f32}> ({
  }, {
  ^bb0(%arg10: f32 loc("<stdin>":31:6)):
    %2 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32 loc("<stdin>":32:8)
    "omp.yield"(%2) : (f32) -> () loc("<stdin>":33:3)
  }, {
  ^bb0(%arg8: f32 loc("<stdin>":35:6), %arg9: f32 loc("<stdin>":35:15)):
    %1 = "arith.addf"(%arg8, %arg9) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 loc("<stdin>":36:8)
    "omp.yield"(%1) : (f32) -> () loc("<stdin>":37:3)
  }, {
  }, {
  }, {
  }) : () -> () loc("<stdin>":30:1)
  "omp.private"() <{data_sharing_type = #omp<data_sharing_type{type = private}>, sym_name = "p", type = i32}> ({
  }, {
  }, {
  }) : () -> () loc("<stdin>":39:1)
  "func.func"() <{function_type = (i32, i32, i32, i1, !llvm.ptr) -> (), sym_name = "omp"}> ({
  ^bb0(%arg0: i32 loc("<stdin>":40:16), %arg1: i32 loc("<stdin>":40:26), %arg2: i32 loc("<stdin>":40:36), %arg3: i1 loc("<stdin>":40:46), %arg4: !llvm.ptr loc("<stdin>":40:54)):
    "omp.parallel"(%arg3, %arg1, %arg4) <{operandSegmentSizes = array<i32: 0, 0, 1, 1, 0, 1>, proc_bind_kind = #omp<procbindkind close>, reduction_byref = array<i1: false>, reduction_syms = [@add]}> ({
    ^bb0(%arg6: !llvm.ptr loc("<stdin>":41:84)):
      "omp.wsloop"(%arg2) <{operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 1>, schedule_kind = #omp<schedulekind static>, schedule_mod = #omp<sched_mod none>, schedule_simd}> ({
        "omp.loop_nest"(%arg0, %arg1, %arg2) <{loop_inclusive}> ({
        ^bb0(%arg7: i32 loc("<stdin>":43:22)):
          "omp.yield"() : () -> () loc("<stdin>":44:9)
        }) : (i32, i32, i32) -> () loc("<stdin>":43:7)
      }) : (i32) -> () loc("<stdin>":42:5)
      "omp.barrier"() : () -> () loc("<stdin>":47:5)
      "omp.critical"() <{name = @mutex}> ({
        "omp.terminator"() : () -> () loc("<stdin>":48:28)
      }) : () -> () loc("<stdin>":48:5)
      "omp.single"() <{nowait, operandSegmentSizes = array<i32: 0, 0, 0, 0>}> ({
        "omp.terminator"() : () -> () loc("<stdin>":49:25)
      }) : () -> () loc("<stdin>":49:5)
      "omp.terminator"() : () -> () loc("<stdin>":50:5)
    }) : (i1, i32, !llvm.ptr) -> () loc("<stdin>":41:3)
    %0 = "omp.map.info"(%arg4) <{map_capture_type = #omp<variable_capture_kind(ByRef)>, map_type = #omp<clause_map_flags to|from>, name = "x", operandSegmentSizes = array<i32: 1, 0, 0, 0>, partial_map = false, var_type = i32}> : (!llvm.ptr) -> !llvm.ptr loc("<stdin>":52:8)
    "omp.target"(%0) <{operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0>}> ({
    ^bb0(%arg5: !llvm.ptr loc("<stdin>":53:32)):
      "omp.terminator"() : () -> () loc("<stdin>":53:50)
    }) : (!llvm.ptr) -> () loc("<stdin>":53:3)
    "omp.taskgroup"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> ({
      "omp.terminator"() : () -> () loc("<stdin>":54:19)
    }) : () -> () loc("<stdin>":54:3)
    "func.return"() : () -> () loc("<stdin>":55:3)
  }) : () -> () loc("<stdin>":40:1)
}) : () -> () loc("<stdin>":28:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (i1) -> (), sym_name = "simple"}> ({
  ^bb0(%arg0: i1 loc("<stdin>":59:21)):
    "omp.parallel"(%arg0) <{operandSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0>}> ({
      "omp.terminator"() : () -> () loc("<stdin>":60:27)
    }) : (i1) -> () loc("<stdin>":60:5)
    "omp.flush"() : () -> () loc("<stdin>":61:5)
    "omp.taskwait"() : () -> () loc("<stdin>":62:5)
    "func.return"() : () -> () loc("<stdin>":63:5)
  }) : () -> () loc("<stdin>":59:3)
}) {omp.flags = #omp.flags<debug_kind = 1, assume_teams_oversubscription = true, openmp_device_version = 52>, omp.is_target_device = false, omp.version = #omp.version<version = 52>} : () -> () loc("<stdin>":58:1)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (memref<10xf32>, i64, i1, index) -> (), sym_name = "acc"}> ({
  ^bb0(%arg1: memref<10xf32> loc("<stdin>":67:16), %arg2: i64 loc("<stdin>":67:36), %arg3: i1 loc("<stdin>":67:45), %arg4: index loc("<stdin>":67:53)):
    %0 = "acc.copyin"(%arg1) <{dataClause = #acc<data_clause acc_copyin>, implicit = false, modifiers = #acc<data_clause_modifier none>, name = "a", operandSegmentSizes = array<i32: 1, 0, 0, 0>, structured = false, varType = f32}> : (memref<10xf32>) -> memref<10xf32> loc("<stdin>":68:8)
    "acc.parallel"(%arg2, %arg2, %0) <{asyncOperandsDeviceType = [#acc.device_type<none>], numGangsDeviceType = [#acc.device_type<none>], numGangsSegments = array<i32: 1>, operandSegmentSizes = array<i32: 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1>}> ({
      "acc.loop"(%arg4, %arg4, %arg4) <{inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>], operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0>}> ({
      ^bb0(%arg5: index loc("<stdin>":70:22)):
        "acc.yield"() : () -> () loc("<stdin>":71:7)
      }) : (index, index, index) -> () loc("<stdin>":70:5)
      "acc.yield"() : () -> () loc("<stdin>":73:5)
    }) : (i64, i64, memref<10xf32>) -> () loc("<stdin>":69:3)
    "acc.copyout"(%0, %arg1) <{dataClause = #acc<data_clause acc_copy>, implicit = false, modifiers = #acc<data_clause_modifier none>, operandSegmentSizes = array<i32: 1, 1, 0, 0>, structured = true, varType = f32}> : (memref<10xf32>, memref<10xf32>) -> () loc("<stdin>":75:3)
    "acc.enter_data"(%arg3, %0) <{operandSegmentSizes = array<i32: 1, 0, 0, 0, 1>}> : (i1, memref<10xf32>) -> () loc("<stdin>":76:3)
    "acc.wait"(%arg2) <{async, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (i64) -> () loc("<stdin>":77:3)
    "acc.init"() <{device_types = [#acc.device_type<nvidia>], operandSegmentSizes = array<i32: 0, 0>}> : () -> () loc("<stdin>":78:3)
    "func.return"() : () -> () loc("<stdin>":79:3)
  }) : () -> () loc("<stdin>":67:1)
  "acc.routine"() <{func_name = @acc, seq = [#acc.device_type<none>], sym_name = "r"}> : () -> () loc("<stdin>":81:1)
  "acc.private.recipe"() <{sym_name = "priv", type = memref<10xf32>}> ({
  ^bb0(%arg0: memref<10xf32> loc("<stdin>":83:6)):
    "acc.yield"(%arg0) : (memref<10xf32>) -> () loc("<stdin>":84:3)
  }, {
  }) : () -> () loc("<stdin>":82:1)
}) : () -> () loc("<stdin>":66:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (memref<10xf32>, i1) -> (), sym_name = "acc_small"}> ({
  ^bb0(%arg0: memref<10xf32> loc("<stdin>":87:22), %arg1: i1 loc("<stdin>":87:42)):
    %0 = "acc.create"(%arg0) <{dataClause = #acc<data_clause acc_create>, implicit = false, modifiers = #acc<data_clause_modifier none>, operandSegmentSizes = array<i32: 1, 0, 0, 0>, structured = true, varType = f32}> : (memref<10xf32>) -> memref<10xf32> loc("<stdin>":88:8)
    "acc.data"(%0) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>}> ({
      "acc.terminator"() : () -> () loc("<stdin>":89:48)
    }) : (memref<10xf32>) -> () loc("<stdin>":89:3)
    "acc.serial"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> ({
      "acc.yield"() : () -> () loc("<stdin>":90:16)
    }) : () -> () loc("<stdin>":90:3)
    "acc.kernels"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0>}> ({
      "acc.terminator"() : () -> () loc("<stdin>":91:17)
    }) : () -> () loc("<stdin>":91:3)
    "func.return"() : () -> () loc("<stdin>":92:3)
  }) : () -> () loc("<stdin>":87:1)
}) : () -> () loc("<stdin>":86:9)
