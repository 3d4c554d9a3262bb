func.func @emitc(%a: i32, %p: !emitc.ptr<i32>, %o: !emitc.opaque<"std::vector<int>">) {
  %0 = emitc.call_opaque "f"(%a) {args = [0 : index, #emitc.opaque<"NULL">, 3 : i8], template_args = [i32, #emitc.opaque<"a, b">]} : (i32) -> !emitc.opaque<"T<\22x\22>">
  %1 = "emitc.constant"() <{value = #emitc.opaque<"CHAR_MIN">}> : () -> !emitc.opaque<"char">
  %2 = emitc.add %a, %a : (i32, i32) -> i32
  %3 = emitc.cast %a : i32 to f32
  emitc.verbatim "// \22comment\22 {}" args %a : i32
  %4 = "emitc.variable"() <{value = 0 : i32}> : () -> !emitc.lvalue<i32>
  emitc.assign %a : i32 to %4 : !emitc.lvalue<i32>
  %5 = emitc.expression %a : (i32) -> i32 {
    %6 = emitc.mul %a, %a : (i32, i32) -> i32
    emitc.yield %6 : i32
  }
  return
}
emitc.include <"stdio.h">
emitc.include "local.h"
emitc.global extern const @g : !emitc.array<4xi32>
emitc.func @fn(%x: !emitc.array<2x3xf32>, %y: !emitc.size_t) -> i32 attributes {specifiers = ["static", "inline"]} {
  %0 = "emitc.constant"() {value = 1 : i32} : () -> i32
  emitc.return %0 : i32
}
// -----
emitc.include <"stdio.h">
emitc.global extern const @g : !emitc.array<4xi32>
func.func @emitc(%a: i32) {
  %2 = emitc.add %a, %a : (i32, i32) -> i32
  %0 = emitc.call_opaque "f"(%a) {args = [0 : index, #emitc.opaque<"NULL">, 3 : i8], template_args = [i32, #emitc.opaque<"a, b">]} : (i32) -> !emitc.opaque<"T<\22x\22>">
  %4 = "emitc.variable"() <{value = 0 : i32}> : () -> !emitc.lvalue<i32>
  emitc.assign %a : i32 to %4 : !emitc.lvalue<i32>
  return
}
// -----
ml_program.global private mutable @state(dense<0.0> : tensor<4xf32>) : tensor<4xf32>
ml_program.global public @ext(#ml_program.extern<tensor<4xi32>>) : tensor<?xi32>
ml_program.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = ml_program.global_load @state : tensor<4xf32>
  ml_program.global_store @state = %a : tensor<4xf32>
  ml_program.return %0 : tensor<4xf32>
}
ml_program.subgraph private @s(%a: i32) -> i32 {
  ml_program.output %a : i32
}
// -----
module attributes {
  dlti.dl_spec = #dlti.dl_spec<#dlti.dl_entry<"dlti.endianness", "little">, #dlti.dl_entry<index, 32 : i32>, #dlti.dl_entry<i64, dense<[32, 64]> : vector<2xi64>>, !llvm.ptr = dense<64> : vector<4xi64>>,
  dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 65536 : ui32>, "GPU:1" = #dlti.target_device_spec<"max_vector_op_width" = 128 : ui32>>,
  dlti.map = #dlti.map<"k" = 1 : i32, "nested" = #dlti.map<"z" = 2.0 : f32>>
} { }
// -----
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "little", index = 32 : i32, i64 = dense<[32, 64]> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>>} { }
// -----
module attributes {test.m = #dlti.map<"k" = 1 : i32, i32 = [1, 2]>, dlti.target_system_spec = #dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"L1_cache_size_in_bytes" = 65536 : ui32>>} { }
// -----
func.func @arm(%a: vector<[16]xi8>, %b: vector<[4]xi32>, %m: vector<[4]xi1>, %k: vector<8xi8>) {
  %0 = arm_sve.sdot %b, %a, %a : vector<[16]xi8> to vector<[4]xi32>
  %1 = arm_sve.masked.addi %m, %b, %b : vector<[4]xi1>, vector<[4]xi32>
  %2 = arm_neon.intr.smull %k, %k : vector<8xi8> to vector<8xi16>
  %3 = arm_sve.convert_to_svbool %m : vector<[4]xi1>
  return
}
// -----
func.func @sme(%v: vector<[4]xf32>, %m: vector<[4]xi1>) {
  %0 = arm_sme.zero : vector<[4]x[4]xf32>
  %1 = arm_sme.outerproduct %v, %v acc(%0) masks(%m, %m) : vector<[4]xf32>, vector<[4]xf32>
  %2 = arm_sme.streaming_vl <word>
  return
}
// -----
func.func @x86(%v: vector<16xf32>, %k: vector<16xi1>, %r: vector<8xf32>) {
  %0 = x86vector.avx.rsqrt %r : vector<8xf32>
  %1 = x86vector.avx512.mask.compress %k, %v : vector<16xf32>
  return
}
// -----
smt.solver() : () -> () {
  %x = smt.declare_fun "x" : !smt.int
  %b = smt.declare_fun : !smt.bv<8>
  %f = smt.declare_fun : !smt.func<(!smt.int, !smt.bool) !smt.bool>
  %a = smt.declare_fun : !smt.array<[!smt.int -> !smt.bool]>
  %s = smt.declare_fun : !smt.sort<"name"[!smt.int]>
  %c = smt.bv.constant #smt.bv<-5> : !smt.bv<8>
  %t = smt.constant true
  %q = smt.forall ["i"] {
  ^bb0(%i: !smt.int):
    %e = smt.eq %i, %x : !smt.int
    smt.yield %e : !smt.bool
  }
  smt.assert %t
  smt.check sat {} unknown {} unsat {}
}
// -----
func.func @mpi(%m: memref<100xf32>) {
  %e = mpi.init : !mpi.retval
  %c = mpi.comm_world : !mpi.comm
  %r = mpi.comm_rank(%c) : i32
  mpi.send(%m, %r, %r, %c) : memref<100xf32>, i32, i32
  mpi.finalize
  return
}
shard.grid @g(shape = 2x?x4)
func.func @shard(%t: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %s = shard.sharding @g split_axes = [[0], [1, 2]] : !shard.sharding
  %0 = shard.shard %t to %s : tensor<4x8xf32>
  %1 = shard.all_reduce %0 on @g grid_axes = [1, 0] reduction = max : tensor<4x8xf32> -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}
// -----
func.func @ptr(%m: memref<4xf32, #ptr.generic_space>, %i: index) {
  %p = ptr.to_ptr %m : memref<4xf32, #ptr.generic_space> -> !ptr.ptr<#ptr.generic_space>
  %q = ptr.ptr_add inbounds %p, %i : !ptr.ptr<#ptr.generic_space>, index
  %s = ptr.type_offset f32 : index
  return
}
// -----
wasmssa.func exported @f(%a: !wasmssa<local ref to i32>) -> i32 {
  %v = wasmssa.local_get %a : ref to i32
  wasmssa.return %v : i32
}
wasmssa.memory @m !wasmssa<limit[2: 4]>
wasmssa.import_func "foo" from "env" as @foo {type = (i32) -> ()}
// -----
func.func private @rec(!test.test_rec<x, test_rec<x>>)
// -----
func.func @amx(%m: memref<?x?xi8>, %i: index) {
  %0 = amx.tile_zero : !amx.tile<16x64xi8>
  amx.tile_store %m[%i, %i], %0 : memref<?x?xi8>, !amx.tile<16x64xi8>
  %z = amx.tile_zero : !amx.tile<16x16xi32>
  %1 = amx.tile_muli %0 zext, %0 zext, %z : !amx.tile<16x64xi8>, !amx.tile<16x64xi8>, !amx.tile<16x16xi32>
  return
}
// -----
func.func @tosa(%m: tensor<1x4x4xf32>, %z: tensor<1xf32>) {
  %3 = tosa.matmul %m, %m, %z, %z : (tensor<1x4x4xf32>, tensor<1x4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4xf32>
  return
}
