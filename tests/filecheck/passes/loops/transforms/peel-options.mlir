// RUN: not dlc-opt %s --loop-peel="front=1 back=2" 2>&1 | filecheck %s --check-prefix=FLAG
// RUN: not dlc-opt %s --pass-pipeline="builtin.module(cse,loop-peel{front=1 back=2})" 2>&1 | filecheck %s
// RUN: not dlc-opt %s --pass-pipeline="builtin.module(cse, loop-peel)" 2>&1 | filecheck %s --check-prefix=NONE

// Options that exclude one another are reported where they are written, not at the program.
// FLAG: error: pass 'loop-peel' requires exactly one of the options 'front', 'back', 'at' (one index) and 'partial'
// CHECK: pipeline:1:30: error: pass 'loop-peel' requires exactly one of the options 'front', 'back', 'at' (one index)
// NONE: pipeline:1:21: error: pass 'loop-peel' requires exactly one of the options 'front', 'back', 'at' (one index)
module {
}
