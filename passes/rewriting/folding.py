"""Folding: an op's own `fold`, what its traits say, and one constant op for each constant of an isolated region.

`fold(op, constants)` asks an op what it computes from constants; nothing is made. `ConstantPool` makes the ops for
folded constants, each once, at the top of the nearest isolated region, where all that is inside can use them.
"""

# The lists of ops and values are read directly: this runs for each op, and an accessor costs as much as the work.
# pyright: reportPrivateUsage=false

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from dlc.ir import Attribute, Block, Operation, OpResult, Region, StringAttr, Type, TypedAttribute, Value
from dlc.ir.context import Context
from dlc.ir.interfaces import Foldable, FoldResult
from dlc.ir.locations import fuse
from dlc.ir.mistakes import DefinitionMistake, raised_by
from dlc.ir.traits import Commutative, ConstantLike, Idempotent, Involution, IsolatedFromAbove

FOLD = "fold"
"""The origin in the location of a constant that came from folding, and the name of folding in counts."""


def fold(op: Operation, constants: Sequence[Attribute | None]) -> FoldResult | None:
    """A constant or existing value for each result of `op`; its own results mean that it was changed in place.

    `constants` are what the operands are known to be. `None`: nothing to fold.
    """
    foldable = op.interfaces.get(Foldable)
    folded = folded_by(foldable, op, constants) if foldable is not None else None
    return folded if folded is not None else fold_by_traits(op, constants)


def folded_by(foldable: Foldable, op: Operation, constants: Sequence[Attribute | None]) -> FoldResult | None:
    """Return what an op's own fold returns; raise `DefinitionMistake` if that is no result of a fold for the op."""
    try:
        folded = foldable.fold(op, constants)
    except Exception as error:
        raise raised_by("fold", op, error, foldable.fold) from error
    if folded is None:
        return None
    problem = _misfit(op, folded)
    if problem is not None:
        raise DefinitionMistake("fold", op, problem)
    return folded


def fold_by_traits(op: Operation, constants: Sequence[Attribute | None]) -> FoldResult | None:
    """Fold by traits alone: constants last in commutative ops, `f(f(x))` of idempotent ones and involutions."""
    traits = op.traits
    if Commutative in traits and _constants_last(op, constants):
        return op._results
    if len(op._operands) == 1 and len(op._results) == 1 and (Idempotent in traits or Involution in traits):
        source = op._operands[0]
        inner = source.defining_op
        if inner is not None and inner.name == op.name and len(inner._operands) == 1:
            replacement: Value = source if Idempotent in traits else inner._operands[0]
            same = inner._properties == op._properties and replacement.type is op._results[0].type
            return [replacement] if same else None
    return None


def _constants_last(op: Operation, constants: Sequence[Attribute | None]) -> bool:
    """Move constant operands behind the others; return whether that changed anything."""
    seen_constant = False
    for constant in constants:
        if constant is not None:
            seen_constant = True
        elif seen_constant:
            break
    else:
        return False
    pairs = list(zip(op._operands, constants, strict=True))
    ordered = [value for value, constant in pairs if constant is None]
    ordered += [value for value, constant in pairs if constant is not None]
    op.set_operands(ordered)
    return True


def _misfit(op: Operation, folded: FoldResult) -> str | None:
    """Return why the answer of a fold is none: there must be an attribute, or a value of the right type, per result."""
    results = op._results
    if folded is results:
        return None
    if not isinstance(folded, (list, tuple)):
        shown = f"'{folded}'" if isinstance(folded, (Value, Attribute)) else repr(folded)
        return f"returned {shown}; return a list with an attribute or a value for each result, or None"
    if len(folded) != len(results):
        have = f"{len(results)} result{'s' * (len(results) != 1)}"
        return f"returned {len(folded)} item{'s' * (len(folded) != 1)}, but the op has {have}"
    items = cast("Sequence[object]", folded)
    for item, result in zip(items, results, strict=True):
        if not isinstance(item, (Value, Attribute)):
            return f"returned {item!r} for a result; return an attribute or a value"
        is_builtin = result.type.name.startswith("builtin.")  # other dialects choose the attributes of their types
        typed = (Value, TypedAttribute) if is_builtin else Value
        if isinstance(item, typed) and item.type is not result.type:
            return f"returned '{item}' for a result of type '{result.type}'"
    return None


def is_in_place(op: Operation, folded: FoldResult) -> bool:
    """Return whether a fold answered with the op's own results: it changed the op."""
    return folded is op._results or (
        bool(folded) and all(value is result for value, result in zip(folded, op._results, strict=True))
    )


Key = tuple[str, Attribute, Type]


