"builtin.module"() ({
  "func.func"() <{function_type = (i32, !emitc.ptr<i32>, !emitc.opaque<"std::vector<int>">) -> (), sym_name = "emitc"}> ({
  ^bb0(%arg2: i32, %arg3: !emitc.ptr<i32>, %arg4: !emitc.opaque<"std::vector<int>">):
    %1 = "emitc.call_opaque"(%arg2) <{args = [0 : index, #emitc.opaque<"NULL">, 3 : i8], callee = "f", template_args = [i32, #emitc.opaque<"a, b">]}> : (i32) -> !emitc.opaque<"T<\22x\22>">
    %2 = "emitc.constant"() <{value = #emitc.opaque<"CHAR_MIN">}> : () -> !emitc.opaque<"char">
    %3 = "emitc.add"(%arg2, %arg2) : (i32, i32) -> i32
    %4 = "emitc.cast"(%arg2) : (i32) -> f32
    "emitc.verbatim"(%arg2) <{value = "// \22comment\22 {}"}> : (i32) -> ()
    %5 = "emitc.variable"() <{value = 0 : i32}> : () -> !emitc.lvalue<i32>
    "emitc.assign"(%5, %arg2) : (!emitc.lvalue<i32>, i32) -> ()
    %6 = "emitc.expression"(%arg2) ({
    ^bb0(%arg5: i32):
      %7 = "emitc.mul"(%arg5, %arg5) : (i32, i32) -> i32
      "emitc.yield"(%7) : (i32) -> ()
    }) : (i32) -> i32
    "func.return"() : () -> ()
  }) : () -> ()
  "emitc.include"() <{include = "stdio.h", is_standard_include}> : () -> ()
  "emitc.include"() <{include = "local.h"}> : () -> ()
  "emitc.global"() <{const_specifier, extern_specifier, sym_name = "g", type = !emitc.array<4xi32>}> : () -> ()
  "emitc.func"() <{function_type = (!emitc.array<2x3xf32>, !emitc.size_t) -> i32, specifiers = ["static", "inline"], sym_name = "fn"}> ({
  ^bb0(%arg0: !emitc.array<2x3xf32>, %arg1: !emitc.size_t):
    %0 = "emitc.constant"() <{value = 1 : i32}> : () -> i32
    "emitc.return"(%0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "emitc.include"() <{include = "stdio.h", is_standard_include}> : () -> ()
  "emitc.global"() <{const_specifier, extern_specifier, sym_name = "g", type = !emitc.array<4xi32>}> : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "emitc"}> ({
  ^bb0(%arg0: i32):
    %0 = "emitc.add"(%arg0, %arg0) : (i32, i32) -> i32
    %1 = "emitc.call_opaque"(%arg0) <{args = [0 : index, #emitc.opaque<"NULL">, 3 : i8], callee = "f", template_args = [i32, #emitc.opaque<"a, b">]}> : (i32) -> !emitc.opaque<"T<\22x\22>">
    %2 = "emitc.variable"() <{value = 0 : i32}> : () -> !emitc.lvalue<i32>
    "emitc.assign"(%2, %arg0) : (!emitc.lvalue<i32>, i32) -> ()
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
#extern = #ml_program.extern
"builtin.module"() ({
  "ml_program.global"() <{is_mutable, sym_name = "state", sym_visibility = "private", type = tensor<4xf32>, value = dense<0.000000e+00> : tensor<4xf32>}> : () -> ()
  "ml_program.global"() <{sym_name = "ext", sym_visibility = "public", type = tensor<?xi32>, value = #extern}> : () -> ()
  "ml_program.func"() <{function_type = (tensor<4xf32>) -> tensor<4xf32>, sym_name = "f"}> ({
  ^bb0(%arg1: tensor<4xf32>):
    %0 = "ml_program.global_load"() <{global = @state}> : () -> tensor<4xf32>
    "ml_program.global_store"(%arg1) <{global = @state}> : (tensor<4xf32>) -> ()
    "ml_program.return"(%0) : (tensor<4xf32>) -> ()
  }) : () -> ()
  "ml_program.subgraph"() <{function_type = (i32) -> i32, sym_name = "s", sym_visibility = "private"}> ({
  ^bb0(%arg0: i32):
    "ml_program.output"(%arg0) : (i32) -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
^bb0:
}) {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "little", index = 32 : i32, i64 = dense<[32, 64]> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>>, dlti.map = #dlti.map<"k" = 1 : i32, "nested" = #dlti.map<"z" = 2.000000e+00 : f32>>, dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 65536 : ui32>, "GPU:1" = #dlti.target_device_spec<"max_vector_op_width" = 128 : ui32>>} : () -> ()

// -----
"builtin.module"() ({
^bb0:
}) {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "little", index = 32 : i32, i64 = dense<[32, 64]> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>>} : () -> ()

// -----
"builtin.module"() ({
^bb0:
}) {dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 65536 : ui32>>, test.m = #dlti.map<"k" = 1 : i32, i32 = [1, 2]>} : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (vector<[16]xi8>, vector<[4]xi32>, vector<[4]xi1>, vector<8xi8>) -> (), sym_name = "arm"}> ({
  ^bb0(%arg0: vector<[16]xi8>, %arg1: vector<[4]xi32>, %arg2: vector<[4]xi1>, %arg3: vector<8xi8>):
    %0 = "arm_sve.sdot"(%arg1, %arg0, %arg0) : (vector<[4]xi32>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[4]xi32>
    %1 = "arm_sve.masked.addi"(%arg2, %arg1, %arg1) : (vector<[4]xi1>, vector<[4]xi32>, vector<[4]xi32>) -> vector<[4]xi32>
    %2 = "arm_neon.intr.smull"(%arg3, %arg3) : (vector<8xi8>, vector<8xi8>) -> vector<8xi16>
    %3 = "arm_sve.convert_to_svbool"(%arg2) : (vector<[4]xi1>) -> vector<[16]xi1>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (vector<[4]xf32>, vector<[4]xi1>) -> (), sym_name = "sme"}> ({
  ^bb0(%arg0: vector<[4]xf32>, %arg1: vector<[4]xi1>):
    %0 = "arm_sme.zero"() : () -> vector<[4]x[4]xf32>
    %1 = "arm_sme.outerproduct"(%arg0, %arg0, %arg1, %arg1, %0) <{kind = #arm_sme.kind<add>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (vector<[4]xf32>, vector<[4]xf32>, vector<[4]xi1>, vector<[4]xi1>, vector<[4]x[4]xf32>) -> vector<[4]x[4]xf32>
    %2 = "arm_sme.streaming_vl"() <{type_size = #arm_sme.type_size<word>}> : () -> index
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (vector<16xf32>, vector<16xi1>, vector<8xf32>) -> (), sym_name = "x86"}> ({
  ^bb0(%arg0: vector<16xf32>, %arg1: vector<16xi1>, %arg2: vector<8xf32>):
    %0 = "x86vector.avx.rsqrt"(%arg2) : (vector<8xf32>) -> vector<8xf32>
    %1 = "x86vector.avx512.mask.compress"(%arg1, %arg0) : (vector<16xi1>, vector<16xf32>) -> vector<16xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "smt.solver"() ({
    %0 = "smt.declare_fun"() <{namePrefix = "x"}> : () -> !smt.int
    %1 = "smt.declare_fun"() : () -> !smt.bv<8>
    %2 = "smt.declare_fun"() : () -> !smt.func<(!smt.int, !smt.bool) !smt.bool>
    %3 = "smt.declare_fun"() : () -> !smt.array<[!smt.int -> !smt.bool]>
    %4 = "smt.declare_fun"() : () -> !smt.sort<"name"[!smt.int]>
    %5 = "smt.bv.constant"() <{value = #smt.bv<-5> : !smt.bv<8>}> : () -> !smt.bv<8>
    %6 = "smt.constant"() <{value = true}> : () -> !smt.bool
    %7 = "smt.forall"() <{boundVarNames = ["i"], weight = 0 : i32}> ({
    ^bb0(%arg0: !smt.int):
      %8 = "smt.eq"(%arg0, %0) : (!smt.int, !smt.int) -> !smt.bool
      "smt.yield"(%8) : (!smt.bool) -> ()
    }) : () -> !smt.bool
    "smt.assert"(%6) : (!smt.bool) -> ()
    "smt.check"() ({
      "smt.yield"() : () -> ()
    }, {
      "smt.yield"() : () -> ()
    }, {
      "smt.yield"() : () -> ()
    }) : () -> ()
    "smt.yield"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (memref<100xf32>) -> (), sym_name = "mpi"}> ({
  ^bb0(%arg1: memref<100xf32>):
    %3 = "mpi.init"() : () -> !mpi.retval
    %4 = "mpi.comm_world"() : () -> !mpi.comm
    %5 = "mpi.comm_rank"(%4) : (!mpi.comm) -> i32
    "mpi.send"(%arg1, %5, %5, %4) : (memref<100xf32>, i32, i32, !mpi.comm) -> ()
    "mpi.finalize"() : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "shard.grid"() <{shape = array<i64: 2, -9223372036854775808, 4>, sym_name = "g"}> : () -> ()
  "func.func"() <{function_type = (tensor<4x8xf32>) -> tensor<4x8xf32>, sym_name = "shard"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    %0 = "shard.sharding"() <{grid = @g, operandSegmentSizes = array<i32: 0, 0>, split_axes = #shard<axisarray[[0], [1, 2]]>, static_halo_sizes = array<i64>, static_sharded_dims_offsets = array<i64>}> : () -> !shard.sharding
    %1 = "shard.shard"(%arg0, %0) : (tensor<4x8xf32>, !shard.sharding) -> tensor<4x8xf32>
    %2 = "shard.all_reduce"(%1) <{grid = @g, grid_axes = array<i16: 1, 0>, reduction = #shard<partial max>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
    "func.return"(%2) : (tensor<4x8xf32>) -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (memref<4xf32, #ptr.generic_space>, index) -> (), sym_name = "ptr"}> ({
  ^bb0(%arg0: memref<4xf32, #ptr.generic_space>, %arg1: index):
    %0 = "ptr.to_ptr"(%arg0) : (memref<4xf32, #ptr.generic_space>) -> !ptr.ptr<#ptr.generic_space>
    %1 = "ptr.ptr_add"(%0, %arg1) <{flags = 3 : i32}> : (!ptr.ptr<#ptr.generic_space>, index) -> !ptr.ptr<#ptr.generic_space>
    %2 = "ptr.type_offset"() <{elementType = f32}> : () -> index
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "wasmssa.func"() <{exported, functionType = (i32) -> i32, sym_name = "f"}> ({
  ^bb0(%arg0: !wasmssa<local ref to i32>):
    %0 = "wasmssa.local_get"(%arg0) : (!wasmssa<local ref to i32>) -> i32
    "wasmssa.return"(%0) : (i32) -> ()
  }) : () -> ()
  "wasmssa.memory"() <{limits = !wasmssa<limit[2: 4]>, sym_name = "m"}> : () -> ()
  "wasmssa.import_func"() <{importName = "foo", moduleName = "env", sym_name = "foo", type = (i32) -> ()}> : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (!test.test_rec<x, test_rec<x>>) -> (), sym_name = "rec", sym_visibility = "private"}> ({
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (memref<?x?xi8>, index) -> (), sym_name = "amx"}> ({
  ^bb0(%arg0: memref<?x?xi8>, %arg1: index):
    %0 = "amx.tile_zero"() : () -> !amx.tile<16x64xi8>
    "amx.tile_store"(%arg0, %arg1, %arg1, %0) <{operandSegmentSizes = array<i32: 1, 2, 1, 0>}> : (memref<?x?xi8>, index, index, !amx.tile<16x64xi8>) -> ()
    %1 = "amx.tile_zero"() : () -> !amx.tile<16x16xi32>
    %2 = "amx.tile_muli"(%0, %0, %1) <{isZextLhs, isZextRhs}> : (!amx.tile<16x64xi8>, !amx.tile<16x64xi8>, !amx.tile<16x16xi32>) -> !amx.tile<16x16xi32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<1x4x4xf32>, tensor<1xf32>) -> (), sym_name = "tosa"}> ({
  ^bb0(%arg0: tensor<1x4x4xf32>, %arg1: tensor<1xf32>):
    %0 = "tosa.matmul"(%arg0, %arg0, %arg1, %arg1) : (tensor<1x4x4xf32>, tensor<1x4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4xf32>
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
