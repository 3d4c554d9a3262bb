"""Members of structs and arrays, elements of vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from dlc.ir import Attribute, Type, Value
from dlc.ir.builtin_attributes import DenseArrayAttr, i32_array, i64_array
from dlc.ir.builtin_constraints import i32_dense_array, i64_dense_array
from dlc.ir.builtin_types import VectorType
from dlc.ir.constraints import TypeVariable
from dlc.ir.definition import Attr, Op, Operand, Result, attr, inferred_result, op, operand
from dlc.ir.interfaces import FoldResult
from dlc.ir.traits import Pure

from .constraints import V, aggregate, any_integer, any_llvm, element_of, llvm_vector, primitive
from .folding import constant_member
from .types import member_type

if TYPE_CHECKING:
    from dlc.ir.assembly import AsmPrinter, AsmReader
    from dlc.ir.operations import Operation
    from dlc.ir.verifier import Report

A = TypeVariable("A", aggregate)


def type_at(type: Type, position: Sequence[int]) -> Type | None:
    """Return the type at a position inside an aggregate, or `None` if there is none."""
    current: Type | None = type
    for index in position:
        current = member_type(current, index) if current is not None else None
    return current


def _read_member(p: AsmReader, container: Type, position: DenseArrayAttr) -> Type:
    member = type_at(container, position.elements)
    if member is None:
        p.fail(f"'{container}' has nothing at position {list(position)}")
    return member


def _write_nothing(p: AsmPrinter, op: Operation, *_: Any) -> None:
    """The type follows from the container's."""


MEMBER = {"Member": (_read_member, _write_nothing)}


@op("llvm.extractvalue", traits=(Pure,))
class ExtractValueOp(Op):
    """A member of a struct or array, or of one that lies in it.

    Rules: (extractvalue_c1) the position is one of the container, and not empty. (extractvalue_c2) the result has the
    type of what is there.
    Example: %v = llvm.extractvalue %s[1, 2] : !llvm.struct<(i32, array<4 x f32>)>
    """

    container: Operand = operand(aggregate)
    position: Attr[DenseArrayAttr] = attr(i64_dense_array)
    res: Result = inferred_result(any_llvm)
    syntax = (
        "$container `` $position attr-dict `:` type($container) "
        "custom<Member>(type($res), ref(type($container)), ref($position))"
    )
    directives: ClassVar = MEMBER
    checked_by_rules = True

    @classmethod
    def of(cls, container: Value, *position: int) -> ExtractValueOp:
        return cls(container, i64_array(position))

    def infer_types(self) -> Sequence[Type]:
        member = type_at(self.container.type, self.position.elements)
        return [member if member is not None else self.container.type]

    def verify(self, report: Report) -> None:
        check_position(report, "extractvalue", self.container.type, self.position.elements, self.res.type)

    def fold(self, operands: Sequence[Attribute | None]) -> FoldResult | None:
        """extractvalue(insertvalue(x, c)[i])[i] -> x; what was inserted elsewhere does not matter;
        extractvalue(extractvalue(c)[i])[j] -> extractvalue(c)[i, j]; members of constants
        """
        position, current = self.position.elements, self.container
        member = constant_member(operands[0], current.type, position)
        if member is not None:
            return [member]
        outer = current.defined_by(ExtractValueOp)
        if outer is not None:
            self.position = i64_array((*outer.position.elements, *position))
            self.set_operand(0, outer.container)
            return [self.res]
        seen = 0
        while (insertion := current.defined_by(InsertValueOp)) is not None and seen < LONGEST_CHAIN:
            inserted = insertion.position.elements
            if inserted == position:
                return [insertion.value]
            shorter = min(len(inserted), len(position))
            if inserted[:shorter] == position[:shorter]:
                return None
            current, seen = insertion.container, seen + 1
        if current is self.container:
            return None
        self.set_operand(0, current)
        return [self.res]


LONGEST_CHAIN = 64
"""The maximum number of insertions that one fold follows."""


