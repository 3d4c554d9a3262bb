"""Shared code of the lowerings to the dialect `llvm`: type conversion, memrefs in parts, addresses, elementwise ops.

A dialect contributes a tuple `PATTERNS` of conversion patterns in a file of its own,
`passes/llvm/<dialect>_to_llvm.py`, and `to_llvm.py` runs those of all dialects in one conversion:

    @conversion(AddIOp)
    def lower_addi(op: AddIOp, new: Converted, rw: ConversionRewriter) -> Match:
        return rw.replace(op, llvm.AddOp(new.lhs, new.rhs))

`new` has the converted operands, and `new.result_types` the converted result types, by `LLVMTypeConverter`:

- `index` is `i64`; `f32` and other floats of LLVM stay; other formats become integers of their bits, such as `i8` for
  `f8E4M3FN`; signed and unsigned integers become signless;
- a vector of one dimension is a vector of converted elements, one of none is `vector<1xT>`, one of several is an array
  of rows: `!llvm.array<4 x vector<8xf32>>` for `vector<4x8xf32>`;
- a function is `!llvm.ptr`;
- a memref is **several values** (`memref_parts.py`): its two pointers, and its dynamic offset, sizes and strides. So
  `new.operands` has all of them in a row, and `new.base` of a memref is not a single value. Use

      parts = MemRefParts.of(rw, op.base)                       # static sizes as integers
      address = element_address(rw, op, parts, new.indices)     # of base[indices], inserted before `op`

  and `LLVMTypeConverter.in_memory` for the type of an element in memory: there, as at function boundaries, a memref is
  one value, MLIR's descriptor `!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>`.

Ops that forward values of any type (such as `arith.select`) replace each result by several values with
`rw.replace_with_many(op, [values])`. A pattern inserts with `rw.insert_before(op, …)`; the driver inserts casts.
"""

from .memref_parts import MemRefParts, element_address
from .type_converter import LLVMTypeConverter, LoweringOptions

__all__ = ["LLVMTypeConverter", "LoweringOptions", "MemRefParts", "element_address"]
