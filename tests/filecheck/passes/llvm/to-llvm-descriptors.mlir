// RUN: dlc-opt %s --to-llvm --split-input-file | filecheck %s

// A module that MLIR lowered in part has memrefs as descriptors already.
// CHECK-LABEL: llvm.func @from_descriptor
//       CHECK:   %[[P:.*]] = llvm.extractvalue %s[1]
//       CHECK:   llvm.getelementptr inbounds|nuw %[[P]][%i, 2]
//   CHECK-NOT:   unrealized
llvm.func @from_descriptor(%s: !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>, %i: i64) -> f32 {
  %m = builtin.unrealized_conversion_cast %s : !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)> to memref<?x4xf32>
  %j = builtin.unrealized_conversion_cast %i : i64 to index
  %c2 = arith.constant 2 : index
  %x = memref.load %m[%j, %c2] : memref<?x4xf32>
  llvm.return %x : f32
}

// -----

// CHECK-LABEL: llvm.func @to_descriptor
//       CHECK:   llvm.insertvalue %m, %{{.*}}[1]
//       CHECK:   llvm.insertvalue %m_size0, %{{.*}}[3, 0]
//       CHECK:   %[[S:.*]] = llvm.insertvalue %{{.*}}, %{{.*}}[4, 1]
//       CHECK:   llvm.call @takes(%[[S]])
//   CHECK-NOT:   unrealized
llvm.func @takes(!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>)
func.func @to_descriptor(%m: memref<?x4xf32>) {
  %s = builtin.unrealized_conversion_cast %m : memref<?x4xf32> to !llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>
  llvm.call @takes(%s) : (!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>) -> ()
  return
}

// -----

// CHECK-LABEL: llvm.func @unranked
//       CHECK:   llvm.insertvalue %u_rank, %{{.*}}[0]
//       CHECK:   %[[S:.*]] = llvm.insertvalue %u, %{{.*}}[1]
//       CHECK:   llvm.call @takes(%[[S]])
llvm.func @takes(!llvm.struct<(i64, ptr)>)
func.func @unranked(%u: memref<*xf32>) {
  %s = builtin.unrealized_conversion_cast %u : memref<*xf32> to !llvm.struct<(i64, ptr)>
  llvm.call @takes(%s) : (!llvm.struct<(i64, ptr)>) -> ()
  return
}

// -----

// A cast to anything else is left for others.
// CHECK-LABEL: llvm.func @something_else
//       CHECK:   unrealized_conversion_cast %{{.*}} : memref<4xf32> to i32
func.func @something_else(%m: memref<4xf32>) -> i32 {
  %s = builtin.unrealized_conversion_cast %m : memref<4xf32> to i32
  return %s : i32
}
