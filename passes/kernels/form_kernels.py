"""`form-kernels`: which structured ops become one piece of code.

The rule, from consumers to producers. Each structured op that no kernel has taken begins one, as its root. An op that
makes what ops of the kernel read joins it, if

1. nobody else reads its results, and the root does not start from them,
2. every shared loop of the kernel (`plan`) is one of its loops, so that it is computed just once. Elementwise
   ops around a contraction or convolution join so, as do chains of elementwise ops, broadcasts and transposes;
3. or, where it has not all of the shared loops, those that all ops have run through the first dimensions of the result,
   there is no contraction on either side, and what has to be kept of a tensor in between is small. So a softmax or
   a normalization is one kernel along its rows, and a tensor of rank 1 is one row;
4. there is at most one contraction in a kernel, all of whose parallel loops are shared: they are what will be tiled,
   so no other op of the kernel reduces; and at most 64 ops. A contraction does not join where its result is stored in
   another direction, in which no input lies either: vectors of sums would be stored element by element, which a kernel
   of its own does better (`tile_transposes`).

Fills and empty tensors are copied into each kernel that uses them. A kernel of one op is left as that op.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence

from dlc.dialects import tensor
from dlc.ir import Block, Builder, IRMapping, Operation, Value
from dlc.ir.blocks import Region as IRRegion
from dlc.ir.builtin_types import DYNAMIC, TensorType

from ..generic.functions import functions_in
from ..manager import Pass, PassRun, statistic
from ..threads.work import work_of
from .plan import KernelPlan

MOST_OPS = 64
MOST_WORK = 1024
"""The greatest work of ops that are computed in one loop. LLVM's time grows faster than what one function computes."""
_MADE_INSIDE = (tensor.FillOp, tensor.EmptyOp)
"""Ops that are copied into each kernel that uses them."""
Uses = Sequence[tuple[Operation, int]]
"""Ops, and which of their operands."""
MOST_KEPT = 1 << 16
"""The elements that may be kept of a tensor inside a kernel."""


class FormKernels(Pass):
    """Group structured ops that are computed together

    Example: form-kernels
        #row = affine_map<(i, k) -> (i)>
        #all = affine_map<(i, k) -> (i, k)>
        #id = affine_map<(i) -> (i)>
        func.func @exp_of_sums(%x: tensor<4x8xf32>) -> tensor<4xf32> {
          %zero = arith.constant 0.0 : f32
          %empty = tensor.empty() : tensor<4xf32>
          %zeros = tensor.fill ins(%zero : f32) outs(%empty : tensor<4xf32>) -> tensor<4xf32>
          %sums = tensor.generic {indexing_maps = [#all, #row], iterator_types = ["parallel", "reduction"]}
              ins(%x : tensor<4x8xf32>) outs(%zeros : tensor<4xf32>) {
          ^bb0(%a: f32, %sum: f32):
            %b = arith.addf %sum, %a : f32
            tensor.yield %b : f32
          } -> tensor<4xf32>
          %y = tensor.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
              ins(%sums : tensor<4xf32>) outs(%empty : tensor<4xf32>) {
          ^bb0(%a: f32, %old: f32):
            %b = math.exp %a : f32
            tensor.yield %b : f32
          } -> tensor<4xf32>
          return %y : tensor<4xf32>
        }
    """

    name = "form-kernels"
    anchor = "builtin.module"
    kernels = statistic("num-kernels", "Number of kernels formed")
    grouped = statistic("num-grouped", "Number of structured ops in them")

    def run(self, op: Operation, run: PassRun) -> None:
        for function in functions_in(op):
            sizes = form_kernels(function)
            run.count(self.kernels, len(sizes))
            run.count(self.grouped, sum(sizes))


def form_kernels(function: Operation) -> list[int]:
    """Form the kernels of a function; how many ops each has."""
    sizes: list[int] = []
    blocks = list(function.blocks)
    for block in blocks:
        ops = list(block.ops)
        for op in ops:
            if op.regions and tensor.is_open(op):
                blocks += op.blocks
        sizes += _form_in_block(block, ops)
    return sizes


