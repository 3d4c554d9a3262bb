"""`loop.for`: counts from the greatest of some affine bounds to the least of others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar, cast

from dlc.ir import UNKNOWN_LOC, Attribute, Block, BlockArgument, Location, Value
from dlc.ir.affine import AffineMap, simplify_affine_expr
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.attributes import spelled
from dlc.ir.blocks import Region as IRRegion
from dlc.ir.builtin_attributes import AffineMapAttr, DenseArrayAttr, IntegerAttr
from dlc.ir.builtin_constraints import index_attr, index_type
from dlc.ir.builtin_types import index
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
from dlc.ir.interfaces import (
    CarriesValues,
    ConditionallySpeculatable,
    InferIntRange,
    LoopLike,
    RegionBranch,
    RegionSuccessor,
)
from dlc.ir.locations import PendingLocation
from dlc.ir.operations import make_operation
from dlc.ir.resizing import append_operand, append_result
from dlc.ir.signatures import read_types
from dlc.ir.traits import AutomaticAllocationScope, RecursiveMemoryEffects, SingleBlock

from .affine_text import operands_text, read_operands
from .apply import INDEX_WIDTH, check_count, fold_results, map_range, read_map
from .constraints import DIM_MAP, SYMBOL_MAP, constant_map, map_attr, segments, step_attr
from .scopes import verify_operands
from .speculation import nest_is_speculatable
from .terminators import YieldOp, verify_single_body

if TYPE_CHECKING:
    from dlc.ir.attributes import Type
    from dlc.ir.verifier import Report

SCHEDULE = "loop.schedule"
"""The attribute of a loop with the steps that its nest must go through."""
TRY_SCHEDULE = "loop.try_schedule"
"""The attribute with one or several schedules, of which the first is used that no step refuses."""
NOT_SCHEDULED = "loop.not_scheduled"
"""The attribute with the reasons why no schedule of `loop.try_schedule` was used."""

Bound = int | Value | tuple[AffineMap, Sequence[Value]]
"""A number, an index that can be a dimension, or a map with its operands, dimensions first."""


@op(
    "loop.for",
    traits=(AutomaticAllocationScope, RecursiveMemoryEffects, SingleBlock),
    interfaces=(CarriesValues, ConditionallySpeculatable, InferIntRange, LoopLike, RegionBranch),
)
class ForOp(Op):
    """Run the body for each number from a lower bound to below an upper bound, by a step; values are carried along.

    A bound is an affine map of dimensions and symbols. Of several results, the greatest is the lower bound and the
    least is the upper one. The results are the values that the last iteration yields, or the initial ones.

    Rules: (for_c1) each bound's map has a result. (for_c2) it takes as many dimensions and symbols as there are
    operands. (for_c3) those are what can be dimensions and symbols. (for_c4) the step is positive. (for_c5) the body is
    a block that ends in `loop.yield`. (for_c6) it takes an index, and values of the initial ones' types. (for_c7) the
    results have those types.
    Example:
        %sum = loop.for %i = 0 to min affine_map<(d0)[s0] -> (d0 + 8, s0)>(%j)[%n] step 2 iter_args(%s = %x) -> (f32) {
          loop.yield %s : f32
        }
    """

    lower_operands: VariadicOperand = variadic_operand(index_type)
    upper_operands: VariadicOperand = variadic_operand(index_type)
    iter_inits: VariadicOperand = variadic_operand(any_type)
    outputs: VariadicResult = variadic_result(any_type)
    lowerBoundMap: Attr[AffineMapAttr] = attr(map_attr)  # noqa: N815 (MLIR's names)
    upperBoundMap: Attr[AffineMapAttr] = attr(map_attr)  # noqa: N815
    step: Attr[IntegerAttr] = attr(index_attr)
    body_region: Region = region(default=None)
    syntax = HAND_WRITTEN
    yield_op: ClassVar[type[YieldOp]] = YieldOp
    over_lines = frozenset({SCHEDULE, TRY_SCHEDULE, NOT_SCHEDULED})

    # -- Making ------------------------------------------------------------------------------------------------------

    @classmethod
    def over(
        cls,
        lower: Bound,
        upper: Bound,
        step: int = 1,
        inits: Sequence[Value] = (),
        *,
        location: Location | PendingLocation = UNKNOWN_LOC,
    ) -> ForOp:
        """A loop whose body is an open block: `loop.body.append(…)`, and `loop.close(values)` in the end."""
        types = [init.type for init in inits] if inits else ()
        body = IRRegion((Block((index, *types)),))
        if type(lower) is int and type(upper) is int:
            properties, operands = _between_numbers(lower, upper, step, len(inits)).copy(), list(inits)
        else:
            lower_map, lower_operands = as_bound(lower)
            upper_map, upper_operands = as_bound(upper)
            sizes = segments(len(lower_operands), len(upper_operands), len(inits))
            properties = _properties(lower_map, upper_map, step, sizes)
            operands = [*lower_operands, *upper_operands, *inits]
        return make_operation(cls, operands, types, properties, {}, [body], (), location)

    def close(self, values: Sequence[Value] = ()) -> ForOp:
        """End the body: these values are carried to the next iteration."""
        self._regions[0].entry.append(self.yield_op.of(values, location=self._location))
        return self

    # -- Parts -------------------------------------------------------------------------------------------------------

    @property
    def lower_map(self) -> AffineMap:
        """The greatest of its results is where counting begins."""
        return cast(AffineMapAttr, self._properties["lowerBoundMap"]).value

    @property
    def upper_map(self) -> AffineMap:
        """Counting ends before the least of its results."""
        return cast(AffineMapAttr, self._properties["upperBoundMap"]).value

    @property
    def step_value(self) -> int:
        """Increment of the induction variable."""
        return cast(IntegerAttr, self._properties["step"]).value

    @property
    def body(self) -> Block:
        """The block that runs again and again."""
        return self._regions[0].entry

    @property
    def induction_variable(self) -> BlockArgument:
        """The number that the body is told."""
        return self.body.args[0]

    @property
    def carried(self) -> Sequence[BlockArgument]:
        """The loop-carried block arguments of the body."""
        return self.body.args[1:]

    @property
    def terminator(self) -> YieldOp:
        """The end of the body."""
        return cast(YieldOp, self.body.last)

    @property
    def yielded(self) -> Sequence[Value]:
        """The values that the body yields."""
        return self.terminator.operands

    @property
    def constant_lower(self) -> int | None:
        """The lower bound, if it is one number."""
        return constant_bound(self.lower_map, max)

    @property
    def constant_upper(self) -> int | None:
        """The upper bound, if it is one number."""
        return constant_bound(self.upper_map, min)

    def constant_trip_count(self) -> int | None:
        """The trip count if it is known: the bounds are constants, or differ by a constant."""
        spans = self._spans()
        return None if spans is None else max(0, -(-min(spans) // self.step_value))

    def _spans(self) -> list[int] | None:
        """Return the distance from the lower bound to each upper bound, or `None` if one of them is unknown."""
        lower, upper = self.constant_lower, self.constant_upper
        if lower is not None and upper is not None:
            return [upper - lower]
        same = self.lower_map.num_dims == self.upper_map.num_dims and self.lower_operands == self.upper_operands
        if not same or self.lower_map.num_results != 1:
            return None
        [start], dims, symbols = self.lower_map.results, self.lower_map.num_dims, self.lower_map.num_symbols
        ends = self.upper_map.results
        spans = [simplify_affine_expr(end - start, dims, symbols).constant_value for end in ends]
        known = [span for span in spans if span is not None]
        return known if len(known) == len(spans) else None

    # -- Changing ----------------------------------------------------------------------------------------------------

    def set_lower_bound(self, bound: Bound) -> None:
        """Begin elsewhere."""
        self.lowerBoundMap, self.lower_operands = as_bound(bound)

    def set_upper_bound(self, bound: Bound) -> None:
        """End elsewhere."""
        self.upperBoundMap, self.upper_operands = as_bound(bound)

    def with_carried(self, kept: Sequence[int], added: Sequence[Value] = ()) -> ForOp:
        """A loop of the same bounds and an open body, with some of the carried values, and others behind them."""
        inits = [*(self.iter_inits[position] for position in kept), *added]
        lower, upper = (self.lower_map, self.lower_operands), (self.upper_map, self.upper_operands)
        new_loop = type(self).over(lower, upper, self.step_value, inits, location=self._location)
        new_loop.attributes.update(self.attributes)
        new_loop.induction_variable.name_hint = self.induction_variable.name_hint
        for new, position in zip(new_loop.carried, kept, strict=False):
            new.name_hint = self.carried[position].name_hint
        return new_loop

    # -- Interfaces --------------------------------------------------------------------------------------------------

    def loop_regions(self) -> Sequence[IRRegion]:
        return self.regions

    def region_successors(self, source: IRRegion | None) -> Sequence[RegionSuccessor]:
        """Return that control enters the body as long as there are iterations, and leaves it."""
        return [RegionSuccessor(self.regions[0], self.carried), RegionSuccessor(None, list(self.results))]

    def entry_successors(self, constants: Sequence[Attribute | None]) -> Sequence[RegionSuccessor]:
        """Return a single successor if it is known whether there are iterations."""
        both, trips = self.region_successors(None), self._trip_count_for(constants)
        return both if trips is None else [both[0 if trips else 1]]

    def later_successors(self, source: IRRegion) -> Sequence[RegionSuccessor]:
        """Return only the exit if there is a single iteration."""
        both = self.region_successors(source)
        return both[1:] if self.constant_trip_count() == 1 else both

    def _trip_count_for(self, constants: Sequence[Attribute | None]) -> int | None:
        """Return the trip count for constant operands, if it is known."""
        trips = self.constant_trip_count()
        if trips is not None:
            return trips
        split = len(self.lower_operands)
        lower = fold_results(self.lower_map, constants[:split])
        upper = fold_results(self.upper_map, constants[split : split + len(self.upper_operands)])
        if lower is None or upper is None:
            return None
        return max(0, -(-(min(upper) - max(lower)) // self.step_value))

    def carry(self, value: Value) -> Sequence[Value]:
        """Carry another value from iteration to iteration."""
        append_operand(self, value)
        held = self.body.add_argument(value.type, value.location)
        append_result(self, value.type)
        return [held]

    def entry_operands(self, successor: RegionSuccessor) -> Sequence[Value]:
        """The initial values."""
        return self.iter_inits

    def infer_ranges(self, operands: Sequence[IntegerRange | None]) -> Sequence[IntegerRange | None]:
        """Return no ranges: the body's yields are up to other analyses."""
        return [None] * len(self.results)

    def infer_argument_ranges(
        self, arguments: Sequence[Value], operands: Sequence[IntegerRange | None]
    ) -> Sequence[IntegerRange | None]:
        """The induction variable is at least the lower bound, and less than the upper one."""
        return [self._counter_range(operands) if value is self.induction_variable else None for value in arguments]

    def _counter_range(self, operands: Sequence[IntegerRange | None]) -> IntegerRange:
        split = len(self.lower_operands)
        lower = map_range(self.lower_map, operands[:split], "max")
        upper = map_range(self.upper_map, operands[split : split + len(self.upper_operands)], "min")
        if lower.smin >= upper.smax:
            return IntegerRange.full(INDEX_WIDTH)
        last = upper.smax - 1
        if lower.smin == lower.smax and upper.smin == upper.smax:
            last -= (last - lower.smin) % self.step_value
        return IntegerRange.signed(INDEX_WIDTH, lower.smin, last)

    def is_speculatable(self) -> bool:
        return nest_is_speculatable(self)

    # -- Verifying ---------------------------------------------------------------------------------------------------

    def verify(self, report: Report) -> None:
        for what, bound, operands in (
            ("lower", self.lower_map, self.lower_operands),
            ("upper", self.upper_map, self.upper_operands),
        ):
            if not bound.results:
                report.error("for_c1", f"expected {what} bound map to have at least one result, but got '{bound}'")
            if check_count(bound, operands, "for_c2", report):
                verify_operands(self, operands, bound.num_dims, "for_c3", report)
        if self.step_value <= 0:
            report.error("for_c4", f"step must be positive, but got {self.step_value}")
        inits = [init.type for init in self.iter_inits]
        if verify_single_body(self.body_region, self.yield_op, "the body", "for_c5", report):
            check_types(report, "for_c6", "the body must take", [index, *inits], self.body.arg_types)
        message = "the results must have the types of the carried values,"
        check_types(report, "for_c7", message, inits, self.result_types)

    def nameless_properties(self) -> Sequence[str]:
        """Numbers and plain symbols are shown without their maps."""
        bounds = [(name, attr) for name, attr in self._properties.items() if isinstance(attr, AffineMapAttr)]
        return [name for name, bound in bounds if has_short_form(bound)]

    # -- Text --------------------------------------------------------------------------------------------------------

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> ForOp:
        counter = p.value_name()
        counter_offset = p.pos - len(counter)
        p.expect("=")
        lower_map, lower_operands = read_bound(p, "lower", "max")
        p.expect("to")
        upper_map, upper_operands = read_bound(p, "upper", "min")
        step = p.integer() if p.accept("step") else 1
        names, inits, types = read_carried(p)
        arguments = [(counter, index, None, counter_offset)]
        arguments += [(name, type, None, offset) for (name, offset), type in zip(names, types, strict=True)]
        body = p.region(arguments)
        body.ensure_terminator(cls.yield_op, location)
        properties: dict[str, Attribute] = {
            "lowerBoundMap": lower_map,
            "upperBoundMap": upper_map,
            "step": step_attr(step),
            "operandSegmentSizes": segments(len(lower_operands), len(upper_operands), len(inits)),
        }
        operands = [*lower_operands, *upper_operands, *inits]
        return cls.create(operands, types, properties, p.attr_dict(), [body], location=location)

    def write(self, p: AsmPrinter) -> None:
        p.write(f" {p.name(self.induction_variable)} = {bound_text(p, self.lowerBoundMap, self.lower_operands, 'max')}")
        p.write(f" to {bound_text(p, self.upperBoundMap, self.upper_operands, 'min')}")
        if self.step_value != 1:
            p.write(f" step {self.step_value}")
        if self.results:
            carried = carried_text(p, self.carried, self.iter_inits)
            p.write(f" iter_args({carried}) -> ({p.types_of(self.result_types)})")
        p.write(" ")
        p.region(self.body_region, entry_args=False, terminator=bool(self.results))
        p.attr_dict(self, ("lowerBoundMap", "upperBoundMap", "step", "operandSegmentSizes"))


