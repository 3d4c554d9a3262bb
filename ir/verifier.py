"""The verifier: finds everything that is wrong with an op and what it contains, in one run.

Checked, in three walks over the whole:

1. each op by itself, outer before inner: counts, segment sizes, types and properties are as the definition says; then
   branches pass what the target's arguments want; traits; the op's own numbered rules; and blocks end as they must.
   An op whose structure is wrong is not asked about its rules, nor one that breaks a trait. Last, what is passed along
   the edges of `RegionBranch` ops, from op to region, region to region and back, is what the successors take;
2. dominance: every operand is available where it is used, in its block or above, and crosses no isolated op;
3. symbols are unique in their table, and uses of them resolve.

Errors of one walk do not keep the next from running; broken IR never makes the verifier raise. The cost is linear.
Not checked: discardable attributes (unless their dialect says how), and what ops mean when they run.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import lru_cache, partial
from typing import Any, overload

from .attributes import Attribute
from .blocks import Block, Region
from .builtin_attributes import StringAttr, SymbolRefAttr
from .conveniences import operation_line
from .definition import Op, rules_of
from .diagnostics import Diagnostic, DiagnosticEngine, nearest_location
from .dominance import Dominance, has_ssa_dominance
from .errors import DlcError
from .interfaces import Branch, RegionBranch, Symbol, SymbolUser
from .locations import Location
from .mistakes import described
from .operations import Operation
from .region_edges import verify_region_edges
from .structure import StructureCheck
from .symbol_table import SymbolTables, symbol_name
from .traits import HasParent, IsolatedFromAbove, NoTerminator, SymbolTableTrait, Trait
from .values import OpResult, Value

MOST_ERRORS = 200
"""The verifier stops after so many: more would not help anybody."""


def _line_without_place(diagnostic: Diagnostic, op: Operation) -> str | None:
    """Return a note with the text of an op, if nobody can tell from the place of a diagnostic which one it is."""
    if diagnostic.has_no_place:
        with suppress(Exception):  # an op that is wrong may have no text
            return f"see the op: {operation_line(op)}"
    return None


class Report:
    """The sink for an op's `verify`: `report.error("rule_c1", "inner sizes must agree, but got …")`."""

    __slots__ = ("count", "engine", "op", "wrong")

    def __init__(self, engine: DiagnosticEngine, op: Operation) -> None:
        self.engine = engine
        self.op = op
        self.count = 0
        self.wrong: set[Operation] = set()
        """Ops that have errors."""

    @overload
    def error(self, message: str, /) -> Diagnostic: ...
    @overload
    def error(self, rule: str | None, message: str, /) -> Diagnostic: ...
    def error(self, rule: str | None, message: str | None = None, /) -> Diagnostic:
        """Report that the op breaks a rule, which may have a number; notes can be added to what is returned."""
        rule, message = (None, rule) if message is None else (rule, message)
        self.count += 1
        self.wrong.add(self.op)
        diagnostic = self.engine.error(nearest_location(self.op), f"'{self.op.name}' op {message}", rule)
        if not self.op._regions:
            diagnostic.note_if_asked(partial(_line_without_place, diagnostic, self.op))
        return diagnostic

    def error_of(self, error: Exception, verifier: Callable[..., object] | None) -> None:
        """Report that the verifier of the op, or of one of its traits, raised."""
        self.error(None, f"verifier raised {described(error, verifier)}").cause = error

    def error_at(self, location: Location, rule: str | None, message: str) -> Diagnostic:
        """Report an error at a location inside the op."""
        self.count += 1
        self.wrong.add(self.op)
        return self.engine.error(location, f"'{self.op.name}' op {message}", rule)


def verify(op: Operation, engine: DiagnosticEngine | None = None) -> bool:
    """Return whether `op` and everything in it is valid. What is not goes to `engine`, each finding with all of its
    notes.
    """
    findings = DiagnosticEngine()
    verifier = _Verifier(findings)
    verifier.run(op)
    if engine is not None:
        for diagnostic in findings.diagnostics:
            engine.emit(diagnostic)
    return verifier.report.count == 0


def verify_alone(op: Operation, engine: DiagnosticEngine) -> bool:
    """Return whether an op is valid as far as its own structure and rules go, whatever it is in or contains."""
    verifier = _Verifier(engine)
    verifier.plans[type(op)] = _plan_alone(type(op))
    verifier.verify_op(op)
    return verifier.report.count == 0


