// RUN: dlc-opt %s --gpu-describe-machine="workgroup-bytes=16384" --split-input-file | filecheck %s

// CHECK: module attributes {gpu.machine = {block_threads = 256 : i64, thread_sums = 16 : i64, workgroup_bytes = 16384 : i64}} {
module {
}

// -----

// What is not given stays as it is.
// CHECK: module attributes {gpu.machine = {block_threads = 64 : i64, thread_sums = 16 : i64, workgroup_bytes = 16384 : i64}} {
module attributes {gpu.machine = {block_threads = 64 : i64, workgroup_bytes = 8 : i64}} {
}
