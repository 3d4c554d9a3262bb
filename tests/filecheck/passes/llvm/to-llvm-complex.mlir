// RUN: dlc-opt %s --to-llvm | filecheck %s

// CHECK-LABEL: llvm.func @parts(%z: !llvm.struct<(f32, f32)>, %x: f32) -> !llvm.struct<(f32, f32)>
//       CHECK:   %[[RE:.*]] = llvm.extractvalue %z[0]
//       CHECK:   %[[IM:.*]] = llvm.extractvalue %z[1]
//       CHECK:   %[[SUM:.*]] = llvm.fadd %[[RE]], %[[IM]] : f32
//       CHECK:   %[[NONE:.*]] = llvm.mlir.poison : !llvm.struct<(f32, f32)>
//       CHECK:   %[[HALF:.*]] = llvm.insertvalue %[[SUM]], %[[NONE]][0]
//       CHECK:   %[[WHOLE:.*]] = llvm.insertvalue %x, %[[HALF]][1]
//       CHECK:   llvm.return %[[WHOLE]]
func.func @parts(%z: complex<f32>, %x: f32) -> complex<f32> {
  %0 = complex.re %z : complex<f32>
  %1 = complex.im %z : complex<f32>
  %2 = arith.addf %0, %1 : f32
  %3 = complex.create %2, %x : complex<f32>
  return %3 : complex<f32>
}

// CHECK-LABEL: llvm.func @constants()
//       CHECK:   llvm.mlir.constant(1.000000e+00 : f64) : f64
//       CHECK:   llvm.insertvalue %{{.*}}[0] : !llvm.struct<(f64, f64)>
//       CHECK:   llvm.mlir.constant(1 : i32) : i32
//       CHECK:   llvm.insertvalue %{{.*}}[0] : !llvm.struct<(i32, i32)>
//       CHECK:   llvm.mlir.constant(56 : i8) : i8
//       CHECK:   llvm.insertvalue %{{.*}}[0] : !llvm.struct<(i8, i8)>
func.func @constants() -> (complex<f64>, complex<i32>, complex<f8E4M3FN>) {
  %0 = complex.constant [1.0 : f64, 2.0 : f64] : complex<f64>
  %1 = complex.constant [1 : i32, 2 : i32] : complex<i32>
  %2 = complex.constant [1.0 : f8E4M3FN, 2.0 : f8E4M3FN] : complex<f8E4M3FN>
  return %0, %1, %2 : complex<f64>, complex<i32>, complex<f8E4M3FN>
}

// CHECK-LABEL: llvm.func @memory(
//       CHECK:   llvm.load %{{.*}} : !llvm.ptr -> !llvm.struct<(f32, f32)>
//       CHECK:   llvm.store %{{.*}}, %{{.*}} : !llvm.struct<(f32, f32)>, !llvm.ptr
func.func @memory(%m: memref<4xcomplex<f32>>, %i: index, %j: index) {
  %0 = memref.load %m[%i] : memref<4xcomplex<f32>>
  memref.store %0, %m[%j] : memref<4xcomplex<f32>>
  return
}

// CHECK: llvm.mlir.global private constant @numbers(dense<{{\[\[}}1.000000e+00, 2.000000e+00], [3.000000e+00, -4.000000e+00]]> : tensor<2x2xf32>) {{.*}}: !llvm.array<2 x array<2 x f32>>
memref.global "private" constant @numbers : memref<2xcomplex<f32>> = dense<[(1.0, 2.0), (3.0, -4.0)]>
// CHECK: llvm.mlir.global private constant @equal(dense<{{\[\[}}1.000000e+00, 2.000000e+00], [1.000000e+00, 2.000000e+00]]> : tensor<2x2xf32>) {{.*}}: !llvm.array<2 x array<2 x f32>>
memref.global "private" constant @equal : memref<2xcomplex<f32>> = dense<(1.0, 2.0)>
