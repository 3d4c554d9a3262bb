// The functions that programs of MLIR's tests call to print: those of its runner utilities, under the same names and with
// the same output. (Elements of i8 are numbers here, and memory without elements has none.) Each prints at once.

llvm.mlir.global internal constant @head("Unranked Memref base@ = %p rank = %ld offset = %ld sizes = [\00") {addr_space = 0 : i32} : !llvm.array<61 x i8>
llvm.mlir.global internal constant @middle("] strides = [\00") {addr_space = 0 : i32} : !llvm.array<14 x i8>
llvm.mlir.global internal constant @data("] data = \0A\00") {addr_space = 0 : i32} : !llvm.array<11 x i8>
llvm.mlir.global internal constant @tail("]\0A\00") {addr_space = 0 : i32} : !llvm.array<3 x i8>
llvm.mlir.global internal constant @opened("[\00") {addr_space = 0 : i32} : !llvm.array<2 x i8>
llvm.mlir.global internal constant @closed("]\00") {addr_space = 0 : i32} : !llvm.array<2 x i8>
llvm.mlir.global internal constant @separator(", \00") {addr_space = 0 : i32} : !llvm.array<3 x i8>
llvm.mlir.global internal constant @line("\0A\00") {addr_space = 0 : i32} : !llvm.array<2 x i8>
llvm.mlir.global internal constant @space("%*s\00") {addr_space = 0 : i32} : !llvm.array<4 x i8>
llvm.mlir.global internal constant @empty("\00") {addr_space = 0 : i32} : !llvm.array<1 x i8>
llvm.mlir.global internal constant @string("%s\00") {addr_space = 0 : i32} : !llvm.array<3 x i8>
llvm.mlir.global internal constant @flops("%lf GFLOPS\0A\00") {addr_space = 0 : i32} : !llvm.array<12 x i8>
llvm.mlir.global internal constant @number("%ld\00") {addr_space = 0 : i32} : !llvm.array<4 x i8>
llvm.mlir.global internal constant @unsigned("%lu\00") {addr_space = 0 : i32} : !llvm.array<4 x i8>
llvm.mlir.global internal constant @float("%g\00") {addr_space = 0 : i32} : !llvm.array<3 x i8>
llvm.mlir.global internal constant @complex("(%g,%g)\00") {addr_space = 0 : i32} : !llvm.array<8 x i8>
llvm.mlir.global internal constant @opened_vector("( \00") {addr_space = 0 : i32} : !llvm.array<3 x i8>
llvm.mlir.global internal constant @closed_vector(" )\00") {addr_space = 0 : i32} : !llvm.array<3 x i8>

llvm.func @printf(!llvm.ptr, ...) -> i32
llvm.func @fflush(!llvm.ptr) -> i32
llvm.func @clock_gettime(i32, !llvm.ptr) -> i32

llvm.func internal @flush() {
  %all = llvm.mlir.zero : !llvm.ptr
  %0 = llvm.call @fflush(%all) : (!llvm.ptr) -> i32
  llvm.return
}

llvm.func internal @print(%text: !llvm.ptr) {
  %0 = llvm.call @printf(%text) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr) -> i32
  llvm.return
}

// -- Memory -----------------------------------------------------------------------------------------------------------

// Print the numbers of a list, with commas between them.
llvm.func internal @print_list(%numbers: !llvm.ptr, %count: i64) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %format = llvm.mlir.addressof @number : !llvm.ptr
  %comma = llvm.mlir.addressof @separator : !llvm.ptr
  %none = llvm.icmp "eq" %count, %zero : i64
  llvm.cond_br %none, ^end, ^number(%zero : i64)

^number(%i: i64):
  %place = llvm.getelementptr %numbers[%i] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %value = llvm.load %place : !llvm.ptr -> i64
  %0 = llvm.call @printf(%format, %value) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i64) -> i32
  %next = llvm.add %i, %one : i64
  %is_last = llvm.icmp "eq" %next, %count : i64
  llvm.cond_br %is_last, ^end, ^separator

^separator:
  llvm.call @print(%comma) : (!llvm.ptr) -> ()
  llvm.br ^number(%next : i64)

