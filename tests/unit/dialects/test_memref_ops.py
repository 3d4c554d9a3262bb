from __future__ import annotations

import pytest

from dlc.dialects import arith, memref, register_all
from dlc.ir.builtin_attributes import AffineMapAttr, StridedLayoutAttr, int_attr
from dlc.ir.builtin_types import DYNAMIC, MemRefType, f32, index
from dlc.ir.context import Context
from dlc.ir.effects import is_speculatable, memory_effects, would_be_trivially_dead
from dlc.ir.interfaces import PromotableAllocation, PromotableMemoryOp
from dlc.ir.operations import Operation
from dlc.ir.strided_layout import Strides, canonical_layout, has_identity_layout, row_major_strides, strides_of
from dlc.ir.verifier import verify
from dlc.parser import parse, parse_attribute, print_ir

MATRIX = MemRefType((4, DYNAMIC), f32)


def constant(value: int) -> arith.ConstantOp:
    return arith.ConstantOp(int_attr(value, index))


def parsed(text: str) -> Operation:
    context = Context()
    register_all(context)
    module = parse(text, context)
    assert module is not None, context.diagnostics
    assert verify(module, context.diagnostics)
    return module


# -- Layouts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("(d0, d1) -> (d0 * 8 + d1 + 3)", Strides((8, 1), 3)),
        ("(d0, d1)[s0, s1] -> (d0 * s0 + d1 + s1)", Strides((DYNAMIC, 1), DYNAMIC)),
        ("(d0, d1) -> ((d0 + d1) * 2)", Strides((2, 2), 0)),
        ("(d0, d1) -> (d0 mod 2 + d1)", None),
        ("(d0, d1) -> (d1, d0)", None),
    ],
)
def test_strides_of_maps(text: str, expected: Strides | None) -> None:
    layout = parse_attribute(f"affine_map<{text}>")
    assert isinstance(layout, AffineMapAttr)
    assert strides_of(MemRefType((4, 8), f32, layout)) == expected


def test_row_major_strides_spread_what_is_dynamic() -> None:
    assert row_major_strides((4, DYNAMIC, 2)) == (DYNAMIC, 2, 1)
    assert strides_of(MATRIX) == Strides((DYNAMIC, 1), 0)


def test_identity_layouts() -> None:
    assert has_identity_layout(MATRIX)
    assert has_identity_layout(MemRefType((4,), f32, StridedLayoutAttr((1,))))
    assert not has_identity_layout(MemRefType((4,), f32, StridedLayoutAttr((2,))))


def test_canonical_layout_drops_strides_that_say_nothing() -> None:
    assert canonical_layout(MemRefType((4, 8), f32, StridedLayoutAttr((8, 1)))) is MemRefType((4, 8), f32)


def test_type_of_a_slice() -> None:
    source = MemRefType((64, 4), f32, StridedLayoutAttr((7, 9), 91))
    assert memref.slice_type(source, (4, 2), (8, 2), (3, 2)) is MemRefType(
        (8, 2), f32, StridedLayoutAttr((21, 18), 137)
    )


# -- Making ops ------------------------------------------------------------------------------------------------------


def test_load_infers_its_type() -> None:
    buffer = memref.AllocOp(MATRIX, [constant(3).result])
    load = memref.LoadOp(buffer.memref, [constant(0).result] * 2)
    assert load.result.type is f32


def test_subview_by_mixed_lists() -> None:
    buffer = memref.AllocOp(MemRefType((8, 8), f32)).memref
    size = constant(2).result
    view = memref.SubViewOp.of(buffer, [1, 0], [size, 8], [2, 1])
    assert view.result.type is MemRefType((DYNAMIC, 8), f32, StridedLayoutAttr((16, 1), 8))
    assert view.mixed_sizes == [size, 8]


def test_cast_compatibility() -> None:
    assert memref.are_cast_compatible(MATRIX, MemRefType((DYNAMIC, 5), f32))
    assert not memref.are_cast_compatible(MATRIX, MemRefType((5, DYNAMIC), f32))
    assert not memref.are_cast_compatible(MATRIX, index)


def test_get_global_keeps_its_op_name() -> None:
    module = parsed(
        "memref.global @g : memref<2xf32>\nfunc.func @f() {\n  %0 = memref.get_global @g : memref<2xf32>\n  return\n}"
    )
    globals_read = [op for op in module.walk() if isinstance(op, memref.GetGlobalOp)]
    assert [op.name for op in globals_read] == ["memref.get_global"]
    assert globals_read[0].name_.root == "g"
    assert "memref.get_global @g : memref<2xf32>" in print_ir(module)


# -- Effects and interfaces ------------------------------------------------------------------------------------------


def effect_kinds(op: Operation) -> list[str]:
    effects = memory_effects(op)
    assert effects is not None
    return [effect.kind for effect in effects]


def test_effects() -> None:
    buffer = memref.AllocOp(MemRefType((), f32))
    load = memref.LoadOp(buffer.memref)
    assert effect_kinds(buffer) == ["alloc"]
    assert effect_kinds(load) == ["read"]
    assert effect_kinds(memref.StoreOp(load.result, buffer.memref)) == ["write"]
    assert effect_kinds(memref.DeallocOp(buffer.memref)) == ["free"]
    assert effect_kinds(memref.CopyOp(buffer.memref, buffer.memref)) == ["read", "write"]
    assert would_be_trivially_dead(load)


def test_prefetch_must_happen() -> None:
    module = parsed(
        "func.func @f(%m: memref<f32>) {\n  memref.prefetch %m[], read, locality<3>, data : memref<f32>\n  return\n}"
    )
    (prefetch,) = [op for op in module.walk() if isinstance(op, memref.PrefetchOp)]
    assert memory_effects(prefetch) is None


@pytest.mark.parametrize(("dim", "expected"), [(1, True), (2, False), (-1, False)])
def test_dim_is_speculatable_where_there_is_such_a_dimension(dim: int, expected: bool) -> None:
    buffer = memref.AllocOp(MATRIX, [constant(3).result])
    assert is_speculatable(memref.DimOp(buffer.memref, constant(dim).result)) is expected


def test_stack_memory_of_one_element_is_promotable() -> None:
    slot = memref.AllocaOp(MemRefType((1,), f32))
    promotable = PromotableAllocation.of(slot)
    assert promotable is not None
    assert list(promotable.promotable_slots(slot)) == [(slot.memref, f32)]
    many = memref.AllocaOp(MemRefType((2,), f32))
    assert list(promotable.promotable_slots(many)) == []


def test_loads_and_stores_of_a_slot() -> None:
    slot = memref.AllocaOp(MemRefType((), f32))
    load = memref.LoadOp(slot.memref)
    store = memref.StoreOp(load.result, slot.memref)
    of_load, of_store = PromotableMemoryOp.of(load), PromotableMemoryOp.of(store)
    assert of_load is not None
    assert of_store is not None
    assert of_load.loads_from(load, slot.memref)
    assert of_load.stored_value(load, slot.memref) is None
    assert of_store.stored_value(store, slot.memref) is load.result
    assert not of_store.loads_from(store, slot.memref)
