"""The verifier: finds everything that is wrong with an op and what it contains, in one run.

Checked, for each op, in this order (an op whose structure is wrong is not asked about its rules):

1. operands, successors and regions are there, and every value and block belongs to this IR;
2. counts, segment sizes, types and properties are as the definition says;
3. terminators: the last op of a block may end it, no other op does, and branches pass what the target's arguments want;
4. traits, then the op's own numbered rules; then the same for what is nested in it;
5. symbols are unique in their table and uses of them resolve;
6. dominance: every operand is available where it is used, across blocks and regions, and nothing crosses an isolated op.

Not checked: discardable attributes (unless their dialect says how), and what ops mean when they run.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .blocks import Block, Region
from .builtin_attributes import StringAttr
from .compilation import compile_structure_check
from .definition import Op
from .diagnostics import Diagnostic, DiagnosticEngine
from .dominance import Dominance, has_ssa_dominance
from .interfaces import Branch, SymbolUser
from .locations import Location
from .operations import Operation
from .symbol_table import SymbolTables
from .traits import IsolatedFromAbove, NoTerminator, SymbolTableTrait
from .values import BlockArgument, OpResult, Value

MOST_ERRORS = 200
"""The verifier stops after so many: more would not help anybody."""


class Report:
    """What an op's `verify` tells its findings to: `report.error("rule_c1", "inner sizes must agree, but got …")`."""

    __slots__ = ("count", "engine", "op")

    def __init__(self, engine: DiagnosticEngine, op: Operation) -> None:
        self.engine = engine
        self.op = op
        self.count = 0

    def error(self, rule: str | None, message: str) -> Diagnostic:
        """Report that the op breaks a rule; notes can be added to what is returned."""
        self.count += 1
        return self.engine.error(self.op._location, f"'{self.op.name}' op {message}", rule)

    def error_at(self, location: Location, rule: str | None, message: str) -> Diagnostic:
        """The same, at a place inside the op."""
        self.count += 1
        return self.engine.error(location, f"'{self.op.name}' op {message}", rule)


def verify(op: Operation, engine: DiagnosticEngine | None = None) -> bool:
    """Whether `op` and everything in it is valid. What is not goes to `engine`."""
    verifier = _Verifier(engine if engine is not None else DiagnosticEngine())
    verifier.run(op)
    return verifier.report.count == 0


_checks: dict[type[Operation], Callable[[Any, Report], bool]] = {}
_always: Callable[[Any, Report], bool] = lambda op, report: True  # noqa: E731 (a value, as its siblings are)


def _structure_check(cls: type[Operation]) -> Callable[[Any, Report], bool]:
    found = _checks.get(cls)
    if found is None:
        found = compile_structure_check(cls) if issubclass(cls, Op) else _always
        _checks[cls] = found
    return found


class _Plan:
    """What there is to check of one kind of op, looked up once."""

    __slots__ = ("check", "is_isolated", "is_symbol_table", "isolated_user", "rules", "terminates", "traits")

    def __init__(self, cls: type[Operation]) -> None:
        self.check = _structure_check(cls)
        self.traits = [t for t in cls.traits.values() if type(t).verify is not _NO_TRAIT_RULE]
        self.rules = issubclass(cls, Op) and cls.verify is not Op.verify
        self.terminates = cls.may_be_terminator
        self.is_symbol_table = SymbolTableTrait in cls.traits
        self.is_isolated = IsolatedFromAbove in cls.traits


from .traits import Trait  # noqa: E402 (only for the comparison below)

_NO_TRAIT_RULE = Trait.verify