class _Plan:
    """The checks of one kind of op, looked up once."""

    __slots__ = ("concerns_symbols", "has_more", "has_region_edges", "is_symbol_table", "rule", "structure", "traits")

    def __init__(self, cls: type[Operation], is_alone: bool = False) -> None:
        self.structure = _structure_check(cls)
        self.traits: Sequence[Callable[[Any, Report], None]] = [
            trait.verify
            for kind, trait in cls.traits.items()
            if type(trait).verify is not Trait.verify
            and not (is_alone and isinstance(trait, HasParent))
            and not any(other is not kind and issubclass(other, kind) for other in cls.traits)  # checks that as well
        ]
        self.rule: Callable[[Any, Report], object] | None = rules_of(cls) if issubclass(cls, Op) else None
        self.has_region_edges = RegionBranch in cls.interfaces and not is_alone
        self.is_symbol_table = SymbolTableTrait in cls.traits
        self.concerns_symbols = self.is_symbol_table or SymbolUser in cls.interfaces or Symbol in cls.interfaces
        self.has_more = self.concerns_symbols or self.has_region_edges


@lru_cache(maxsize=1024)
def _plan_alone(cls: type[Operation]) -> _Plan:
    """Return the checks of an op that is in no block yet."""
    return _Plan(cls, is_alone=True)


_structure_checks: dict[type[Operation], StructureCheck] = {}


def _structure_check(cls: type[Operation]) -> StructureCheck:
    """Return the check of a kind of op, which learns how frequent the kind is."""
    check = _structure_checks.get(cls)
    if check is None:
        check = _structure_checks[cls] = StructureCheck(cls)
    return check


