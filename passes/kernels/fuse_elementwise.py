"""`fuse-elementwise`: elementwise producers are computed inside the structured op that reads them.

The rule, from consumers to producers. An op that computes each element by itself is absorbed by an op that reads it

1. if it only moves elements (a broadcast, a transpose, a fill, a copy), always: its input is read at other indices,
   and a constant of equal elements is read as a scalar;
2. otherwise, if all its users have been absorbed by that op or are it, all read it at the same indices, and each
   element is read once: no loop of the reader is missing in these indices. So nothing is computed twice;
3. contractions absorb only what moves elements: their inputs are read again and again; and those with windows absorb no
   transposes, because contiguous elements are packed faster, as often as windows overlap;
4. at most `most-work` become one: functions such as `tanh`, which are expanded later, count as many ops;
5. other readers do not stand in the way if all of them come later: what they read is another result of the op that
   absorbs it, and is not read again for that op. So the state of a cell and its output are computed in one loop, and a
   long computation, where the limit divides it, becomes few ops that are equally large. Not so where the op that
   absorbs would be one kernel with a contraction before it, or with a reduction behind it (`form-kernels`).

What is absorbed by all of its users is erased. Afterwards, elements at computed positions that a loop reads one after
the other, as that of a scatter does, are read in this loop (`read_in_loops`).
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from dlc.dialects import arith, tensor
from dlc.dialects.tensor.grids import Grid
from dlc.dialects.tensor.structured import composed, selection
from dlc.ir import Block, Builder, DenseElementsAttr, InsertionPoint, Operation, OpResult, TypedAttribute, Value
from dlc.ir.affine import AffineDimExpr, AffineExpr, AffineMap
from dlc.ir.builtin_types import ShapedType

from ..generic.functions import functions_in
from ..manager import Pass, PassRun, option, statistic
from ..rewriting.entry_constants import EntryConstants
from .form_kernels import MOST_WORK, element_work, erase_unused
from .read_in_loops import compute_in_loops, plain_dims

MOST_ALSO_RESULTS = 32
"""How many results the limit of work may add to an op. Each is one more array that its loop goes through."""
Read = tuple[Value, AffineMap]
"""A tensor and where the loops of the reader touch it."""


class FuseElementwise(Pass):
    """Compute elementwise producers inside the structured ops that read them

    Example: fuse-elementwise
        #id = affine_map<(i) -> (i)>
        func.func @exp_of_negative(%x: tensor<4xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
          %y = tensor.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
              ins(%x : tensor<4xf32>) outs(%init : tensor<4xf32>) {
          ^bb0(%a: f32, %old: f32):
            %b = arith.negf %a : f32
            tensor.yield %b : f32
          } -> tensor<4xf32>
          %z = tensor.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
              ins(%y : tensor<4xf32>) outs(%init : tensor<4xf32>) {
          ^bb0(%a: f32, %old: f32):
            %b = math.exp %a : f32
            tensor.yield %b : f32
          } -> tensor<4xf32>
          return %z : tensor<4xf32>
        }
    """

    name = "fuse-elementwise"
    anchor = "builtin.module"
    most_work: int = option("How many scalar ops become one op at most", default=MOST_WORK, least=0)
    fused = statistic("num-fused", "Number of ops fused into their consumers")

    def run(self, op: Operation, run: PassRun) -> None:
        for function in functions_in(op):
            run.count(self.fused, fuse_elementwise(function, self.most_work))


def fuse_elementwise(function: Operation, most_work: int = MOST_WORK) -> int:
    """Fuse in all blocks of a function; how many ops were absorbed."""
    if not function.regions or function.regions[0].is_empty:
        return 0
    constants = EntryConstants(function.regions[0].entry)
    count = sum([_fuse_in_block(block, ops, constants, most_work) for block, ops in _structured_ops(function)])
    return count + sum([compute_in_loops(ops) for _, ops in _structured_ops(function)])


def _structured_ops(function: Operation) -> list[tuple[Block, list[tensor.StructuredOp]]]:
    """The structured ops with results of each block, outer blocks before inner ones; bodies of structured ops are no
    such blocks."""
    ops_by_block: list[tuple[Block, list[tensor.StructuredOp]]] = []
    pending = [function]
    while pending:
        inner: list[Operation] = []
        for block in list(pending.pop().blocks):
            ops: list[tensor.StructuredOp] = []
            for op in block.ops:
                if tensor.is_structured(op):
                    if op.results:
                        ops.append(op)
                elif op.regions:
                    inner.append(op)
            ops_by_block.append((block, ops))
        pending += reversed(inner)
    return ops_by_block


def _fuse_in_block(block: Block, ops: Sequence[tensor.StructuredOp], constants: EntryConstants, most_work: int) -> int:
    numbers: dict[Value, int] = {op.results[0]: number for number, op in enumerate(ops) if len(op.results) == 1}
    count = 0
    order = _Order(block)
    for root in reversed(ops):
        if type(root) is tensor.FillOp or root.parent is None:
            continue
        if not root.has_uses:
            root.erase()
            continue
        tree = _Tree(root, numbers, constants, None if _is_reduced(root) else order)
        tree.grow(most_work)
        if tree.also_results and tree.reads_contraction():
            tree = _Tree(root, numbers, constants, None)
            tree.grow(most_work)
        fuses = bool(tree.absorbed) or tree.reads_splat()
        count += len(tree.absorbed)
        if fuses:
            order.replace(root, tree.build())
    erase_unused(block)
    return count


def _is_reduced(op: tensor.StructuredOp) -> bool:
    """Return whether a reduction reads the result of an op."""
    readers = [user for user, _ in op.results[0].uses]
    return any(tensor.is_structured(each) and each.grid.reductions and not each.grid.reuses_inputs for each in readers)


def moves_only(op: tensor.StructuredOp) -> bool:
    """Return whether every element of the result is an element of an input, or a scalar."""
    if type(op) in _MOVES:
        return True
    first = op.regions[0].entry.first if type(op) is tensor.GenericOp else None
    if type(first) is not tensor.YieldOp or len(op.outputs) != 1 or not op.is_elementwise:
        return False
    return first.operands[0] in op.regions[0].entry.args[: len(op.inputs)]


_MOVES = (tensor.FillOp, tensor.TransposeOp, tensor.BroadcastOp)


class _Order:
    """The order of the ops of a block, counted when it is first asked for."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self._numbers: dict[Operation, int] = {}

    def is_before(self, op: Operation, users: Sequence[Operation]) -> bool:
        """Return whether an op of the block comes before the ops that are these users, or that they are in."""
        numbers = self._numbers
        if not numbers:
            numbers.update((each, number) for number, each in enumerate(self.block.ops))
        own = numbers[op]
        return all(numbers[self._in_block(user)] > own for user in users)

    def replace(self, op: Operation, new: Operation) -> None:
        """Take note that an op has taken the place of another."""
        if self._numbers:
            self._numbers[new] = self._numbers.pop(op)

    def _in_block(self, op: Operation) -> Operation:
        while op.parent is not self.block:
            parent = op.parent_op
            assert parent is not None
            op = parent
        return op


