// What LLVM calls to divide integers of 65 to 128 bits, and to convert between them and floats: no processor has
// instructions for it. Elsewhere this is in a compiler's own library, which need not be there when code is run; the
// names and what they take are those of that library. LLVM itself expands divisions of wider integers.

// The quotient and the remainder of unsigned integers, one bit of the quotient at a time.
llvm.func internal @divide(%n: i128, %d: i128) -> !llvm.struct<(i128, i128)> {
  %zero = llvm.mlir.constant(0 : i128) : i128
  %one = llvm.mlir.constant(1 : i128) : i128
  %word = llvm.mlir.constant(64 : i128) : i128
  %none = llvm.mlir.undef : !llvm.struct<(i128, i128)>
  %bits = llvm.or %n, %d : i128
  %upper_bits = llvm.lshr %bits, %word : i128
  %is_short = llvm.icmp "eq" %upper_bits, %zero : i128
  llvm.cond_br %is_short, ^short, ^compare
^short:
  %short_n = llvm.trunc %n : i128 to i64
  %short_d = llvm.trunc %d : i128 to i64
  %short_quotient = llvm.udiv %short_n, %short_d : i64
  %short_remainder = llvm.urem %short_n, %short_d : i64
  %wide_quotient = llvm.zext %short_quotient : i64 to i128
  %wide_remainder = llvm.zext %short_remainder : i64 to i128
  llvm.br ^done(%wide_quotient, %wide_remainder : i128, i128)
^compare:
  %is_less = llvm.icmp "ult" %n, %d : i128
  llvm.cond_br %is_less, ^done(%zero, %n : i128, i128), ^align
^align:
  %n_zeros = "llvm.intr.ctlz"(%n) <{is_zero_poison = false}> : (i128) -> i128
  %d_zeros = "llvm.intr.ctlz"(%d) <{is_zero_poison = false}> : (i128) -> i128
  %shift = llvm.sub %d_zeros, %n_zeros : i128
  %first_multiple = llvm.shl %d, %shift : i128
  %first_bit = llvm.shl %one, %shift : i128
  llvm.br ^step(%n, %first_multiple, %zero, %first_bit : i128, i128, i128, i128)
^step(%rest: i128, %multiple: i128, %quotient: i128, %bit: i128):
  %fits = llvm.icmp "uge" %rest, %multiple : i128
  %less = llvm.sub %rest, %multiple : i128
  %more = llvm.or %quotient, %bit : i128
  %next_rest = llvm.select %fits, %less, %rest : i1, i128
  %next_quotient = llvm.select %fits, %more, %quotient : i1, i128
  %next_multiple = llvm.lshr %multiple, %one : i128
  %next_bit = llvm.lshr %bit, %one : i128
  %is_last = llvm.icmp "eq" %next_bit, %zero : i128
  llvm.cond_br %is_last, ^done(%next_quotient, %next_rest : i128, i128),
    ^step(%next_rest, %next_multiple, %next_quotient, %next_bit : i128, i128, i128, i128)
^done(%last_quotient: i128, %last_rest: i128):
  %half = llvm.insertvalue %last_quotient, %none[0] : !llvm.struct<(i128, i128)>
  %both = llvm.insertvalue %last_rest, %half[1] : !llvm.struct<(i128, i128)>
  llvm.return %both : !llvm.struct<(i128, i128)>
}

// All ones if a number is negative, otherwise zero.
llvm.func internal @sign(%x: i128) -> i128 {
  %last = llvm.mlir.constant(127 : i128) : i128
  %sign = llvm.ashr %x, %last : i128
  llvm.return %sign : i128
}

// The number, negated if the sign is all ones.
llvm.func internal @with_sign(%x: i128, %sign: i128) -> i128 {
  %flipped = llvm.xor %x, %sign : i128
  %result = llvm.sub %flipped, %sign : i128
  llvm.return %result : i128
}

llvm.func @__udivti3(%n: i128, %d: i128) -> i128 {
  %both = llvm.call @divide(%n, %d) : (i128, i128) -> !llvm.struct<(i128, i128)>
  %quotient = llvm.extractvalue %both[0] : !llvm.struct<(i128, i128)>
  llvm.return %quotient : i128
}

