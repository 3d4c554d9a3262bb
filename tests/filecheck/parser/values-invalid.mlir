// RUN: dlc-opt %s --allow-unregistered-dialect --split-input-file --verify-diagnostics

func.func @use_before_definition_in_another_function() -> i32 {
  // expected-error @+1 {{use of undeclared SSA value name '%a'}}
  return %a : i32
}
func.func @where_it_is_defined(%a: i32) {
  return
}

// -----

func.func @operand_does_not_dominate(%c: i32) {
  // expected-error @+1 {{'t.use' op operand #0 does not dominate this use}}
  "t.use"(%late) : (i32) -> ()
  // expected-note @+1 {{operand defined here (op in the same block)}}
  %late = "t.make"() : () -> i32
  return
}

// -----

func.func @every_use_without_a_definition_is_reported() {
  // expected-error @+2 {{use of undeclared SSA value name '%a'}}
  // expected-error @+1 {{use of undeclared SSA value name '%b'}}
  "t.use"(%a, %b) : (i32, i32) -> ()
  return
}

// -----

func.func @other_type_than_before(%a: i32) {  // expected-note {{prior use here}}
  // expected-error @+1 {{use of value '%a' expects different type than prior uses: 'i64' vs 'i32'}}
  "t.use"(%a) : (i64) -> ()
  return
}

// -----

// expected-note @+1 {{previously used here with type 'i64'}}
"t.use"(%a) : (i64) -> ()
// expected-error @+1 {{definition of SSA value '%a' has type 'i32'}}
%a = "t.make"() : () -> i32

// -----

// expected-note @+1 {{previously defined here}}
%a = "t.make"() : () -> i32
// expected-error @+1 {{redefinition of SSA value '%a'}}
%a = "t.make"() : () -> i32

// -----

// Isolation does not help: names are given once.
// expected-note @+1 {{previously defined here}}
%a = "t.make"() : () -> i32
// expected-error @+1 {{redefinition of SSA value '%a'}}
func.func @f(%a: i32) {
  return
}

// -----

// expected-note @+1 {{defined here; the region is isolated from above}}
%a = "t.make"() : () -> i32
func.func @sees_nothing_from_outside() {
  // expected-error @+1 {{'t.use' op using value '%a' defined outside the region}}
  "t.use"(%a) : (i32) -> ()
  return
}

// -----

%a:2 = "t.make"() : () -> (i32, i32)
// expected-error @+1 {{reference to invalid result number '%a#2'}}
"t.use"(%a#2) : (i32) -> ()

// -----

// expected-error @+1 {{operation defines 1 results but was provided 2 to bind}}
%a:2 = "t.make"() : () -> i32

// -----

// expected-error @+1 {{cannot name an operation with no results}}
%a = "t.make"() : () -> ()

// -----

// expected-error @+1 {{expected named operation to have at least 1 result}}
%a:0 = "t.make"() : () -> i32

// -----

// expected-error @+1 {{expected 2 operand types but had 1}}
"t.use"(%a, %b) : (i32) -> ()