^end:
  llvm.return
}

// Print what a descriptor says of memory, up to the strides.
llvm.func internal @print_shape(%rank: i64, %descriptor: !llvm.ptr) {
  %head = llvm.mlir.addressof @head : !llvm.ptr
  %middle = llvm.mlir.addressof @middle : !llvm.ptr
  %aligned_at = llvm.getelementptr %descriptor[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %aligned = llvm.load %aligned_at : !llvm.ptr -> !llvm.ptr
  %offset_at = llvm.getelementptr %descriptor[16] : (!llvm.ptr) -> !llvm.ptr, i8
  %offset = llvm.load %offset_at : !llvm.ptr -> i64
  %0 = llvm.call @printf(%head, %aligned, %rank, %offset) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, !llvm.ptr, i64, i64) -> i32
  %sizes = llvm.getelementptr %descriptor[24] : (!llvm.ptr) -> !llvm.ptr, i8
  %strides = llvm.getelementptr %sizes[%rank] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  llvm.call @print_list(%sizes, %rank) : (!llvm.ptr, i64) -> ()
  llvm.call @print(%middle) : (!llvm.ptr) -> ()
  llvm.call @print_list(%strides, %rank) : (!llvm.ptr, i64) -> ()
  llvm.return
}

// Print the elements of so many last dimensions from an offset on; `print` prints one of them.
llvm.func internal @print_elements(%base: !llvm.ptr, %dims: i64, %rank: i64, %offset: i64, %sizes: !llvm.ptr, %strides: !llvm.ptr, %bytes: i64, %print: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %one = llvm.mlir.constant(1 : i64) : i64
  %is_element = llvm.icmp "eq" %dims, %zero : i64
  llvm.cond_br %is_element, ^element, ^rows

^element:
  %distance = llvm.mul %offset, %bytes : i64
  %element = llvm.getelementptr %base[%distance] : (!llvm.ptr, i64) -> !llvm.ptr, i8
  llvm.call %print(%element) : !llvm.ptr, (!llvm.ptr) -> ()
  llvm.return

^rows:
  %opened = llvm.mlir.addressof @opened : !llvm.ptr
  %closed = llvm.mlir.addressof @closed : !llvm.ptr
  %comma = llvm.mlir.addressof @separator : !llvm.ptr
  %line = llvm.mlir.addressof @line : !llvm.ptr
  %space = llvm.mlir.addressof @space : !llvm.ptr
  %nothing = llvm.mlir.addressof @empty : !llvm.ptr
  %size = llvm.load %sizes : !llvm.ptr -> i64
  %stride = llvm.load %strides : !llvm.ptr -> i64
  %inner_sizes = llvm.getelementptr %sizes[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %inner_strides = llvm.getelementptr %strides[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %inner = llvm.sub %dims, %one : i64
  %outer = llvm.sub %rank, %inner : i64
  %indent = llvm.trunc %outer : i64 to i32
  llvm.call @print(%opened) : (!llvm.ptr) -> ()
  %is_empty = llvm.icmp "sle" %size, %zero : i64
  llvm.cond_br %is_empty, ^end, ^row(%zero, %offset : i64, i64)

^row(%i: i64, %at: i64):
  llvm.call @print_elements(%base, %inner, %rank, %at, %inner_sizes, %inner_strides, %bytes, %print) : (!llvm.ptr, i64, i64, i64, !llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> ()
  %next = llvm.add %i, %one : i64
  %behind = llvm.add %at, %stride : i64
  %is_last = llvm.icmp "eq" %next, %size : i64
  llvm.cond_br %is_last, ^end, ^separator

^separator:
  llvm.call @print(%comma) : (!llvm.ptr) -> ()
  %is_line = llvm.icmp "eq" %dims, %one : i64
  llvm.cond_br %is_line, ^indent, ^new_line

^new_line:
  llvm.call @print(%line) : (!llvm.ptr) -> ()
  llvm.br ^indent

^indent:
  %0 = llvm.call @printf(%space, %indent, %nothing) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i32, !llvm.ptr) -> i32
  llvm.br ^row(%next, %behind : i64, i64)

^end:
  llvm.call @print(%closed) : (!llvm.ptr) -> ()
  llvm.return
}

llvm.func internal @print_memory(%rank: i64, %descriptor: !llvm.ptr, %bytes: i64, %print: !llvm.ptr) {
  %zero = llvm.mlir.constant(0 : i64) : i64
  %data = llvm.mlir.addressof @data : !llvm.ptr
  %opened = llvm.mlir.addressof @opened : !llvm.ptr
  %closed = llvm.mlir.addressof @closed : !llvm.ptr
  %line = llvm.mlir.addressof @line : !llvm.ptr
  llvm.call @print_shape(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.call @print(%data) : (!llvm.ptr) -> ()
  %aligned_at = llvm.getelementptr %descriptor[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %aligned = llvm.load %aligned_at : !llvm.ptr -> !llvm.ptr
  %offset_at = llvm.getelementptr %descriptor[16] : (!llvm.ptr) -> !llvm.ptr, i8
  %offset = llvm.load %offset_at : !llvm.ptr -> i64
  %sizes = llvm.getelementptr %descriptor[24] : (!llvm.ptr) -> !llvm.ptr, i8
  %strides = llvm.getelementptr %sizes[%rank] : (!llvm.ptr, i64) -> !llvm.ptr, i64
  %is_one = llvm.icmp "eq" %rank, %zero : i64
  llvm.cond_br %is_one, ^one, ^several

^one:
  llvm.call @print(%opened) : (!llvm.ptr) -> ()
  llvm.call %print(%aligned) : !llvm.ptr, (!llvm.ptr) -> ()
  llvm.call @print(%closed) : (!llvm.ptr) -> ()
  llvm.br ^end

^several:
  llvm.call @print_elements(%aligned, %rank, %rank, %offset, %sizes, %strides, %bytes, %print) : (!llvm.ptr, i64, i64, i64, !llvm.ptr, !llvm.ptr, i64, !llvm.ptr) -> ()
  llvm.br ^end

^end:
  llvm.call @print(%line) : (!llvm.ptr) -> ()
  llvm.call @flush() : () -> ()
  llvm.return
}

llvm.func internal @print_only_shape(%rank: i64, %descriptor: !llvm.ptr) {
  %tail = llvm.mlir.addressof @tail : !llvm.ptr
  llvm.call @print_shape(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.call @print(%tail) : (!llvm.ptr) -> ()
  llvm.call @flush() : () -> ()
  llvm.return
}

// -- Elements ---------------------------------------------------------------------------------------------------------

llvm.func internal @print_I8(%at: !llvm.ptr) {
  %format = llvm.mlir.addressof @number : !llvm.ptr
  %value = llvm.load %at : !llvm.ptr -> i8
  %wide = llvm.sext %value : i8 to i64
  %0 = llvm.call @printf(%format, %wide) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i64) -> i32
  llvm.return
}

llvm.func internal @print_I16(%at: !llvm.ptr) {
  %format = llvm.mlir.addressof @number : !llvm.ptr
  %value = llvm.load %at : !llvm.ptr -> i16
  %wide = llvm.sext %value : i16 to i64
  %0 = llvm.call @printf(%format, %wide) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i64) -> i32
  llvm.return
}

llvm.func internal @print_I32(%at: !llvm.ptr) {
  %format = llvm.mlir.addressof @number : !llvm.ptr
  %value = llvm.load %at : !llvm.ptr -> i32
  %wide = llvm.sext %value : i32 to i64
  %0 = llvm.call @printf(%format, %wide) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i64) -> i32
  llvm.return
}

llvm.func internal @print_I64(%at: !llvm.ptr) {
  %format = llvm.mlir.addressof @number : !llvm.ptr
  %value = llvm.load %at : !llvm.ptr -> i64
  %0 = llvm.call @printf(%format, %value) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i64) -> i32
  llvm.return
}

llvm.func internal @print_Ind(%at: !llvm.ptr) {
  %format = llvm.mlir.addressof @unsigned : !llvm.ptr
  %value = llvm.load %at : !llvm.ptr -> i64
  %0 = llvm.call @printf(%format, %value) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i64) -> i32
  llvm.return
}