class ConstantPool:
    """The constant ops at the tops of isolated regions, each constant once."""

    __slots__ = ("_homes", "_origin", "_owned", "_pools", "context")

    def __init__(self, context: Context, provenance: str | None = None) -> None:
        self.context = context
        self._origin = StringAttr(FOLD if provenance is None else f"{provenance}/{FOLD}")
        self._pools: dict[Region, dict[Key, Operation]] = {}
        self._owned: dict[Operation, tuple[Region, Key]] = {}
        self._homes: dict[Region, Region] = {}
        """For each region the one at whose top constants for it belong."""

    def home_of(self, block: Block) -> Region | None:
        """The region at whose top constants for `block` belong: the nearest whose parent is isolated from above."""
        region = block._parent
        if region is None:
            return None
        home = self._homes.get(region)
        if home is not None:
            return home
        path: list[Region] = []
        current = region
        while True:
            path.append(current)
            parent = current._parent
            if parent is None or not parent.is_registered or IsolatedFromAbove in parent.traits:
                break
            outer = parent.parent_region
            if outer is None:
                break
            current = outer
        for each in path:
            self._homes[each] = current
        return current

    def adopt(self, op: Operation) -> Operation | None:
        """Take an existing constant op into the pool, moved to the top; or the op that gives the same constant."""
        block = op._parent
        value = op.constant_value()
        home = self.home_of(block) if block is not None else None
        if home is None or value is None or block is None:
            return None
        top = home._first
        assert top is not None
        if op in self._owned:
            if block is not top:
                op.detach()
                top.insert_before(op, top._first)
            return None
        pool = self._pools.setdefault(home, {})
        key = (op.dialect_name, value, op._results[0].type)
        known = pool.get(key)
        if known is not None and known is not op:
            return known
        previous = op._prev
        if block is not top or (previous is not None and previous not in self._owned):
            op.detach()
            top.insert_before(op, top._first)
        pool[key] = op
        self._owned[op] = (home, key)
        return None

    def forget(self, op: Operation) -> None:
        """An op is about to be erased."""
        owned = self._owned.pop(op, None)
        if owned is not None:
            home, key = owned
            pool = self._pools[home]
            if pool.get(key) is op:
                del pool[key]

    def value_for(
        self, attr: Attribute, type: Type, user: Operation, dialect: str | None = None
    ) -> tuple[OpResult, bool] | None:
        """A value that equals `attr` and can be used where `user` stands, and whether an op was made for it now.

        `None` where the dialect (that of `user`, if no other is named) has no op for such constants.
        """
        block = user._parent
        home = self.home_of(block) if block is not None else None
        if home is None or home._first is None:
            return None
        pool = self._pools.setdefault(home, {})
        prefix = user.dialect_name if dialect is None else dialect
        known = pool.get((prefix, attr, type))
        if known is not None:
            return known._results[0], False
        constant = self._materialize(prefix, attr, type, user)
        if constant is None:
            return None
        key = (constant.dialect_name, attr, type)
        known = pool.get(key)
        if known is not None:
            return known._results[0], False
        top = home._first
        top.insert_before(constant, top._first)
        pool[key] = constant
        self._owned[constant] = (home, key)
        return constant._results[0], True

    def value_of_fold(self, attr: Attribute, result: OpResult) -> tuple[OpResult, bool] | None:
        """The same for a constant that the fold of an op returned; raise `DefinitionMistake` if its dialect has no op
        for any constant.
        """
        op = result.owner
        constant = self.value_for(attr, result.type, op)
        dialect = self.context.dialect(op.dialect_name)
        if constant is None and dialect is not None:
            returned = f"returned the constant '{attr}'"
            if dialect.materialize_constant is None:
                raise DefinitionMistake(
                    "fold",
                    op,
                    f"{returned}, but the dialect '{op.dialect_name}' has no op for constants; give Dialect.collect a "
                    "'materialize_constant', such as that of dlc.dialects.arith",
                )
            raise DefinitionMistake(
                "fold",
                op,
                f"{returned} for a result of type '{result.type}', for which materialize_constant of the dialect "
                f"'{op.dialect_name}' makes no op",
            )
        return constant

    def _materialize(self, prefix: str, attr: Attribute, type: Type, user: Operation) -> Operation | None:
        dialect = self.context.dialect(prefix)
        if dialect is None or dialect.materialize_constant is None:
            return None
        culprit = f"materialize_constant of the dialect '{prefix}'"
        try:
            constant: Any = dialect.materialize_constant(attr, type, fuse([user.location], self._origin))
        except Exception as error:
            raise raised_by(culprit, user, error, dialect.materialize_constant) from error
        if constant is not None and not isinstance(constant, Operation):
            raise DefinitionMistake(culprit, user, f"returned {constant!r}; return an op with the constant, or None")
        if constant is not None and ConstantLike not in constant.traits:
            lack = "which lacks the trait ConstantLike, so that folds would not know its value"
            raise DefinitionMistake(culprit, user, f"returned '{constant.name}', {lack}")
        return constant if constant is not None and constant._results[0].type is type else None