# -- Bounds ----------------------------------------------------------------------------------------------------------


def _properties(lower: AffineMapAttr, upper: AffineMapAttr, step: int, sizes: DenseArrayAttr) -> dict[str, Attribute]:
    return {"lowerBoundMap": lower, "upperBoundMap": upper, "step": step_attr(step), "operandSegmentSizes": sizes}


@lru_cache(maxsize=4096)
def _between_numbers(lower: int, upper: int, step: int, carried: int) -> dict[str, Attribute]:
    """The properties of a loop from one number to another, for copying: most loops have few different ones."""
    return _properties(constant_map(lower), constant_map(upper), step, segments(0, 0, carried))


def as_bound(bound: Bound) -> tuple[AffineMapAttr, Sequence[Value]]:
    """The map and the operands of a bound, as the op keeps them."""
    if isinstance(bound, int):
        return constant_map(bound), ()
    if isinstance(bound, Value):
        return DIM_MAP, (bound,)
    affine_map, operands = bound
    return AffineMapAttr(affine_map), operands


@lru_cache(maxsize=1 << 12)
def constant_bound(affine_map: AffineMap, extreme: Callable[[Sequence[int]], int]) -> int | None:
    """The bound that a map of constants gives."""
    return extreme(affine_map.constant_results) if affine_map.results and affine_map.is_constant else None


