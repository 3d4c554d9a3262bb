// RUN: dlc-opt %s --split-input-file --allow-unregistered-dialect --verify-diagnostics

// An unknown op of a known dialect is a mistake, unless MLIR has the op and dlc lacks it.

"t.unknown"() : () -> ()
"tensor.parallel_insert_slice"() : () -> ()
%x = arith.constant 1 : i32
// expected-error @+1 {{unregistered operation 'arith.adddi' found in dialect 'arith' that does not allow unknown operations, did you mean 'arith.addi'?}}
"arith.adddi"(%x, %x) : (i32, i32) -> ()

// -----

// expected-error @+1 {{line and column must be less than 2^32}}
"t.x"() : () -> () loc("a":99999999999:1)

// -----

// expected-error @+1 {{expected a 64-bit integer, but got '99999999999999999999'}}
"t.x"() {a = memref<4xf32, strided<[99999999999999999999]>>} : () -> ()

// -----

// expected-error @+1 {{expected an unsigned 64-bit integer, but got '99999999999999999999999'}}
"t.x"() {a = distinct[99999999999999999999999]<i32>} : () -> ()