class _Verifier:
    def __init__(self, engine: DiagnosticEngine) -> None:
        self.engine = engine
        self.dominance = Dominance()
        self.plans: dict[type[Operation], _Plan] = {}
        self.report = Report(engine, None)  # type: ignore[arg-type]
        self.symbol_users: list[Operation] = []

    def run(self, op: Operation) -> None:
        """Structure and rules of everything first: dominance has no meaning where blocks lack terminators."""
        self._verify_op(op)
        pending = [op]
        sound = self.report.count == 0
        while pending and self.report.count < MOST_ERRORS:
            current = pending.pop()
            for region in current._regions:
                for block in region.blocks:
                    self._verify_block(block, current, pending)
        if sound or self.report.count < MOST_ERRORS:
            self._verify_dominance(op)
        if self.report.count == 0:
            self._verify_symbols(op)

    def _plan(self, cls: type[Operation]) -> _Plan:
        plan = self.plans[cls] = _Plan(cls)
        return plan

    def _verify_op(self, op: Operation) -> None:
        plan = self.plans.get(type(op)) or self._plan(type(op))
        report = self.report
        report.op = op
        if not plan.check(op, report):
            return
        if op._successors:
            self._verify_successors(op)
        before = report.count
        for trait in plan.traits:
            trait.verify(op, report)
        if plan.rules and report.count == before:
            op.verify(report)  # type: ignore[attr-defined]

    def _verify_block(self, block: Block, parent: Operation, pending: list[Operation]) -> None:
        plans = self.plans
        op = block._first
        report = self.report
        last = block._last
        while op is not None:
            plan = plans.get(type(op)) or self._plan(type(op))
            report.op = op
            if plan.check(op, report):
                if op._successors:
                    self._verify_successors(op)
                if plan.traits or plan.rules:
                    before = report.count
                    for trait in plan.traits:
                        trait.verify(op, report)
                    if plan.rules and report.count == before:
                        op.verify(report)  # type: ignore[attr-defined]
            if op._regions:
                pending.append(op)
            op = op._next
        if (last is None or not last.may_be_terminator) and parent.is_registered:
            self._verify_missing_terminator(block, parent)

    def _verify_missing_terminator(self, block: Block, parent: Operation) -> None:
        if NoTerminator in parent.traits:
            return
        report = self.report
        last = block._last
        if last is None:
            report.op = parent
            report.error(None, f"region #{_index(block)} has an empty block: expect at least a terminator")
        else:
            report.op = last
            report.error(None, "is the last operation of a block, so it must be a terminator")

    def _verify_successors(self, op: Operation) -> None:
        report = self.report
        region = op.parent_region
        for index, block in enumerate(op._successors):
            if block._parent is not region:
                report.error(None, f"successor #{index} is a block of another region")
            elif block.is_entry:
                report.error(None, f"successor #{index} is the entry block of its region, which must have no predecessors")
        if op._next is not None:
            report.error(None, "with block successors must terminate its parent block")
        branch = Branch.of(op)
        if branch is None:
            return
        for index, block in enumerate(op._successors):
            passed = branch.successor_operands(op, index)
            if len(passed) != len(block._args):
                report.error(
                    None,
                    f"branch has {len(passed)} operands for successor #{index}, but target block has {len(block._args)}",
                )
                continue
            for position, (value, arg) in enumerate(zip(passed, block._args, strict=True)):
                if value.type is not arg.type:
                    report.error(
                        None,
                        f"type mismatch for operand #{position} of successor #{index}: passes '{value.type}', "
                        f"but block argument has '{arg.type}'",
                    )

    # -- Dominance ---------------------------------------------------------------------------------------------------

    def _verify_dominance(self, root: Operation) -> None:
        """One walk; operands defined earlier in the same block, which is nearly all of them, cost one comparison."""
        pending = [region for region in root._regions]
        while pending:
            region = pending.pop()
            ordered = has_ssa_dominance(region)
            several = region._first is not region._last
            for block in region.blocks:
                if several and ordered and not self.dominance.tree(region).is_reachable(block):
                    pending += [inner for op in block.ops for inner in op._regions]
                    continue
                block.renumber()
                op = block._first
                while op is not None:
                    for index, value in enumerate(op._operands):
                        if type(value) is OpResult:
                            definer = value.owner
                            if definer._parent is block and (definer._order < op._order or not ordered):
                                continue
                        elif type(value) is BlockArgument and value.owner is block:
                            continue
                        self._verify_operand(op, index, value)
                    if op._regions:
                        pending += op._regions
                    op = op._next

    def _verify_operand(self, op: Operation, index: int, value: Value) -> None:
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
        definer = value.defining_op
        block = value.parent_block
        if definer is not None:
            where = " (op in the same block)" if block is op._parent else ""
            error.note(definer.location, f"operand defined here{where}")
        elif isinstance(value, BlockArgument):
            error.note(value.location, "operand defined as a block argument")
        else:
            error.note(op.location, "operand is not defined in this module")

    @staticmethod
    def _isolated_between(value: Value, user: Operation) -> Operation | None:
        """The isolated op that stands between a value's definition and its use, if one does."""
        block = value.parent_block
        home = block._parent if block is not None else None
        region: Region | None = user.parent_region
        while region is not None and region is not home:
            owner = region._parent
            if owner is None:
                return None
            if IsolatedFromAbove in owner.traits:
                return owner
            region = owner.parent_region
        return None

    # -- Symbols -----------------------------------------------------------------------------------------------------

    def _verify_symbols(self, root: Operation) -> None:
        tables = SymbolTables()
        for op in root.walk():
            plan = self.plans.get(type(op)) or self._plan(type(op))
            if plan.is_symbol_table:
                self._verify_symbol_table(op)
            user = op.interfaces.get(SymbolUser)
            if user is not None:
                self.report.op = op
                user.verify_symbol_uses(op, lambda ref, op=op: tables.lookup_nearest(op, ref), self.report)

    def _verify_symbol_table(self, op: Operation) -> None:
        report = self.report
        report.op = op
        if len(op._regions) != 1 or not op._regions[0].has_one_block:
            report.error(None, "has a symbol table, so it must have exactly one region with one block")
            return
        seen: dict[str, Operation] = {}
        for inner in op._regions[0].single_block.ops:
            name = inner._properties.get("sym_name") or inner._attributes.get("sym_name")
            if not isinstance(name, StringAttr):
                continue
            first = seen.setdefault(name.value, inner)
            if first is not inner:
                report.op = inner
                error = report.error(None, f"redefinition of symbol named '{name.value}'")
                error.note(first.location, "see existing symbol definition here")


def _index(block: Block) -> int:
    return block._parent.index if block._parent is not None else 0
