// What a processor of the family x86-64 can do, for programs with code for several of them: `runtime/processor_levels.py`.
//
// `@dlc_has_features` returns whether the processor has all bits of these masks, of the function `cpuid`: ECX of leaf 1,
// EBX, ECX and EDX of leaf 7, ECX of leaf 0x80000001; and whether the system saves the registers of `%state` (XCR0).

llvm.func internal @dlc_has_features(%first: i32, %second: i32, %third: i32, %fourth: i32, %extended: i32, %state: i32) -> i1 {
  %zero = llvm.mlir.constant(0 : i32) : i32
  %one = llvm.mlir.constant(1 : i32) : i32
  %seven = llvm.mlir.constant(7 : i32) : i32
  %extended_leaf = llvm.mlir.constant(-2147483647 : i32) : i32
  %leaf0 = llvm.inline_asm "cpuid", "={ax},={bx},={cx},={dx},{ax},{cx}" %zero, %zero : (i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
  %last = llvm.extractvalue %leaf0[0] : !llvm.struct<(i32, i32, i32, i32)>
  %leaf1 = llvm.inline_asm "cpuid", "={ax},={bx},={cx},={dx},{ax},{cx}" %one, %zero : (i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
  %ecx1 = llvm.extractvalue %leaf1[2] : !llvm.struct<(i32, i32, i32, i32)>
  %leaf7 = llvm.inline_asm "cpuid", "={ax},={bx},={cx},={dx},{ax},{cx}" %seven, %zero : (i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
  %has7 = llvm.icmp "uge" %last, %seven : i32
  %ebx7_read = llvm.extractvalue %leaf7[1] : !llvm.struct<(i32, i32, i32, i32)>
  %ecx7_read = llvm.extractvalue %leaf7[2] : !llvm.struct<(i32, i32, i32, i32)>
  %edx7_read = llvm.extractvalue %leaf7[3] : !llvm.struct<(i32, i32, i32, i32)>
  %ebx7 = llvm.select %has7, %ebx7_read, %zero : i1, i32
  %ecx7 = llvm.select %has7, %ecx7_read, %zero : i1, i32
  %edx7 = llvm.select %has7, %edx7_read, %zero : i1, i32
  %leaf_e = llvm.inline_asm "cpuid", "={ax},={bx},={cx},={dx},{ax},{cx}" %extended_leaf, %zero : (i32, i32) -> !llvm.struct<(i32, i32, i32, i32)>
  %ecxe = llvm.extractvalue %leaf_e[2] : !llvm.struct<(i32, i32, i32, i32)>
  %have1 = llvm.and %ecx1, %first : i32
  %have7b = llvm.and %ebx7, %second : i32
  %have7c = llvm.and %ecx7, %third : i32
  %have7d = llvm.and %edx7, %fourth : i32
  %havee = llvm.and %ecxe, %extended : i32
  %lack1 = llvm.xor %have1, %first : i32
  %lack7b = llvm.xor %have7b, %second : i32
  %lack7c = llvm.xor %have7c, %third : i32
  %lack7d = llvm.xor %have7d, %fourth : i32
  %lacke = llvm.xor %havee, %extended : i32
  %a = llvm.or %lack1, %lack7b : i32
  %b = llvm.or %lack7c, %lack7d : i32
  %c = llvm.or %a, %b : i32
  %lack = llvm.or %c, %lacke : i32
  %has_all = llvm.icmp "eq" %lack, %zero : i32
  %needs_state = llvm.icmp "ne" %state, %zero : i32
  %asks = llvm.and %has_all, %needs_state : i1
  llvm.cond_br %asks, ^look, ^done(%has_all : i1)
^look:
  // Only with this bit may a program read which registers the system saves.
  %os_bit = llvm.mlir.constant(134217728 : i32) : i32
  %os = llvm.and %ecx1, %os_bit : i32
  %can_ask = llvm.icmp "ne" %os, %zero : i32
  %no = llvm.mlir.constant(false) : i1
  llvm.cond_br %can_ask, ^ask, ^done(%no : i1)
^ask:
  %saved = llvm.inline_asm "xgetbv", "={ax},={dx},{cx}" %zero : (i32) -> !llvm.struct<(i32, i32)>
  %low = llvm.extractvalue %saved[0] : !llvm.struct<(i32, i32)>
  %both = llvm.and %low, %state : i32
  %is_saved = llvm.icmp "eq" %both, %state : i32
  llvm.br ^done(%is_saved : i1)
^done(%result: i1):
  llvm.return %result : i1
}