class _Verifier:
    def __init__(self, engine: DiagnosticEngine) -> None:
        self.report: Report = Report(engine, None)  # type: ignore[arg-type]
        self.dominance = Dominance()
        self.plans: dict[type[Operation], _Plan] = {}
        self.unsound: set[Operation] = set()
        """Ops whose structure, or that of an op around them, is wrong: nothing else can be asked of them."""
        self.with_more: list[Operation] = []
        """Sound ops that have more to be verified when all ops have been looked at alone."""

    def run(self, root: Operation) -> None:
        self._verify_ops(root)
        self._verify_dominance(root)
        self._verify_symbols()

    # -- Each op by itself -------------------------------------------------------------------------------------------

    def _plan(self, cls: type[Operation]) -> _Plan:
        plan = self.plans[cls] = _Plan(cls)
        return plan

    def _verify_ops(self, root: Operation) -> None:
        report = self.report
        for op in root.walk():
            self.verify_op(op)
            if op._regions:
                self._verify_blocks(op)
            if report.count > MOST_ERRORS:
                return
        for op in self.with_more:
            if self.plans[type(op)].has_region_edges and op not in report.wrong and report.count <= MOST_ERRORS:
                self._verify_region_edges(op)

    def verify_op(self, op: Operation) -> None:
        """Verify the structure and the rules of one op."""
        report = self.report
        plan = self.plans.get(type(op)) or self._plan(type(op))
        report.op = op
        is_sound = plan.structure.run(op, report) and not (op._attributes and self._has_strange_attributes(op))
        if not is_sound or (self.unsound and op.parent_op in self.unsound):
            self.unsound.add(op)
            return
        if op._successors:
            self._verify_branch(op, plan)
        elif plan.traits or plan.rule is not None:
            self._verify_rules(op, plan)
        if plan.has_more:
            self.with_more.append(op)

    def _has_strange_attributes(self, op: Operation) -> bool:
        """Return whether entries of an op's dictionary are no attributes, and report them: nothing could print them."""
        entries: dict[str, object] = dict(op._attributes)
        strange = {name: entry for name, entry in entries.items() if not isinstance(entry, Attribute)}
        for name, entry in strange.items():
            self.report.error(f"attribute '{name}' must be an attribute, such as an IntegerAttr, but got {entry!r}")
        return bool(strange)

    def _verify_rules(self, op: Operation, plan: _Plan) -> None:
        report = self.report
        before = report.count
        try:
            for verify_trait in plan.traits:
                verify_trait(op, report)
            if plan.rule is not None and report.count == before and isinstance(plan.rule(op, report), bool):
                raise TypeError('it returned a bool; rules are reported by report.error("rule_c1", "…")')
        except DlcError as impossible:  # what a rule computes from huge sizes may be no type or expression at all
            report.error(None, f"cannot be checked: {impossible}")
        except Exception as error:  # noqa: BLE001 (the author of a dialect learns which op, and which line)
            report.error_of(error, plan.rule)

    def _verify_blocks(self, op: Operation) -> None:
        """The blocks of an op's regions end with a terminator, unless the op says that they need not."""
        for region in op._regions:
            only_block = region._first is region._last
            lenient = only_block and (not op.is_registered or NoTerminator in op.traits)
            for block in region.blocks:
                last = block._last
                if last is None:
                    if not lenient:
                        self.report.op = op
                        self.report.error(None, f"region #{region.index}: empty block: expect at least a terminator")
                elif not (last.may_be_terminator or lenient):
                    self.report.op = last
                    self.report.error(None, "is the last of a block with no terminator")

    def _verify_successors(self, op: Operation) -> None:
        report = self.report
        region = op.parent_region
        for index, block in enumerate(op._successors):
            if block._parent is not region or region is None:
                report.error(None, f"reference to block defined in another region: successor #{index}")
            elif block.is_entry:
                report.error(None, f"entry block of region may not have predecessors, but it is successor #{index}")
        if op._next is not None:
            report.error(None, "operation with block successors must terminate its parent block")

    def _verify_branch(self, op: Operation, plan: _Plan) -> None:
        """Verify successors, rules, and then what is passed to each successor, which only a valid op can tell."""
        before = self.report.count
        self._verify_successors(op)
        self._verify_rules(op, plan)
        branch = Branch.of(op)
        if branch is not None and self.report.count == before:
            for index, block in enumerate(op._successors):
                self._verify_passed(index, branch.successor_operands(op, index), block)

    def _verify_passed(self, index: int, passed: Sequence[Value], block: Block) -> None:
        report = self.report
        if len(passed) != len(block._args):
            report.error(
                None,
                f"branch has {len(passed)} operands for successor #{index}, but target block has {len(block._args)}",
            )
            return
        for position, (value, arg) in enumerate(zip(passed, block._args, strict=True)):
            if value.type is not arg.type:
                report.error(
                    None,
                    f"type mismatch for bb argument #{position} of successor #{index}: expected '{arg.type}'"
                    f", but got '{value.type}'",
                )

    def _verify_region_edges(self, op: Operation) -> None:
        try:
            verify_region_edges(op, self.report)
        except DlcError as impossible:  # as in `_verify_rules`
            self.report.error(None, f"cannot be checked: {impossible}")
        except Exception as error:  # noqa: BLE001 (as in `_verify_rules`)
            self.report.error_of(error, op.interfaces[RegionBranch].region_successors)

    # -- Dominance ---------------------------------------------------------------------------------------------------

    def _verify_dominance(self, root: Operation) -> None:
        """Verify dominance in one walk; operands defined earlier in the same block, which are nearly all, cost one
        comparison.
        """
        pending = [(region, 0) for region in reversed(root._regions)]
        around = _RegionsAround(self.dominance)
        while pending and self.report.count <= MOST_ERRORS:
            region, depth = pending.pop()
            around.enter(region, depth)
            ordered = has_ssa_dominance(region)
            several = region._first is not region._last
            nested: list[Region] = []
            for block in region.blocks:
                reachable = not several or self.dominance.tree(region).is_reachable(block)
                op = block._first
                while op is not None:
                    if reachable:
                        for index, value in enumerate(op._operands):
                            if type(value) is OpResult:
                                definer = value.owner
                                if definer._parent is not block or (definer._order >= op._order and ordered):
                                    self._verify_operand(op, index, value, around)
                            elif value.parent_block is not block:
                                self._verify_operand(op, index, value, around)
                    if op._regions:
                        nested += op._regions
                    op = op._next
            nested.reverse()
            pending += [(each, depth + 1) for each in nested]

    def _verify_operand(self, op: Operation, index: int, value: Value, around: _RegionsAround) -> None:
        if around.give(value):
            return
        report = self.report
        report.op = op
        crossed = self._isolated_between(value, op)
        if crossed is not None:
            error = report.error(None, f"using value defined outside the region: operand #{index}")
            error.note(crossed.location, "required by region isolation constraints")
        elif not self.dominance.value_dominates(value, op):
            error = report.error(None, f"operand #{index} does not dominate this use")
        else:
            return
        place = _relation(op.parent, value.parent_block)
        definer = value.defining_op
        if value.parent_block is None:
            owner = definer.name if definer is not None else "a block"
            error.note(value.location, f"operand is defined by '{owner}', which is in no block: insert it first")
        elif definer is not None:
            error.note(definer.location, f"operand defined here (op {place})")
        else:
            error.note(value.location, f"operand defined as a block argument ({place})")

    @staticmethod
    def _isolated_between(value: Value, user: Operation) -> Operation | None:
        """Return the isolated op that stands between a value's definition and its use, if one does."""
        block = value.parent_block
        if block is None:
            return None
        region = user.parent_region
        while region is not None and region is not block._parent:
            owner = region._parent
            if owner is None:
                return None
            if IsolatedFromAbove in owner.traits:
                definer = block.parent_op
                return owner if definer is None or not owner.is_ancestor_of(definer) else None
            region = owner.parent_region
        return None

    # -- Symbols -----------------------------------------------------------------------------------------------------

    def _verify_symbols(self) -> None:
        tables = SymbolTables()
        for op in self.with_more:
            if not self.plans[type(op)].concerns_symbols:
                continue
            if self.report.count > MOST_ERRORS:
                return
            self.report.op = op
            if self.plans[type(op)].is_symbol_table:
                self._verify_symbol_table(op)
            if Symbol in op.interfaces and symbol_name(op) is not None:
                self._verify_symbol_place(op)
            user = SymbolUser.of(op)
            if user is not None:
                self.report.op = op
                try:
                    self._verify_symbol_uses(op, user, tables)
                except DlcError as impossible:  # as in `_verify_rules`
                    self.report.error(None, f"cannot be checked: {impossible}")
                except Exception as error:  # noqa: BLE001 (as in `_verify_rules`)
                    self.report.error_of(error, user.verify_symbol_uses)

    def _verify_symbol_uses(self, op: Operation, user: SymbolUser, tables: SymbolTables) -> None:
        def lookup(reference: SymbolRefAttr) -> Operation | None:
            symbol = tables.lookup_nearest(op, reference)
            if symbol in self.unsound:
                raise _UnsoundSymbol
            return symbol

        with suppress(_UnsoundSymbol):  # what is wrong with the symbol has been reported
            user.verify_symbol_uses(op, lookup, self.report)

    def _verify_symbol_place(self, op: Operation) -> None:
        parent = op.parent_op
        if parent is not None and parent.is_registered and SymbolTableTrait not in parent.traits:
            self.report.error(None, f"symbol's parent must have the SymbolTable trait, but got '{parent.name}'")

    def _verify_symbol_table(self, op: Operation) -> None:
        report = self.report
        if len(op._regions) != 1:
            num_regions = len(op._regions)
            report.error(None, f"operations with a 'SymbolTable' must have exactly one region, but got {num_regions}")
            return
        if not op._regions[0].has_one_block:
            report.error(None, "operations with a 'SymbolTable' must have exactly one block")
            return
        seen: dict[str, Operation] = {}
        for inner in op._regions[0].entry.ops:
            name = inner.get_attr("sym_name")
            if not isinstance(name, StringAttr):
                continue
            first = seen.setdefault(name.value, inner)
            if first is not inner:
                report.op = inner
                error = report.error(None, f"redefinition of symbol named '{name.value}'")
                error.note(first.location, "see existing symbol definition here")


