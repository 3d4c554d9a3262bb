// RUN: dlc-opt %s --gpu-defer-asserts --gpu-map-loops --loop-to-gpu --gpu-report-asserts | filecheck %s

// An iteration whose assertion fails stores nothing; others go on, and the host reads which assertion it was.
// CHECK-LABEL: func.func @gather
func.func @gather(%x: memref<64xf32>, %i: memref<64xindex>, %o: memref<64xf32> {llvm.noalias}) {
  // CHECK: %status = memref.alloc() : memref<1xi32>
  // CHECK: memref.store %c0_i32, %status[%[[FIRST:.*]]] : memref<1xi32>
  // CHECK: gpu.launch
  // CHECK: %[[OK:.*]] = arith.cmpi ult
  // CHECK: %[[FAILS:.*]] = arith.xori %[[OK]], %true : i1
  // CHECK: loop.when %[[FAILS]] {
  // CHECK:   memref.atomic_rmw maxs %{{.*}}, %status[%[[FIRST]]]
  // CHECK: loop.when %[[OK]] {
  // CHECK:   loop.store
  // CHECK: gpu.terminator
  // CHECK: %[[FAILED:.*]] = memref.load %status[%[[FIRST]]] : memref<1xi32>
  // CHECK-NEXT: memref.dealloc %status : memref<1xi32>
  // CHECK: %[[HOLDS:.*]] = arith.cmpi ne, %[[FAILED]], %c1_i32{{.*}} : i32
  // CHECK-NEXT: cf.assert %[[HOLDS]], "an index is out of bounds"
  %n = arith.constant 64 : index
  loop.for %t = 0 to 64 {
    %k = loop.load %i[%t] : memref<64xindex>
    %ok = arith.cmpi ult, %k, %n : index
    cf.assert %ok, "an index is out of bounds"
    %v = memref.load %x[%k] : memref<64xf32>
    loop.store %v, %o[%t] : memref<64xf32>
  }
  return
}

// A loop that carries a value is left to the host, which stops at once.
// CHECK-LABEL: func.func @sum
func.func @sum(%x: memref<64xi32>, %o: memref<1xi32> {llvm.noalias}) {
  %zero = arith.constant 0 : i32
  // CHECK: cf.assert %{{.*}}, "a number is negative"
  // CHECK-NOT: gpu.deferred
  %sum = loop.for %t = 0 to 64 iter_args(%s = %zero) -> (i32) {
    %v = loop.load %x[%t] : memref<64xi32>
    %ok = arith.cmpi sge, %v, %zero : i32
    cf.assert %ok, "a number is negative"
    %more = arith.addi %s, %v : i32
    loop.yield %more : i32
  }
  loop.store %sum, %o[0] : memref<1xi32>
  return
}
