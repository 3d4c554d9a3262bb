"""The pass `sink-transposes`: transposes and reshapes go to where they cancel.

Ops that work in any order of dimensions, and are connected, are turned over as a whole: they compute on transposed
tensors, if that saves more transposed elements around them than it costs. What is saved are transposes in front and
behind that cancel; free are constants, most broadcasts, and convolutions, contractions and reductions, which take
their operands in any order by what they say of dimensions. The same goes for reshapes around elementwise ops.

Each turn leaves fewer elements to be transposed, by whatever names in sizes stand for, so that it ends; where nothing
cancels, nothing moves. Transposes that remain before ops that can do without go into those. Each round costs time
in proportion to the module, and there are few.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import NamedTuple

from dlc.dialects import graph
from dlc.dialects.graph.contraction import contract_transposed_lhs, contract_transposed_rhs
from dlc.dialects.graph.movement_patterns import merge_reshapes, merge_transposes
from dlc.dialects.graph.tensors import shape_of
from dlc.ir.blocks import Block
from dlc.ir.builder import Builder, InsertionPoint
from dlc.ir.builtin_attributes import DenseArrayAttr, StringAttr, i64_array
from dlc.ir.locations import fuse
from dlc.ir.operations import Operation
from dlc.ir.patterns import Match, Rewriter, pattern
from dlc.ir.values import Value

from ..manager.declaration import Pass, PassRun, statistic
from .matching import apply_patterns
from .simplification.contractions import swap_sides_instead_of_transposing
from .views import (
    Cost,
    Reshaping,
    Transposition,
    View,
    elements_of,
    is_less,
    reshapable_operands,
    transposable_operands,
)

MOST_ROUNDS = 4
MOST_CANDIDATES = 3

Operands = Callable[[Operation], "Sequence[Value] | None"]


def turn_over(root: Operation) -> int:
    """Turn groups of ops over where that saves transposes or reshapes; how many that were."""
    turned = 0
    for block in [block for op in root.walk() for region in op.regions for block in region.blocks]:
        for operands, views in ((transposable_operands, _transpositions), (reshapable_operands, _reshapings)):
            turned += sum(_turn_group(group, views) for group in _groups_in(block, operands))
    return turned


# -- Groups ------------------------------------------------------------------------------------------------------------


class _Group:
    """Connected ops of one block that compute the same in another view."""

    def __init__(self, ops: Sequence[Operation], operands: Operands) -> None:
        self.ops = list(ops)
        self.operands = operands
        self.members = set(self.ops)
        self.results = [op.results[0] for op in self.ops]

    def inputs(self) -> list[Value]:
        """The values from outside, as they are now: moving a view of another group may have replaced them."""
        taken = [value for op in self.ops for value in self.operands(op) or ()]
        return [value for value in dict.fromkeys(taken) if value.defining_op not in self.members]

    def uses_outside(self, value: Value) -> list[tuple[Operation, int]]:
        """Return the users that need a value as it is: they are not in the group, or do not take it as one of the
        operands.
        """
        uses: list[tuple[Operation, int]] = []
        for user, index in value.uses:
            taken = self.operands(user) if user in self.members else None
            if taken is None or index >= len(taken):
                uses.append((user, index))
        return uses


def _groups_in(block: Block, operands: Operands) -> list[_Group]:
    """The groups of a block."""
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
            maker = value.defining_op
            if maker is not None and maker in leader:
                leader[find(maker)] = op
    members: dict[Operation, list[Operation]] = {}
    for op in leader:
        members.setdefault(find(op), []).append(op)
    return [_Group(ops, operands) for ops in members.values()]


# -- Views that may help -----------------------------------------------------------------------------------------------


def _transpositions(group: _Group) -> list[View]:
    """The views that most transposes around a group ask for."""
    orders: Counter[tuple[int, ...]] = Counter()
    for value in group.inputs():
        maker = value.defined_by(graph.TransposeOp)
        if maker is not None:
            orders[Transposition(maker.order.elements).inverse] += 1
    for value in group.results:
        for user, _ in group.uses_outside(value):
            if isinstance(user, graph.TransposeOp):
                orders[tuple(user.order.elements)] += 1
    return [Transposition(order) for order, _ in orders.most_common(MOST_CANDIDATES)]


def _reshapings(group: _Group) -> list[View]:
    """The views that most reshapes around a group ask for."""
    shape = shape_of(group.results[0])
    shapes: Counter[tuple[object, ...]] = Counter()
    for value in group.inputs():
        maker = value.defined_by(graph.ReshapeOp)
        if maker is not None and maker.sizes is None:
            shapes[shape_of(maker.source)] += 1
    for value in group.results:
        for user, _ in group.uses_outside(value):
            if isinstance(user, graph.ReshapeOp) and user.sizes is None:
                shapes[shape_of(user.result)] += 1
    return [Reshaping(shape, after) for after, _ in shapes.most_common(MOST_CANDIDATES)]  # type: ignore[arg-type]


class _Balance(NamedTuple):
    """The savings and costs of moving a view."""

    saved: Cost
    spent: Cost


def _turn_group(group: _Group, views: Callable[[_Group], list[View]]) -> bool:
    for view in views(group):
        balance = _balance(group, view)
        if balance is not None and is_less(balance.spent, balance.saved):
            _turn(group, view)
            return True
    return False


def _balance(group: _Group, view: View) -> _Balance | None:
    """The elements that a turn saves and costs; `None` if it is impossible or unknown."""
    saved, spent = Cost(), Cost()
    for value in group.inputs():
        size = elements_of(value)
        if size is None or not view.fits(value):
            return None
        if view.removed(value.defining_op):
            if all(user in group.members for user in value.users):
                saved += size
        elif not view.is_free(value):
            spent += size
    for value in group.results:
        size = elements_of(value)
        if size is None or not view.fits(value):
            return None
        uses = group.uses_outside(value)
        saved_uses = [user for user, _ in uses if view.undone_by(user)]
        for _ in saved_uses:
            saved += size
        others = [(user, index) for user, index in uses if not view.undone_by(user)]
        if not all(view.is_free_for(user, index) for user, index in others):
            spent += size
    return _Balance(saved, spent)


def _turn(group: _Group, view: View) -> None:
    """Let a group compute in a view."""
    seen: dict[Value, Value] = {}
    home = group.ops[0].parent
    assert home is not None
    for value in group.inputs():
        builder = _behind(value, home)
        seen[value] = view.see(value, builder)
    for op in group.ops:
        builder = Builder.before(op)
        builder.location = fuse([op.location], StringAttr(f"{SinkTransposes.name}/turn_over"))
        result = op.results[0]
        taken = len(group.operands(op) or ())
        operands = [*(seen[value] for value in op.operands[:taken]), *op.operands[taken:]]
        new_op = builder.insert(op.create(operands, [view.type_of(result)], view.properties(op), dict(op.attributes)))
        new_op.results[0].name_hint = result.name_hint
        seen[result] = new_op.results[0]
        _serve(group, view, result, new_op.results[0], builder)
    for op in reversed(group.ops):
        op.erase()


def _serve(group: _Group, view: View, old: Value, new: Value, builder: Builder) -> None:
    """Give those outside of a group what they need."""
    back: Value | None = None
    for user, index in group.uses_outside(old):
        if view.undone_by(user) and user.results[0].type is new.type:
            user.results[0].replace_all_uses_with(new)
            user.erase()
            continue
        if back is None:
            back = view.back(new, old.type, builder)
        user.set_operand(index, back)


def _behind(value: Value, home: Block) -> Builder:
    """Return the builder position for the view of a value: after it, or at the top of the block."""
    maker = value.defining_op
    if maker is not None and maker.parent is home:
        return Builder(InsertionPoint.after_op(maker), maker.location)
    return Builder(InsertionPoint.at_start(home), value.location)


# -- Ops that can do without a transpose -------------------------------------------------------------------------------


@pattern(graph.ConvolutionOp)
def convolve_untransposed(op: graph.ConvolutionOp, rw: Rewriter) -> Match:
    """convolution(transpose(x), transpose(w), layout) -> convolution(x, w, other layout), for any of the two.

    Terminates: removes a transpose."""
    source, kernel = (value.defined_by(graph.TransposeOp) for value in (op.source, op.kernel))
    if source is None and kernel is None:
        return rw.no_match("neither operand is transposed")
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
    if inner is None or not op.source.has_one_use:
        return rw.no_match("not of a convolution that nobody else needs")
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
        return rw.no_match("not of a transpose that nobody else needs")
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
    """Move transposes and reshapes to where they cancel"""

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
