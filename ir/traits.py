"""Traits: facts about a kind of op, that passes may rely on and the verifier checks.

A trait is declared where the op is: `@op("func.return", traits=(Terminator, HasParent("func.func")))`. A trait class
without data is given as the class itself. `verify` runs after the op's structure was found to be sound.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import InvalidDefinitionError

if TYPE_CHECKING:
    from .operations import Operation
    from .verifier import Report


class Trait:
    """Base of all traits."""

    __slots__ = ()

    def verify(self, op: Operation, report: Report) -> None:
        """Report where `op` breaks the promise."""


class Terminator(Trait):
    """Ends a block."""

    def verify(self, op: Operation, report: Report) -> None:
        if op.next is not None:
            report.error(None, "must be the last operation in the parent block")


class ReturnLike(Terminator):
    """A terminator that hands its operands to the parent op and leaves the region."""


class NoTerminator(Trait):
    """The blocks of this op's regions need no terminator."""


class SingleBlock(Trait):
    """Each region is empty or has exactly one block."""

    def verify(self, op: Operation, report: Report) -> None:
        for region in op.regions:
            if not region.is_empty and not region.has_one_block:
                report.error(None, f"expects region #{region.index} to have 0 or 1 blocks")


class IsolatedFromAbove(Trait):
    """A trait of ops whose regions use no value defined outside; the verifier checks that with dominance."""


class GraphRegion(Trait):
    """The order of ops inside has no meaning: a value may be used before it is defined."""


class SymbolTableTrait(Trait):
    """The op's region holds named symbols, each name once."""


class Pure(Trait):
    """A trait of ops without memory effects and undefined behaviour: they may be removed, duplicated, moved."""


class AlwaysSpeculatable(Trait):
    """May be executed though the program would not have done so."""


class RecursiveMemoryEffects(Trait):
    """Has the effects of the ops inside it, and no others."""


class RecursivelySpeculatable(Trait):
    """May be speculated if all ops inside may be."""


class Commutative(Trait):
    """The order of the operands does not matter."""


class ConstantLike(Trait):
    """Takes nothing and gives the value of its property `value`, or what its `constant_value` returns."""

    def verify(self, op: Operation, report: Report) -> None:
        if op.operands or len(op.results) != 1 or op.constant_value() is None:
            report.error(None, "is constant-like, so it must have no operands, one result and a property 'value'")


class Idempotent(Trait):
    """`f(f(x))` is `f(x)`."""


class Involution(Trait):
    """`f(f(x))` is `x`."""


class Elementwise(Trait):
    """Works on each element of its vector or tensor operands by itself."""


class IndexesElements(Trait):
    """Accesses elements of a memref at indices, whatever its type says of sizes and strides."""


class AffineScope(Trait):
    """Values defined at the top of this op's region can be symbols of affine expressions inside."""


class AutomaticAllocationScope(Trait):
    """Stack allocations inside are freed when the region is left."""


class HasParent(Trait):
    """The op may only stand directly inside one of the named ops."""

    __slots__ = ("names",)

    def __init__(self, *names: str) -> None:
        if not names:
            raise InvalidDefinitionError('HasParent takes the names of ops; write HasParent("func.func")')
        self.names = names

    def verify(self, op: Operation, report: Report) -> None:
        parent = op.parent_op
        if parent is None or parent.name not in self.names:
            names, got = ", ".join(self.names), f", but got '{parent.name}'" if parent is not None else ""
            report.error(
                None,
                f"expects parent op to be one of '{names}'{got}"
                if len(self.names) > 1
                else f"expects parent op '{names}'{got}",
            )


class SameOperandsAndResultShape(Trait):
    """A trait of ops whose operands and results all have the same shape."""

    def verify(self, op: Operation, report: Report) -> None:
        shapes = [getattr(value.type, "shape", None) for value in (*op.operands, *op.results)]
        if any(shape != shapes[0] for shape in shapes):
            report.error(None, "requires the same shape for all operands and results")
