"""Ways to use the ops of a dialect, found from their definitions: types that the verifier accepts, and properties.

    instances_of(AddIOp)  ->  [Instance(AddIOp, (i8, i8), (i8,)), …]

Values for them are drawn with a liking for what is special: bounds, zeros of both signs, infinities, NaNs, subnormals.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from dlc.dialects.arith import FastMathAttr, IntegerOverflowFlagsAttr
from dlc.interp.values import Elements, scalar_width
from dlc.ir.attributes import Attribute, Type
from dlc.ir.blocks import Block
from dlc.ir.builtin_attributes import UNIT, DenseElementsAttr, IntegerAttr, element_attribute
from dlc.ir.builtin_types import (
    FloatType,
    IndexType,
    IntegerType,
    ShapedType,
    VectorType,
    f32,
    f64,
    i1,
    i8,
    i32,
    i64,
    index,
)
from dlc.ir.constraints import TypeConstraint
from dlc.ir.definition import OPTIONAL, VARIADIC, Field, Op
from dlc.ir.diagnostics import DiagnosticEngine
from dlc.ir.enums import EnumAttr
from dlc.ir.verifier import verify

SCALARS: tuple[Type, ...] = (
    *(i1, IntegerType(7), i8, i32, i64, IntegerType(100), index),
    *(FloatType("f16"), FloatType("bf16"), f32, f64, FloatType("f8E4M3FN"), FloatType("f8E5M2FNUZ"), FloatType("f80")),
)
VECTORS: tuple[Type, ...] = tuple(VectorType((3,), type) for type in (i1, i8, index, f32, FloatType("bf16")))
TYPES = SCALARS + VECTORS


class Instance(NamedTuple):
    """A kind of op with the types of its operands and results."""

    kind: type[Op]
    operands: tuple[Type, ...]
    results: tuple[Type, ...]

    def make(self, operands: Sequence[Any], properties: Mapping[str, Attribute]) -> Op:
        return self.kind.create(operands, self.results, properties)

    def __repr__(self) -> str:
        return f"{self.kind.name}{list(map(str, self.operands))}"


@cache
def instances_of(kind: type[Op]) -> list[Instance]:
    """All uses of an op with the types above that its verifier accepts; none of ops with regions or variadic parts."""
    definition = kind.definition
    if any(field.kind not in ("operand", "result", "attr") for field in definition.fields):
        return []
    if any(field.count == VARIADIC for field in (*definition.operands, *definition.results)):
        return []
    return [instance for instance in _candidates(kind) if _is_valid(instance)]


def _candidates(kind: type[Op]) -> Iterator[Instance]:
    fields = [field for field in (*kind.definition.operands, *kind.definition.results) if field.count != OPTIONAL]
    keys = list(dict.fromkeys(key for field in fields if (key := _key(field)) is not None))
    choices = [[type for type in TYPES if _constraint(fields, key).accepts(type)] for key in keys]
    for chosen in itertools.product(*choices):
        types = dict(zip(keys, chosen, strict=True))
        typed: dict[str, Type] = {}
        for field in fields:
            key = _key(field)
            if key is not None:
                typed[field.name] = types[key]
            else:
                assert field.type_from is not None
                source, function = field.type_from
                if source not in typed:
                    break
                typed[field.name] = function(typed[source])
        else:
            operands = tuple(typed[field.name] for field in kind.definition.operands if field.name in typed)
            yield Instance(kind, operands, tuple(typed[field.name] for field in kind.definition.results))


def _key(field: Field) -> str | None:
    """Fields with the same key have the same type; `None`: the type follows from another field's."""
    if field.variable is not None:
        return f"variable {field.variable.name}"
    return None if field.type_from is not None else field.name


def _constraint(fields: Sequence[Field], key: str) -> TypeConstraint:
    return next(field for field in fields if _key(field) == key).type_constraint


def _is_valid(instance: Instance) -> bool:
    shapes = {getattr(type, "shape", ()) for type in instance.operands}
    if len(shapes) > 1 and () not in shapes:
        return False
    block = Block(instance.operands)
    op = block.append(instance.make(block.args, first_properties(instance.kind)))
    is_valid = verify(op, DiagnosticEngine())
    op.erase()
    return is_valid


# -- Properties ------------------------------------------------------------------------------------------------------


def first_properties(kind: type[Op]) -> dict[str, Attribute]:
    """The simplest properties."""
    return {name: choices[0] for name, choices in _property_choices(kind).items() if choices[0] is not None}


def draw_properties(random: Random, kind: type[Op]) -> dict[str, Attribute]:
    """Any properties."""
    drawn = {name: random.choice(choices) for name, choices in _property_choices(kind).items()}
    return {name: attr for name, attr in drawn.items() if attr is not None}


@cache
def _property_choices(kind: type[Op]) -> dict[str, list[Any]]:
    return {name: _choices(field) for name, field in kind.definition.attrs.items()}


def _choices(field: Field) -> list[Any]:
    constraint = field.constraint
    if constraint.kind is FastMathAttr:
        return [FastMathAttr(0)]
    if constraint.kind is IntegerOverflowFlagsAttr:
        return [IntegerOverflowFlagsAttr(bits) for bits in range(4)]
    if issubclass(constraint.kind, EnumAttr):
        return [constraint.kind(word) for word in constraint.kind.cases]
    if constraint.form == "unit":
        return [None, UNIT]
    if constraint.cases is not None:
        cases: list[Any] = [IntegerAttr(value, constraint.type) for value in constraint.cases.values()]
        return [None, *cases] if field.count == OPTIONAL else cases
    return [None]


# -- Values ----------------------------------------------------------------------------------------------------------


def draw_bits(random: Random, type: Type) -> int:
    """The bits of a scalar, special ones more often than not."""
    width = scalar_width(type)
    if random.random() < 0.3:
        return random.getrandbits(width) if width else 0
    if isinstance(type, FloatType):
        return random.choice(_special_floats(type))
    top = 1 << width
    specials = [0, 1, 2, 3, top - 1, top - 2, top // 2, top // 2 - 1, width, width - 1, width + 1, 10, 8]
    return random.choice(specials) % top


@cache
def _special_floats(type: FloatType) -> list[int]:
    form = type.format
    numbers = [0.0, 1.0, 2.0, 0.5, 1.5, 3.0, 100.0]
    positive = [form.from_float(number) for number in numbers]
    positive += [form.largest, form.smallest, form.smallest_normal]
    positive += [bits for bits in (form.infinity, form.nan) if bits is not None]
    negative = [bits | form.sign_bit for bits in positive]
    return positive + negative


def draw_value(random: Random, type: Type) -> Any:
    """A value of the interpreter without poison."""
    if isinstance(type, ShapedType):
        count = type.num_elements
        bits = [draw_bits(random, type.element_type) for _ in range(count)]
        if random.random() < 0.3:
            bits = bits[:1] * count
        return Elements.of(bits, type.shape, scalar_width(type))
    return draw_bits(random, type)


def attribute_of(value: Any, type: Type) -> Attribute:
    """The constant attribute for such a value."""
    if isinstance(type, ShapedType):
        items = value.items()
        return DenseElementsAttr.from_bits(type, items[:1] if len(set(items)) == 1 else items)
    assert isinstance(type, (IntegerType, IndexType, FloatType))
    return element_attribute(value, type)
