"""`graph-to-tensor`: graph ops become structured ops on tensors, and loops where they are not structured.

Names of sizes leave the types: sizes that are not numbers are values of type index from here on, made from the sizes of
the function's arguments. What a function was told of its arguments' sizes stays with it, as argument attributes
`graph.dims`, for those who call it. Integers lose their sign: ops say how they are meant.

Each op has one lowering, registered by `lowers`; ops of other dialects can register theirs. `lowering` is what they are
written with. Elementwise ops of `arith` and `math` on tensors become structured ops too.
"""

from __future__ import annotations

from collections.abc import Sequence

from dlc.dialects import arith
from dlc.dialects.func import FuncOp
from dlc.dialects.graph.tensors import shape_of_type
from dlc.ir import ArrayAttr, Block, DictionaryAttr, InsertionPoint, Operation, Type, TypeAttr, Value
from dlc.ir.builtin_types import DYNAMIC, TensorType, i1
from dlc.ir.sizes import DimsAttr, Size
from dlc.ir.traits import Elementwise

from ..generic.functions import functions_in
from ..manager import Pass, PassRun, option, statistic
from ..rewriting.cannot_lower import CannotLower
from .lowering import AttentionForm, ToTensor, lowers, plain_type
from .positions import Positions
from .size_checks import check_sizes


class GraphToTensor(Pass):
    """Lower graph ops to structured ops on tensors

    Example: graph-to-tensor
        func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
          %y = graph.exp %x : tensor<4xf32>
          return %y : tensor<4xf32>
        }
    """

    name = "graph-to-tensor"
    anchor = "builtin.module"
    attention: AttentionForm = option("How attention is computed", default="blocks")
    parallel_rows: bool = option("Sort and accumulate long rows in steps, each of which is parallel", default=False)
    multiprocessors: int = option(
        "The number of multiprocessors that tiles of attention should fill", default=1, least=1
    )
    lowered = statistic("num-lowered", "Number of graph ops lowered")

    def run(self, op: Operation, run: PassRun) -> None:
        for function in functions_in(op):
            count = lower_function(
                function,
                run,
                attention=self.attention,
                parallel_rows=self.parallel_rows,
                multiprocessors=self.multiprocessors,
            )
            run.count(self.lowered, count)


def lower_function(
    function: FuncOp,
    run: PassRun,
    *,
    attention: AttentionForm = "blocks",
    parallel_rows: bool = False,
    multiprocessors: int = 1,
) -> int:
    """Lower the signature and all graph ops of a function, and return their number. Errors are reported to `run`."""
    signature = function.type
    for type in signature.inputs:
        encoding = type.encoding if isinstance(type, TensorType) else None
        if isinstance(type, TensorType) and isinstance(encoding, DimsAttr) and not encoding.fits(type.shape):
            run.error(function, f"needs one '#graph.dims' entry for each '?' of an argument, but got '{type}'")
            return 0
    _keep_names_of_sizes(function)
    function.function_type = TypeAttr(signature.mapped(plain_type))
    if function.body.is_empty:
        return 0
    entry = function.body.entry
    to = ToTensor(entry, attention=attention, parallel_rows=parallel_rows, multiprocessors=multiprocessors)
    known = {op: (op.operand_types, op.result_types) for op in function.walk() if _has_lowering(op)}
    to.builder.point, to.builder.location = InsertionPoint.at_start(entry), function.kept_location
    _bind_names(to, entry)
    _check_arguments(to, function, signature.inputs)
    blocks: list[Block] = list(reversed(list(function.body.blocks)))
    count = 0
    while blocks:
        block = blocks.pop()
        for argument in block.args:
            argument.type = plain_type(argument.type)
        for op in list(block.ops):
            if op in known:
                to.operand_types, to.result_types = known[op]
                if not _lower(op, block, to, run):
                    return count
                count += 1
                if to.pending:
                    blocks += reversed(to.pending)
                    to.pending.clear()
            else:
                _check_is_lowered(op, run)
                for result in op.results:
                    result.type = plain_type(result.type)
                blocks += [inner for region in reversed(op.regions) for inner in reversed(list(region.blocks))]
    return count