def _form_in_block(block: Block, ops: Sequence[Operation]) -> list[int]:
    candidates = [op for op in ops if tensor.is_structured(op) and op.results]
    numbers = {op: number for number, op in enumerate(candidates)}
    taken: set[tensor.StructuredOp] = set()
    groups: list[_Group] = []
    for root in reversed(candidates):
        if root in taken or type(root) is tensor.FillOp:
            continue
        group = _Group(root, numbers)
        group.grow(taken)
        taken.update(group.ops)
        if len(group.ops) > 1 or any(output.defined_by(tensor.FillOp) for output in root.outputs):
            groups.append(group)
    for group in groups:
        group.build()
    erase_unused(block)
    return [len(group.ops) for group in groups]


def erase_unused(block: Block) -> None:
    """Erase structured ops and empty tensors that nobody uses any more."""
    op = block.last
    while op is not None:
        before = op.prev
        if (type(op) is tensor.EmptyOp or tensor.is_structured(op)) and not op.has_uses and op.results:
            op.erase()
        op = before


def is_contraction(op: tensor.StructuredOp) -> bool:
    """Return whether an op reuses its inputs: it reduces, and two of them lack some of its loops."""
    return op.grid.reuses_inputs


def _reduces_otherwise(op: tensor.StructuredOp) -> bool:
    """Return whether an op reduces, and is no contraction."""
    return tensor.REDUCTION in op.grid.iterators and not is_contraction(op)


def element_work(op: tensor.StructuredOp) -> int:
    """Return the work of one element; functions such as `tanh` count as the ops that they are expanded to later."""
    return max(1, work_of(op))


