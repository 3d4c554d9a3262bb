"""The interface that translations of StableHLO's ops are written with.

    @translates(stablehlo.TanhOp)
    def translate_tanh(op: stablehlo.TanhOp, t: Translation) -> Value:
        return graph.tanh(t.get(op.operand))

A function of `graph` inserts where the translation is. A value of StableHLO becomes any number of tensors, its parts: a
complex tensor becomes its real and its imaginary part, a tuple the parts of its values, a token nothing.

Ops of other dialects stay as they are, on tensors of real numbers and on scalars.

Functions in regions are on scalars. Where they are applied to all elements of tensors at once, the translation is
lifted: each scalar becomes a tensor of one shape.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any, TypeAlias

from dlc.dialects import graph
from dlc.dialects.builtin import ModuleOp
from dlc.dialects.graph.tensors import element_of, shape_of, tensor_of
from dlc.dialects.quant import UniformQuantizedType
from dlc.ir import Block, Builder, DenseElementsAttr, InsertionPoint, IRMapping, Operation, Region, Type, Value
from dlc.ir.builtin_types import (
    DYNAMIC,
    ComplexType,
    FloatType,
    IndexType,
    IntegerType,
    TensorType,
    TupleType,
    element_type,
    i64,
)
from dlc.ir.errors import DlcError
from dlc.ir.op_table import OpTable
from dlc.ir.sizes import Shape, is_less_precise
from dlc.ir.values import used_from_outside

from ..graph.translated_values import fitted
from ..rewriting.cannot_lower import CannotLower
from .quantized import computes_with_numbers, on_numbers

Parts: TypeAlias = tuple[Value, ...]
"""The tensors that a value becomes."""
Translated: TypeAlias = "Value | Sequence[Value | Parts]"
"""A single value, or the parts of each result."""
Translate = Callable[[Any, "Translation"], Translated]
translates = OpTable[Translate]("translation to graph ops")
DIALECTS = ("stablehlo", "chlo")
"""The dialects whose ops are translated."""
HOW_TO_BRANCH = "`cf-to-loop` makes nested conditionals and loops of branches"
"""The end of messages about several blocks."""
MOST_OPS = 1 << 20
"""The maximum number of ops that a module may become: functions are inlined, and each call may double the program."""
CUSTOM_CALL = "stablehlo.custom_call"
"""The op that may have effects."""


class Refused(Exception):
    """Ops cannot be translated, all of which have been noted."""


class Translation:
    """A translation of the ops of a module into blocks of graph ops."""

    def __init__(self, module: ModuleOp) -> None:
        self.module = module
        self.refusals: list[tuple[Operation, str]] = []
        self._parts: dict[Value, Parts] = {}
        self._lifted: Shape = ()
        self._callers: list[str] = []
        self._count = 0

    # -- Values --------------------------------------------------------------------------------------------------------

    def parts(self, value: Value) -> Parts:
        """Return what a value has become."""
        return tuple(map(self._spread, self._parts[value]))

    def get(self, value: Value) -> Value:
        """Return the tensor that a value has become."""
        parts = self.parts(value)
        if len(parts) != 1:
            raise CannotLower(f"is not supported on operands of type '{value.type}'")
        return parts[0]

    def all(self, values: Sequence[Value]) -> list[Value]:
        """Return the tensors that values have become."""
        return [self.get(value) for value in values]

    def flat(self, values: Sequence[Value]) -> list[Value]:
        """Return the parts of all values."""
        return [part for value in values for part in self.parts(value)]

    def bind(self, value: Value, parts: Parts) -> None:
        """Note what a value has become."""
        self._parts[value] = parts

    def _spread(self, value: Value) -> Value:
        """Return a scalar repeated to the shape of a lifted translation."""
        if self._lifted == () or shape_of(value) != ():
            return value
        return graph.broadcast(value, [], self._lifted)

    # -- Blocks --------------------------------------------------------------------------------------------------------

    def run(self, block: Block, arguments: Sequence[Parts]) -> list[Parts]:
        """Translate the ops of a block where the builder is, and return what its terminator has for operands."""
        for argument, parts in zip(block.args, arguments, strict=True):
            self.bind(argument, parts)
        last = block.last
        for op in block.ops:
            if op is last:
                break
            self._translate(op)
        assert last is not None
        return [self.parts(value) for value in last.operands]

    def _translate(self, op: Operation) -> None:
        self._count += 1
        if self._count > MOST_OPS:
            self.refusals.append((op, f"is beyond the {MOST_OPS} ops that a program may have with all calls inlined"))
            raise Refused
        builder = Builder.current()
        with builder.at(location=op.location):
            try:
                if self._stays(op):
                    self._keep(op)
                else:
                    self.note(op, self.translated(op))
            except DlcError as error:
                self.refusals.append((op, str(error).partition("\n")[0]))
                self._stand_in(op)

    def translated(self, op: Operation) -> Translated:
        """Return what the results of an op become."""
        translate = translates.get(type(op))
        if translate is None:
            raise CannotLower(translates.reason_for_lack(op))
        if op.results and not op.regions and op.name != CUSTOM_CALL and all(map(_is_empty, op.results)):
            return [tuple(map(_nothing, parts_of_type(result.type))) for result in op.results]
        return on_numbers(op, self) if computes_with_numbers(op) else translate(op, self)

    def _stays(self, op: Operation) -> bool:
        """Return whether an op of another dialect has no translation; none is applied to all elements of tensors."""
        is_other = op.is_registered and op.dialect_name not in DIALECTS
        return is_other and not self.is_lifted and translates.get(type(op)) is None

    def _keep(self, op: Operation) -> None:
        """Copy an op of another dialect, with what is in it."""
        inner = next((each for each in op.walk() if each.dialect_name in DIALECTS), None)
        if inner is not None:
            raise CannotLower(f"has no translation to graph ops, so there must be no '{inner.name}' in it")
        captured = used_from_outside(op.walk())
        for value in (*captured, *op.results):
            if not is_unchanged(value.type):
                raise CannotLower(f"has no translation to graph ops, so its values must not be of type '{value.type}'")
        mapping = IRMapping()
        mapping.values.update((value, self.get(value)) for value in captured)
        copy = Builder.current().insert(op.clone(mapping))
        for old, new in zip(op.results, copy.results, strict=True):
            self.bind(old, (new,))

    def note(self, op: Operation, translated: Translated) -> None:
        """Note what the results of an op have become, which must fit their types."""
        results = [translated] if isinstance(translated, Value) else translated
        for result, parts in zip(op.results, results, strict=True):
            given = (parts,) if isinstance(parts, Value) else parts
            types = kept_parts(result.type)
            fitted = tuple(self._fitted(*pair) for pair in zip(given, types, strict=True))
            for part in fitted:
                part.name_hint = part.name_hint or result.name_hint
            self.bind(result, fitted)

    def _fitted(self, value: Value, type: Type) -> Value:
        """Return a value with the type that the op declares, which may say more or less."""
        if self._lifted != () or not isinstance(type, TensorType):
            return value
        shape = shape_of_declared(type)
        is_known = element_of(value) is type.element_type and is_less_precise(shape, shape_of(value))
        return value if is_known else fitted(value, shape, type.element_type)

    def _stand_in(self, op: Operation) -> None:
        """Let arguments stand for the results of an op that is refused, so that all refusals are found in one run."""
        point = Builder.current().point
        assert point is not None
        for result in op.results:
            types = kept_parts(result.type)
            shape = self._lifted
            lifted = [tensor_of(shape, element_type(type)) if shape else type for type in types]
            self.bind(result, tuple(point.block.add_argument(type) for type in lifted))

    # -- Regions -------------------------------------------------------------------------------------------------------

    def region(self, region: Region, arguments: Sequence[Parts] = ()) -> list[Parts]:
        """Translate a region where the builder is."""
        return self.run(region.entry, arguments)

    def new_region(self, region: Region, types: Sequence[Type], end: Callable[[Parts], Operation]) -> Region:
        """Return a region of graph ops whose arguments have the parts of some types, ended by an op on its values."""
        block = Block([part for type in types for part in kept_parts(type)])
        with Builder(InsertionPoint.at_end(block), Builder.current().location) as builder:
            values = self.region(region, self.divided(block.args, types))
            builder.insert(end(tuple(part for parts in values for part in parts)))
        return Region([block])

    def divided(self, values: Sequence[Value], types: Sequence[Type]) -> list[Parts]:
        """Return tensors as the parts of values of some types."""
        rest = iter(values)
        return [tuple(next(rest) for _ in kept_parts(type)) for type in types]

    def lift(self, region: Region, shape: Shape, arguments: Sequence[Parts]) -> list[Parts]:
        """Apply a function on scalars to all elements of tensors of one shape."""
        with self._lifting(shape):
            return [tuple(map(self._spread, parts)) for parts in self.region(region, arguments)]

    @contextmanager
    def _lifting(self, shape: Shape) -> Generator[None]:
        before, self._lifted = self._lifted, shape
        try:
            yield
        finally:
            self._lifted = before

    @property
    def is_lifted(self) -> bool:
        """Whether scalars stand for tensors."""
        return self._lifted != ()

    # -- Calls ---------------------------------------------------------------------------------------------------------

    def body_of(self, name: str) -> Region:
        """Return the body of a function of the module."""
        function = next((each for each in self.module.body.entry.ops if symbol_of(each) == name), None)
        body = function.regions[0] if function is not None and function.regions else None
        if body is None or body.is_empty:
            raise CannotLower(f"callee must be a function with a body, but got '@{name}'")
        return body

    def inline(self, name: str, arguments: Sequence[Parts]) -> list[Parts]:
        """Translate the body of a function of the module where the builder is."""
        body = self.body_of(name)
        if name in self._callers:
            raise CannotLower(f"callee must not be called by itself, but got '@{name}'")
        if not body.has_one_block:
            raise CannotLower(f"callee must have one block, but got '@{name}'; {HOW_TO_BRANCH}")
        self._callers.append(name)
        outer, self._parts = self._parts, {}
        try:
            return self.region(body, arguments)
        finally:
            self._parts = outer
            self._callers.pop()


def _is_empty(result: Value) -> bool:
    """Return whether a result is a tensor without elements: it need not be computed."""
    return isinstance(result.type, TensorType) and result.type.has_static_shape and 0 in result.type.shape


def _nothing(type: TensorType) -> Value:
    return graph.constant(DenseElementsAttr.of(type, []))


def symbol_of(op: Operation) -> str | None:
    """Return the name of a function."""
    name = op.properties.get("sym_name")
    return getattr(name, "value", None)


# -- Types -------------------------------------------------------------------------------------------------------------


def is_unchanged(type: Type) -> bool:
    """Return whether values of a type stay what they are: tensors of real numbers, and scalars."""
    if isinstance(type, TensorType):
        return parts_of_type(type) == (type,)
    return isinstance(type, (FloatType, IndexType, IntegerType))


def kept_parts(type: Type) -> tuple[Type, ...]:
    """Return the types of what a value of a type becomes: scalars stay."""
    return (type,) if is_unchanged(type) else parts_of_type(type)


def parts_of_type(type: Type) -> tuple[TensorType, ...]:
    """Return the types of the tensors that a value of a type becomes."""
    if isinstance(type, TupleType):
        return tuple(part for each in type.types for part in parts_of_type(each))
    if isinstance(type, TensorType):
        element = type.element_type
        if isinstance(element, ComplexType):
            return (tensor_of(shape_of_declared(type), element.element_type),) * 2
        if isinstance(element, UniformQuantizedType):
            return (tensor_of(shape_of_declared(type), element.storage),)
        return (tensor_of(shape_of_declared(type), i64 if isinstance(element, IndexType) else element),)
    if type.name == "stablehlo.token":
        return ()
    raise CannotLower(f"is not supported on values of type '{type}'")


def shape_of_declared(type: TensorType) -> Shape:
    """Return the sizes of a tensor type, without bounds of the unknown ones."""
    return tuple(None if size == DYNAMIC else size for size in type.shape)


def is_complex(value: Value) -> bool:
    """Return whether a value of StableHLO is a tensor of complex numbers."""
    return isinstance(value.type, TensorType) and isinstance(value.type.element_type, ComplexType)


def declared_shape(value: Value) -> Shape:
    """Return the sizes of a value of StableHLO."""
    return shape_of_declared(value.type_as(TensorType))
