"""Random graph ops: operands, properties and results by the constraints of the op's definition.

Type variables are given one type, other operands any that their constraint accepts; words, flags, dimensions and
numbers are drawn for properties by their constraint and name. What an op's hint gives (`drawn_graph_hints`) stands.
Result types come from the op's own inference. Whatever does not fit in the end is refused by the verifier.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dlc.dialects.graph.bases import GraphOp
from dlc.dialects.graph.tensors import element_of, shape_of, with_element
from dlc.ir.attributes import Attribute, Type
from dlc.ir.builtin_attributes import UNIT, DenseArrayAttr, FloatAttr, IntegerAttr, i64_array
from dlc.ir.builtin_types import FloatType, TensorType, f64, i64
from dlc.ir.definition import ONE, OPTIONAL, Field, Op
from dlc.ir.enums import EnumAttr
from dlc.ir.operations import Operation
from dlc.ir.traits import Elementwise
from dlc.ir.values import Value

from .drawn_graph_hints import HINTS
from .drawn_graph_regions import NESTED
from .drawn_graphs import ELEMENTS, GraphDrawer, Unfit

POSITIONS = ("dim", "axis")
"""Integers that are dimensions of the first operand."""
LISTS = ("dims",)
"""Lists of them, each once."""
INTEGERS: Mapping[str, tuple[int, ...]] = {"k": (0, 1, 2, 3), "size": (1, 2, 3, 4), "stream": (0, 1, 7)}
FLOATS: Mapping[str, tuple[float, ...]] = {"epsilon": (1e-5, 1e-3, 0.25), "order": (1.0, 2.0, 3.0)}
"""Ranges of numbers, by the name of the property."""
ANY_FLOAT = (0.01, 0.25, 0.5, 1.0, 1.5, 2.0)


def draw_op(drawer: GraphDrawer) -> None:
    """Any op that the options allow."""
    kinds = list(drawer.options.kinds)
    weights = [1 if Elementwise in kind.traits else 3 for kind in kinds]
    draw_kind(drawer, drawer.random.choices(kinds, weights)[0])


def draw_kind(drawer: GraphDrawer, kind: type[Operation]) -> None:
    """An op of this kind; `Unfit` or an error of the op where that does not work out."""
    nested = NESTED.get(kind)
    if nested is not None:
        nested(drawer, draw_op)
        return
    assert issubclass(kind, Op)
    op = make_op(drawer, kind)
    retry = Elementwise in kind.traits and bool(op.operands) and _is_float(op.operands[0].type)
    parts = (list(op.operands), op.result_types, dict(op.properties))
    try:
        drawer.add(op)
    except Unfit:
        if not retry:
            raise
        drawer.tamed(kind.create(*parts))


def make_op(drawer: GraphDrawer, kind: type[Op]) -> Op:
    """An op that may be valid."""
    given = dict(HINTS[kind](drawer)) if kind in HINTS else {}
    _fill_operands(drawer, kind, given)
    first = _first_operand(kind, given)
    for field in kind.definition.attrs.values():
        if field.name not in given:
            given[field.name] = _property(drawer, field, len(shape_of(first)) if first is not None else 0)
    _fill_results(drawer, kind, given, first)
    names = {field.name: field.accessor for field in kind.definition.fields}
    op = kind(**{names[name]: value for name, value in given.items()})
    if isinstance(op, GraphOp):
        for result, type in zip(op.results, op.infer_types(), strict=True):
            result.type = type
    return op


# -- Operands ----------------------------------------------------------------------------------------------------------


def _fill_operands(drawer: GraphDrawer, kind: type[Op], given: dict[str, Any]) -> None:
    least = 1 if any(name in kind.definition.attrs for name in (*POSITIONS, *LISTS)) else 0
    chosen = {f.variable: given[f.name].type for f in kind.definition.operands if f.variable and _has_one(f, given)}
    waiting = [field for field in kind.definition.operands if field.name not in given and field.count != OPTIONAL]
    waiting.sort(key=lambda field: field.type_from is not None)
    for field in waiting:
        if field.type_from is not None:
            source, follows = field.type_from
            given[field.name] = drawer.value_of(follows(given[source].type))
        elif field.variable in chosen:
            given[field.name] = drawer.value_of(chosen[field.variable])
        else:
            operand = drawer.pick(field.type_constraint.accepts, least)
            given[field.name] = operand if field.count == ONE else _several(drawer, operand)
            if field.variable is not None:
                chosen[field.variable] = operand.type


def _has_one(field: Field, given: Mapping[str, Any]) -> bool:
    return isinstance(given.get(field.name), Value)


def _several(drawer: GraphDrawer, first: Value) -> list[Value]:
    return [first, *(drawer.value_of(first.type) for _ in range(drawer.random.randrange(3)))]


def _first_operand(kind: type[Op], given: Mapping[str, Any]) -> Value | None:
    for field in kind.definition.operands:
        value = given.get(field.name)
        if isinstance(value, Value):
            return value
        if value:
            return value[0]
    return None


# -- Properties --------------------------------------------------------------------------------------------------------


def _property(drawer: GraphDrawer, field: Field, rank: int) -> Attribute | None:
    constraint = field.constraint
    if constraint.form == "unit":
        return UNIT if drawer.chance(0.4) else None
    if field.count == OPTIONAL and drawer.chance(0.5):
        return None
    kind = constraint.kind
    if issubclass(kind, EnumAttr):
        return kind(drawer.choose(kind.cases))
    if kind is IntegerAttr:
        numbers = range(rank) if field.name in POSITIONS else INTEGERS.get(field.name, ())
        return IntegerAttr(drawer.choose(numbers), i64)
    if kind is FloatAttr:
        return FloatAttr.of(drawer.choose(FLOATS.get(field.name, ANY_FLOAT)), f64)
    if kind is DenseArrayAttr and constraint.type is i64:
        return _dims(drawer, field, rank)
    if field.count == OPTIONAL:
        return None
    raise AssertionError(f"how to draw {field} must be said in drawn_graph_hints")


def _dims(drawer: GraphDrawer, field: Field, rank: int) -> DenseArrayAttr | None:
    if field.name == "order":
        return i64_array(drawer.random.sample(range(rank), rank))
    if field.name in LISTS:
        dims = drawer.subset(range(rank), 0 if drawer.chance(0.1) else min(rank, 1))
        return i64_array(drawer.random.sample(dims, len(dims)))
    if field.count == OPTIONAL:
        return None
    raise AssertionError(f"how to draw {field} must be said in drawn_graph_hints")


# -- Results -----------------------------------------------------------------------------------------------------------


def _fill_results(drawer: GraphDrawer, kind: type[Op], given: dict[str, Any], first: Value | None) -> None:
    """Types of the results that are not inferred: the elements say something; sizes are put right by the op."""
    for field in kind.definition.results:
        if field.inferred or field.name in given or first is None:
            continue
        accepts = field.type_constraint.accepts
        keeps = accepts(first.type) and Elementwise not in kind.traits and drawer.chance(0.5)
        elements = [element for element in ELEMENTS if accepts(with_element(first.type, element))]
        element = element_of(first) if keeps else drawer.choose(elements)
        given[field.name] = with_element(first.type, element)


def _is_float(type: Type) -> bool:
    return isinstance(type, TensorType) and isinstance(type.element_type, FloatType)