def _has_lowering(op: Operation) -> bool:
    """Return whether an op is lowered: it is in the table, and not an elementwise op on scalars or whole tensors."""
    if type(op) not in lowers or Elementwise not in op.traits:
        return type(op) in lowers
    result = op.results[0].type
    return isinstance(result, TensorType) and not (_has_one_condition(op) and None in shape_of_type(result))


def _has_one_condition(op: Operation) -> bool:
    """Return whether an op chooses one of two tensors, which may have different sizes."""
    return isinstance(op, arith.SelectOp) and op.condition.type is i1


def _lower(op: Operation, block: Block, to: ToTensor, run: PassRun) -> bool:
    to.begin(block, op)
    try:
        check_sizes(to)
        lowered = lowers[type(op)](op, to)
    except CannotLower as refusal:
        refusal.report(run, op)
        return False
    values = [lowered] if isinstance(lowered, Value) else lowered
    for result, value in zip(op.results, values, strict=True):
        value.name_hint = value.name_hint or result.name_hint
        wanted = plain_type(result.type)
        result.replace_all_uses_with(value if value.type is wanted else to.cast(value, wanted))
    op.erase()
    return True


def _check_is_lowered(op: Operation, run: PassRun) -> None:
    if op.name.startswith("graph."):
        run.error(op, lowers.reason_for_lack(op))


def _bind_names(to: ToTensor, entry: Block) -> None:
    """Bind each name that is a size of an argument by itself to that size."""
    wanted: dict[str, tuple[Value, int]] = {}
    for argument in entry.args:
        for dim, name in _named_dims(argument.type):
            wanted.setdefault(name, (argument, dim))
    for argument in entry.args:
        argument.type = plain_type(argument.type)
    for name, (argument, dim) in wanted.items():
        size = to.size(argument, dim)
        assert isinstance(size, Value)
        to.bind(name, size)


def _check_arguments(to: ToTensor, function: FuncOp, inputs: Sequence[Type]) -> None:
    """Check the sizes of arguments that have names, which callers may not know."""
    to.builder.location, name = function.kept_location, function.sym_name.value
    for argument, type in zip(function.entry.args, inputs, strict=True):
        for dim, size in enumerate(shape_of_type(type)) if isinstance(type, TensorType) else ():
            if isinstance(size, Size) and to.has_names_of(size):
                message = f"'func.func' op @{name} is called with arguments that contradict each other: size '{size}'"
                Positions(to).require("eq", to.size(argument, dim), to.size_of_dim(size), message)


def _named_dims(type: Type) -> list[tuple[int, str]]:
    encoding = type.encoding if isinstance(type, TensorType) else None
    if not isinstance(type, TensorType) or not isinstance(encoding, DimsAttr):
        return []
    unknown = [dim for dim, size in enumerate(type.shape) if size == DYNAMIC]
    names = [size.single_name if size is not None else None for size in encoding.sizes]
    return [(dim, name) for dim, name in zip(unknown, names, strict=True) if name is not None]


def _keep_names_of_sizes(function: FuncOp) -> None:
    """Keep the sizes that argument types state as attributes of the arguments."""
    encodings = [type.encoding if isinstance(type, TensorType) else None for type in function.type.inputs]
    if not any(isinstance(encoding, DimsAttr) for encoding in encodings):
        return
    old = function.arg_attrs or ArrayAttr(tuple(DictionaryAttr(()) for _ in encodings))
    arg_attrs: list[DictionaryAttr] = []
    for entry, encoding in zip(old, encodings, strict=True):
        entries = entry.as_dict() if isinstance(entry, DictionaryAttr) else {}
        if isinstance(encoding, DimsAttr):
            entries = {**entries, "graph.dims": encoding}
        arg_attrs.append(DictionaryAttr.of(entries))
    function.arg_attrs = ArrayAttr(tuple(arg_attrs))
