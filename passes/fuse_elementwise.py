"""`fuse-elementwise`: elementwise producers are computed inside the structured op that reads them.

The rule, from consumers to producers. An op that computes each element by itself is absorbed by an op that reads it

1. if it only moves elements (a broadcast, a transpose, a fill, a copy), always: its input is read at other indices,
   and a constant of equal elements is read as a scalar;
2. otherwise, if all its users have been absorbed by that op or are it, all read it at the same indices, and each
   element is read once: no loop of the reader is missing in these indices. So nothing is computed twice;
3. contractions absorb only what moves elements: their inputs are read again and again;
4. at most 64 ops become one.

What is absorbed by all of its users is erased.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from functools import lru_cache

from dlc.dialects import arith, tensor
from dlc.dialects.func import FuncOp
from dlc.dialects.tensor.structured import composed, selection
from dlc.ir.affine.expr import AffineDimExpr, AffineExpr
from dlc.ir.affine.map import AffineMap
from dlc.ir.attributes import TypedAttribute
from dlc.ir.blocks import Block
from dlc.ir.builder import Builder, InsertionPoint
from dlc.ir.builtin_attributes import DenseElementsAttr
from dlc.ir.builtin_types import ShapedType
from dlc.ir.operations import Operation
from dlc.ir.values import OpResult, Value

from .declaration import Pass, PassRun, statistic
from .entry_constants import EntryConstants
from .form_kernels import erase_unused, is_contraction

MOST_OPS = 64

Read = tuple[Value, AffineMap]
"""A tensor and where the loops of the reader touch it."""


class FuseElementwise(Pass):
    """Compute elementwise producers inside the structured ops that read them"""

    name = "fuse-elementwise"
    anchor = "builtin.module"
    fused = statistic("num-fused", "Number of ops computed inside of others")

    def run(self, op: Operation, run: PassRun) -> None:
        for function in [each for each in op.walk(tensor.is_open) if type(each) is FuncOp]:
            run.count(self.fused, fuse_elementwise(function))


def fuse_elementwise(function: Operation) -> int:
    """Fuse in all blocks of a function; how many ops were absorbed."""
    if not function.regions or function.regions[0].is_empty:
        return 0
    constants = EntryConstants(function.regions[0].entry)
    owners = [op for op in function.walk(_has_no_body) if op.regions and _has_no_body(op)]
    blocks = [block for op in owners for region in op.regions for block in region.blocks]
    return sum(_fuse_in_block(block, constants) for block in blocks)


def _has_no_body(op: Operation) -> bool:
    """Whether what is inside of an op is something else than the body of a structured op."""
    return not tensor.is_structured(op)


def _fuse_in_block(block: Block, constants: EntryConstants) -> int:
    ops = [op for op in block.ops if tensor.is_structured(op) and op.results]
    numbers = {op: number for number, op in enumerate(ops)}
    count = 0
    for op in reversed(ops):
        if op.parent is None:
            continue
        if type(op) is not tensor.FillOp and not op.has_uses:
            op.erase()
            continue
        tree = _Tree(op, numbers, constants)
        tree.grow()
        if tree.absorbed or tree.reads_splat():
            count += len(tree.absorbed)
            tree.build()
    erase_unused(block)
    return count


def moves_only(op: tensor.StructuredOp) -> bool:
    """Whether every element of the result is an element of an input, or a scalar."""
    if type(op) in _MOVES:
        return True
    first = op.body.entry.first if type(op) is tensor.GenericOp else None
    if type(first) is not tensor.YieldOp or len(op.outputs) != 1 or not op.is_elementwise:
        return False
    return first.operands[0] in op.regions[0].entry.args[: len(op.inputs)]


_MOVES = (tensor.FillOp, tensor.TransposeOp, tensor.BroadcastOp)


class _Tree:
    """What one op absorbs."""

    def __init__(
        self, root: tensor.StructuredOp, numbers: dict[tensor.StructuredOp, int], constants: EntryConstants
    ) -> None:
        self.root = root
        self.numbers = numbers
        self.constants = constants
        self.absorbed: dict[tensor.StructuredOp, list[AffineMap]] = {}
        """Ops that are computed inside, and the indices at which their results are read."""
        self.reads: dict[tensor.StructuredOp, dict[AffineMap, None]] = {}
        self.leaves: list[Read] = []
        """What is read from outside, in the end."""
        self.contracts = is_contraction(root)
        self.loops = tensor.identity(len(root.iterators))
        """The indices of the root's own loops."""
        self._known_reads: dict[tuple[tensor.StructuredOp, AffineMap], list[Read]] = {}
        self.waiting: list[tuple[int, tensor.StructuredOp]] = []

    def grow(self) -> None:
        """Absorb producers, latest first, so that an op's users are decided on before it."""
        self._offer(self.root, self.loops)
        while self.waiting and len(self.absorbed) < MOST_OPS:
            _, op = heapq.heappop(self.waiting)
            if op in self.absorbed or not self._joins(op):
                continue
            self.absorbed[op] = list(self.reads[op])
            for map in self.absorbed[op]:
                self._offer(op, loops_of(op, map))
        if self.absorbed and not self._knows_sizes():
            self.absorbed.clear()

    def _offer(self, op: tensor.StructuredOp, loops: AffineMap) -> None:
        """Take note of what an op reads, whose loops are functions of those of the root."""
        for value, map in zip(op.inputs, op.grid.maps, strict=False):
            maker: tensor.StructuredOp = value.defining_op  # type: ignore[assignment]
            number = self.numbers.get(maker)
            if number is not None and len(maker.results) == 1:
                reads = self.reads.get(maker)
                if reads is None:
                    heapq.heappush(self.waiting, (-number, maker))
                    reads = self.reads[maker] = {}
                reads[composed(map, loops)] = None

    def _joins(self, op: tensor.StructuredOp) -> bool:
        if moves_only(op):
            return True
        if self.contracts or not op.is_elementwise:
            return False
        maps = self.reads[op]
        if len(maps) != 1 or any(user is not self.root and user not in self.absorbed for user, _ in op.results[0].uses):
            return False
        [map] = maps
        if any(value is op.results[0] for value in self.root.outputs):
            return False
        plain = plain_dims(map)
        return len(plain) == map.num_results and sorted(plain) == list(range(len(self.root.iterators)))

    def _knows_sizes(self) -> bool:
        """Whether the size of each loop of the root still follows from an operand."""
        self.leaves = self._leaves()
        grid = self.root.grid
        found: set[int] = set()
        for map in (*[map for _, map in self.leaves], *grid.output_maps):
            found.update(plain_dims(map))
        return len(found) == len(grid.iterators)

    def _leaves(self) -> list[Read]:
        """What is read from outside, each only once."""
        found: dict[Read, None] = {}
        waiting = self._reads_of(self.root, self.loops)[::-1]
        seen: set[Read] = set()
        while waiting:
            read = waiting.pop()
            op: tensor.StructuredOp = read[0].defining_op  # type: ignore[assignment]
            if op not in self.absorbed:
                found[read] = None
            elif read not in seen:
                seen.add(read)
                waiting += self._reads_of(op, loops_of(op, read[1]))[::-1]
        return list(found)

    def _reads_of(self, op: tensor.StructuredOp, loops: AffineMap) -> list[Read]:
        """What an op reads, whose loops are functions of those of the root."""
        found = self._known_reads.get((op, loops))
        if found is None:
            found = [self._read(value, map, loops) for value, map in zip(op.inputs, op.grid.maps, strict=False)]
            self._known_reads[op, loops] = found
        return found

    def _read(self, value: Value, map: AffineMap, loops: AffineMap) -> Read:
        """One of these reads: of a constant with equal elements, the scalar."""
        scalar = splat_of(value)
        if scalar is not None:
            return self.constants.of(scalar), selection(loops.num_dims, ())
        return value, composed(map, loops)

    def reads_splat(self) -> bool:
        """Whether the root, as a generic op, would read a scalar where it reads a constant now."""
        root = self.root
        if type(root) is not tensor.GenericOp or not any(map(splat_of, root.inputs)):
            return False
        return self._knows_sizes()

    # -- Building ----------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Put one op in the place of the root."""
        made = self._contraction() if isinstance(self.root, tensor.ContractOp) and self.contracts else None
        if made is None:
            made = self._generic()
        for old, new in zip(self.root.results, made.results, strict=True):
            new.name_hint = old.name_hint
            old.replace_all_uses_with(new)
        self.root.erase()

    def _contraction(self) -> tensor.StructuredOp | None:
        """A contraction that reads where the elements came from; `None` where one of its inputs is a scalar now."""
        root = self.root
        reads = [self._source(value, map) for value, map in zip(root.inputs, root.maps, strict=False)]
        if any(not isinstance(value.type, ShapedType) for value, _ in reads):
            return None
        maps = [*(map for _, map in reads), *root.output_maps]
        made = tensor.ContractOp(
            [value for value, _ in reads],
            root.outputs,
            root.result_types,
            tensor.map_array(tuple(maps)),
            tensor.iterator_array(root.iterators),
        )
        made.location = root.kept_location
        made.attributes.update(root.attributes)
        Builder(InsertionPoint.before_op(root), root.kept_location).insert(made)
        return made

    def _source(self, value: Value, map: AffineMap) -> Read:
        """Through ops that only move elements, to where an element comes from."""
        while isinstance(value, OpResult) and value.owner in self.absorbed:
            op = value.owner
            assert isinstance(op, tensor.StructuredOp)
            number = _moved_input(op)
            value, map = op.inputs[number], composed(op.maps[number], loops_of(op, map))
        return value, map

    def _generic(self) -> tensor.StructuredOp:
        root = self.root
        leaves = self.leaves
        maps = [*(map for _, map in leaves), *root.output_maps]
        inputs = [value for value, _ in leaves]
        made = tensor.GenericOp.over(inputs, root.outputs, maps, root.iterators, location=root.kept_location)
        made.attributes.update(root.attributes)
        Builder(InsertionPoint.before_op(root), root.kept_location).insert(made)
        entry = made.body.entry
        builder = Builder.at_end(entry)
        elements: dict[Read, Value] = dict(zip(leaves, entry.args, strict=False))
        nodes = [(op, map) for op, maps_of in self.absorbed.items() for map in maps_of]
        dying = self._dying()
        for op, map in sorted(nodes, key=lambda node: self.numbers[node[0]]):
            write = op.take if op in dying else op.emit
            [elements[op.results[0], map]] = self._write(op, write, loops_of(op, map), elements, builder)
        old = entry.args[len(leaves) :]
        values = self._write(root, root.take, self.loops, elements, builder, old)
        builder.location = root.kept_location
        builder.insert(tensor.YieldOp(values))
        return made

    def _dying(self) -> set[Operation]:
        """The root, and what is computed inside of it just once and nobody else needs."""
        found: set[Operation] = {self.root}
        for op in sorted(self.absorbed, key=lambda op: -self.numbers[op]):
            if len(self.absorbed[op]) == 1 and found.issuperset(user for user, _ in op.results[0].uses):
                found.add(op)
        return found

    def _write(
        self,
        op: tensor.StructuredOp,
        write: Callable[[Builder, Sequence[Value], Sequence[Value]], list[Value]],
        loops: AffineMap,
        elements: dict[Read, Value],
        builder: Builder,
        old: Sequence[Value] | None = None,
    ) -> list[Value]:
        """The computation of one op, whose loops are functions of those of the root."""
        builder.location = op.kept_location
        inputs = [elements[read] for read in self._reads_of(op, loops)]
        indices: list[Value] = []
        if op.uses_indices:
            indices = [_index(expr, builder) for expr in loops.results]
        outputs: Sequence[Value] = old if old is not None else [None] * len(op.results)  # type: ignore[list-item]
        return write(builder, [*inputs, *outputs], indices)


def splat_of(value: Value) -> TypedAttribute | None:
    """The scalar that all elements of a constant tensor are."""
    constant = value.defined_by(arith.ConstantOp)
    if constant is None or not isinstance(constant.value, DenseElementsAttr):
        return None
    found = constant.value.splat_value()
    return found if isinstance(found, TypedAttribute) else None


def loops_of(op: tensor.StructuredOp, read: AffineMap) -> AffineMap:
    """The indices of an op's loops, where its result is read at these indices."""
    own = op.grid.output_maps[0]
    return read if own is tensor.identity(own.num_dims) else _inverted(own, read)


@lru_cache(maxsize=4096)
def plain_dims(map: AffineMap) -> tuple[int, ...]:
    """The dimensions that stand alone as a result of a map."""
    return tuple([expr.position for expr in map.results if isinstance(expr, AffineDimExpr)])


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
    """Which input an op that only moves elements gives."""
    if not isinstance(op, tensor.GenericOp):
        return 0
    last = op.body.entry.last
    assert last is not None
    return list(op.body.entry.args).index(last.operands[0])  # type: ignore[arg-type]


__all__ = ["FuseElementwise", "fuse_elementwise", "moves_only"]
