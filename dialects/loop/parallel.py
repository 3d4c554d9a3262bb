"""`loop.parallel`: iterations over several dimensions at once, in any order, and reductions of what they yield."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, cast

from dlc.dialects.arith import ATOMIC_KIND_NAMES, ATOMIC_KINDS
from dlc.ir import UNKNOWN_LOC, Attribute, Block, BlockArgument, Location, Value
from dlc.ir.affine import AffineExpr, AffineMap, simplify_affine_expr
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.blocks import Region as IRRegion
from dlc.ir.builtin_attributes import AffineMapAttr, ArrayAttr, DenseElementsAttr, IntegerAttr, int_attr
from dlc.ir.builtin_constraints import index_type
from dlc.ir.builtin_types import TensorType, i32, i64, index
from dlc.ir.constraints import any_type
from dlc.ir.definition import (
    Attr,
    Op,
    Region,
    VariadicOperand,
    VariadicResult,
    attr,
    op,
    region,
    variadic_operand,
    variadic_result,
)
from dlc.ir.integer_range import IntegerRange
from dlc.ir.interfaces import ConditionallySpeculatable, InferIntRange, LoopLike
from dlc.ir.locations import PendingLocation
from dlc.ir.signatures import read_types
from dlc.ir.traits import AutomaticAllocationScope, RecursiveMemoryEffects, SingleBlock

from .affine_text import Subscripts, expressions_text
from .apply import INDEX_WIDTH, map_range
from .constraints import groups_attr, i64_list, map_attr
from .for_loop import Bound, as_bound, check_types
from .reductions import accepts
from .scopes import verify_operands
from .speculation import nest_is_speculatable
from .terminators import YieldOp, verify_single_body

if TYPE_CHECKING:
    from dlc.ir.attributes import Type
    from dlc.ir.verifier import Report

MAPPING = "mapping"
"""The attribute that says what runs the iterations of a loop, such as blocks of a GPU: an entry for each dimension."""
SECTIONS = "loop.sections"
"""The attribute of a loop whose iterations are different parts of a program, each of which is worth a thread."""
Groups = list[list[AffineExpr]]
"""For each dimension the expressions whose extreme is its bound."""


@op(
    "loop.parallel",
    traits=(AutomaticAllocationScope, RecursiveMemoryEffects, SingleBlock),
    interfaces=(ConditionallySpeculatable, InferIntRange, LoopLike),
)
class ParallelOp(Op):
    """Run the body for each point of a box with affine bounds, in any order or at the same time.

    Each result combines what all iterations yield, by an operation such as `addf`; without iterations it is what that
    operation leaves as it is (`reductions`).

    Rules: (parallel_c1) each dimension has a lower and an upper bound of at least one expression, a step, and an
    argument of the body, which is a block that ends in `loop.yield`. (parallel_c2) the maps take as many operands as
    there are. (parallel_c3) those are what can be dimensions and symbols. (parallel_c4) steps are positive.
    (parallel_c5) each result has a reduction that can be done to its type.
    Example:
        %s = loop.parallel (%i, %j) = (0, max(0, %k)) to (8, symbol(%n)) step (1, 2) reduce ("addf") -> (f32) {
          loop.yield %x : f32
        }
    """

    map_operands: VariadicOperand = variadic_operand(index_type)
    outputs: VariadicResult = variadic_result(any_type)
    reductions: Attr[ArrayAttr] = attr(i64_list)
    lowerBoundsMap: Attr[AffineMapAttr] = attr(map_attr)  # noqa: N815 (MLIR's names)
    lowerBoundsGroups: Attr[DenseElementsAttr] = attr(groups_attr)  # noqa: N815
    upperBoundsMap: Attr[AffineMapAttr] = attr(map_attr)  # noqa: N815
    upperBoundsGroups: Attr[DenseElementsAttr] = attr(groups_attr)  # noqa: N815
    steps: Attr[ArrayAttr] = attr(i64_list)
    body_region: Region = region(default=None)
    syntax = HAND_WRITTEN
    yield_op: ClassVar[type[YieldOp]] = YieldOp

    # -- Making ------------------------------------------------------------------------------------------------------

    @classmethod
    def over(
        cls,
        lower: Sequence[Bound],
        upper: Sequence[Bound],
        steps: Sequence[int] | None = None,
        result_types: Sequence[Type] = (),
        reductions: Sequence[str] = (),
        *,
        location: Location | PendingLocation = UNKNOWN_LOC,
    ) -> ParallelOp:
        """A loop with an open body, over dimensions with these bounds; `reductions` are words such as `addf`."""
        lower_map, lower_groups, lower_operands = _joined(lower)
        upper_map, upper_groups, upper_operands = _joined(upper)
        properties = parallel_properties(
            [ATOMIC_KINDS[word] for word in reductions],
            (lower_map, lower_groups),
            (upper_map, upper_groups),
            list(steps) if steps is not None else [1] * len(lower),
        )
        body = IRRegion([Block([index] * len(lower))])
        operands = [*lower_operands, *upper_operands]
        return cls.create(operands, result_types, properties, {}, [body], location=location)

    def close(self, values: Sequence[Value] = ()) -> ParallelOp:
        """End the body: these values are combined with those of the other iterations."""
        self.body.append(self.yield_op.of(values, location=self._location))
        return self

    # -- Parts -------------------------------------------------------------------------------------------------------

    @property
    def body(self) -> Block:
        """The block that runs for each point."""
        return self._regions[0].entry

    @property
    def induction_variables(self) -> Sequence[BlockArgument]:
        """The point."""
        return self.body.args

    @property
    def lower_map(self) -> AffineMap:
        """The lower bounds of all dimensions, one after the other."""
        return self.lowerBoundsMap.value

    @property
    def upper_map(self) -> AffineMap:
        """The upper bounds of all dimensions, one after the other."""
        return self.upperBoundsMap.value

    @property
    def lower_operands(self) -> Sequence[Value]:
        """The operands of the lower bounds."""
        return self._operands[: self.lower_map.num_inputs]

    @property
    def upper_operands(self) -> Sequence[Value]:
        """The operands of the upper bounds."""
        return self._operands[self.lower_map.num_inputs :]

    @property
    def lower_groups(self) -> Groups:
        """Expressions whose maximum is the lower bound, for each dimension."""
        return _grouped(self.lower_map, self.lowerBoundsGroups)

    @property
    def upper_groups(self) -> Groups:
        """Expressions whose minimum is the upper bound, for each dimension."""
        return _grouped(self.upper_map, self.upperBoundsGroups)

    @property
    def step_values(self) -> list[int]:
        """The step of each dimension."""
        return [cast(IntegerAttr, step).value for step in self.steps]

    @property
    def reduction_words(self) -> list[str]:
        """The combining operation of each result; an unknown number is shown as such."""
        numbers = [cast(IntegerAttr, reduction).value for reduction in self.reductions]
        return [ATOMIC_KIND_NAMES[number] if number < len(ATOMIC_KINDS) else str(number) for number in numbers]

    @property
    def terminator(self) -> YieldOp:
        """The end of the body."""
        return cast(YieldOp, self.body.last)

    def constant_trip_counts(self) -> list[int | None]:
        """The trip count of each dimension whose bounds are constants or apart by a constant, `None` for others."""
        spans = [self._span(*bounds) for bounds in zip(self.lower_groups, self.upper_groups, strict=True)]
        return [
            None if span is None else max(0, -(-span // step))
            for span, step in zip(spans, self.step_values, strict=True)
        ]

    def _span(self, lowers: Sequence[AffineExpr], uppers: Sequence[AffineExpr]) -> int | None:
        """The distance from the lower to the upper bound of a dimension, or `None` if it is unknown."""
        starts, ends = [[expr.constant_value for expr in group] for group in (lowers, uppers)]
        known_starts, known_ends = [[value for value in group if value is not None] for group in (starts, ends)]
        if len(known_starts) == len(starts) and len(known_ends) == len(ends):
            return min(known_ends) - max(known_starts)
        lower_map, upper_map = self.lower_map, self.upper_map
        if len(lowers) != 1 or len(uppers) != 1 or lower_map.num_dims != upper_map.num_dims:
            return None
        if list(self.lower_operands) != list(self.upper_operands):
            return None
        return simplify_affine_expr(uppers[0] - lowers[0], lower_map.num_dims, lower_map.num_symbols).constant_value

    # -- Interfaces --------------------------------------------------------------------------------------------------

    def loop_regions(self) -> Sequence[IRRegion]:
        return self.regions

    def is_speculatable(self) -> bool:
        return nest_is_speculatable(self)

    def infer_ranges(self, operands: Sequence[IntegerRange | None]) -> Sequence[IntegerRange | None]:
        """Return no ranges for reduced values."""
        return [None] * len(self.results)

    def infer_argument_ranges(
        self, arguments: Sequence[Value], operands: Sequence[IntegerRange | None]
    ) -> Sequence[IntegerRange | None]:
        """Each is at least its lower bound, and less than its upper one."""
        lower_map, upper_map, split = self.lower_map, self.upper_map, self.lower_map.num_inputs
        pairs = list(zip(self.lower_groups, self.upper_groups, strict=True))
        ranges: list[IntegerRange | None] = []
        for argument in arguments:
            assert isinstance(argument, BlockArgument)
            lower, upper = pairs[argument.index]
            least = map_range(lower_map.with_results(lower), operands[:split], "max").smin
            last = map_range(upper_map.with_results(upper), operands[split:], "min").smax - 1
            known = least <= last
            ranges.append(IntegerRange.signed(INDEX_WIDTH, least, last) if known else IntegerRange.full(INDEX_WIDTH))
        return ranges

    # -- Verifying ---------------------------------------------------------------------------------------------------

    def verify(self, report: Report) -> None:
        if not self._verify_dimensions(report):
            return
        lower, upper = self.lower_map, self.upper_map
        if len(self.operands) != lower.num_inputs + upper.num_inputs:
            report.error(
                "parallel_c2",
                f"the maps take {lower.num_inputs} and {upper.num_inputs} operands, but got {len(self.operands)}",
            )
        else:
            verify_operands(self, self.lower_operands, lower.num_dims, "parallel_c3", report)
            verify_operands(self, self.upper_operands, upper.num_dims, "parallel_c3", report)
        if any(step <= 0 for step in self.step_values):
            report.error("parallel_c4", f"steps must be positive, but got {self.step_values}")
        kinds, types = self.reduction_words, self.result_types
        if len(kinds) != len(types):
            report.error(
                "parallel_c5", f"a reduction must be specified for each of {len(types)} results, but got {kinds}"
            )
            return
        for word, type in zip(kinds, types, strict=True):
            if word not in ATOMIC_KINDS or not accepts(word, type):
                report.error("parallel_c5", f"cannot reduce values of type '{type}', but got '{word}'")

    def _verify_dimensions(self, report: Report) -> bool:
        if not verify_single_body(self.body_region, self.yield_op, "the body", "parallel_c1", report):
            return False
        count = len(self.steps)
        for what, affine_map, groups in (
            ("lower", self.lower_map, self.lowerBoundsGroups),
            ("upper", self.upper_map, self.upperBoundsGroups),
        ):
            listed = groups.type.num_elements
            if listed > count:  # asked before they are made a list: a splat may stand for any number
                report.error("parallel_c1", f"needs {count} groups of {what} bounds, but got {listed}")
                return False
            sizes = group_sizes(groups)
            if len(sizes) != count or sum(sizes) != affine_map.num_results or any(size <= 0 for size in sizes):
                report.error(
                    "parallel_c1",
                    f"needs {what} bounds in {count} groups of {affine_map.num_results} in all, none of them empty"
                    f", but got {sizes}",
                )
                return False
        return check_types(report, "parallel_c1", "the body must take", [index] * count, self.body.arg_types)

    def nameless_properties(self) -> Sequence[str]:
        """The maps are shown by their expressions."""
        return ("lowerBoundsMap", "upperBoundsMap")

    # -- Text --------------------------------------------------------------------------------------------------------

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> ParallelOp:
        p.expect("(")
        arguments = [] if p.at(")") else [_read_counter(p)]
        while p.accept(","):
            arguments.append(_read_counter(p))
        p.expect(")")
        p.expect("=")
        lower_map, lower_groups, lower_operands = _read_bounds(p, "max")
        p.expect("to")
        upper_map, upper_groups, upper_operands = _read_bounds(p, "min")
        steps = _read_steps(p) if p.accept("step") else [1] * len(arguments)
        reductions, types = _read_reductions(p)
        body = p.region(arguments)
        body.ensure_terminator(cls.yield_op, location)
        properties = parallel_properties(reductions, (lower_map, lower_groups), (upper_map, upper_groups), steps)
        operands = [*lower_operands, *upper_operands]
        return cls.create(operands, types, properties, p.attr_dict(), [body], location=location)

    def write(self, p: AsmPrinter) -> None:
        lower = _bounds_text(p, self.lower_groups, self.lower_map, self.lower_operands, "max")
        upper = _bounds_text(p, self.upper_groups, self.upper_map, self.upper_operands, "min")
        p.write(f" ({p.names_of(self.induction_variables)}) = ({lower}) to ({upper})")
        if any(step != 1 for step in self.step_values):
            p.write(f" step ({', '.join(map(str, self.step_values))})")
        if self.results:
            kind_list = ", ".join(f'"{word}"' for word in self.reduction_words)
            p.write(f" reduce ({kind_list}) -> ({p.types_of(self.result_types)})")
        p.write(" ")
        p.region(self.body_region, entry_args=False, terminator=bool(self.results))
        p.attr_dict(self, _PROPERTIES)


_PROPERTIES = (
    *("reductions", "steps"),
    *("lowerBoundsMap", "lowerBoundsGroups", "upperBoundsMap", "upperBoundsGroups"),
)


# -- Properties ------------------------------------------------------------------------------------------------------


def parallel_properties(
    reductions: Sequence[int],
    lower: tuple[AffineMap, Sequence[int]],
    upper: tuple[AffineMap, Sequence[int]],
    steps: Sequence[int],
) -> dict[str, Attribute]:
    """Return the properties of the op: maps, and the number of their results for each dimension."""
    return {
        "reductions": ArrayAttr(tuple(int_attr(number, i64) for number in reductions)),
        "lowerBoundsMap": AffineMapAttr(lower[0]),
        "lowerBoundsGroups": _groups_attr(lower[1]),
        "upperBoundsMap": AffineMapAttr(upper[0]),
        "upperBoundsGroups": _groups_attr(upper[1]),
        "steps": ArrayAttr(tuple(int_attr(step, i64) for step in steps)),
    }


def _groups_attr(sizes: Sequence[int]) -> DenseElementsAttr:
    is_splat = bool(sizes) and all(size == sizes[0] for size in sizes)
    return DenseElementsAttr.of(TensorType((len(sizes),), i32), sizes[:1] if is_splat else sizes)


def group_sizes(groups: DenseElementsAttr) -> list[int]:
    """Return the number of a map's results that belong to each dimension."""
    return groups.ints()