llvm.func @__umodti3(%n: i128, %d: i128) -> i128 {
  %both = llvm.call @divide(%n, %d) : (i128, i128) -> !llvm.struct<(i128, i128)>
  %remainder = llvm.extractvalue %both[1] : !llvm.struct<(i128, i128)>
  llvm.return %remainder : i128
}

llvm.func @__divti3(%n: i128, %d: i128) -> i128 {
  %n_sign = llvm.call @sign(%n) : (i128) -> i128
  %d_sign = llvm.call @sign(%d) : (i128) -> i128
  %sign = llvm.xor %n_sign, %d_sign : i128
  %n_size = llvm.call @with_sign(%n, %n_sign) : (i128, i128) -> i128
  %d_size = llvm.call @with_sign(%d, %d_sign) : (i128, i128) -> i128
  %size = llvm.call @__udivti3(%n_size, %d_size) : (i128, i128) -> i128
  %result = llvm.call @with_sign(%size, %sign) : (i128, i128) -> i128
  llvm.return %result : i128
}

llvm.func @__modti3(%n: i128, %d: i128) -> i128 {
  %n_sign = llvm.call @sign(%n) : (i128) -> i128
  %d_sign = llvm.call @sign(%d) : (i128) -> i128
  %n_size = llvm.call @with_sign(%n, %n_sign) : (i128, i128) -> i128
  %d_size = llvm.call @with_sign(%d, %d_sign) : (i128, i128) -> i128
  %size = llvm.call @__umodti3(%n_size, %d_size) : (i128, i128) -> i128
  %result = llvm.call @with_sign(%size, %n_sign) : (i128, i128) -> i128
  llvm.return %result : i128
}

// The upper 64 bits of a number whose leading zeros are shifted out, and how often its half was taken then. The last
// bit says whether any bit below is set, so that rounding the 64 bits to a float is rounding the number.
llvm.func internal @leading_bits(%x: i128) -> !llvm.struct<(i64, i64)> {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %word = llvm.mlir.constant(64 : i128) : i128
  %none = llvm.mlir.undef : !llvm.struct<(i64, i64)>
  %zeros = "llvm.intr.ctlz"(%x) <{is_zero_poison = false}> : (i128) -> i128
  %is_short = llvm.icmp "ugt" %zeros, %word : i128
  %shift = llvm.select %is_short, %word, %zeros : i1, i128
  %shifted = llvm.shl %x, %shift : i128
  %upper_bits = llvm.lshr %shifted, %word : i128
  %upper = llvm.trunc %upper_bits : i128 to i64
  %lower = llvm.trunc %shifted : i128 to i64
  %is_inexact = llvm.icmp "ne" %lower, %zero : i64
  %sticky = llvm.zext %is_inexact : i1 to i64
  %bits = llvm.or %upper, %sticky : i64
  %halvings = llvm.sub %word, %shift : i128
  %exponent = llvm.trunc %halvings : i128 to i64
  %half = llvm.insertvalue %bits, %none[0] : !llvm.struct<(i64, i64)>
  %both = llvm.insertvalue %exponent, %half[1] : !llvm.struct<(i64, i64)>
  llvm.return %both : !llvm.struct<(i64, i64)>
}

llvm.func @__floatuntidf(%x: i128) -> f64 {
  %bias = llvm.mlir.constant(1023 : i64) : i64
  %mantissa_bits = llvm.mlir.constant(52 : i64) : i64
  %both = llvm.call @leading_bits(%x) : (i128) -> !llvm.struct<(i64, i64)>
  %bits = llvm.extractvalue %both[0] : !llvm.struct<(i64, i64)>
  %exponent = llvm.extractvalue %both[1] : !llvm.struct<(i64, i64)>
  %rounded = llvm.uitofp %bits : i64 to f64
  %biased = llvm.add %exponent, %bias : i64
  %scale_bits = llvm.shl %biased, %mantissa_bits : i64
  %scale = llvm.bitcast %scale_bits : i64 to f64
  %result = llvm.fmul %rounded, %scale : f64
  llvm.return %result : f64
}

