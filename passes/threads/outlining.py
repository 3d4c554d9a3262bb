"""The iterations of a parallel loop as a function, which receives a range of linear indices and the captured values.

    loop.parallel (%i, %j) = (0, 0) to (%n, 8) { … %m[%i, %j] … }
    =>
    func.func private @f_parallel(%begin: index, %end: index, %m: memref<?x8xf32>) {
      loop.for %i = %begin to %end { loop.for %j = 0 to 8 { … %m[%i, %j] … } }
      return
    }

If several dimensions are divided, the last of them is a loop of its own over the part of a row that is in the range, so
that accesses stay affine and adjacent iterations stay adjacent:

      loop.for %row = %begin floordiv 8 to %end ceildiv 8 {
        loop.for %j = max(0, %begin - %row * 8) to min(8, %end - %row * 8) { … }
      }

Reductions become iteration arguments of these loops, and the results of the function.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from dlc.dialects import arith, func, loop
from dlc.dialects.func import FuncOp
from dlc.ir import ArrayAttr, Attribute, Builder, IRMapping, Operation, TypedAttribute, Value
from dlc.ir.affine import AffineExpr, AffineMap, affine_dims
from dlc.ir.builtin_attributes import UNIT
from dlc.ir.builtin_types import index

from ..generic.captured_values import NOTHING, argument_attributes, is_copied, outside_values
from .division import Division, Number

Limit = tuple[AffineMap, Sequence[Value]]


class Outlined:
    """The new function of a parallel loop, whose body moves there: what is left of the loop can only be erased."""

    def __init__(self, division: Division, name: str, starts: Sequence[TypedAttribute] = ()) -> None:
        op = self.op = division.op
        self.division = division
        self.captured = captured_values(division)
        types = [value.type for value in self.captured]
        self.function = FuncOp.of(name, [index, index, *types], op.result_types, "private")
        self.function.location = op.location
        self.function.attributes[func.BARE_POINTERS] = UNIT
        self.function.attributes.update(_said_to_llvm(op))
        attributes = argument_attributes(op, self.captured)
        self.function.arg_attrs = ArrayAttr((NOTHING, NOTHING, *attributes)) if attributes is not None else None
        entry = self.function.entry
        self.begin, self.end = entry.args[:2]
        self.mapping = IRMapping()
        self.mapping.map(self.captured, entry.args[2:])
        for value, argument in zip(self.captured, entry.args[2:], strict=True):
            argument.name_hint = value.name_hint
        self.begin.name_hint, self.end.name_hint = "begin", "end"
        self._builder = Builder.at_end(entry)
        self._builder.location = op.location
        self._loops: list[loop.ForOp] = []
        for definition in constants_used(division):
            self._builder.insert(definition.clone(self.mapping))
        self.starts = starts
        """The initial value of each reduction."""
        self._fill([self._builder.insert(arith.ConstantOp(start)).results[0] for start in starts])

    def _fill(self, starts: Sequence[Value]) -> None:
        """Build the loops, from the outermost to the innermost, then the body and the terminators."""
        op, dims = self.op, self.division.dims
        self._starts = starts
        self._open_divided()
        for dim in (*range(dims.start), *range(dims.stop, len(op.step_values))):
            self._open_whole(dim)
        self._move_body()
        yielded = [self.mapping.values.get(value, value) for value in op.terminator.operands]
        results = [
            self._builder.insert(arith.COMBINERS[word].combine(so_far, value)).results[0]
            for word, so_far, value in zip(op.reduction_words, self._carried(), yielded, strict=True)
        ]
        self._loops[-1].attributes.update(op.attributes)
        for new_loop in reversed(self._loops):
            new_loop.close(results)
            results = list(new_loop.results)
        self._builder = Builder.at_end(self.function.entry)
        self._builder.insert(func.ReturnOp(results))

    def _move_body(self) -> None:
        """Move the ops of the parallel loop, but its terminator, to the end of the last loop."""
        body, last = self.op.body, self.op.terminator.prev
        if body.first is not None and last is not None:
            self._loops[-1].body.splice_before(None, body, body.first, last)
        for value, replacement in self.mapping.values.items():
            value.replace_uses_if(replacement, lambda user, _: self.function.is_ancestor_of(user))

    def _carried(self) -> Sequence[Value]:
        return self._loops[-1].carried if self._loops else self._starts

    def _open(self, lower: Limit, upper: Limit, step: int) -> Value:
        """Open a loop inside the last one, and return its induction variable."""
        new_loop = self._builder.insert(loop.ForOp.over(lower, upper, step, self._carried(), location=self.op.location))
        self._loops.append(new_loop)
        self._builder = Builder.at_end(new_loop.body)
        self._builder.location = self.op.location
        return new_loop.induction_variable

    def _count(self, dim: int, counter: Value) -> None:
        """Map the induction variable of a dimension to its replacement."""
        old = self.op.induction_variables[dim]
        self.mapping.values[old] = counter
        counter.name_hint = counter.name_hint or old.name_hint

    def _open_whole(self, dim: int) -> None:
        """Open a loop over a whole dimension."""
        op = self.op
        lower = op.lower_map.with_results(op.lower_groups[dim])
        upper = op.upper_map.with_results(op.upper_groups[dim])
        sources = [self.mapping.values.get(value, value) for value in op.lower_operands]
        ends = [self.mapping.values.get(value, value) for value in op.upper_operands]
        self._count(dim, self._open((lower, sources), (upper, ends), op.step_values[dim]))

    # -- Divided dimensions ------------------------------------------------------------------------------------------

    def _open_divided(self) -> None:
        division, dims = self.division, list(self.division.dims)
        lowers = [number if isinstance(number, int) else self.mapping.values[number] for number in division.lowers]
        if len(dims) == 1:
            self._count(dims[0], self._open_range(lowers[0], division.steps[0]))
            return
        *outer, row = division.later_trips
        [d0] = affine_dims(1)
        rows = self._open(
            (AffineMap(1, 0, [d0 // row]), [self.begin]),
            (AffineMap(1, 0, [d0.ceildiv(row)]), [self.end]),
            1,
        )
        for number, dim in enumerate(dims[:-1]):
            inside = prod(outer[number:])
            position = d0 // inside
            if number > 0:
                position = position % outer[number - 1]
            self._count(dim, self._affine(lowers[number], position * division.steps[number], rows))
        self._count(dims[-1], self._open_part_of_row(rows, row, lowers[-1], division.steps[-1]))

    def _open_range(self, lower: Number, step: int) -> Value:
        """Open a loop over lower + begin * step, lower + (begin + 1) * step, …, up to end."""
        ends = [self._with_lower(lower, affine_dims(1)[0] * step, [edge]) for edge in (self.begin, self.end)]
        return self._open(ends[0], ends[1], step)

    def _open_part_of_row(self, rows: Value, row: int, lower: Number, step: int) -> Value:
        """Open a loop over the part of a row that is in the range."""
        edge, number = affine_dims(2)
        inside = (edge - number * row) * step
        first, operands = self._with_lower(lower, inside, [self.begin, rows])
        last, _ = self._with_lower(lower, inside, [self.end, rows])
        start = _lower_expr(lower, 2)
        lowest = first.with_results([start, *first.results])
        highest = last.with_results([start + row * step, *last.results])
        return self._open((lowest, operands), (highest, [self.end, *operands[1:]]), step)

    def _affine(self, lower: Number, expr: AffineExpr, operand: Value) -> Value:
        """Return lower + an expression of the operand, as a value."""
        if lower == 0 and expr is affine_dims(1)[0]:
            return operand
        map, operands = self._with_lower(lower, expr, [operand])
        return self._builder.insert(loop.ApplyOp.of(map, operands)).result

    def _with_lower(self, lower: Number, expr: AffineExpr, operands: Sequence[Value]) -> Limit:
        """Return `expr` plus a lower bound, which adds a dimension if it is a value."""
        count = len(operands)
        if isinstance(lower, int):
            return AffineMap(count, 0, [expr + lower]), operands
        return AffineMap(count + 1, 0, [expr + _lower_expr(lower, count)]), [*operands, lower]


def _lower_expr(lower: Number, position: int) -> AffineExpr:
    """Return a lower bound as an expression: a constant, or the dimension at a position."""
    dims = affine_dims(position + 1)
    return dims[0] * 0 + lower if isinstance(lower, int) else dims[position]


# -- What comes from outside -------------------------------------------------------------------------------------------


def _needed_values(division: Division) -> list[Value]:
    """Return the values that the function uses from outside: the bounds of undivided dimensions, the lower bounds of
    others.
    """
    op = division.op
    bounds = op.operands if len(division.dims) < len(op.step_values) else ()
    lowers = [each for each in division.lowers if isinstance(each, Value)]
    return list(dict.fromkeys([*lowers, *bounds, *outside_values(op)]))


def _said_to_llvm(op: Operation) -> dict[str, Attribute]:
    """Return what the function around a loop asks of LLVM, which holds for the loop as well."""
    around = op.parent_of_kind(FuncOp)
    said = around.attributes.get(func.PASSTHROUGH) if around is not None else None
    return {} if said is None else {func.PASSTHROUGH: said}


def captured_values(division: Division) -> list[Value]:
    """Return the values that are passed to the function of a parallel loop."""
    return [value for value in _needed_values(division) if not is_copied(value.defining_op)]


def constants_used(division: Division) -> list[Operation]:
    """Return the definitions that are copied into the function of a parallel loop."""
    makers = [value.defining_op for value in _needed_values(division)]
    return [maker for maker in dict.fromkeys(makers) if maker is not None and is_copied(maker)]
