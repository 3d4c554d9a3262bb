"""Sizes that the caller of `dlc.compile` and `dlc.export` fixes: `sizes={"n": 8}`, on the command line `--size n=8`.

`check_bytes` refuses arrays that are too large, whether their sizes are fixed or stand in the program.

Sizes have the names that the signature of the program shows: those in its types, and `x_size0` for a size of an
argument `x` that has none. What is fixed is no longer open when the program runs, so that it is compiled for these
sizes alone.
"""

from __future__ import annotations

from collections.abc import Mapping

from .api import InvalidProgram, errors_since
from .compile_options import CompileOptionError
from .dialects.func import FuncOp
from .dialects.graph.tensors import shape_of_type
from .ir import Operation, Type
from .ir.builtin_types import DYNAMIC, MemRefType, TensorType
from .ir.context import Context
from .ir.sizes import Dim, substitute
from .ir.value_types import ops_by_value_type
from .ir.verifier import verify
from .passes.graph.fix_sizes import fix_sizes
from .passes.graph.shape_analysis import has_sizes
from .passes.memory.plan_memory import element_bytes
from .passes.mlir.result_sizes import state_result_sizes
from .runtime.function_signatures import entries_of
from .runtime.signature import Signature

Sizes = Mapping[str, int]
LARGEST_BYTES = 1 << 56
"""The maximum number of bytes of an array: as many as processors have addresses, and few enough that sums of several do
not overflow.
"""


def fix_sizes_of(module: Operation, sizes: Sizes, context: Context, *, are_known: bool = False) -> None:
    """Fix sizes of the public functions of a module; raise an error for sizes that none of them has.

    With `are_known`, sizes that arguments had before they were bound are no errors.
    """
    signatures = {name: each for name, each in entries_of(module).items() if isinstance(each, Signature)}
    if not are_known:
        _check_names(signatures, sizes)
    before = len(context.diagnostics.diagnostics)
    for function in [op for op in module.regions[0].entry.ops if isinstance(op, FuncOp)]:
        signature = signatures.get(function.sym_name.value)
        if signature is not None:
            for each in fix_sizes(module, function, sizes, _shapes_without_names(function, signature, sizes)):
                context.diagnostics.error(each.op.location, f"'{each.op.name}' op {each.message}")
            state_result_sizes(function)
    errors = errors_since(context, before)
    if errors or not verify(module, context.diagnostics):
        raise InvalidProgram(context, errors_since(context, before))
    check_bytes(module, context)


def check_bytes(module: Operation, context: Context) -> None:
    """Raise an error if a tensor, or a memref with dense elements, has more bytes than there are addresses."""
    before = len(context.diagnostics.diagnostics)
    for type, op in ops_by_value_type(module).items():
        count = _dense_bytes(type)
        if count > LARGEST_BYTES:
            text = f"'{op.name}' op has a value of type '{type}', but {count} bytes cannot be addressed"
            context.diagnostics.error(op.location, text)
    errors = errors_since(context, before)
    if errors:
        raise InvalidProgram(context, errors)


def _dense_bytes(type: Type) -> int:
    """Return the bytes of an array of this type, or 0 if that is not known or it is none."""
    if not isinstance(type, (TensorType, MemRefType)) or not type.has_static_shape or getattr(type, "layout", None):
        return 0
    return type.num_elements * (element_bytes(type.element_type) or 0)


def _check_names(signatures: Mapping[str, Signature], sizes: Sizes) -> None:
    known = list(dict.fromkeys(name for each in signatures.values() for name in each.open_sizes))
    unknown = next((name for name in sizes if name not in known), None)
    if unknown is not None:
        names = ", ".join(known) or "none"
        raise CompileOptionError(f"the program has no open size '{unknown}'; the open sizes are: {names}")


def _shapes_without_names(function: FuncOp, signature: Signature, sizes: Sizes) -> dict[int, list[Dim]]:
    """Return the shapes of arguments with fixed sizes that have no name in the argument's type."""
    shapes: dict[int, list[Dim]] = {}
    for number, (parameter, argument) in enumerate(zip(signature.parameters, function.entry.args, strict=True)):
        type = argument.type
        if isinstance(type, TensorType) and has_sizes(type):
            own = list(shape_of_type(type))
        elif isinstance(type, MemRefType):
            own = [None if size == DYNAMIC else size for size in type.shape]
        else:
            continue
        given = [substitute(size, sizes) for size in parameter.named_sizes]
        shape = [new if old is None else old for old, new in zip(own, given, strict=True)]
        if shape != own:
            shapes[number] = shape
    return shapes