llvm.func internal @print_F64(%at: !llvm.ptr) {
  %format = llvm.mlir.addressof @float : !llvm.ptr
  %value = llvm.load %at : !llvm.ptr -> f64
  %0 = llvm.call @printf(%format, %value) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, f64) -> i32
  llvm.return
}

llvm.func internal @print_float(%value: f32) {
  %format = llvm.mlir.addressof @float : !llvm.ptr
  %wide = llvm.fpext %value : f32 to f64
  %0 = llvm.call @printf(%format, %wide) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, f64) -> i32
  llvm.return
}

llvm.func internal @print_F32(%at: !llvm.ptr) {
  %value = llvm.load %at : !llvm.ptr -> f32
  llvm.call @print_float(%value) : (f32) -> ()
  llvm.return
}

llvm.func internal @print_BF16(%at: !llvm.ptr) {
  %sixteen = llvm.mlir.constant(16 : i32) : i32
  %short = llvm.load %at : !llvm.ptr -> i16
  %long = llvm.zext %short : i16 to i32
  %bits = llvm.shl %long, %sixteen : i32
  %value = llvm.bitcast %bits : i32 to f32
  llvm.call @print_float(%value) : (f32) -> ()
  llvm.return
}

// The bits of an f16 have the same meaning in an f32 that is 2^112 times as large, apart from infinities and NaNs.
llvm.func internal @print_F16(%at: !llvm.ptr) {
  %magnitude = llvm.mlir.constant(0x7FFF : i32) : i32
  %special = llvm.mlir.constant(0x7C00 : i32) : i32
  %thirteen = llvm.mlir.constant(13 : i32) : i32
  %sixteen = llvm.mlir.constant(16 : i32) : i32
  %sign = llvm.mlir.constant(-2147483648 : i32) : i32
  %infinity = llvm.mlir.constant(0x7F800000 : i32) : i32
  %scale = llvm.mlir.constant(5.192296858534827628530496329220096e33 : f32) : f32
  %short = llvm.load %at : !llvm.ptr -> i16
  %long = llvm.zext %short : i16 to i32
  %size = llvm.and %long, %magnitude : i32
  %moved = llvm.shl %size, %thirteen : i32
  %small = llvm.bitcast %moved : i32 to f32
  %scaled = llvm.fmul %small, %scale : f32
  %finite = llvm.bitcast %scaled : f32 to i32
  %infinite = llvm.or %moved, %infinity : i32
  %is_special = llvm.icmp "uge" %size, %special : i32
  %bits = llvm.select %is_special, %infinite, %finite : i1, i32
  %shifted = llvm.shl %long, %sixteen : i32
  %own_sign = llvm.and %shifted, %sign : i32
  %signed = llvm.or %bits, %own_sign : i32
  %value = llvm.bitcast %signed : i32 to f32
  llvm.call @print_float(%value) : (f32) -> ()
  llvm.return
}

