"""Elements of memrefs at affine indices: reading, writing, fetching ahead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from dlc.ir import UNKNOWN_LOC, Attribute, Location, Operation, Type, Value
from dlc.ir.affine import AffineMap
from dlc.ir.assembly import AsmPrinter, AsmReader
from dlc.ir.builtin_attributes import AffineMapAttr, IntegerAttr
from dlc.ir.builtin_constraints import any_memref, any_vector, bool_attr_constraint, index_type
from dlc.ir.builtin_types import MemRefType, VectorType, element_type
from dlc.ir.constraints import any_type
from dlc.ir.definition import (
    Attr,
    Op,
    Operand,
    Result,
    VariadicOperand,
    attr,
    inferred_result,
    op,
    operand,
    result,
    variadic_operand,
)
from dlc.ir.interfaces import Touches
from dlc.ir.locations import PendingLocation
from dlc.ir.operations import make_operation
from dlc.ir.prefetching import PREFETCH, PREFETCH_FORM, locality
from dlc.ir.strided_layout import strides_of
from dlc.ir.traits import IndexesElements

from .affine_text import expressions_text, read_subscripts
from .apply import check_count
from .constraints import identity_map, map_attr
from .scopes import verify_operands

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

Index = Value | int


def _read_subscripts(p: AsmReader) -> tuple[list[str], AffineMapAttr]:
    affine_map, names = read_subscripts(p)
    return names, AffineMapAttr(affine_map)


def _write_subscripts(p: AsmPrinter, _op: Operation, indices: Sequence[Value], map: AffineMapAttr) -> None:
    affine_map = map.value
    p.write(f"[{expressions_text(p, affine_map.results, affine_map.num_dims, indices)}]")


class AccessOp(Op):
    """Touches the element of a memref whose indices a map gives."""

    memref: Operand
    indices: VariadicOperand
    map: Attr[AffineMapAttr]
    directives: ClassVar = {"Subscripts": (_read_subscripts, _write_subscripts)}

    @property
    def affine_map(self) -> AffineMap:
        """The map from the operands to the indices."""
        return self.map.value

    @property
    def map_operands(self) -> Sequence[Value]:
        """The operands of the map, dimensions first."""
        return self.indices

    def nameless_properties(self) -> Sequence[str]:
        """The map is shown by its expressions."""
        return ("map",)

    def replace_access(self, affine_map: AffineMap, operands: Sequence[Value]) -> None:
        """Touch the element at other indices."""
        self.indices = operands
        self.map = AffineMapAttr(affine_map)

    def verify_access(self, report: Report, rules: Sequence[str]) -> None:
        """Counts fit the map and the memref, and the operands are dimensions and symbols."""
        affine_map, shape = self.affine_map, self.memref.shape
        if affine_map.num_results != len(shape):
            report.error(
                rules[0],
                f"affine map must have as many results as the memref dimensions, {len(shape)}"
                f", but got {affine_map.num_results}",
            )
        if check_count(affine_map, self.indices, rules[1], report):
            verify_operands(self, self.indices, affine_map.num_dims, rules[2], report)


def access_of(indices: Sequence[Index]) -> tuple[AffineMapAttr, Sequence[Value]]:
    """The map for plain indices: values are dimensions, numbers constants."""
    values = [each for each in indices if isinstance(each, Value)]
    if len(values) == len(indices):
        return identity_map(len(values)), values
    dims = iter(AffineMap.identity(len(values)).results)
    results = [next(dims) if isinstance(each, Value) else each for each in indices]
    return AffineMapAttr(AffineMap(len(values), 0, results)), values


# -- One element -----------------------------------------------------------------------------------------------------


@op("loop.load", traits=(IndexesElements,), interfaces=(Touches(read="memref"),))
class LoadOp(AccessOp):
    """Read the element whose indices an affine map gives; out of bounds is undefined behaviour.

    Rules: (load_c1) the map has a result for each dimension of the memref. (load_c2) it takes as many dimensions and
    symbols as there are operands. (load_c3) those are what can be dimensions and symbols.
    Example: %x = loop.load %m[%i + 1, symbol(%n) * 2] : memref<4x?xf32>
    """

    memref: Operand = operand(any_memref)
    indices: VariadicOperand = variadic_operand(index_type, default=())
    map: Attr[AffineMapAttr] = attr(map_attr, kw_only=True)
    result: Result = inferred_result(any_type, type_from=("memref", element_type))
    syntax = "$memref `` custom<Subscripts>($indices, $map) attr-dict `:` type($memref)"

    @classmethod
    def of(
        cls, memref: Value, indices: Sequence[Index], *, location: Location | PendingLocation = UNKNOWN_LOC
    ) -> LoadOp:
        """Read at plain indices: values and numbers."""
        affine_map, values = access_of(indices)
        return cls.at(memref, affine_map, values, location=location)

    @classmethod
    def mapped(
        cls,
        memref: Value,
        affine_map: AffineMap,
        operands: Sequence[Value],
        *,
        location: Location | PendingLocation = UNKNOWN_LOC,
    ) -> LoadOp:
        """Read at the results of a map of dimensions and symbols."""
        return cls.at(memref, AffineMapAttr(affine_map), operands, location=location)

    @classmethod
    def at(
        cls,
        memref: Value,
        map: AffineMapAttr,
        operands: Sequence[Value],
        *,
        location: Location | PendingLocation = UNKNOWN_LOC,
    ) -> LoadOp:
        """Create the op with a map that is an attribute already."""
        type: MemRefType = memref.type  # type: ignore[assignment]
        return make_operation(cls, [memref, *operands], (type.element_type,), {"map": map}, {}, (), (), location)

    def verify(self, report: Report) -> None:
        self.verify_access(report, ("load_c1", "load_c2", "load_c3"))


@op("loop.store", traits=(IndexesElements,), interfaces=(Touches(write="memref"),))
class StoreOp(AccessOp):
    """Write the element whose indices an affine map gives; out of bounds is undefined behaviour.

    Rules: (store_c1) the map has a result for each dimension of the memref. (store_c2) it takes as many dimensions and
    symbols as there are operands. (store_c3) those are what can be dimensions and symbols.
    Example: loop.store %x, %m[%i + 1, symbol(%n) * 2] : memref<4x?xf32>
    """

    value: Operand = operand(any_type, type_from=("memref", element_type))
    memref: Operand = operand(any_memref)
    indices: VariadicOperand = variadic_operand(index_type, default=())
    map: Attr[AffineMapAttr] = attr(map_attr, kw_only=True)
    syntax = "$value `,` $memref `` custom<Subscripts>($indices, $map) attr-dict `:` type($memref)"

    @classmethod
    def of(
        cls,
        value: Value,
        memref: Value,
        indices: Sequence[Index],
        *,
        location: Location | PendingLocation = UNKNOWN_LOC,
    ) -> StoreOp:
        """Write at plain indices: values and numbers."""
        affine_map, values = access_of(indices)
        return cls.at(value, memref, affine_map, values, location=location)

    @classmethod
    def mapped(
        cls,
        value: Value,
        memref: Value,
        affine_map: AffineMap,
        operands: Sequence[Value],
        *,
        location: Location | PendingLocation = UNKNOWN_LOC,
    ) -> StoreOp:
        """Write at the results of a map of dimensions and symbols."""
        return cls.at(value, memref, AffineMapAttr(affine_map), operands, location=location)

    @classmethod
    def at(
        cls,
        value: Value,
        memref: Value,
        map: AffineMapAttr,
        operands: Sequence[Value],
        *,
        location: Location | PendingLocation = UNKNOWN_LOC,
    ) -> StoreOp:
        """Create the op with a map that is an attribute already."""
        return make_operation(cls, [value, memref, *operands], (), {"map": map}, {}, (), (), location)

    def verify(self, report: Report) -> None:
        self.verify_access(report, ("store_c1", "store_c2", "store_c3"))


# -- Vectors ---------------------------------------------------------------------------------------------------------


@op("loop.vector_load", traits=(IndexesElements,), interfaces=(Touches(read="memref"),))
class VectorLoadOp(AccessOp):
    """Read a vector whose elements are contiguous along the last dimensions, from the given element on.

    Rules: (vector_load_c1) the map has a result for each dimension of the memref. (vector_load_c2) it takes as many
    dimensions and symbols as there are operands. (vector_load_c3) those are what can be dimensions and symbols.
    (vector_load_c4) the vector has the memref's type of elements. (vector_load_c5) the elements of the last dimension
    follow one another in memory.
    Example: %v = loop.vector_load %m[%i, %j + 4] : memref<4x?xf32>, vector<8xf32>
    """

    memref: Operand = operand(any_memref)
    indices: VariadicOperand = variadic_operand(index_type)
    result: Result = result(any_vector)
    map: Attr[AffineMapAttr] = attr(map_attr, kw_only=True)
    syntax = "$memref `` custom<Subscripts>($indices, $map) attr-dict `:` type($memref) `,` type($result)"

    @classmethod
    def mapped(
        cls,
        memref: Value,
        affine_map: AffineMap,
        operands: Sequence[Value],
        type: Type,
        *,
        location: Location | PendingLocation = UNKNOWN_LOC,
    ) -> VectorLoadOp:
        """Read from the results of a map of dimensions and symbols on."""
        properties: dict[str, Attribute] = {"map": AffineMapAttr(affine_map)}
        return make_operation(cls, [memref, *operands], (type,), properties, {}, (), (), location)

    def verify(self, report: Report) -> None:
        self.verify_access(report, ("vector_load_c1", "vector_load_c2", "vector_load_c3"))
        _verify_vector(self, self.result.type, report, "vector_load_c4", "vector_load_c5")


@op("loop.vector_store", traits=(IndexesElements,), interfaces=(Touches(write="memref"),))
class VectorStoreOp(AccessOp):
    """Write a vector so that its elements are contiguous along the last dimensions, from an element on.

    Rules: (vector_store_c1) the map has a result for each dimension of the memref. (vector_store_c2) it takes as many
    dimensions and symbols as there are operands. (vector_store_c3) those are what can be dimensions and symbols.
    (vector_store_c4) the vector has the memref's type of elements. (vector_store_c5) the elements of the last
    dimension follow one another in memory.
    Example: loop.vector_store %v, %m[%i, %j + 4] : memref<4x?xf32>, vector<8xf32>
    """

    value: Operand = operand(any_vector)
    memref: Operand = operand(any_memref)
    indices: VariadicOperand = variadic_operand(index_type, default=())
    map: Attr[AffineMapAttr] = attr(map_attr, kw_only=True)
    syntax = "$value `,` $memref `` custom<Subscripts>($indices, $map) attr-dict `:` type($memref) `,` type($value)"

    @classmethod
    def mapped(
        cls,
        value: Value,
        memref: Value,
        affine_map: AffineMap,
        operands: Sequence[Value],
        *,
        location: Location | PendingLocation = UNKNOWN_LOC,
    ) -> VectorStoreOp:
        """Write from the results of a map of dimensions and symbols on."""
        properties: dict[str, Attribute] = {"map": AffineMapAttr(affine_map)}
        return make_operation(cls, [value, memref, *operands], (), properties, {}, (), (), location)

    def verify(self, report: Report) -> None:
        self.verify_access(report, ("vector_store_c1", "vector_store_c2", "vector_store_c3"))
        _verify_vector(self, self.value.type, report, "vector_store_c4", "vector_store_c5")


def _verify_vector(op: AccessOp, vector: Type, report: Report, rule: str, stride_rule: str) -> None:
    base = op.memref.type
    assert isinstance(vector, VectorType)
    assert isinstance(base, MemRefType)
    if base.element_type is not vector.element_type:
        report.error(rule, f"memref and vector elements must have one type, but got '{base}' and '{vector}'")
    strided = strides_of(base)
    if strided is not None and base.shape and strided[0][-1] != 1:
        report.error(stride_rule, f"most minor memref dim must have unit stride, but got '{base}'")


# -- Ahead -----------------------------------------------------------------------------------------------------------


@op("loop.prefetch", traits=(IndexesElements,))
class PrefetchOp(AccessOp):
    """Bring an element into the cache, to be read or written, as data or instruction, kept more or less long (3: most).

    Rules: (prefetch_c1) the map has a result for each dimension of the memref. (prefetch_c2) it takes as many
    dimensions and symbols as there are operands. (prefetch_c3) those are what can be dimensions and symbols.
    Example: loop.prefetch %m[%i, %j + 5], read, locality<3>, data : memref<4x?xf32>
    """

    memref: Operand = operand(any_memref)
    indices: VariadicOperand = variadic_operand(index_type, default=())
    isWrite: Attr[IntegerAttr] = attr(bool_attr_constraint, kw_only=True)  # noqa: N815 (MLIR's name)
    localityHint: Attr[IntegerAttr] = attr(locality, kw_only=True)  # noqa: N815
    isDataCache: Attr[IntegerAttr] = attr(bool_attr_constraint, kw_only=True)  # noqa: N815
    map: Attr[AffineMapAttr] = attr(map_attr, kw_only=True)
    syntax = "$memref `` custom<Subscripts>($indices, $map) `,` " + PREFETCH_FORM + " `:` type($memref)"
    directives: ClassVar = {**AccessOp.directives, **PREFETCH}

    def verify(self, report: Report) -> None:
        self.verify_access(report, ("prefetch_c1", "prefetch_c2", "prefetch_c3"))
