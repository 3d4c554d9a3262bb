// RUN: dlc-opt %s --split-input-file --verify-diagnostics

func.func @f(%x: f32) {
  // expected-error @+3 {{'arith.addi' op operand #0 must be signless-integer-like, but got 'f32'}}
  // expected-error @+2 {{'arith.addi' op operand #1 must be signless-integer-like, but got 'f32'}}
  // expected-error @+1 {{'arith.addi' op result #0 must be signless-integer-like, but got 'f32'}}
  %r = arith.addi %x, %x : f32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+3 {{'arith.addf' op operand #0 must be floating-point-like, but got 'i32'}}
  // expected-error @+2 {{'arith.addf' op operand #1 must be floating-point-like, but got 'i32'}}
  // expected-error @+1 {{'arith.addf' op result #0 must be floating-point-like, but got 'i32'}}
  %r = arith.addf %x, %x : i32
  return
}

// -----

func.func @f(%x: si32) {
  // expected-error @+3 {{'arith.muli' op operand #0 must be signless-integer-like, but got 'si32'}}
  // expected-error @+2 {{'arith.muli' op operand #1 must be signless-integer-like, but got 'si32'}}
  // expected-error @+1 {{'arith.muli' op result #0 must be signless-integer-like, but got 'si32'}}
  %r = arith.muli %x, %x : si32
  return
}

// -----

func.func @f(%x: i32, %y: i64) {
  // expected-error @+1 {{'arith.addi' op requires the same type for all operands and results, but got 'i32' and 'i64'}}
  %r = "arith.addi"(%x, %y) : (i32, i64) -> i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'arith.addi' op requires the same type for all operands and results, but got 'i32' and 'i64'}}
  %r = "arith.addi"(%x, %x) : (i32, i32) -> i64
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'arith.subi' op expected 2 operands, but found 1}}
  %r = "arith.subi"(%x) : (i32) -> i32
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'arith.constant' op integer return type must be signless [constant_c1]}}
  %c = arith.constant 1 : si32
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'arith.constant' op value must be an integer, float, or elements attribute [constant_c2]}}
  %c = "arith.constant"() <{value = "text" : i32}> : () -> i32
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{expected TypedAttr instance, but got 'unit'}}
  %c = arith.constant unit
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'arith.constant' op initializing scalable vectors with elements attribute is not supported unless it's a vector splat [constant_c3]}}
  %c = arith.constant dense<[1, 2]> : vector<[2]xi32>
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'arith.constant' op result #0 'result' must have type 'i32', as follows from 'value', but got 'i64'}}
  %c = "arith.constant"() <{value = 1 : i32}> : () -> i64
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'arith.constant' op requires attribute 'value'}}
  %c = "arith.constant"() : () -> i64
  return
}

// -----

func.func @f() {
  // expected-error @+1 {{'arith.constant' op attribute 'value' failed to satisfy constraint: TypedAttr instance, but got 'unit'}}
  %c = "arith.constant"() <{value}> : () -> i64
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'arith.cmpi' op result #0 must be bool-like, but got 'i32'}}
  %r = "arith.cmpi"(%x, %x) <{predicate = 0 : i64}> : (i32, i32) -> i32
  return
}

// -----

func.func @f(%x: vector<4xi32>) {
  // expected-error @+1 {{'arith.cmpi' op result #0 'result' must have type 'vector<4xi1>', as follows from 'lhs', but got 'i1'}}
  %r = "arith.cmpi"(%x, %x) <{predicate = 0 : i64}> : (vector<4xi32>, vector<4xi32>) -> i1
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'arith.cmpi' op attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases}}
  %r = "arith.cmpi"(%x, %x) <{predicate = 12 : i64}> : (i32, i32) -> i1
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{expected one of eq, ne, slt, sle, sgt, sge, ult, ule, ugt, uge, but got 'slow'}}
  %r = arith.cmpi slow, %x, %x : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{expected one of nsw, nuw, none, but got 'nsv', did you mean 'nsw'?}}
  %r = arith.addi %x, %x overflow<nsv> : i32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{expected one of reassoc, nnan, ninf, nsz, arcp, contract, afn, none, fast, but got 'nan'}}
  %r = arith.addf %x, %x fastmath<nan> : f32
  return
}

