// RUN: dlc-opt %s --split-input-file --allow-unregistered-dialect --mlir-print-op-generic | filecheck %s

// An attribute whose prefix a form leaves out may be written with it, or as an alias.

#kind = #vector.kind<add>
#fastmath = #arith.fastmath<nnan>

// CHECK: "vector.reduction"(%{{.*}}) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<add>}>
// CHECK: "vector.reduction"(%{{.*}}) <{fastmath = #arith.fastmath<none>, kind = #vector.kind<mul>}>
// CHECK: "arith.addf"(%{{.*}}) <{fastmath = #arith.fastmath<nnan>}>
func.func @prefixes(%v: vector<4xf32>, %x: f32) {
  %0 = vector.reduction #kind, %v : vector<4xf32> into f32
  %1 = vector.reduction #vector.kind<mul>, %v : vector<4xf32> into f32
  %2 = arith.addf %x, %x fastmath #fastmath : f32
  return
}

// -----

// CHECK: "llvm.intr.experimental.noalias.scope.decl"() <{scope = #alias_scope}>
#alias_scope_domain = #llvm.alias_scope_domain<id = distinct[0]<>, description = "d">
#alias_scope = #llvm.alias_scope<id = distinct[1]<>, domain = #alias_scope_domain>
llvm.func @alias_scope() {
  llvm.intr.experimental.noalias.scope.decl #alias_scope
  llvm.return
}

// -----

// Words of enumerations may stand in quotes.
// CHECK: CConv = #llvm.cconv<fastcc>
// CHECK-SAME: linkage = #llvm.linkage<external>
"llvm.func"() <{CConv = #llvm.cconv<"fastcc">, linkage = #llvm.linkage<"external">, function_type = !llvm.func<void ()>, sym_name="f"}> ({}) : () -> ()

// -----

// CHECK: initial_value = sparse<0, 1.000000e+00> : tensor<4xf32>
memref.global @sparse : memref<4xf32> = sparse<[[0]], [1.0]>

// -----

// An alias for a number that begins with the digits of another one.
// CHECK: "t.x"() {a = 5 : i64, b = 57 : i64} : () -> ()
#five = 5
#fifty_seven = 57
"t.x"() {a = #five, b = #fifty_seven} : () -> ()

// -----

// A dictionary is read entry by entry, whatever stands between them.
// CHECK: "t.x"() <{a = -1 : i8, b = "s" : !t.s, c = [1, "x]"], d = {e, f = #t.g<"<,">}, h = (i32) -> (), i, j = !t.k<(i32)>}>
"t.x"() <{ j = !t.k<(i32)>, a = - 1 : i8 // the first
  , b = "s":!t.s, c=[1 : i64, "x]"],
  d = {f = #t.g<"<,">, e}, "h" = (i32)->(),i }> : () -> ()

// -----

// CHECK: "t.x"() ({
// CHECK-NEXT: ^bb0(%{{.*}}: i32, %{{.*}}: memref<4xf32, 1>):
// CHECK: ^bb1(%{{.*}}: (i32) -> i32):
"t.x"() ({
^bb0 ( %a:i32 , %b : memref<4xf32, 1> ) :
  "t.br"()[^bb1] : () -> ()
^bb1(%c: (i32) -> i32):  // pred: ^bb0
  "t.y"(%c) : ((i32) -> i32) -> ()
}) : () -> ()

// -----

// What MLIR's generic form says that the custom form does not: flags that are off, and maps that an op notes.

//  CHECK: #map = affine_map<(d0, d1) -> (d0 + d1)>
//  CHECK: "llvm.add"(%{{.*}}) <{overflowFlags = 3 : i32}>
//  CHECK: "affine.linearize_index"(%{{.*}}) <{disjoint = false, operandSegmentSizes
//  CHECK: "affine.linearize_index"(%{{.*}}) <{disjoint, operandSegmentSizes
//  CHECK: {linalg.memoized_indexing_maps = [#map, #map1, #map2]}
func.func @generic_only(%a: i32, %i: index, %x: memref<?xf32>) attributes {res_attrs = []} {
  %0 = "llvm.add"(%a, %a) <{overflowFlags = #llvm.overflow<nsw, nuw>}> : (i32, i32) -> i32
  %1 = "affine.linearize_index"(%i, %i) <{disjoint = false, operandSegmentSizes = array<i32: 2, 0>, static_basis = array<i64: 2, 3>}> : (index, index) -> index
  %2 = affine.linearize_index disjoint [%i, %i] by (2, 3) : index
  linalg.conv_1d ins(%x, %x : memref<?xf32>, memref<?xf32>) outs(%x : memref<?xf32>)
  return
}
