"""Functions for C: one for each entry of a module, and the header that declares them.

    int32_t layer_main(int64_t n, const float *x, const float *w, float *y, void *workspace);

First the sizes that are known only when the program runs, then the inputs, the outputs, and the workspace. Arrays are
row-major. A function checks what it can: a null pointer, a negative size and a workspace without alignment are errors
that it returns before it touches any memory. The pass `lend-memory` has made results and buffers arguments.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from dlc.dialects import llvm
from dlc.dialects.graph.sizes import Dim, Size
from dlc.ir.affine.expr import AffineBinaryOpExpr, AffineConstantExpr, AffineExpr, AffineSymbolExpr
from dlc.ir.attributes import Type
from dlc.ir.blocks import Block
from dlc.ir.builder import Builder
from dlc.ir.builtin_types import IndexType, IntegerType, i32, i64
from dlc.ir.errors import DlcError
from dlc.ir.operations import Operation
from dlc.ir.symbol_table import symbol_name
from dlc.ir.values import Value

from .signature import Array, Number, Signature

OK, INVALID = 0, 1
WORKSPACE_ALIGNMENT = 64
C_TYPES: Mapping[str, str] = {
    "bool": "bool",
    **{f"{sign}int{bits}": f"{sign}int{bits}_t" for sign in ("", "u") for bits in (8, 16, 32, 64)},
    "float32": "float",
    "float64": "double",
}
"""The C types of element types; others are passed as their bytes."""
C_KEYWORDS = """
auto break case char const continue default do double else enum extern float for goto if inline int long register
restrict return short signed sizeof static struct switch typedef union unsigned void volatile while
"""
_OPERATIONS = {"add": llvm.AddOp, "mul": llvm.MulOp, "mod": llvm.SRemOp, "floordiv": llvm.SDivOp}


class ExportError(DlcError, ValueError):
    """A function cannot be exported to C."""


@dataclass(frozen=True)
class CFunction:
    """A function as C sees it."""

    name: str
    signature: Signature
    sizes: tuple[str, ...]
    """The sizes that the caller passes, by the names that they have in the program."""
    workspace_bytes: int

    def parameters(self) -> list[str]:
        """Return the declarations of the parameters."""
        names = _Names()
        declared = [f"int64_t {names.of(size)}" for size in self.sizes]
        declared += [
            _declared(each.kind, names.of(each.name), is_constant=not each.is_written)
            for each in self.signature.parameters
        ]
        declared += [f"{_c_type(each.kind)} *{names.of(each.name)}" for each in self.signature.outputs]
        return [*declared, "void *workspace"]


def c_function(signature: Signature, prefix: str, workspace_bytes: int) -> CFunction:
    """Return the function for C of an entry; raise `ExportError` if there is none."""
    name = f"{prefix}_{identifier(signature.name)}"
    sizes: dict[str, None] = {}
    for each in signature.parameters:
        if isinstance(each.kind, Array):
            if each.kind.strides is not None:
                raise ExportError(f"cannot export @{signature.name}: argument '{each.name}' has explicit strides")
            for dim, size in enumerate(each.kind.sizes):
                sizes.update(dict.fromkeys(_size_names(size, each.name, dim)))
        elif each.kind.dtype is None or each.kind.dtype.name not in C_TYPES:
            raise ExportError(f"cannot export @{signature.name}: C has no type for argument '{each.name}: {each.kind}'")
    for each in signature.outputs:
        unknown = [size for size in _sizes_of(each.kind) if not isinstance(size, int) and not _is_known(size, sizes)]
        if unknown:
            raise ExportError(
                f"cannot export @{signature.name}: the sizes of output '{each.name}' do not follow from those of the "
                "arguments; name them, as in tensor<?xf32, #graph.dims<n>>"
            )
    return CFunction(name, signature, tuple(sizes), workspace_bytes)


def identifier(text: str) -> str:
    """Return a text as a part of a C identifier."""
    return re.sub(r"\W", "_", text, flags=re.ASCII) or "_"


def _sizes_of(kind: Number | Array) -> tuple[Dim, ...]:
    return kind.sizes if isinstance(kind, Array) else ()


def _size_names(size: Dim, argument: str, dim: int) -> Iterable[str]:
    if isinstance(size, Size):
        return size.names
    return (f"{argument}_size{dim}",) if size is None else ()


def _is_known(size: Dim, names: Mapping[str, None]) -> bool:
    return isinstance(size, Size) and all(name in names for name in size.names)


class _Names:
    """Unique C names of the parameters of one function."""

    def __init__(self) -> None:
        self._taken: set[str] = {"workspace", *C_KEYWORDS.split()}

    def of(self, name: str) -> str:
        """Return a C name for a name of the program."""
        base = identifier(name)
        base = f"_{base}" if base[0].isdigit() else base
        candidate, number = base, 0
        while candidate in self._taken:
            number += 1
            candidate = f"{base}_{number}"
        self._taken.add(candidate)
        return candidate


def _c_type(kind: Number | Array) -> str:
    if isinstance(kind, Number) and isinstance(kind.type, IndexType):
        return "int64_t"
    name = kind.dtype.name
    if name in ("complex64", "complex128"):
        return "float" if name == "complex64" else "double"
    return C_TYPES.get(name) or f"uint{8 * kind.dtype.itemsize}_t"


def _declared(kind: Number | Array, name: str, *, is_constant: bool) -> str:
    c_type = _c_type(kind)
    if isinstance(kind, Number):
        return f"{c_type} {name}"
    return f"{'const ' * is_constant}{c_type} *{name}"


# -- The header --------------------------------------------------------------------------------------------------------


_HEAD = f"""\
/* Compiled by dlc. Arrays are row-major; outputs and the workspace must not overlap other arguments.
 * The workspace is memory for one call at a time, aligned to {WORKSPACE_ALIGNMENT} bytes; NULL if its size is 0."""
_HOSTED = """\
 * Buffers of dynamic size are allocated with malloc. A failed assertion of the program is written to
 * standard error and ends the process. */"""
_FREESTANDING = """\
 * There are no other buffers. Of libraries, only memcpy, memmove and memset are used, which compilers
 * call for any program. A failed assertion of the program is a trap. */"""


def c_header(functions: Sequence[CFunction], prefix: str, *, is_freestanding: bool) -> str:
    """Return the header that declares functions."""
    macro = identifier(prefix).upper()
    lines = [
        _HEAD,
        _FREESTANDING if is_freestanding else _HOSTED,
        f"#ifndef {macro}_H\n#define {macro}_H\n",
        "#include <stdbool.h>\n#include <stdint.h>\n",
        '#ifdef __cplusplus\nextern "C" {\n#endif\n',
        f"#define {macro}_OK {OK}",
        f"#define {macro}_INVALID {INVALID} /* a null pointer, a negative size, or an unaligned workspace */\n",
    ]
    for each in functions:
        lines += [
            f"#define {each.name.upper()}_WORKSPACE_BYTES {each.workspace_bytes}",
            _comment(each),
            _prototype(each),
        ]
    lines += ["#ifdef __cplusplus\n}\n#endif\n", "#endif"]
    return "\n".join(lines) + "\n"


def _prototype(function: CFunction) -> str:
    return f"int32_t {function.name}({', '.join(function.parameters())});\n"


def _comment(function: CFunction) -> str:
    signature = function.signature
    ports = [("in", each) for each in signature.parameters] + [("out", each) for each in signature.outputs]
    lines = [f" * {side:<3} {each}{f': {each.doc}' if each.doc else ''}" for side, each in ports]
    text = "\n".join(line.replace("*/", "* /") for line in lines)
    return f"/* @{signature.name}\n{text} */"


# -- The functions -----------------------------------------------------------------------------------------------------


def add_c_functions(module: Operation, functions: Iterable[CFunction]) -> None:
    """Add functions for C to a module of the llvm dialect, and make the functions that they call internal."""
    block = module.regions[0].entry
    known = {symbol_name(op): op for op in block.ops if isinstance(op, llvm.FuncOp)}
    builder = Builder.at_end(block)
    for each in functions:
        callee = known[each.signature.name]
        assert isinstance(callee, llvm.FuncOp), "signatures are those of functions of the module"
        callee.linkage = llvm.LinkageAttr("internal")
        builder.insert(_Wrapper(each, callee).function)


class _Wrapper:
    """The function for C that calls one function."""

    def __init__(self, function: CFunction, callee: llvm.FuncOp) -> None:
        signature = function.signature
        types: list[Type] = [i64] * len(function.sizes)
        types += [_llvm_type(each.kind) for each in signature.parameters]
        types += [llvm.PTR] * (len(signature.outputs) + 1)
        self.function = llvm.FuncOp.of(function.name, types, i32)
        self._c, self._callee = function, callee
        arguments = list(self.function.entry.args)
        self._sizes = dict(zip(function.sizes, arguments, strict=False))
        after_sizes = arguments[len(function.sizes) :]
        self._inputs = after_sizes[: len(signature.parameters)]
        self._outputs = after_sizes[len(signature.parameters) : -1]
        self._workspace = arguments[-1]
        self._body, self._refusal = Block(), Block()
        self.function.body.append(self._body)
        self.function.body.append(self._refusal)
        self._b = Builder.at_end(self.function.entry)
        self._check()
        self._b = Builder.at_end(self._body)
        self._call()
        refusing = Builder.at_end(self._refusal)
        refusing.insert(llvm.ReturnOp(refusing.insert(llvm.ConstantOp.of(INVALID, i32)).res))

    def _check(self) -> None:
        """Branch to the body if sizes and pointers are valid."""
        b, zero = self._b, self._integer(0)
        invalid = b.insert(llvm.ConstantOp.of(0, IntegerType(1))).res
        sizes = [size for kind in self._kinds() for size in kind.sizes if not isinstance(size, int)]
        numbers = [*self._sizes.values(), *(self._size(size, "", 0) for size in sizes if isinstance(size, Size))]
        pointers = [each for each in (*self._inputs, *self._outputs) if each.type is llvm.PTR]
        null = b.insert(llvm.ZeroOp(llvm.PTR)).res
        for number in numbers:
            is_negative = b.insert(llvm.ICmpOp.of("slt", number, zero)).res
            invalid = b.insert(llvm.OrOp(invalid, is_negative)).res
        for pointer in pointers:
            is_null = b.insert(llvm.ICmpOp.of("eq", pointer, null)).res
            invalid = b.insert(llvm.OrOp(invalid, is_null)).res
        if self._c.workspace_bytes:
            address = b.insert(llvm.PtrToIntOp(self._workspace, i64)).res
            low = b.insert(llvm.AndOp(address, self._integer(WORKSPACE_ALIGNMENT - 1))).res
            is_null = b.insert(llvm.ICmpOp.of("eq", self._workspace, null)).res
            is_unaligned = b.insert(llvm.ICmpOp.of("ne", low, zero)).res
            for each in (is_null, is_unaligned):
                invalid = b.insert(llvm.OrOp(invalid, each)).res
        b.insert(llvm.CondBrOp(invalid, self._refusal, self._body))

    def _call(self) -> None:
        """Call the function with descriptors, and store the numbers that it returns."""
        b, signature = self._b, self._c.signature
        arguments: list[Value] = []
        for parameter, value in zip(signature.parameters, self._inputs, strict=True):
            kind = parameter.kind
            is_array = isinstance(kind, Array)
            arguments += self._descriptor(value, kind.sizes, parameter.name) if is_array else [value]
        numbers: list[tuple[Value, Number]] = []
        for output, value in zip(signature.outputs, self._outputs, strict=True):
            if isinstance(output.kind, Array):
                arguments += [value, value, self._integer(0), self._bytes(output.kind), self._integer(1)]
            else:
                numbers.append((value, output.kind))
        if self._c.workspace_bytes:
            size = self._integer(self._c.workspace_bytes)
            arguments += [self._workspace, self._workspace, self._integer(0), size, self._integer(1)]
        result = self._callee.type.result
        call = b.insert(llvm.CallOp.named(self._c.signature.name, arguments, result if numbers else None))
        for position, (target, _) in enumerate(numbers):
            assert call.result is not None, "the function returns numbers"
            is_one = len(numbers) == 1
            value = call.result if is_one else b.insert(llvm.ExtractValueOp.of(call.result, position)).results[0]
            b.insert(llvm.StoreOp(value, target))
        b.insert(llvm.ReturnOp(b.insert(llvm.ConstantOp.of(OK, i32)).res))

    def _kinds(self) -> list[Array]:
        ports = (*self._c.signature.parameters, *self._c.signature.outputs)
        return [each.kind for each in ports if isinstance(each.kind, Array)]

    def _descriptor(self, pointer: Value, dims: Sequence[Dim], name: str) -> list[Value]:
        sizes = [self._size(size, name, dim) for dim, size in enumerate(dims)]
        strides: list[Value] = []
        stride = self._integer(1)
        for size in reversed(sizes):
            strides.insert(0, stride)
            stride = self._b.insert(llvm.MulOp(stride, size)).res
        return [pointer, pointer, self._integer(0), *sizes, *strides]

    def _bytes(self, kind: Array) -> Value:
        total = self._integer(kind.dtype.itemsize)
        for dim, size in enumerate(kind.sizes):
            total = self._b.insert(llvm.MulOp(total, self._size(size, "", dim))).res
        return total

    def _size(self, size: Dim, name: str, dim: int) -> Value:
        if size is None:
            return self._sizes[f"{name}_size{dim}"]
        return self._expression(size.expr, size.names) if isinstance(size, Size) else self._integer(size)

    def _expression(self, expr: AffineExpr, names: Sequence[str]) -> Value:
        """Return the value of an expression over sizes, none of which is negative."""
        if isinstance(expr, AffineConstantExpr):
            return self._integer(expr.constant_value)
        if isinstance(expr, AffineSymbolExpr):
            return self._sizes[names[expr.position]]
        assert isinstance(expr, AffineBinaryOpExpr), "sizes have no dimensions"
        left, right = (self._expression(operand, names) for operand in expr.operands)
        if expr.kind == "ceildiv":
            less = self._b.insert(llvm.SubOp(right, self._integer(1))).res
            return self._b.insert(llvm.SDivOp(self._b.insert(llvm.AddOp(left, less)).res, right)).res
        return self._b.insert(_OPERATIONS[expr.kind](left, right)).res

    def _integer(self, value: int) -> Value:
        return self._b.insert(llvm.ConstantOp.of(value, i64)).res


def _llvm_type(kind: Number | Array) -> Type:
    if isinstance(kind, Array):
        return llvm.PTR
    type = kind.type
    if isinstance(type, IndexType):
        return i64
    return IntegerType(type.width) if isinstance(type, IntegerType) else type
