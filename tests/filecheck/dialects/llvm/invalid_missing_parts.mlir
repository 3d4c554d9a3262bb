// RUN: dlc-opt %s --split-input-file --verify-diagnostics

// Ops without the operands and properties that they need.

llvm.func @f() {
  // expected-error @+2 {{'llvm.intr.vp.add' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.add' op requires one result, but found 0}}
  "llvm.intr.vp.add"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.and' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.and' op requires one result, but found 0}}
  "llvm.intr.vp.and"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.ashr' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.ashr' op requires one result, but found 0}}
  "llvm.intr.vp.ashr"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.lshr' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.lshr' op requires one result, but found 0}}
  "llvm.intr.vp.lshr"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.mul' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.mul' op requires one result, but found 0}}
  "llvm.intr.vp.mul"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.or' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.or' op requires one result, but found 0}}
  "llvm.intr.vp.or"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.sdiv' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.sdiv' op requires one result, but found 0}}
  "llvm.intr.vp.sdiv"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.shl' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.shl' op requires one result, but found 0}}
  "llvm.intr.vp.shl"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.smax' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.smax' op requires one result, but found 0}}
  "llvm.intr.vp.smax"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.smin' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.smin' op requires one result, but found 0}}
  "llvm.intr.vp.smin"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.srem' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.srem' op requires one result, but found 0}}
  "llvm.intr.vp.srem"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.sub' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.sub' op requires one result, but found 0}}
  "llvm.intr.vp.sub"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.udiv' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.udiv' op requires one result, but found 0}}
  "llvm.intr.vp.udiv"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.umax' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.umax' op requires one result, but found 0}}
  "llvm.intr.vp.umax"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.umin' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.umin' op requires one result, but found 0}}
  "llvm.intr.vp.umin"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.urem' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.urem' op requires one result, but found 0}}
  "llvm.intr.vp.urem"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.xor' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.xor' op requires one result, but found 0}}
  "llvm.intr.vp.xor"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.fadd' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.fadd' op requires one result, but found 0}}
  "llvm.intr.vp.fadd"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.fdiv' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.fdiv' op requires one result, but found 0}}
  "llvm.intr.vp.fdiv"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.fmul' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.fmul' op requires one result, but found 0}}
  "llvm.intr.vp.fmul"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.frem' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.frem' op requires one result, but found 0}}
  "llvm.intr.vp.frem"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.fsub' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.fsub' op requires one result, but found 0}}
  "llvm.intr.vp.fsub"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.fneg' op expected 3 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.fneg' op requires one result, but found 0}}
  "llvm.intr.vp.fneg"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.fma' op expected 5 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.fma' op requires one result, but found 0}}
  "llvm.intr.vp.fma"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.fmuladd' op expected 5 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.fmuladd' op requires one result, but found 0}}
  "llvm.intr.vp.fmuladd"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.sext' op expected 3 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.sext' op requires one result, but found 0}}
  "llvm.intr.vp.sext"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.trunc' op expected 3 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.trunc' op requires one result, but found 0}}
  "llvm.intr.vp.trunc"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.zext' op expected 3 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.zext' op requires one result, but found 0}}
  "llvm.intr.vp.zext"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.inttoptr' op expected 3 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.inttoptr' op requires one result, but found 0}}
  "llvm.intr.vp.inttoptr"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.sitofp' op expected 3 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.sitofp' op requires one result, but found 0}}
  "llvm.intr.vp.sitofp"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.uitofp' op expected 3 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.uitofp' op requires one result, but found 0}}
  "llvm.intr.vp.uitofp"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.fpext' op expected 3 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.fpext' op requires one result, but found 0}}
  "llvm.intr.vp.fpext"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.fptrunc' op expected 3 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.fptrunc' op requires one result, but found 0}}
  "llvm.intr.vp.fptrunc"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.fptosi' op expected 3 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.fptosi' op requires one result, but found 0}}
  "llvm.intr.vp.fptosi"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.fptoui' op expected 3 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.fptoui' op requires one result, but found 0}}
  "llvm.intr.vp.fptoui"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.ptrtoint' op expected 3 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.ptrtoint' op requires one result, but found 0}}
  "llvm.intr.vp.ptrtoint"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.select' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.select' op requires one result, but found 0}}
  "llvm.intr.vp.select"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.merge' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.merge' op requires one result, but found 0}}
  "llvm.intr.vp.merge"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.reduce.add' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.reduce.add' op requires one result, but found 0}}
  "llvm.intr.vp.reduce.add"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.reduce.and' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.reduce.and' op requires one result, but found 0}}
  "llvm.intr.vp.reduce.and"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.reduce.mul' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.reduce.mul' op requires one result, but found 0}}
  "llvm.intr.vp.reduce.mul"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.reduce.or' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.reduce.or' op requires one result, but found 0}}
  "llvm.intr.vp.reduce.or"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.reduce.smax' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.reduce.smax' op requires one result, but found 0}}
  "llvm.intr.vp.reduce.smax"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.reduce.smin' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.reduce.smin' op requires one result, but found 0}}
  "llvm.intr.vp.reduce.smin"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.reduce.umax' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.reduce.umax' op requires one result, but found 0}}
  "llvm.intr.vp.reduce.umax"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.reduce.umin' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.reduce.umin' op requires one result, but found 0}}
  "llvm.intr.vp.reduce.umin"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.reduce.xor' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.reduce.xor' op requires one result, but found 0}}
  "llvm.intr.vp.reduce.xor"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.reduce.fadd' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.reduce.fadd' op requires one result, but found 0}}
  "llvm.intr.vp.reduce.fadd"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.reduce.fmax' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.reduce.fmax' op requires one result, but found 0}}
  "llvm.intr.vp.reduce.fmax"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.reduce.fmin' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.reduce.fmin' op requires one result, but found 0}}
  "llvm.intr.vp.reduce.fmin"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.reduce.fmul' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.reduce.fmul' op requires one result, but found 0}}
  "llvm.intr.vp.reduce.fmul"() : () -> ()
  // expected-error @+2 {{'llvm.intr.vp.load' op expected 3 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.vp.load' op requires one result, but found 0}}
  "llvm.intr.vp.load"() : () -> ()
  // expected-error @+1 {{'llvm.intr.vp.store' op expected 4 operands, but found 0}}
  "llvm.intr.vp.store"() : () -> ()
  // expected-error @+2 {{'llvm.intr.experimental.vp.strided.load' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.experimental.vp.strided.load' op requires one result, but found 0}}
  "llvm.intr.experimental.vp.strided.load"() : () -> ()
  // expected-error @+1 {{'llvm.intr.experimental.vp.strided.store' op expected 5 operands, but found 0}}
  "llvm.intr.experimental.vp.strided.store"() : () -> ()
  // expected-error @+2 {{'llvm.intr.annotation' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.annotation' op requires one result, but found 0}}
  "llvm.intr.annotation"() : () -> ()
  // expected-error @+2 {{'llvm.intr.ptr.annotation' op expected 5 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.ptr.annotation' op requires one result, but found 0}}
  "llvm.intr.ptr.annotation"() : () -> ()
  // expected-error @+1 {{'llvm.intr.var.annotation' op expected 5 operands, but found 0}}
  "llvm.intr.var.annotation"() : () -> ()
  // expected-error @+2 {{'llvm.intr.coro.id' op expected 4 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.coro.id' op requires one result, but found 0}}
  "llvm.intr.coro.id"() : () -> ()
  // expected-error @+2 {{'llvm.intr.coro.begin' op expected 2 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.coro.begin' op requires one result, but found 0}}
  "llvm.intr.coro.begin"() : () -> ()
  // expected-error @+1 {{'llvm.intr.coro.size' op requires one result, but found 0}}
  "llvm.intr.coro.size"() : () -> ()
  // expected-error @+1 {{'llvm.intr.coro.align' op requires one result, but found 0}}
  "llvm.intr.coro.align"() : () -> ()
  // expected-error @+2 {{'llvm.intr.coro.save' op requires a single operand, but found 0}}
  // expected-error @+1 {{'llvm.intr.coro.save' op requires one result, but found 0}}
  "llvm.intr.coro.save"() : () -> ()
  // expected-error @+2 {{'llvm.intr.coro.suspend' op expected 2 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.coro.suspend' op requires one result, but found 0}}
  "llvm.intr.coro.suspend"() : () -> ()
  // expected-error @+2 {{'llvm.intr.coro.end' op expected 3 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.coro.end' op requires one result, but found 0}}
  "llvm.intr.coro.end"() : () -> ()
  // expected-error @+2 {{'llvm.intr.coro.free' op expected 2 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.coro.free' op requires one result, but found 0}}
  "llvm.intr.coro.free"() : () -> ()
  // expected-error @+1 {{'llvm.intr.coro.resume' op requires a single operand, but found 0}}
  "llvm.intr.coro.resume"() : () -> ()
  // expected-error @+2 {{'llvm.intr.coro.promise' op expected 3 operands, but found 0}}
  // expected-error @+1 {{'llvm.intr.coro.promise' op requires one result, but found 0}}
  "llvm.intr.coro.promise"() : () -> ()
  // expected-error @+1 {{'llvm.intr.dbg.declare' op requires a single operand, but found 0}}
  "llvm.intr.dbg.declare"() : () -> ()
  // expected-error @+1 {{'llvm.intr.dbg.value' op requires a single operand, but found 0}}
  "llvm.intr.dbg.value"() : () -> ()
  // expected-error @+1 {{'llvm.intr.dbg.label' op requires attribute 'label'}}
  "llvm.intr.dbg.label"() : () -> ()
  // expected-error @+2 {{'llvm.intr.eh.typeid.for' op requires a single operand, but found 0}}
  // expected-error @+1 {{'llvm.intr.eh.typeid.for' op requires one result, but found 0}}
  "llvm.intr.eh.typeid.for"() : () -> ()
  // expected-error @+1 {{'llvm.landingpad' op requires one result, but found 0}}
  "llvm.landingpad"() : () -> ()
  // expected-error @+1 {{'llvm.resume' op requires a single operand, but found 0}}
  "llvm.resume"() : () -> ()
  // expected-error @+1 {{'llvm.blocktag' op requires attribute 'tag'}}
  "llvm.blocktag"() : () -> ()
  // expected-error @+1 {{'llvm.blockaddress' op requires one result, but found 0}}
  "llvm.blockaddress"() : () -> ()
  // expected-error @+1 {{'llvm.dso_local_equivalent' op requires one result, but found 0}}
  "llvm.dso_local_equivalent"() : () -> ()
  // expected-error @+2 {{'llvm.intr.experimental.constrained.fptrunc' op requires a single operand, but found 0}}
  // expected-error @+1 {{'llvm.intr.experimental.constrained.fptrunc' op requires one result, but found 0}}
  "llvm.intr.experimental.constrained.fptrunc"() : () -> ()
  // expected-error @+2 {{'llvm.intr.experimental.constrained.fpext' op requires a single operand, but found 0}}
  // expected-error @+1 {{'llvm.intr.experimental.constrained.fpext' op requires one result, but found 0}}
  "llvm.intr.experimental.constrained.fpext"() : () -> ()
  // expected-error @+2 {{'llvm.intr.experimental.constrained.sitofp' op requires a single operand, but found 0}}
  // expected-error @+1 {{'llvm.intr.experimental.constrained.sitofp' op requires one result, but found 0}}
  "llvm.intr.experimental.constrained.sitofp"() : () -> ()
  // expected-error @+2 {{'llvm.intr.experimental.constrained.uitofp' op requires a single operand, but found 0}}
  // expected-error @+1 {{'llvm.intr.experimental.constrained.uitofp' op requires one result, but found 0}}
  "llvm.intr.experimental.constrained.uitofp"() : () -> ()
  llvm.unreachable
}

