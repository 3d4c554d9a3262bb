"""Operations: the one kind of node that a program is made of.

`Operation` is what every op class inherits (through `Op`, which adds the declarative class body) and what an op of an
unknown dialect is (`UnregisteredOp`). Everything here works the same for both, by position; names of operands and
results are the business of `definition`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn, TypeVar

from .attributes import Attribute, Type
from .blocks import ORDER_GAP, Block, Region
from .conveniences import operation_html, print_operation, verify_operation
from .diagnostics import counted
from .errors import InvalidIRError
from .garbage import not_collecting
from .locations import UNKNOWN_LOC, Location, PendingLocation, resolve
from .values import OpResult, Value, check_unused

if TYPE_CHECKING:
    from .traits import Trait

_new = object.__new__
_T = TypeVar("_T", bound="Trait")
_P = TypeVar("_P", bound="Operation")

Attributes = dict[str, Attribute]
NO_ATTRIBUTES: Attributes = MappingProxyType({})  # type: ignore[assignment]
"""The shared attributes of ops that have no discardable attributes."""


class Operation:
    """A node with operands, results, attributes, properties, successors and nested regions.

    `properties` are the attributes that an op's definition declares (MLIR's inherent attributes); `attributes` are the
    discardable ones, that anyone may hang on any op.
    """

    __slots__ = (
        "_attributes",
        "_location",
        "_next",
        "_operands",
        "_order",
        "_parent",
        "_prev",
        "_properties",
        "_regions",
        "_results",
        "_successors",
    )

    name: str
    """`dialect.mnemonic`"""
    traits: ClassVar[Mapping[type[Trait], Trait]] = {}
    interfaces: ClassVar[dict[type, Any]] = {}
    is_registered: ClassVar[bool] = False
    may_be_terminator: ClassVar[bool] = True
    """False if a block cannot end with this op; true of unregistered ops, of which nothing is known."""
    over_lines: ClassVar[frozenset[str]] = frozenset()
    """Attributes whose arrays the custom form writes with one element in each line."""

    _kinds: ClassVar[frozenset[type]] = frozenset()
    """The class and its bases: asking this set takes a fraction of what `isinstance` takes of a class with a metaclass.
    """

    _operands: list[Value]
    _results: list[OpResult]
    _regions: Sequence[Region]
    _successors: Sequence[Block]
    _properties: Attributes
    _attributes: Attributes
    _location: Location | PendingLocation
    _parent: Block | None
    _prev: Operation | None
    _next: Operation | None
    _order: int

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        cls._kinds = frozenset(cls.__mro__)

    # -- Making and destroying ---------------------------------------------------------------------------------------

    @classmethod
    def create(
        cls: type[_P],
        operands: Iterable[Value] = (),
        result_types: Iterable[Type] = (),
        properties: Mapping[str, Attribute] | None = None,
        attributes: Mapping[str, Attribute] | None = None,
        regions: Iterable[Region] = (),
        successors: Iterable[Block] = (),
        location: Location | PendingLocation = UNKNOWN_LOC,
    ) -> _P:
        """Make an op by position, as readers and rewrites that know nothing of the kind do. Nothing is verified."""
        return _make(
            cls,
            list(operands),
            result_types,
            dict(properties) if properties else {},
            dict(attributes) if attributes else NO_ATTRIBUTES,
            list(regions),
            list(successors),
            location,
        )

    def erase(self) -> None:
        """Detach and destroy this op and all that it contains. Its results must have no uses left."""
        self.check_erasable()
        self.detach()
        for op in self._drop_references():
            op._results = []
            if op._regions:
                _take_apart(op._regions)
                op._regions = ()

    def check_erasable(self) -> None:
        """Raise an error if results have uses outside of this op."""
        for result in self._results:
            if result._uses and any(not self.is_ancestor_of(user) for user in result.users):
                check_unused(result, f"erase '{self.name}'")

    def drop_all_references(self) -> None:
        """Let go of all operands and successors, here and in nested regions."""
        self._drop_references()

    def _drop_references(self) -> list[Operation]:
        """Let go of all operands and successors; return this op and all nested ones, outer before inner."""
        pending: list[Operation] = [self]
        for op in pending:
            if op._operands:
                op._drop_operands()
            if op._successors:
                for index, block in enumerate(op._successors):
                    del block._uses[op, index]
                op._successors = ()
            for region in op._regions:
                inner_block = region._first
                while inner_block is not None:
                    inner = inner_block._first
                    while inner is not None:
                        pending.append(inner)
                        inner = inner._next
                    inner_block = inner_block._next
        return pending

    def _drop_operands(self) -> None:
        index = 0
        for value in self._operands:
            uses = value._uses
            del uses[self if uses.get(self) == index else (self, index)]
            index += 1  # noqa: SIM113 (enumerate is slower, and this is hot)
        self._operands = []

    def detach(self) -> None:
        """Take this op out of its block, keeping it whole."""
        block = self._parent
        if block is None:
            return
        previous, following = self._prev, self._next
        if previous is None:
            block._first = following
        else:
            previous._next = following
        if following is None:
            block._last = previous
        else:
            following._prev = previous
        self._parent = self._prev = self._next = None

    def move_before(self, anchor: Operation) -> None:
        block = anchor._parent
        if block is None:
            raise InvalidIRError(f"cannot move '{self.name}' before '{anchor.name}', which is in no block")
        if anchor is not self:
            if self._regions:
                block._check_not_inside(self)
            self.detach()
            block.insert_before(self, anchor)

    def move_after(self, anchor: Operation) -> None:
        block = anchor._parent
        if block is None:
            raise InvalidIRError(f"cannot move '{self.name}' after '{anchor.name}', which is in no block")
        if anchor is not self:
            if self._regions:
                block._check_not_inside(self)
            self.detach()
            block.insert_before(self, anchor._next)

    def clone(self: _P, mapping: IRMapping | None = None, *, with_regions: bool = True) -> _P:
        """Return a detached copy. Values and blocks in `mapping` are replaced; it learns the copies' results."""
        mapping = IRMapping() if mapping is None else mapping
        copy = _clone_op(self, mapping)
        if with_regions and self._regions:
            pending = list(zip(self._regions, copy._regions, strict=True))
            if self._parent is None:  # a whole module: what it holds may be much
                if names := self._regions[0].kept_aliases:
                    copy._regions[0].kept_aliases = names
                with not_collecting():
                    _clone_nested(pending, mapping)
            else:
                _clone_nested(pending, mapping)
        mapping.resolve_pending()
        return copy

    # -- Operands ----------------------------------------------------------------------------------------------------

    @property
    def operands(self) -> tuple[Value, ...]:
        """The operands, which `set_operand` and `set_operands` change: each value knows its uses."""
        return tuple(self._operands)

    def set_operand(self, index: int, value: Value) -> None:
        try:
            previous = self._operands[index]
        except IndexError:
            count = len(self._operands)
            raise InvalidIRError(f"'{self.name}' has no operand #{index}: the number of operands is {count}") from None
        if index < 0:
            index += len(self._operands)
        if previous is not value:
            try:
                value.add_use(self, index)
            except AttributeError:
                raise not_a_value(self, index, value) from None
            previous.drop_use(self, index)
            self._operands[index] = value

    def set_operands(self, values: Iterable[Value]) -> None:
        """Replace the whole list. Segment sizes of an op with several groups are the caller's to update."""
        fresh = list(values)
        for index, value in enumerate(fresh):
            if not isinstance(value, Value):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise not_a_value(self, index, value)
        self._drop_operands()
        self._operands = fresh
        for index, value in enumerate(fresh):
            value.add_use(self, index)

    def insert_operands(self, index: int, values: Iterable[Value]) -> None:
        self.set_operands([*self._operands[:index], *values, *self._operands[index:]])

    def erase_operands(self, start: int, end: int) -> None:
        self.set_operands([*self._operands[:start], *self._operands[end:]])

    def replace_uses_of(self, value: Value, replacement: Value) -> None:
        """Use `replacement` wherever this op uses `value`."""
        for index, operand in enumerate(self._operands):
            if operand is value:
                self.set_operand(index, replacement)

    # -- Results -----------------------------------------------------------------------------------------------------

    @property
    def results(self) -> Sequence[OpResult]:
        return self._results

    @property
    def result_types(self) -> list[Type]:
        return [result.type for result in self._results]

    @property
    def operand_types(self) -> list[Type]:
        return [operand.type for operand in self._operands]

    @property
    def only_result(self) -> OpResult:
        """The result of an op that has exactly one."""
        if len(self._results) != 1:
            raise InvalidIRError(f"'{self.name}' has {len(self._results)} results, not one")
        return self._results[0]

    @property
    def has_uses(self) -> bool:
        for result in self._results:  # noqa: SIM110 (a generator costs more than what it asks)
            if result._uses:
                return True
        return False

    def replace_all_uses_with(self, values: Sequence[Value]) -> None:
        if len(values) != len(self._results):
            raise InvalidIRError(
                f"cannot replace '{self.name}' with {counted(len(self._results), 'result')} by "
                f"{counted(len(values), 'value')}"
            )
        for result, value in zip(self._results, values, strict=True):
            result.replace_all_uses_with(value)

    # -- Attributes --------------------------------------------------------------------------------------------------

    @property
    def attributes(self) -> Attributes:
        """The discardable attributes. The dictionary is the op's own: change it in place."""
        attributes = self._attributes
        if attributes is NO_ATTRIBUTES:
            attributes = self._attributes = {}
        return attributes

    @property
    def properties(self) -> Attributes:
        """The declared attributes by name. The dictionary is the op's own: change it in place."""
        return self._properties

    def get_attr(self, name: str) -> Attribute | None:
        """Return a declared or discardable attribute by name."""
        attr = self._properties.get(name)
        return self._attributes.get(name) if attr is None else attr

    # -- Regions and successors --------------------------------------------------------------------------------------

    @property
    def regions(self) -> Sequence[Region]:
        return self._regions

    @property
    def blocks(self) -> Iterator[Block]:
        """The blocks of all regions, in their order."""
        for region in self._regions:
            yield from region.blocks

    @property
    def successors(self) -> Sequence[Block]:
        return self._successors

    def set_successor(self, index: int, block: Block) -> None:
        successors = list(self._successors)
        index = range(len(successors))[index]
        del successors[index]._uses[self, index]
        successors[index] = block
        self._successors = successors
        block._uses[self, index] = None

    def set_successors(self, blocks: Iterable[Block]) -> None:
        for index, block in enumerate(self._successors):
            del block._uses[self, index]
        self._successors = list(blocks)
        for index, block in enumerate(self._successors):
            block._uses[self, index] = None

    def add_region(self, region: Region) -> Region:
        """Append a region that belongs to no op yet."""
        if region._parent is not None:
            raise InvalidIRError(f"cannot add the region to '{self.name}': it belongs to '{region._parent.name}'")
        around = None if region.is_empty else self.parent_region
        while around is not None:
            if around is region:
                raise InvalidIRError(f"cannot add the region to '{self.name}', which is inside it")
            around = around._parent.parent_region if around._parent is not None else None
        region._parent = self
        region.index = len(self._regions)
        self._regions = [*self._regions, region]
        return region

    # -- Place -------------------------------------------------------------------------------------------------------

    @property
    def parent(self) -> Block | None:
        """The block that this op is in."""
        return self._parent

    @property
    def block(self) -> Block:
        """The block that this op is in; an error if it is in none."""
        if self._parent is None:
            raise InvalidIRError(f"'{self.name}' is in no block")
        return self._parent

    @property
    def parent_region(self) -> Region | None:
        return self._parent._parent if self._parent is not None else None

    @property
    def parent_op(self) -> Operation | None:
        block = self._parent
        region = block._parent if block is not None else None
        return region._parent if region is not None else None

    @property
    def ancestors(self) -> Iterator[Operation]:
        """The ops around this op, innermost first."""
        op = self.parent_op
        while op is not None:
            yield op
            op = op.parent_op

    def parent_of_kind(self, kind: type[_P]) -> _P | None:
        """Return the nearest enclosing op of the given kind."""
        op = self.parent_op
        while op is not None and kind not in op._kinds:
            op = op.parent_op
        return op  # type: ignore[return-value]

    @property
    def next(self) -> Operation | None:
        return self._next

    @property
    def prev(self) -> Operation | None:
        return self._prev

    @property
    def location(self) -> Location:
        self._location = location = resolve(self._location)
        return location

    @location.setter
    def location(self, location: Location | PendingLocation) -> None:
        if not isinstance(location, (Location, tuple)):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InvalidIRError(f"the location of '{self.name}' must be a Location, but got {location!r}")
        self._location = location

    @property
    def kept_location(self) -> Location | PendingLocation:
        """The location as it is kept: not worked out where nobody has asked for it. It is there to be forwarded."""
        return self._location

    def is_before(self, other: Operation) -> bool:
        """Return whether this op stands before `other` in the block that both are in."""
        block = self._parent
        if block is None or block is not other._parent:
            raise InvalidIRError(f"'{self.name}' and '{other.name}' are not in the same block")
        return self._order < other._order

    def is_ancestor_of(self, other: Operation) -> bool:
        """Return whether `other` is this op or lies inside it."""
        current: Operation | None = other
        while current is not None:
            if current is self:
                return True
            current = current.parent_op
        return False

    def owners_of_regions(self) -> list[Operation]:
        """Return this op and the ops inside that have regions, outer before inner, in program order.

        Most ops have none: this is several times as fast as `walk`.
        """
        owners: list[Operation] = [self]
        pending: list[Operation | None] = _firsts(self)
        while pending:
            op = pending.pop()
            while op is not None:
                if op._regions:
                    owners.append(op)
                    pending.append(op._next)
                    pending += _firsts(op)
                    break
                op = op._next
        return owners

    def walk(self, into: Callable[[Operation], bool] | None = None) -> Iterator[Operation]:
        """Walk this op and everything inside, outer before inner, in program order; if `into` is given, only into ops
        for which it holds.

        The op being visited may be erased or moved, and so may what is inside it or before it. To erase ops behind it,
        walk over a list: `for op in list(root.walk())`.
        """
        yield self
        regions: Iterator[Region] = iter(self._regions)
        block: Block | None = None
        op: Operation | None = None
        pending: list[tuple[Operation | None, Block | None, Iterator[Region]]] = []
        while True:  # one generator for all levels: a stack of them costs twice as much
            if op is not None:
                following: Operation | None = op._next
                yield op
                if op._regions and (into is None or into(op)):
                    pending.append((following, block, regions))
                    regions, block, following = iter(op._regions), None, None
                op = following
            elif block is not None:
                op, block = block._first, block._next
            elif (region := next(regions, None)) is not None:
                block = region._first
            elif pending:
                op, block, regions = pending.pop()
            else:
                return

    def walk_postorder(self, into: Callable[[Operation], bool] | None = None) -> Iterator[Operation]:
        """Everything inside and then this op, inner before outer, in program order; `into` is as for `walk`.

        The op being visited may be erased or moved, and so may what is inside it or before it.
        """
        pending: list[tuple[Operation, Iterator[Operation]]] = [(self, _nested_ops(self))]
        while pending:
            op, nested = pending[-1]
            for inner in nested:
                if inner._regions and (into is None or into(inner)):
                    pending.append((inner, _nested_ops(inner)))
                    break
                yield inner
            else:
                pending.pop()
                yield op

    # -- Kind --------------------------------------------------------------------------------------------------------

    @classmethod
    def has_trait(cls, kind: type[Trait]) -> bool:
        return kind in cls.traits

    @classmethod
    def trait(cls, kind: type[_T]) -> _T | None:
        """Return the instance of a trait that this kind of op has, for traits that carry data."""
        return cls.traits.get(kind)  # type: ignore[return-value]

    @property
    def dialect_name(self) -> str:
        return self.name.partition(".")[0]

    def constant_value(self) -> Attribute | None:
        """Return the attribute that this op's result always equals, for ops with the trait `ConstantLike`."""
        return None

    def generic_dictionaries(self) -> tuple[Mapping[str, Attribute], Mapping[str, Attribute]]:
        """Return the properties and attributes that the generic form shows; the op's own, except where MLIR differs."""
        return self._properties, self._attributes

    def nameless_properties(self) -> Collection[str]:
        """Properties that the custom form spells in a way of its own, so that their attributes need no alias."""
        return ()

    def __repr__(self) -> str:
        where = f" at {self.location}" if self._location is not UNKNOWN_LOC else ""
        return f"<{self.name}{where}>"

    def __copy__(self: _P) -> _P:
        return self.clone()

    def __deepcopy__(self: _P, memo: object) -> _P:
        return self.clone()

    def __reduce_ex__(self, protocol: object) -> NoReturn:
        raise TypeError(f"'{self.name}' cannot be pickled; str(op) is its text, which dlc.parse reads")

    def verify(self, *args: Any, **kwargs: Any) -> None:
        """Raise `dlc.InvalidProgram`, a `DlcError`, with everything that is wrong with this op and what it contains.

        Classes of ops define `verify(self, report)` to check their rules; without a report it means this there as well.
        """
        del args, kwargs
        verify_operation(self)

    def __str__(self) -> str:
        return print_operation(self)

    def _repr_html_(self) -> str:
        return operation_html(self)