def _grouped(affine_map: AffineMap, groups: DenseElementsAttr) -> Groups:
    count = affine_map.num_results
    if groups.type.num_elements > count or sum(group_sizes(groups)) != count:  # in this order: see the verifier
        raise ValueError(f"{count} bounds are not in groups of '{groups}'")
    results = iter(affine_map.results)
    return [[next(results) for _ in range(size)] for size in group_sizes(groups)]


def _joined(bounds: Sequence[Bound]) -> tuple[AffineMap, list[int], list[Value]]:
    """Return one map for the bounds of all dimensions; dimensions of each come before symbols of all."""
    parts = [as_bound(bound) for bound in bounds]
    num_dims = sum(part.value.num_dims for part, _ in parts)
    num_symbols = sum(part.value.num_symbols for part, _ in parts)
    dims: list[Value] = []
    symbols: list[Value] = []
    results: list[AffineExpr] = []
    for part, operands in parts:
        shifted = part.value.shift_dims(len(dims)).shift_symbols(len(symbols))
        results += shifted.results
        dims += operands[: part.value.num_dims]
        symbols += operands[part.value.num_dims :]
    sizes = [part.value.num_results for part, _ in parts]
    return AffineMap(num_dims, num_symbols, results), sizes, [*dims, *symbols]


