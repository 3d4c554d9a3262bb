"""Blocks and regions: lists of operations, and of blocks.

Both are doubly linked lists, so that inserting and removing never shift anything. Operations carry an order index
inside their block, with gaps between them: `is_before` is one comparison, and an insertion that finds no gap left
renumbers a neighbourhood just large enough, which is O(log n) amortized however ops are inserted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

from .attributes import Attribute, Type
from .errors import InvalidIRError
from .locations import UNKNOWN_LOC, Location, PendingLocation
from .values import BlockArgument, check_unused

if TYPE_CHECKING:
    from .operations import Operation

NO_ALIASES: Mapping[Attribute, str] = MappingProxyType({})

ORDER_GAP = 1024
"""The distance between the order indices of ops that are appended: room for insertions between them."""

CROWDED = 1.25
"""A range of 2^k order indices may hold up to CROWDED^k ops before its ops are spread over a larger range."""


class Block:
    """A sequence of operations with arguments, ended by a terminator."""

    __slots__ = ("_args", "_first", "_last", "_next", "_parent", "_prev", "_uses", "label_hint")

    def __init__(
        self,
        arg_types: Iterable[Type] = (),
        ops: Iterable[Operation] = (),
        arg_locations: Sequence[Location | PendingLocation] | None = None,
    ) -> None:
        self._first: Operation | None = None
        self._last: Operation | None = None
        self._parent: Region | None = None
        self._prev: Block | None = None
        self._next: Block | None = None
        self._uses: dict[tuple[Operation, int], None] = {}
        self.label_hint: str | None = None
        """The label that the source gave this block, without `^`."""
        self._args: list[BlockArgument] = []
        for index, type in enumerate(arg_types):
            location = arg_locations[index] if arg_locations else UNKNOWN_LOC
            self._args.append(BlockArgument(type, self, index, location))
        for op in ops:
            self.append(op)

    # -- Arguments ---------------------------------------------------------------------------------------------------

    @property
    def args(self) -> Sequence[BlockArgument]:
        return self._args

    @property
    def arg_types(self) -> list[Type]:
        return [arg.type for arg in self._args]

    def add_argument(self, type: Type, location: Location | PendingLocation = UNKNOWN_LOC) -> BlockArgument:
        """Append an argument. What branches here must pass one more operand: that is the caller's to do."""
        arg = BlockArgument(type, self, len(self._args), location)
        self._args.append(arg)
        return arg

    def insert_argument(
        self, index: int, type: Type, location: Location | PendingLocation = UNKNOWN_LOC
    ) -> BlockArgument:
        if not 0 <= index <= len(self._args):
            raise InvalidIRError(f"cannot insert a block argument at {index}: the block has {len(self._args)}")
        arg = BlockArgument(type, self, index, location)
        self._args.insert(index, arg)
        for later in self._args[index + 1 :]:
            later.index += 1
        return arg

    def erase_argument(self, index: int) -> None:
        """Remove an argument that has no uses left."""
        if not 0 <= index < len(self._args):
            raise InvalidIRError(f"cannot erase block argument {index}: the block has {len(self._args)}")
        check_unused(self._args[index], "erase a block argument")
        del self._args[index]
        for later in self._args[index:]:
            later.index -= 1

    # -- Operations --------------------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        owner, count = self.parent_op, sum(1 for _ in self.ops)
        arguments = f"({', '.join(map(str, self.arg_types))})" if self._args else ""
        inside = f" in {owner!r}" if owner is not None else ""
        return f"<block{arguments} of {count} op{'s' * (count != 1)}{inside}>"

    @property
    def first(self) -> Operation | None:
        return self._first

    @property
    def last(self) -> Operation | None:
        return self._last

    @property
    def end(self) -> Operation:
        """The last op; an error if there is none."""
        if self._last is None:
            raise InvalidIRError("the block has no ops")
        return self._last

    @property
    def ops(self) -> Iterator[Operation]:
        """The operations in order. The one being visited may be erased or moved."""
        op = self._first
        while op is not None:
            following = op._next
            yield op
            op = following

    @property
    def ops_reversed(self) -> Iterator[Operation]:
        op = self._last
        while op is not None:
            preceding = op._prev
            yield op
            op = preceding

    def __iter__(self) -> Iterator[Operation]:
        return self.ops

    @property
    def is_empty(self) -> bool:
        return self._first is None

    def append(self, op: Operation) -> Operation:
        """Add a detached operation at the end."""
        if op._parent is not None:
            raise InvalidIRError(f"cannot insert '{op.name}': it is in a block already, detach it first")
        if op._regions:
            self._check_not_inside(op)
        last = self._last
        op._parent = self
        op._prev = last
        if last is None:
            self._first = op
            op._order = 0
        else:
            last._next = op
            op._order = last._order + ORDER_GAP
        self._last = op
        return op

    def insert_before(self, op: Operation, anchor: Operation | None) -> Operation:
        """Add a detached operation before `anchor`, or at the end where that is `None`."""
        if anchor is None:
            return self.append(op)
        if op._parent is not None:
            hint = "; the op to insert is the first argument" if anchor._parent is None else ""
            raise InvalidIRError(f"cannot insert '{op.name}': it is in a block already, detach it first{hint}")
        if anchor._parent is not self:
            raise InvalidIRError(f"cannot insert before '{anchor.name}': it is not in this block")
        if op._regions:
            self._check_not_inside(op)
        previous = anchor._prev
        op._parent = self
        op._prev = previous
        op._next = anchor
        anchor._prev = op
        if previous is None:
            self._first = op
            low = anchor._order - 2 * ORDER_GAP
        else:
            previous._next = op
            low = previous._order
        op._order = (low + anchor._order) // 2
        if op._order == low:
            _make_room(op)
        return op

    def insert_after(self, op: Operation, anchor: Operation) -> Operation:
        if anchor._parent is not self:
            raise InvalidIRError(f"cannot insert after '{anchor.name}': it is not in this block")
        return self.insert_before(op, anchor._next)

    def _check_not_inside(self, op: Operation) -> None:
        """An op in one of its own blocks would be a cycle that nothing could ever walk."""
        region = self._parent
        owner = region._parent if region is not None else None
        if owner is not op and _has_no_ops(op):
            return
        while owner is not None:
            if owner is op:
                raise InvalidIRError(f"cannot insert '{op.name}' into a block inside itself")
            owner = owner.parent_op

    def splice_before(self, anchor: Operation | None, source: Block, first: Operation, last: Operation) -> None:
        """Move the operations `first` … `last` of `source` before `anchor` (`None`: to the end) of this block."""
        moved: list[Operation] = []
        op: Operation | None = first if first._parent is source else None
        while op is not None:
            moved.append(op)
            op = None if op is last else op._next
        if not moved or moved[-1] is not last:
            raise InvalidIRError(f"cannot move ops: '{last.name}' does not follow '{first.name}' in the source block")
        if anchor in moved:
            raise InvalidIRError(f"cannot move ops before '{anchor.name if anchor else ''}', which is one of them")
        if anchor is not None and anchor._parent is not self:
            raise InvalidIRError(f"cannot move ops before '{anchor.name}', which is not in this block")
        for op in moved:
            if op._regions:
                self._check_not_inside(op)
        if anchor is not None:
            for op in moved:
                op.detach()
                self.insert_before(op, anchor)
            return
        source._unlink(first, last)
        self._link_at_end(moved)

    def _unlink(self, first: Operation, last: Operation) -> None:
        """Take consecutive ops out of this block, and leave them linked to one another."""
        previous, following = first._prev, last._next
        if previous is None:
            self._first = following
        else:
            previous._next = following
        if following is None:
            self._last = previous
        else:
            following._prev = previous
        first._prev = last._next = None

    def _link_at_end(self, ops: Sequence[Operation]) -> None:
        """Add ops that are linked to one another; in an empty block they keep their order numbers."""
        last = self._last
        for op in ops:
            op._parent = self
        if last is None:
            self._first = ops[0]
        else:
            last._next, ops[0]._prev = ops[0], last
            for number, op in enumerate(ops, 1):
                op._order = last._order + number * ORDER_GAP
        self._last = ops[-1]

    def take_all_ops(self, source: Block, anchor: Operation | None = None) -> None:
        """Move everything in `source` before `anchor`, or to the end."""
        if source._first is not None and source._last is not None:
            self.splice_before(anchor, source, source._first, source._last)

    def split_before(self, op: Operation) -> Block:
        """Move `op` and what follows it to a new block behind this one, and return that."""
        if op._parent is not self:
            raise InvalidIRError(f"cannot split before '{op.name}': it is not in this block")
        rest = Block()
        if self._parent is not None:
            self._parent.insert_before(rest, self._next)
        if self._last is not None:
            rest.splice_before(None, self, op, self._last)
        return rest

    # -- Control flow ------------------------------------------------------------------------------------------------

    @property
    def terminator(self) -> Operation | None:
        """The last operation, if it is one that may end a block (unregistered ones may)."""
        last = self._last
        return last if last is not None and last.may_be_terminator else None

    @property
    def uses(self) -> tuple[tuple[Operation, int], ...]:
        """Each (terminator, successor index) that branches here."""
        return tuple(self._uses)

    @property
    def predecessors(self) -> list[Block]:
        """The blocks that branch here, each once, in the order in which the branches were made."""
        blocks = {op._parent: None for op, _ in self._uses if op._parent is not None}
        return list(blocks)

    @property
    def successors(self) -> Sequence[Block]:
        return self._last._successors if self._last is not None else ()

    def replace_all_uses_with(self, replacement: Block) -> None:
        """Make every branch to this block go to `replacement`."""
        for op, index in self.uses:
            op.set_successor(index, replacement)

    # -- Place -------------------------------------------------------------------------------------------------------

    @property
    def parent(self) -> Region | None:
        return self._parent

    @property
    def region(self) -> Region:
        """The region that this block is in; an error if it is in none."""
        if self._parent is None:
            raise InvalidIRError("the block is in no region")
        return self._parent

    @property
    def parent_op(self) -> Operation | None:
        return self._parent._parent if self._parent is not None else None

    @property
    def next(self) -> Block | None:
        return self._next

    @property
    def prev(self) -> Block | None:
        return self._prev

    @property
    def is_entry(self) -> bool:
        return self._parent is not None and self._parent._first is self

    def find_ancestor_op_in(self, op: Operation) -> Operation | None:
        """Return the op of this block that is `op` or contains it; `None` if there is none."""
        current: Operation | None = op
        while current is not None:
            block = current._parent
            if block is self:
                return current
            current = block.parent_op if block is not None else None
        return None

    def detach(self) -> None:
        """Take this block out of its region."""
        region = self._parent
        if region is None:
            return
        previous, following = self._prev, self._next
        if previous is None:
            region._first = following
        else:
            previous._next = following
        if following is None:
            region._last = previous
        else:
            following._prev = previous
        self._parent = self._prev = self._next = None

    def drop_all_references(self) -> None:
        """Let go of every operand and successor inside, so that blocks that refer to one another can be erased."""
        for op in self.ops:
            op.drop_all_references()

    def erase(self) -> None:
        """Detach this block and destroy its operations. Nothing outside may use its values or branch to it."""
        if any(user._parent is not self for user, _ in self._uses):
            raise InvalidIRError("cannot erase a block that is still a successor; remove the branches to it first")
        self.drop_all_references()
        for op in list(self.ops_reversed):
            op.erase()
        for arg in self._args:
            check_unused(arg, "erase a block")
        self.detach()
        self._args = []


