// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @f(%a: i32) {
  // expected-error @+1 {{custom op 'arith.adi' is unknown, did you mean 'arith.addi'?}}
  %b = arith.adi %a, %a : i32
  return
}

// -----

// expected-error @+1 {{dialect 'arit' not found for custom op 'arit.addi', did you mean 'arith'?}}
arit.addi

// -----

func.func @without_prefix() {
  // expected-error @+1 {{custom op 'retrun' is unknown (tried 'func.retrun' and 'builtin.retrun' as well), did you mean 'func.return'?}}
  retrun
}

// -----

// expected-error @+1 {{operation 'nobodys.op' is of the unregistered dialect 'nobodys'; --load-dialect=MODULE, in Python context.load_module, loads one; --allow-unregistered-dialect, in Python dlc.make_context(allow_unregistered=True), accepts any}}
"nobodys.op"() : () -> ()

// -----

// expected-error @+1 {{unregistered operation 'arith.adi' found in dialect 'arith' that does not allow unknown operations, did you mean 'arith.addi'?}}
%a = "arith.adi"() : () -> i32

// -----

// expected-error @+1 {{type '!arit.x' is of the unregistered dialect 'arit', did you mean 'arith'?; --load-dialect=MODULE, in Python context.load_module, loads one; --allow-unregistered-dialect, in Python dlc.make_context(allow_unregistered=True), accepts any}}
func.func private @f(!arit.x)

// -----

// expected-error @+1 {{attribute '#nobodys.x' is of the unregistered dialect 'nobodys'; --load-dialect=MODULE, in Python context.load_module, loads one; --allow-unregistered-dialect, in Python dlc.make_context(allow_unregistered=True), accepts any}}
module attributes {a.b = #nobodys.x} {}

// -----

// expected-error @+1 {{unknown type 'arith.x' in dialect 'arith'}}
func.func private @f(!arith.x)

// -----

// expected-error @+1 {{unknown attribute 'arith.fastmat' in dialect 'arith', did you mean 'arith.fastmath'?}}
module attributes {a.b = #arith.fastmat<none>} {}

// -----

#layout = affine_map<(d0) -> (d0)>
// expected-error @+1 {{undefined symbol alias id 'layuot', did you mean 'layout'?}}
func.func private @f(memref<4xf32, #layuot>)

// -----

!row = vector<4xf32>
// expected-error @+1 {{undefined symbol alias id 'rwo', did you mean 'row'?}}
func.func private @f(!rwo)

// -----

#a = 1
// expected-error @+1 {{redefinition of attribute alias id 'a'}}
#a = 2

// -----

!a = i1
// expected-error @+1 {{redefinition of type alias id 'a'}}
!a = i2

// -----

// expected-error @+1 {{operation location alias was never defined: '#loc7'}}
module {} loc(#loc7)

// -----

// expected-note @+1 {{see existing symbol definition here}}
func.func private @f()
// expected-error @+1 {{'func.func' op redefinition of symbol named 'f'}}
func.func private @f()

// -----

// expected-error @+1 {{expected '"' in string literal}}
func.func private @"f()

// -----

// expected-error @+1 {{null character not allowed in operation name}}
"t\00x"() : () -> ()

// -----

// expected-error @+1 {{operation defines 1 results but was provided 99999999999 to bind}}
%a:99999999999 = "builtin.unrealized_conversion_cast"() : () -> i32
