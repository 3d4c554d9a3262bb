"""Dialect conversion: ops that a target forbids become ops that it allows, and types change on the way.

    @conversion(AddOp)
    def lower_add(op: AddOp, new: Converted, rw: ConversionRewriter) -> Match:
        return rw.replace(op, LLVMAddOp(new.lhs, new.rhs))

    ok = apply_full_conversion(module, target, [lower_add], context, converter)

Ops are converted outer before inner, in program order. A pattern sees its op's operands in their converted types
through `Converted`, and makes results of converted types. Where a value is needed in a type that it does not have
(yet), an `unrealized_conversion_cast` is put there at once, so the IR is whole at any time and nothing is ever rolled
back. At the end casts that undo one another vanish, those that are left are made real by the converter's
materializations, and the rest stays for a later conversion.

A conversion that fails leaves the IR half converted, and says of each op that could not be converted why each pattern
that was tried did not match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar, cast

from dlc.dialects.builtin import UnrealizedConversionCastOp
from dlc.ir import (
    UNKNOWN_LOC,
    Attribute,
    Block,
    BlockArgument,
    Builder,
    InsertionPoint,
    Location,
    Operation,
    Region,
    Type,
    Value,
)
from dlc.ir.attributes import spelled
from dlc.ir.context import Context
from dlc.ir.definition import Op
from dlc.ir.diagnostics import counted, did_you_mean
from dlc.ir.errors import InvalidIRError
from dlc.ir.locations import PendingLocation
from dlc.ir.mistakes import DefinitionMistake, raised_by
from dlc.ir.patterns import MATCHED, BothListeners, Match, Pattern, RewriteListener, Rewriter, check_kinds, made_from

from ..generic.reconcile_unrealized_casts import reconcile_casts
from .cannot_lower import CannotLower
from .conversion_target import ConversionTarget
from .greedy import PatternSet, was_matched
from .type_conversion import TypeConverter

_P = TypeVar("_P", bound=Operation)
MOST_RECURSIONS = 10_000
"""How often recursive patterns are applied to what they have made of one op."""


class ConversionPattern(Pattern[Any]):
    """A pattern that also gets the converted operands."""

    __slots__ = ("recursive",)

    def __init__(
        self,
        function: Callable[[Any, Any, Any], Match],
        kinds: Sequence[type[Operation] | str],
        benefit: int = 1,
        *,
        recursive: bool = False,
    ) -> None:
        super().__init__(function, kinds, benefit)  # type: ignore[arg-type]
        self.recursive = recursive
        """Whether it may be applied to what it has made."""


def conversion(
    *kinds: type[Operation] | str, benefit: int = 1, recursive: bool = False
) -> Callable[[Callable[[Any, Any, Any], Match]], ConversionPattern]:
    """Make a function `(op, new, rw)` a conversion pattern for ops of the given kinds (any, where none is given).

    One that is `recursive` is applied to what it has made as well: each time it must come nearer to an end.
    """
    check_kinds(kinds, "conversion")
    return lambda function: ConversionPattern(function, kinds, benefit, recursive=recursive)


class Converted:
    """An op as seen by a conversion pattern: operands by name are the converted values, the rest is the op's own."""

    __slots__ = ("_op", "_rewriter")

    def __init__(self, op: Operation, rewriter: ConversionRewriter) -> None:
        self._op = op
        self._rewriter = rewriter

    @property
    def operands(self) -> list[Value]:
        """The converted operands; one that became several values is that many."""
        values: list[Value] = []
        for operand in self._op.operands:
            values += self._rewriter.converted(operand)
        return values

    @property
    def result_types(self) -> list[Type]:
        """The types that the results have to have."""
        types: list[Type] = []
        for result in self._op.results:
            types += self._rewriter.convert_type(result.type)
        return types

    @property
    def original(self) -> Original:
        """The op with the operands that it had before the conversion, by which analyses know them."""
        return Original(self._op, self._rewriter.originals.get(self._op) or self._op.operands)

    def __getattr__(self, name: str) -> Any:
        member = getattr(self._op, name)
        if isinstance(member, Value):
            return self._rewriter.converted_to_one(member)
        items = cast("Sequence[Any]", member) if isinstance(member, (list, tuple)) else ()
        if items and all(isinstance(item, Value) for item in items):
            return [value for item in items for value in self._rewriter.converted(item)]
        return cast("Any", member)