class Region:
    """A list of blocks, owned by an operation; the first block is where control enters."""

    __slots__ = ("_first", "_kept_aliases", "_last", "_parent", "index")

    _kept_aliases: Mapping[Attribute, str]

    def __init__(self, blocks: Iterable[Block] = ()) -> None:
        self._first: Block | None = None
        self._last: Block | None = None
        self._parent: Operation | None = None
        self.index = 0
        """The position of the region in its operation."""
        for block in blocks:
            self.append(block)

    @property
    def kept_aliases(self) -> Mapping[Attribute, str]:
        """The names that the source of a module gave to types and attributes, such as `!m`; printers keep them."""
        return getattr(self, "_kept_aliases", NO_ALIASES)  # nearly all regions have none, and do not set it

    @kept_aliases.setter
    def kept_aliases(self, names: Mapping[Attribute, str]) -> None:
        self._kept_aliases = names

    def __repr__(self) -> str:
        count = sum(1 for _ in self.blocks)
        inside = f" in {self._parent!r}" if self._parent is not None else ""
        return f"<region of {count} block{'s' * (count != 1)}{inside}>"

    @property
    def parent(self) -> Operation | None:
        return self._parent

    @property
    def blocks(self) -> Iterator[Block]:
        """The blocks in order. The one being visited may be erased or moved."""
        block = self._first
        while block is not None:
            following = block._next
            yield block
            block = following

    def __iter__(self) -> Iterator[Block]:
        return self.blocks

    @property
    def first(self) -> Block | None:
        return self._first

    @property
    def last(self) -> Block | None:
        return self._last

    @property
    def entry(self) -> Block:
        """The first block, of a region that must have one."""
        if self._first is None:
            raise InvalidIRError("the region has no blocks")
        return self._first

    @property
    def is_empty(self) -> bool:
        return self._first is None

    @property
    def has_one_block(self) -> bool:
        return self._first is not None and self._first is self._last

    @property
    def single_block(self) -> Block:
        """The one block, of a region that must have exactly one."""
        if not self.has_one_block:
            raise InvalidIRError("the region does not have exactly one block")
        return self.entry

    def append(self, block: Block) -> Block:
        return self.insert_before(block, None)

    def insert_before(self, block: Block, anchor: Block | None) -> Block:
        """Add a detached block before `anchor`, or at the end where that is `None`."""
        if block._parent is not None:
            raise InvalidIRError("cannot insert the block: it is in a region already, detach it first")
        if anchor is not None and anchor._parent is not self:
            raise InvalidIRError("cannot insert the block: the one that it should precede is not in this region")
        self._check_not_inside(block)
        previous = self._last if anchor is None else anchor._prev
        block._parent = self
        block._prev = previous
        block._next = anchor
        if previous is None:
            self._first = block
        else:
            previous._next = block
        if anchor is None:
            self._last = block
        else:
            anchor._prev = block
        return block

    def take_blocks(self, source: Region, anchor: Block | None = None) -> None:
        """Move all blocks of `source` before `anchor`, or to the end."""
        if anchor is not None and anchor._parent is not self:
            raise InvalidIRError("cannot move blocks: the one that they should precede is not in this region")
        moved = [block for block in source.blocks if block is not anchor]
        for block in moved:
            self._check_not_inside(block)
        for block in moved:
            block.detach()
            self.insert_before(block, anchor)

    def _check_not_inside(self, block: Block) -> None:
        """A block in a region inside itself would be a cycle that nothing could ever walk."""
        owner = self._parent if block._first is not None else None
        while owner is not None:
            if owner._parent is block:
                raise InvalidIRError(f"cannot insert the block into a region of '{owner.name}', which is inside it")
            owner = owner.parent_op

    def ensure_terminator(self, terminator: type[Operation], location: Location | PendingLocation) -> Region:
        """Return the region, ended by the terminator without operands that its text may leave out."""
        block = self._last or self.append(Block())
        last = block._last
        if last is None or not (last.is_registered and last.may_be_terminator):
            block.append(terminator.create(location=location))
        return self

    def walk(self) -> Iterator[Operation]:
        """Return every operation inside, outer before inner, in program order."""
        for block in self.blocks:
            for op in block.ops:
                yield from op.walk()

    def is_proper_ancestor_of(self, other: Region) -> bool:
        """Return whether `other` lies inside this region, and is not it."""
        current: Region | None = other
        while current is not None:
            op = current._parent
            current = op.parent_region if op is not None else None
            if current is self:
                return True
        return False

    def drop_all_references(self) -> None:
        for block in self.blocks:
            block.drop_all_references()


# -- Order -----------------------------------------------------------------------------------------------------------


def _has_no_ops(op: Operation) -> bool:
    """Return whether all blocks inside are empty."""
    for region in op._regions:
        block = region._first
        while block is not None:
            if block._first is not None:
                return False
            block = block._next
    return True


def _make_room(op: Operation) -> None:
    """Renumber the ops around one that has the order index of a neighbour.

    Looks at ever larger aligned ranges of indices until one is sparse enough, and spreads its ops evenly in there. A
    range that was spread has room for a number of insertions in proportion to its size before it must be again, hence
    the amortized cost (Bender et al., "Two Simplified Algorithms for Maintaining Order in a List").
    """
    first = last = op
    count, width, capacity = 1, 1, 1.0
    while count >= capacity:
        width *= 2
        capacity *= CROWDED
        low = op._order & -width
        while (previous := first._prev) is not None and previous._order >= low:
            first, count = previous, count + 1
        while (following := last._next) is not None and following._order < low + width:
            last, count = following, count + 1
    step = width // count
    order = op._order & -width
    current: Operation | None = first
    for _ in range(count):
        assert current is not None
        current._order = order
        order += step
        current = current._next