WHOLE_PROPERTIES = ""
"""The key of an attribute that stands for all properties of an unregistered op: its text may be `<[1]>`, or `<{}>`."""


class UnregisteredOp(Operation):
    """An op whose dialect is not loaded: kept, verified as far as anything can be, and printed in generic form."""

    __slots__ = ("name",)

    @classmethod
    def of(
        cls,
        name: str,
        operands: Iterable[Value] = (),
        result_types: Iterable[Type] = (),
        properties: Mapping[str, Attribute] | None = None,
        attributes: Mapping[str, Attribute] | None = None,
        regions: Iterable[Region] = (),
        successors: Iterable[Block] = (),
        location: Location | PendingLocation = UNKNOWN_LOC,
    ) -> UnregisteredOp:
        op = cls.create(operands, result_types, properties, attributes, regions, successors, location)
        op.name = name
        return op


def not_a_value(op: Operation, index: int, given: object) -> InvalidIRError:
    """Return the error for an operand that is no value, most often an op in place of its result."""
    hint = "; give one of its results" if isinstance(given, Operation) else ""
    return InvalidIRError(f"operand #{index} of '{op.name}' must be a value, but got {given!r}{hint}")


def not_a_property(op: Operation, name: str, given: object) -> InvalidIRError:
    """Return the error for a property that is no attribute, most often a number or a text of Python."""
    definition: Any = getattr(op, "definition", None)
    field = None if definition is None else definition.attrs.get(name)
    kind = "such as an IntegerAttr" if field is None else f"of the class {field.constraint.kind.__name__}"
    return InvalidIRError(
        f"property '{name}' of '{op.name}' must be an attribute, {kind}, but got {given!r}{_other_constructors(op)}"
    )


