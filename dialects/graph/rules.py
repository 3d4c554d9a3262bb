"""Rules of graph ops: where broken ones are reported, and relations between sizes that rules require.

A rule about sizes is written once, in the op's `infer_shapes`, by `require` or its short forms. The verifier reports a
relation that provably does not hold. One that depends on sizes which are known when the program runs is left open: the
interpreter and the lowering give an `OpenRules`, evaluate what it collects, and stop the program with the same message.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, NamedTuple, Protocol

from dlc.ir.sizes import Dim, Shape, are_equal, may_equal, meet, remainder, spell, substitute

from .size_lists import may_be_as_many, surely_as_many, surely_at_most, surely_more

# -- Relations ---------------------------------------------------------------------------------------------------------


class Relation(NamedTuple):
    """A relation between sizes, or between the products of several."""

    kind: Literal["equal", "at_most", "multiple", "as_many"]
    a: Shape
    b: Shape

    @property
    def holds(self) -> bool:
        """Whether it provably holds."""
        return _HOLDS[self.kind](self.a, self.b)

    @property
    def fails(self) -> bool:
        """Whether it provably does not hold, where names stand for themselves."""
        return _FAILS[self.kind](self.a, self.b)


def equal(a: Dim, b: Dim) -> Relation:
    """a = b"""
    return Relation("equal", (a,), (b,))


def at_most(a: Dim, b: Dim) -> Relation:
    """a <= b"""
    return Relation("at_most", (a,), (b,))


def multiple(a: Dim, b: Dim) -> Relation:
    """a is a multiple of b; of 0 only 0 is one."""
    return Relation("multiple", (a,), (b,))


def as_many(a: Shape, b: Shape) -> Relation:
    """The product of all sizes in a is that of all sizes in b."""
    return Relation("as_many", a, b)


def _is_multiple(a: Shape, b: Shape) -> bool:
    [dividend], [divisor] = a, b
    return are_equal(dividend, 0) or are_equal(dividend, divisor) or remainder(dividend, divisor) == 0


def _is_no_multiple(a: Shape, b: Shape) -> bool:
    [dividend], [divisor] = a, b
    if not isinstance(dividend, int) or not isinstance(divisor, int):
        return False
    return dividend % divisor != 0 if divisor else dividend != 0


_HOLDS: dict[str, Callable[[Shape, Shape], bool]] = {
    "equal": lambda a, b: are_equal(a[0], b[0]),
    "at_most": lambda a, b: surely_at_most(a[0], b[0]),
    "multiple": _is_multiple,
    "as_many": surely_as_many,
}
_FAILS: dict[str, Callable[[Shape, Shape], bool]] = {
    "equal": lambda a, b: not may_equal(a[0], b[0]),
    "at_most": lambda a, b: surely_more(a[0], b[0]),
    "multiple": _is_no_multiple,
    "as_many": lambda a, b: not may_be_as_many(a, b),
}

Condition = Relation | tuple[Relation, ...]
"""A relation, or several of which one must hold."""


class OpenRule(NamedTuple):
    """A rule that depends on sizes which are known when the program runs."""

    rule: str | None
    fact: str
    relations: tuple[Relation, ...]
    """The relations of which one must hold."""
    got: tuple[Shape, ...]

    @property
    def fails(self) -> bool:
        """Whether no relation can hold."""
        return all(relation.fails for relation in self.relations)

    def at(self, sizes: Mapping[str, Dim]) -> OpenRule:
        """Return the rule with values for names of sizes."""

        def known(shape: Shape) -> Shape:
            return tuple(substitute(dim, sizes) for dim in shape)

        relations = tuple(Relation(each.kind, known(each.a), known(each.b)) for each in self.relations)
        return OpenRule(self.rule, self.fact, relations, tuple(map(known, self.got)))

    @property
    def requirement(self) -> str:
        """The fact and the rule, without sizes."""
        return f"{self.fact} [{self.rule}]" if self.rule else self.fact

    @property
    def message(self) -> str:
        """The fact and the rule, with the sizes that break it."""
        message = f"{self.fact}, but got {_listed(self.got)}"
        return f"{message} [{self.rule}]" if self.rule else message


def _listed(shapes: Sequence[Shape]) -> str:
    """Return shapes in a message: `2, 3 and 4`."""
    *first, last = map(spell, shapes)
    return f"{', '.join(first)} and {last}" if first else last


# -- Reporting ---------------------------------------------------------------------------------------------------------


class Findings(Protocol):
    """A sink for broken rules: the verifier's report, or `Problems`."""

    def error(self, rule: str | None, message: str, /) -> object: ...


class Problems:
    """Broken rules as a list, for those who ask outside of the verifier."""

    def __init__(self) -> None:
        self.found: list[str] = []

    def error(self, rule: str | None, message: str) -> object:
        self.found.append(f"{message} [{rule}]" if rule else message)
        return None


class OpenRules(Problems):
    """Rules about sizes that do not provably hold, to be checked when the program runs.

    `given` are the elements of the operand `sizes`, for an op that has one.
    """

    def __init__(self, given: Sequence[Dim] = ()) -> None:
        super().__init__()
        self.given = given
        self.open: list[OpenRule] = []


def require(
    report: Findings, rule: str | None, fact: str, got: Sequence[Shape], *conditions: Condition, holds: bool = True
) -> bool:
    """Report the sizes in `got` if not `holds`, or if a condition provably fails; return whether all may hold."""
    if not holds:
        report.error(rule, f"{fact}, but got {_listed(got)}")
        return False
    clauses = [(each,) if isinstance(each, Relation) else each for each in conditions]
    pending = [clause for clause in clauses if not any(relation.holds for relation in clause)]
    open_rules = [OpenRule(rule, fact, clause, tuple(got)) for clause in pending]
    if isinstance(report, OpenRules):
        report.open += open_rules
        return True
    broken = next((each for each in open_rules if each.fails), None)
    if broken is not None:
        report.error(rule, f"{fact}, but got {_listed(got)}")
    return broken is None


# -- Checks that several ops make --------------------------------------------------------------------------------------


def same_shape(report: Findings, rule: str | None, subject: str, a: Shape, b: Shape) -> Shape | None:
    """Return the shape that agrees with both shapes; report an error if they contradict each other."""
    agree = map(equal, a, b)
    fits = require(report, rule, f"{subject} must have the same shape", (a, b), *agree, holds=len(a) == len(b))
    return meet(a, b) if fits else None


def same_size(report: Findings, rule: str, subject: str, a: Dim, b: Dim) -> bool:
    """Report sizes that must agree and do not."""
    return require(report, rule, f"{subject} must agree", ((a,), (b,)), equal(a, b))


def dims_in_range(report: Findings, rule: str, subject: str, dims: Sequence[int], rank: int) -> bool:
    """Report dimensions that are not there, or named twice."""
    for dim in dims:
        if not 0 <= dim < rank:
            report.error(rule, f"{subject} must be in 0..{rank - 1}, but got {dim}")
            return False
    if len(set(dims)) != len(dims):
        report.error(rule, f"{subject} must be distinct, but got {list(dims)}")
        return False
    return True
