"""Parts that ops of `tosa` share: types of operands, the custom form with bare words, and facts for verifiers."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from dlc.ir import Attribute, DenseArrayAttr, DenseElementsAttr, FloatAttr, IntegerAttr, Location, Type, Value
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.attributes import spelled
from dlc.ir.builtin_constraints import i32_dense_array, i64_dense_array, typed_int
from dlc.ir.builtin_types import (
    DYNAMIC,
    FloatType,
    FunctionType,
    IntegerType,
    TensorType,
    UnrankedTensorType,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from dlc.ir.constraints import AttributeConstraint, TypeConstraint
from dlc.ir.definition import Op
from dlc.ir.enums import EnumAttr
from dlc.ir.locations import PendingLocation

from .attributes import MXInt8Type, ShapeType

if TYPE_CHECKING:
    from typing_extensions import Self

    from dlc.ir.verifier import Report

BARE_NAME = re.compile(r"[A-Za-z_][\w$.]*")
FORM = "operands attr-dict `:` functional-type(operands, results)"
"""The custom form of nearly all ops."""
Sizes = Sequence[int]


# -- Types -------------------------------------------------------------------------------------------------------------


def stored(element: Type) -> Type:
    """Return the type of the integers that a quantized type stores; another type itself."""
    storage = getattr(element, "storage", None)
    return IntegerType(storage.width) if isinstance(storage, IntegerType) else element


def _is_integer(element: Type) -> bool:
    return isinstance(element, IntegerType) and element.signedness != "s"


def is_number(element: Type) -> bool:
    """Return whether elements are integers, floats, or integers that stand for floats."""
    if isinstance(element, (FloatType, MXInt8Type)) or _is_integer(element):
        return True
    width = getattr(stored(element), "width", 0)
    return stored(element) is not element and width in (4, 8, 16, 32)


def _is_any_tensor(type: Type, element: Callable[[Type], bool], fits: Callable[[Sizes], bool]) -> bool:
    """Return whether a type is a tensor without sizes of 0; one without rank fits anything."""
    if isinstance(type, UnrankedTensorType):
        return element(type.element_type)
    return isinstance(type, TensorType) and 0 not in type.shape and element(type.element_type) and fits(type.shape)


def tensor_of(
    elements: str, element: Callable[[Type], bool], ranks: Sequence[int] | None = None, least_rank: int = 0
) -> TypeConstraint:
    """Return the constraint of tensors with some elements and ranks, or without a rank."""
    rank = f"{'/'.join(map(str, ranks))}D " if ranks is not None else f"{least_rank}D or higher " if least_rank else ""
    return TypeConstraint(
        f"{rank}tensor of {elements} without sizes of 0",
        lambda type: _is_any_tensor(
            type, element, lambda sizes: len(sizes) in ranks if ranks is not None else len(sizes) >= least_rank
        ),
    )


def _is_one(sizes: Sizes) -> bool:
    return tuple(sizes) == (1,)


def scalar_of(elements: str, element: Callable[[Type], bool]) -> TypeConstraint:
    """Return the constraint of lists of one element."""
    return TypeConstraint(f"1D tensor of one {elements}", lambda type: _is_any_tensor(type, element, _is_one))


def _one_of(*types: Type) -> Callable[[Type], bool]:
    return lambda element: element in types


tensor = tensor_of("numbers", is_number)
tensor_1d = tensor_of("numbers", is_number, [1])
tensor_3d = tensor_of("numbers", is_number, [3])
tensor_4d = tensor_of("numbers", is_number, [4])
tensor_5d = tensor_of("numbers", is_number, [5])
tensor_with_axes = tensor_of("numbers", is_number, least_rank=1)
bool_tensor = tensor_of("i1", _one_of(i1))
float_tensor = tensor_of("floats", lambda element: isinstance(element, FloatType))
wide_tensor = tensor_of("i32 or i64", _one_of(i32, i64))
index_tensor_2d = tensor_of("i32 or i64", _one_of(i32, i64), [2])
multipliers = tensor_of("i16 or i32", _one_of(i16, i32), [1])
shifts = tensor_of("i8", _one_of(i8), [1])
zero_point = scalar_of("integer or float", lambda element: isinstance(element, FloatType) or _is_integer(element))
scalar = scalar_of("number", is_number)
scalar_i8 = scalar_of("i8", _one_of(i8))
scalar_i32 = scalar_of("i32", _one_of(i32))


def shape_of_rank(rank: int | None = None) -> TypeConstraint:
    """Return the constraint of shapes with this many sizes."""
    spelled = "!tosa.shape" if rank is None else f"!tosa.shape<{rank}>"
    return TypeConstraint(spelled, lambda type: isinstance(type, ShapeType) and rank in (None, type.rank))


shape = shape_of_rank()


# -- Attributes --------------------------------------------------------------------------------------------------------


i32_attr = typed_int(i32)


def number_list(count: int) -> AttributeConstraint:
    """Return the constraint of lists of this many i64."""
    return AttributeConstraint(
        f"i64 dense array attribute with {count} elements",
        lambda attr: isinstance(attr, DenseArrayAttr) and attr.element_type is i64 and len(attr) == count,
        DenseArrayAttr,
        form=i64_dense_array.form,
        type=i64_dense_array.type,
        python=i64_dense_array.python,
    )


list_2, list_3, list_4, list_6 = map(number_list, (2, 3, 4, 6))
permutation = i32_dense_array
number_attr = AttributeConstraint(
    "integer or float attribute", lambda attr: isinstance(attr, (IntegerAttr, FloatAttr)), Attribute
)


# -- Text --------------------------------------------------------------------------------------------------------------


class WordsOp(Op):
    """An op whose dictionary says words without brackets: `tosa.resize %x, … {mode = BILINEAR} : …`."""

    bare: ClassVar[Mapping[str, type[EnumAttr]]]
    """The kinds of attributes that are words, by their names."""
    usual: ClassVar[Mapping[str, Attribute]] = {}
    """The attributes that the text leaves out where they are this."""
    syntax = HAND_WRITTEN

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> Self:
        offset = p.pos
        names = p.value_names()
        entries = {**cls.usual, **cls._read_entries(p)}
        p.expect(":")
        type = p.type()
        if not isinstance(type, FunctionType):
            p.fail(f"expected the type of a function, but got '{type}'")
        own = cls.definition.attrs
        properties = {name: entry for name, entry in entries.items() if name in own}
        others = {name: entry for name, entry in entries.items() if name not in own}
        values = p.resolve_all(names, offset, type.inputs)
        return cls.create(values, type.results, properties, others, location=location)

    @classmethod
    def _read_entries(cls, p: AsmReader) -> dict[str, Attribute]:
        entries: dict[str, Attribute] = {}
        if p.accept("{"):
            while not p.accept("}"):
                name = p.string() if p.at('"') else p.keyword()
                p.expect("=")
                is_word = name in cls.bare and not p.at("#")
                entries[name] = cls.bare[name].read_word(p) if is_word else p.attribute()
                if not p.at("}"):
                    p.expect(",")
        return entries

    def write(self, p: AsmPrinter) -> None:
        p.write(f" {p.names_of(self.operands)}")
        entries = dict(sorted({**self.properties, **self.attributes}.items()))
        if not all(map(BARE_NAME.fullmatch, entries)):
            raise ValueError("the custom form has bare names")
        shown = [f"{name} = {self._spelled(p, each)}" for name, each in entries.items() if self._is_shown(name, each)]
        p.write(f" {{{', '.join(shown)}}}" if shown else "")
        results = p.types_of(self.result_types)
        p.write(f" : ({p.types_of(self.operand_types)}) -> {results if len(self.results) == 1 else f'({results})'}")

    def _is_shown(self, name: str, attr: Attribute) -> bool:
        return self.usual.get(name) is not attr

    def _spelled(self, p: AsmPrinter, attr: Attribute) -> str:
        if isinstance(attr, EnumAttr) and type(attr) in self.bare.values():
            return attr.value
        return p.attribute(attr)


# -- Facts for verifiers -----------------------------------------------------------------------------------------------


def sizes_of(value: Value) -> tuple[int, ...] | None:
    """Return the sizes of a tensor, `DYNAMIC` where one is unknown; `None` of a tensor without rank."""
    return value.type.shape if isinstance(value.type, TensorType) else None


def element_of(value: Value) -> Type:
    """Return the element type of a tensor."""
    return value.type.element_type  # type: ignore[union-attr]


def stored_element(value: Value) -> Type:
    """Return the element type of a tensor; of a quantized one, the type of the integers."""
    return stored(element_of(value))


def agree(*sizes: int) -> bool:
    """Return whether sizes may be equal."""
    return len({size for size in sizes if size != DYNAMIC}) <= 1


def shapes_agree(left: Sizes | None, right: Sizes | None) -> bool:
    """Return whether shapes may be equal."""
    if left is None or right is None:
        return True
    return len(left) == len(right) and all(map(agree, left, right))


def spelled_shape(sizes: Sizes | None) -> str:
    """Return sizes as a message has them."""
    if sizes is None:
        return "*"
    return "x".join("?" if size == DYNAMIC else str(size) for size in sizes) or "no dimensions"


def constant_of(value: Value) -> DenseElementsAttr | None:
    """Return the elements of a constant of `tosa`."""
    op = value.defining_op
    elements = op.properties.get("values") if op is not None and op.name in ("tosa.const", "tosa.const_shape") else None
    return elements if isinstance(elements, DenseElementsAttr) else None


def known_sizes(value: Value) -> list[int] | None:
    """Return the numbers of a shape that is a constant."""
    constant = constant_of(value)
    return [int(each) for each in constant.ints()] if constant is not None else None


def check_shapes_are_computed(report: Report, op: Op) -> None:
    """Report shapes that are arguments, or come from another dialect: they cannot be known when compiling."""
    for value in op.operands:
        maker = value.defining_op
        if isinstance(value.type, ShapeType) and (maker is None or maker.dialect_name != "tosa"):
            got = "an argument" if maker is None else f"'{maker.name}'"
            report.error("tosa_shape_operand_c1", f"shape must be computed by ops of 'tosa', but got {got}")


def shape_rank(value: Value) -> int:
    """Return the number of sizes of a shape."""
    return value.type.rank if isinstance(value.type, ShapeType) else 0


def check_same_elements(report: Report, rule: str, *values: Value) -> None:
    """Report values with different elements."""
    elements = [element_of(value) for value in values]
    if len(set(elements)) > 1:
        report.error(rule, f"elements must have one type, but got {spelled(dict.fromkeys(elements))}")


def check_zero_point(report: Report, which: str, value: Value, point: Value) -> None:
    """Report a zero point of another type, or one that is not 0 and not for i8."""
    element, own = stored_element(value), stored_element(point)
    if element is not own:
        report.error("tosa_zero_point_c1", f"zero point of {which} must be of type '{element}', but got '{own}'")
    constant = constant_of(point)
    if constant is None or element is i8:
        return
    if any(constant.ints() if isinstance(own, IntegerType) else constant.to_numpy().tolist()):
        report.error("tosa_zero_point_c2", f"zero point of {which} must be 0 for elements of '{element}'")