class Original:
    """An op with the operands that it had before a conversion, by name or as `operands`; the rest is the op's own."""

    __slots__ = ("_op", "_operands")

    def __init__(self, op: Operation, operands: Sequence[Value]) -> None:
        self._op = op
        self._operands = operands

    @property
    def operands(self) -> Sequence[Value]:
        """All operands before the conversion."""
        return self._operands

    @property
    def _properties(self) -> Mapping[str, Attribute]:
        """The op's properties, which accessors of operands read."""
        return self._op.properties

    def __getattr__(self, name: str) -> Any:
        accessor: Any = getattr(type(self._op), name, None)
        definition = self._op.definition if isinstance(self._op, Op) else None
        if definition is not None and any(field.accessor == name for field in definition.operands):
            return accessor.fget(self)
        return getattr(self._op, name)


class ConversionRewriter(Rewriter):
    """A rewriter that keeps values and their converted forms together."""

    __slots__ = ("_casts", "_place", "_placed", "converter", "made_casts", "originals", "user_listener")

    def __init__(
        self, driver: RewriteListener, converter: TypeConverter, listener: RewriteListener | None = None
    ) -> None:
        super().__init__(driver if listener is None else BothListeners(driver, listener))
        self.user_listener = listener or RewriteListener()
        """Hears of casts as well, which are no concern of the driver."""
        self.converter = converter
        self.made_casts: list[tuple[UnrealizedConversionCastOp, bool]] = []
        """The casts made so far, and whether each leads back to an original type."""
        self.originals: dict[Operation, tuple[Value, ...]] = {}
        """The operands of ops before the conversion."""
        self._casts: dict[tuple[Value, tuple[Type, ...]], UnrealizedConversionCastOp] = {}
        self._placed: Operation | None = None
        """The op whose location is known with the name of the pattern that runs, and that."""
        self._place: Location | PendingLocation = UNKNOWN_LOC

    def dismiss_listener(self) -> None:
        """Tell the listener nothing more, and forget all ops: converters may keep the rewriter."""
        super().dismiss_listener()
        self.user_listener = RewriteListener()
        self.made_casts, self.originals, self._casts = [], {}, {}
        self._placed = None

    # -- Converted values --------------------------------------------------------------------------------------------

    def convert_type(self, type: Type) -> tuple[Type, ...]:
        """Return the converted types; a pattern for an op with a type that cannot be converted does not match."""
        types = self.converter.convert(type)
        if types is None:
            raise CannotLower(f"type '{type}' cannot be converted")
        return types

    def converted(self, value: Value) -> Sequence[Value]:
        """Return a value in its converted types."""
        return self.in_types(value, self.convert_type(value.type))

    def converted_to_one(self, value: Value) -> Value:
        """Return a value in its converted type; a pattern does not match where it becomes several values."""
        values = self.converted(value)
        if len(values) != 1:
            raise CannotLower(
                f"a value of type '{value.type}' becomes {len(values)} values, not one; use 'rw.converted(op.…)'"
            )
        return values[0]

    def in_types(self, value: Value, types: tuple[Type, ...]) -> Sequence[Value]:
        """Return a value in other types: itself, what it was made from, or a cast right behind its definition."""
        if len(types) == 1 and types[0] is value.type:
            return (value,)
        above = value.defined_by(UnrealizedConversionCastOp)
        if above is not None and len(above.results) == 1 and tuple(above.operand_types) == types:
            return list(above.operands)
        known = self._casts.get((value, types))
        if known is None or known.parent is None or known.operands[0] is not value:
            known = self._make_cast(InsertionPoint.after_value(value), [value], types, back=False)
            self._casts[value, types] = known
        return known.results

    def _make_cast(
        self, point: InsertionPoint, values: Sequence[Value], types: Iterable[Type], *, back: bool
    ) -> UnrealizedConversionCastOp:
        cast_op = UnrealizedConversionCastOp(list(values), list(types))
        definer = values[0].defining_op if values else None
        if definer is not None:
            cast_op.location = definer.kept_location
        else:
            cast_op.location = values[0].location if values else self.location
        point.block.insert_before(cast_op, point.before)
        self.made_casts.append((cast_op, back))
        self.user_listener.inserted(cast_op)
        return cast_op

    # -- Rewriting ---------------------------------------------------------------------------------------------------

    def begin(self, pattern: Pattern[Any], op: Operation) -> None:
        """Note that a pattern is about to run on an op."""
        self.current_op, self.current_pattern = op, pattern.name
        self._placed = None

    def insert_before(self, anchor: Operation, op: _P) -> _P:
        """Insert an op before another, whose location is worked out once: most of what patterns create goes before
        one op.
        """
        block = anchor.parent
        if block is None:
            return super().insert_before(anchor, op)
        if op.kept_location is UNKNOWN_LOC:
            if anchor is not self._placed:
                self._placed, self._place = anchor, self._provenance_of(anchor)
            op.location = self._place
        block.insert_before(op, anchor)
        self.listener.inserted(op)
        return op

    def _provenance_of(self, op: Operation) -> Location | PendingLocation:
        return made_from(op, self.current_pattern) if self.current_pattern is not None else op.kept_location

    def replace(self, op: Operation, replacement: Operation | Value | Sequence[Value | Operation]) -> Match:
        """Put new values in the place of an op's results; where their types differ, its users get them cast back."""
        results = op.results
        if (
            isinstance(replacement, Operation)
            and replacement.parent is None
            and len(results) == len(replacement.results)
        ):
            self.insert_before(op, replacement)
            self.listener.replaced(op, replacement.results)
            for old, new in zip(results, replacement.results, strict=True):
                self._replace_value(old, [new], op)
            return self.erase(op)
        items = [replacement] if isinstance(replacement, (Operation, Value)) else list(replacement)
        values: list[Value] = []
        for item in items:
            if isinstance(item, Operation):
                if item.parent is None:
                    self.insert_before(op, item)
                values += item.results
            else:
                values.append(item)
        if len(values) != len(op.results):
            raise InvalidIRError(
                f"cannot replace '{op.name}' with {counted(len(op.results), 'result')} by "
                f"{counted(len(values), 'value')}; use 'replace_with_many' where one result becomes several"
            )
        return self.replace_with_many(op, [[value] for value in values])

    def replace_with_many(self, op: Operation, replacements: Sequence[Sequence[Value]]) -> Match:
        """Put a list of values in the place of each result."""
        if len(replacements) != len(op.results):
            raise InvalidIRError(
                f"cannot replace '{op.name}' with {counted(len(op.results), 'result')} by "
                f"{counted(len(replacements), 'list')} of values; give one list for each result"
            )
        self.listener.replaced(op, [value for values in replacements for value in values])
        for result, values in zip(op.results, replacements, strict=True):
            self._replace_value(result, values, op)
        self.erase(op)
        return MATCHED

    def replace_by_parts(self, op: Operation, replacement: Operation) -> Match:
        """Insert an op, and put as many of its results in the place of each result as that one's type becomes."""
        counts = [len(self.convert_type(result.type)) for result in op.results]
        self.insert_before(op, replacement)
        starts = [sum(counts[:index]) for index in range(len(counts))]
        pieces = [replacement.results[start : start + count] for start, count in zip(starts, counts, strict=True)]
        return self.replace_with_many(op, pieces)

    def _replace_uses(self, old: Value, new: Value) -> None:
        """Replace all uses without notifying the users: the driver visits them in their turn."""
        if new.name_hint is None and old.name_hint is not None and new.defining_op is not None:
            new.name_hint = old.name_hint
        old.replace_all_uses_with(new)

    def _replace_value(self, old: Value, values: Sequence[Value], place: Operation | InsertionPoint) -> None:
        """Use values in place of another. If they must be cast back, that is done at the place, or before the op."""
        if len(values) == 1 and values[0].type is old.type:
            if values[0].defining_op is not None:
                self._name(values, old.name_hint)
            if old.has_uses:
                self.replace_all_uses(old, values[0])
            return
        self._check_types(old, values)
        self._name(values, old.name_hint)
        if not old.has_uses:
            return
        point = InsertionPoint.before_op(place) if isinstance(place, Operation) else place
        back = self._make_cast(point, values, [old.type], back=True)
        self.replace_all_uses(old, back.results[0])

    @staticmethod
    def _name(values: Sequence[Value], name: str | None) -> None:
        """Name values without names for what they are or, if they are several, what they are parts of."""
        for number, value in enumerate(values):
            if value.name_hint is None and name is not None:
                value.name_hint = name if len(values) == 1 else f"{name}_{number}"

    def _check_types(self, old: Value, values: Sequence[Value]) -> None:
        """Refuse to replace a value by others that have neither its type nor those that the converter gives it."""
        types, expected = tuple(value.type for value in values), self.converter.convert(old.type)
        if types == expected:
            return
        reason = "has no rule for it" if expected is None else f"turns it into ({spelled(expected)})"
        raise InvalidIRError(
            f"cannot replace a value of type '{old.type}' by ({spelled(types)}): the type converter {reason}"
        )

    def modify_operands(self, op: Operation) -> Match:
        """Give an op, which stays what it is, its operands in converted types."""
        op.set_operands([value for operand in op.operands for value in self.converted(operand)])
        return self.modify(op)

    def convert_region(self, region: Region) -> bool:
        """Convert the arguments of all blocks of a region; return whether all their types could be converted."""
        blocks = list(region.blocks)
        if any(self.converter.convert_all(block.arg_types) is None for block in blocks):
            return False
        for block in blocks:
            self.convert_arguments(block)
        return True

    def replace_argument(self, argument: BlockArgument, values: Sequence[Value]) -> None:
        """Put values in the place of a block's argument, which goes; the users get them cast back."""
        point = InsertionPoint.after_value(values[0] if values else argument)
        self._replace_value(argument, values, point)
        argument.owner.erase_argument(argument.index)

    def convert_arguments(self, block: Block) -> None:
        """Give a block arguments of converted types; what used the old ones gets the new ones cast back."""
        for arg in list(block.args):
            types = self.convert_type(arg.type)
            if types == (arg.type,):
                continue
            fresh = [
                block.insert_argument(arg.index + 1 + offset, type, arg.location) for offset, type in enumerate(types)
            ]
            self.replace_argument(arg, fresh)