// -----

llvm.func @g()
llvm.func @no_landing_pad(%x: i32) {
  // expected-error @+1 {{first operation in unwind destination should be a llvm.landingpad, but got 'llvm.unreachable' [invoke_c3]}}
  llvm.invoke @g() to ^bb1 unwind ^bb1 : () -> ()
^bb1:
  llvm.unreachable
}

// -----

llvm.func @callee_is_no_pointer(%x: i32) {
  // expected-error @+1 {{indirect call expects a pointer as callee, but got 'i32' [invoke_c1]}}
  llvm.invoke %x() to ^bb2 unwind ^bb1 : i32, () -> ()
^bb1:
  %e = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  llvm.resume %e : !llvm.struct<(ptr, i32)>
^bb2:
  llvm.unreachable
}

// -----

llvm.func @g()
llvm.func @bundles(%x: i32) {
  // expected-error @+1 {{expected 0 sizes of operand bundles that add up to 0, but got [1] [invoke_c2]}}
  "llvm.invoke"()[^bb2, ^bb1] <{callee = @g, op_bundle_sizes = array<i32: 1>, operandSegmentSizes = array<i32: 0, 0, 0, 0>}> : () -> ()
^bb1:
  %e = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  llvm.resume %e : !llvm.struct<(ptr, i32)>
^bb2:
  llvm.unreachable
}

