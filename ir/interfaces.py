"""Interfaces: what a pass can ask of an op without knowing its kind.

An interface is a class under `Interface` whose static methods take the op first. An op implements it by methods in its
class body (`interfaces=(LoopLike,)`), by an object made for the purpose (`interfaces=(Reads("memref"),)`), or from
outside its dialect: `LoopLike.attach(ForOp, ForOpAsLoop)`. Looking one up is one dictionary access:

    loop = LoopLike.of(op)
    if loop is not None:
        for region in loop.loop_regions(op): ...
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from .attributes import Attribute, Type
from .errors import InvalidDefinitionError

if TYPE_CHECKING:
    from typing_extensions import Self

    from .blocks import Block, Region
    from .integer_range import IntegerRange
    from .operations import Operation
    from .values import Value


class Interface:
    """Base of all interfaces."""

    key: ClassVar[type[Interface]]

    def __init_subclass__(cls) -> None:
        """A direct subclass is an interface, a deeper one is an implementation of it."""
        bases = [base for base in cls.__mro__[1:] if issubclass(base, Interface) and base is not Interface]
        cls.key = bases[0].key if bases else cls

    @classmethod
    def of(cls, op: Operation) -> Self | None:
        """Return the implementation for ops of this kind, or `None`."""
        return op.interfaces.get(cls)

    @classmethod
    def required(cls) -> list[str]:
        """Return the names that an implementation must have: those that raise `NotImplementedError` here."""
        return [name for name, member in vars(cls).items() if getattr(member, "__isabstractmethod__", False)]

    @classmethod
    def attach(cls, op_class: type[Operation], implementation: Any) -> None:
        """Give `op_class` this interface from outside; `implementation` has its methods, taking the op first.

        Subclasses that do not have the interface get it as well, such as the ops of a base class.
        """
        missing = [name for name in cls.required() if not hasattr(implementation, name)]
        if missing:
            raise InvalidDefinitionError(f"'{op_class.name}' as {cls.__name__} lacks {', '.join(missing)}")
        if "interfaces" not in vars(op_class):
            op_class.interfaces = dict(op_class.interfaces)  # type: ignore[misc]
        op_class.interfaces[cls] = implementation
        for each in op_class.__subclasses__():
            if cls not in each.interfaces:
                cls.attach(each, implementation)


def required(method: Any) -> Any:
    """Mark a method of an interface that has no default."""
    method.__isabstractmethod__ = True
    return method


# -- Folding and types -----------------------------------------------------------------------------------------------

FoldResult = Sequence["Attribute | Value"]


class Foldable(Interface):
    """Computes results without making new ops; every op class with a method `fold` implements it."""

    @staticmethod
    @required
    def fold(op: Operation, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """Return a constant or existing value for each result; `None`: nothing to fold.

        `operands` are the constants that the operands are known to be. Returning the op's own results means that the
        op was changed in place.
        """
        raise NotImplementedError


class InferTypes(Interface):
    """Knows its result types from its operands and attributes."""

    checked_by_rules = False
    """True if the op's own rules compare the result types; otherwise the inferred ones are the only ones allowed."""

    @staticmethod
    @required
    def infer_types(op: Operation) -> Sequence[Type]:
        """Return the result types. The op's results may not be made yet."""
        raise NotImplementedError


class InferIntRange(Interface):
    """Knows between which bounds its integer results lie, given those of its operands."""

    @staticmethod
    @required
    def infer_ranges(op: Operation, operands: Sequence[IntegerRange | None]) -> Sequence[IntegerRange | None]:
        """Return the range of each result; `None` if it is no integer (or vector or tensor of them), or is not
        known.
        """
        raise NotImplementedError

    @staticmethod
    def infer_argument_ranges(
        op: Operation, arguments: Sequence[Value], operands: Sequence[IntegerRange | None]
    ) -> Sequence[IntegerRange | None]:
        """Return the ranges of region arguments to which the op itself gives values, such as the counter of a loop."""
        return [None] * len(arguments)


