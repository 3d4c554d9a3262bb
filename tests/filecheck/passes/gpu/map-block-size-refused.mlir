// RUN: dlc-opt %s --gpu-map-loops="loops=i block-size=2048" --split-input-file --verify-diagnostics

// expected-error @+1 {{'builtin.module' op expects blocks of 1 to 1024 threads, but got '2048'}}
module {
}