// -----

llvm.func @g()
llvm.func @weights() {
  // expected-error @+1 {{expects 2 branch weights, one for each successor, but got 1 [invoke_c4]}}
  llvm.invoke @g() to ^bb2 unwind ^bb1 {branch_weights = array<i32: 1>} : () -> ()
^bb1:
  %e = llvm.landingpad cleanup : !llvm.struct<(ptr, i32)>
  llvm.resume %e : !llvm.struct<(ptr, i32)>
^bb2:
  llvm.unreachable
}

// -----

llvm.func @segments(%p: !llvm.ptr) {
  // expected-error @+1 {{'indbr_operand_segments' should divide the 0 operands among 1 blocks, but got [1] [indirectbr_c1]}}
  "llvm.indirectbr"(%p)[^bb1] <{indbr_operand_segments = array<i32: 1>}> : (!llvm.ptr) -> ()
^bb1:
  llvm.unreachable
}

// -----

llvm.func @declared()
llvm.func @block_of_declaration() {
  // expected-error @+1 {{'@declared' does not reference a valid LLVM function with a body [blockaddress_c1]}}
  %p = llvm.blockaddress <function = @declared, tag = <id = 1>> : !llvm.ptr
  // expected-error @+1 {{'@missing' does not reference a valid LLVM function or alias [dso_local_equivalent_c1]}}
  %q = llvm.dso_local_equivalent @missing : !llvm.ptr
  llvm.return
}
// expected-error @+1 {{resolver '@declared' does not reference a valid LLVM function with a body [ifunc_c1]}}
llvm.mlir.ifunc external @i : !llvm.func<void ()>, !llvm.ptr @declared
// expected-error @+1 {{resolver must return a pointer, but got '!llvm.void' [ifunc_c2]}}
llvm.mlir.ifunc external @j : !llvm.func<void ()>, !llvm.ptr @block_of_declaration

// -----

// expected-error @+1 {{expected parameter 'scope' of 'llvm.di_label'}}
"t.x"() {a = #llvm.di_label<name = "l">} : () -> ()

// -----

// expected-error @+1 {{expected comdat symbol, but got '@c::@x' [global_c8]}}
llvm.mlir.global external @g() comdat(@c::@x) {addr_space = 0 : i32} : i32
// expected-error @+1 {{expected comdat symbol, but got '@c::@x' [func_c7]}}
llvm.func @f() comdat(@c::@x) {
  llvm.return
}

// -----

// expected-error @+1 {{identified type already used with a different body: '!llvm.struct<"s", (i32)>'}}
"t.x"() {a = !llvm.struct<"s", (i32)>, b = !llvm.struct<"s", (i64)>} : () -> ()

// -----

llvm.func @volatile_or_not(%p: !llvm.ptr, %n: i64) {
  // expected-error @+1 {{'llvm.intr.memcpy' op requires attribute 'isVolatile'}}
  "llvm.intr.memcpy"(%p, %p, %n) : (!llvm.ptr, !llvm.ptr, i64) -> ()
  llvm.return
}