class _Tree:
    """The producers that one op absorbs."""

    def __init__(
        self,
        root: tensor.StructuredOp,
        numbers: dict[Value, int],
        constants: EntryConstants,
        order: _Order | None,
    ) -> None:
        self.root = root
        self.grid = root.grid
        self.numbers = numbers
        """Of each result that may be computed inside, which of the ops of the block makes it."""
        self.constants = constants
        self.order = order
        """By which is known who reads a result later; `None` if absorbed ops must have no other readers."""
        self.absorbed: dict[tensor.StructuredOp, list[AffineMap]] = {}
        """Ops that are computed inside, latest first, and the indices at which their results are read."""
        self.also_results: list[tensor.StructuredOp] = []
        """Absorbed ops whose results are read by later ops, too."""
        self.reads: dict[Value, dict[AffineMap, None]] = {}
        self.leaves: list[Read] = []
        """The values that are read from outside."""
        self.maps: tuple[AffineMap, ...] = ()
        """Of the leaves, and of the root's outputs."""
        self.contracts = self.grid.reuses_inputs
        self.loops = tensor.identity(len(self.grid.iterators))
        """The indices of the root's own loops."""
        self._known_reads: dict[tuple[tensor.StructuredOp, AffineMap], list[Read]] = {}
        self.waiting: list[tuple[int, Value]] = []

    def grow(self, most_work: int) -> None:
        """Absorb producers, latest first, so that an op's users are decided on before it."""
        self._offer(self.root, self.grid, self.loops)
        waiting, absorbed = self.waiting, self.absorbed
        work = element_work(self.root)
        while waiting and work < most_work:
            _, value = heapq.heappop(waiting)
            op: tensor.StructuredOp = value.defining_op  # type: ignore[assignment]
            if op not in absorbed and self._joins(op, value):
                absorbed[op] = list(self.reads[value])
                work += len(absorbed[op]) * element_work(op)
                grid = op.grid
                for map in absorbed[op]:
                    self._offer(op, grid, loops_of(grid, map))
        if absorbed and not self._knows_sizes():
            absorbed.clear()
            self.also_results.clear()

    def _offer(self, op: tensor.StructuredOp, grid: Grid, loops: AffineMap) -> None:
        """Take note of what an op reads, whose loops are functions of those of the root."""
        for value, map in zip(op.inputs, grid.maps, strict=False):
            number = self.numbers.get(value)
            if number is not None:
                reads = self.reads.get(value)
                if reads is None:
                    heapq.heappush(self.waiting, (-number, value))
                    reads = self.reads[value] = {}
                reads[composed(map, loops)] = None

    def _joins(self, op: tensor.StructuredOp, result: Value) -> bool:
        if moves_only(op):
            return not (self.contracts and self.grid.has_windows and isinstance(op, tensor.TransposeOp))
        maps = self.reads[result]
        if self.contracts or len(maps) != 1 or not op.is_elementwise:
            return False
        outside = [user for user, _ in result.uses if user is not self.root and user not in self.absorbed]
        if not _visits_each(*maps) or result in self.root.outputs:
            return False
        if outside:
            if self.grid.reductions or len(self.also_results) == MOST_ALSO_RESULTS:
                return False
            if self.order is None or not self.order.is_before(self.root, outside) or self._stays(result):
                return False
            self.also_results.append(op)
        return True

    def _stays(self, result: Value) -> bool:
        """Return whether an absorbed op that reads a result is also computed before the root, for others."""
        ends = _with_makers({self.root, *self.also_results}, self.absorbed)
        return any(user in self.absorbed and user not in ends for user, _ in result.uses)

    def _knows_sizes(self) -> bool:
        """Return whether the size of each loop of the root still follows from an operand."""
        self.leaves = self._leaves()
        self.maps = (*[map for _, map in self.leaves], *self.grid.output_maps)
        return _name_each_loop(self.maps)

    def _leaves(self) -> list[Read]:
        """Return the values that are read from outside, each once."""
        leaves: dict[Read, None] = {}
        waiting = self._reads_of(self.root, self.grid, self.loops)[::-1]
        seen: set[Read] = set()
        while waiting:
            read = waiting.pop()
            op: tensor.StructuredOp = read[0].defining_op  # type: ignore[assignment]
            if op not in self.absorbed:
                leaves[read] = None
            elif read not in seen:
                seen.add(read)
                grid = op.grid
                waiting += self._reads_of(op, grid, loops_of(grid, read[1]))[::-1]
        return list(leaves)

    def _reads_of(self, op: tensor.StructuredOp, grid: Grid, loops: AffineMap) -> list[Read]:
        """Return the operands of an op whose loops are functions of the root's."""
        reads = self._known_reads.get((op, loops))
        if reads is None:
            reads = [self._read(value, map, loops) for value, map in zip(op.inputs, grid.maps, strict=False)]
            self._known_reads[op, loops] = reads
        return reads

    def _read(self, value: Value, map: AffineMap, loops: AffineMap) -> Read:
        """One of these reads: of a constant with equal elements, the scalar."""
        scalar = splat_of(value)
        if scalar is not None:
            return self.constants.of(scalar), selection(loops.num_dims, ())
        return value, composed(map, loops)

    def reads_contraction(self) -> bool:
        """Return whether an input is made by a contraction for this op alone: the two become one kernel."""
        makers = [value.defining_op for value, _ in self.leaves if value.has_one_use]
        return any(isinstance(each, tensor.StructuredOp) and each.grid.reuses_inputs for each in makers)

    def reads_splat(self) -> bool:
        """Return whether the root, as a generic op, would read a scalar instead of a constant."""
        root = self.root
        if type(root) is not tensor.GenericOp or not any(map(splat_of, root.inputs)):
            return False
        return self._knows_sizes()

    # -- Building ----------------------------------------------------------------------------------------------------

    def build(self) -> Operation:
        """Put one op in the place of the root, and return it."""
        fused = self._contraction() if self.contracts and isinstance(self.root, tensor.ContractOp) else None
        if fused is None:
            fused = self._generic()
        olds = [*self.root.results, *[op.results[0] for op in self.also_results]]
        for old, new in zip(olds, fused.results, strict=True):
            old.hand_over_to(new)
        self.root.erase()
        return fused

    def _contraction(self) -> tensor.StructuredOp | None:
        """A contraction that reads where the elements came from; `None` where one of its inputs is a scalar now."""
        root = self.root
        reads = [self._source(value, map) for value, map in zip(root.inputs, root.maps, strict=False)]
        if any(not isinstance(value.type, ShapedType) for value, _ in reads):
            return None
        maps = [*(map for _, map in reads), *root.output_maps]
        contraction = tensor.ContractOp(
            [value for value, _ in reads],
            root.outputs,
            root.result_types,
            tensor.map_array(tuple(maps)),
            tensor.iterator_array(root.iterators),
        )
        contraction.location = root.kept_location
        contraction.attributes.update(root.attributes)
        Builder(InsertionPoint.before_op(root), root.kept_location).insert(contraction)
        return contraction

    def _source(self, value: Value, map: AffineMap) -> Read:
        """Return the read of an element's origin, through ops that only move elements."""
        while isinstance(value, OpResult) and value.owner in self.absorbed:
            op = value.owner
            assert isinstance(op, tensor.StructuredOp)
            number = _moved_input(op)
            value, map = op.inputs[number], composed(op.maps[number], loops_of(op.grid, map))
        return value, map

    def _generic(self) -> tensor.StructuredOp:
        root = self.root
        leaves, grid, location = self.leaves, self.grid, root.kept_location
        inputs = [value for value, _ in leaves]
        outputs = [*root.outputs, *[op.outputs[0] for op in self.also_results]]
        also_read = [(op.results[0], self.absorbed[op][0]) for op in self.also_results]
        maps = (*self.maps, *[map for _, map in also_read])
        generic = tensor.GenericOp.over(inputs, outputs, maps, grid.iterators, location=location)
        if root.attributes:
            generic.attributes.update(root.attributes)
        Builder(InsertionPoint.before_op(root)).insert(generic)
        entry = generic.regions[0].entry
        builder = Builder.at_end(entry)
        elements: dict[Read, Value] = dict(zip(leaves, entry.args, strict=False))
        dying = self._dying()
        for op in reversed(self.absorbed):  # earliest first
            write, own = op.take if op in dying else op.emit, op.grid
            for map in self.absorbed[op]:
                [elements[op.results[0], map]] = self._write(op, own, write, loops_of(own, map), elements, builder)
        old = entry.args[len(leaves) : len(leaves) + len(root.outputs)]
        values = self._write(root, grid, root.take, self.loops, elements, builder, old)
        builder.location = location
        builder.insert(tensor.YieldOp([*values, *[elements[read] for read in also_read]]))
        return generic

    def _dying(self) -> set[Operation]:
        """Return the root, and the ops that it computes once and that no other op uses."""
        return _with_makers({self.root}, [op for op, maps in self.absorbed.items() if len(maps) == 1])

    def _write(
        self,
        op: tensor.StructuredOp,
        grid: Grid,
        write: Callable[[Builder, Sequence[Value], Sequence[Value]], list[Value]],
        loops: AffineMap,
        elements: dict[Read, Value],
        builder: Builder,
        old: Sequence[Value] | None = None,
    ) -> list[Value]:
        """The computation of one op, whose loops are functions of those of the root."""
        builder.location = op.kept_location
        inputs = [elements[read] for read in self._reads_of(op, grid, loops)]
        indices = [_index(expr, builder) for expr in loops.results] if op.uses_indices else []
        outputs: Sequence[Value] = old if old is not None else [None] * len(op.results)  # type: ignore[list-item]
        return write(builder, [*inputs, *outputs], indices)