// -----

func.func @f(%x: i32, %y: f32) {
  // expected-error @+1 {{'arith.select' op operand #0 must be bool-like, but got 'i32'}}
  %r = "arith.select"(%x, %y, %y) : (i32, f32, f32) -> f32
  return
}

// -----

func.func @f(%c: vector<4xi1>, %y: f32) {
  // expected-error @+1 {{'arith.select' op expected condition to be a signless i1, but got 'vector<4xi1>' [select_c1]}}
  %r = arith.select %c, %y, %y : vector<4xi1>, f32
  return
}

// -----

func.func @f(%c: vector<4xi1>, %y: vector<8xf32>) {
  // expected-error @+1 {{'arith.select' op expected condition type to have the same shape as the result type, expected 'vector<8xi1>', but got 'vector<4xi1>' [select_c2]}}
  %r = arith.select %c, %y, %y : vector<4xi1>, vector<8xf32>
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'arith.extui' op operand type 'i32' and result type 'i16' are cast incompatible [arith_cast_c2]}}
  %r = arith.extui %x : i32 to i16
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'arith.extsi' op operand type 'i32' and result type 'i32' are cast incompatible [arith_cast_c2]}}
  %r = arith.extsi %x : i32 to i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'arith.trunci' op operand type 'i32' and result type 'i64' are cast incompatible [arith_cast_c2]}}
  %r = arith.trunci %x : i32 to i64
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'arith.extf' op operand type 'f32' and result type 'f16' are cast incompatible [arith_cast_c2]}}
  %r = arith.extf %x : f32 to f16
  return
}

// -----

func.func @f(%x: f16) {
  // expected-error @+1 {{'arith.extf' op operand type 'f16' and result type 'bf16' are cast incompatible [arith_cast_c2]}}
  %r = arith.extf %x : f16 to bf16
  return
}

// -----

func.func @f(%x: f16) {
  // expected-error @+1 {{'arith.truncf' op operand type 'f16' and result type 'f32' are cast incompatible [arith_cast_c2]}}
  %r = arith.truncf %x : f16 to f32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'arith.index_cast' op operand type 'i32' and result type 'i64' are cast incompatible [arith_cast_c2]}}
  %r = arith.index_cast %x : i32 to i64
  return
}

// -----

func.func @f(%x: index) {
  // expected-error @+1 {{'arith.index_castui' op operand type 'index' and result type 'index' are cast incompatible [arith_cast_c2]}}
  %r = arith.index_castui %x : index to index
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'arith.bitcast' op operand type 'i32' and result type 'f64' are cast incompatible [arith_cast_c2]}}
  %r = arith.bitcast %x : i32 to f64
  return
}

// -----

func.func @f(%x: vector<4xi32>) {
  // expected-error @+1 {{'arith.extui' op requires the same shape for all operands and results, but got 'vector<4xi32>' and 'vector<3xi64>' [arith_cast_c1]}}
  %r = arith.extui %x : vector<4xi32> to vector<3xi64>
  return
}

// -----

func.func @f(%x: vector<4xi32>) {
  // expected-error @+1 {{'arith.sitofp' op requires the same shape for all operands and results, but got 'vector<4xi32>' and 'f32' [arith_cast_c1]}}
  %r = arith.sitofp %x : vector<4xi32> to f32
  return
}

// -----

func.func @f(%x: tensor<?xf32>) {
  // expected-error @+1 {{'arith.extf' op failed to verify that input and output have the same tensor dimensions, but got 'tensor<?xf32>' and 'tensor<4xf64>' [arith_cast_c1]}}
  %r = arith.extf %x : tensor<?xf32> to tensor<4xf64>
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'arith.fptosi' op result #0 must be signless-fixed-width-integer-like, but got 'index'}}
  %r = arith.fptosi %x : f32 to index
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'arith.uitofp' op result #0 must be floating-point-like, but got 'i64'}}
  %r = arith.uitofp %x : i32 to i64
  return
}