def _other_constructors(op: Operation) -> str:
    """Return a hint at the constructors of a class that its dialect defines, such as `ConstantOp.integer`."""
    cls = type(op)
    names = [
        f"{cls.__name__}.{name}"
        for base in cls.__mro__
        if issubclass(base, Operation) and base.__module__ not in (__name__, "dlc.ir.definition")
        for name, member in vars(base).items()
        if isinstance(member, classmethod) and name != "read" and not name.startswith("_")
    ]
    return f"; {' and '.join(dict.fromkeys(names))} may take what you have" if names else ""


def _make(
    cls: type[_P],
    operands: list[Value],
    result_types: Iterable[Type],
    properties: Attributes,
    attributes: Attributes,
    regions: Sequence[Region],
    successors: Sequence[Block],
    location: Location | PendingLocation,
) -> _P:
    """The one place where operations come into being. Takes the lists as they are: the caller gives them away."""
    op = _new(cls)
    if regions:
        adopt_regions(op, regions)
    op._operands = operands
    op._properties = properties
    op._attributes = attributes or NO_ATTRIBUTES
    op._regions = regions
    op._successors = successors
    op._location = location
    op._parent = op._prev = op._next = None
    index = 0
    for value in operands:
        uses = value._uses
        uses[(op, index) if op in uses else op] = index
        index += 1  # noqa: SIM113 (enumerate is slower, and this is hot)
    results: list[OpResult] = []
    op._results = results
    index = 0
    for type in result_types:
        result = _new(OpResult)
        result.type = type
        result._uses = {}
        result.name_hint = None
        result.owner = op
        result.index = index
        results.append(result)
        index += 1  # noqa: SIM113 (as above)
    if successors:
        for index, block in enumerate(successors):
            block._uses[op, index] = None
    return op


