#loc2 = loc("<stdin>":1:18)
#loc3 = loc("<stdin>":1:36)
#loc4 = loc("<stdin>":1:59)
#loc6 = loc("<stdin>":2:44)
#loc15 = loc("<stdin>":12:18)
"builtin.module"() ({
  "func.func"() <{function_type = (!async.token, !async.value<f32>, !async.group) -> (!async.token, !async.value<f32>), sym_name = "async"}> ({
  ^bb0(%arg1: !async.token loc("<stdin>":1:18), %arg2: !async.value<f32> loc("<stdin>":1:36), %arg3: !async.group loc("<stdin>":1:59)):
    %0:2 = "async.execute"(%arg1, %arg2) <{operandSegmentSizes = array<i32: 1, 1>}> ({
    ^bb0(%arg4: f32 loc("<stdin>":2:44)):
      %3 = "arith.addf"(%arg4, %arg4) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 loc(#loc7)
      "async.yield"(%3) : (f32) -> () loc(#loc8)
    }) : (!async.token, !async.value<f32>) -> (!async.token, !async.value<f32>) loc(#loc5)
    %1 = "async.await"(%0#1) : (!async.value<f32>) -> f32 loc(#loc9)
    "async.await"(%0#0) : (!async.token) -> () loc(#loc10)
    "async.await_all"(%arg3) : (!async.group) -> () loc(#loc11)
    %2 = "async.add_to_group"(%0#0, %arg3) : (!async.token, !async.group) -> index loc(#loc12)
    "func.return"(%0#0, %0#1) : (!async.token, !async.value<f32>) -> () loc(#loc13)
  }) : () -> () loc(#loc1)
  "async.func"() <{function_type = (i32) -> !async.token, sym_name = "coro"}> ({
  ^bb0(%arg0: i32 loc("<stdin>":12:18)):
    "async.return"() : () -> () loc(#loc16)
  }) : () -> () loc(#loc14)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":0:0)
#loc1 = loc("<stdin>":1:1)
#loc5 = loc("<stdin>":2:18)
#loc7 = loc("<stdin>":3:10)
#loc8 = loc("<stdin>":4:5)
#loc9 = loc("<stdin>":6:8)
#loc10 = loc("<stdin>":7:3)
#loc11 = loc("<stdin>":8:3)
#loc12 = loc("<stdin>":9:8)
#loc13 = loc("<stdin>":10:3)
#loc14 = loc("<stdin>":12:1)
#loc16 = loc("<stdin>":12:45)

// -----
#loc2 = loc("<stdin>":14:16)
#loc3 = loc("<stdin>":14:26)
#loc4 = loc("<stdin>":14:36)
#loc5 = loc("<stdin>":14:46)
#loc6 = loc("<stdin>":14:54)
#loc10 = loc("<stdin>":17:22)
#loc11 = loc("<stdin>":17:26)
"builtin.module"() ({
  "func.func"() <{function_type = (i32, i32, i32, i1, memref<i32>) -> (), sym_name = "omp"}> ({
  ^bb0(%arg0: i32 loc("<stdin>":14:16), %arg1: i32 loc("<stdin>":14:26), %arg2: i32 loc("<stdin>":14:36), %arg3: i1 loc("<stdin>":14:46), %arg4: memref<i32> loc("<stdin>":14:54)):
    "omp.parallel"(%arg3, %arg1) <{operandSegmentSizes = array<i32: 0, 0, 1, 1, 0, 0>, proc_bind_kind = #omp<procbindkind close>}> ({
      "omp.wsloop"(%arg2) <{operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 1>, ordered = 1 : i64, schedule_kind = #omp<schedulekind static>, schedule_mod = #omp<sched_mod none>, schedule_simd}> ({
        "omp.loop_nest"(%arg0, %arg0, %arg1, %arg1, %arg2, %arg2) <{collapse_num_loops = 2 : i64, loop_inclusive}> ({
        ^bb0(%arg5: i32 loc("<stdin>":17:22), %arg6: i32 loc("<stdin>":17:26)):
          "omp.yield"() : () -> () loc(#loc12)
        }) : (i32, i32, i32, i32, i32, i32) -> () loc(#loc9)
      }) : (i32) -> () loc(#loc8)
      "omp.barrier"() : () -> () loc(#loc13)
      "omp.critical"() <{name = @mutex}> ({
        "omp.terminator"() : () -> () loc(#loc15)
      }) : () -> () loc(#loc14)
      "omp.terminator"() : () -> () loc(#loc16)
    }) : (i1, i32) -> () loc(#loc7)
    "func.return"() : () -> () loc(#loc17)
  }) : () -> () loc(#loc1)
  "omp.critical.declare"() <{hint = 2 : i64, sym_name = "mutex"}> : () -> () loc(#loc18)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":13:9)
#loc1 = loc("<stdin>":14:1)
#loc7 = loc("<stdin>":15:3)
#loc8 = loc("<stdin>":16:5)
#loc9 = loc("<stdin>":17:7)
#loc12 = loc("<stdin>":18:9)
#loc13 = loc("<stdin>":21:5)
#loc14 = loc("<stdin>":22:5)
#loc15 = loc("<stdin>":22:28)
#loc16 = loc("<stdin>":23:5)
#loc17 = loc("<stdin>":25:3)
#loc18 = loc("<stdin>":27:1)

// -----
#loc3 = loc("<stdin>":31:6)
#loc6 = loc("<stdin>":35:6)
#loc7 = loc("<stdin>":35:15)
#loc12 = loc("<stdin>":40:16)
#loc13 = loc("<stdin>":40:26)
#loc14 = loc("<stdin>":40:36)
#loc15 = loc("<stdin>":40:46)
#loc16 = loc("<stdin>":40:54)
#loc18 = loc("<stdin>":41:84)
#loc21 = loc("<stdin>":43:22)
#loc31 = loc("<stdin>":53:32)
"builtin.module"() ({
  "omp.critical.declare"() <{hint = 2 : i64, sym_name = "mutex"}> : () -> () loc(#loc1)
  "omp.declare_reduction"() <{sym_name = "add", type = f32}> ({
  }, {
  ^bb0(%arg10: f32 loc("<stdin>":31:6)):
    %2 = "arith.constant"() <{value = 0.000000e+00 : f32}> : () -> f32 loc(#loc4)
    "omp.yield"(%2) : (f32) -> () loc(#loc5)
  }, {
  ^bb0(%arg8: f32 loc("<stdin>":35:6), %arg9: f32 loc("<stdin>":35:15)):
    %1 = "arith.addf"(%arg8, %arg9) <{fastmath = #arith.fastmath<none>}> : (f32, f32) -> f32 loc(#loc8)
    "omp.yield"(%1) : (f32) -> () loc(#loc9)
  }, {
  }, {
  }, {
  }) : () -> () loc(#loc2)
  "omp.private"() <{data_sharing_type = #omp<data_sharing_type{type = private}>, sym_name = "p", type = i32}> ({
  }, {
  }, {
  }) : () -> () loc(#loc10)
  "func.func"() <{function_type = (i32, i32, i32, i1, !llvm.ptr) -> (), sym_name = "omp"}> ({
  ^bb0(%arg0: i32 loc("<stdin>":40:16), %arg1: i32 loc("<stdin>":40:26), %arg2: i32 loc("<stdin>":40:36), %arg3: i1 loc("<stdin>":40:46), %arg4: !llvm.ptr loc("<stdin>":40:54)):
    "omp.parallel"(%arg3, %arg1, %arg4) <{operandSegmentSizes = array<i32: 0, 0, 1, 1, 0, 1>, proc_bind_kind = #omp<procbindkind close>, reduction_byref = array<i1: false>, reduction_syms = [@add]}> ({
    ^bb0(%arg6: !llvm.ptr loc("<stdin>":41:84)):
      "omp.wsloop"(%arg2) <{operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 1>, schedule_kind = #omp<schedulekind static>, schedule_mod = #omp<sched_mod none>, schedule_simd}> ({
        "omp.loop_nest"(%arg0, %arg1, %arg2) <{loop_inclusive}> ({
        ^bb0(%arg7: i32 loc("<stdin>":43:22)):
          "omp.yield"() : () -> () loc(#loc22)
        }) : (i32, i32, i32) -> () loc(#loc20)
      }) : (i32) -> () loc(#loc19)
      "omp.barrier"() : () -> () loc(#loc23)
      "omp.critical"() <{name = @mutex}> ({
        "omp.terminator"() : () -> () loc(#loc25)
      }) : () -> () loc(#loc24)
      "omp.single"() <{nowait, operandSegmentSizes = array<i32: 0, 0, 0, 0>}> ({
        "omp.terminator"() : () -> () loc(#loc27)
      }) : () -> () loc(#loc26)
      "omp.terminator"() : () -> () loc(#loc28)
    }) : (i1, i32, !llvm.ptr) -> () loc(#loc17)
    %0 = "omp.map.info"(%arg4) <{map_capture_type = #omp<variable_capture_kind(ByRef)>, map_type = #omp<clause_map_flags to|from>, name = "x", operandSegmentSizes = array<i32: 1, 0, 0, 0>, partial_map = false, var_type = i32}> : (!llvm.ptr) -> !llvm.ptr loc(#loc29)
    "omp.target"(%0) <{operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0>}> ({
    ^bb0(%arg5: !llvm.ptr loc("<stdin>":53:32)):
      "omp.terminator"() : () -> () loc(#loc32)
    }) : (!llvm.ptr) -> () loc(#loc30)
    "omp.taskgroup"() <{operandSegmentSizes = array<i32: 0, 0, 0>}> ({
      "omp.terminator"() : () -> () loc(#loc34)
    }) : () -> () loc(#loc33)
    "func.return"() : () -> () loc(#loc35)
  }) : () -> () loc(#loc11)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":28:9)
#loc1 = loc("<stdin>":29:1)
#loc2 = loc("<stdin>":30:1)
#loc4 = loc("<stdin>":32:8)
#loc5 = loc("<stdin>":33:3)
#loc8 = loc("<stdin>":36:8)
#loc9 = loc("<stdin>":37:3)
#loc10 = loc("<stdin>":39:1)
#loc11 = loc("<stdin>":40:1)
#loc17 = loc("<stdin>":41:3)
#loc19 = loc("<stdin>":42:5)
#loc20 = loc("<stdin>":43:7)
#loc22 = loc("<stdin>":44:9)
#loc23 = loc("<stdin>":47:5)
#loc24 = loc("<stdin>":48:5)
#loc25 = loc("<stdin>":48:28)
#loc26 = loc("<stdin>":49:5)
#loc27 = loc("<stdin>":49:25)
#loc28 = loc("<stdin>":50:5)
#loc29 = loc("<stdin>":52:8)
#loc30 = loc("<stdin>":53:3)
#loc32 = loc("<stdin>":53:50)
#loc33 = loc("<stdin>":54:3)
#loc34 = loc("<stdin>":54:19)
#loc35 = loc("<stdin>":55:3)

// -----
#loc2 = loc("<stdin>":59:21)
"builtin.module"() ({
  "func.func"() <{function_type = (i1) -> (), sym_name = "simple"}> ({
  ^bb0(%arg0: i1 loc("<stdin>":59:21)):
    "omp.parallel"(%arg0) <{operandSegmentSizes = array<i32: 0, 0, 1, 0, 0, 0>}> ({
      "omp.terminator"() : () -> () loc(#loc4)
    }) : (i1) -> () loc(#loc3)
    "omp.flush"() : () -> () loc(#loc5)
    "omp.taskwait"() : () -> () loc(#loc6)
    "func.return"() : () -> () loc(#loc7)
  }) : () -> () loc(#loc1)
}) {omp.flags = #omp.flags<debug_kind = 1, assume_teams_oversubscription = true, openmp_device_version = 52>, omp.is_target_device = false, omp.version = #omp.version<version = 52>} : () -> () loc(#loc)
#loc = loc("<stdin>":58:1)
#loc1 = loc("<stdin>":59:3)
#loc3 = loc("<stdin>":60:5)
#loc4 = loc("<stdin>":60:27)
#loc5 = loc("<stdin>":61:5)
#loc6 = loc("<stdin>":62:5)
#loc7 = loc("<stdin>":63:5)

// -----
#loc2 = loc("<stdin>":67:16)
#loc3 = loc("<stdin>":67:36)
#loc4 = loc("<stdin>":67:45)
#loc5 = loc("<stdin>":67:53)
#loc9 = loc("<stdin>":70:22)
#loc19 = loc("<stdin>":83:6)
"builtin.module"() ({
  "func.func"() <{function_type = (memref<10xf32>, i64, i1, index) -> (), sym_name = "acc"}> ({
  ^bb0(%arg1: memref<10xf32> loc("<stdin>":67:16), %arg2: i64 loc("<stdin>":67:36), %arg3: i1 loc("<stdin>":67:45), %arg4: index loc("<stdin>":67:53)):
    %0 = "acc.copyin"(%arg1) <{dataClause = #acc<data_clause acc_copyin>, implicit = false, modifiers = #acc<data_clause_modifier none>, name = "a", operandSegmentSizes = array<i32: 1, 0, 0, 0>, structured = false, varType = f32}> : (memref<10xf32>) -> memref<10xf32> loc(#loc6)
    "acc.parallel"(%arg2, %arg2, %0) <{asyncOperandsDeviceType = [#acc.device_type<none>], numGangsDeviceType = [#acc.device_type<none>], numGangsSegments = array<i32: 1>, operandSegmentSizes = array<i32: 1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1>}> ({
      "acc.loop"(%arg4, %arg4, %arg4) <{inclusiveUpperbound = array<i1: true>, independent = [#acc.device_type<none>], operandSegmentSizes = array<i32: 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0>}> ({
      ^bb0(%arg5: index loc("<stdin>":70:22)):
        "acc.yield"() : () -> () loc(#loc10)
      }) : (index, index, index) -> () loc(#loc8)
      "acc.yield"() : () -> () loc(#loc11)
    }) : (i64, i64, memref<10xf32>) -> () loc(#loc7)
    "acc.copyout"(%0, %arg1) <{dataClause = #acc<data_clause acc_copy>, implicit = false, modifiers = #acc<data_clause_modifier none>, operandSegmentSizes = array<i32: 1, 1, 0, 0>, structured = true, varType = f32}> : (memref<10xf32>, memref<10xf32>) -> () loc(#loc12)
    "acc.enter_data"(%arg3, %0) <{operandSegmentSizes = array<i32: 1, 0, 0, 0, 1>}> : (i1, memref<10xf32>) -> () loc(#loc13)
    "acc.wait"(%arg2) <{async, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (i64) -> () loc(#loc14)
    "acc.init"() <{device_types = [#acc.device_type<nvidia>], operandSegmentSizes = array<i32: 0, 0>}> : () -> () loc(#loc15)
    "func.return"() : () -> () loc(#loc16)
  }) : () -> () loc(#loc1)
  "acc.routine"() <{func_name = @acc, seq = [#acc.device_type<none>], sym_name = "r"}> : () -> () loc(#loc17)
  "acc.private.recipe"() <{sym_name = "priv", type = memref<10xf32>}> ({
  ^bb0(%arg0: memref<10xf32> loc("<stdin>":83:6)):
    "acc.yield"(%arg0) : (memref<10xf32>) -> () loc(#loc20)
  }, {
  }) : () -> () loc(#loc18)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":66:9)
#loc1 = loc("<stdin>":67:1)
#loc6 = loc("<stdin>":68:8)
#loc7 = loc("<stdin>":69:3)
#loc8 = loc("<stdin>":70:5)
#loc10 = loc("<stdin>":71:7)
#loc11 = loc("<stdin>":73:5)
#loc12 = loc("<stdin>":75:3)
#loc13 = loc("<stdin>":76:3)
#loc14 = loc("<stdin>":77:3)
#loc15 = loc("<stdin>":78:3)
#loc16 = loc("<stdin>":79:3)
#loc17 = loc("<stdin>":81:1)
#loc18 = loc("<stdin>":82:1)
#loc20 = loc("<stdin>":84:3)

// -----
#loc2 = loc("<stdin>":87:22)
#loc3 = loc("<stdin>":87:42)
"builtin.module"() ({
  "func.func"() <{function_type = (memref<10xf32>, i1) -> (), sym_name = "acc_small"}> ({
  ^bb0(%arg0: memref<10xf32> loc("<stdin>":87:22), %arg1: i1 loc("<stdin>":87:42)):
    %0 = "acc.create"(%arg0) <{dataClause = #acc<data_clause acc_create>, implicit = false, modifiers = #acc<data_clause_modifier none>, operandSegmentSizes = array<i32: 1, 0, 0, 0>, structured = true, varType = f32}> : (memref<10xf32>) -> memref<10xf32> loc(#loc4)
    "acc.data"(%0) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>}> ({
      "acc.terminator"() : () -> () loc(#loc6)
    }) : (memref<10xf32>) -> () loc(#loc5)
    "acc.serial"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0>}> ({
      "acc.yield"() : () -> () loc(#loc8)
    }) : () -> () loc(#loc7)
    "acc.kernels"() <{operandSegmentSizes = array<i32: 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0>}> ({
      "acc.terminator"() : () -> () loc(#loc10)
    }) : () -> () loc(#loc9)
    "func.return"() : () -> () loc(#loc11)
  }) : () -> () loc(#loc1)
}) : () -> () loc(#loc)
#loc = loc("<stdin>":86:9)
#loc1 = loc("<stdin>":87:1)
#loc4 = loc("<stdin>":88:8)
#loc5 = loc("<stdin>":89:3)
#loc6 = loc("<stdin>":89:48)
#loc7 = loc("<stdin>":90:3)
#loc8 = loc("<stdin>":90:16)
#loc9 = loc("<stdin>":91:3)
#loc10 = loc("<stdin>":91:17)
#loc11 = loc("<stdin>":92:3)
