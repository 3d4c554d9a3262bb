// RUN: dlc-opt %s --gpu-describe-machine="thread-sums=4" --split-input-file --verify-diagnostics

// expected-error @+1 {{'builtin.module' op must have a dictionary as 'gpu.machine', but got '8 : i64'}}
module attributes {gpu.machine = 8} {
}

// -----

// expected-error @+1 {{'builtin.module' op must have nothing but arch, multiprocessors, registers, resident_bytes, resident_threads, block_threads, workgroup_bytes, dynamic_bytes, thread_sums, tf32, exact_f8 in 'gpu.machine', but got 'l1_bytes'}}
module attributes {gpu.machine = {l1_bytes = 8 : i64}} {
}

// -----

// expected-error @+1 {{'builtin.module' op must have positive numbers in 'gpu.machine', but got '0 : i64' for 'block_threads'}}
module attributes {gpu.machine = {block_threads = 0 : i64}} {
}

// -----

// expected-error @+1 {{'builtin.module' op expects an architecture such as 'sm_80' or 'gfx90a', but got 'sm80', did you mean 'sm_80'?}}
module attributes {gpu.machine = {arch = "sm80"}} {
}