def _with_makers(readers: set[Operation], ops: Iterable[Operation]) -> set[Operation]:
    """Return readers with the ops, latest first, that only they read, directly or through one another."""
    group = set(readers)
    for op in ops:
        if group.issuperset([user for user, _ in op.results[0].uses]):
            group.add(op)
    return group


def splat_of(value: Value) -> TypedAttribute | None:
    """The scalar that all elements of a constant tensor are."""
    constant = value.defined_by(arith.ConstantOp)
    if constant is None or not isinstance(constant.value, DenseElementsAttr):
        return None
    splat = constant.value.splat_value()
    return splat if isinstance(splat, TypedAttribute) else None


def loops_of(grid: Grid, read: AffineMap) -> AffineMap:
    """The indices of an op's loops, where its result is read at these indices."""
    own = grid.output_maps[0]
    return read if own is tensor.identity(own.num_dims) else _inverted(own, read)


@lru_cache(maxsize=4096)
def _name_each_loop(maps: tuple[AffineMap, ...]) -> bool:
    """Return whether each loop is a result of some map by itself."""
    return len({dim for map in maps for dim in plain_dims(map)}) == maps[0].num_dims


@lru_cache(maxsize=4096)
def _visits_each(map: AffineMap) -> bool:
    """Return whether each element is read exactly once: the map is a permutation of the loops."""
    plain = plain_dims(map)
    return len(plain) == map.num_results and sorted(plain) == list(range(map.num_dims))


@lru_cache(maxsize=4096)
def _inverted(own: AffineMap, read: AffineMap) -> AffineMap:
    exprs: list[AffineExpr] = [read.results[0]] * own.num_dims if read.num_results else []
    for position, expr in enumerate(own.results):
        exprs[expr.position] = read.results[position]  # type: ignore[attr-defined]
    return AffineMap(read.num_dims, 0, exprs)


def _index(expr: AffineExpr, builder: Builder) -> Value:
    assert isinstance(expr, AffineDimExpr), "ops that use indices are read at plain ones"
    return builder.insert(tensor.IndexOp.of(expr.position)).result


def _moved_input(op: tensor.StructuredOp) -> int:
    """Return the input whose elements an op moves."""
    if not isinstance(op, tensor.GenericOp):
        return 0
    return list(op.body.entry.args).index(op.body.entry.end.operands[0])  # type: ignore[arg-type]


__all__ = ["FuseElementwise", "fuse_elementwise", "moves_only"]
