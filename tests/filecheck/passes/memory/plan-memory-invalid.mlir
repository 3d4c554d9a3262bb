// RUN: dlc-opt %s --plan-memory="alignment=48" --verify-diagnostics

// expected-error @+1 {{'builtin.module' op can only be planned with an alignment that is a power of two, but got '48'}}
module {
}