llvm.func @__floatuntisf(%x: i128) -> f32 {
  %bias = llvm.mlir.constant(127 : i64) : i64
  %mantissa_bits = llvm.mlir.constant(23 : i64) : i64
  %both = llvm.call @leading_bits(%x) : (i128) -> !llvm.struct<(i64, i64)>
  %bits = llvm.extractvalue %both[0] : !llvm.struct<(i64, i64)>
  %exponent = llvm.extractvalue %both[1] : !llvm.struct<(i64, i64)>
  %rounded = llvm.uitofp %bits : i64 to f32
  %biased = llvm.add %exponent, %bias : i64
  %scale_bits = llvm.shl %biased, %mantissa_bits : i64
  %short_bits = llvm.trunc %scale_bits : i64 to i32
  %scale = llvm.bitcast %short_bits : i32 to f32
  %result = llvm.fmul %rounded, %scale : f32
  llvm.return %result : f32
}

llvm.func @__floattidf(%x: i128) -> f64 {
  %zero = llvm.mlir.constant(0 : i128) : i128
  %sign = llvm.call @sign(%x) : (i128) -> i128
  %size = llvm.call @with_sign(%x, %sign) : (i128, i128) -> i128
  %positive = llvm.call @__floatuntidf(%size) : (i128) -> f64
  %negative = llvm.fneg %positive : f64
  %is_negative = llvm.icmp "ne" %sign, %zero : i128
  %result = llvm.select %is_negative, %negative, %positive : i1, f64
  llvm.return %result : f64
}

llvm.func @__floattisf(%x: i128) -> f32 {
  %zero = llvm.mlir.constant(0 : i128) : i128
  %sign = llvm.call @sign(%x) : (i128) -> i128
  %size = llvm.call @with_sign(%x, %sign) : (i128, i128) -> i128
  %positive = llvm.call @__floatuntisf(%size) : (i128) -> f32
  %negative = llvm.fneg %positive : f32
  %is_negative = llvm.icmp "ne" %sign, %zero : i128
  %result = llvm.select %is_negative, %negative, %positive : i1, f32
  llvm.return %result : f32
}

// Both halves of the result are exact: the upper one leaves bits out, and a float has so few that the rest is a float.
llvm.func @__fixunsdfti(%x: f64) -> i128 {
  %word = llvm.mlir.constant(64 : i128) : i128
  %down = llvm.mlir.constant(5.4210108624275222e-20 : f64) : f64
  %up = llvm.mlir.constant(18446744073709551616.0 : f64) : f64
  %upper_part = llvm.fmul %x, %down : f64
  %upper = llvm.fptoui %upper_part : f64 to i64
  %whole = llvm.uitofp %upper : i64 to f64
  %scaled = llvm.fmul %whole, %up : f64
  %lower_part = llvm.fsub %x, %scaled : f64
  %lower = llvm.fptoui %lower_part : f64 to i64
  %upper_bits = llvm.zext %upper : i64 to i128
  %shifted = llvm.shl %upper_bits, %word : i128
  %lower_bits = llvm.zext %lower : i64 to i128
  %result = llvm.or %shifted, %lower_bits : i128
  llvm.return %result : i128
}

llvm.func @__fixdfti(%x: f64) -> i128 {
  %zero = llvm.mlir.constant(0.0 : f64) : f64
  %size = llvm.intr.fabs(%x) : (f64) -> f64
  %is_negative = llvm.fcmp "olt" %x, %zero : f64
  %sign = llvm.sext %is_negative : i1 to i128
  %positive = llvm.call @__fixunsdfti(%size) : (f64) -> i128
  %result = llvm.call @with_sign(%positive, %sign) : (i128, i128) -> i128
  llvm.return %result : i128
}

llvm.func @__fixunssfti(%x: f32) -> i128 {
  %wide = llvm.fpext %x : f32 to f64
  %result = llvm.call @__fixunsdfti(%wide) : (f64) -> i128
  llvm.return %result : i128
}

llvm.func @__fixsfti(%x: f32) -> i128 {
  %wide = llvm.fpext %x : f32 to f64
  %result = llvm.call @__fixdfti(%wide) : (f64) -> i128
  llvm.return %result : i128
}
