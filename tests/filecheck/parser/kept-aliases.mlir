// RUN: dlc-opt %s --verify-roundtrip --split-input-file | filecheck %s
// RUN: dlc-opt %s --split-input-file | dlc-opt --split-input-file | filecheck %s
// RUN: dlc-opt %s --split-input-file --mlir-print-op-generic | filecheck %s --check-prefix=GENERIC
// RUN: dlc-opt %s --split-input-file --mlir-print-local-scope | filecheck %s --check-prefix=LOCAL

// Names that the text gives to types and maps are kept; those that are not used any more are not printed.
//      CHECK: #diagonal = affine_map<(d0) -> (d0, d0)>
// CHECK-NEXT: #map = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-NEXT: !row = vector<4xf32>
// CHECK-NEXT: !matrix = memref<4x4xf32, #map>
// CHECK-NEXT: !rows = tuple<!row, !matrix>
// CHECK-NEXT: module {
// CHECK-NEXT:   func.func @names(%m: !matrix, %r: !rows) -> !row attributes {a = #diagonal, b = (!row) -> i32} {
//      CHECK:     %x = memref.load %m[%{{.*}}, %{{.*}}] : !matrix
// CHECK-NEXT:     %v = vector.broadcast %x : f32 to !row
// GENERIC-NOT: !matrix
//       LOCAL: module {
//       LOCAL: func.func @names(%m: memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>
!matrix = memref<4x4xf32, affine_map<(d0, d1) -> (d1, d0)>>
!row = vector<4xf32>
!rows = tuple<!row, !matrix>
!unused = vector<8xf32>
!number = i32
!function = (!row) -> !number
#diagonal = affine_map<(d0) -> (d0, d0)>
func.func @names(%m: !matrix, %r: !rows) -> !row attributes {a = #diagonal, b = !function} {
  %i = arith.constant 0 : index
  %x = memref.load %m[%i, %i] : !matrix
  %v = vector.broadcast %x : f32 to !row
  return %v : !row
}

// -----

// A numbered name is what the printer would give, so it gives numbers anew; a kept name is not given again.
//      CHECK: #map = affine_map<(d0) -> (d0 + 2)>
// CHECK-NEXT: #map1 = affine_map<(d0) -> (d0 + 3)>
// CHECK-NEXT: module {
#map7 = affine_map<(d0) -> (d0 + 2)>
#map3 = affine_map<(d0) -> (d0 + 3)>
func.func private @numbers() attributes {a = #map7, b = #map3}

// -----

//      CHECK: #map1 = affine_map<(d0) -> (d0)>
// CHECK-NEXT: #map = #graph.dims<n>
//      CHECK: func.func private @taken(tensor<?xf32, #map>) attributes {a = #map1}
#map = #graph.dims<n>
func.func private @taken(tensor<?xf32, #map>) attributes {a = affine_map<(d0) -> (d0)>}

// -----

// An alias that only another one mentions is defined before it; the first of two names for one type is kept.
//      CHECK: !inner = vector<2xf32>
// CHECK-NEXT: !outer = tuple<!inner, i1>
//      CHECK: func.func private @nested(!outer)
!inner = vector<2xf32>
!again = vector<2xf32>
!outer = tuple<!again, i1>
func.func private @nested(!outer)
