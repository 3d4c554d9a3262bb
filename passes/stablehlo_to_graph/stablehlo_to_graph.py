"""`stablehlo-to-graph`: ops of StableHLO and CHLO become graph ops.

Each op has one translation, registered by `translates`; `translation` is what they are written with. Functions that are
called are inlined, and private ones go. A complex argument or result of a function becomes two, its real and its
imaginary part: `x.real` and `x.imag`, if it has a name.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from dlc.dialects.builtin import ModuleOp
from dlc.dialects.func import NAME, CallOp, FuncOp, ReturnOp
from dlc.dialects.graph.tensors import shape_of, shape_of_type, tensor_of
from dlc.ir import Attribute, Block, BlockArgument, Builder, InsertionPoint, Operation, Region, Type
from dlc.ir.builtin_attributes import ArrayAttr, DictionaryAttr, StringAttr
from dlc.ir.builtin_types import ComplexType, TensorType
from dlc.ir.sizes import Size, size_of_argument
from dlc.ir.symbol_table import PRIVATE

from ..manager import Pass, PassRun, statistic
from ..rewriting.cannot_lower import CannotLower
from .translation import DIALECTS, HOW_TO_BRANCH, Refused, Translation, kept_parts

PARTS = ("real", "imag")
NUMBER_OF_REPLICAS = "mhlo.num_replicas"
"""An attribute that JAX gives to each module."""


class StablehloToGraph(Pass):
    """Translate ops of StableHLO and CHLO to graph ops

    Example: stablehlo-to-graph
        func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
          %y = stablehlo.tanh %x : tensor<4xf32>
          return %y : tensor<4xf32>
        }
    """

    name = "stablehlo-to-graph"
    anchor = "builtin.module"
    translated = statistic("num-translated", "Number of functions translated")

    def run(self, op: Operation, run: PassRun) -> None:
        assert isinstance(op, ModuleOp)
        functions = [each for each in op.body.entry.ops if isinstance(each, FuncOp)]
        is_of_jax = _is_of_jax(op)
        if not is_of_jax and not any(map(_has_stablehlo, functions)):
            run.mark_unchanged()
            return
        public = [each for each in functions if not each.is_declaration() and not _is_private(each)]
        kept = [each for each in public if is_of_jax or _may_use_stablehlo(each)]
        bodies = [body for function in kept if (body := _translated(op, function, run)) is not None]
        if len(bodies) == len(kept):
            for function, (body, types) in zip(kept, bodies, strict=True):
                _replace_body(function, body, types)
                run.count(self.translated)
            for function in functions:
                if _is_private(function):
                    function.erase()


def _is_of_jax(module: ModuleOp) -> bool:
    """Return whether JAX has made a module; it may be of StableHLO without ops of it, as that of `lambda x: x`."""
    return NUMBER_OF_REPLICAS in module.attributes


def _has_stablehlo(function: FuncOp) -> bool:
    return any(op.dialect_name in DIALECTS for op in function.walk())


def _may_use_stablehlo(function: FuncOp) -> bool:
    """Return whether a function has ops of StableHLO, or calls others that may have some."""
    return any(op.dialect_name in DIALECTS or isinstance(op, CallOp) for op in function.walk())


def _is_private(function: FuncOp) -> bool:
    return function.sym_visibility is not None and function.sym_visibility.value == PRIVATE


def _translated(module: ModuleOp, function: FuncOp, run: PassRun) -> tuple[Region, tuple[Type, ...]] | None:
    """Return the new body of a function and the types of its results; `None` where errors have been reported.

    Unknown sizes of arguments get names first. Sizes that loops and values give have none, and do not go with others
    that have: where they meet, nothing has a name.
    """
    has_unknown = any(None in shape_of(each) for each in function.entry.args if isinstance(each.type, TensorType))
    if has_unknown:
        translation = Translation(module)
        with suppress(CannotLower, Refused):
            new = _body(function, translation, has_names=True)
            if not translation.refusals:
                return new
    translation = Translation(module)
    try:
        body, results = _body(function, translation)
    except CannotLower as refusal:
        run.error(function, str(refusal))
        return None
    except Refused:
        body, results = Region(), ()
    for op, reason in translation.refusals:
        run.error(op, reason)
    return None if translation.refusals else (body, results)


def _body(function: FuncOp, translation: Translation, *, has_names: bool = False) -> tuple[Region, tuple[Type, ...]]:
    """Return a function's body in graph ops, and the types of the results."""
    if not function.body.has_one_block:
        raise CannotLower(f"must have one block, but got {len(list(function.body.blocks))}; {HOW_TO_BRANCH}")
    given = function.entry.args
    block = Block([part for each in given for part in (_named_parts(each) if has_names else kept_parts(each.type))])
    arguments = translation.divided(block.args, function.type.inputs)
    named = [(old, ending) for old in given for ending in _endings(old.type)]
    for new, (old, ending) in zip(block.args, named, strict=True):
        new.location = old.location
        new.name_hint = f"{old.name_hint}_{ending}" if old.name_hint and ending else old.name_hint
    with Builder(InsertionPoint.at_end(block), function.location) as builder:
        results = [part for parts in translation.run(function.entry, arguments) for part in parts]
        if not translation.refusals:
            builder.insert(ReturnOp(results))
    return Region([block]), tuple(value.type for value in results)


def _named_parts(argument: BlockArgument) -> Sequence[Type]:
    """Return the types of an argument's parts, whose unknown sizes have names to compute with."""
    name = argument.name_hint or f"arg{argument.index}"
    return [_with_names(type, name) for type in kept_parts(argument.type)]


def _with_names(type: Type, name: str) -> Type:
    if not isinstance(type, TensorType) or type.has_static_shape:
        return type
    sizes = enumerate(shape_of_type(type))
    shape = [Size.named(size_of_argument(name, dim)) if size is None else size for dim, size in sizes]
    return tensor_of(tuple(shape), type.element_type)


def _endings(type: Type) -> Sequence[str]:
    """Return what is added to the name of a value for each of its parts."""
    is_complex = isinstance(type, TensorType) and isinstance(type.element_type, ComplexType)
    return PARTS if is_complex else ("",) * len(kept_parts(type))


def _replace_body(function: FuncOp, body: Region, results: Sequence[Type]) -> None:
    """Give a function its new body, and a signature that fits it."""
    function.arg_attrs = _divided_attributes(function.arg_attrs, function.type.inputs)
    function.res_attrs = _divided_attributes(function.res_attrs, function.type.results)
    function.body.drop_all_references()
    for block in list(function.body.blocks):
        block.erase()
    function.body.take_blocks(body)
    function.set_signature(function.entry.arg_types, results)


def _divided_attributes(attributes: ArrayAttr | None, types: Sequence[Type]) -> ArrayAttr | None:
    """Return the attributes of arguments or results whose parts are arguments or results now."""
    if attributes is None:
        return None
    divided: list[Attribute] = []
    for given, type in zip(attributes.elements, types, strict=True):
        assert isinstance(given, DictionaryAttr)
        name = given.get(NAME)
        for ending in _endings(type):
            named = {NAME: StringAttr(f"{name.value}.{ending}")} if isinstance(name, StringAttr) and ending else {}
            divided.append(DictionaryAttr.of({**given.as_dict(), **named}))
    return ArrayAttr(tuple(divided))
