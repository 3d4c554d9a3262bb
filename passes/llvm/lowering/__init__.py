"""What the lowerings to the dialect `llvm` share: what types become, memrefs in parts, addresses of elements.

A dialect contributes a tuple `PATTERNS` of conversion patterns in a file of its own, `passes/<dialect>_to_llvm.py`, and
`to_llvm.py` runs those of all dialects in one conversion:

    @conversion(AddIOp)
    def lower_addi(op: AddIOp, new: Converted, rw: ConversionRewriter) -> Match:
        return rw.replace(op, llvm.AddOp(new.lhs, new.rhs))

`new` has the operands, and `new.result_types` what the results must be, as `LLVMTypeConverter` says:

- `index` is `i64`; `f32` and other floats of LLVM stay, of any other format there are only the bits, `i8` of
  `f8E4M3FN`; signed and unsigned integers are signless;
- a vector of one dimension is one of converted elements, one of none is `vector<1xT>`, one of several an array of rows,
  `!llvm.array<4 x vector<8xf32>>` of `vector<4x8xf32>`;
- a function is `!llvm.ptr`;
- a memref is **several values** (`memref_parts.py`): its two pointers, and what its type leaves open: offset, sizes,
  strides. So `new.operands` has all of them in a row, and `new.base` of a memref is no single value. Use

      parts = MemRefParts.of(rw, op.base)                       # with numbers for what the type tells
      address = element_address(rw, op, parts, new.indices)     # of base[indices], inserted before `op`

  and `LLVMTypeConverter.in_memory` for what an element is where it lies in memory: there, as at the borders of
  functions, a memref is one value, MLIR's descriptor `!llvm.struct<(ptr, ptr, i64, array<2 x i64>, array<2 x i64>)>`.

Ops that pass on values of any type (such as `arith.select`) replace each result by several values with
`rw.replace_with_many(op, [values])`. A pattern inserts with `rw.insert_before(op, …)`; casts are the driver's business.
"""

from .memref_parts import MemRefParts, element_address
from .type_converter import LLVMTypeConverter, LoweringOptions

__all__ = ["LLVMTypeConverter", "LoweringOptions", "MemRefParts", "element_address"]