def read_bound(p: AsmReader, what: str, prefix: str) -> tuple[AffineMapAttr, list[Value]]:
    """`4`, `%n`, `affine_map<…>(%i)[%n]`, or `min affine_map<…>(%i)[%n]`."""
    has_prefix = p.accept(prefix)
    offset = p.pos
    name = p.accept_value_name()
    if name is not None:
        return SYMBOL_MAP, [p.resolve(name, offset, index)]
    number = p.accept_integer()
    if number is not None:
        return constant_map(number), []
    affine_attr = read_map(p)
    affine_map = affine_attr.value
    operands = read_operands(p, f"{what} bound's map", affine_map.num_dims, affine_map.num_symbols)
    if affine_map.num_results > 1 and not has_prefix:
        p.fail(f"{what} loop bound affine map with multiple results requires '{prefix}' prefix", offset)
    return affine_attr, operands


def has_short_form(bound: AffineMapAttr) -> bool:
    """Return whether a bound is a number or a symbol."""
    return bound is SYMBOL_MAP or (bound.value.num_inputs == 0 and bound.value.is_single_constant)


def bound_text(p: AsmPrinter, bound: AffineMapAttr, operands: Sequence[Value], prefix: str) -> str:
    """The shortest form that reads as the same map: a number and a symbol need none."""
    affine_map = bound.value
    if has_short_form(bound):
        return p.name(operands[0]) if operands else str(affine_map.single_constant_result)
    text = f"{p.attribute(bound)}{operands_text(p, operands, affine_map.num_dims)}"
    return text if affine_map.num_results == 1 else f"{prefix} {text}"


