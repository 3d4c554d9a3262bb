"builtin.module"() ({
  "func.func"() <{function_type = (i32, !emitc.ptr<i32>, !emitc.opaque<"std::vector<int>">) -> (), sym_name = "emitc"}> ({
  ^bb0(%arg2: i32, %arg3: !emitc.ptr<i32>, %arg4: !emitc.opaque<"std::vector<int>">):
    // %arg2 is used by %15, %14, %12, %11, %10, %8
    // %arg3 is unused
    // %arg4 is unused
    %8 = "emitc.call_opaque"(%arg2) <{args = [0 : index, #emitc.opaque<"NULL">, 3 : i8], callee = "f", template_args = [i32, #emitc.opaque<"a, b">]}> : (i32) -> !emitc.opaque<"T<\22x\22>"> // unused
    %9 = "emitc.constant"() <{value = #emitc.opaque<"CHAR_MIN">}> : () -> !emitc.opaque<"char"> // unused
    %10 = "emitc.add"(%arg2, %arg2) : (i32, i32) -> i32 // unused
    %11 = "emitc.cast"(%arg2) : (i32) -> f32 // unused
    "emitc.verbatim"(%arg2) <{value = "// \22comment\22 {}"}> : (i32) -> () // id: %12
    %13 = "emitc.variable"() <{value = 0 : i32}> : () -> !emitc.lvalue<i32> // user: %14
    "emitc.assign"(%13, %arg2) : (!emitc.lvalue<i32>, i32) -> () // id: %14
    %15 = "emitc.expression"(%arg2) ({
    ^bb0(%arg5: i32):
      // %arg5 is used by %17
      %17 = "emitc.mul"(%arg5, %arg5) : (i32, i32) -> i32 // user: %18
      "emitc.yield"(%17) : (i32) -> () // id: %18
    }) : (i32) -> i32 // unused
    "func.return"() : () -> ()
  }) : () -> ()
  "emitc.include"() <{include = "stdio.h", is_standard_include}> : () -> ()
  "emitc.include"() <{include = "local.h"}> : () -> ()
  "emitc.global"() <{const_specifier, extern_specifier, sym_name = "g", type = !emitc.array<4xi32>}> : () -> ()
  "emitc.func"() <{function_type = (!emitc.array<2x3xf32>, !emitc.size_t) -> i32, specifiers = ["static", "inline"], sym_name = "fn"}> ({
  ^bb0(%arg0: !emitc.array<2x3xf32>, %arg1: !emitc.size_t):
    // %arg0 is unused
    // %arg1 is unused
    %6 = "emitc.constant"() <{value = 1 : i32}> : () -> i32 // user: %7
    "emitc.return"(%6) : (i32) -> () // id: %7
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "emitc.include"() <{include = "stdio.h", is_standard_include}> : () -> ()
  "emitc.global"() <{const_specifier, extern_specifier, sym_name = "g", type = !emitc.array<4xi32>}> : () -> ()
  "func.func"() <{function_type = (i32) -> (), sym_name = "emitc"}> ({
  ^bb0(%arg0: i32):
    // %arg0 is used by %7, %5, %4
    %4 = "emitc.add"(%arg0, %arg0) : (i32, i32) -> i32 // unused
    %5 = "emitc.call_opaque"(%arg0) <{args = [0 : index, #emitc.opaque<"NULL">, 3 : i8], callee = "f", template_args = [i32, #emitc.opaque<"a, b">]}> : (i32) -> !emitc.opaque<"T<\22x\22>"> // unused
    %6 = "emitc.variable"() <{value = 0 : i32}> : () -> !emitc.lvalue<i32> // user: %7
    "emitc.assign"(%6, %arg0) : (!emitc.lvalue<i32>, i32) -> () // id: %7
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
    // %arg1 is used by %7
    %6 = "ml_program.global_load"() <{global = @state}> : () -> tensor<4xf32> // user: %8
    "ml_program.global_store"(%arg1) <{global = @state}> : (tensor<4xf32>) -> () // id: %7
    "ml_program.return"(%6) : (tensor<4xf32>) -> () // id: %8
  }) : () -> ()
  "ml_program.subgraph"() <{function_type = (i32) -> i32, sym_name = "s", sym_visibility = "private"}> ({
  ^bb0(%arg0: i32):
    // %arg0 is used by %5
    "ml_program.output"(%arg0) : (i32) -> () // id: %5
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (vector<[16]xi8>, vector<[4]xi32>, vector<[4]xi1>, vector<8xi8>) -> (), sym_name = "arm"}> ({
  ^bb0(%arg0: vector<[16]xi8>, %arg1: vector<[4]xi32>, %arg2: vector<[4]xi1>, %arg3: vector<8xi8>):
    // %arg0 is used by %2
    // %arg1 is used by %3, %2
    // %arg2 is used by %5, %3
    // %arg3 is used by %4
    %2 = "arm_sve.sdot"(%arg1, %arg0, %arg0) : (vector<[4]xi32>, vector<[16]xi8>, vector<[16]xi8>) -> vector<[4]xi32> // unused
    %3 = "arm_sve.masked.addi"(%arg2, %arg1, %arg1) : (vector<[4]xi1>, vector<[4]xi32>, vector<[4]xi32>) -> vector<[4]xi32> // unused
    %4 = "arm_neon.intr.smull"(%arg3, %arg3) : (vector<8xi8>, vector<8xi8>) -> vector<8xi16> // unused
    %5 = "arm_sve.convert_to_svbool"(%arg2) : (vector<[4]xi1>) -> vector<[16]xi1> // unused
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (vector<[4]xf32>, vector<[4]xi1>) -> (), sym_name = "sme"}> ({
  ^bb0(%arg0: vector<[4]xf32>, %arg1: vector<[4]xi1>):
    // %arg0 is used by %3
    // %arg1 is used by %3
    %2 = "arm_sme.zero"() : () -> vector<[4]x[4]xf32> // user: %3
    %3 = "arm_sme.outerproduct"(%arg0, %arg0, %arg1, %arg1, %2) <{kind = #arm_sme.kind<add>, operandSegmentSizes = array<i32: 1, 1, 1, 1, 1>}> : (vector<[4]xf32>, vector<[4]xf32>, vector<[4]xi1>, vector<[4]xi1>, vector<[4]x[4]xf32>) -> vector<[4]x[4]xf32> // unused
    %4 = "arm_sme.streaming_vl"() <{type_size = #arm_sme.type_size<word>}> : () -> index // unused
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (vector<16xf32>, vector<16xi1>, vector<8xf32>) -> (), sym_name = "x86"}> ({
  ^bb0(%arg0: vector<16xf32>, %arg1: vector<16xi1>, %arg2: vector<8xf32>):
    // %arg0 is used by %3
    // %arg1 is used by %3
    // %arg2 is used by %2
    %2 = "x86vector.avx.rsqrt"(%arg2) : (vector<8xf32>) -> vector<8xf32> // unused
    %3 = "x86vector.avx512.mask.compress"(%arg1, %arg0) : (vector<16xi1>, vector<16xf32>) -> vector<16xf32> // unused
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "smt.solver"() ({
    %2 = "smt.declare_fun"() <{namePrefix = "x"}> : () -> !smt.int // user: %16
    %3 = "smt.declare_fun"() : () -> !smt.bv<8> // unused
    %4 = "smt.declare_fun"() : () -> !smt.func<(!smt.int, !smt.bool) !smt.bool> // unused
    %5 = "smt.declare_fun"() : () -> !smt.array<[!smt.int -> !smt.bool]> // unused
    %6 = "smt.declare_fun"() : () -> !smt.sort<"name"[!smt.int]> // unused
    %7 = "smt.bv.constant"() <{value = #smt.bv<-5> : !smt.bv<8>}> : () -> !smt.bv<8> // unused
    %8 = "smt.constant"() <{value = true}> : () -> !smt.bool // user: %10
    %9 = "smt.forall"() <{boundVarNames = ["i"], weight = 0 : i32}> ({
    ^bb0(%arg0: !smt.int):
      // %arg0 is used by %16
      %16 = "smt.eq"(%arg0, %2) : (!smt.int, !smt.int) -> !smt.bool // user: %17
      "smt.yield"(%16) : (!smt.bool) -> () // id: %17
    }) : () -> !smt.bool // unused
    "smt.assert"(%8) : (!smt.bool) -> () // id: %10
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
    // %arg1 is used by %11
    %8 = "mpi.init"() : () -> !mpi.retval // unused
    %9 = "mpi.comm_world"() : () -> !mpi.comm // users: %11, %10
    %10 = "mpi.comm_rank"(%9) : (!mpi.comm) -> i32 // user: %11
    "mpi.send"(%arg1, %10, %10, %9) : (memref<100xf32>, i32, i32, !mpi.comm) -> () // id: %11
    "mpi.finalize"() : () -> ()
    "func.return"() : () -> ()
  }) : () -> ()
  "shard.grid"() <{shape = array<i64: 2, -9223372036854775808, 4>, sym_name = "g"}> : () -> ()
  "func.func"() <{function_type = (tensor<4x8xf32>) -> tensor<4x8xf32>, sym_name = "shard"}> ({
  ^bb0(%arg0: tensor<4x8xf32>):
    // %arg0 is used by %5
    %4 = "shard.sharding"() <{grid = @g, operandSegmentSizes = array<i32: 0, 0>, split_axes = #shard<axisarray[[0], [1, 2]]>, static_halo_sizes = array<i64>, static_sharded_dims_offsets = array<i64>}> : () -> !shard.sharding // user: %5
    %5 = "shard.shard"(%arg0, %4) : (tensor<4x8xf32>, !shard.sharding) -> tensor<4x8xf32> // user: %6
    %6 = "shard.all_reduce"(%5) <{grid = @g, grid_axes = array<i16: 1, 0>, reduction = #shard<partial max>}> : (tensor<4x8xf32>) -> tensor<4x8xf32> // user: %7
    "func.return"(%6) : (tensor<4x8xf32>) -> () // id: %7
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (memref<4xf32, #ptr.generic_space>, index) -> (), sym_name = "ptr"}> ({
  ^bb0(%arg0: memref<4xf32, #ptr.generic_space>, %arg1: index):
    // %arg0 is used by %2
    // %arg1 is used by %3
    %2 = "ptr.to_ptr"(%arg0) : (memref<4xf32, #ptr.generic_space>) -> !ptr.ptr<#ptr.generic_space> // user: %3
    %3 = "ptr.ptr_add"(%2, %arg1) <{flags = 3 : i32}> : (!ptr.ptr<#ptr.generic_space>, index) -> !ptr.ptr<#ptr.generic_space> // unused
    %4 = "ptr.type_offset"() <{elementType = f32}> : () -> index // unused
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "wasmssa.func"() <{exported, functionType = (i32) -> i32, sym_name = "f"}> ({
  ^bb0(%arg0: !wasmssa<local ref to i32>):
    // %arg0 is used by %4
    %4 = "wasmssa.local_get"(%arg0) : (!wasmssa<local ref to i32>) -> i32 // user: %5
    "wasmssa.return"(%4) : (i32) -> () // id: %5
  }) : () -> ()
  "wasmssa.memory"() <{limits = !wasmssa<limit[2: 4]>, sym_name = "m"}> : () -> ()
  "wasmssa.import_func"() <{importName = "foo", moduleName = "env", sym_name = "foo", type = (i32) -> ()}> : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (memref<?x?xi8>, index) -> (), sym_name = "amx"}> ({
  ^bb0(%arg0: memref<?x?xi8>, %arg1: index):
    // %arg0 is used by %3
    // %arg1 is used by %3
    %2 = "amx.tile_zero"() : () -> !amx.tile<16x64xi8> // users: %5, %3
    "amx.tile_store"(%arg0, %arg1, %arg1, %2) <{operandSegmentSizes = array<i32: 1, 2, 1, 0>}> : (memref<?x?xi8>, index, index, !amx.tile<16x64xi8>) -> () // id: %3
    %4 = "amx.tile_zero"() : () -> !amx.tile<16x16xi32> // user: %5
    %5 = "amx.tile_muli"(%2, %2, %4) <{isZextLhs, isZextRhs}> : (!amx.tile<16x64xi8>, !amx.tile<16x64xi8>, !amx.tile<16x16xi32>) -> !amx.tile<16x16xi32> // unused
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()

// -----
"builtin.module"() ({
  "func.func"() <{function_type = (tensor<1x4x4xf32>, tensor<1xf32>) -> (), sym_name = "tosa"}> ({
  ^bb0(%arg0: tensor<1x4x4xf32>, %arg1: tensor<1xf32>):
    // %arg0 is used by %2
    // %arg1 is used by %2
    %2 = "tosa.matmul"(%arg0, %arg0, %arg1, %arg1) : (tensor<1x4x4xf32>, tensor<1x4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4xf32> // unused
    "func.return"() : () -> ()
  }) : () -> ()
}) : () -> ()