# -- Effects ---------------------------------------------------------------------------------------------------------


class Effect:
    """An effect of an op on memory: `read`, `write`, `alloc` or `free`, of `value` or of an unknown location.

    The kind `diverge` is not about memory: the op may run for ever, so what comes after it may never happen.
    """

    __slots__ = ("kind", "resource", "value")

    def __init__(self, kind: str, value: Value | None = None, resource: str = "memory") -> None:
        self.kind = kind
        self.value = value
        self.resource = resource

    def __repr__(self) -> str:
        return f"{self.kind}({self.value!r})" if self.value is not None else f"{self.kind}({self.resource})"


class MemoryEffects(Interface):
    """Knows every effect that the op itself has (not those of ops inside it, unless it says so)."""

    @staticmethod
    @required
    def effects(op: Operation) -> Sequence[Effect]:
        raise NotImplementedError


class Touches(MemoryEffects):
    """Effects on named operands and results: `Touches(read="memref")`, `Touches(alloc="result")`."""

    def __init__(self, **kinds: str | tuple[str, ...]) -> None:
        self.named = tuple(
            (kind, name) for kind, names in kinds.items() for name in ((names,) if isinstance(names, str) else names)
        )
        """The kinds of the effects, which all ops have, and the operands and results that they are on."""

    def effects(self, op: Operation) -> Sequence[Effect]:  # type: ignore[override]
        return [Effect(kind, getattr(op, name)) for kind, name in self.named]


NO_EFFECTS = Touches()
"""Of an op that is not `Pure`, as it must not be executed needlessly, but has no effects either."""


class MayRunForever(MemoryEffects):
    """The effect of a loop that may not terminate: it must not be removed, nor run where the program would not do so.

    Whoever knows that the loop ends, or may assume so, says so by the unit attribute `must_progress` of the op.
    """

    def effects(self, op: Operation) -> Sequence[Effect]:  # type: ignore[override]
        return () if op.get_attr("must_progress") is not None else (Effect("diverge", resource="progress"),)


class ViewLike(Interface):
    """Makes a view: its first result is a memref that refers to the memory of one of its operands.

    The op neither writes to its operands nor keeps them anywhere but in that result.
    """

    @staticmethod
    @required
    def view_source(op: Operation) -> Value:
        """Return the operand whose memory the result refers to."""
        raise NotImplementedError

    @staticmethod
    def is_one_to_one(op: Operation) -> bool:
        """Return whether each index of the view is an element of the source, and a different one for each index.

        Otherwise nothing is known but that both lie in one allocation.
        """
        del op
        return True

    @staticmethod
    def covers_source(op: Operation) -> bool:
        """Return whether every element of the source is an element of the view."""
        del op
        return False


class ViewOf(ViewLike):
    """A view of a named operand: `ViewOf("source", covers=True)`."""

    def __init__(self, source: str, *, covers: bool = False, one_to_one: bool = True) -> None:
        self.source = source
        self.covers = covers
        self.one_to_one = one_to_one

    def view_source(self, op: Operation) -> Value:  # type: ignore[override]
        source: Value = getattr(op, self.source)
        return source

    def is_one_to_one(self, op: Operation) -> bool:  # type: ignore[override]
        del op
        return self.one_to_one

    def covers_source(self, op: Operation) -> bool:  # type: ignore[override]
        del op
        return self.covers


class ConditionallySpeculatable(Interface):
    """May be executed needlessly if its operands allow it, as a division by a constant that is not zero may."""

    @staticmethod
    @required
    def is_speculatable(op: Operation) -> bool:
        raise NotImplementedError


# -- Control flow ----------------------------------------------------------------------------------------------------


