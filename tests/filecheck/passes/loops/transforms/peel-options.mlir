// RUN: dlc-opt %s --loop-peel="front=1 back=2" --verify-diagnostics

// expected-error @+1 {{requires exactly one of the options 'front', 'back', 'at' (one index) and 'partial'}}
module {
}
