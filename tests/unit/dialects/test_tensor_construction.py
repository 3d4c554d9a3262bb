"""Tools of passes that build tensor ops: mixed lists of constants and values, and sizes of values."""

from __future__ import annotations

import pytest

from dlc.dialects.arith import AddIOp, ConstantOp, MulIOp
from dlc.dialects.tensor import (
    CollapseShapeOp,
    ConcatOp,
    DimOp,
    EmptyOp,
    ExpandShapeOp,
    ExtractSliceOp,
    InsertSliceOp,
    PackOp,
    PadOp,
    SplatOp,
    UnpackOp,
    size_of,
    sizes_of,
)
from dlc.dialects.tensor.shapes import add_indices, multiply_indices, subtract_indices
from dlc.dialects.tensor.slices import kept_dims
from dlc.ir.blocks import Block
from dlc.ir.builder import Builder
from dlc.ir.builtin_types import DYNAMIC, TensorType, f32, index
from dlc.ir.operations import Operation
from dlc.ir.values import Value
from dlc.parser import print_ir
from dlc.passes.manager.pipeline_text import parse_pipeline
from dlc.passes.manager.settings import RunSettings
from support.pass_testing import read

T = TensorType((4, DYNAMIC), f32)


class Scene:
    """A block with a tensor, an index and a number, and a builder at its end."""

    def __init__(self) -> None:
        self.block = Block([T, index, f32])
        self.tensor, self.n, self.x = self.block.args
        self.b = Builder.at_end(self.block)

    @property
    def names(self) -> list[str]:
        return [op.name for op in self.block.ops]


def shape(op: Operation) -> tuple[int, ...]:
    return op.results[0].shape


def test_types_follow() -> None:
    s = Scene()
    t, n = s.tensor, s.n
    assert shape(EmptyOp.of([4, n], f32)) == (4, DYNAMIC)
    assert shape(SplatOp.of(s.x, [n, 2])) == (DYNAMIC, 2)
    assert shape(ExtractSliceOp.of(t, [0, n], [2, n], [1, n])) == (2, DYNAMIC)
    assert InsertSliceOp.of(t, t, [0, 0], [4, n]).result.type is T
    assert shape(PadOp.of(t, [1, 0], [1, n], s.x)) == (6, DYNAMIC)
    assert shape(ExpandShapeOp.of(t, [[0, 1], [2]], [2, 2, n])) == (2, 2, DYNAMIC)
    assert shape(CollapseShapeOp.of(t, [[0, 1]])) == (DYNAMIC,)
    assert shape(ConcatOp.of(0, [t, t])) == (8, DYNAMIC)


def test_strides_are_one_where_none_are_given() -> None:
    s = Scene()
    extracted = ExtractSliceOp.of(s.tensor, [0, s.n], [2, 3])
    assert extracted.mixed_strides == [1, 1]
    assert extracted.mixed_offsets == [0, s.n]
    assert extracted.mixed_sizes == [2, 3]


def test_pad_has_one_value_everywhere() -> None:
    s = Scene()
    padded = PadOp.of(s.tensor, [0, 0], [0, s.n], s.x, nofold=True)
    assert padded.padding_value() is s.x
    assert padded.nofold is not None
    assert padded.mixed_high == [0, s.n]


def test_packing_by_mixed_tiles() -> None:
    s = Scene()
    packed = s.b.insert(EmptyOp.of([s.n, 1, 4, s.n], f32))
    pack = PackOp.of(s.tensor, packed.result, [0, 1], [4, s.n], [1, 0], s.x)
    assert pack.mixed_tiles == [4, s.n]
    assert pack.padding_value is s.x
    back = UnpackOp.of(pack.result, s.tensor, [0, 1], [4, s.n], [1, 0])
    assert back.result.type is T


def test_sizes_of_a_value() -> None:
    s = Scene()
    sizes = sizes_of(s.b, s.tensor)
    assert sizes[0] == 4
    assert isinstance(sizes[1], Value)
    assert sizes[1].defined_by(DimOp) is not None
    assert s.names == ["arith.constant", "tensor.dim"]


def test_sizes_are_those_that_the_value_was_made_with() -> None:
    s = Scene()
    empty = s.b.insert(EmptyOp.of([2, s.n], f32))
    updated = s.b.insert(InsertSliceOp.of(s.tensor, empty.result, [0, 0], [2, s.n]))
    before = s.names
    assert sizes_of(s.b, updated.result) == [2, s.n]
    assert size_of(s.b, updated.result, 1) is s.n
    assert s.names == before


def test_index_arithmetic_computes_what_is_known() -> None:
    s = Scene()
    n = s.n
    assert add_indices(s.b, 2, 3) == 5
    assert add_indices(s.b, n, 0) is n
    assert subtract_indices(s.b, n, 0) is n
    assert multiply_indices(s.b, 1, n) is n
    assert s.names == []
    total, product = add_indices(s.b, n, 2), multiply_indices(s.b, n, n)
    assert isinstance(total, Value)
    assert isinstance(product, Value)
    assert total.defined_by(AddIOp) is not None
    assert product.defined_by(MulIOp) is not None
    constant = s.b.insert(ConstantOp.integer(3, index)).result
    assert multiply_indices(s.b, constant, 4) == 12


@pytest.mark.parametrize(
    ("sizes", "part", "kept"),
    [
        ((1, 4, 1), (4,), [1]),
        ((1, 1, 4), (1, 4), [0, 2]),
        ((DYNAMIC, 1, 3), (DYNAMIC, 3), [0, 2]),
        ((1, 1), (), []),
        ((2, 3), (2, 3), [0, 1]),
    ],
)
def test_kept_dims(sizes: tuple[int, ...], part: tuple[int, ...], kept: list[int]) -> None:
    assert kept_dims(sizes, part) == kept


def test_extraction_looks_past_few_insertions_only() -> None:
    """A chain of insertions that is read at each link must not take time by its square."""
    count = 300
    lines = ["%e = tensor.empty() : tensor<1000xf32>", "%last = arith.constant 999 : index"]
    previous = "%e"
    for number in range(count):
        lines += [
            f"%c{number} = arith.constant {number} : index",
            f"%t{number} = tensor.insert %x into {previous}[%c{number}] : tensor<1000xf32>",
        ]
        previous = f"%t{number}"
    body = "\n".join(lines)
    text = f"""func.func @f(%x: f32) -> (f32, f32) {{
      {body}
      %near = tensor.extract {previous}[%c290] : tensor<1000xf32>
      %far = tensor.extract {previous}[%last] : tensor<1000xf32>
      return %near, %far : f32, f32
    }}"""
    module, context = read(text)
    assert parse_pipeline("builtin.module(canonicalize)").run(module, context, RunSettings())
    printed = print_ir(module)
    assert "return %x, %far" in printed
    assert printed.count("tensor.insert") == count