class _Group:
    """A kernel while it grows, from its root to what is computed before."""

    def __init__(self, root: tensor.StructuredOp, numbers: dict[tensor.StructuredOp, int]) -> None:
        self.root = root
        self.home = root.parent
        self.numbers = numbers
        self.ops = {root}
        self.work = element_work(root)
        self.plan = KernelPlan([root], root)
        self.has_contraction = is_contraction(root)
        self.has_reduction = _reduces_otherwise(root)

    def grow(self, taken: set[tensor.StructuredOp]) -> None:
        """Let producers join, latest first, so that all users of an op have been decided on before it."""
        waiting: list[tuple[int, tensor.StructuredOp]] = []
        self._offer(self.root, waiting)
        seen: set[tensor.StructuredOp] = set()
        while waiting and len(self.ops) < MOST_OPS and self.work < MOST_WORK:
            _, op = heapq.heappop(waiting)
            if op in seen:
                continue
            seen.add(op)
            if op in taken or self._is_read_outside(op):
                continue
            contracts = is_contraction(op)
            if self._joins(op, contracts=contracts):
                self.ops.add(op)
                self.work += element_work(op)
                self.has_contraction = self.has_contraction or contracts
                self.has_reduction = self.has_reduction or _reduces_otherwise(op)
                self._offer(op, waiting)

    def _offer(self, op: tensor.StructuredOp, waiting: list[tuple[int, tensor.StructuredOp]]) -> None:
        for value in op.operands:
            maker: tensor.StructuredOp = value.defining_op  # type: ignore[assignment]
            number = self.numbers.get(maker)
            if number is not None and type(maker) is not tensor.FillOp:
                heapq.heappush(waiting, (-number, maker))

    def _is_read_outside(self, op: tensor.StructuredOp) -> bool:
        """Return whether a result is used outside, where the tensors are made that the root starts from."""
        for result in op.results:
            for user, position in result.uses:
                if user not in self.ops or (user is self.root and position >= len(self.root.inputs)):
                    return True
        return False

    def _joins(self, op: tensor.StructuredOp, *, contracts: bool) -> bool:
        if contracts and (self.has_contraction or self.has_reduction):
            return False
        if self.has_contraction and _reduces_otherwise(op):
            return False
        bound = self.plan.bound_in_front(op)
        if contracts and self._turns(op, bound):
            return False
        if self.plan.add(op, bound):
            if self._keeps_nothing(op) or (not contracts and self._keeps_little(op, self.plan)):
                return True
            self.plan.remove(op)
            return False
        if contracts or self.has_contraction or not self._may_share_rows(bound):
            return False
        order = [op, *self.plan.ops]
        wider = KernelPlan(order, self.root)
        if not self._is_along_rows(wider):
            return False
        if not all(self._keeps_little(each, wider) for each in order if each is not self.root):
            return False
        self.plan = wider
        return True

    def _turns(self, op: tensor.StructuredOp, bound: Mapping[int, int]) -> bool:
        """Return whether the elements that follow one another in the result of an op do not do so in the root's.

        If those of an input lie as in the root, vectors of them are multiplied, and nothing is turned.
        """
        last, wanted = (_last_loop(each) for each in (op, self.root))
        if last is None or wanted is None or bound.get(last, wanted) == wanted:
            return False
        maps = [map for map in op.grid.maps[: op.grid.inputs] if map.num_results]
        ends = [map.with_results([map.results[-1]]).used_dims() for map in maps]
        return not any(bound.get(dim) == wanted for end in ends for dim in end)

    def _may_share_rows(self, bound: Mapping[int, int]) -> bool:
        """Return whether a plan with an op of these bound loops can be along rows: its loops are all among them."""
        grid = self.root.grid
        rows = grid.places[grid.inputs]
        return len(grid.iterators) <= 1 or (bool(rows) and rows[0] in bound.values())

    def _is_along_rows(self, plan: KernelPlan) -> bool:
        """Return whether the shared loops run through the leading dimensions of the result: the rest is contiguous."""
        grid = self.root.grid
        order = grid.places[grid.inputs]
        if not plan.shared:
            return _is_one_row(plan)
        return set(plan.shared) == set(order[: len(plan.shared)])

    def _keeps_nothing(self, op: tensor.StructuredOp) -> bool:
        for result in op.results:  # noqa: SIM110 (a generator costs more than what it asks)
            if self.plan.kept_positions(result):
                return False
        return True

    def _keeps_little(self, op: tensor.StructuredOp, plan: KernelPlan) -> bool:
        """Return whether the part of an op's results inside the shared loops is small, as far as that is known."""
        for result in op.results:
            kept, positions = 1, plan.kept_positions(result)
            for position in positions:
                size = result.shape[position]
                kept *= 1 if size == DYNAMIC else size
            if kept > MOST_KEPT:
                return False
            if positions and not plan.shared and (not _is_one_row(plan) or _finishes_another(op)):
                return False
        return True

    def build(self) -> None:
        """Move the ops into a `tensor.kernel` at the root's place."""
        root = self.root
        ops = sorted(self.ops, key=self.numbers.__getitem__)
        destinations = [_destination(output) for output in root.outputs]
        bodies = [tensor.tensors_in_body(op) if op.regions else () for op in ops]
        inputs = _outside_tensors(ops, bodies, self.ops, root)
        block = Block([value.type for value in inputs + destinations])
        kernel = tensor.KernelOp(inputs, destinations, root.result_types, IRRegion([block]))
        Builder.before(root).insert(kernel)
        for old, new in zip(root.results, kernel.results, strict=True):
            old.hand_over_to(new)
        builder = Builder.at_end(block)
        inside = IRMapping()
        inside.values.update(zip(inputs, block.args, strict=False))
        inits = dict(zip(root.outputs, block.args[len(inputs) :], strict=True))
        for op, body in zip(ops, bodies, strict=True):
            if op is root:
                self._root_inits(inits, inside, builder)
            self._take_inits(op, inside, builder)
            _move(op, builder)
            _use(op, body, inside.values)
        builder.insert(tensor.YieldOp(root.results, location=root.kept_location))

    def _take_inits(
        self, op: tensor.StructuredOp, inside: IRMapping, builder: Builder, *, op_moves: bool = True
    ) -> None:
        """Fills and empty tensors that an op reads or starts from are made inside; those of an op that stays outside
        are copied."""
        for value in op.operands:
            maker = value.defining_op
            if maker is None or type(maker) not in _MADE_INSIDE or value in inside.values:
                continue
            moves = op_moves and self._can_move(maker)
            if type(maker) is tensor.FillOp:
                self._take_inits(maker, inside, builder, op_moves=moves)
            if moves:
                _move(maker, builder)
                _use(maker, (), inside.values)
            else:
                builder.insert(maker.clone(inside))

    def _root_inits(self, inits: Mapping[Value, Value], inside: IRMapping, builder: Builder) -> None:
        for value, argument in inits.items():
            fill = value.defined_by(tensor.FillOp)
            if fill is None:
                inside.values[value] = argument
            elif self._can_move(fill):
                _move(fill, builder)
                fill.set_operand(len(fill.inputs), argument)
                inside.values[value] = value
            else:
                local = IRMapping()
                local.values.update({**inside.values, fill.outputs[0]: argument})
                builder.insert(fill.clone(local))
                inside.values[value] = local.values[fill.results[0]]

    def _can_move(self, maker: Operation) -> bool:
        """Return whether a producer can move into the kernel, because no op outside uses it."""
        return maker.results[0].has_one_use and maker.parent is self.home


