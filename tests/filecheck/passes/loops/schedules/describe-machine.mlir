// RUN: dlc-opt %s --describe-machine="vector-bits=512 cores=4 l2-bytes=1048576 bf16-terms=2" | filecheck %s
// RUN: not dlc-opt %s --describe-machine="cores=-1" 2>&1 | filecheck %s --check-prefix=NEGATIVE

// What is given is written, and what the module says already is kept.
//     CHECK: module attributes {loop.machine = {bf16_terms = 2 : i64, cores = 4 : i64, l1_bytes = 12345 : i64, l2_bytes = 1048576 : i64
// CHECK-SAME: vector_bits = 512 : i64

// NEGATIVE: error: option 'cores' must be at least 0, but got -1
module attributes {loop.machine = {l1_bytes = 12345}} {
}