class Branch(Interface):
    """A terminator that passes operands to the arguments of its successors."""

    @staticmethod
    @required
    def successor_operands(op: Operation, index: int) -> Sequence[Value]:
        """Return the operands forwarded to the arguments of successor `index`."""
        raise NotImplementedError

    @staticmethod
    @required
    def successor_operand_start(op: Operation, index: int) -> int:
        """Return the position of the first forwarded operand."""
        raise NotImplementedError

    @staticmethod
    @required
    def set_successor_operands(op: Operation, index: int, values: Sequence[Value]) -> None:
        raise NotImplementedError

    @staticmethod
    def successor_for(op: Operation, operands: Sequence[Attribute | None]) -> Block | None:
        """Return the one successor taken when the operands are these constants, if that is decided."""
        return None


class RegionSuccessor:
    """A possible successor: `region`, whose entry gets `inputs`; or, if it is `None`, the end of the op."""

    __slots__ = ("inputs", "region")

    def __init__(self, region: Region | None, inputs: Sequence[Value]) -> None:
        self.region = region
        self.inputs = inputs


class RegionBranch(Interface):
    """An op whose regions pass control to one another and back to it.

    Values that are passed on are operands that lie side by side, and reach the `inputs` of the successor in order: the
    arguments of the region's entry, or results of the op. Arguments and results that no successor names are made by
    the op itself, such as the counter of a loop.
    """

    @staticmethod
    @required
    def region_successors(op: Operation, source: Region | None) -> Sequence[RegionSuccessor]:
        """Return the possible successors of `source`; `None` stands for the op itself, when it starts.

        That is asked of the kind of op: what constants and properties rule out for this one is left to
        `entry_successors` and `later_successors`. Values that are passed on differing ways count as the same only if
        all ways are here.
        """
        raise NotImplementedError

    @staticmethod
    @required
    def entry_operands(op: Operation, successor: RegionSuccessor) -> Sequence[Value]:
        """Return the operands that the op forwards to `successor` when it starts."""
        raise NotImplementedError

    @staticmethod
    def entry_operand_start(op: Operation, successor: RegionSuccessor) -> int:
        """Return the position of the first forwarded operand; by default, the forwarded operands are the last ones."""
        return len(op.operands) - len(op.interfaces[RegionBranch].entry_operands(op, successor))

    @staticmethod
    def entry_successors(op: Operation, constants: Sequence[Attribute | None]) -> Sequence[RegionSuccessor]:
        """Return the successors in `region_successors(op, None)` that are possible for these constant operands."""
        del constants
        successors: Sequence[RegionSuccessor] = op.interfaces[RegionBranch].region_successors(op, None)
        return successors

    @staticmethod
    def later_successors(op: Operation, source: Region) -> Sequence[RegionSuccessor]:
        """Return the successors in `region_successors(op, source)` that the op's properties allow: some loops run no
        second time.
        """
        successors: Sequence[RegionSuccessor] = op.interfaces[RegionBranch].region_successors(op, source)
        return successors

    @staticmethod
    def can_pass(op: Operation, given: Type, declared: Type) -> bool:
        """Return whether a value of the type `given` may be passed to where another type is declared.

        The verifier asks this of all edges where the types differ; by default they must be equal.
        """
        del op, given, declared
        return False

    @staticmethod
    def has_fixed_values(op: Operation) -> bool:
        """Return whether what is passed must stay though nothing needs it, because a property of the op counts or
        orders it.

        Otherwise an operand that is passed may go, with all that it reaches and all that is passed there. Groups of
        operands and results whose number the op's definition fixes are never touched.
        """
        del op
        return False


class RegionTerminator(Interface):
    """A terminator that passes operands on to the successors of its region; `ReturnLike` ops pass all of them."""

    @staticmethod
    @required
    def operands_for(op: Operation, successor: RegionSuccessor) -> Sequence[Value]:
        raise NotImplementedError

    @staticmethod
    def operand_start_for(op: Operation, successor: RegionSuccessor) -> int:
        """Return the position of the first forwarded operand; by default, the forwarded operands are the last ones."""
        return len(op.operands) - len(op.interfaces[RegionTerminator].operands_for(op, successor))

    @staticmethod
    def successors_for(
        op: Operation, successors: Sequence[RegionSuccessor], constants: Sequence[Attribute | None]
    ) -> Sequence[RegionSuccessor]:
        """Return the region's `successors` that are possible when the terminator's operands are these constants."""
        del op, constants
        return successors


