"""Recognition of nests that sum products of two memrefs, as matrix products and convolutions do: the roles of loops."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from dlc.dialects import arith, loop
from dlc.dialects.loop.memory import AccessOp
from dlc.ir import Operation, Type, Value
from dlc.ir.builtin_types import VectorType

from .accesses import accessed, forms_of
from .nests import forwarding_loop_in, is_rectangular, perfect_nest
from .workloads import Workload, contains_loop, stride_of


class ContractionNest(NamedTuple):
    """A nest that sums products of two operands: its loops by their roles, its loads and its store."""

    rows: list[loop.ForOp]
    """Parallel loops that only the first operand depends on, outer ones first."""
    columns: list[loop.ForOp]
    """Parallel loops that only the second operand depends on; the result is contiguous along the last."""
    others: list[loop.ForOp]
    """Parallel loops that both operands depend on, or neither."""
    sums: list[loop.ForOp]
    """The loops that carry the sum, outer ones first."""
    first: loop.LoadOp
    second: loop.LoadOp
    store: loop.StoreOp

    @property
    def is_float(self) -> bool:
        """Whether floats are summed, in any order."""
        total = self.sums[-1].yielded[0].defining_op
        return isinstance(total, arith.AddFOp) and "reassoc" in total.fastmath

    @property
    def sum_type(self) -> Type:
        """The type of the sums, which need not be that of the elements that are stored."""
        return self.sums[-1].yielded[0].type

    @property
    def may_be_reordered(self) -> bool:
        """Whether sums may be added up in any order: integers, and floats that are marked so."""
        return self.is_float or not isinstance(self.sums[-1].yielded[0].defining_op, arith.AddFOp)

    @property
    def continues(self) -> bool:
        """Whether the sums begin with the elements that they are stored to: nothing else has to be stored first."""
        start = self.sums[0].iter_inits[0].defining_op
        if not isinstance(start, loop.LoadOp) or start.parent is not self.store.parent:
            return False
        return accessed(start) == accessed(self.store)

    @property
    def starts(self) -> int:
        """The number of elements from which the sums begin, besides those that they are stored to."""
        return len(self._read_first() - {accessed(self.store)})

    @property
    def starts_in_memory(self) -> bool:
        """Whether the sums begin with what is computed from elements, and not with these elements themselves."""
        return not self.continues and bool(self._read_first())

    def _read_first(self) -> set[object]:
        """Return the elements from which the sums begin."""
        pending, read = [self.sums[0].iter_inits[0]], set[object]()
        while pending:
            op = pending.pop().defining_op
            if op is None or op.parent is not self.store.parent:
                continue
            if isinstance(op, loop.LoadOp):
                read.add(accessed(op))
            else:
                pending += op.operands
        return read

    @property
    def read_before(self) -> int:
        """The number of elements that are read before those that are multiplied."""
        loads = (op for op in self.sums[0].block.ops if isinstance(op, loop.LoadOp) and op.is_before(self.sums[0]))
        return len({accessed(op) for op in loads})

    @property
    def has_windows(self) -> bool:
        """Whether an index of the second operand adds a loop over columns and a loop that carries the sum."""
        forms = forms_of(self.second.affine_map, self.second.indices, self.second)
        counters = [[op.induction_variable for op in loops] for loops in (self.columns, self.sums)]
        return any(all(any(each in form.terms for each in group) for group in counters) for form in forms or ())


def recognized(workload: Workload) -> ContractionNest | None:
    """Return the roles in a nest that is a contraction, or `None` if it is another kind of nest."""
    band = perfect_nest(workload.root)
    inside = [op for op in band[-1].body.ops if isinstance(op, loop.ForOp)]
    stores = [op for op in band[-1].body.ops if isinstance(op, loop.StoreOp)]
    if len(inside) != 1 or len(stores) != 1 or band[-1].results or len(inside[0].results) != 1:
        return None
    sums = _chain_of_sums(inside[0])
    operands = factors_of(sums[-1]) if sums else None
    if operands is None or not is_rectangular([*band, *sums]):
        return None
    return _with_roles(band, sums, operands, stores[0])


def _chain_of_sums(op: loop.ForOp) -> list[loop.ForOp]:
    """Return nested loops that forward one loop-carried value, or none if the innermost one contains others."""
    chain = [op]
    while (inner := forwarding_loop_in(chain[-1])) is not None:
        chain.append(inner)
    return chain if not contains_loop(chain[-1]) else []


def factors_of(op: loop.ForOp) -> tuple[loop.LoadOp, loop.LoadOp] | None:
    """Return the loads whose product a loop adds to its loop-carried value, or `None` if it computes something else."""
    total = op.terminator.operands[0].defining_op
    if not isinstance(total, (arith.AddFOp, arith.AddIOp)) or isinstance(total.results[0].type, VectorType):
        return None
    carried = op.carried[0]
    product = total.rhs if total.lhs is carried else total.lhs if total.rhs is carried else None
    multiply = product.defining_op if product is not None else None
    if not isinstance(multiply, arith.MulFOp if isinstance(total, arith.AddFOp) else arith.MulIOp):
        return None
    loads = [_loaded(multiply.lhs), _loaded(multiply.rhs)]
    accesses = [each for each in op.body.ops if isinstance(each, AccessOp)]
    first, second = loads
    return (first, second) if first is not None and second is not None and len(accesses) == 2 else None


def _loaded(value: Value) -> loop.LoadOp | None:
    """Return the load of a scalar, which may be widened or negated, or `None` if it is computed."""
    op: Operation | None = value.defining_op
    if isinstance(op, arith.NegFOp):
        op = op.operand.defining_op
    if isinstance(op, (arith.ExtFOp, arith.ExtSIOp, arith.ExtUIOp)):
        op = op.operands[0].defining_op
    return op if isinstance(op, loop.LoadOp) else None


def _with_roles(
    band: Sequence[loop.ForOp],
    sums: list[loop.ForOp],
    operands: tuple[loop.LoadOp, loop.LoadOp],
    store: loop.StoreOp,
) -> ContractionNest | None:
    """Return the roles of loops and operands, or `None` if no operand alone depends on the loop of the columns."""
    along = next((op for op in reversed(band) if stride_of(store, op.induction_variable) == 1), band[-1])
    second = next((each for each in operands if _depends(each, along)), None)
    if second is None or all(_depends(each, along) for each in operands):
        return None
    first = operands[0] if second is operands[1] else operands[1]
    rows = [each for each in band if _depends(first, each) and not _depends(second, each)]
    columns = [each for each in band if _depends(second, each) and not _depends(first, each)]
    others = [each for each in band if each not in rows and each not in columns]
    return ContractionNest(rows, columns, others, sums, first, second, store)


def _depends(access: AccessOp, op: loop.ForOp) -> bool:
    """Return whether the accessed element depends on the loop."""
    return stride_of(access, op.induction_variable) != 0
