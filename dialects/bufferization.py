"""MLIR's dialect `bufferization`: between tensors, which are values, and memrefs, which are memory.

`to_tensor` is what a memref holds when the op runs, and `to_buffer` is memory that holds a tensor: which ones share
memory with others is decided by the pass `bufferize`, for which `restrict`, `writable` and `read_only` are promises.
The other ops say where memory begins and ends; `bufferization-to-memref` replaces them by those of `tensor` and
`memref`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, Builder, Operation, Type, UnitAttr, Value
from dlc.ir.builtin_attributes import FALSE
from dlc.ir.builtin_constraints import any_memref_or_unranked, any_tensor, bool_type, index_type, unit_attr
from dlc.ir.builtin_types import (
    DYNAMIC,
    MemRefType,
    ShapedType,
    TensorType,
    UnrankedMemRefType,
    UnrankedTensorType,
    i1,
)
from dlc.ir.constraints import TypeConstraint, any_attribute
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    OptionalOperand,
    OptionalResult,
    Result,
    VariadicOperand,
    VariadicResult,
    inferred_variadic_result,
    op,
    operand,
    optional_attr,
    optional_operand,
    optional_result,
    result,
    variadic_operand,
)
from dlc.ir.dialect import Dialect
from dlc.ir.index_lists import Index, known_index
from dlc.ir.interfaces import NO_EFFECTS, Effect, FoldResult, MemoryEffects, Touches
from dlc.ir.patterns import Match, Rewriter, canonicalization
from dlc.ir.values import constant_of

from . import arith, memref, tensor
from .arith.folding import Operands
from .tensor.shapes import ResultShape, SameShapeAs

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

any_shaped = TypeConstraint(
    "shaped of any type values", lambda type: isinstance(type, (ShapedType, UnrankedTensorType, UnrankedMemRefType))
)


def shape_of(type: Type) -> tuple[int, ...] | None:
    """Return the shape of a shaped type; `None` if it has no rank."""
    return type.shape if isinstance(type, ShapedType) else None


def element_of(type: Type) -> Type:
    """Return the element type of a shaped type, with a rank or without."""
    assert isinstance(type, (ShapedType, UnrankedTensorType, UnrankedMemRefType))
    return type.element_type


# -- From memory to values and back --------------------------------------------------------------------------------


def _verify_conversion(report: Report, rule: str, held: Type, memory: Type) -> None:
    """Report a tensor and a memref that differ in their shapes or elements."""
    if shape_of(held) != shape_of(memory) or element_of(held) is not element_of(memory):
        report.error(
            rule, f"must have a tensor and a memref of one shape and element type, but got '{held}' and '{memory}'"
        )


class SizesOfMemory(ResultShape):
    """A result of the shape of the memref that it is read from."""

    def computed_size(self, op: Operation, result: int, dim: int, b: Builder) -> Index | None:  # type: ignore[override]
        if not isinstance(op.operands[0].type, MemRefType):
            return None
        return b.insert(memref.DimOp(op.operands[0], tensor.shapes.as_value(b, dim))).results[0]


@op("bufferization.to_tensor", interfaces=(Touches(read="buffer"), SizesOfMemory))
class ToTensorOp(Op):
    """The tensor that a memref holds when the op runs.

    `restrict` promises that no other op makes a tensor of this memory: then it may be read where it is, later.
    `writable` allows that it is overwritten, so that nothing is known afterwards about what is in it, but for what
    `materialize_in_destination` puts there.

    Rules: (to_tensor_c1) shape and element type stay.
    Example: %t = bufferization.to_tensor %m restrict writable : memref<4x?xf32> to tensor<4x?xf32>
    """

    buffer: Operand = operand(any_memref_or_unranked)
    result: Result = result(any_tensor)
    restrict: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)
    writable: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)
    syntax = "$buffer (`restrict` $restrict^)? (`writable` $writable^)? attr-dict `:` type($buffer) `to` type($result)"

    def verify(self, report: Report) -> None:
        _verify_conversion(report, "to_tensor_c1", self.result.type, self.buffer.type)

    def fold(self, operands: Operands) -> FoldResult | None:
        """to_tensor(to_buffer(t)) -> t, if nothing stands between the two that could write to the memory"""
        inner = self.buffer.defined_by(ToBufferOp)
        if inner is None or inner.next is not self or inner.tensor.type is not self.result.type:
            return None
        return [inner.tensor]


class AllocatesUnlessRead(MemoryEffects):
    """Makes memory that is written to, unless it is promised that it is only read."""

    def effects(self, op: Operation) -> Sequence[Effect]:  # type: ignore[override]
        return () if op.get_attr("read_only") is not None else (Effect("alloc", op.results[0]),)


@op("bufferization.to_buffer", interfaces=(AllocatesUnlessRead,))
class ToBufferOp(Op):
    """A memref that holds a tensor. What is written to it does not change the tensor.

    `read_only` promises that nothing is written to it: then it may be memory that the tensor is in already. The memory
    is freed after its last use, unless the program frees it, returns it or passes it on.

    Rules: (to_buffer_c1) shape and element type stay.
    Example: %m = bufferization.to_buffer %t read_only : tensor<4x?xf32> to memref<4x?xf32>
    """

    tensor: Operand = operand(any_tensor)
    buffer: Result = result(any_memref_or_unranked)
    read_only: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)
    syntax = "$tensor (`read_only` $read_only^)? attr-dict `:` type($tensor) `to` type($buffer)"

    def verify(self, report: Report) -> None:
        _verify_conversion(report, "to_buffer_c1", self.tensor.type, self.buffer.type)

    def fold(self, operands: Operands) -> FoldResult | None:
        """to_buffer(to_tensor(m)) -> m, where the promises of both say that nobody can tell them apart"""
        source = memory_behind(self)
        return [source] if source is not None and source.type is self.buffer.type else None


def memory_behind(op: ToBufferOp) -> Value | None:
    """Return the memref that a tensor was read from, if the op may give it back instead of other memory."""
    inner = op.tensor.defined_by(ToTensorOp)
    if inner is None or inner.restrict is None or (inner.writable is None and op.read_only is None):
        return None
    return inner.buffer


@canonicalization(ToBufferOp)
def cast_memory_behind(op: ToBufferOp, rw: Rewriter) -> Match:
    """to_buffer(to_tensor(m)) -> memref.cast(m), where types differ.  Terminates: removes an op on tensors."""
    source = memory_behind(op)
    if source is None or not memref.are_cast_compatible(source.type, op.buffer.type):
        return rw.no_match("the tensor was not read from memory that may be used, or that can be cast")
    return rw.replace(op, memref.CastOp(source, op.buffer.type))


@canonicalization(ToBufferOp)
def buffer_of_cast(op: ToBufferOp, rw: Rewriter) -> Match:
    """to_buffer(tensor.cast(t)) -> memref.cast(to_buffer(t)).  Terminates: moves a cast behind."""
    cast = op.tensor.defined_by(tensor.CastOp)
    held, type = (cast.source.type if cast is not None else None), op.buffer.type
    if cast is None or not isinstance(held, TensorType) or not isinstance(type, MemRefType) or type.layout is not None:
        return rw.no_match("the tensor is not a cast of one with a rank, or the memref has a layout")
    inner = rw.insert_before(op, ToBufferOp(cast.source, type.with_shape(held.shape), read_only=op.read_only))
    return rw.replace(op, memref.CastOp(inner.buffer, type))


@canonicalization(memref.LoadOp)
def load_from_buffer(op: memref.LoadOp, rw: Rewriter) -> Match:
    """load(to_buffer(t) read_only, i) -> tensor.extract(t, i).  Terminates: removes a load."""
    buffer = op.memref.defined_by(ToBufferOp)
    if buffer is None or buffer.read_only is None:
        return rw.no_match("the memref does not hold a tensor that nothing is written over")
    return rw.replace(op, tensor.ExtractOp(buffer.tensor, list(op.indices)))


@canonicalization(memref.DimOp)
def size_of_buffer(op: memref.DimOp, rw: Rewriter) -> Match:
    """memref.dim(to_buffer(t), i) -> tensor.dim(t, i).  Terminates: removes a dim of a memref."""
    buffer = op.source.defined_by(ToBufferOp)
    if buffer is None:
        return rw.no_match("the memref does not hold a tensor")
    return rw.replace(op, tensor.DimOp(buffer.tensor, op.index))


# -- Where memory begins and ends ------------------------------------------------------------------------------------


def _copied(type: Type) -> Type:
    return type


class SizesGiven(ResultShape):
    """A result with the sizes of the tensor that is copied, or those that are given."""

    def same_shape_as(self, op: Operation, result: int) -> Value | None:  # type: ignore[override]
        assert isinstance(op, AllocTensorOp)
        return op.copy

    def result_size(self, op: Operation, result: int, dim: int) -> Index | None:  # type: ignore[override]
        assert isinstance(op, AllocTensorOp)
        shape = shape_of(op.result.type)
        return op.dynamic_sizes[shape[:dim].count(DYNAMIC)] if shape is not None and op.copy is None else None


@op("bufferization.alloc_tensor", interfaces=(NO_EFFECTS, SizesGiven))
class AllocTensorOp(Op):
    """A tensor for which there will be memory: with the elements of another one, or with no particular elements.

    Both the memory space and `size_hint`, an estimate of how many elements there will be, are only hints.

    Rules: (alloc_tensor_c1) there is an operand for each dynamic size. (alloc_tensor_c2) a copy has no sizes.
    Example: %t = bufferization.alloc_tensor(%n) : tensor<4x?xf32>
    """

    dynamic_sizes: VariadicOperand = variadic_operand(index_type)
    copy: OptionalOperand = optional_operand(any_tensor, type_from=("result", _copied), default=None, kw_only=True)
    size_hint: OptionalOperand = optional_operand(index_type, default=None, kw_only=True)
    result: Result = result(any_tensor)
    memory_space: Attr[Attribute | None] = optional_attr(any_attribute, default=None, kw_only=True)
    syntax = (
        "`(` $dynamic_sizes `)` (`copy` `(` $copy^ `)`)? (`size_hint` `` `=` `` $size_hint^)? attr-dict "
        "`:` type($result)"
    )

    def verify(self, report: Report) -> None:
        dynamic, given = (shape_of(self.result.type) or ()).count(DYNAMIC), len(self.dynamic_sizes)
        if self.copy is not None:
            if given:
                report.error("alloc_tensor_c2", f"must have no sizes beside the tensor that is copied, but got {given}")
        elif dynamic != given:
            report.error("alloc_tensor_c1", f"incorrect number of dynamic sizes, has {given}, expected {dynamic}")


@canonicalization(AllocTensorOp)
def move_constant_sizes_into_alloc(op: AllocTensorOp, rw: Rewriter) -> Match:
    """alloc_tensor(%c4) : tensor<?xT> -> cast(alloc_tensor() : tensor<4xT>).  Terminates: the op has fewer operands."""
    sizes = [known_index(size) for size in op.dynamic_sizes]
    if op.copy is not None or not any(size is not None and size >= 0 for size in sizes):
        return rw.no_match("no size is a constant")
    old = op.result.type
    assert isinstance(old, TensorType)
    numbers = iter([DYNAMIC if size is None or size < 0 else size for size in sizes])
    shape = tuple(next(numbers) if size == DYNAMIC else size for size in old.shape)
    rest = [value for value, size in zip(op.dynamic_sizes, sizes, strict=True) if size is None or size < 0]
    known = AllocTensorOp(rest, old.with_shape(shape), size_hint=op.size_hint, memory_space=op.memory_space)
    rw.insert_before(op, known).attributes.update(op.attributes)
    return rw.replace(op, tensor.CastOp(known.result, old))


@op("bufferization.dealloc_tensor", interfaces=(Touches(free="tensor"),))
class DeallocTensorOp(Op):
    """Say that a tensor is not used any more; its memory is freed in any case.

    Example: bufferization.dealloc_tensor %t : tensor<4x?xf32>
    """

    tensor: Operand = operand(any_tensor)
    syntax = "$tensor attr-dict `:` type($tensor)"


class MaterializeEffects(MemoryEffects):
    """Writes to a memref; on tensors, it only makes a value."""

    def effects(self, op: Operation) -> Sequence[Effect]:  # type: ignore[override]
        return () if op.results else (Effect("write", op.operands[1]),)


@op("bufferization.materialize_in_destination", interfaces=(MaterializeEffects, SameShapeAs("dest")))
class MaterializeInDestinationOp(Op):
    """Put the elements of a tensor where the destination is: into a memref, or into the memory of a tensor.

    The result, of a destination that is a tensor, has the elements of the source. `restrict` promises of a memref that
    no tensor is made of its memory, or of a part of it, anywhere else.

    Rules: (materialize_c1) there is a result if, and only if, the destination is a tensor. (materialize_c2) `writable`
    stands where the destination is a memref, and only there. (materialize_c3) so may `restrict`. (materialize_c4)
    element types agree. (materialize_c5) shapes agree where both are known. (materialize_c6) the result has the type
    of the destination.
    Example: bufferization.materialize_in_destination %t in restrict writable %m : (tensor<4xf32>, memref<4xf32>) -> ()
    """

    source: Operand = operand(any_tensor)
    dest: Operand = operand(any_shaped)
    result: OptionalResult = optional_result(any_tensor)
    restrict: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)
    writable: Attr[UnitAttr | None] = optional_attr(unit_attr, default=None, kw_only=True)
    syntax = (
        "$source `in` (`restrict` $restrict^)? (`writable` $writable^)? $dest attr-dict "
        "`:` functional-type(operands, results)"
    )

    def verify(self, report: Report) -> None:
        source, dest = self.source.type, self.dest.type
        is_memory = isinstance(dest, (MemRefType, UnrankedMemRefType))
        if is_memory == (self.result is not None):
            needed = "no result" if is_memory else "one result"
            report.error(
                "materialize_c1", f"must have {needed} for the destination '{dest}', but got {len(self.results)}"
            )
        if is_memory != (self.writable is not None):
            report.error("materialize_c2", f"must have 'writable' for memrefs and only for them, but got '{dest}'")
        if self.restrict is not None and not is_memory:
            report.error("materialize_c3", f"must have 'restrict' only for memrefs, but got '{dest}'")
        if element_of(source) is not element_of(dest):
            report.error("materialize_c4", f"must have one element type, but got '{source}' and '{dest}'")
        elif not _may_agree(shape_of(source), shape_of(dest)):
            report.error("materialize_c5", f"must have shapes that agree, but got '{source}' and '{dest}'")
        if self.result is not None and not is_memory and self.result.type is not dest:
            report.error("materialize_c6", f"must have a result of type '{dest}', but got '{self.result.type}'")


def _may_agree(a: tuple[int, ...] | None, b: tuple[int, ...] | None) -> bool:
    """Return whether shapes are equal where both are known; one without a rank agrees with none that has one."""
    if a is None or b is None:
        return a is b
    return len(a) == len(b) and all(x == y or DYNAMIC in (x, y) for x, y in zip(a, b, strict=True))


@op("bufferization.clone", interfaces=(Touches(read="input", alloc="output", write="output"),))
class CloneOp(Op):
    """A memref of the same contents that lives as long as it is not freed. Nothing is written to either afterwards.

    Example: %n = bufferization.clone %m : memref<4x?xf32> to memref<4x?xf32>
    """

    input: Operand = operand(any_memref_or_unranked)
    output: Result = result(any_memref_or_unranked)
    syntax = "$input attr-dict `:` type($input) `to` type($output)"


@canonicalization(CloneOp)
def take_over_freed_memory(op: CloneOp, rw: Rewriter) -> Match:
    """%n = clone %m; dealloc %m -> %m, where only one is needed.  Terminates: removes ops."""
    freed = op.next
    if not isinstance(freed, memref.DeallocOp) or freed.memref is not op.input:
        return rw.no_match("the memref is not freed by the next op")
    if op.input.type is not op.output.type:
        return rw.no_match("the types differ")
    rw.erase(freed)
    return rw.replace(op, [op.input])


@canonicalization(CloneOp)
def erase_unread_clone(op: CloneOp, rw: Rewriter) -> Match:
    """A clone that is only freed -> nothing.  Terminates: removes ops."""
    users = op.output.users
    if not all(isinstance(user, memref.DeallocOp) for user in users):
        return rw.no_match("the clone is needed")
    for user in users:
        rw.erase(user)
    return rw.erase(op)


# -- Freeing what is not needed elsewhere ----------------------------------------------------------------------------


class FreesSome(MemoryEffects):
    """Frees some of several memrefs."""

    def effects(self, op: Operation) -> Sequence[Effect]:  # type: ignore[override]
        assert isinstance(op, DeallocOp)
        return [Effect("free", each) for each in op.memrefs]


@op("bufferization.dealloc", interfaces=(FreesSome,))
class DeallocOp(Op):
    """Free each memref whose condition is true, once, unless its memory is that of a retained one.

    There is a result for each retained memref: whether it is now for the program to free, because its memory is that
    of a memref whose condition is true.

    Rules: (dealloc_c1) there is a condition for each memref.
    Example: %owned = bufferization.dealloc (%m : memref<4xf32>) if (%c) retain (%n : memref<4xf32>)
    """

    memrefs: VariadicOperand = variadic_operand(any_memref_or_unranked)
    conditions: VariadicOperand = variadic_operand(bool_type)
    retained: VariadicOperand = variadic_operand(any_memref_or_unranked)
    updated_conditions: VariadicResult = inferred_variadic_result(bool_type)
    syntax = (
        "(` ` `(` $memrefs^ `:` type($memrefs) `)` `if` ` ` `(` $conditions `)`)? "
        "(`retain` ` ` `(` $retained^ `:` type($retained) `)`)? attr-dict"
    )

    def infer_types(self) -> Sequence[Type]:
        """Return a flag for each retained memref."""
        return [i1] * len(self.retained)

    def verify(self, report: Report) -> None:
        memrefs, conditions = len(self.memrefs), len(self.conditions)
        if memrefs != conditions:
            report.error("dealloc_c1", f"must have a condition for each of {memrefs} memrefs, but got {conditions}")


@canonicalization(DeallocOp)
def free_only_what_may_be_freed(op: DeallocOp, rw: Rewriter) -> Match:
    """dealloc(m if false, n if c) -> dealloc(n if c).  Terminates: the op has fewer operands."""
    pairs = list(zip(op.memrefs, op.conditions, strict=True))
    kept = [pair for pair in pairs if constant_of(pair[1]) is not FALSE]
    if len(kept) == len(pairs):
        return rw.no_match("no condition is known to be false")
    return rw.replace(op, DeallocOp([m for m, _ in kept], [c for _, c in kept], list(op.retained)))


@canonicalization(DeallocOp)
def free_each_once(op: DeallocOp, rw: Rewriter) -> Match:
    """dealloc(m if a, m if b) -> dealloc(m if a or b).  Terminates: the op has fewer operands."""
    conditions: dict[Value, Value] = {}
    if len(set(op.memrefs)) == len(op.memrefs):
        return rw.no_match("every memref is there once")
    for buffer, condition in zip(op.memrefs, op.conditions, strict=True):
        known = conditions.get(buffer)
        either = condition if known is None else rw.insert_before(op, arith.OrIOp(known, condition)).result
        conditions[buffer] = either
    return rw.replace(op, DeallocOp(list(conditions), list(conditions.values()), list(op.retained)))


@canonicalization(DeallocOp)
def retain_each_once(op: DeallocOp, rw: Rewriter) -> Match:
    """dealloc(…) retain(m, m) -> dealloc(…) retain(m), the result twice.  Terminates: the op has fewer operands."""
    kept = list(dict.fromkeys(op.retained))
    if len(kept) == len(op.retained):
        return rw.no_match("every memref is retained once")
    new = rw.insert_before(op, DeallocOp(list(op.memrefs), list(op.conditions), kept))
    return rw.replace(op, [new.updated_conditions[kept.index(each)] for each in op.retained])


@canonicalization(DeallocOp)
def nothing_to_free(op: DeallocOp, rw: Rewriter) -> Match:
    """dealloc() retain(m) -> false.  Terminates: removes an op."""
    if op.memrefs:
        return rw.no_match("there are memrefs to free")
    return rw.replace(op, [rw.insert_before(op, arith.ConstantOp(FALSE)).result for _ in op.retained])


DIALECT = Dialect.collect(
    "bufferization",
    globals(),
    materialize_constant=arith.materialize_constant,
    dependencies=("arith", "memref", "tensor"),
)