make_operation = _make
"""`_make` for the readers and generated constructors that can give their lists away."""


def adopt_regions(op: Operation, regions: Sequence[Region]) -> None:
    """Make regions the op's own. None is, where one belongs to another op (or is given twice)."""
    for index, region in enumerate(regions):
        if region._parent is not None:
            owner = region._parent
            for adopted in regions[:index]:
                adopted._parent = None
            raise InvalidIRError(
                "cannot give the same region twice to an op"
                if owner is op
                else f"cannot give the region to another op: it belongs to '{owner.name}'"
            )
        region._parent = op
        region.index = index


def _take_apart(regions: Iterable[Region]) -> None:
    """Undo the links between the blocks and ops of regions that nobody needs any more.

    They are circles, so that Python would find out much later, and slowly, that they can be freed.
    """
    for region in regions:
        region._parent = None
        block = region._first
        region._first = region._last = None
        while block is not None:
            op = block._first
            while op is not None:
                following = op._next
                op._parent = op._prev = op._next = None
                op = following
            following_block = block._next
            block._first = block._last = block._parent = block._prev = block._next = None
            block._args = []
            block = following_block


def _firsts(op: Operation) -> list[Operation | None]:
    """Return the first op of each block of an op, the last block first."""
    firsts: list[Operation | None] = []
    for region in op._regions:
        block = region._first
        while block is not None:
            firsts.append(block._first)
            block = block._next
    firsts.reverse()
    return firsts