# -- The driver ------------------------------------------------------------------------------------------------------


def apply_full_conversion(
    root: Operation,
    target: ConversionTarget,
    patterns: Iterable[Pattern[Any]],
    context: Context,
    converter: TypeConverter | None = None,
    *,
    listener: RewriteListener | None = None,
) -> bool:
    """Convert everything inside `root`, so that only legal ops are left; return whether that succeeded.

    A listener hears of all that is inserted, changed, replaced and erased, casts between types included.
    """
    return _run(_Conversion(root, target, patterns, context, converter, listener, full=True))


def apply_partial_conversion(
    root: Operation,
    target: ConversionTarget,
    patterns: Iterable[Pattern[Any]],
    context: Context,
    converter: TypeConverter | None = None,
    *,
    listener: RewriteListener | None = None,
) -> bool:
    """Convert what is illegal inside `root`, and, where that is possible, ops of which the target says nothing; return
    whether no illegal op is left.
    """
    return _run(_Conversion(root, target, patterns, context, converter, listener, full=False))


def _run(conversion: _Conversion) -> bool:
    try:
        return conversion.run()
    finally:
        conversion.rewriter.dismiss_listener()


class _Conversion(RewriteListener):
    def __init__(
        self,
        root: Operation,
        target: ConversionTarget,
        patterns: Iterable[Pattern[Any]],
        context: Context,
        converter: TypeConverter | None,
        listener: RewriteListener | None = None,
        *,
        full: bool,
    ) -> None:
        self.root = root
        self.target = target
        self.patterns = PatternSet(patterns)
        self.context = context
        self.full = full
        self.rewriter = ConversionRewriter(self, converter or TypeConverter.keeping_others(), listener)
        self.by_kind: dict[str, tuple[Pattern[Any], ...]] = {}
        self.pending: list[Operation] = []
        """A stack of what is to be looked at."""
        self.known: set[Operation] = set()
        """The ops present from the beginning: each is visited in its turn, wherever patterns move it."""
        self.plainly_legal: dict[str, bool] = {}
        """By name whether ops are legal wherever they are."""
        self.gone: set[Operation] = set()
        self.exempt: set[Operation] = set()
        """Ops inside recursively legal ops."""
        self.current: Operation | None = None
        """The op that is being converted."""
        self.fresh: dict[Operation, None] = {}
        """The ops that the running pattern has inserted or changed, and that must be visited."""
        self.visited: set[Operation] = set()
        """The ops that have had their turn."""
        self.changed: dict[Operation, None] = {}
        """Visited ops that the running pattern, which is for another op, has changed: they may be illegal now."""
        self.touched = False
        """True if the pattern has inserted or changed anything."""
        self.lineage: dict[Operation, tuple[Pattern[Any], ...]] = {}
        """By which patterns an op came about: none of them may be applied to it again, unless it is recursive."""
        self.depths: dict[Operation, int] = {}
        """How many applications of recursive patterns led to an op."""

    # -- What the rewriter tells -------------------------------------------------------------------------------------

    def inserted(self, op: Operation) -> None:
        self.touched = True
        if op.regions or not self._is_plainly_legal(op.name):
            self.fresh[op] = None

    def modified(self, op: Operation) -> None:
        self.touched = True
        if op is self.current:
            self.fresh[op] = None
        elif op in self.visited and not self._is_plainly_legal(op.name):
            self.changed[op] = None

    def erased(self, op: Operation) -> None:
        self.gone.add(op)
        self.fresh.pop(op, None)
        self.changed.pop(op, None)

    # -- The loop ----------------------------------------------------------------------------------------------------

    def run(self) -> bool:
        self._warn_of_misspelt_dialects()
        self.pending = [op for op in self.root.walk() if op is not self.root]
        self.known.update(self.pending)
        self.rewriter.originals = {op: tuple(op.operands) for op in self.pending}
        self.pending.reverse()
        succeeded = True
        while self.pending:
            op = self.pending.pop()
            self.visited.add(op)
            if op not in self.gone and op not in self.exempt and not self._legalize(op):
                succeeded = False
        return succeeded and self._finish_casts()

    def _warn_of_misspelt_dialects(self) -> None:
        """Warn of a dialect in the target that does not exist, where one with nearly that name does."""
        for name in self.target.dialects:
            hint = "" if self.context.knows(name) else did_you_mean(name, self.context.available)
            if hint:
                message = f"the conversion target names the dialect '{name}', which does not exist{hint}"
                self.context.diagnostics.warning(self.root.location, message)

    def _legalize(self, op: Operation) -> bool:
        """Make an op legal; return whether that was possible."""
        if self._is_plainly_legal(op.name) or isinstance(op, UnrealizedConversionCastOp):
            return True
        legality = self.target.legality(op)
        if legality:
            if self.target.is_recursively_legal(op):
                self.exempt.update(op.walk())
            return True
        lineage = self.lineage.get(op, ())
        tried: list[tuple[str, str]] = []
        for pattern in self._patterns_for(op):
            is_recursive = isinstance(pattern, ConversionPattern) and pattern.recursive
            depth = self.depths.get(op, 0) + is_recursive
            if pattern in lineage or depth > MOST_RECURSIONS:
                times = f" {MOST_RECURSIONS} times" if is_recursive else ""
                tried.append((pattern.name, f"it has been applied{times} on the way to this operation"))
                continue
            match = self._apply(pattern, op)
            if match:
                self._look_at_fresh(op, lineage if is_recursive else (*lineage, pattern), depth)
                return True
            tried.append((pattern.name, match.reason))
        if legality is None and not self.full:
            return True
        self._report(op, explicit=legality is False, tried=tried, lineage=lineage)
        return False

    def _patterns_for(self, op: Operation) -> tuple[Pattern[Any], ...]:
        patterns = self.by_kind.get(op.name)
        if patterns is None:
            patterns = self.by_kind[op.name] = self.patterns.for_op(op)
        return patterns

    def _apply(self, pattern: Pattern[Any], op: Operation) -> Match:
        rewriter = self.rewriter
        rewriter.begin(pattern, op)
        self.fresh.clear()
        self.changed.clear()
        self.touched = False
        self.current = op
        try:
            if isinstance(pattern, ConversionPattern):
                function: Callable[[Any, Any, Any], Match] = pattern.function  # type: ignore[assignment]
                match = function(op, Converted(op, rewriter), rewriter)
            else:
                match = pattern.function(op, rewriter)
        except CannotLower as error:
            match = Match(False, str(error))
        except Exception as error:
            erased = op in self.gone
            raise raised_by(f"pattern '{pattern.name}'", op, error, pattern.function, erased=erased) from error
        finally:
            rewriter.current_op = rewriter.current_pattern = None
        matched = was_matched(pattern, op, match)
        if not matched and self.touched:
            raise DefinitionMistake(
                f"pattern '{pattern.name}'", op, f"changed the IR but said no-match: {match.reason}"
            )
        pattern.hits += matched
        return match

    def _look_at_fresh(self, op: Operation, lineage: tuple[Pattern[Any], ...], depth: int) -> None:
        """Look at what a pattern made, at what it left of its op, and at what else it changed, before going on."""
        # Any pattern may be applied to what was changed, but two ops that change one another come to an end.
        for each in self.changed:
            self.depths[each] = self.depths.get(op, 0) + 1
        self.pending += reversed(self.changed)
        if not self.fresh and op in self.gone:
            return
        fresh_ops: list[Operation] = []
        for each in self.fresh:
            if each.regions and each is not op:
                fresh_ops += [inner for inner in each.walk() if inner is each or inner not in self.known]
            else:
                fresh_ops.append(each)
        if op not in self.gone and op not in self.fresh:
            fresh_ops.append(op)
        looked_at = [each for each in fresh_ops if not self._is_plainly_legal(each.name)]
        for each in looked_at:
            self.lineage[each] = lineage
            if depth:
                self.depths[each] = depth
        self.pending += reversed(looked_at)

    def _is_plainly_legal(self, name: str) -> bool:
        known = self.plainly_legal.get(name)
        if known is None:
            known = self.plainly_legal[name] = self.target.is_always_legal(name)
        return known

    def _report(
        self, op: Operation, *, explicit: bool, tried: Sequence[tuple[str, str]], lineage: Sequence[Pattern[Any]]
    ) -> None:
        notes = [(op.location, f"pattern '{name}' did not match: {reason}") for name, reason in tried]
        if not tried:
            hint = f"; 'dlc-opt --help-op={op.name}' names the passes that rewrite it" if op.is_registered else ""
            notes.append((op.location, f"there is no pattern for '{op.name}'{hint}"))
        if lineage:
            notes.append((op.location, f"the operation was made by pattern '{lineage[-1].name}'"))
        self.context.diagnostics.error(
            op.location,
            f"failed to legalize operation '{op.name}' that was explicitly marked illegal"
            if explicit
            else f"failed to legalize operation '{op.name}'",
            notes=notes,
        )

    # -- Casts -------------------------------------------------------------------------------------------------------

    def _finish_casts(self) -> bool:
        """Remove casts that undo one another, and materialize others; return whether all that is left may stay."""
        rewriter, casts = self.rewriter, self.rewriter.made_casts
        all_casts = [op for op in self.root.walk() if isinstance(op, UnrealizedConversionCastOp)]
        reconcile_casts(all_casts, rewriter.user_listener)
        for op, back in casts:
            if op.parent is not None:
                self._materialize(op, back)
        for op, _ in casts:
            legality = self.target.legality(op) if op.parent is not None else True
            if legality is False or (legality is None and self.full):
                sources, results = spelled(op.operand_types), spelled(op.result_types)
                self.context.diagnostics.error(
                    op.location,
                    f"failed to legalize unresolved materialization from ({sources}) to ({results}) that remained live "
                    f"after conversion",
                )
                return False
        return True

    def _materialize(self, cast: UnrealizedConversionCastOp, back: bool) -> None:
        converter = self.rewriter.converter
        makers = converter.source_materializations if back else converter.target_materializations
        builder = Builder.before(cast)
        for make in reversed(makers):
            values = make(builder, cast.result_types, cast.operands)
            if values is not None:
                listener = self.rewriter.user_listener
                listener.replaced(cast, values)
                cast.replace_all_uses_with(values)
                listener.erased(cast)
                cast.erase()
                return
