"""Traits of xDSL's ops as traits and interfaces of dlc, where dlc has them; the rest only xDSL's verifier looks at.

Some of xDSL's traits are asked about an op and may look around in it. They are given a copy of it, see `copies`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xdsl import traits as x
from xdsl.ir import Operation as XOperation
from xdsl.irdl import IRDLOperation

from ...ir import Operation, Region, Type, Value, traits
from ...ir.interfaces import Callable, ConditionallySpeculatable, Effect, Interface, MemoryEffects, Symbol
from ...ir.symbol_table import symbol_name
from ...ir.traits import Trait
from . import copies
from .attributes import AttributeImporter
from .exporting import StandIn

_SAME: dict[type[x.OpTrait], type[Trait]] = {
    x.NoTerminator: traits.NoTerminator,
    x.IsolatedFromAbove: traits.IsolatedFromAbove,
    x.Commutative: traits.Commutative,
    x.RecursivelySpeculatable: traits.RecursivelySpeculatable,
    x.SymbolTable: traits.SymbolTableTrait,
}
"""Traits that mean the same, and that dlc verifies itself."""

VERIFIED_BY_DLC: tuple[type[x.OpTrait], ...] = (*_SAME, x.IsTerminator, x.ReturnLike)
"""Traits that xDSL need not verify again."""


def traits_of(x_class: type[XOperation]) -> list[type[Trait] | Trait]:
    """dlc's traits for ops of a class of xDSL."""
    kinds = {type(trait) for trait in x_class.traits}
    mapped: list[type[Trait] | Trait] = [
        ours for theirs, ours in _SAME.items() if any(issubclass(kind, theirs) for kind in kinds)
    ]
    if x.ReturnLike in kinds:
        mapped.append(traits.ReturnLike)
    elif any(issubclass(kind, x.IsTerminator) for kind in kinds):
        mapped.append(traits.Terminator)
    effects = {kind for kind in kinds if issubclass(kind, x.MemoryEffect)}
    harmless = any(issubclass(kind, x.NoMemoryEffect) for kind in effects) and all(
        issubclass(kind, x.NoMemoryEffect) for kind in effects
    )
    always = any(issubclass(kind, x.AlwaysSpeculatable) for kind in kinds)
    if harmless and always:
        mapped.append(traits.Pure)
    elif always:
        mapped.append(traits.AlwaysSpeculatable)
    if effects == {x.RecursiveMemoryEffect}:
        mapped.append(traits.RecursiveMemoryEffects)
    if any(issubclass(kind, x.ConstantLike) for kind in kinds) and _is_plain_constant(x_class):
        mapped.append(traits.ConstantLike)
    return mapped


def _is_plain_constant(x_class: type[XOperation]) -> bool:
    """Return whether a constant of xDSL is one as dlc understands it: the value of its property `value`."""
    if not issubclass(x_class, IRDLOperation):
        return False
    definition = x_class.get_irdl_definition()
    return not definition.operands and len(definition.results) == 1 and "value" in definition.properties


def interfaces_of(x_class: type[XOperation]) -> list[type[Interface] | Interface]:
    """dlc's interfaces for ops of a class of xDSL."""
    interfaces: list[type[Interface] | Interface] = []
    own_traits = list(x_class.traits)
    effects = [trait for trait in own_traits if isinstance(trait, x.MemoryEffect)]
    if effects and {type(effect) for effect in effects} != {x.RecursiveMemoryEffect}:
        interfaces.append(_Effects(effects))
    for trait in own_traits:
        if isinstance(trait, x.SymbolOpInterface):
            interfaces.append(_Symbol(trait))
        elif isinstance(trait, x.CallableOpInterface):
            interfaces.append(_Callable(trait))
        elif isinstance(trait, x.ConditionallySpeculatable) and not isinstance(
            trait, (x.AlwaysSpeculatable, x.RecursivelySpeculatable)
        ):
            interfaces.append(_Speculatable(trait))
    return interfaces


_KINDS = {
    x.MemoryEffectKind.READ: "read",
    x.MemoryEffectKind.WRITE: "write",
    x.MemoryEffectKind.ALLOC: "alloc",
    x.MemoryEffectKind.FREE: "free",
}
_FIXED = {x.NoMemoryEffect, x.Pure, x.MemoryReadEffect, x.MemoryWriteEffect, x.MemoryAllocEffect, x.MemoryFreeEffect}


class _Effects(MemoryEffects):
    """The effects that xDSL declares: known for the class, or computed from the op."""

    def __init__(self, declared: Sequence[x.MemoryEffect]) -> None:
        self.declared = declared
        self.fixed: list[Effect] | None = None
        if all(type(each) in _FIXED for each in declared):
            anything: Any = None
            self.fixed = [effect for each in declared for effect in self._of(each, anything)]

    def _of(self, declared: x.MemoryEffect, x_op: XOperation) -> list[Effect]:
        instances = declared.get_effects(x_op)
        if instances is None:  # not known: as good as all of them
            return [Effect("read"), Effect("write"), Effect("alloc"), Effect("free")]
        return [Effect(_KINDS[each.kind], _value_of(each.value)) for each in instances]

    def effects(self, op: Operation) -> Sequence[Effect]:  # type: ignore[override]
        if self.fixed is not None:
            return self.fixed
        x_op = copies.with_contents(op)
        return [effect for each in self.declared for effect in self._of(each, x_op)]


def _value_of(value: Any) -> Value | None:
    """The value that a stand-in stands for; effects on anything else are effects on memory as a whole."""
    return value.value if isinstance(value, StandIn) else None


class _Symbol(Symbol):
    """An op with a name."""

    def __init__(self, declared: x.SymbolOpInterface) -> None:
        self.declared = declared

    def is_optional(self, op: Operation) -> bool:  # type: ignore[override]
        return self.declared.is_optional_symbol(copies.alone(op))

    def is_declaration(self, op: Operation) -> bool:  # type: ignore[override]
        return bool(op.regions) and all(region.is_empty for region in op.regions)

    def can_discard(self, op: Operation) -> bool:  # type: ignore[override]
        return symbol_name(op) is not None


class _Callable(Callable):
    """An op that calls can reach."""

    def __init__(self, declared: x.CallableOpInterface) -> None:
        self.declared = declared

    def callable_region(self, op: Operation) -> Region | None:  # type: ignore[override]
        x_op = copies.alone(op)
        x_region = self.declared.get_callable_region(x_op)
        region = next((ours for theirs, ours in zip(x_op.regions, op.regions, strict=True) if theirs is x_region), None)
        return None if region is None or region.is_empty else region

    def callable_results(self, op: Operation) -> Sequence[Type]:  # type: ignore[override]
        importer = AttributeImporter()
        return [importer.type(type) for type in self.declared.get_result_types(copies.alone(op))]


class _Speculatable(ConditionallySpeculatable):
    """May be executed needlessly if xDSL says so, having looked at the op."""

    def __init__(self, declared: x.ConditionallySpeculatable) -> None:
        self.declared = declared

    def is_speculatable(self, op: Operation) -> bool:  # type: ignore[override]
        return self.declared.is_speculatable(copies.with_contents(op))