def _nested_ops(op: Operation) -> Iterator[Operation]:
    """Return the ops directly inside, as they are when it is their turn."""
    for region in op._regions:
        block = region._first
        while block is not None:
            following_block = block._next
            inner = block._first
            while inner is not None:
                following = inner._next
                yield inner
                inner = following
            block = following_block


# -- Cloning ---------------------------------------------------------------------------------------------------------


class IRMapping:
    """A mapping from values and blocks to their counterparts in a copy."""

    __slots__ = ("_pending", "blocks", "values")

    def __init__(self) -> None:
        self.values: dict[Value, Value] = {}
        self.blocks: dict[Block, Block] = {}
        self._pending: list[tuple[Operation, Operation]] = []
        """Originals with operands that stood for nothing when they were copied, and their copies."""

    def map(self, originals: Iterable[Value], copies: Iterable[Value]) -> None:
        self.values.update(zip(originals, copies, strict=True))

    def resolve_pending(self) -> None:
        """Give copies that refer forward (to a later block, or in a graph region) the values that are known by now."""
        values = self.values
        for original, copy in self._pending:
            for index, operand in enumerate(original._operands):
                if copy._operands[index] is operand:
                    copy.set_operand(index, values.get(operand, operand))
        self._pending.clear()


def clone_blocks(source: Region, target: Region, mapping: IRMapping, anchor: Block | None = None) -> None:
    """Copy all blocks of `source` before `anchor` (or to the end) of `target`."""
    if source.is_proper_ancestor_of(target):  # the copies must not be copied again
        apart = Region()
        _clone_nested([(source, apart)], mapping)
        target.take_blocks(apart, anchor)
    else:
        _clone_nested([(source, target)], mapping, anchor)
    mapping.resolve_pending()