class _RegionsAround:
    """The regions around the current one, outermost first: where a value is from is known without a walk outwards."""

    def __init__(self, dominance: Dominance) -> None:
        self.dominance = dominance
        self._regions: list[Region] = []
        self._isolated: list[int] = []
        """For each region, the number of the innermost one around it that sees no others, or itself."""
        self._numbers: dict[Region, int] = {}

    def enter(self, region: Region, depth: int) -> None:
        """Go on to a region inside the first `depth` of the current ones."""
        for left in self._regions[depth:]:
            del self._numbers[left]
        del self._regions[depth:], self._isolated[depth:]
        owner = region._parent
        is_isolated = depth == 0 or (owner is not None and IsolatedFromAbove in owner.traits)
        self._regions.append(region)
        self._isolated.append(depth if is_isolated else self._isolated[-1])
        self._numbers[region] = depth

    def give(self, value: Value) -> bool:
        """Return whether a value of a region around the current one may be used in it; false for any others."""
        block = value.parent_block
        region = None if block is None else block._parent
        number = -1 if region is None else self._numbers.get(region, -1)
        if region is None or not self._isolated[-1] <= number < len(self._regions) - 1:
            return False
        user = self._regions[number + 1]._parent
        if user is None or user._parent is None:
            return False
        if user._parent is not block:
            return block is not None and self.dominance.tree(region).dominates(block, user._parent)
        definer = value.defining_op
        if definer is None or definer is user:
            return definer is None
        return definer._order < user._order or not has_ssa_dominance(region)


class _UnsoundSymbol(Exception):
    """A reference leads to an op whose structure is wrong."""


def _relation(user: Block | None, definer: Block | None) -> str:
    """MLIR's words for where a value is defined, seen from its use."""
    if user is definer:
        return "in the same block"
    here, there = user.parent if user is not None else None, definer.parent if definer is not None else None
    if here is there:
        return "in the same region"
    if here is not None and there is not None:
        if there.is_proper_ancestor_of(here):
            return "in a parent region"
        if here.is_proper_ancestor_of(there):
            return "in a child region"
    return "neither in a parent nor in a child region"
