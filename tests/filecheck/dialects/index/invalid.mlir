// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @f(%a: i32, %b: index) {
  // expected-error @+1 {{'index.add' op operand #0 must be index, but got 'i32'}}
  %r = "index.add"(%a, %b) : (i32, index) -> index
  return
}

// -----

func.func @f(%a: i32, %b: index) {
  // expected-error @+1 {{'index.sub' op operand #0 must be index, but got 'i32'}}
  %r = "index.sub"(%a, %b) : (i32, index) -> index
  return
}

// -----

func.func @f(%a: i32, %b: index) {
  // expected-error @+1 {{'index.mul' op operand #0 must be index, but got 'i32'}}
  %r = "index.mul"(%a, %b) : (i32, index) -> index
  return
}

// -----

func.func @f(%a: i32, %b: index) {
  // expected-error @+1 {{'index.divs' op operand #0 must be index, but got 'i32'}}
  %r = "index.divs"(%a, %b) : (i32, index) -> index
  return
}

// -----

func.func @f(%a: i32, %b: index) {
  // expected-error @+1 {{'index.divu' op operand #0 must be index, but got 'i32'}}
  %r = "index.divu"(%a, %b) : (i32, index) -> index
  return
}

// -----

func.func @f(%a: i32, %b: index) {
  // expected-error @+1 {{'index.ceildivs' op operand #0 must be index, but got 'i32'}}
  %r = "index.ceildivs"(%a, %b) : (i32, index) -> index
  return
}

// -----

func.func @f(%a: i32, %b: index) {
  // expected-error @+1 {{'index.ceildivu' op operand #0 must be index, but got 'i32'}}
  %r = "index.ceildivu"(%a, %b) : (i32, index) -> index
  return
}

// -----

func.func @f(%a: i32, %b: index) {
  // expected-error @+1 {{'index.floordivs' op operand #0 must be index, but got 'i32'}}
  %r = "index.floordivs"(%a, %b) : (i32, index) -> index
  return
}

// -----

func.func @f(%a: i32, %b: index) {
  // expected-error @+1 {{'index.rems' op operand #0 must be index, but got 'i32'}}
  %r = "index.rems"(%a, %b) : (i32, index) -> index
  return
}

// -----

func.func @f(%a: i32, %b: index) {
  // expected-error @+1 {{'index.remu' op operand #0 must be index, but got 'i32'}}
  %r = "index.remu"(%a, %b) : (i32, index) -> index
  return
}

// -----

func.func @f(%a: i32, %b: index) {
  // expected-error @+1 {{'index.maxs' op operand #0 must be index, but got 'i32'}}
  %r = "index.maxs"(%a, %b) : (i32, index) -> index
  return
}

// -----

func.func @f(%a: i32, %b: index) {
  // expected-error @+1 {{'index.maxu' op operand #0 must be index, but got 'i32'}}
  %r = "index.maxu"(%a, %b) : (i32, index) -> index
  return
}

// -----

func.func @f(%a: i32, %b: index) {
  // expected-error @+1 {{'index.mins' op operand #0 must be index, but got 'i32'}}
  %r = "index.mins"(%a, %b) : (i32, index) -> index
  return
}

// -----

func.func @f(%a: i32, %b: index) {
  // expected-error @+1 {{'index.minu' op operand #0 must be index, but got 'i32'}}
  %r = "index.minu"(%a, %b) : (i32, index) -> index
  return
}

// -----

func.func @f(%a: i32, %b: index) {
  // expected-error @+1 {{'index.shl' op operand #0 must be index, but got 'i32'}}
  %r = "index.shl"(%a, %b) : (i32, index) -> index
  return
}

// -----

func.func @f(%a: i32, %b: index) {
  // expected-error @+1 {{'index.shrs' op operand #0 must be index, but got 'i32'}}
  %r = "index.shrs"(%a, %b) : (i32, index) -> index
  return
}

// -----

func.func @f(%a: i32, %b: index) {
  // expected-error @+1 {{'index.shru' op operand #0 must be index, but got 'i32'}}
  %r = "index.shru"(%a, %b) : (i32, index) -> index
  return
}

// -----

func.func @f(%a: i32, %b: index) {
  // expected-error @+1 {{'index.and' op operand #0 must be index, but got 'i32'}}
  %r = "index.and"(%a, %b) : (i32, index) -> index
  return
}

// -----

func.func @f(%a: i32, %b: index) {
  // expected-error @+1 {{'index.or' op operand #0 must be index, but got 'i32'}}
  %r = "index.or"(%a, %b) : (i32, index) -> index
  return
}

// -----

func.func @f(%a: i32, %b: index) {
  // expected-error @+1 {{'index.xor' op operand #0 must be index, but got 'i32'}}
  %r = "index.xor"(%a, %b) : (i32, index) -> index
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{'index.casts' op operand type 'index' and result type 'index' are cast incompatible [cast_c1]}}
  %r = index.casts %a : index to index
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{'index.castu' op operand type 'index' and result type 'index' are cast incompatible [cast_c1]}}
  %r = index.castu %a : index to index
  return
}

// -----

func.func @f(%a: index) {
  // expected-error @+1 {{expected one of eq, ne, sge, sgt, sle, slt, uge, ugt, ule, ult, but got 'lt', did you mean 'slt'?}}
  %r = index.cmp lt(%a, %a)
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'index.sizeof' op result #0 must be index, but got 'i32'}}
  %r = "index.sizeof"() : () -> i32
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'index.constant' op attribute 'value' failed to satisfy constraint: index attribute, but got '1 : i32'}}
  %r = "index.constant"() <{value = 1 : i32}> : () -> index
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'index.bool.constant' op attribute 'value' failed to satisfy constraint: 1-bit signless integer attribute, but got '1 : i32'}}
  %r = "index.bool.constant"() <{value = 1 : i32}> : () -> i1
  return
}