def _move(op: Operation, builder: Builder) -> None:
    """Take an op to where the builder is."""
    op.detach()
    builder.insert(op)


def _use(op: Operation, body: Uses, values: Mapping[Value, Value]) -> None:
    """Let an op, and what its body reads of tensors, use what stands for its operands inside the kernel."""
    for position, value in enumerate(op.operands):
        if value in values:
            op.set_operand(position, values[value])
    for user, position in body:
        replacement = values.get(user.operands[position])
        if replacement is not None:
            user.set_operand(position, replacement)


def _last_loop(op: tensor.StructuredOp) -> int | None:
    """Return the loop along which the elements of an op's result follow one another, or `None` if none is known."""
    places = op.grid.places[op.grid.inputs]
    return next((place for place, size in zip(places[::-1], op.results[0].shape[::-1], strict=True) if size != 1), None)


def _is_one_row(plan: KernelPlan) -> bool:
    """Return whether every op of a kernel has at most one loop."""
    return all(len(op.iterators) <= 1 for op in plan.ops)


def _finishes_another(op: tensor.StructuredOp) -> bool:
    """Return whether an op is the only reader of an op with more loops, which should be in the same kernel."""
    makers = [value.defining_op for value in op.inputs if value.has_one_use]
    return any(isinstance(each, tensor.StructuredOp) and len(each.iterators) > len(op.iterators) for each in makers)


def _destination(output: Value) -> Value:
    """Return the destination of a kernel: an output of its root, or the tensor that is filled for it."""
    fill = output.defined_by(tensor.FillOp)
    return fill.outputs[0] if fill is not None else output


def _outside_tensors(
    ops: Sequence[tensor.StructuredOp],
    bodies: Sequence[Uses],
    inside: set[tensor.StructuredOp],
    root: tensor.StructuredOp,
) -> list[Value]:
    """The tensors that ops of a kernel read, their bodies included, and that are made outside."""
    tensors: dict[Value, None] = {}
    for op, body in zip(ops, bodies, strict=True):
        read = op.inputs if op is root else op.operands
        for value in (*read, *[user.operands[position] for user, position in body]) if body else read:
            maker = value.defining_op
            if maker not in inside and type(maker) not in _MADE_INSIDE and type(value.type) is TensorType:
                tensors[value] = None
    return list(tensors)


__all__ = ["FormKernels", "erase_unused", "form_kernels", "is_contraction"]