# -- Carried values --------------------------------------------------------------------------------------------------

Named = list[tuple[str, int]]
"""Names with the offsets at which they stand."""


def read_carried(p: AsmReader) -> tuple[Named, list[Value], list[Type]]:
    """`iter_args(%a = %x, %b = %y) -> (f32, i32)`; nothing where there are none."""
    if not p.accept("iter_args"):
        return [], [], []
    offset = p.pos
    names, inits = read_assignments(p)
    p.expect("->")
    types = read_types(p)
    if len(types) != len(inits):
        p.fail(f"{len(inits)} values are carried, but got {len(types)} types", offset)
    return names, [p.resolve(name, at, type) for (name, at), type in zip(inits, types, strict=True)], types


def read_assignments(p: AsmReader) -> tuple[Named, Named]:
    """`(%a = %x, %b = %y)`"""
    p.expect("(")
    targets: Named = []
    sources: Named = []
    while not p.at(")"):
        if targets:
            p.expect(",")
        for named in (targets, sources):
            name = p.value_name()
            named.append((name, p.pos - len(name)))
            if named is targets:
                p.expect("=")
    p.expect(")")
    return targets, sources


def carried_text(p: AsmPrinter, arguments: Sequence[Value], inits: Sequence[Value]) -> str:
    """`%a = %x, %b = %y`"""
    pairs = zip(arguments, inits, strict=True)
    return ", ".join([f"{p.name(argument)} = {p.name(init)}" for argument, init in pairs])


def check_types(report: Report, rule: str, subject: str, expected: Sequence[Type], got: Sequence[Type]) -> bool:
    """Return whether types are what they should be."""
    if list(expected) == list(got):
        return True
    report.error(rule, f"{subject} ({spelled(expected)}), but got ({spelled(got)})")
    return False