llvm.func internal @print_C32(%at: !llvm.ptr) {
  %format = llvm.mlir.addressof @complex : !llvm.ptr
  %behind = llvm.getelementptr %at[1] : (!llvm.ptr) -> !llvm.ptr, f32
  %real = llvm.load %at : !llvm.ptr -> f32
  %imaginary = llvm.load %behind : !llvm.ptr -> f32
  %a = llvm.fpext %real : f32 to f64
  %b = llvm.fpext %imaginary : f32 to f64
  %0 = llvm.call @printf(%format, %a, %b) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, f64, f64) -> i32
  llvm.return
}

llvm.func internal @print_C64(%at: !llvm.ptr) {
  %format = llvm.mlir.addressof @complex : !llvm.ptr
  %behind = llvm.getelementptr %at[1] : (!llvm.ptr) -> !llvm.ptr, f64
  %real = llvm.load %at : !llvm.ptr -> f64
  %imaginary = llvm.load %behind : !llvm.ptr -> f64
  %0 = llvm.call @printf(%format, %real, %imaginary) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, f64, f64) -> i32
  llvm.return
}

// -- What programs call: with rank and descriptor, and with a pointer to both of them -----------------------------------

llvm.func @printMemrefI8(%rank: i64, %descriptor: !llvm.ptr) {
  %bytes = llvm.mlir.constant(1 : i64) : i64
  %print = llvm.mlir.addressof @print_I8 : !llvm.ptr
  llvm.call @print_memory(%rank, %descriptor, %bytes, %print) : (i64, !llvm.ptr, i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @printMemrefShapeI8(%rank: i64, %descriptor: !llvm.ptr) {
  llvm.call @print_only_shape(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @_mlir_ciface_printMemrefI8(%at: !llvm.ptr) {
  %behind = llvm.getelementptr %at[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %rank = llvm.load %at : !llvm.ptr -> i64
  %descriptor = llvm.load %behind : !llvm.ptr -> !llvm.ptr
  llvm.call @printMemrefI8(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @_mlir_ciface_printMemrefShapeI8(%at: !llvm.ptr) {
  %behind = llvm.getelementptr %at[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %rank = llvm.load %at : !llvm.ptr -> i64
  %descriptor = llvm.load %behind : !llvm.ptr -> !llvm.ptr
  llvm.call @printMemrefShapeI8(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @printMemrefI16(%rank: i64, %descriptor: !llvm.ptr) {
  %bytes = llvm.mlir.constant(2 : i64) : i64
  %print = llvm.mlir.addressof @print_I16 : !llvm.ptr
  llvm.call @print_memory(%rank, %descriptor, %bytes, %print) : (i64, !llvm.ptr, i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @printMemrefShapeI16(%rank: i64, %descriptor: !llvm.ptr) {
  llvm.call @print_only_shape(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @_mlir_ciface_printMemrefI16(%at: !llvm.ptr) {
  %behind = llvm.getelementptr %at[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %rank = llvm.load %at : !llvm.ptr -> i64
  %descriptor = llvm.load %behind : !llvm.ptr -> !llvm.ptr
  llvm.call @printMemrefI16(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @_mlir_ciface_printMemrefShapeI16(%at: !llvm.ptr) {
  %behind = llvm.getelementptr %at[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %rank = llvm.load %at : !llvm.ptr -> i64
  %descriptor = llvm.load %behind : !llvm.ptr -> !llvm.ptr
  llvm.call @printMemrefShapeI16(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @printMemrefI32(%rank: i64, %descriptor: !llvm.ptr) {
  %bytes = llvm.mlir.constant(4 : i64) : i64
  %print = llvm.mlir.addressof @print_I32 : !llvm.ptr
  llvm.call @print_memory(%rank, %descriptor, %bytes, %print) : (i64, !llvm.ptr, i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @printMemrefShapeI32(%rank: i64, %descriptor: !llvm.ptr) {
  llvm.call @print_only_shape(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @_mlir_ciface_printMemrefI32(%at: !llvm.ptr) {
  %behind = llvm.getelementptr %at[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %rank = llvm.load %at : !llvm.ptr -> i64
  %descriptor = llvm.load %behind : !llvm.ptr -> !llvm.ptr
  llvm.call @printMemrefI32(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @_mlir_ciface_printMemrefShapeI32(%at: !llvm.ptr) {
  %behind = llvm.getelementptr %at[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %rank = llvm.load %at : !llvm.ptr -> i64
  %descriptor = llvm.load %behind : !llvm.ptr -> !llvm.ptr
  llvm.call @printMemrefShapeI32(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @printMemrefI64(%rank: i64, %descriptor: !llvm.ptr) {
  %bytes = llvm.mlir.constant(8 : i64) : i64
  %print = llvm.mlir.addressof @print_I64 : !llvm.ptr
  llvm.call @print_memory(%rank, %descriptor, %bytes, %print) : (i64, !llvm.ptr, i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @printMemrefShapeI64(%rank: i64, %descriptor: !llvm.ptr) {
  llvm.call @print_only_shape(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @_mlir_ciface_printMemrefI64(%at: !llvm.ptr) {
  %behind = llvm.getelementptr %at[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %rank = llvm.load %at : !llvm.ptr -> i64
  %descriptor = llvm.load %behind : !llvm.ptr -> !llvm.ptr
  llvm.call @printMemrefI64(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @_mlir_ciface_printMemrefShapeI64(%at: !llvm.ptr) {
  %behind = llvm.getelementptr %at[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %rank = llvm.load %at : !llvm.ptr -> i64
  %descriptor = llvm.load %behind : !llvm.ptr -> !llvm.ptr
  llvm.call @printMemrefShapeI64(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @printMemrefInd(%rank: i64, %descriptor: !llvm.ptr) {
  %bytes = llvm.mlir.constant(8 : i64) : i64
  %print = llvm.mlir.addressof @print_Ind : !llvm.ptr
  llvm.call @print_memory(%rank, %descriptor, %bytes, %print) : (i64, !llvm.ptr, i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @printMemrefShapeInd(%rank: i64, %descriptor: !llvm.ptr) {
  llvm.call @print_only_shape(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @_mlir_ciface_printMemrefInd(%at: !llvm.ptr) {
  %behind = llvm.getelementptr %at[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %rank = llvm.load %at : !llvm.ptr -> i64
  %descriptor = llvm.load %behind : !llvm.ptr -> !llvm.ptr
  llvm.call @printMemrefInd(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @_mlir_ciface_printMemrefShapeInd(%at: !llvm.ptr) {
  %behind = llvm.getelementptr %at[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %rank = llvm.load %at : !llvm.ptr -> i64
  %descriptor = llvm.load %behind : !llvm.ptr -> !llvm.ptr
  llvm.call @printMemrefShapeInd(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @printMemrefF16(%rank: i64, %descriptor: !llvm.ptr) {
  %bytes = llvm.mlir.constant(2 : i64) : i64
  %print = llvm.mlir.addressof @print_F16 : !llvm.ptr
  llvm.call @print_memory(%rank, %descriptor, %bytes, %print) : (i64, !llvm.ptr, i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @printMemrefShapeF16(%rank: i64, %descriptor: !llvm.ptr) {
  llvm.call @print_only_shape(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @_mlir_ciface_printMemrefF16(%at: !llvm.ptr) {
  %behind = llvm.getelementptr %at[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %rank = llvm.load %at : !llvm.ptr -> i64
  %descriptor = llvm.load %behind : !llvm.ptr -> !llvm.ptr
  llvm.call @printMemrefF16(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @_mlir_ciface_printMemrefShapeF16(%at: !llvm.ptr) {
  %behind = llvm.getelementptr %at[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %rank = llvm.load %at : !llvm.ptr -> i64
  %descriptor = llvm.load %behind : !llvm.ptr -> !llvm.ptr
  llvm.call @printMemrefShapeF16(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @printMemrefBF16(%rank: i64, %descriptor: !llvm.ptr) {
  %bytes = llvm.mlir.constant(2 : i64) : i64
  %print = llvm.mlir.addressof @print_BF16 : !llvm.ptr
  llvm.call @print_memory(%rank, %descriptor, %bytes, %print) : (i64, !llvm.ptr, i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @printMemrefShapeBF16(%rank: i64, %descriptor: !llvm.ptr) {
  llvm.call @print_only_shape(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @_mlir_ciface_printMemrefBF16(%at: !llvm.ptr) {
  %behind = llvm.getelementptr %at[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %rank = llvm.load %at : !llvm.ptr -> i64
  %descriptor = llvm.load %behind : !llvm.ptr -> !llvm.ptr
  llvm.call @printMemrefBF16(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @_mlir_ciface_printMemrefShapeBF16(%at: !llvm.ptr) {
  %behind = llvm.getelementptr %at[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %rank = llvm.load %at : !llvm.ptr -> i64
  %descriptor = llvm.load %behind : !llvm.ptr -> !llvm.ptr
  llvm.call @printMemrefShapeBF16(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @printMemrefF32(%rank: i64, %descriptor: !llvm.ptr) {
  %bytes = llvm.mlir.constant(4 : i64) : i64
  %print = llvm.mlir.addressof @print_F32 : !llvm.ptr
  llvm.call @print_memory(%rank, %descriptor, %bytes, %print) : (i64, !llvm.ptr, i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @printMemrefShapeF32(%rank: i64, %descriptor: !llvm.ptr) {
  llvm.call @print_only_shape(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @_mlir_ciface_printMemrefF32(%at: !llvm.ptr) {
  %behind = llvm.getelementptr %at[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %rank = llvm.load %at : !llvm.ptr -> i64
  %descriptor = llvm.load %behind : !llvm.ptr -> !llvm.ptr
  llvm.call @printMemrefF32(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @_mlir_ciface_printMemrefShapeF32(%at: !llvm.ptr) {
  %behind = llvm.getelementptr %at[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %rank = llvm.load %at : !llvm.ptr -> i64
  %descriptor = llvm.load %behind : !llvm.ptr -> !llvm.ptr
  llvm.call @printMemrefShapeF32(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @printMemrefF64(%rank: i64, %descriptor: !llvm.ptr) {
  %bytes = llvm.mlir.constant(8 : i64) : i64
  %print = llvm.mlir.addressof @print_F64 : !llvm.ptr
  llvm.call @print_memory(%rank, %descriptor, %bytes, %print) : (i64, !llvm.ptr, i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @printMemrefShapeF64(%rank: i64, %descriptor: !llvm.ptr) {
  llvm.call @print_only_shape(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @_mlir_ciface_printMemrefF64(%at: !llvm.ptr) {
  %behind = llvm.getelementptr %at[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %rank = llvm.load %at : !llvm.ptr -> i64
  %descriptor = llvm.load %behind : !llvm.ptr -> !llvm.ptr
  llvm.call @printMemrefF64(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @_mlir_ciface_printMemrefShapeF64(%at: !llvm.ptr) {
  %behind = llvm.getelementptr %at[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %rank = llvm.load %at : !llvm.ptr -> i64
  %descriptor = llvm.load %behind : !llvm.ptr -> !llvm.ptr
  llvm.call @printMemrefShapeF64(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @printMemrefC32(%rank: i64, %descriptor: !llvm.ptr) {
  %bytes = llvm.mlir.constant(8 : i64) : i64
  %print = llvm.mlir.addressof @print_C32 : !llvm.ptr
  llvm.call @print_memory(%rank, %descriptor, %bytes, %print) : (i64, !llvm.ptr, i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @printMemrefShapeC32(%rank: i64, %descriptor: !llvm.ptr) {
  llvm.call @print_only_shape(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @_mlir_ciface_printMemrefC32(%at: !llvm.ptr) {
  %behind = llvm.getelementptr %at[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %rank = llvm.load %at : !llvm.ptr -> i64
  %descriptor = llvm.load %behind : !llvm.ptr -> !llvm.ptr
  llvm.call @printMemrefC32(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @_mlir_ciface_printMemrefShapeC32(%at: !llvm.ptr) {
  %behind = llvm.getelementptr %at[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %rank = llvm.load %at : !llvm.ptr -> i64
  %descriptor = llvm.load %behind : !llvm.ptr -> !llvm.ptr
  llvm.call @printMemrefShapeC32(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}

llvm.func @printMemrefC64(%rank: i64, %descriptor: !llvm.ptr) {
  %bytes = llvm.mlir.constant(16 : i64) : i64
  %print = llvm.mlir.addressof @print_C64 : !llvm.ptr
  llvm.call @print_memory(%rank, %descriptor, %bytes, %print) : (i64, !llvm.ptr, i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @printMemrefShapeC64(%rank: i64, %descriptor: !llvm.ptr) {
  llvm.call @print_only_shape(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @_mlir_ciface_printMemrefC64(%at: !llvm.ptr) {
  %behind = llvm.getelementptr %at[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %rank = llvm.load %at : !llvm.ptr -> i64
  %descriptor = llvm.load %behind : !llvm.ptr -> !llvm.ptr
  llvm.call @printMemrefC64(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}
llvm.func @_mlir_ciface_printMemrefShapeC64(%at: !llvm.ptr) {
  %behind = llvm.getelementptr %at[8] : (!llvm.ptr) -> !llvm.ptr, i8
  %rank = llvm.load %at : !llvm.ptr -> i64
  %descriptor = llvm.load %behind : !llvm.ptr -> !llvm.ptr
  llvm.call @printMemrefShapeC64(%rank, %descriptor) : (i64, !llvm.ptr) -> ()
  llvm.return
}

// -- Numbers and words --------------------------------------------------------------------------------------------------

llvm.func @printI64(%value: i64) {
  %format = llvm.mlir.addressof @number : !llvm.ptr
  %0 = llvm.call @printf(%format, %value) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i64) -> i32
  llvm.call @flush() : () -> ()
  llvm.return
}
llvm.func @printU64(%value: i64) {
  %format = llvm.mlir.addressof @unsigned : !llvm.ptr
  %0 = llvm.call @printf(%format, %value) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, i64) -> i32
  llvm.call @flush() : () -> ()
  llvm.return
}
llvm.func @printF64(%value: f64) {
  %format = llvm.mlir.addressof @float : !llvm.ptr
  %0 = llvm.call @printf(%format, %value) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, f64) -> i32
  llvm.call @flush() : () -> ()
  llvm.return
}
llvm.func @printF32(%value: f32) {
  %wide = llvm.fpext %value : f32 to f64
  llvm.call @printF64(%wide) : (f64) -> ()
  llvm.return
}
llvm.func @printOpen() {
  %text = llvm.mlir.addressof @opened_vector : !llvm.ptr
  llvm.call @print(%text) : (!llvm.ptr) -> ()
  llvm.call @flush() : () -> ()
  llvm.return
}
llvm.func @printClose() {
  %text = llvm.mlir.addressof @closed_vector : !llvm.ptr
  llvm.call @print(%text) : (!llvm.ptr) -> ()
  llvm.call @flush() : () -> ()
  llvm.return
}
llvm.func @printComma() {
  %text = llvm.mlir.addressof @separator : !llvm.ptr
  llvm.call @print(%text) : (!llvm.ptr) -> ()
  llvm.call @flush() : () -> ()
  llvm.return
}
llvm.func @printNewline() {
  %text = llvm.mlir.addressof @line : !llvm.ptr
  llvm.call @print(%text) : (!llvm.ptr) -> ()
  llvm.call @flush() : () -> ()
  llvm.return
}
llvm.func @printString(%text: !llvm.ptr) {
  %format = llvm.mlir.addressof @string : !llvm.ptr
  %0 = llvm.call @printf(%format, %text) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, !llvm.ptr) -> i32
  llvm.call @flush() : () -> ()
  llvm.return
}
llvm.func @printFlops(%flops: f64) {
  %format = llvm.mlir.addressof @flops : !llvm.ptr
  %billion = llvm.mlir.constant(1.0e9 : f64) : f64
  %billions = llvm.fdiv %flops, %billion : f64
  %0 = llvm.call @printf(%format, %billions) vararg(!llvm.func<i32 (ptr, ...)>) : (!llvm.ptr, f64) -> i32
  llvm.call @flush() : () -> ()
  llvm.return
}

// Seconds of a clock that never goes back, and nanoseconds.
llvm.func @rtclock() -> f64 {
  %billion = llvm.mlir.constant(1.0e9 : f64) : f64
  %nanoseconds = llvm.call @_mlir_ciface_nanoTime() : () -> i64
  %number = llvm.sitofp %nanoseconds : i64 to f64
  %seconds = llvm.fdiv %number, %billion : f64
  llvm.return %seconds : f64
}
llvm.func @_mlir_ciface_nanoTime() -> i64 {
  %one = llvm.mlir.constant(1 : i32) : i32
  %two = llvm.mlir.constant(2 : i32) : i32
  %billion = llvm.mlir.constant(1000000000 : i64) : i64
  %time = llvm.alloca %two x i64 : (i32) -> !llvm.ptr
  %0 = llvm.call @clock_gettime(%one, %time) : (i32, !llvm.ptr) -> i32
  %behind = llvm.getelementptr %time[1] : (!llvm.ptr) -> !llvm.ptr, i64
  %seconds = llvm.load %time : !llvm.ptr -> i64
  %nanoseconds = llvm.load %behind : !llvm.ptr -> i64
  %scaled = llvm.mul %seconds, %billion : i64
  %sum = llvm.add %scaled, %nanoseconds : i64
  llvm.return %sum : i64
}
