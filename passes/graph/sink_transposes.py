"""The pass `sink-transposes`: transposes and reshapes go to where they cancel.

A group of connected ops that work in any order of dimensions computes on transposed tensors if that saves more
transposed elements around the group than it costs. Transposes before and after the group that cancel are saved.
Constants, most broadcasts, convolutions, contractions and reductions cost nothing, because their attributes name the
dimensions. The same is done with reshapes around elementwise ops. `layout_changes` has both kinds of change.

Each change leaves fewer elements to be transposed, whatever values the names of sizes have, so the pass terminates; if
nothing cancels, nothing moves. Transposes that remain before ops that do not need them are merged into these ops. Each
round takes time proportional to the module, and there are few.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from dlc.dialects import graph
from dlc.dialects.graph.contraction import contract_transposed_lhs, contract_transposed_rhs
from dlc.dialects.graph.movement_patterns import merge_reshapes, merge_transposes
from dlc.dialects.graph.tensors import shape_of
from dlc.ir import Block, Builder, InsertionPoint, Operation, Value
from dlc.ir.builtin_attributes import DenseArrayAttr, StringAttr, i64_array
from dlc.ir.locations import fuse
from dlc.ir.patterns import Match, Rewriter, pattern

from ..manager import Pass, PassRun, statistic
from .layout_changes import (
    Cost,
    LayoutChange,
    Reshaping,
    Transposition,
    elements_of,
    has_any_layout,
    is_less,
    reshapable_operands,
    transposable_operands,
)
from .matching import apply_patterns
from .simplification.contractions import swap_sides_instead_of_transposing

MOST_ROUNDS = 4
MOST_CANDIDATES = 3

Operands = Callable[[Operation], "Sequence[Value] | None"]


def turn_over(root: Operation) -> int:
    """Change the layout of groups of ops if that saves transposes or reshapes; return the number of groups."""
    turned = 0
    for block in [block for op in root.walk() for block in op.blocks]:
        for operands, changes in ((transposable_operands, _transpositions), (reshapable_operands, _reshapings)):
            turned += sum(_turn_group(group, changes) for group in _groups_in(block, operands))
    return turned


# -- Groups ------------------------------------------------------------------------------------------------------------


class _Group:
    """Connected ops of one block that can compute in another layout."""

    def __init__(self, ops: Sequence[Operation], operands: Operands) -> None:
        self.ops = list(ops)
        self.operands = operands
        self.members = set(self.ops)
        self.results = [op.results[0] for op in self.ops]

    def inputs(self) -> list[Value]:
        """Return the current values from outside: changing another group may have replaced them."""
        taken = [value for op in self.ops for value in self.operands(op) or ()]
        return [value for value in dict.fromkeys(taken) if value.defining_op not in self.members]

    def changes_its_own(self, value: Value) -> bool:
        """Return whether a value is a result of the group in another layout: x + transpose(x) needs both of them."""
        definer = value.defining_op
        is_change = isinstance(definer, (graph.TransposeOp, graph.ReshapeOp))
        return is_change and definer.source.defining_op in self.members

    def uses_outside(self, value: Value) -> list[tuple[Operation, int]]:
        """Return the uses of a value outside the group, or as an operand whose layout cannot change."""
        uses: list[tuple[Operation, int]] = []
        for user, index in value.uses:
            taken = self.operands(user) if user in self.members else None
            if taken is None or index >= len(taken):
                uses.append((user, index))
        return uses


def _groups_in(block: Block, operands: Operands) -> list[_Group]:
    """Return the groups of a block."""
    leader: dict[Operation, Operation] = {}

    def find(op: Operation) -> Operation:
        path: list[Operation] = []
        while leader[op] is not op:
            path.append(op)
            op = leader[op]
        for each in path:
            leader[each] = op
        return op

    for op in block.ops:
        taken = operands(op)
        if taken is None:
            continue
        leader[op] = op
        for value in taken:
            definer = value.defining_op
            if definer is not None and definer in leader:
                leader[find(definer)] = op
    members: dict[Operation, list[Operation]] = {}
    for op in leader:
        members.setdefault(find(op), []).append(op)
    return [_Group(ops, operands) for ops in members.values()]


# -- Changes that may help ---------------------------------------------------------------------------------------------


def _transpositions(group: _Group) -> list[LayoutChange]:
    """Return the changes that most transposes around a group suggest."""
    orders: Counter[tuple[int, ...]] = Counter()
    for value in group.inputs():
        definer = value.defined_by(graph.TransposeOp)
        if definer is not None:
            orders[Transposition(definer.order.elements).inverse] += 1
    for value in group.results:
        for user, _ in group.uses_outside(value):
            if isinstance(user, graph.TransposeOp):
                orders[tuple(user.order.elements)] += 1
    return [Transposition(order) for order, _ in orders.most_common(MOST_CANDIDATES)]


def _reshapings(group: _Group) -> list[LayoutChange]:
    """Return the changes that most reshapes around a group suggest."""
    shape = shape_of(group.results[0])
    shapes: Counter[tuple[object, ...]] = Counter()
    for value in group.inputs():
        definer = value.defined_by(graph.ReshapeOp)
        if definer is not None and definer.sizes is None:
            shapes[shape_of(definer.source)] += 1
    for value in group.results:
        for user, _ in group.uses_outside(value):
            if isinstance(user, graph.ReshapeOp) and user.sizes is None:
                shapes[shape_of(user.result)] += 1
    return [Reshaping(shape, after) for after, _ in shapes.most_common(MOST_CANDIDATES)]  # type: ignore[arg-type]


class _Balance(NamedTuple):
    """The elements that a change saves and costs."""

    saved: Cost
    spent: Cost


def _turn_group(group: _Group, changes: Callable[[_Group], list[LayoutChange]]) -> bool:
    for change in changes(group):
        balance = _balance(group, change)
        if balance is not None and is_less(balance.spent, balance.saved):
            _turn(group, change)
            return True
    return False


def _balance(group: _Group, change: LayoutChange) -> _Balance | None:
    """Return the elements that a change saves and costs, or `None` if it is impossible or unknown."""
    saved, spent = Cost(), Cost()
    for value in group.inputs():
        size = elements_of(value)
        if size is None or not change.fits(value) or group.changes_its_own(value):
            return None
        if change.is_undone_by(value.defining_op):
            if all(user in group.members for user in value.users):
                saved += size
        elif not change.is_free(value):
            spent += size
    for value in group.results:
        size = elements_of(value)
        if size is None or not change.fits(value):
            return None
        uses = group.uses_outside(value)
        saved_uses = [user for user, _ in uses if change.is_applied_by(user)]
        for _ in saved_uses:
            saved += size
        others = [(user, index) for user, index in uses if not change.is_applied_by(user)]
        if not all(change.is_free_for(user, index) for user, index in others):
            spent += size
    return _Balance(saved, spent)


def _turn(group: _Group, change: LayoutChange) -> None:
    """Let a group compute in another layout."""
    changed: dict[Value, Value] = {}
    home = group.ops[0].block
    for value in group.inputs():
        builder = _behind(value, home)
        changed[value] = change.apply(value, builder)
    for op in group.ops:
        builder = Builder.before(op, fuse([op.location], StringAttr(f"{SinkTransposes.name}/turn_over")))
        result = op.results[0]
        taken = len(group.operands(op) or ())
        operands = [*(changed[value] for value in op.operands[:taken]), *op.operands[taken:]]
        new_op = builder.insert(
            op.create(operands, [change.type_of(result)], change.properties(op), dict(op.attributes))
        )
        new_op.results[0].name_hint = result.name_hint
        changed[result] = new_op.results[0]
        _serve(group, change, result, new_op.results[0], builder)
    for op in reversed(group.ops):
        op.erase()


def _serve(group: _Group, change: LayoutChange, old: Value, new: Value, builder: Builder) -> None:
    """Replace the uses of an old result outside the group: by the new one, or by one with the change undone."""
    back: Value | None = None
    for user, index in group.uses_outside(old):
        if change.is_applied_by(user) and user.results[0].type is new.type:
            user.results[0].replace_all_uses_with(new)
            user.erase()
            continue
        if back is None:
            back = change.undo(new, old.type, builder)
        user.set_operand(index, back)


def _behind(value: Value, home: Block) -> Builder:
    """Return a builder for the changed value: after the value, or at the beginning of the block."""
    definer = value.defining_op
    if definer is not None and definer.parent is home:
        return Builder(InsertionPoint.after_op(definer), definer.location)
    return Builder(InsertionPoint.at_start(home), value.location)


# -- Ops that can do without a transpose -------------------------------------------------------------------------------


@pattern(graph.ConvolutionOp)
def convolve_untransposed(op: graph.ConvolutionOp, rw: Rewriter) -> Match:
    """convolution(transpose(x), transpose(w), layout) -> convolution(x, w, other layout), for any of the two.

    Terminates: removes a transpose."""
    source, kernel = (value.defined_by(graph.TransposeOp) for value in (op.source, op.kernel))
    if (source is None and kernel is None) or not has_any_layout(op):
        return rw.no_match("neither operand is transposed, or channels must come last")
    layout = op.layout
    letters = [_word_before(layout.source, source), _word_before(layout.kernel, kernel)]
    convolution = op.clone()
    convolution.layout = graph.ConvolutionLayoutAttr(letters[0], letters[1], layout.result)
    for name in ("strides", "dilations", "pad_low", "pad_high"):
        numbers = op.properties.get(name)
        if isinstance(numbers, DenseArrayAttr):
            by_letter = dict(zip(layout.spatial, numbers.elements, strict=True))
            convolution.properties[name] = i64_array(by_letter[letter] for letter in convolution.layout.spatial)
    for index, inner in enumerate((source, kernel)):
        if inner is not None:
            convolution.set_operand(index, inner.source)
    return rw.replace(op, convolution)


def _word_before(word: str, transpose: graph.TransposeOp | None) -> str:
    """The letters of the dimensions before they were transposed."""
    if transpose is None:
        return word
    letters = dict(zip(transpose.order.elements, word, strict=True))
    return "".join(letters[dim] for dim in range(len(word)))


@pattern(graph.TransposeOp)
def convolve_transposed(op: graph.TransposeOp, rw: Rewriter) -> Match:
    """transpose(convolution(x, w, layout)) -> convolution(x, w, other layout).  Terminates: removes a transpose."""
    inner = op.source.defined_by(graph.ConvolutionOp)
    if inner is None or not op.source.has_one_use or not has_any_layout(inner):
        return rw.no_match("operand is not a convolution of any layout without other uses")
    convolution = inner.clone()
    word = "".join(inner.layout.result[dim] for dim in op.order)
    convolution.layout = graph.ConvolutionLayoutAttr(inner.layout.source, inner.layout.kernel, word)
    convolution.results[0].type = op.result.type
    return rw.replace(op, convolution)


@pattern(graph.ReduceOp)
def reduce_untransposed(op: graph.ReduceOp, rw: Rewriter) -> Match:
    """reduce(transpose(x), d) -> reduce(x, e), or a transpose of that.
    Terminates: the transposes move fewer elements.
    """
    inner = op.source.defined_by(graph.TransposeOp)
    if inner is None or not op.dims.elements or not op.source.has_one_use:
        return rw.no_match("operand is not a transpose without other uses")
    dims = i64_array(sorted(inner.order[dim] for dim in op.dims))
    reduced = graph.ReduceOp(op.kind, inner.source, dims, op.keep_dims)
    order = list(inner.order)
    if op.keep_dims is None:
        left = [dim for dim in order if dim not in dims.elements]
        order = [sorted(left).index(dim) for dim in left]
    if order == sorted(order):
        return _with_type(op, reduced, rw)
    value = rw.insert_before(op, reduced).result
    return _with_type(op, graph.TransposeOp(value, i64_array(order)), rw)


def _with_type(op: graph.ReduceOp, new_op: graph.ReduceOp | graph.TransposeOp, rw: Rewriter) -> Match:
    new_op.result.type = op.result.type
    return rw.replace(op, new_op)


@pattern(graph.TransposeOp)
def drop_transpose_of_nothing(op: graph.TransposeOp, rw: Rewriter) -> Match:
    """transpose(x, [0, 1, 2]) -> x.  Terminates: removes a transpose."""
    if list(op.order) != sorted(op.order.elements) or op.source.type is not op.result.type:
        return rw.no_match("changes the order, or the type")
    return rw.replace(op, op.source)


@pattern(graph.ReshapeOp)
def drop_reshape_of_nothing(op: graph.ReshapeOp, rw: Rewriter) -> Match:
    """reshape(x) -> x, where the shape stays.  Terminates: removes a reshape."""
    if op.sizes is not None or op.source.type is not op.result.type:
        return rw.no_match("changes the shape, or takes it from an operand")
    return rw.replace(op, op.source)


PATTERNS = [
    merge_transposes,
    merge_reshapes,
    drop_transpose_of_nothing,
    drop_reshape_of_nothing,
    convolve_untransposed,
    convolve_transposed,
    contract_transposed_lhs,
    contract_transposed_rhs,
    swap_sides_instead_of_transposing,
    reduce_untransposed,
]


class SinkTransposes(Pass):
    """Move transposes and reshapes to where they cancel

    Example: sink-transposes
        func.func @f(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
          %a = graph.transpose %x, [1, 0] : tensor<2x3xf32> -> tensor<3x2xf32>
          %b = graph.relu %a : tensor<3x2xf32>
          %y = graph.transpose %b, [1, 0] : tensor<3x2xf32> -> tensor<2x3xf32>
          return %y : tensor<2x3xf32>
        }
    """

    name = "sink-transposes"
    turned = statistic("num-turned", "Number of groups of ops that compute on transposed or reshaped tensors now")
    rewrites = statistic("num-rewrites", "Number of patterns applied")

    def run(self, op: Operation, run: PassRun) -> None:
        changed = False
        for number in range(MOST_ROUNDS + 1):
            result = apply_patterns(PATTERNS, op, run)
            turned = turn_over(op) if number < MOST_ROUNDS else 0
            run.count(self.rewrites, result.rewrites)
            run.count(self.turned, turned)
            changed |= result.changed or turned > 0
            if not turned:
                break
        if not changed:
            run.mark_unchanged()
