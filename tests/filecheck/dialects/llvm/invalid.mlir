// RUN: dlc-opt %s --split-input-file --verify-diagnostics

llvm.func @f(%i: i32, %j: i64, %k: i8, %b: i1, %x: f32, %d: f64, %p: !llvm.ptr, %q: !llvm.ptr<3>, %v: vector<4xf32>, %w: vector<4xi32>, %m: vector<4xi1>, %m2: vector<2xi1>, %ps: vector<4x!llvm.ptr>, %s: !llvm.struct<(i32, array<4 x f32>)>, %sv: vector<[4]xf32>) {
  // expected-error @+3 {{'llvm.add' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  // expected-error @+2 {{'llvm.add' op operand #1 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  // expected-error @+1 {{'llvm.add' op result #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  "llvm.add"(%x, %x) <{overflowFlags = 0 : i32}> : (f32, f32) -> f32
  // expected-error @+3 {{'llvm.sub' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  // expected-error @+2 {{'llvm.sub' op operand #1 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  // expected-error @+1 {{'llvm.sub' op result #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  "llvm.sub"(%x, %x) <{overflowFlags = 0 : i32}> : (f32, f32) -> f32
  // expected-error @+3 {{'llvm.mul' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  // expected-error @+2 {{'llvm.mul' op operand #1 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  // expected-error @+1 {{'llvm.mul' op result #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  "llvm.mul"(%x, %x) <{overflowFlags = 0 : i32}> : (f32, f32) -> f32
  // expected-error @+3 {{'llvm.shl' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  // expected-error @+2 {{'llvm.shl' op operand #1 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  // expected-error @+1 {{'llvm.shl' op result #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  "llvm.shl"(%x, %x) <{overflowFlags = 0 : i32}> : (f32, f32) -> f32
  // expected-error @+1 {{'llvm.udiv' op requires the same type for all operands and results, but got 'i32' and 'i64'}}
  "llvm.udiv"(%i, %j) : (i32, i64) -> i32
  // expected-error @+1 {{'llvm.sdiv' op requires the same type for all operands and results, but got 'i32' and 'i64'}}
  "llvm.sdiv"(%i, %j) : (i32, i64) -> i32
  // expected-error @+1 {{'llvm.urem' op requires the same type for all operands and results, but got 'i32' and 'i64'}}
  "llvm.urem"(%i, %j) : (i32, i64) -> i32
  // expected-error @+1 {{'llvm.srem' op requires the same type for all operands and results, but got 'i32' and 'i64'}}
  "llvm.srem"(%i, %j) : (i32, i64) -> i32
  // expected-error @+1 {{'llvm.and' op requires the same type for all operands and results, but got 'i32' and 'i64'}}
  "llvm.and"(%i, %j) : (i32, i64) -> i32
  // expected-error @+1 {{'llvm.or' op requires the same type for all operands and results, but got 'i32' and 'i64'}}
  "llvm.or"(%i, %j) : (i32, i64) -> i32
  // expected-error @+1 {{'llvm.xor' op requires the same type for all operands and results, but got 'i32' and 'i64'}}
  "llvm.xor"(%i, %j) : (i32, i64) -> i32
  // expected-error @+1 {{'llvm.lshr' op requires the same type for all operands and results, but got 'i32' and 'i64'}}
  "llvm.lshr"(%i, %j) : (i32, i64) -> i32
  // expected-error @+1 {{'llvm.ashr' op requires the same type for all operands and results, but got 'i32' and 'i64'}}
  "llvm.ashr"(%i, %j) : (i32, i64) -> i32
  // expected-error @+3 {{'llvm.fadd' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+2 {{'llvm.fadd' op operand #1 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+1 {{'llvm.fadd' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  "llvm.fadd"(%i, %i) <{fastmathFlags = #llvm.fastmath<none>}> : (i32, i32) -> i32
  // expected-error @+3 {{'llvm.fsub' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+2 {{'llvm.fsub' op operand #1 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+1 {{'llvm.fsub' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  "llvm.fsub"(%i, %i) <{fastmathFlags = #llvm.fastmath<none>}> : (i32, i32) -> i32
  // expected-error @+3 {{'llvm.fmul' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+2 {{'llvm.fmul' op operand #1 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+1 {{'llvm.fmul' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  "llvm.fmul"(%i, %i) <{fastmathFlags = #llvm.fastmath<none>}> : (i32, i32) -> i32
  // expected-error @+3 {{'llvm.fdiv' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+2 {{'llvm.fdiv' op operand #1 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+1 {{'llvm.fdiv' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  "llvm.fdiv"(%i, %i) <{fastmathFlags = #llvm.fastmath<none>}> : (i32, i32) -> i32
  // expected-error @+3 {{'llvm.frem' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+2 {{'llvm.frem' op operand #1 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+1 {{'llvm.frem' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  "llvm.frem"(%i, %i) <{fastmathFlags = #llvm.fastmath<none>}> : (i32, i32) -> i32
  // expected-error @+1 {{'llvm.add' op attribute 'overflowFlags' failed to satisfy constraint: LLVM integer overflow flags, but got '4 : i32'}}
  "llvm.add"(%i, %i) <{overflowFlags = 4 : i32}> : (i32, i32) -> i32
  // expected-error @+2 {{'llvm.fneg' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+1 {{'llvm.fneg' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  "llvm.fneg"(%i) <{fastmathFlags = #llvm.fastmath<none>}> : (i32) -> i32
  // expected-error @+2 {{'llvm.icmp' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer or LLVM pointer type or LLVM dialect-compatible vector of LLVM pointer type, but got 'f32'}}
  // expected-error @+1 {{'llvm.icmp' op operand #1 must be signless integer or LLVM dialect-compatible vector of signless integer or LLVM pointer type or LLVM dialect-compatible vector of LLVM pointer type, but got 'f32'}}
  "llvm.icmp"(%x, %x) <{predicate = 0 : i64}> : (f32, f32) -> i1
  // expected-error @+1 {{'llvm.icmp' op attribute 'predicate' failed to satisfy constraint: llvm.icmp comparison predicate whose value is one of eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge, but got '10 : i64'}}
  "llvm.icmp"(%i, %i) <{predicate = 10 : i64}> : (i32, i32) -> i1
  // expected-error @+1 {{'llvm.fcmp' op result #0 'res' must have type 'i1', as follows from 'lhs', but got 'vector<4xi1>'}}
  "llvm.fcmp"(%x, %x) <{predicate = 0 : i64, fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> vector<4xi1>
  // expected-error @+1 {{'llvm.select' op condition 'vector<2xi1>' needs values of its shape, but got 'vector<4xf32>' [select_c1]}}
  llvm.select %m2, %v, %v : vector<2xi1>, vector<4xf32>
  // expected-error @+1 {{'llvm.freeze' op requires the same type for all operands and results, but got 'i32' and 'i64'}}
  "llvm.freeze"(%i) : (i32) -> i64
  llvm.return
}

// -----

llvm.func @f(%i: i32, %j: i64, %k: i8, %b: i1, %x: f32, %d: f64, %p: !llvm.ptr, %q: !llvm.ptr<3>, %v: vector<4xf32>, %w: vector<4xi32>, %m: vector<4xi1>, %m2: vector<2xi1>, %ps: vector<4x!llvm.ptr>, %s: !llvm.struct<(i32, array<4 x f32>)>, %sv: vector<[4]xf32>) {
  // expected-error @+1 {{'llvm.trunc' op result must have the shape of 'i32', but got 'vector<4xi8>' [trunc_c1]}}
  llvm.trunc %i : i32 to vector<4xi8>
  // expected-error @+1 {{'llvm.trunc' op result must be narrower than 'i32', but got 'i32' [trunc_c2]}}
  llvm.trunc %i : i32 to i32
  // expected-error @+1 {{'llvm.sext' op result must have the shape of 'i32', but got 'vector<4xi64>' [sext_c1]}}
  llvm.sext %i : i32 to vector<4xi64>
  // expected-error @+1 {{'llvm.sext' op result must be wider than 'i64', but got 'i32' [sext_c2]}}
  llvm.sext %j : i64 to i32
  // expected-error @+1 {{'llvm.zext' op result must have the shape of 'i32', but got 'vector<4xi64>' [zext_c1]}}
  llvm.zext %i : i32 to vector<4xi64>
  // expected-error @+1 {{'llvm.zext' op result must be wider than 'i64', but got 'i64' [zext_c2]}}
  llvm.zext %j : i64 to i64
  // expected-error @+1 {{'llvm.fptrunc' op result must have the shape of 'f64', but got 'vector<4xf32>' [fptrunc_c1]}}
  llvm.fptrunc %d : f64 to vector<4xf32>
  // expected-error @+1 {{'llvm.fptrunc' op result must be narrower than 'f32', but got 'f64' [fptrunc_c2]}}
  llvm.fptrunc %x : f32 to f64
  // expected-error @+1 {{'llvm.fpext' op result must have the shape of 'f32', but got 'vector<4xf64>' [fpext_c1]}}
  llvm.fpext %x : f32 to vector<4xf64>
  // expected-error @+1 {{'llvm.fpext' op result must be wider than 'f32', but got 'f32' [fpext_c2]}}
  llvm.fpext %x : f32 to f32
  // expected-error @+1 {{'llvm.sitofp' op result must have the shape of 'i32', but got 'vector<4xf32>' [sitofp_c1]}}
  llvm.sitofp %i : i32 to vector<4xf32>
  // expected-error @+1 {{'llvm.uitofp' op result must have the shape of 'vector<4xi32>', but got 'f32' [uitofp_c1]}}
  llvm.uitofp %w : vector<4xi32> to f32
  // expected-error @+1 {{'llvm.fptosi' op result must have the shape of 'f32', but got 'vector<4xi32>' [fptosi_c1]}}
  llvm.fptosi %x : f32 to vector<4xi32>
  // expected-error @+1 {{'llvm.fptoui' op result must have the shape of 'f32', but got 'vector<4xi32>' [fptoui_c1]}}
  llvm.fptoui %x : f32 to vector<4xi32>
  // expected-error @+1 {{'llvm.ptrtoint' op result must have the shape of '!llvm.ptr', but got 'vector<4xi64>' [ptrtoint_c1]}}
  llvm.ptrtoint %p : !llvm.ptr to vector<4xi64>
  // expected-error @+1 {{'llvm.inttoptr' op result must have the shape of 'i64', but got 'vector<4x!llvm.ptr>' [inttoptr_c1]}}
  llvm.inttoptr %j : i64 to vector<4x!llvm.ptr>
  // expected-error @+1 {{'llvm.addrspacecast' op result must have the shape of '!llvm.ptr', but got 'vector<4x!llvm.ptr<3>>' [addrspacecast_c1]}}
  llvm.addrspacecast %p : !llvm.ptr to vector<4x!llvm.ptr<3>>
  // expected-error @+1 {{'llvm.bitcast' op can only cast pointers from and to pointers of the same address space, but got '!llvm.ptr' and '!llvm.ptr<3>' [bitcast_c1]}}
  llvm.bitcast %p : !llvm.ptr to !llvm.ptr<3>
  // expected-error @+1 {{'llvm.bitcast' op expected as many bits as 'i32' has, but got 'i64' [bitcast_c2]}}
  llvm.bitcast %i : i32 to i64
  // expected-error @+1 {{'llvm.alloca' op alignment attribute is not a power of 2, but got '3' [alloca_c1]}}
  llvm.alloca %i x f32 {alignment = 3 : i64} : (i32) -> !llvm.ptr
  // expected-error @+1 {{'llvm.alloca' op expected a type with size, but got '!llvm.struct<"unknown", opaque>' [alloca_c2]}}
  llvm.alloca %i x !llvm.struct<"unknown", opaque> : (i32) -> !llvm.ptr
  // expected-error @+1 {{'llvm.load' op expected syncscope to be null for non-atomic access, but got "agent" [load_c1]}}
  "llvm.load"(%p) <{ordering = 0 : i64, syncscope = "agent"}> : (!llvm.ptr) -> f32
  // expected-error @+1 {{'llvm.load' op unsupported type 'i33' for atomic access [load_c2]}}
  "llvm.load"(%p) <{ordering = 2 : i64, alignment = 4 : i64}> : (!llvm.ptr) -> i33
  // expected-error @+1 {{'llvm.load' op unsupported ordering 'release' [load_c3]}}
  "llvm.load"(%p) <{ordering = 5 : i64, alignment = 4 : i64}> : (!llvm.ptr) -> f32
  // expected-error @+1 {{'llvm.load' op expected alignment for atomic access [load_c4]}}
  "llvm.load"(%p) <{ordering = 2 : i64}> : (!llvm.ptr) -> f32
  llvm.return
}

// -----

llvm.func @f(%i: i32, %j: i64, %k: i8, %b: i1, %x: f32, %d: f64, %p: !llvm.ptr, %q: !llvm.ptr<3>, %v: vector<4xf32>, %w: vector<4xi32>, %m: vector<4xi1>, %m2: vector<2xi1>, %ps: vector<4x!llvm.ptr>, %s: !llvm.struct<(i32, array<4 x f32>)>, %sv: vector<[4]xf32>) {
  // expected-error @+1 {{'llvm.load' op alignment attribute is not a power of 2, but got '3' [load_c5]}}
  "llvm.load"(%p) <{ordering = 0 : i64, alignment = 3 : i64}> : (!llvm.ptr) -> f32
  // expected-error @+1 {{'llvm.load' op expected op to return a single LLVM pointer type, but got 'f32' [load_c6]}}
  "llvm.load"(%p) <{ordering = 0 : i64, dereferenceable = #llvm.dereferenceable<bytes = 8>}> : (!llvm.ptr) -> f32
  // expected-error @+1 {{'llvm.store' op expected syncscope to be null for non-atomic access, but got "agent" [store_c1]}}
  "llvm.store"(%x, %p) <{ordering = 0 : i64, syncscope = "agent"}> : (f32, !llvm.ptr) -> ()
  // expected-error @+1 {{'llvm.store' op unsupported type 'i1' for atomic access [store_c2]}}
  "llvm.store"(%b, %p) <{ordering = 2 : i64, alignment = 4 : i64}> : (i1, !llvm.ptr) -> ()
  // expected-error @+1 {{'llvm.store' op unsupported ordering 'acquire' [store_c3]}}
  "llvm.store"(%x, %p) <{ordering = 4 : i64, alignment = 4 : i64}> : (f32, !llvm.ptr) -> ()
  // expected-error @+1 {{'llvm.store' op expected alignment for atomic access [store_c4]}}
  "llvm.store"(%x, %p) <{ordering = 2 : i64}> : (f32, !llvm.ptr) -> ()
  // expected-error @+1 {{'llvm.store' op alignment attribute is not a power of 2, but got '0' [store_c5]}}
  "llvm.store"(%x, %p) <{ordering = 0 : i64, alignment = 0 : i64}> : (f32, !llvm.ptr) -> ()
  // expected-error @+1 {{'llvm.va_arg' op operand #0 must be LLVM pointer type, but got 'i32'}}
  "llvm.va_arg"(%i) : (i32) -> i32
  // expected-error @+1 {{'llvm.getelementptr' op expected as many dynamic indices as specified in 'rawConstantIndices', 1, but got 0 [getelementptr_c1]}}
  "llvm.getelementptr"(%p) <{elem_type = f32, noWrapFlags = 0 : i32, rawConstantIndices = array<i32: -2147483648>}> : (!llvm.ptr) -> !llvm.ptr
  // expected-error @+1 {{'llvm.getelementptr' op expected index 1 indexing a struct to be constant [getelementptr_c2]}}
  llvm.getelementptr %p[0, %i] : (!llvm.ptr, i32) -> !llvm.ptr, !llvm.struct<(i32, f32)>
  // expected-error @+1 {{'llvm.getelementptr' op index 1 indexing a struct is out of bounds: 2 of '!llvm.struct<(i32, f32)>' [getelementptr_c3]}}
  llvm.getelementptr %p[0, 2] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<(i32, f32)>
  // expected-error @+1 {{'llvm.getelementptr' op type 'f32' cannot be indexed (index #1) [getelementptr_c4]}}
  llvm.getelementptr %p[0, 1] : (!llvm.ptr) -> !llvm.ptr, f32
  // expected-error @+1 {{'llvm.getelementptr' op expected a type with size, but got '!llvm.struct<"unknown", opaque>' [getelementptr_c5]}}
  llvm.getelementptr %p[0] : (!llvm.ptr) -> !llvm.ptr, !llvm.struct<"unknown", opaque>
  // expected-error @+1 {{'llvm.atomicrmw' op expected LLVM IR floating point type for 'fadd', but got 'i32' [atomicrmw_c1]}}
  "llvm.atomicrmw"(%p, %i) <{bin_op = 11 : i64, ordering = 2 : i64}> : (!llvm.ptr, i32) -> i32
  // expected-error @+1 {{'llvm.atomicrmw' op expected LLVM IR integer type for 'add', but got 'f32' [atomicrmw_c2]}}
  "llvm.atomicrmw"(%p, %x) <{bin_op = 1 : i64, ordering = 2 : i64}> : (!llvm.ptr, f32) -> f32
  // expected-error @+1 {{'llvm.atomicrmw' op expected at least 'monotonic' ordering, but got 'unordered' [atomicrmw_c3]}}
  "llvm.atomicrmw"(%p, %i) <{bin_op = 1 : i64, ordering = 1 : i64}> : (!llvm.ptr, i32) -> i32
  // expected-error @+1 {{'llvm.atomicrmw' op alignment attribute is not a power of 2, but got '3' [atomicrmw_c4]}}
  "llvm.atomicrmw"(%p, %i) <{bin_op = 1 : i64, ordering = 2 : i64, alignment = 3 : i64}> : (!llvm.ptr, i32) -> i32
  // expected-error @+1 {{'llvm.atomicrmw' op unsupported type 'i1' for atomic access [atomicrmw_c5]}}
  "llvm.atomicrmw"(%p, %b) <{bin_op = 1 : i64, ordering = 2 : i64}> : (!llvm.ptr, i1) -> i1
  // expected-error @+1 {{'llvm.cmpxchg' op ordering must be at least 'monotonic', but got 'unordered' [cmpxchg_c1]}}
  "llvm.cmpxchg"(%p, %i, %i) <{success_ordering = 1 : i64, failure_ordering = 2 : i64}> : (!llvm.ptr, i32, i32) -> !llvm.struct<(i32, i1)>
  // expected-error @+1 {{'llvm.cmpxchg' op failure ordering cannot be 'release' or 'acq_rel', but got 'release' [cmpxchg_c2]}}
  "llvm.cmpxchg"(%p, %i, %i) <{success_ordering = 6 : i64, failure_ordering = 5 : i64}> : (!llvm.ptr, i32, i32) -> !llvm.struct<(i32, i1)>
  // expected-error @+1 {{'llvm.cmpxchg' op alignment attribute is not a power of 2, but got '3' [cmpxchg_c3]}}
  "llvm.cmpxchg"(%p, %i, %i) <{success_ordering = 6 : i64, failure_ordering = 2 : i64, alignment = 3 : i64}> : (!llvm.ptr, i32, i32) -> !llvm.struct<(i32, i1)>
  // expected-error @+1 {{'llvm.cmpxchg' op unsupported type 'i1' for atomic access [cmpxchg_c4]}}
  "llvm.cmpxchg"(%p, %b, %b) <{success_ordering = 6 : i64, failure_ordering = 2 : i64}> : (!llvm.ptr, i1, i1) -> !llvm.struct<(i1, i1)>
  // expected-error @+1 {{'llvm.fence' op can be given only acquire, release, acq_rel, and seq_cst orderings, but got 'monotonic' [fence_c1]}}
  llvm.fence monotonic
  // expected-error @+1 {{'llvm.extractvalue' op expected a position inside '!llvm.struct<(i32, array<4 x f32>)>', but got '[2]' [extractvalue_c1]}}
  "llvm.extractvalue"(%s) <{position = array<i64: 2>}> : (!llvm.struct<(i32, array<4 x f32>)>) -> i32
  // expected-error @+1 {{'llvm.extractvalue' op expected type 'i32' at this position, but got 'f32' [extractvalue_c2]}}
  "llvm.extractvalue"(%s) <{position = array<i64: 0>}> : (!llvm.struct<(i32, array<4 x f32>)>) -> f32
  llvm.return
}

// -----

llvm.func @f(%i: i32, %j: i64, %k: i8, %b: i1, %x: f32, %d: f64, %p: !llvm.ptr, %q: !llvm.ptr<3>, %v: vector<4xf32>, %w: vector<4xi32>, %m: vector<4xi1>, %m2: vector<2xi1>, %ps: vector<4x!llvm.ptr>, %s: !llvm.struct<(i32, array<4 x f32>)>, %sv: vector<[4]xf32>) {
  // expected-error @+1 {{'llvm.insertvalue' op expected a position inside '!llvm.struct<(i32, array<4 x f32>)>', but got '[1, 4]' [insertvalue_c1]}}
  "llvm.insertvalue"(%s, %i) <{position = array<i64: 1, 4>}> : (!llvm.struct<(i32, array<4 x f32>)>, i32) -> !llvm.struct<(i32, array<4 x f32>)>
  // expected-error @+1 {{'llvm.insertvalue' op expected type 'i32' at this position, but got 'f32' [insertvalue_c2]}}
  "llvm.insertvalue"(%s, %x) <{position = array<i64: 0>}> : (!llvm.struct<(i32, array<4 x f32>)>, f32) -> !llvm.struct<(i32, array<4 x f32>)>
  // expected-error @+1 {{'llvm.extractelement' op result #0 'res' must have type 'f32', as follows from 'vector', but got 'i32'}}
  "llvm.extractelement"(%v, %i) : (vector<4xf32>, i32) -> i32
  // expected-error @+1 {{'llvm.insertelement' op operand #1 'value' must have type 'f32', as follows from 'vector', but got 'i32'}}
  "llvm.insertelement"(%v, %i, %i) : (vector<4xf32>, i32, i32) -> vector<4xf32>
  // expected-error @+1 {{'llvm.shufflevector' op expected places below 8, or -1, but got '8' [shufflevector_c1]}}
  llvm.shufflevector %v, %v [8] : vector<4xf32>
  // expected-error @+1 {{'llvm.shufflevector' op expected a splat operation for scalable vectors, but got '[0, 1, 2, 3]' [shufflevector_c2]}}
  llvm.shufflevector %sv, %sv [0, 1, 2, 3] : vector<[4]xf32>
  // expected-error @+1 {{'llvm.mlir.constant' op only supports integer, float, string or elements attributes, but got '@f' [constant_c1]}}
  llvm.mlir.constant(@f) : !llvm.ptr
  // expected-error @+1 {{'llvm.mlir.constant' op expected integer type, but got 'f32' [constant_c2]}}
  llvm.mlir.constant(1 : i32) : f32
  // expected-error @+1 {{'llvm.mlir.constant' op attribute and type have different float semantics: 'f32' and 'f64' [constant_c2]}}
  llvm.mlir.constant(1.0 : f32) : f64
  // expected-error @+1 {{'llvm.mlir.constant' op expected integer type of width 16, but got 'i32' [constant_c2]}}
  llvm.mlir.constant(1.0 : f16) : i32
  // expected-error @+1 {{'llvm.mlir.constant' op expected array type of 3 i8 elements for the string constant, but got '!llvm.array<2 x i8>' [constant_c2]}}
  llvm.mlir.constant("abc") : !llvm.array<2 x i8>
  // expected-error @+1 {{'llvm.mlir.constant' op type and attribute have a different number of elements: 4 and 2 [constant_c2]}}
  llvm.mlir.constant(dense<1> : vector<2xi32>) : vector<4xi32>
  // expected-error @+1 {{'llvm.mlir.constant' op scalable vector type requires a splat attribute, but got 'vector<[4]xi32>' [constant_c2]}}
  llvm.mlir.constant(dense<[1, 2, 3, 4]> : vector<4xi32>) : vector<[4]xi32>
  // expected-error @+1 {{'llvm.mlir.constant' op expected array attribute of size 2, but got 1 [constant_c2]}}
  llvm.mlir.constant([1 : i32]) : !llvm.struct<(i32, i32)>
  // expected-error @+1 {{'llvm.mlir.constant' op element at index 1 is of wrong type: expected integer type, but got 'f32' [constant_c2]}}
  llvm.mlir.constant([1 : i32, 2 : i32]) : !llvm.struct<(i32, f32)>
  // expected-error @+1 {{'llvm.mlir.none' op result must be LLVM token type, but got 'i32' [none_c1]}}
  llvm.mlir.none : i32
  // expected-error @+1 {{'llvm.mlir.zero' op result #0 must be LLVM dialect-compatible type, but got 'index'}}
  "llvm.mlir.zero"() : () -> index
  // expected-error @+1 {{'llvm.mlir.undef' op result #0 must be LLVM dialect-compatible type, but got 'index'}}
  "llvm.mlir.undef"() : () -> index
  // expected-error @+1 {{'llvm.mlir.poison' op result #0 must be LLVM dialect-compatible type, but got 'index'}}
  "llvm.mlir.poison"() : () -> index
  // expected-error @+1 {{'llvm.mlir.addressof' op must reference a global defined by 'llvm.mlir.global', 'llvm.mlir.alias' or 'llvm.func', but got '@missing' [addressof_c1]}}
  llvm.mlir.addressof @missing : !llvm.ptr
  // expected-error @+1 {{'llvm.mlir.addressof' op pointer address space must match address space of the referenced global, 3, but got '!llvm.ptr' [addressof_c2]}}
  llvm.mlir.addressof @g : !llvm.ptr
  // expected-error @+1 {{'llvm.call' op 'missing' does not reference a symbol in the current scope [call_c1]}}
  llvm.call @missing() : () -> ()
  // expected-error @+1 {{'llvm.call' op 'g' does not reference a valid LLVM function [call_c1]}}
  llvm.call @g() : () -> ()
  // expected-error @+1 {{'llvm.call' op operand type mismatch for operand 0: 'f32' != 'i32' [call_c2]}}
  llvm.call @callee(%x) : (f32) -> i32
  // expected-error @+1 {{'llvm.call' op result type mismatch: no result != 'i32' [call_c2]}}
  llvm.call @callee(%i) : (i32) -> ()
  llvm.return
}
llvm.func @callee(i32) -> i32
llvm.mlir.global internal @g(1 : i32) {addr_space = 3 : i32} : i32

// -----

llvm.func @f(%i: i32, %j: i64, %k: i8, %b: i1, %x: f32, %d: f64, %p: !llvm.ptr, %q: !llvm.ptr<3>, %v: vector<4xf32>, %w: vector<4xi32>, %m: vector<4xi1>, %m2: vector<2xi1>, %ps: vector<4x!llvm.ptr>, %s: !llvm.struct<(i32, array<4 x f32>)>, %sv: vector<[4]xf32>) {
  // expected-error @+1 {{'llvm.call' op incorrect number of operands (0) for callee (expecting: 1) [call_c2]}}
  llvm.call @callee() : () -> i32
  // expected-error @+1 {{'llvm.call' op must have either a `callee` attribute or at least an operand [call_c3]}}
  "llvm.call"() <{fastmathFlags = #llvm.fastmath<none>, CConv = #llvm.cconv<ccc>, TailCallKind = #llvm.tailcallkind<none>, op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 0, 0>}> : () -> ()
  // expected-error @+1 {{'llvm.call' op indirect call expects a pointer as callee, but got 'i32' [call_c4]}}
  llvm.call %i() : i32, () -> ()
  // expected-error @+1 {{'llvm.call' op missing var_callee_type attribute for vararg call of '!llvm.func<void (i32, ...)>' [call_c5]}}
  llvm.call @varargs(%i) : (i32) -> ()
  // expected-error @+1 {{'llvm.call' op expected var_callee_type to be a variadic function type, but got '!llvm.func<void (i32)>' [call_c5]}}
  llvm.call @varargs(%i) vararg(!llvm.func<void (i32)>) : (i32) -> ()
  // expected-error @+1 {{'llvm.call' op expected 1 sizes of operand bundles that add up to 0, but got [1] [call_c6]}}
  "llvm.call"(%p) <{fastmathFlags = #llvm.fastmath<none>, CConv = #llvm.cconv<ccc>, TailCallKind = #llvm.tailcallkind<none>, op_bundle_sizes = array<i32: 1>, op_bundle_tags = ["tag"], operandSegmentSizes = array<i32: 1, 0>}> : (!llvm.ptr) -> ()
  // expected-error @+1 {{'llvm.call' op musttail call must be followed by 'llvm.return' [call_c7]}}
  llvm.call musttail @callee(%i) : (i32) -> i32
  // expected-error @+1 {{'llvm.call_intrinsic' op intrinsic name must start with 'llvm.', but got 'sqrt' [call_intrinsic_c1]}}
  llvm.call_intrinsic "sqrt"(%x) : (f32) -> f32
  // expected-error @+1 {{'llvm.call_intrinsic' op expected 0 sizes of operand bundles that add up to 0, but got [1] [call_intrinsic_c2]}}
  "llvm.call_intrinsic"(%x) <{intrin = "llvm.sqrt", fastmathFlags = #llvm.fastmath<none>, op_bundle_sizes = array<i32: 1>, operandSegmentSizes = array<i32: 1, 0>}> : (f32) -> f32
  // expected-error @+1 {{'llvm.inline_asm' op requires attribute 'constraints'}}
  "llvm.inline_asm"(%i) <{asm_string = "nop", tail_call_kind = #llvm.tailcallkind<none>}> : (i32) -> ()
  // expected-error @+2 {{'llvm.intr.sqrt' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+1 {{'llvm.intr.sqrt' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  "llvm.intr.sqrt"(%i) <{fastmathFlags = #llvm.fastmath<none>}> : (i32) -> i32
  // expected-error @+2 {{'llvm.intr.sin' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+1 {{'llvm.intr.sin' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  "llvm.intr.sin"(%i) <{fastmathFlags = #llvm.fastmath<none>}> : (i32) -> i32
  // expected-error @+2 {{'llvm.intr.cos' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+1 {{'llvm.intr.cos' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  "llvm.intr.cos"(%i) <{fastmathFlags = #llvm.fastmath<none>}> : (i32) -> i32
  // expected-error @+2 {{'llvm.intr.tan' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+1 {{'llvm.intr.tan' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  "llvm.intr.tan"(%i) <{fastmathFlags = #llvm.fastmath<none>}> : (i32) -> i32
  // expected-error @+2 {{'llvm.intr.asin' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+1 {{'llvm.intr.asin' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  "llvm.intr.asin"(%i) <{fastmathFlags = #llvm.fastmath<none>}> : (i32) -> i32
  // expected-error @+2 {{'llvm.intr.acos' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+1 {{'llvm.intr.acos' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  "llvm.intr.acos"(%i) <{fastmathFlags = #llvm.fastmath<none>}> : (i32) -> i32
  // expected-error @+2 {{'llvm.intr.atan' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+1 {{'llvm.intr.atan' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  "llvm.intr.atan"(%i) <{fastmathFlags = #llvm.fastmath<none>}> : (i32) -> i32
  // expected-error @+2 {{'llvm.intr.sinh' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+1 {{'llvm.intr.sinh' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  "llvm.intr.sinh"(%i) <{fastmathFlags = #llvm.fastmath<none>}> : (i32) -> i32
  // expected-error @+2 {{'llvm.intr.cosh' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+1 {{'llvm.intr.cosh' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  "llvm.intr.cosh"(%i) <{fastmathFlags = #llvm.fastmath<none>}> : (i32) -> i32
  // expected-error @+2 {{'llvm.intr.tanh' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+1 {{'llvm.intr.tanh' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  "llvm.intr.tanh"(%i) <{fastmathFlags = #llvm.fastmath<none>}> : (i32) -> i32
  // expected-error @+2 {{'llvm.intr.exp' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+1 {{'llvm.intr.exp' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  "llvm.intr.exp"(%i) <{fastmathFlags = #llvm.fastmath<none>}> : (i32) -> i32
  // expected-error @+2 {{'llvm.intr.exp2' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+1 {{'llvm.intr.exp2' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  "llvm.intr.exp2"(%i) <{fastmathFlags = #llvm.fastmath<none>}> : (i32) -> i32
  // expected-error @+2 {{'llvm.intr.exp10' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+1 {{'llvm.intr.exp10' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  "llvm.intr.exp10"(%i) <{fastmathFlags = #llvm.fastmath<none>}> : (i32) -> i32
  // expected-error @+2 {{'llvm.intr.log' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+1 {{'llvm.intr.log' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  "llvm.intr.log"(%i) <{fastmathFlags = #llvm.fastmath<none>}> : (i32) -> i32
  // expected-error @+2 {{'llvm.intr.log2' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+1 {{'llvm.intr.log2' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  "llvm.intr.log2"(%i) <{fastmathFlags = #llvm.fastmath<none>}> : (i32) -> i32
  llvm.return
}
llvm.func @callee(i32) -> i32
llvm.func @varargs(i32, ...)

// -----

llvm.func @f(%i: i32, %j: i64, %k: i8, %b: i1, %x: f32, %d: f64, %p: !llvm.ptr, %q: !llvm.ptr<3>, %v: vector<4xf32>, %w: vector<4xi32>, %m: vector<4xi1>, %m2: vector<2xi1>, %ps: vector<4x!llvm.ptr>, %s: !llvm.struct<(i32, array<4 x f32>)>, %sv: vector<[4]xf32>) {
  // expected-error @+2 {{'llvm.intr.log10' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+1 {{'llvm.intr.log10' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  "llvm.intr.log10"(%i) <{fastmathFlags = #llvm.fastmath<none>}> : (i32) -> i32
  // expected-error @+2 {{'llvm.intr.fabs' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+1 {{'llvm.intr.fabs' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  "llvm.intr.fabs"(%i) <{fastmathFlags = #llvm.fastmath<none>}> : (i32) -> i32
  // expected-error @+2 {{'llvm.intr.ceil' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+1 {{'llvm.intr.ceil' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  "llvm.intr.ceil"(%i) <{fastmathFlags = #llvm.fastmath<none>}> : (i32) -> i32
  // expected-error @+2 {{'llvm.intr.floor' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+1 {{'llvm.intr.floor' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  "llvm.intr.floor"(%i) <{fastmathFlags = #llvm.fastmath<none>}> : (i32) -> i32
  // expected-error @+2 {{'llvm.intr.trunc' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+1 {{'llvm.intr.trunc' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  "llvm.intr.trunc"(%i) <{fastmathFlags = #llvm.fastmath<none>}> : (i32) -> i32
  // expected-error @+2 {{'llvm.intr.rint' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+1 {{'llvm.intr.rint' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  "llvm.intr.rint"(%i) <{fastmathFlags = #llvm.fastmath<none>}> : (i32) -> i32
  // expected-error @+2 {{'llvm.intr.nearbyint' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+1 {{'llvm.intr.nearbyint' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  "llvm.intr.nearbyint"(%i) <{fastmathFlags = #llvm.fastmath<none>}> : (i32) -> i32
  // expected-error @+2 {{'llvm.intr.round' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+1 {{'llvm.intr.round' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  "llvm.intr.round"(%i) <{fastmathFlags = #llvm.fastmath<none>}> : (i32) -> i32
  // expected-error @+2 {{'llvm.intr.roundeven' op operand #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  // expected-error @+1 {{'llvm.intr.roundeven' op result #0 must be floating point LLVM type or LLVM dialect-compatible vector of floating point LLVM type, but got 'i32'}}
  "llvm.intr.roundeven"(%i) <{fastmathFlags = #llvm.fastmath<none>}> : (i32) -> i32
  // expected-error @+1 {{'llvm.intr.copysign' op requires the same type for all operands and results, but got 'f32' and 'f64'}}
  "llvm.intr.copysign"(%x, %d) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f64) -> f32
  // expected-error @+1 {{'llvm.intr.pow' op requires the same type for all operands and results, but got 'f32' and 'f64'}}
  "llvm.intr.pow"(%x, %d) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f64) -> f32
  // expected-error @+1 {{'llvm.intr.atan2' op requires the same type for all operands and results, but got 'f32' and 'f64'}}
  "llvm.intr.atan2"(%x, %d) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f64) -> f32
  // expected-error @+1 {{'llvm.intr.maxnum' op requires the same type for all operands and results, but got 'f32' and 'f64'}}
  "llvm.intr.maxnum"(%x, %d) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f64) -> f32
  // expected-error @+1 {{'llvm.intr.minnum' op requires the same type for all operands and results, but got 'f32' and 'f64'}}
  "llvm.intr.minnum"(%x, %d) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f64) -> f32
  // expected-error @+1 {{'llvm.intr.maximum' op requires the same type for all operands and results, but got 'f32' and 'f64'}}
  "llvm.intr.maximum"(%x, %d) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f64) -> f32
  // expected-error @+1 {{'llvm.intr.minimum' op requires the same type for all operands and results, but got 'f32' and 'f64'}}
  "llvm.intr.minimum"(%x, %d) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f64) -> f32
  // expected-error @+1 {{'llvm.intr.fma' op requires the same type for all operands and results, but got 'f32' and 'f64'}}
  "llvm.intr.fma"(%x, %x, %x) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32, f32) -> f64
  // expected-error @+1 {{'llvm.intr.fmuladd' op requires the same type for all operands and results, but got 'f32' and 'f64'}}
  "llvm.intr.fmuladd"(%x, %x, %x) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32, f32) -> f64
  // expected-error @+1 {{'llvm.intr.powi' op operand #1 must be signless integer, but got 'f32'}}
  "llvm.intr.powi"(%x, %x) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
  // expected-error @+1 {{'llvm.intr.ldexp' op operand #1 must be signless integer, but got 'f32'}}
  "llvm.intr.ldexp"(%x, %x) <{fastmathFlags = #llvm.fastmath<none>}> : (f32, f32) -> f32
  // expected-error @+1 {{'llvm.intr.frexp' op result #0 must be LLVM structure type, but got 'f32'}}
  "llvm.intr.frexp"(%x) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> f32
  // expected-error @+1 {{'llvm.intr.sincos' op inferred type(s) '!llvm.struct<(f32, f32)>' are incompatible with return type(s) of operation '!llvm.struct<(f64, f64)>'}}
  "llvm.intr.sincos"(%x) <{fastmathFlags = #llvm.fastmath<none>}> : (f32) -> !llvm.struct<(f64, f64)>
  // expected-error @+1 {{'llvm.intr.lround' op result #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  "llvm.intr.lround"(%x) : (f32) -> f32
  // expected-error @+1 {{'llvm.intr.llround' op result #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  "llvm.intr.llround"(%x) : (f32) -> f32
  // expected-error @+1 {{'llvm.intr.lrint' op result #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  "llvm.intr.lrint"(%x) : (f32) -> f32
  llvm.return
}

// -----

llvm.func @f(%i: i32, %j: i64, %k: i8, %b: i1, %x: f32, %d: f64, %p: !llvm.ptr, %q: !llvm.ptr<3>, %v: vector<4xf32>, %w: vector<4xi32>, %m: vector<4xi1>, %m2: vector<2xi1>, %ps: vector<4x!llvm.ptr>, %s: !llvm.struct<(i32, array<4 x f32>)>, %sv: vector<[4]xf32>) {
  // expected-error @+1 {{'llvm.intr.llrint' op result #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  "llvm.intr.llrint"(%x) : (f32) -> f32
  // expected-error @+1 {{'llvm.intr.is.fpclass' op attribute 'bit' failed to satisfy constraint: 32-bit signless integer attribute, but got '3 : i64'}}
  "llvm.intr.is.fpclass"(%x) <{bit = 3 : i64}> : (f32) -> i1
  // expected-error @+2 {{'llvm.intr.bitreverse' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  // expected-error @+1 {{'llvm.intr.bitreverse' op result #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  "llvm.intr.bitreverse"(%x) : (f32) -> f32
  // expected-error @+2 {{'llvm.intr.bswap' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  // expected-error @+1 {{'llvm.intr.bswap' op result #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  "llvm.intr.bswap"(%x) : (f32) -> f32
  // expected-error @+2 {{'llvm.intr.ctpop' op operand #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  // expected-error @+1 {{'llvm.intr.ctpop' op result #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  "llvm.intr.ctpop"(%x) : (f32) -> f32
  // expected-error @+1 {{'llvm.intr.ctlz' op attribute 'is_zero_poison' failed to satisfy constraint: 1-bit signless integer attribute, but got '1 : i32'}}
  "llvm.intr.ctlz"(%i) <{is_zero_poison = 1 : i32}> : (i32) -> i32
  // expected-error @+1 {{'llvm.intr.cttz' op attribute 'is_zero_poison' failed to satisfy constraint: 1-bit signless integer attribute, but got '1 : i32'}}
  "llvm.intr.cttz"(%i) <{is_zero_poison = 1 : i32}> : (i32) -> i32
  // expected-error @+1 {{'llvm.intr.abs' op attribute 'is_int_min_poison' failed to satisfy constraint: 1-bit signless integer attribute, but got '1 : i32'}}
  "llvm.intr.abs"(%i) <{is_int_min_poison = 1 : i32}> : (i32) -> i32
  // expected-error @+1 {{'llvm.intr.fshl' op requires the same type for all operands and results, but got 'i32' and 'i64'}}
  "llvm.intr.fshl"(%i, %i, %j) : (i32, i32, i64) -> i32
  // expected-error @+1 {{'llvm.intr.fshr' op requires the same type for all operands and results, but got 'i32' and 'i64'}}
  "llvm.intr.fshr"(%i, %i, %j) : (i32, i32, i64) -> i32
  // expected-error @+1 {{'llvm.intr.smax' op requires the same type for all operands and results, but got 'i32' and 'i64'}}
  "llvm.intr.smax"(%i, %j) : (i32, i64) -> i32
  // expected-error @+1 {{'llvm.intr.smin' op requires the same type for all operands and results, but got 'i32' and 'i64'}}
  "llvm.intr.smin"(%i, %j) : (i32, i64) -> i32
  // expected-error @+1 {{'llvm.intr.umax' op requires the same type for all operands and results, but got 'i32' and 'i64'}}
  "llvm.intr.umax"(%i, %j) : (i32, i64) -> i32
  // expected-error @+1 {{'llvm.intr.umin' op requires the same type for all operands and results, but got 'i32' and 'i64'}}
  "llvm.intr.umin"(%i, %j) : (i32, i64) -> i32
  // expected-error @+1 {{'llvm.intr.sadd.sat' op requires the same type for all operands and results, but got 'i32' and 'i64'}}
  "llvm.intr.sadd.sat"(%i, %j) : (i32, i64) -> i32
  // expected-error @+1 {{'llvm.intr.uadd.sat' op requires the same type for all operands and results, but got 'i32' and 'i64'}}
  "llvm.intr.uadd.sat"(%i, %j) : (i32, i64) -> i32
  // expected-error @+1 {{'llvm.intr.ssub.sat' op requires the same type for all operands and results, but got 'i32' and 'i64'}}
  "llvm.intr.ssub.sat"(%i, %j) : (i32, i64) -> i32
  // expected-error @+1 {{'llvm.intr.usub.sat' op requires the same type for all operands and results, but got 'i32' and 'i64'}}
  "llvm.intr.usub.sat"(%i, %j) : (i32, i64) -> i32
  // expected-error @+1 {{'llvm.intr.sshl.sat' op requires the same type for all operands and results, but got 'i32' and 'i64'}}
  "llvm.intr.sshl.sat"(%i, %j) : (i32, i64) -> i32
  // expected-error @+1 {{'llvm.intr.ushl.sat' op requires the same type for all operands and results, but got 'i32' and 'i64'}}
  "llvm.intr.ushl.sat"(%i, %j) : (i32, i64) -> i32
  // expected-error @+1 {{'llvm.intr.scmp' op result #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  "llvm.intr.scmp"(%i, %i) : (i32, i32) -> f32
  // expected-error @+1 {{'llvm.intr.ucmp' op result #0 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  "llvm.intr.ucmp"(%i, %i) : (i32, i32) -> f32
  // expected-error @+1 {{'llvm.intr.sadd.with.overflow' op result #0 'res' must have type '!llvm.struct<(i32, i1)>', as follows from 'a', but got '!llvm.struct<(i64, i1)>'}}
  "llvm.intr.sadd.with.overflow"(%i, %i) : (i32, i32) -> !llvm.struct<(i64, i1)>
  // expected-error @+1 {{'llvm.intr.uadd.with.overflow' op result #0 'res' must have type '!llvm.struct<(i32, i1)>', as follows from 'a', but got '!llvm.struct<(i64, i1)>'}}
  "llvm.intr.uadd.with.overflow"(%i, %i) : (i32, i32) -> !llvm.struct<(i64, i1)>
  // expected-error @+1 {{'llvm.intr.ssub.with.overflow' op result #0 'res' must have type '!llvm.struct<(i32, i1)>', as follows from 'a', but got '!llvm.struct<(i64, i1)>'}}
  "llvm.intr.ssub.with.overflow"(%i, %i) : (i32, i32) -> !llvm.struct<(i64, i1)>
  llvm.return
}

// -----

llvm.func @f(%i: i32, %j: i64, %k: i8, %b: i1, %x: f32, %d: f64, %p: !llvm.ptr, %q: !llvm.ptr<3>, %v: vector<4xf32>, %w: vector<4xi32>, %m: vector<4xi1>, %m2: vector<2xi1>, %ps: vector<4x!llvm.ptr>, %s: !llvm.struct<(i32, array<4 x f32>)>, %sv: vector<[4]xf32>) {
  // expected-error @+1 {{'llvm.intr.usub.with.overflow' op result #0 'res' must have type '!llvm.struct<(i32, i1)>', as follows from 'a', but got '!llvm.struct<(i64, i1)>'}}
  "llvm.intr.usub.with.overflow"(%i, %i) : (i32, i32) -> !llvm.struct<(i64, i1)>
  // expected-error @+1 {{'llvm.intr.smul.with.overflow' op result #0 'res' must have type '!llvm.struct<(i32, i1)>', as follows from 'a', but got '!llvm.struct<(i64, i1)>'}}
  "llvm.intr.smul.with.overflow"(%i, %i) : (i32, i32) -> !llvm.struct<(i64, i1)>
  // expected-error @+1 {{'llvm.intr.umul.with.overflow' op result #0 'res' must have type '!llvm.struct<(i32, i1)>', as follows from 'a', but got '!llvm.struct<(i64, i1)>'}}
  "llvm.intr.umul.with.overflow"(%i, %i) : (i32, i32) -> !llvm.struct<(i64, i1)>
  // expected-error @+2 {{'llvm.intr.vector.reduce.add' op operand #0 must be LLVM dialect-compatible vector of signless integer, but got 'vector<4xf32>'}}
  // expected-error @+1 {{'llvm.intr.vector.reduce.add' op result #0 must be signless integer, but got 'f32'}}
  "llvm.intr.vector.reduce.add"(%v) : (vector<4xf32>) -> f32
  // expected-error @+2 {{'llvm.intr.vector.reduce.mul' op operand #0 must be LLVM dialect-compatible vector of signless integer, but got 'vector<4xf32>'}}
  // expected-error @+1 {{'llvm.intr.vector.reduce.mul' op result #0 must be signless integer, but got 'f32'}}
  "llvm.intr.vector.reduce.mul"(%v) : (vector<4xf32>) -> f32
  // expected-error @+2 {{'llvm.intr.vector.reduce.and' op operand #0 must be LLVM dialect-compatible vector of signless integer, but got 'vector<4xf32>'}}
  // expected-error @+1 {{'llvm.intr.vector.reduce.and' op result #0 must be signless integer, but got 'f32'}}
  "llvm.intr.vector.reduce.and"(%v) : (vector<4xf32>) -> f32
  // expected-error @+2 {{'llvm.intr.vector.reduce.or' op operand #0 must be LLVM dialect-compatible vector of signless integer, but got 'vector<4xf32>'}}
  // expected-error @+1 {{'llvm.intr.vector.reduce.or' op result #0 must be signless integer, but got 'f32'}}
  "llvm.intr.vector.reduce.or"(%v) : (vector<4xf32>) -> f32
  // expected-error @+2 {{'llvm.intr.vector.reduce.xor' op operand #0 must be LLVM dialect-compatible vector of signless integer, but got 'vector<4xf32>'}}
  // expected-error @+1 {{'llvm.intr.vector.reduce.xor' op result #0 must be signless integer, but got 'f32'}}
  "llvm.intr.vector.reduce.xor"(%v) : (vector<4xf32>) -> f32
  // expected-error @+2 {{'llvm.intr.vector.reduce.smax' op operand #0 must be LLVM dialect-compatible vector of signless integer, but got 'vector<4xf32>'}}
  // expected-error @+1 {{'llvm.intr.vector.reduce.smax' op result #0 must be signless integer, but got 'f32'}}
  "llvm.intr.vector.reduce.smax"(%v) : (vector<4xf32>) -> f32
  // expected-error @+2 {{'llvm.intr.vector.reduce.smin' op operand #0 must be LLVM dialect-compatible vector of signless integer, but got 'vector<4xf32>'}}
  // expected-error @+1 {{'llvm.intr.vector.reduce.smin' op result #0 must be signless integer, but got 'f32'}}
  "llvm.intr.vector.reduce.smin"(%v) : (vector<4xf32>) -> f32
  // expected-error @+2 {{'llvm.intr.vector.reduce.umax' op operand #0 must be LLVM dialect-compatible vector of signless integer, but got 'vector<4xf32>'}}
  // expected-error @+1 {{'llvm.intr.vector.reduce.umax' op result #0 must be signless integer, but got 'f32'}}
  "llvm.intr.vector.reduce.umax"(%v) : (vector<4xf32>) -> f32
  // expected-error @+2 {{'llvm.intr.vector.reduce.umin' op operand #0 must be LLVM dialect-compatible vector of signless integer, but got 'vector<4xf32>'}}
  // expected-error @+1 {{'llvm.intr.vector.reduce.umin' op result #0 must be signless integer, but got 'f32'}}
  "llvm.intr.vector.reduce.umin"(%v) : (vector<4xf32>) -> f32
  // expected-error @+2 {{'llvm.intr.vector.reduce.fmax' op operand #0 must be LLVM dialect-compatible vector of floating point LLVM type, but got 'vector<4xi32>'}}
  // expected-error @+1 {{'llvm.intr.vector.reduce.fmax' op result #0 must be floating point LLVM type, but got 'i32'}}
  "llvm.intr.vector.reduce.fmax"(%w) <{fastmathFlags = #llvm.fastmath<none>}> : (vector<4xi32>) -> i32
  // expected-error @+2 {{'llvm.intr.vector.reduce.fmin' op operand #0 must be LLVM dialect-compatible vector of floating point LLVM type, but got 'vector<4xi32>'}}
  // expected-error @+1 {{'llvm.intr.vector.reduce.fmin' op result #0 must be floating point LLVM type, but got 'i32'}}
  "llvm.intr.vector.reduce.fmin"(%w) <{fastmathFlags = #llvm.fastmath<none>}> : (vector<4xi32>) -> i32
  // expected-error @+2 {{'llvm.intr.vector.reduce.fmaximum' op operand #0 must be LLVM dialect-compatible vector of floating point LLVM type, but got 'vector<4xi32>'}}
  // expected-error @+1 {{'llvm.intr.vector.reduce.fmaximum' op result #0 must be floating point LLVM type, but got 'i32'}}
  "llvm.intr.vector.reduce.fmaximum"(%w) <{fastmathFlags = #llvm.fastmath<none>}> : (vector<4xi32>) -> i32
  // expected-error @+2 {{'llvm.intr.vector.reduce.fminimum' op operand #0 must be LLVM dialect-compatible vector of floating point LLVM type, but got 'vector<4xi32>'}}
  // expected-error @+1 {{'llvm.intr.vector.reduce.fminimum' op result #0 must be floating point LLVM type, but got 'i32'}}
  "llvm.intr.vector.reduce.fminimum"(%w) <{fastmathFlags = #llvm.fastmath<none>}> : (vector<4xi32>) -> i32
  // expected-error @+1 {{'llvm.intr.vector.reduce.fadd' op operand #0 'start_value' must have type 'f32', as follows from 'vector', but got 'f64'}}
  "llvm.intr.vector.reduce.fadd"(%d, %v) <{fastmathFlags = #llvm.fastmath<none>}> : (f64, vector<4xf32>) -> f32
  // expected-error @+1 {{'llvm.intr.vector.reduce.fmul' op operand #0 'start_value' must have type 'f32', as follows from 'vector', but got 'f64'}}
  "llvm.intr.vector.reduce.fmul"(%d, %v) <{fastmathFlags = #llvm.fastmath<none>}> : (f64, vector<4xf32>) -> f32
  // expected-error @+1 {{'llvm.intr.vector.extract' op expected elements of type 'f32', but got 'i32' [vector_extract_c1]}}
  llvm.intr.vector.extract %v[0] : vector<2xi32> from vector<4xf32>
  // expected-error @+1 {{'llvm.intr.vector.extract' op expected a scalable vector for a scalable part 'vector<[2]xf32>', but got 'vector<4xf32>' [vector_extract_c2]}}
  llvm.intr.vector.extract %v[0] : vector<[2]xf32> from vector<4xf32>
  // expected-error @+1 {{'llvm.intr.vector.extract' op expected a multiple of 2 at which 'vector<2xf32>' is within 'vector<4xf32>', but got '1' [vector_extract_c3]}}
  llvm.intr.vector.extract %v[1] : vector<2xf32> from vector<4xf32>
  // expected-error @+1 {{'llvm.intr.vector.insert' op expected elements of type 'f32', but got 'i32' [vector_insert_c1]}}
  llvm.intr.vector.insert %w, %v[0] : vector<4xi32> into vector<4xf32>
  // expected-error @+1 {{'llvm.intr.vector.insert' op expected a scalable vector for a scalable part 'vector<[4]xf32>', but got 'vector<4xf32>' [vector_insert_c2]}}
  llvm.intr.vector.insert %sv, %v[0] : vector<[4]xf32> into vector<4xf32>
  // expected-error @+1 {{'llvm.intr.vector.insert' op expected a multiple of 4 at which 'vector<4xf32>' is within 'vector<4xf32>', but got '4' [vector_insert_c3]}}
  llvm.intr.vector.insert %v, %v[4] : vector<4xf32> into vector<4xf32>
  // expected-error @+1 {{'llvm.intr.vector.interleave2' op inferred type(s) 'vector<8xf32>' are incompatible with return type(s) of operation 'vector<4xf32>'}}
  "llvm.intr.vector.interleave2"(%v, %v) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
  llvm.return
}

// -----

llvm.func @f(%i: i32, %j: i64, %k: i8, %b: i1, %x: f32, %d: f64, %p: !llvm.ptr, %q: !llvm.ptr<3>, %v: vector<4xf32>, %w: vector<4xi32>, %m: vector<4xi1>, %m2: vector<2xi1>, %ps: vector<4x!llvm.ptr>, %s: !llvm.struct<(i32, array<4 x f32>)>, %sv: vector<[4]xf32>) {
  %v3 = llvm.mlir.undef : vector<3xf32>
  // expected-error @+1 {{'llvm.intr.vector.deinterleave2' op expected an even number of elements, but got 'vector<3xf32>' [vector_deinterleave2_c1]}}
  "llvm.intr.vector.deinterleave2"(%v3) : (vector<3xf32>) -> !llvm.struct<(vector<1xf32>, vector<1xf32>)>
  // expected-error @+1 {{'llvm.intr.get.active.lane.mask' op expected both numbers to be of type 'i32', but got 'i64' [get_active_lane_mask_c1]}}
  llvm.intr.get.active.lane.mask %i, %j : i32, i64 to vector<4xi1>
  // expected-error @+1 {{'llvm.intr.stepvector' op result #0 must be LLVM dialect-compatible vector of signless integer, but got 'vector<4xf32>'}}
  "llvm.intr.stepvector"() : () -> vector<4xf32>
  // expected-error @+1 {{'llvm.intr.vscale' op result #0 must be signless integer, but got 'f32'}}
  "llvm.intr.vscale"() : () -> f32
  // expected-error @+1 {{'llvm.intr.matrix.multiply' op expected 3 * 2 elements, but got 'vector<4xf32>' [matrix_multiply_c1]}}
  llvm.intr.matrix.multiply %v, %v {lhs_columns = 2 : i32, lhs_rows = 3 : i32, rhs_columns = 2 : i32} : (vector<4xf32>, vector<4xf32>) -> vector<6xf32>
  // expected-error @+1 {{'llvm.intr.matrix.multiply' op expected elements of type 'f32', but got 'i32' [matrix_multiply_c2]}}
  llvm.intr.matrix.multiply %v, %w {lhs_columns = 2 : i32, lhs_rows = 2 : i32, rhs_columns = 2 : i32} : (vector<4xf32>, vector<4xi32>) -> vector<4xf32>
  // expected-error @+1 {{'llvm.intr.matrix.transpose' op expected 2 * 2 elements, but got 'vector<5xf32>' [matrix_transpose_c1]}}
  llvm.intr.matrix.transpose %v {columns = 2 : i32, rows = 2 : i32} : vector<4xf32> into vector<5xf32>
  // expected-error @+1 {{'llvm.intr.matrix.transpose' op expected elements of type 'f32', but got 'i32' [matrix_transpose_c2]}}
  llvm.intr.matrix.transpose %v {columns = 2 : i32, rows = 2 : i32} : vector<4xf32> into vector<4xi32>
  // expected-error @+1 {{'llvm.intr.matrix.column.major.load' op expected 3 * 2 elements, but got 'vector<4xf32>' [matrix_load_c1]}}
  llvm.intr.matrix.column.major.load %p, <stride = %j> {columns = 2 : i32, isVolatile = false, rows = 3 : i32} : vector<4xf32> from !llvm.ptr stride i64
  // expected-error @+1 {{'llvm.intr.matrix.column.major.store' op expected 3 * 2 elements, but got 'vector<4xf32>' [matrix_store_c1]}}
  llvm.intr.matrix.column.major.store %v, %p, <stride = %j> {columns = 2 : i32, isVolatile = false, rows = 3 : i32} : vector<4xf32> to !llvm.ptr stride i64
  // expected-error @+1 {{'llvm.intr.masked.load' op expected vectors of the shape of 'vector<4xf32>', but got 'vector<2xi1>' [masked_load_c1]}}
  llvm.intr.masked.load %p, %m2 {alignment = 4 : i32} : (!llvm.ptr, vector<2xi1>) -> vector<4xf32>
  // expected-error @+1 {{'llvm.intr.masked.load' op alignment must be a power of 2, but got '3' [masked_load_c2]}}
  llvm.intr.masked.load %p, %m {alignment = 3 : i32} : (!llvm.ptr, vector<4xi1>) -> vector<4xf32>
  // expected-error @+1 {{'llvm.intr.masked.store' op expected vectors of the shape of 'vector<4xf32>', but got 'vector<2xi1>' [masked_store_c1]}}
  llvm.intr.masked.store %v, %p, %m2 {alignment = 4 : i32} : vector<4xf32>, vector<2xi1> into !llvm.ptr
  // expected-error @+1 {{'llvm.intr.masked.store' op alignment must be a power of 2, but got '0' [masked_store_c2]}}
  llvm.intr.masked.store %v, %p, %m {alignment = 0 : i32} : vector<4xf32>, vector<4xi1> into !llvm.ptr
  // expected-error @+1 {{'llvm.intr.masked.gather' op expected vectors of the shape of 'vector<4xf32>', but got 'vector<2xi1>' [masked_gather_c1]}}
  llvm.intr.masked.gather %ps, %m2 {alignment = 4 : i32} : (vector<4x!llvm.ptr>, vector<2xi1>) -> vector<4xf32>
  // expected-error @+1 {{'llvm.intr.masked.gather' op alignment must be a power of 2, but got '3' [masked_gather_c2]}}
  llvm.intr.masked.gather %ps, %m {alignment = 3 : i32} : (vector<4x!llvm.ptr>, vector<4xi1>) -> vector<4xf32>
  // expected-error @+1 {{'llvm.intr.masked.scatter' op expected vectors of the shape of 'vector<4xf32>', but got 'vector<2xi1>' [masked_scatter_c1]}}
  llvm.intr.masked.scatter %v, %ps, %m2 {alignment = 4 : i32} : vector<4xf32>, vector<2xi1> into vector<4x!llvm.ptr>
  // expected-error @+1 {{'llvm.intr.masked.scatter' op alignment must be a power of 2, but got '3' [masked_scatter_c2]}}
  llvm.intr.masked.scatter %v, %ps, %m {alignment = 3 : i32} : vector<4xf32>, vector<4xi1> into vector<4x!llvm.ptr>
  // expected-error @+1 {{'llvm.intr.masked.expandload' op expected vectors of the shape of 'vector<4xf32>', but got 'vector<2xi1>' [masked_expandload_c1]}}
  "llvm.intr.masked.expandload"(%p, %m2, %v) : (!llvm.ptr, vector<2xi1>, vector<4xf32>) -> vector<4xf32>
  // expected-error @+1 {{'llvm.intr.masked.compressstore' op expected vectors of the shape of 'vector<4xf32>', but got 'vector<2xi1>' [masked_compressstore_c1]}}
  "llvm.intr.masked.compressstore"(%v, %p, %m2) : (vector<4xf32>, !llvm.ptr, vector<2xi1>) -> ()
  // expected-error @+1 {{'llvm.intr.memcpy' op operand #1 must be LLVM pointer type, but got 'i32'}}
  "llvm.intr.memcpy"(%p, %i, %j) <{isVolatile = false}> : (!llvm.ptr, i32, i64) -> ()
  // expected-error @+1 {{'llvm.intr.memmove' op operand #1 must be LLVM pointer type, but got 'i32'}}
  "llvm.intr.memmove"(%p, %i, %j) <{isVolatile = false}> : (!llvm.ptr, i32, i64) -> ()
  // expected-error @+1 {{'llvm.intr.memset' op operand #1 must be 8-bit signless integer, but got 'i32'}}
  "llvm.intr.memset"(%p, %i, %j) <{isVolatile = false}> : (!llvm.ptr, i32, i64) -> ()
  // expected-error @+1 {{'llvm.intr.memcpy.inline' op requires attribute 'len'}}
  "llvm.intr.memcpy.inline"(%p, %p) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr) -> ()
  // expected-error @+1 {{'llvm.intr.memset.inline' op operand #1 must be 8-bit signless integer, but got 'i32'}}
  "llvm.intr.memset.inline"(%p, %i) <{isVolatile = false, len = 8 : i64}> : (!llvm.ptr, i32) -> ()
  llvm.return
}

// -----

llvm.func @f(%i: i32, %j: i64, %k: i8, %b: i1, %x: f32, %d: f64, %p: !llvm.ptr, %q: !llvm.ptr<3>, %v: vector<4xf32>, %w: vector<4xi32>, %m: vector<4xi1>, %m2: vector<2xi1>, %ps: vector<4x!llvm.ptr>, %s: !llvm.struct<(i32, array<4 x f32>)>, %sv: vector<[4]xf32>) {
  // expected-error @+1 {{'llvm.intr.prefetch' op attribute 'hint' failed to satisfy constraint: 32-bit signless integer attribute, but got '3 : i64'}}
  "llvm.intr.prefetch"(%p) <{cache = 1 : i32, hint = 3 : i64, rw = 0 : i32}> : (!llvm.ptr) -> ()
  // expected-error @+1 {{'llvm.intr.stacksave' op result #0 must be LLVM pointer type, but got 'i64'}}
  "llvm.intr.stacksave"() : () -> i64
  // expected-error @+1 {{'llvm.intr.stackrestore' op operand #0 must be LLVM pointer type, but got 'i64'}}
  "llvm.intr.stackrestore"(%j) : (i64) -> ()
  // expected-error @+1 {{'llvm.intr.lifetime.start' op operand #0 must be LLVM pointer type, but got 'i64'}}
  "llvm.intr.lifetime.start"(%j) : (i64) -> ()
  // expected-error @+1 {{'llvm.intr.lifetime.end' op operand #0 must be LLVM pointer type, but got 'i64'}}
  "llvm.intr.lifetime.end"(%j) : (i64) -> ()
  // expected-error @+1 {{'llvm.intr.vastart' op operand #0 must be LLVM pointer type, but got 'i64'}}
  "llvm.intr.vastart"(%j) : (i64) -> ()
  // expected-error @+1 {{'llvm.intr.vaend' op operand #0 must be LLVM pointer type, but got 'i64'}}
  "llvm.intr.vaend"(%j) : (i64) -> ()
  // expected-error @+1 {{'llvm.intr.vacopy' op operand #0 must be LLVM pointer type, but got 'i64'}}
  "llvm.intr.vacopy"(%j, %p) : (i64, !llvm.ptr) -> ()
  // expected-error @+1 {{'llvm.intr.invariant.start' op requires attribute 'size'}}
  "llvm.intr.invariant.start"(%p) : (!llvm.ptr) -> !llvm.ptr
  // expected-error @+1 {{'llvm.intr.invariant.end' op operand #1 must be LLVM pointer type, but got 'i64'}}
  "llvm.intr.invariant.end"(%p, %j) <{size = 8 : i64}> : (!llvm.ptr, i64) -> ()
  // expected-error @+1 {{'llvm.intr.launder.invariant.group' op requires the same type for all operands and results, but got '!llvm.ptr' and '!llvm.ptr<3>'}}
  "llvm.intr.launder.invariant.group"(%p) : (!llvm.ptr) -> !llvm.ptr<3>
  // expected-error @+1 {{'llvm.intr.strip.invariant.group' op requires the same type for all operands and results, but got '!llvm.ptr' and '!llvm.ptr<3>'}}
  "llvm.intr.strip.invariant.group"(%p) : (!llvm.ptr) -> !llvm.ptr<3>
  // expected-error @+1 {{'llvm.intr.threadlocal.address' op requires the same type for all operands and results, but got '!llvm.ptr' and '!llvm.ptr<3>'}}
  "llvm.intr.threadlocal.address"(%p) : (!llvm.ptr) -> !llvm.ptr<3>
  // expected-error @+1 {{'llvm.intr.experimental.noalias.scope.decl' op attribute 'scope' failed to satisfy constraint: alias_scope attribute, but got '"s"'}}
  "llvm.intr.experimental.noalias.scope.decl"() <{scope = "s"}> : () -> ()
  // expected-error @+1 {{'llvm.intr.ptrmask' op operand #1 must be signless integer or LLVM dialect-compatible vector of signless integer, but got 'f32'}}
  "llvm.intr.ptrmask"(%p, %x) : (!llvm.ptr, f32) -> !llvm.ptr
  // expected-error @+1 {{'llvm.intr.assume' op expected 0 sizes of operand bundles that add up to 1, but got [] [assume_c1]}}
  "llvm.intr.assume"(%b, %p) <{op_bundle_sizes = array<i32>}> : (i1, !llvm.ptr) -> ()
  // expected-error @+1 {{'llvm.intr.expect' op requires the same type for all operands and results, but got 'i32' and 'i64'}}
  "llvm.intr.expect"(%i, %j) : (i32, i64) -> i32
  // expected-error @+1 {{'llvm.intr.expect.with.probability' op expected a number between 0 and 1, but got '1.500000e+00 : f64' [expect_with_probability_c1]}}
  llvm.intr.expect.with.probability %b, %b, 1.5 : i1
  // expected-error @+1 {{'llvm.intr.ssa.copy' op requires the same type for all operands and results, but got 'i32' and 'i64'}}
  "llvm.intr.ssa.copy"(%i) : (i32) -> i64
  // expected-error @+1 {{'llvm.intr.is.constant' op result #0 must be 1-bit signless integer, but got 'i32'}}
  "llvm.intr.is.constant"(%i) : (i32) -> i32
  // expected-error @+1 {{'llvm.intr.trap' op requires zero operands, but found 1}}
  "llvm.intr.trap"(%i) : (i32) -> ()
  // expected-error @+1 {{'llvm.intr.debugtrap' op requires zero operands, but found 1}}
  "llvm.intr.debugtrap"(%i) : (i32) -> ()
  // expected-error @+1 {{'llvm.intr.ubsantrap' op attribute 'failureKind' failed to satisfy constraint: 8-bit signless integer attribute, but got '1 : i32'}}
  "llvm.intr.ubsantrap"() <{failureKind = 1 : i32}> : () -> ()
  llvm.return
}

// -----

llvm.func @f(%c: i1) {
  // expected-error @+1 {{'llvm.cond_br' op expects 2 branch weights, one for each successor, but got 3 [cond_br_c1]}}
  llvm.cond_br %c weights([1, 2, 3]), ^a, ^a
^a:
  llvm.return
}

// -----

llvm.func @f(%c: i32) {
  // expected-error @+1 {{'llvm.br' op branch has 1 operands for successor #0, but target block has 0}}
  "llvm.br"(%c)[^a] : (i32) -> ()
^a:
  llvm.return
}

// -----

llvm.func @f(%i: i32) {
  // expected-error @+1 {{'llvm.switch' op expects number of case values to match number of case destinations: 1 and 2 [switch_c1]}}
  "llvm.switch"(%i)[^a, ^a, ^a] <{case_operand_segments = array<i32: 0, 0>, case_values = dense<1> : vector<1xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^a:
  llvm.return
}

// -----

llvm.func @f(%i: i32) {
  // expected-error @+1 {{'llvm.switch' op expects case value type to match condition value type 'i32', but got 'i64' [switch_c2]}}
  "llvm.switch"(%i)[^a, ^a, ^a] <{case_operand_segments = array<i32: 0, 0>, case_values = dense<[1, 2]> : vector<2xi64>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^a:
  llvm.return
}

// -----

llvm.func @f(%i: i32) {
  // expected-error @+1 {{'llvm.switch' op 'case_operand_segments' should divide the 0 case operands among 2 cases, but got [0] [switch_c3]}}
  "llvm.switch"(%i)[^a, ^a, ^a] <{case_operand_segments = array<i32: 0>, case_values = dense<[1, 2]> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^a:
  llvm.return
}

// -----

llvm.func @f(%i: i32) {
  // expected-error @+1 {{'llvm.switch' op expects 3 branch weights, one for each successor, but got 1 [switch_c4]}}
  "llvm.switch"(%i)[^a, ^a, ^a] <{case_operand_segments = array<i32: 0, 0>, case_values = dense<[1, 2]> : vector<2xi32>, branch_weights = array<i32: 1>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^a:
  llvm.return
}

// -----

llvm.func @f(%i: i32) {
  // expected-error @+1 {{'llvm.switch' op expects no two cases to be the same, but got [1, 1] [switch_c5]}}
  "llvm.switch"(%i)[^a, ^a, ^a] <{case_operand_segments = array<i32: 0, 0>, case_values = dense<1> : vector<2xi32>, operandSegmentSizes = array<i32: 1, 0, 0>}> : (i32) -> ()
^a:
  llvm.return
}

// -----

llvm.func @f() {
  // expected-error @+1 {{'llvm.unreachable' op must be the last operation in the parent block}}
  llvm.unreachable
  llvm.return
}

// -----

// expected-note @+1 {{when returning from function}}
llvm.func @f() -> i32 {
  // expected-error @+1 {{'llvm.return' op expected 1 operand [return_c1]}}
  llvm.return
}

// -----

// expected-note @+1 {{when returning from function}}
llvm.func @f(%x: i32) {
  // expected-error @+1 {{'llvm.return' op expected no operands, but got a 'i32' [return_c1]}}
  llvm.return %x : i32
}

// -----

// expected-note @+1 {{when returning from function}}
llvm.func @f(%x: f32) -> i32 {
  // expected-error @+1 {{'llvm.return' op mismatching result types: expected 'i32', but got 'f32' [return_c2]}}
  llvm.return %x : f32
}

// -----

// expected-error @+1 {{'llvm.func' op external functions must have 'external' or 'extern_weak' linkage, but got 'internal' [func_c1]}}
llvm.func internal @f()

// -----

// expected-error @+1 {{'llvm.func' op functions cannot have 'common' linkage [func_c1]}}
llvm.func common @f() {
  llvm.return
}

// -----

// expected-error @+1 {{'llvm.func' op arguments may only have dialect attributes, but got 'noundef': write the dialect, as in 'llvm.noalias' [func_c2]}}
llvm.func @f(i32 {noundef})

// -----

// expected-error @+1 {{'llvm.func' op entry block must have 1 arguments to match function signature [func_c3]}}
"llvm.func"() <{sym_name = "f", function_type = !llvm.func<void (i32)>, linkage = #llvm.linkage<external>, CConv = #llvm.cconv<ccc>, visibility_ = 0 : i64, unnamed_addr = 0 : i64}> ({
  llvm.return
}) : () -> ()

// -----

// expected-error @+1 {{'llvm.func' op no_inline and always_inline attributes are incompatible [func_c4]}}
llvm.func @f() attributes {no_inline, always_inline}

// -----

// expected-error @+1 {{'llvm.func' op with optimize_none must also be no_inline [func_c5]}}
llvm.func @f() attributes {optimize_none}

// -----

// expected-error @+1 {{'llvm.func' op alignment attribute is not a power of 2, but got '3' [func_c6]}}
llvm.func @f() attributes {alignment = 3 : i64}

// -----

// expected-error @+1 {{failed to construct function type: expected zero or one function result}}
llvm.func @f() -> (i32, i32)

// -----

// expected-error @+1 {{variadic arguments must be in the end of the argument list}}
llvm.func @f(..., i32)

// -----

// expected-error @+1 {{failed to construct function type: expected LLVM type for function arguments, but got 'tensor<4xf32>'}}
llvm.func @f(tensor<4xf32>)

// -----

// expected-error @+1 {{'llvm.mlir.global' op expects type to be a valid element type for an LLVM pointer, but got '!llvm.void' [global_c1]}}
llvm.mlir.global @g() : !llvm.void

// -----

// expected-error @+1 {{'llvm.mlir.global' op cannot have both initializer value and region [global_c2]}}
llvm.mlir.global @g(1 : i32) : i32 {
  %0 = llvm.mlir.zero : i32
  llvm.return %0 : i32
}

// -----

// expected-error @+1 {{'llvm.mlir.global' op expected integer type of width 64, but got 'i32' [global_c3]}}
llvm.mlir.global @g(1.0 : f64) : i32

// -----

// expected-error @+1 {{'llvm.mlir.global' op initializer region type 'i64' does not match global type 'i32' [global_c4]}}
llvm.mlir.global @g() : i32 {
  %0 = llvm.mlir.zero : i64
  llvm.return %0 : i64
}

// -----

// expected-error @+1 {{'llvm.mlir.global' op alignment attribute is not a power of 2, but got '3' [global_c5]}}
llvm.mlir.global @g() {alignment = 3 : i64} : i32

// -----

// expected-error @+1 {{'llvm.mlir.global' op expects a non-negative address space, but got '-1' [global_c6]}}
llvm.mlir.global @g() {addr_space = -1 : i32} : i32

// -----

// expected-error @+1 {{'llvm.mlir.global' op expected zero value for 'common' linkage, but got '1 : i32' [global_c7]}}
llvm.mlir.global common @g(1 : i32) : i32

// -----

// expected-error @+1 {{'llvm.mlir.global' op expected array type for 'appending' linkage, but got 'i32' [global_c7]}}
llvm.mlir.global appending @g() : i32

// -----

// expected-error @+1 {{type can only be omitted for string globals}}
llvm.mlir.global @g(1 : i32)
llvm.func @f()

// -----

// expected-error @+1 {{'llvm.mlir.alias' op initializer region must always return a pointer [alias_c1]}}
llvm.mlir.alias external @a : i32 {
  %0 = llvm.mlir.zero : i32
  llvm.return %0 : i32
}

// -----

llvm.func @f() {
  llvm.return
}
// expected-error @+1 {{'llvm.mlir.global_ctors' op ctors, priorities, and data must have the same number of elements, but got 1, 0, 1 [global_ctors_c1]}}
llvm.mlir.global_ctors ctors = [@f], priorities = [], data = [#llvm.zero]

// -----

llvm.func @f() {
  llvm.return
}
// expected-error @+1 {{'llvm.mlir.global_ctors' op data element must be symbol or #llvm.zero, but got '1 : i32' [global_ctors_c2]}}
llvm.mlir.global_ctors ctors = [@f], priorities = [0 : i32], data = [1 : i32]

// -----

// expected-error @+1 {{'llvm.mlir.global_ctors' op '@f' does not reference a valid LLVM function [global_ctors_c3]}}
llvm.mlir.global_ctors ctors = [@f], priorities = [0 : i32], data = [#llvm.zero]

// -----

llvm.func @f() {
  llvm.return
}
// expected-error @+1 {{'llvm.mlir.global_dtors' op dtors, priorities, and data must have the same number of elements, but got 1, 0, 1 [global_dtors_c1]}}
llvm.mlir.global_dtors dtors = [@f], priorities = [], data = [#llvm.zero]

// -----

llvm.func @f() {
  llvm.return
}
// expected-error @+1 {{'llvm.mlir.global_dtors' op data element must be symbol or #llvm.zero, but got '1 : i32' [global_dtors_c2]}}
llvm.mlir.global_dtors dtors = [@f], priorities = [0 : i32], data = [1 : i32]

// -----

// expected-error @+1 {{'llvm.mlir.global_dtors' op '@f' does not reference a valid LLVM function [global_dtors_c3]}}
llvm.mlir.global_dtors dtors = [@f], priorities = [0 : i32], data = [#llvm.zero]

// -----

// expected-error @+1 {{'llvm.comdat' op only comdat selector symbols can appear in a comdat region, but got 'llvm.func' [comdat_c1]}}
llvm.comdat @c {
  llvm.func @f()
}

// -----

// expected-error @+1 {{'llvm.comdat_selector' op attribute 'comdat' failed to satisfy constraint: LLVM Comdat Types whose value is one of any, exactmatch, largest, nodeduplicate, samesize, but got '7 : i64'}}
"llvm.comdat_selector"() <{sym_name = "s", comdat = 7 : i64}> : () -> ()

// -----

// expected-error @+1 {{'llvm.module_flags' op attribute 'flags' failed to satisfy constraint: LLVM dialect module flag array, but got '[1 : i32]'}}
"llvm.module_flags"() <{flags = [1 : i32]}> : () -> ()

// -----

// expected-error @+1 {{'llvm.linker_options' op attribute 'options' failed to satisfy constraint: string array attribute, but got '[1 : i32]'}}
"llvm.linker_options"() <{options = [1 : i32]}> : () -> ()
