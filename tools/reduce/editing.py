"""Code shared by the reductions of modules: a copy in which sites are edited, and replacement values.

A reduction may produce invalid IR: candidates that do not verify are never tested. It must not depend on any dialect.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from dlc.ir import Attribute, Block, Operation, OpResult, Type, Value
from dlc.ir.builtin_attributes import DenseElementsAttr, FloatAttr, IntegerAttr, layout_of
from dlc.ir.builtin_types import ComplexType, FloatType, IndexType, IntegerType, MemRefType, ShapedType
from dlc.ir.context import Context
from dlc.ir.poison import PoisonOp
from dlc.ir.traits import ConstantLike, IsolatedFromAbove, NoTerminator

from .search import Reduction

T = TypeVar("T")

ARGUMENTS, OPERANDS, CONSTANTS = range(3)
"""The kinds of replacement for a removed value: an argument from outside, an operand of its op, or a constant."""


class ModuleReduction(Reduction[Operation], Generic[T]):
    """A reduction that finds its sites in a module, and edits them in a copy."""

    def __init__(self, context: Context) -> None:
        self.context = context

    @abstractmethod
    def sites(self, module: Operation) -> Sequence[T]:
        """Return the sites that can be reduced, in program order, which is the same in a copy."""

    @abstractmethod
    def edit(self, module: Operation, sites: Sequence[T], way: int) -> None:
        """Reduce these sites in place."""

    def count(self, state: Operation) -> int:
        return len(self.sites(state))

    def apply(self, state: Operation, chosen: range, way: int) -> Operation | None:
        copy = state.clone()
        try:
            self.edit(copy, self.sites(copy)[chosen.start : chosen.stop], way)
        except Exception:  # noqa: BLE001 (the input may be what breaks code of a dialect: then this is no candidate)
            return None
        return copy


def ops_below(module: Operation) -> Iterator[Operation]:
    """Return all ops inside a module, in program order."""
    ops = module.walk()
    next(ops)
    return ops


def blocks_of(module: Operation) -> Iterator[Block]:
    """Return all blocks inside a module, in program order."""
    for op in module.walk():
        for region in op.regions:
            yield from region.blocks


def ends_block(op: Operation) -> bool:
    """Return whether a block may need this op as its terminator."""
    if op.next is not None or op.successors:
        return bool(op.successors)
    if op.is_registered:
        return op.may_be_terminator
    owner = op.parent_op
    return not op.results and owner is not None and owner.is_registered and NoTerminator not in owner.traits


def leaves_region(op: Operation) -> bool:
    """Return whether an op ends its block without branching to another one."""
    return ends_block(op) and not op.successors


def hands_out_results(op: Operation) -> bool:
    """Return whether an op, the last of its block, may yield the results of its parent op."""
    owner = op.parent_op
    if owner is None or op.successors:
        return False
    unknown = not op.is_registered and not op.results
    return leaves_region(op) or (unknown and len(op.operands) == len(owner.results) > 0)


# -- Values that stand in for others ---------------------------------------------------------------------------------


class StandIns:
    """Finds or creates replacement values of a type at a program point, in one module that is being edited."""

    def __init__(self, context: Context, way: int, gone: Iterable[Operation] = ()) -> None:
        self._context = context
        self._way = way
        self._gone = set(gone)
        """Ops that are about to be removed, whose results must not be used."""
        self._arguments: dict[Block, dict[Type, Value]] = {}
        self._results: dict[Block, dict[Type, Value]] = {}
        self._made: dict[tuple[Block, Type], Value] = {}

    def find(self, type: Type, place: Operation, operands: Sequence[Value] = (), *, make: bool = True) -> Value | None:
        """Return a value of this type that is defined before `place`; `operands` are preferred."""
        operand = next((value for value in operands if value.type is type and self._stays(value)), None)
        if self._way == OPERANDS and operand is not None:
            return operand
        if self._way == CONSTANTS and make:
            constant = self._made_at(type, place, _zero)
            if constant is not None:
                return constant
        candidate = self._in_scope(type, place) or operand
        if candidate is not None or not make:
            return candidate
        return self.make(type, place)

    @property
    def prefers_arguments(self) -> bool:
        """Whether an argument is preferred to a constant."""
        return self._way != CONSTANTS

    def make(self, type: Type, place: Operation) -> Value | None:
        """Return a constant of a type, or poison."""
        return self._made_at(type, place, _zero) or self._made_at(type, place, _poison)

    def replace(self, value: Value, place: Operation, operands: Sequence[Value] = (), *, make: bool = True) -> bool:
        """Replace all uses of a value; return whether a replacement exists."""
        if not value.has_uses:
            return True
        replacement = self.find(value.type, place, [each for each in operands if each is not value], make=make)
        if replacement is None or replacement is value:
            return False
        value.replace_all_uses_with(replacement)
        return True

    def _stays(self, value: Value) -> bool:
        return value.defining_op not in self._gone

    # -- What is there -----------------------------------------------------------------------------------------------

    def _in_scope(self, type: Type, place: Operation) -> Value | None:
        """Return the outermost argument that is visible at `place`, or else the nearest result before it."""
        argument: Value | None = None
        result: Value | None = None
        anchor: Operation | None = place
        while anchor is not None and anchor.parent is not None:
            block = anchor.parent
            entry = block.parent.first if block.parent is not None else None
            for each in (block,) if entry is None or entry is block else (block, entry):
                argument = self._argument(each, type) or argument
                if result is None:
                    result = self._result_before(each, type, anchor if each is block else None)
            owner = block.parent_op
            anchor = None if owner is None or IsolatedFromAbove in owner.traits else owner
        return argument or result

    def _argument(self, block: Block, type: Type) -> Value | None:
        known = self._arguments.get(block)
        if known is None:
            known = self._arguments[block] = {}
            for arg in block.args:
                known.setdefault(arg.type, arg)
        return known.get(type)

    def _result_before(self, block: Block, type: Type, place: Operation | None) -> Value | None:
        """Return the first result of this type in a block that is defined before `place`."""
        known = self._results.get(block)
        if known is None:
            known = self._results[block] = {}
            for op in block.ops:
                for result in op.results if op not in self._gone else ():
                    known.setdefault(result.type, result)
        first = known.get(type)
        if not isinstance(first, OpResult) or first.owner.parent is not block:
            return None
        return first if place is None or (first.owner is not place and first.owner.is_before(place)) else None

    # -- New constants ----------------------------------------------------------------------------------------------

    def _made_at(self, type: Type, place: Operation, maker: Any) -> Value | None:
        """Return a constant at the start of the function that contains `place`."""
        block = _home(place)
        if block is None:
            return None
        constant = self._made.get((block, type))
        if constant is None:
            new_constant: Operation | None = maker(self._context, type, place)
            if new_constant is None:
                return None
            block.insert_before(new_constant, block.first)
            constant = self._made[block, type] = new_constant.results[0]
        return constant


def _home(place: Operation) -> Block | None:
    """Return the outermost block whose values can be used at `place`."""
    block = place.parent
    while block is not None:
        owner = block.parent_op
        entry = block.parent.first if block.parent is not None else None
        outer = owner.parent if owner is not None else None
        if outer is None or owner is None or not owner.is_registered or IsolatedFromAbove in owner.traits:
            return entry or block
        block = outer
    return None


def _zero(context: Context, type: Type, place: Operation) -> Operation | None:
    """Return a constant 0, created by the dialect of the current op, or by `arith`."""
    attribute = zero_of(type)
    for name in dict.fromkeys((place.dialect_name, "arith")) if attribute is not None else ():
        dialect = context.dialect(name)
        if dialect is not None and dialect.materialize_constant is not None and attribute is not None:
            constant = dialect.materialize_constant(attribute, type, place.location)
            if constant is not None and len(constant.results) == 1:
                return constant
    return None


def _poison(context: Context, type: Type, place: Operation) -> Operation | None:
    if context.op_class(PoisonOp.name) is None:
        return None
    poison = PoisonOp(type)
    poison.location = place.location
    return poison


def zero_of(type: Type) -> Attribute | None:
    """Return the zero of a number type, or of a tensor or vector type."""
    if isinstance(type, (IntegerType, IndexType)):
        return IntegerAttr(0, type) if not isinstance(type, IntegerType) or type.width else None
    if isinstance(type, FloatType):
        return FloatAttr.of(0.0, type)
    if isinstance(type, ShapedType) and not isinstance(type, MemRefType) and type.has_static_shape:
        element = type.element_type
        if layout_of(element) is not None:
            return DenseElementsAttr.from_bits(type, [0, 0] if isinstance(element, ComplexType) else [0])
    return None


# -- Removing --------------------------------------------------------------------------------------------------------


def drop_ops(ops: Sequence[Operation], context: Context, way: int) -> int:
    """Erase ops and replace their results; return the number of erased ops."""
    stand_ins = StandIns(context, way, ops)
    inside: set[Operation] = set()
    dropped = 0
    for op in ops:
        if op in inside or op.parent is None:
            continue
        fresh = ConstantLike not in op.traits  # replacing a constant by a constant is not progress
        if all(stand_ins.replace(result, op, op.operands, make=fresh) for result in op.results):
            if op.regions:
                inside.update(op.walk())
            op.erase()
            dropped += 1
    return dropped


def erase_blocks(blocks: Sequence[Block]) -> None:
    """Erase blocks that only refer to one another."""
    for block in blocks:
        block.drop_all_references()
    for block in blocks:
        block.erase()


def rebuilt(op: Operation, result_types: Sequence[Type], kept: Sequence[OpResult]) -> Operation:
    """Replace `op` by one with fewer results; move its regions, and keep everything else."""
    regions = [type(region)() for region in op.regions]
    for fresh, old in zip(regions, op.regions, strict=True):
        fresh.take_blocks(old)
    state = (op.operands, result_types, op.properties, op.attributes, regions, op.successors, op.location)
    new_op = type(op).create(*state)
    if not op.is_registered:
        new_op.name = op.name
    assert op.parent is not None
    op.parent.insert_before(new_op, op)
    if kept:
        new_op.results[0].name_hint = op.results[0].name_hint  # the name of all results
    for old, new in zip(kept, new_op.results, strict=True):
        old.replace_all_uses_with(new)
    op.erase()
    return new_op
