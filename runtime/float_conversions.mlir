// What LLVM calls where a processor cannot convert to a small float by itself. Elsewhere this is in a compiler's own
// library, which need not be there when code is run; the names and what they take are those of that library.

// f32 to bf16: to nearest, ties to even; a NaN stays one.
llvm.func @__truncsfbf2(%x: f32) -> bf16 {
  %one = llvm.mlir.constant(1 : i32) : i32
  %half = llvm.mlir.constant(0x7FFF : i32) : i32
  %quiet = llvm.mlir.constant(0x40 : i32) : i32
  %dropped = llvm.mlir.constant(16 : i32) : i32
  %bits = llvm.bitcast %x : f32 to i32
  %kept = llvm.lshr %bits, %dropped : i32
  %last = llvm.and %kept, %one : i32
  %more = llvm.add %bits, %half : i32
  %rounded = llvm.add %more, %last : i32
  %upper = llvm.lshr %rounded, %dropped : i32
  %nan = llvm.or %kept, %quiet : i32
  %is_nan = llvm.fcmp "uno" %x, %x : f32
  %chosen = llvm.select %is_nan, %nan, %upper : i1, i32
  %short = llvm.trunc %chosen : i32 to i16
  %result = llvm.bitcast %short : i16 to bf16
  llvm.return %result : bf16
}

// f64 to f32, rounded to odd: what is between two numbers gives the one whose last bit is set. Rounding that again, to
// a format with two bits less or fewer, is as good as rounding once.
llvm.func internal @to_odd(%x: f64) -> f32 {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %near = llvm.fptrunc %x : f64 to f32
  %back = llvm.fpext %near : f32 to f64
  %bits = llvm.bitcast %near : f32 to i32
  %size = llvm.intr.fabs(%x) : (f64) -> f64
  %back_size = llvm.intr.fabs(%back) : (f64) -> f64
  %is_beyond = llvm.fcmp "ogt" %back_size, %size : f64
  %is_inexact = llvm.fcmp "one" %back, %x : f64
  %less = llvm.sub %bits, %one : i32
  %toward_zero = llvm.select %is_beyond, %less, %bits : i1, i32
  %sticky = llvm.select %is_inexact, %one, %zero : i1, i32
  %odd = llvm.or %toward_zero, %sticky : i32
  %result = llvm.bitcast %odd : i32 to f32
  llvm.return %result : f32
}

llvm.func @__truncdfbf2(%x: f64) -> bf16 {
  %odd = llvm.call @to_odd(%x) : (f64) -> f32
  %result = llvm.call @__truncsfbf2(%odd) : (f32) -> bf16
  llvm.return %result : bf16
}

llvm.func @__truncdfhf2(%x: f64) -> f16 {
  %odd = llvm.call @to_odd(%x) : (f64) -> f32
  %result = llvm.fptrunc %odd : f32 to f16
  llvm.return %result : f16
}