# -- Reading and writing ---------------------------------------------------------------------------------------------


def _read_counter(p: AsmReader) -> tuple[str, Type, None, int]:
    name = p.value_name()
    return name, index, None, p.pos - len(name)


def _read_bounds(p: AsmReader, extreme: str) -> tuple[AffineMap, list[int], list[Value]]:
    """`(0, max(%i, symbol(%n) - 4))`"""
    p.expect("(")
    reader = Subscripts(p)
    results: list[AffineExpr] = []
    sizes: list[int] = []
    while not p.at(")"):
        if sizes:
            p.expect(",")
        if p.accept(extreme):
            p.expect("(")
            group = reader.expressions(")")
            p.expect(")")
        else:
            group = [reader.expression()]
        results += group
        sizes.append(len(group))
    p.expect(")")
    return reader.map_of(results), sizes, reader.values()


def _read_steps(p: AsmReader) -> list[int]:
    p.expect("(")
    steps = [] if p.at(")") else [p.integer()]
    while p.accept(","):
        steps.append(p.integer())
    p.expect(")")
    return steps


def _read_reductions(p: AsmReader) -> tuple[list[int], list[Type]]:
    """`reduce ("addf") -> (f32)`"""
    if not p.accept("reduce"):
        return [], []
    p.expect("(")
    numbers: list[int] = []
    while not p.at(")"):
        if numbers:
            p.expect(",")
        offset = p.pos
        word = p.string()
        if word not in ATOMIC_KINDS:
            p.fail(f"expected one of {', '.join(ATOMIC_KINDS)}, but got '{word}'", offset)
        numbers.append(ATOMIC_KINDS[word])
    p.expect(")")
    p.expect("->")
    return numbers, read_types(p)


def _bounds_text(p: AsmPrinter, groups: Groups, affine_map: AffineMap, operands: Sequence[Value], extreme: str) -> str:
    texts = [expressions_text(p, group, affine_map.num_dims, operands) for group in groups]
    return ", ".join(
        [text if len(group) == 1 else f"{extreme}({text})" for group, text in zip(groups, texts, strict=True)]
    )
