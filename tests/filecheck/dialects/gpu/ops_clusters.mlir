// RUN: dlc-opt %s --allow-unregistered-dialect | dlc-opt --allow-unregistered-dialect --mlir-print-op-generic | filecheck %s

// Launches with clusters of blocks and on a stream, which are not run.

module attributes {gpu.container_module} {
  gpu.module @clustered {
    //      CHECK: "gpu.func"() <{function_type = () -> (), known_cluster_size = array<i32: 2, 1, 1>}> ({
    gpu.func @k() kernel attributes {known_cluster_size = array<i32: 2, 1, 1>} {
      gpu.return
    }
  }
  func.func @clusters(%n: index, %s: !llvm.ptr) {
    // CHECK: operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0>
    // CHECK: "t.x"(%arg14, %arg17)
    gpu.launch clusters(%cx, %cy, %cz) in (%lx = %n, %ly = %n, %lz = %n)
               blocks(%bx, %by, %bz) in (%gx = %n, %gy = %n, %gz = %n)
               threads(%tx, %ty, %tz) in (%sx = %n, %sy = %n, %sz = %n) {
      "t.x"(%cx, %lx) : (index, index) -> ()
      gpu.terminator
    }
    // CHECK: "gpu.launch_func"(%arg0, {{.*}}, %arg1) <{kernel = @clustered::@k, operandSegmentSizes = array<i32: 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1>}>
    gpu.launch_func <%s : !llvm.ptr> @clustered::@k clusters in (%n, %n, %n) blocks in (%n, %n, %n) threads in (%n, %n, %n)
    // The kernels of a binary are machine code, which is not looked into.
    // CHECK: "gpu.launch_func"(%arg0, %arg0, %arg0, %arg0, %arg0, %arg0) <{kernel = @code::@k
    gpu.launch_func @code::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
  gpu.binary @code [#gpu.object<#nvvm.target, "x">]
}
