" Colors of MLIR text. The same rules are in parser/highlighting.py, where a test compares them.
if exists("b:current_syntax")
  finish
endif

syntax iskeyword @,48-57,_,$,.
syntax match mlirKeyword "\<[A-Za-z_][A-Za-z0-9_$]*\>"
syntax match mlirType "\%(\<\|x\)\@<=\%([su]\?i[0-9]\+\|bf16\|tf32\|f[0-9]\+[A-Za-z0-9]*\|index\|none\|tensor\|memref\|vector\|complex\|tuple\)\>"
syntax match mlirNumber "-\?\<\%(0x[0-9A-Fa-f]\+\|[0-9]\+\%(\.[0-9]*\%([eE][-+]\?[0-9]\+\)\?\)\?\)\>"
syntax match mlirNumber "\%(\%([0-9]\+\|?\|\*\)x\)\+\ze[A-Za-z!?*0-9]"
syntax match mlirOp "\%(^\s*\|%[A-Za-z0-9_$.-]*\%(:[0-9]\+\)\?\s*=\s*\)\@<=[A-Za-z_][A-Za-z0-9_$]*\%(\.[A-Za-z0-9_$]\+\)*"
syntax match mlirOp "\<[A-Za-z_][A-Za-z0-9_$]*\%(\.[A-Za-z0-9_$]\+\)\+"
syntax match mlirValue "%[A-Za-z0-9_$.-]*\%(#[0-9]\+\)\?"
syntax match mlirBlock "\^[A-Za-z0-9_$.-]*"
syntax match mlirSymbol "@\%([A-Za-z_][A-Za-z0-9_$.-]*\)\?"
syntax match mlirAttribute "#[A-Za-z0-9_$.]\+"
syntax match mlirType "![A-Za-z0-9_$.]\+"
syntax region mlirString start=+"+ skip=+\\.+ end=+"+ oneline
syntax match mlirComment "//.*$"

highlight default link mlirComment Comment
highlight default link mlirString String
highlight default link mlirValue Identifier
highlight default link mlirBlock Label
highlight default link mlirSymbol Function
highlight default link mlirAttribute Constant
highlight default link mlirType Type
highlight default link mlirNumber Number
highlight default link mlirOp Statement
highlight default link mlirKeyword Keyword

let b:current_syntax = "mlir"