class CarriesValues(Interface):
    """A `RegionBranch` op that can take one more value, hand it around its regions, and give it as a last result."""

    @staticmethod
    @required
    def carry(op: Operation, value: Value) -> Sequence[Value]:
        """Add a result of the type of `value`; gives back what stands for `value` where each region begins.

        `resizing` has what is needed. What the ends of the regions pass is one value too few afterwards: the caller
        appends the operands.
        """
        raise NotImplementedError


class KeepsShapes(Interface):
    """Has results, or arguments of its regions, that have the shape of an operand."""

    @staticmethod
    @required
    def same_shape_as(op: Operation, value: Value) -> Value | None:
        """Return the operand whose shape a result or an argument of a region has, if there is one."""
        raise NotImplementedError


class LoopLike(Interface):
    """A loop: what is invariant in its regions can be moved before it."""

    @staticmethod
    @required
    def loop_regions(op: Operation) -> Sequence[Region]:
        raise NotImplementedError

    @staticmethod
    def is_defined_outside(op: Operation, value: Value) -> bool:
        """Return whether `value` has the same value in each iteration because it is defined outside."""
        block = value.parent_block
        owner = block.parent_op if block is not None else None
        return owner is None or not op.is_ancestor_of(owner)


# -- Calls and symbols -----------------------------------------------------------------------------------------------


class Call(Interface):
    """Transfers control to a callable and comes back."""

    @staticmethod
    @required
    def callee(op: Operation) -> Attribute | Value:
        """Return the symbol that is called, or the value where the call is indirect."""
        raise NotImplementedError

    @staticmethod
    @required
    def call_arguments(op: Operation) -> Sequence[Value]:
        raise NotImplementedError

    @staticmethod
    def fit_inlined(op: Operation, body: Region) -> bool:
        """Make a copy of the callee's body fit the place of the call; return whether it can stand there at all."""
        return True


class Callable(Interface):
    """Something that calls can reach."""

    @staticmethod
    @required
    def callable_region(op: Operation) -> Region | None:
        """Return the body; `None` where it is defined elsewhere."""
        raise NotImplementedError

    @staticmethod
    @required
    def callable_results(op: Operation) -> Sequence[Type]:
        raise NotImplementedError


class Symbol(Interface):
    """Has a name in the enclosing symbol table: property `sym_name`, and `sym_visibility` if it is not public."""

    @staticmethod
    def is_optional(op: Operation) -> bool:
        """Return whether an op of this kind may go without a name."""
        return False

    @staticmethod
    def is_declaration(op: Operation) -> bool:
        return False

    @staticmethod
    def can_discard(op: Operation) -> bool:
        """Return whether the symbol may be removed once nothing refers to it."""
        return True


class SymbolUser(Interface):
    """Refers to symbols, and can check that they are there and fit."""

    @staticmethod
    @required
    def verify_symbol_uses(op: Operation, lookup: Any, report: Any) -> None:
        """`lookup(reference)` gives the symbol's op, or `None`."""
        raise NotImplementedError


# -- Promotion of memory to values -----------------------------------------------------------------------------------


class PromotableAllocation(Interface):
    """An op that allocates slots that mem2reg can turn into values."""

    @staticmethod
    @required
    def promotable_slots(op: Operation) -> Sequence[tuple[Value, Type]]:
        """Return each slot's pointer, and the type of what it holds."""
        raise NotImplementedError

    @staticmethod
    @required
    def default_value(op: Operation, slot: Value, builder: Any) -> Value:
        """Return the value that is read from the slot before the first store."""
        raise NotImplementedError


class PromotableMemoryOp(Interface):
    """Loads from or stores to a slot."""

    @staticmethod
    def loads_from(op: Operation, slot: Value) -> bool:
        return False

    @staticmethod
    def stored_value(op: Operation, slot: Value) -> Value | None:
        """Return the value that the op stores to the whole slot, or `None`."""
        return None