def _clone_op(op: _P, mapping: IRMapping) -> _P:
    """Copy an op with empty regions. Does what `_make` does in one pass over operands and one over results."""
    values = mapping.values
    copy = _new(type(op))
    copy._properties = op._properties.copy() if op._properties else {}
    copy._attributes = op._attributes.copy() if op._attributes else NO_ATTRIBUTES
    copy._location = op._location
    copy._parent = copy._prev = copy._next = None
    copy._regions = copy._successors = ()
    if op._regions:
        copy._regions = [Region() for _ in op._regions]
        adopt_regions(copy, copy._regions)
    if op._successors:
        copy._successors = [mapping.blocks.get(block, block) for block in op._successors]
        for index, block in enumerate(copy._successors):
            block._uses[copy, index] = None
    copy._operands = operands = op._operands.copy()
    is_pending = False
    index = 0
    for value in operands:
        counterpart = values.get(value)
        if counterpart is None:
            is_pending = True
        else:
            operands[index] = value = counterpart
        uses = value._uses
        uses[(copy, index) if copy in uses else copy] = index
        index += 1  # noqa: SIM113 (enumerate is slower, and this is hot)
    if is_pending:
        mapping._pending.append((op, copy))
    copy._results = results = op._results.copy()
    index = 0
    for original in results:
        values[original] = results[index] = result = _new(OpResult)
        result.type = original.type
        result._uses = {}
        result.name_hint = original.name_hint
        result.owner = copy
        result.index = index
        index += 1  # noqa: SIM113 (as above)
    if not op.is_registered:
        copy.name = op.name
    return copy


