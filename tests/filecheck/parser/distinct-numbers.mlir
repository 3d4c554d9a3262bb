// RUN: dlc-opt %s --split-input-file --allow-unregistered-dialect | filecheck %s

// Distinct attributes are numbered in the order of the text, as in MLIR, unless opaque text refers to their numbers.

// CHECK: "t.x"() {a = distinct[0]<>, b = distinct[1]<>, c = distinct[0]<>} : () -> ()
"t.x"() {a = distinct[7]<>, b = distinct[3]<>, c = distinct[7]<>} : () -> ()

// -----

// CHECK: "t.x"() {a = distinct[7]<>, b = #t.x<distinct[7]<>>} : () -> ()
"t.x"() {a = distinct[7]<>, b = #t.x<distinct[7]<>>} : () -> ()
