// RUN: dlc-opt %s --loop-peel="front=1 back=2" --verify-diagnostics

// expected-error @+1 {{needs to be told what is to be peeled, by one of front, back, at (one index) and partial}}
module {
}