def _clone_nested(pending: list[tuple[Region, Region]], mapping: IRMapping, anchor: Block | None = None) -> None:
    """Copy the blocks of regions into others, and those of the regions inside: a stack, for nests of any depth."""
    while pending:
        source, target = pending.pop()
        pairs = [(block, _clone_block(block, mapping)) for block in source.blocks]
        for _, copy in pairs:
            target.insert_before(copy, anchor)
        anchor = None  # only in the first region is there anything to stand before
        for block, copy in pairs:
            op, last, order = block._first, None, 0
            while op is not None:  # what `append` does, without its checks
                inner = _clone_op(op, mapping)
                if op._regions:
                    pending += zip(op._regions, inner._regions, strict=True)
                inner._parent = copy
                inner._prev = last
                inner._order = order
                order += ORDER_GAP
                if last is None:
                    copy._first = inner
                else:
                    last._next = inner
                last = inner
                op = op._next
            copy._last = last


def _clone_block(block: Block, mapping: IRMapping) -> Block:
    """Copy a block without its ops."""
    copy = Block([arg.type for arg in block._args], (), [arg._location for arg in block._args])
    copy.label_hint = block.label_hint
    mapping.blocks[block] = copy
    for original, arg in zip(block._args, copy._args, strict=True):
        mapping.values[original] = arg
        arg.name_hint = original.name_hint
    return copy
