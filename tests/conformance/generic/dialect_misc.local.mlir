"builtin.module"() ({
  "func.func"() <{function_type = (i32, !emitc.ptr<i32>, !emitc.opaque<"std::vector<int>">) -> (), sym_name = "emitc"}> ({
  ^bb0(%arg2: i32 loc("<stdin>":1:18), %arg3: !emitc.ptr<i32> loc("<stdin>":1:27), %arg4: !emitc.opaque<"std::vector<int>"> loc("<stdin>":1:48)):
    %1 = "emitc.call_opaque"(%arg2) <{args = [0 : index, #emitc.opaque<"NULL">, 3 : i8], callee = "f", template_args = [i32, #emitc.opaque<"a, b">]}> : (i32) -> !emitc.opaque<"T<\22x\22>"> loc("<stdin>":2:8)
    %2 = "emitc.constant"() <{value = #emitc.opaque<"CHAR_MIN">}> : () -> !emitc.opaque<"char"> loc("<stdin>":3:8)
    %3 = "emitc.add"(%arg2, %arg2) : (i32, i32) -> i32 loc("<stdin>":4:8)
    %4 = "emitc.cast"(%arg2) : (i32) -> f32 loc("<stdin>":5:8)
    "emitc.verbatim"(%arg2) <{value = "// \22comment\22 {}"}> : (i32) -> () loc("<stdin>":6:3)
    %5 = "emitc.variable"() <{value = 0 : i32}> : () -> !emitc.lvalue<i32> loc("<stdin>":7:8)
    "emitc.assign"(%5, %arg2) : (!emitc.lvalue<i32>, i32) -> () loc("<stdin>":8:3)
    %6 = "emitc.expression"(%arg2) ({
    ^bb0(%arg5: i32 loc("<stdin>":9:25)):
      %7 = "emitc.mul"(%arg5, %arg5) : (i32, i32) -> i32 loc("<stdin>":10:10)
      "emitc.yield"(%7) : (i32) -> () loc("<stdin>":11:5)
    }) : (i32) -> i32 loc("<stdin>":9:8)
    "func.return"() : () -> () loc("<stdin>":13:3)
  }) : () -> () loc("<stdin>":1:1)
  "emitc.include"() <{include = "stdio.h", is_standard_include}> : () -> () loc("<stdin>":15:1)
  "emitc.include"() <{include = "local.h"}> : () -> () loc("<stdin>":16:1)
  "emitc.global"() <{const_specifier, extern_specifier, sym_name = "g", type = !emitc.array<4xi32>}> : () -> () loc("<stdin>":17:1)
  "emitc.func"() <{function_type = (!emitc.array<2x3xf32>, !emitc.size_t) -> i32, specifiers = ["static", "inline"], sym_name = "fn"}> ({
  ^bb0(%arg0: !emitc.array<2x3xf32> loc("<stdin>":18:16), %arg1: !emitc.size_t loc("<stdin>":18:43)):
    %0 = "emitc.constant"() <{value = 1 : i32}> : () -> i32 loc("<stdin>":19:8)
    "emitc.return"(%0) : (i32) -> () loc("<stdin>":20:3)
  }) : () -> () loc("<stdin>":18:1)
}) : () -> () loc("<stdin>":0:0)

// -----
"builtin.module"() ({
  "emitc.include"() <{include = "stdio.h", is_standard_include}> : () -> () loc("<stdin>":23:1)
  "emitc.global"() <{const_specifier, extern_specifier, sym_name = "g", type = !emitc.array<4xi32>}> : () -> () loc("<stdin>":24:1)
  "func.func"() <{function_type = (i32) -> (), sym_name = "emitc"}> ({
  ^bb0(%arg0: i32 loc("<stdin>":25:18)):
    %0 = "emitc.add"(%arg0, %arg0) : (i32, i32) -> i32 loc("<stdin>":26:8)
    %1 = "emitc.call_opaque"(%arg0) <{args = [0 : index, #emitc.opaque<"NULL">, 3 : i8], callee = "f", template_args = [i32, #emitc.opaque<"a, b">]}> : (i32) -> !emitc.opaque<"T<\22x\22>"> loc("<stdin>":27:8)
    %2 = "emitc.variable"() <{value = 0 : i32}> : () -> !emitc.lvalue<i32> loc("<stdin>":28:8)
    "emitc.assign"(%2, %arg0) : (!emitc.lvalue<i32>, i32) -> () loc("<stdin>":29:3)
    "func.return"() : () -> () loc("<stdin>":30:3)
  }) : () -> () loc("<stdin>":25:1)
}) : () -> () loc("<stdin>":22:9)

// -----
"builtin.module"() ({
  "ml_program.global"() <{is_mutable, sym_name = "state", sym_visibility = "private", type = tensor<4xf32>, value = dense<0.000000e+00> : tensor<4xf32>}> : () -> () loc("<stdin>":33:1)
  "ml_program.global"() <{sym_name = "ext", sym_visibility = "public", type = tensor<?xi32>, value = #ml_program.extern}> : () -> () loc("<stdin>":34:1)
  "ml_program.func"() <{function_type = (tensor<4xf32>) -> tensor<4xf32>, sym_name = "f"}> ({
  ^bb0(%arg1: tensor<4xf32> loc("<stdin>":35:20)):
    %0 = "ml_program.global_load"() <{global = @state}> : () -> tensor<4xf32> loc("<stdin>":36:8)
    "ml_program.global_store"(%arg1) <{global = @state}> : (tensor<4xf32>) -> () loc("<stdin>":37:3)
    "ml_program.return"(%0) : (tensor<4xf32>) -> () loc("<stdin>":38:3)
  }) : () -> () loc("<stdin>":35:1)
  "ml_program.subgraph"() <{function_type = (i32) -> i32, sym_name = "s", sym_visibility = "private"}> ({
  ^bb0(%arg0: i32 loc("<stdin>":40:32)):
    "ml_program.output"(%arg0) : (i32) -> () loc("<stdin>":41:3)
  }) : () -> () loc("<stdin>":40:1)
}) : () -> () loc("<stdin>":32:9)

// -----
"builtin.module"() ({
^bb0:
}) {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "little", index = 32 : i32, i64 = dense<[32, 64]> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>>, dlti.map = #dlti.map<"k" = 1 : i32, "nested" = #dlti.map<"z" = 2.000000e+00 : f32>>, dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 65536 : ui32>, "GPU:1" = #dlti.target_device_spec<"max_vector_op_width" = 128 : ui32>>} : () -> () loc("<stdin>":44:1)

// -----
"builtin.module"() ({
^bb0:
}) {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "little", index = 32 : i32, i64 = dense<[32, 64]> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>>} : () -> () loc("<stdin>":50:1)

// -----
"builtin.module"() ({
^bb0:
}) {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 65536 : ui32>>, test.m = #dlti.map<"k" = 1 : i32, i32 = [1, 2]>} : () -> () loc("<stdin>":52:1)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (vector<[16]xi8>, vector<[4]xi32>, vector<[4]xi1>, vector<8xi8>) -> (), sym_name = "arm"}> ({
  ^bb0(%arg0: vector<[16]xi8> loc("<stdin>":54:16), %arg1: vector<[4]xi32> loc("<stdin>":54:37), %arg2: vector<[4]xi1> loc("<stdin>":54:58), %arg3: vector<8xi8> loc("<stdin>":54:78)):
    %0 = "arm_sve.sdot"(%arg1, %arg0, %arg0) : (vector<[4]xi32>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[4]xi32> loc("<stdin>":55:8)
    %1 = "arm_sve.masked.addi"(%arg2, %arg1, %arg1) : (vector<[4]xi1>, vector<[4]xi32>, vector<[4]xi32>) -> vector<[4]xi32> loc("<stdin>":56:8)
    %2 = "arm_neon.intr.smull"(%arg3, %arg3) : (vector<8xi8>, vector<8xi8>) -> vector<8xi16> loc("<stdin>":57:8)
    %3 = "arm_sve.convert_to_svbool"(%arg2) : (vector<[4]xi1>) -> vector<[16]xi1> loc("<stdin>":58:8)
    "func.return"() : () -> () loc("<stdin>":59:3)
  }) : () -> () loc("<stdin>":54:1)
}) : () -> () loc("<stdin>":53:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (vector<[4]xf32>, vector<[4]xi1>) -> (), sym_name = "sme"}> ({
  ^bb0(%arg0: vector<[4]xf32> loc("<stdin>":62:16), %arg1: vector<[4]xi1> loc("<stdin>":62:37)):
    %0 = "arm_sme.zero"() : () -> vector<[4]x[4]xf32> loc("<stdin>":63:8)
    %1 = "arm_sme.outerproduct"(%arg0, %arg0, %arg1, %arg1, %0) <{kind = #arm_sme.kind<add>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (vector<[4]xf32>, vector<[4]xf32>, vector<[4]xi1>, vector<[4]xi1>, vector<[4]x[4]xf32>) -> vector<[4]x[4]xf32> loc("<stdin>":64:8)
    %2 = "arm_sme.streaming_vl"() <{type_size = #arm_sme.type_size<word>}> : () -> index loc("<stdin>":65:8)
    "func.return"() : () -> () loc("<stdin>":66:3)
  }) : () -> () loc("<stdin>":62:1)
}) : () -> () loc("<stdin>":61:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (vector<16xf32>, vector<16xi1>, vector<8xf32>) -> (), sym_name = "x86"}> ({
  ^bb0(%arg0: vector<16xf32> loc("<stdin>":69:16), %arg1: vector<16xi1> loc("<stdin>":69:36), %arg2: vector<8xf32> loc("<stdin>":69:55)):
    %0 = "x86vector.avx.rsqrt"(%arg2) : (vector<8xf32>) -> vector<8xf32> loc("<stdin>":70:8)
    %1 = "x86vector.avx512.mask.compress"(%arg1, %arg0) : (vector<16xi1>, vector<16xf32>) -> vector<16xf32> loc("<stdin>":71:8)
    "func.return"() : () -> () loc("<stdin>":72:3)
  }) : () -> () loc("<stdin>":69:1)
}) : () -> () loc("<stdin>":68:9)

// -----
"builtin.module"() ({
  "smt.solver"() ({
    %0 = "smt.declare_fun"() <{namePrefix = "x"}> : () -> !smt.int loc("<stdin>":76:8)
    %1 = "smt.declare_fun"() : () -> !smt.bv<8> loc("<stdin>":77:8)
    %2 = "smt.declare_fun"() : () -> !smt.func<(!smt.int, !smt.bool) !smt.bool> loc("<stdin>":78:8)
    %3 = "smt.declare_fun"() : () -> !smt.array<[!smt.int -> !smt.bool]> loc("<stdin>":79:8)
    %4 = "smt.declare_fun"() : () -> !smt.sort<"name"[!smt.int]> loc("<stdin>":80:8)
    %5 = "smt.bv.constant"() <{value = #smt.bv<-5> : !smt.bv<8>}> : () -> !smt.bv<8> loc("<stdin>":81:8)
    %6 = "smt.constant"() <{value = true}> : () -> !smt.bool loc("<stdin>":82:8)
    %7 = "smt.forall"() <{boundVarNames = ["i"], weight = 0 : i32}> ({
    ^bb0(%arg0: !smt.int loc("<stdin>":84:8)):
      %8 = "smt.eq"(%arg0, %0) : (!smt.int, !smt.int) -> !smt.bool loc("<stdin>":85:10)
      "smt.yield"(%8) : (!smt.bool) -> () loc("<stdin>":86:5)
    }) : () -> !smt.bool loc("<stdin>":83:8)
    "smt.assert"(%6) : (!smt.bool) -> () loc("<stdin>":88:3)
    "smt.check"() ({
      "smt.yield"() : () -> () loc("<stdin>":89:3)
    }, {
      "smt.yield"() : () -> () loc("<stdin>":89:3)
    }, {
      "smt.yield"() : () -> () loc("<stdin>":89:3)
    }) : () -> () loc("<stdin>":89:3)
    "smt.yield"() : () -> () loc("<stdin>":75:1)
  }) : () -> () loc("<stdin>":75:1)
}) : () -> () loc("<stdin>":74:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (memref<100xf32>) -> (), sym_name = "mpi"}> ({
  ^bb0(%arg1: memref<100xf32> loc("<stdin>":92:16)):
    %3 = "mpi.init"() : () -> !mpi.retval loc("<stdin>":93:8)
    %4 = "mpi.comm_world"() : () -> !mpi.comm loc("<stdin>":94:8)
    %5 = "mpi.comm_rank"(%4) : (!mpi.comm) -> i32 loc("<stdin>":95:8)
    "mpi.send"(%arg1, %5, %5, %4) : (memref<100xf32>, i32, i32, !mpi.comm) -> () loc("<stdin>":96:3)
    "mpi.finalize"() : () -> () loc("<stdin>":97:3)
    "func.return"() : () -> () loc("<stdin>":98:3)
  }) : () -> () loc("<stdin>":92:1)
  "shard.grid"() <{shape = array<i64: 2, -9223372036854775808, 4>, sym_name = "g"}> : () -> () loc("<stdin>":100:1)
  "func.func"() <{function_type = (tensor<4x8xf32>) -> tensor<4x8xf32>, sym_name = "shard"}> ({
  ^bb0(%arg0: tensor<4x8xf32> loc("<stdin>":101:18)):
    %0 = "shard.sharding"() <{grid = @g, operandSegmentSizes = array<i32: 0, 0>, split_axes = #shard<axisarray[[0], [1, 2]]>, static_halo_sizes = array<i64>, static_sharded_dims_offsets = array<i64>}> : () -> !shard.sharding loc("<stdin>":102:8)
    %1 = "shard.shard"(%arg0, %0) : (tensor<4x8xf32>, !shard.sharding) -> tensor<4x8xf32> loc("<stdin>":103:8)
    %2 = "shard.all_reduce"(%1) <{grid = @g, grid_axes = array<i16: 1, 0>, reduction = #shard<partial max>}> : (tensor<4x8xf32>) -> tensor<4x8xf32> loc("<stdin>":104:8)
    "func.return"(%2) : (tensor<4x8xf32>) -> () loc("<stdin>":105:3)
  }) : () -> () loc("<stdin>":101:1)
}) : () -> () loc("<stdin>":91:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (memref<4xf32, #ptr.generic_space>, index) -> (), sym_name = "ptr"}> ({
  ^bb0(%arg0: memref<4xf32, #ptr.generic_space> loc("<stdin>":108:16), %arg1: index loc("<stdin>":108:55)):
    %0 = "ptr.to_ptr"(%arg0) : (memref<4xf32, #ptr.generic_space>) -> !ptr.ptr<#ptr.generic_space> loc("<stdin>":109:8)
    %1 = "ptr.ptr_add"(%0, %arg1) <{flags = 3 : i32}> : (!ptr.ptr<#ptr.generic_space>, index) -> !ptr.ptr<#ptr.generic_space> loc("<stdin>":110:8)
    %2 = "ptr.type_offset"() <{elementType = f32}> : () -> index loc("<stdin>":111:8)
    "func.return"() : () -> () loc("<stdin>":112:3)
  }) : () -> () loc("<stdin>":108:1)
}) : () -> () loc("<stdin>":107:9)

// -----
"builtin.module"() ({
  "wasmssa.func"() <{exported, functionType = (i32) -> i32, sym_name = "f"}> ({
  ^bb0(%arg0: !wasmssa<local ref to i32> loc("<stdin>":115:26)):
    %0 = "wasmssa.local_get"(%arg0) : (!wasmssa<local ref to i32>) -> i32 loc("<stdin>":116:8)
    "wasmssa.return"(%0) : (i32) -> () loc("<stdin>":117:3)
  }) : () -> () loc("<stdin>":115:1)
  "wasmssa.memory"() <{limits = !wasmssa<limit[2: 4]>, sym_name = "m"}> : () -> () loc("<stdin>":119:1)
  "wasmssa.import_func"() <{importName = "foo", moduleName = "env", sym_name = "foo", type = (i32) -> ()}> : () -> () loc("<stdin>":120:1)
}) : () -> () loc("<stdin>":114:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (!test.test_rec<x, test_rec<x>>) -> (), sym_name = "rec", sym_visibility = "private"}> ({
  }) : () -> () loc("<stdin>":122:1)
}) : () -> () loc("<stdin>":121:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (memref<?x?xi8>, index) -> (), sym_name = "amx"}> ({
  ^bb0(%arg0: memref<?x?xi8> loc("<stdin>":124:16), %arg1: index loc("<stdin>":124:36)):
    %0 = "amx.tile_zero"() : () -> !amx.tile<16x64xi8> loc("<stdin>":125:8)
    "amx.tile_store"(%arg0, %arg1, %arg1, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 0>}> : (memref<?x?xi8>, index, index, !amx.tile<16x64xi8>) -> () loc("<stdin>":126:3)
    %1 = "amx.tile_zero"() : () -> !amx.tile<16x16xi32> loc("<stdin>":127:8)
    %2 = "amx.tile_muli"(%0, %0, %1) <{isZextLhs, isZextRhs}> : (!amx.tile<16x64xi8>, !amx.tile<16x64xi8>, !amx.tile<16x16xi32>) -> !amx.tile<16x16xi32> loc("<stdin>":128:8)
    "func.return"() : () -> () loc("<stdin>":129:3)
  }) : () -> () loc("<stdin>":124:1)
}) : () -> () loc("<stdin>":123:9)

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<1x4x4xf32>, tensor<1xf32>) -> (), sym_name = "tosa"}> ({
  ^bb0(%arg0: tensor<1x4x4xf32> loc("<stdin>":132:17), %arg1: tensor<1xf32> loc("<stdin>":132:40)):
    %0 = "tosa.matmul"(%arg0, %arg0, %arg1, %arg1) : (tensor<1x4x4xf32>, tensor<1x4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4xf32> loc("<stdin>":133:8)
    "func.return"() : () -> () loc("<stdin>":134:3)
  }) : () -> () loc("<stdin>":132:1)
}) : () -> () loc("<stdin>":131:9)
