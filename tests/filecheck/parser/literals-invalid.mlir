// RUN: dlc-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

// expected-error @+1 {{expected '"' in string literal}}
"t.op"() {a = "no end} : () -> ()

// -----

// expected-error @+1 {{expected '"' in string literal}}
"t.op"() {a = @"no end} : () -> ()

// -----

// expected-error @+1 {{unknown escape '\q' in string literal}}
"t.op"() {a = "\q"} : () -> ()

// -----

// expected-error @+1 {{integer constant out of range for attribute: 300 : i8}}
"t.op"() {a = 300 : i8} : () -> ()

// -----

// expected-error @+1 {{integer constant out of range for attribute: -129 : i8}}
"t.op"() {a = -129 : i8} : () -> ()

// -----

// expected-error @+1 {{negative integer literal not valid for unsigned integer type}}
"t.op"() {a = -1 : ui8} : () -> ()

// -----

// expected-error @+1 {{floating point value not valid for type 'i8'}}
"t.op"() {a = 1.0 : i8} : () -> ()

// -----

// expected-error @+1 {{unexpected decimal integer literal for a float: write '1.0'}}
"t.op"() {a = 1 : f32} : () -> ()

// -----

// expected-error @+1 {{duplicate key 'a' in dictionary attribute}}
"t.op"() {a = 1, a = 2} : () -> ()

// -----

// expected-error @+1 {{inferred shape of elements literal ([2]) does not match type ([3])}}
"t.op"() {a = dense<[1, 2]> : tensor<3xi32>} : () -> ()

// -----

// expected-error @+1 {{parsed zero elements, but type ('tensor<1xi32>') expected at least 1}}
"t.op"() {a = dense<> : tensor<1xi32>} : () -> ()

// -----

// expected-error @+1 {{elements hex data size is invalid for provided type}}
"t.op"() {a = dense<"0x0102"> : tensor<3xi8>} : () -> ()

// -----

// expected-error @+1 {{expected '>' at the end of the elements literal}}
"t.op"() {a = dense<[1, 2]}

// -----

// expected-error @+1 {{sparse index 4 is out of range for 'tensor<4xi8>'}}
"t.op"() {a = sparse<4, 1> : tensor<4xi8>} : () -> ()

// -----

// expected-error @+1 {{elements literal type must have static shape}}
"t.op"() {a = dense<1> : tensor<?xi8>} : () -> ()

// -----

// expected-error @+1 {{integer bitwidth is limited to 16777215 bits}}
"t.op"() : () -> i99999999999

// -----

// expected-error @+1 {{use of undeclared identifier 'd1' in affine expression}}
"t.op"() {a = affine_map<(d0) -> (d1)>} : () -> ()

// -----

// expected-error @+1 {{unsupported memory space '1.000000e+00 : f64'}}
"t.op"() : () -> memref<4xf32, 1.0>

// -----

// expected-error @+1 {{unbalanced ')' character in pretty dialect name}}
"t.op"() : () -> !a.b<[)>

// -----

// expected-error @+1 {{expected attribute, but got '}'}}
"t.op"() {a = } : () -> ()

// -----

// expected-error @+1 {{expected type, but got 'tensr'}}
"t.op"() : () -> tensr<4xf32>

// -----

// expected-error @+1 {{unknown key 'nobodys' in file metadata dictionary}}
{-# nobodys: {} #-}

// -----

// expected-error @+1 {{expected hex string blob for key 'k' to encode alignment in first 4 bytes}}
{-# dialect_resources: { builtin: { k: "0x03000000FF" } } #-}
