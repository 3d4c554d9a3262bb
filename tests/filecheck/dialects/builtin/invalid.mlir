// RUN: dlc-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{'builtin.module' op visibility expected to be one of ["public", "private", "nested"], but got "x" [module_c1]}}
module @a attributes {sym_visibility = "x"} {}

// -----

// expected-error @+1 {{'builtin.module' op region should have no arguments [module_c2]}}
"builtin.module"() ({
^bb0(%a: i32):
}) : () -> ()

// -----

// expected-error @+1 {{'builtin.module' op requires one region, but found 2}}
"builtin.module"() ({
}, {
}) : () -> ()

// -----

// expected-note @+1 {{see existing symbol definition here}}
func.func private @f()
// expected-error @+1 {{redefinition of symbol named 'f'}}
func.func private @f()

// -----

func.func @f(%a: i32) {
  // expected-error @+1 {{'builtin.unrealized_conversion_cast' op expected at least one result for cast operation [unrealized_conversion_cast_c1]}}
  "builtin.unrealized_conversion_cast"(%a) : (i32) -> ()
  return
}

// -----

// expected-error @+1 {{'builtin.module' op can only contain attributes with dialect-specific names, found: 'test' [module_c3]}}
module attributes {test} {}