// -----

func.func @f(%x: index) {
  // expected-error @+1 {{'arith.bitcast' op operand #0 must be signless-integer-or-float-like or memref of signless-integer or float, but got 'index'}}
  %r = arith.bitcast %x : index to i64
  return
}

// -----

func.func @f(%x: f32, %s: f16) {
  // expected-error @+1 {{'arith.scaling_extf' op operand types 'f32', 'f16' and result type 'f16' are cast incompatible [arith_cast_c2]}}
  %r = arith.scaling_extf %x, %s : f32, f16 to f16
  return
}

// -----

func.func @f(%x: f32, %s: vector<4xf32>) {
  // expected-error @+1 {{'arith.scaling_truncf' op failed to verify that input and output have the same tensor dimensions, but got 'f32', 'vector<4xf32>' and 'f16' [arith_cast_c1]}}
  %r = arith.scaling_truncf %x, %s : f32, vector<4xf32> to f16
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{expected ':'}}
  %r = arith.truncf %x downwards : f32 to f16
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{custom op 'arith.adi' is unknown, did you mean 'arith.addi'?}}
  %r = arith.adi %x, %x : i32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+3 {{'arith.andi' op operand #0 must be signless-integer-like, but got 'f32'}}
  // expected-error @+2 {{'arith.andi' op operand #1 must be signless-integer-like, but got 'f32'}}
  // expected-error @+1 {{'arith.andi' op result #0 must be signless-integer-like, but got 'f32'}}
  %r = arith.andi %x, %x : f32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+3 {{'arith.ori' op operand #0 must be signless-integer-like, but got 'f32'}}
  // expected-error @+2 {{'arith.ori' op operand #1 must be signless-integer-like, but got 'f32'}}
  // expected-error @+1 {{'arith.ori' op result #0 must be signless-integer-like, but got 'f32'}}
  %r = arith.ori %x, %x : f32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+3 {{'arith.xori' op operand #0 must be signless-integer-like, but got 'f32'}}
  // expected-error @+2 {{'arith.xori' op operand #1 must be signless-integer-like, but got 'f32'}}
  // expected-error @+1 {{'arith.xori' op result #0 must be signless-integer-like, but got 'f32'}}
  %r = arith.xori %x, %x : f32
  return
}

// -----

func.func @f(%x: i32, %y: i8) {
  // expected-error @+1 {{'arith.shli' op requires the same type for all operands and results, but got 'i32' and 'i8'}}
  %r = "arith.shli"(%x, %y) : (i32, i8) -> i32
  return
}

// -----

func.func @f(%x: i32, %y: i8) {
  // expected-error @+1 {{'arith.shrsi' op requires the same type for all operands and results, but got 'i32' and 'i8'}}
  %r = "arith.shrsi"(%x, %y) : (i32, i8) -> i32
  return
}

// -----

func.func @f(%x: i32, %y: i8) {
  // expected-error @+1 {{'arith.shrui' op requires the same type for all operands and results, but got 'i32' and 'i8'}}
  %r = "arith.shrui"(%x, %y) : (i32, i8) -> i32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'arith.fptoui' op result #0 must be signless-fixed-width-integer-like, but got 'f16'}}
  %r = arith.fptoui %x : f32 to f16
  return
}

// -----

func.func @f(%x: f32, %y: f64) {
  // expected-error @+1 {{'arith.cmpf' op failed to verify that all of {lhs, rhs} have same type, but got 'f32' and 'f64'}}
  %r = "arith.cmpf"(%x, %y) <{predicate = 1 : i64}> : (f32, f64) -> i1
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{expected one of false, oeq, ogt, oge, olt, ole, one, ord, ueq, ugt, uge, ult, ule, une, uno, true, but got 'slt', did you mean 'olt'?}}
  %r = arith.cmpf slt, %x, %x : f32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+3 {{'arith.divsi' op operand #0 must be signless-integer-like, but got 'f32'}}
  // expected-error @+2 {{'arith.divsi' op operand #1 must be signless-integer-like, but got 'f32'}}
  // expected-error @+1 {{'arith.divsi' op result #0 must be signless-integer-like, but got 'f32'}}
  %r = arith.divsi %x, %x : f32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+3 {{'arith.divui' op operand #0 must be signless-integer-like, but got 'f32'}}
  // expected-error @+2 {{'arith.divui' op operand #1 must be signless-integer-like, but got 'f32'}}
  // expected-error @+1 {{'arith.divui' op result #0 must be signless-integer-like, but got 'f32'}}
  %r = arith.divui %x, %x : f32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+3 {{'arith.ceildivsi' op operand #0 must be signless-integer-like, but got 'f32'}}
  // expected-error @+2 {{'arith.ceildivsi' op operand #1 must be signless-integer-like, but got 'f32'}}
  // expected-error @+1 {{'arith.ceildivsi' op result #0 must be signless-integer-like, but got 'f32'}}
  %r = arith.ceildivsi %x, %x : f32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+3 {{'arith.ceildivui' op operand #0 must be signless-integer-like, but got 'f32'}}
  // expected-error @+2 {{'arith.ceildivui' op operand #1 must be signless-integer-like, but got 'f32'}}
  // expected-error @+1 {{'arith.ceildivui' op result #0 must be signless-integer-like, but got 'f32'}}
  %r = arith.ceildivui %x, %x : f32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'arith.floordivsi' op requires the same type for all operands and results, but got 'i32' and 'i64'}}
  %r = "arith.floordivsi"(%x, %x) : (i32, i32) -> i64
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'arith.remsi' op requires the same type for all operands and results, but got 'i32' and 'i64'}}
  %r = "arith.remsi"(%x, %x) : (i32, i32) -> i64
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'arith.remui' op requires the same type for all operands and results, but got 'i32' and 'i64'}}
  %r = "arith.remui"(%x, %x) : (i32, i32) -> i64
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+3 {{'arith.subf' op operand #0 must be floating-point-like, but got 'i32'}}
  // expected-error @+2 {{'arith.subf' op operand #1 must be floating-point-like, but got 'i32'}}
  // expected-error @+1 {{'arith.subf' op result #0 must be floating-point-like, but got 'i32'}}
  %r = arith.subf %x, %x : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+3 {{'arith.mulf' op operand #0 must be floating-point-like, but got 'i32'}}
  // expected-error @+2 {{'arith.mulf' op operand #1 must be floating-point-like, but got 'i32'}}
  // expected-error @+1 {{'arith.mulf' op result #0 must be floating-point-like, but got 'i32'}}
  %r = arith.mulf %x, %x : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+3 {{'arith.divf' op operand #0 must be floating-point-like, but got 'i32'}}
  // expected-error @+2 {{'arith.divf' op operand #1 must be floating-point-like, but got 'i32'}}
  // expected-error @+1 {{'arith.divf' op result #0 must be floating-point-like, but got 'i32'}}
  %r = arith.divf %x, %x : i32
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+3 {{'arith.remf' op operand #0 must be floating-point-like, but got 'i32'}}
  // expected-error @+2 {{'arith.remf' op operand #1 must be floating-point-like, but got 'i32'}}
  // expected-error @+1 {{'arith.remf' op result #0 must be floating-point-like, but got 'i32'}}
  %r = arith.remf %x, %x : i32
  return
}

// -----

func.func @f(%x: f32, %y: f64) {
  // expected-error @+1 {{'arith.maximumf' op requires the same type for all operands and results, but got 'f32' and 'f64'}}
  %r = "arith.maximumf"(%x, %y) : (f32, f64) -> f32
  return
}

// -----

func.func @f(%x: f32, %y: f64) {
  // expected-error @+1 {{'arith.minimumf' op requires the same type for all operands and results, but got 'f32' and 'f64'}}
  %r = "arith.minimumf"(%x, %y) : (f32, f64) -> f32
  return
}

// -----

func.func @f(%x: f32, %y: f64) {
  // expected-error @+1 {{'arith.maxnumf' op requires the same type for all operands and results, but got 'f32' and 'f64'}}
  %r = "arith.maxnumf"(%x, %y) : (f32, f64) -> f32
  return
}

// -----

func.func @f(%x: f32, %y: f64) {
  // expected-error @+1 {{'arith.minnumf' op requires the same type for all operands and results, but got 'f32' and 'f64'}}
  %r = "arith.minnumf"(%x, %y) : (f32, f64) -> f32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{'arith.negf' op requires the same type for all operands and results, but got 'f32' and 'f64'}}
  %r = "arith.negf"(%x) : (f32) -> f64
  return
}

// -----

func.func @f(%x: ui8) {
  // expected-error @+3 {{'arith.maxsi' op operand #0 must be signless-integer-like, but got 'ui8'}}
  // expected-error @+2 {{'arith.maxsi' op operand #1 must be signless-integer-like, but got 'ui8'}}
  // expected-error @+1 {{'arith.maxsi' op result #0 must be signless-integer-like, but got 'ui8'}}
  %r = arith.maxsi %x, %x : ui8
  return
}

// -----

func.func @f(%x: ui8) {
  // expected-error @+3 {{'arith.minsi' op operand #0 must be signless-integer-like, but got 'ui8'}}
  // expected-error @+2 {{'arith.minsi' op operand #1 must be signless-integer-like, but got 'ui8'}}
  // expected-error @+1 {{'arith.minsi' op result #0 must be signless-integer-like, but got 'ui8'}}
  %r = arith.minsi %x, %x : ui8
  return
}

// -----

func.func @f(%x: ui8) {
  // expected-error @+3 {{'arith.maxui' op operand #0 must be signless-integer-like, but got 'ui8'}}
  // expected-error @+2 {{'arith.maxui' op operand #1 must be signless-integer-like, but got 'ui8'}}
  // expected-error @+1 {{'arith.maxui' op result #0 must be signless-integer-like, but got 'ui8'}}
  %r = arith.maxui %x, %x : ui8
  return
}

// -----

func.func @f(%x: ui8) {
  // expected-error @+3 {{'arith.minui' op operand #0 must be signless-integer-like, but got 'ui8'}}
  // expected-error @+2 {{'arith.minui' op operand #1 must be signless-integer-like, but got 'ui8'}}
  // expected-error @+1 {{'arith.minui' op result #0 must be signless-integer-like, but got 'ui8'}}
  %r = arith.minui %x, %x : ui8
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'arith.addui_extended' op result #1 must be bool-like, but got 'i8'}}
  %s, %o = "arith.addui_extended"(%x, %x) : (i32, i32) -> (i32, i8)
  return
}

// -----

func.func @f(%x: vector<4xi32>) {
  // expected-error @+1 {{'arith.addui_extended' op result #1 'overflow' must have type 'vector<4xi1>', as follows from 'lhs', but got 'i1'}}
  %s, %o = "arith.addui_extended"(%x, %x) : (vector<4xi32>, vector<4xi32>) -> (vector<4xi32>, i1)
  return
}

// -----

func.func @f(%x: i32) {
  // expected-error @+1 {{'arith.mulsi_extended' op requires the same type for all operands and results, but got 'i32' and 'i64'}}
  %l, %h = "arith.mulsi_extended"(%x, %x) : (i32, i32) -> (i32, i64)
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+4 {{'arith.mului_extended' op operand #0 must be signless-integer-like, but got 'f32'}}
  // expected-error @+3 {{'arith.mului_extended' op operand #1 must be signless-integer-like, but got 'f32'}}
  // expected-error @+2 {{'arith.mului_extended' op result #0 must be signless-integer-like, but got 'f32'}}
  // expected-error @+1 {{'arith.mului_extended' op result #1 must be signless-integer-like, but got 'f32'}}
  %l, %h = arith.mului_extended %x, %x : f32
  return
}
