// RUN: dlc-opt %s --gpu-describe-machine="workgroup-bytes=16384" --split-input-file | filecheck %s
// RUN: dlc-opt %s --gpu-describe-machine="arch=sm_90 tf32=1" --split-input-file | filecheck %s --check-prefix=ARCH
// RUN: dlc-opt %s --gpu-describe-machine="arch=sm_90 workgroup-bytes=16384" --gpu-describe-machine=tf32=1 --split-input-file | filecheck %s --check-prefix=SIZE

// CHECK: module attributes {gpu.machine = {block_threads = 256 : i64, {{.*}}thread_sums = 16 : i64, workgroup_bytes = 16384 : i64}} {
// ARCH: module attributes {gpu.machine = {arch = "sm_90", block_threads = 256 : i64, dynamic_bytes = 232448 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, resident_bytes = 233472 : i64, resident_threads = 2048 : i64, tf32 = 1 : i64, thread_sums = 64 : i64, workgroup_bytes = 49152 : i64}} {
// A size that is given is all that a block has, whatever a launch could ask for.
// SIZE: module attributes {gpu.machine = {arch = "sm_90", block_threads = 256 : i64, multiprocessors = 132 : i64, {{.*}}workgroup_bytes = 16384 : i64}} {
module {
}

// -----

// What is not given stays as it is.
// CHECK: module attributes {gpu.machine = {block_threads = 64 : i64, {{.*}}thread_sums = 16 : i64, workgroup_bytes = 16384 : i64}} {
module attributes {gpu.machine = {block_threads = 64 : i64, workgroup_bytes = 8 : i64}} {
}