@op("llvm.insertvalue", traits=(Pure,))
class InsertValueOp(Op):
    """A struct or array with another value at a position.

    Rules: (insertvalue_c1) the position is one of the container, and not empty. (insertvalue_c2) the value has the type
    of what is there.
    Example: %t = llvm.insertvalue %v, %s[0] : !llvm.struct<(i32, f32)>
    """

    container: Operand = operand(A)
    value: Operand = operand(primitive)
    position: Attr[DenseArrayAttr] = attr(i64_dense_array)
    res: Result = inferred_result(A)
    syntax = (
        "$value `,` $container `` $position attr-dict `:` type($container) "
        "custom<Member>(type($value), ref(type($container)), ref($position))"
    )
    directives: ClassVar = MEMBER

    @classmethod
    def of(cls, value: Value, container: Value, *position: int) -> InsertValueOp:
        return cls(container, value, i64_array(position))

    def verify(self, report: Report) -> None:
        check_position(report, "insertvalue", self.container.type, self.position.elements, self.value.type)


def check_position(report: Report, rule: str, container: Type, position: Sequence[int], got: Type) -> None:
    """Rules _c1 and _c2: there is such a position, and what is there has the type."""
    member = type_at(container, position) if position else None
    if member is None:
        report.error(f"{rule}_c1", f"expected a position inside '{container}', but got '{list(position)}'")
    elif member is not got:
        report.error(f"{rule}_c2", f"expected type '{member}' at this position, but got '{got}'")


# -- Vectors -----------------------------------------------------------------------------------------------------------


@op("llvm.extractelement", traits=(Pure,))
class ExtractElementOp(Op):
    """An element of a vector; poison where there is no such place.

    Example: %e = llvm.extractelement %v[%i : i32] : vector<4xf32>
    """

    vector: Operand = operand(llvm_vector)
    position: Operand = operand(any_integer)
    res: Result = inferred_result(any_llvm, type_from=("vector", element_of))
    syntax = "$vector `[` $position `:` type($position) `]` attr-dict `:` type($vector)"


@op("llvm.insertelement", traits=(Pure,))
class InsertElementOp(Op):
    """A vector with another element at a place.

    Example: %w = llvm.insertelement %e, %v[%i : i32] : vector<4xf32>
    """

    vector: Operand = operand(V)
    value: Operand = operand(primitive, type_from=("vector", element_of))
    position: Operand = operand(any_integer)
    res: Result = inferred_result(V)
    syntax = "$value `,` $vector `[` $position `:` type($position) `]` attr-dict `:` type($vector)"


def _read_shuffled(p: AsmReader, source: Type, mask: DenseArrayAttr) -> Type:
    if not isinstance(source, VectorType):
        p.fail(f"expected an LLVM compatible vector type, but got '{source}'")
    return shuffled_type(source, len(mask))


def shuffled_type(source: VectorType, count: int) -> VectorType:
    """Return a vector type of `count` elements of another vector type; scalable if that is."""
    return VectorType((count,), source.element_type, source.scalable)


@op("llvm.shufflevector", traits=(Pure,))
class ShuffleVectorOp(Op):
    """Elements of two vectors, counted through, in any order; -1 for one that does not matter.

    Rules: (shufflevector_c1) there are elements for all places that are asked for. (shufflevector_c2) of scalable
    vectors only the first element can be asked for.
    Example: %r = llvm.shufflevector %a, %b [0, 4, 1, 5] : vector<4xf32>
    """

    v1: Operand = operand(V)
    v2: Operand = operand(V)
    mask: Attr[DenseArrayAttr] = attr(i32_dense_array)
    res: Result = inferred_result(llvm_vector)
    syntax = "$v1 `,` $v2 $mask attr-dict `:` type($v1) custom<Shuffled>(type($res), ref(type($v1)), ref($mask))"
    directives: ClassVar = {"Shuffled": (_read_shuffled, _write_nothing)}

    @classmethod
    def of(cls, v1: Value, v2: Value, mask: Sequence[int]) -> ShuffleVectorOp:
        return cls(v1, v2, i32_array(mask))

    def infer_types(self) -> Sequence[Type]:
        source = self.v1.type
        return [shuffled_type(source, len(self.mask)) if isinstance(source, VectorType) else source]

    def verify(self, report: Report) -> None:
        source = self.v1.type
        if not isinstance(source, VectorType):
            return
        places = 2 * source.shape[0]
        wrong = next((place for place in self.mask if not -1 <= place < places), None)
        if wrong is not None:
            report.error("shufflevector_c1", f"expected places below {places}, or -1, but got '{wrong}'")
        elif source.scalable and any(place > 0 for place in self.mask):
            report.error(
                "shufflevector_c2", f"expected a splat operation for scalable vectors, but got '{list(self.mask)}'"
            )
