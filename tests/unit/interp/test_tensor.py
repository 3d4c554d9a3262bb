"""The meaning of `tensor`'s ops: against numpy, and what is undefined."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from dlc.interp.errors import InterpreterError
from dlc.interp.interpreter import Interpreter
from support.pass_testing import read

GRID = np.arange(24, dtype=np.int32).reshape(4, 6)
LINE = np.arange(10, dtype=np.int32)


def run(signature: str, body: str, *args: Any) -> list[Any]:
    """The results of a function with this signature and body."""
    module, _ = read(f"func.func @f{signature} {{\n{body}\n}}")
    return Interpreter(module).run("f", *args)


def unary(op: str, source: Any, *indices: int) -> Any:
    """The result of an op on `%t`, whose type stands behind the op's last colon or arrow, with indices %i, %j."""
    text, _, type = op.rpartition(" => ")
    names = "".join(f", %{name}: index" for name, _ in zip("ijk", indices, strict=False))
    spelled = text.partition(" : ")[2]
    source_type = spelled[spelled.index("tensor<") : spelled.index(">") + 1]
    return run(f"(%t: {source_type}{names}) -> {type}", f"%r = {text}\nreturn %r : {type}", source, *indices)[0]


# -- Slices ----------------------------------------------------------------------------------------------------------


def test_extract_slice() -> None:
    op = "tensor.extract_slice %t[%i, 1] [2, %j] [2, 2] : tensor<4x6xi32> to tensor<2x?xi32> => tensor<2x?xi32>"
    np.testing.assert_array_equal(unary(op, GRID, 1, 3), GRID[1::2, 1:6:2])


def test_extract_slice_backwards() -> None:
    op = "tensor.extract_slice %t[9] [4] [-3] : tensor<10xi32> to tensor<4xi32> => tensor<4xi32>"
    np.testing.assert_array_equal(unary(op, LINE), LINE[9::-3])


def test_extract_slice_leaves_dimensions_out() -> None:
    op = "tensor.extract_slice %t[2, 0] [1, 6] [1, 1] : tensor<4x6xi32> to tensor<6xi32> => tensor<6xi32>"
    np.testing.assert_array_equal(unary(op, GRID), GRID[2])


@pytest.mark.parametrize(("offset", "size"), [(8, 3), (-1, 2), (10, 1), (0, -1)])
def test_extract_slice_outside_is_an_error(offset: int, size: int) -> None:
    op = "tensor.extract_slice %t[%i] [%j] [1] : tensor<10xi32> to tensor<?xi32> => tensor<?xi32>"
    with pytest.raises(InterpreterError, match=r"'tensor\.extract_slice'.* takes .* elements from"):
        unary(op, LINE, offset, size)


def test_extract_slice_of_nothing_may_begin_anywhere() -> None:
    op = "tensor.extract_slice %t[%i] [%j] [1] : tensor<10xi32> to tensor<?xi32> => tensor<?xi32>"
    assert unary(op, LINE, 10, 0).shape == (0,)


def test_slices_without_dimensions() -> None:
    body = """%p = tensor.extract_slice %t[] [] [] : tensor<i32> to tensor<i32>
    %r = tensor.insert_slice %s into %p[] [] [] : tensor<i32> into tensor<i32>
    return %p, %r : tensor<i32>, tensor<i32>"""
    arrays = np.array(5, np.int32), np.array(7, np.int32)
    assert [
        each.item() for each in run("(%s: tensor<i32>, %t: tensor<i32>) -> (tensor<i32>, tensor<i32>)", body, *arrays)
    ] == [7, 5]


def test_insert_slice() -> None:
    part = np.array([100, 101], np.int32)
    body = """%r = tensor.insert_slice %s into %t[1, %i] [1, 2] [1, 3] : tensor<2xi32> into tensor<4x6xi32>
    return %r : tensor<4x6xi32>"""
    [actual] = run("(%s: tensor<2xi32>, %t: tensor<4x6xi32>, %i: index) -> tensor<4x6xi32>", body, part, GRID, 2)
    expected = GRID.copy()
    expected[1, 2::3] = part
    np.testing.assert_array_equal(actual, expected)


def test_insert_slice_of_other_sizes_is_an_error() -> None:
    body = """%r = tensor.insert_slice %s into %t[0] [%i] [1] : tensor<?xi32> into tensor<10xi32>
    return %r : tensor<10xi32>"""
    with pytest.raises(InterpreterError, match=r"puts sizes \[10\] where there are \[3\]"):
        run("(%s: tensor<?xi32>, %t: tensor<10xi32>, %i: index) -> tensor<10xi32>", body, LINE, LINE, 3)


# -- Elements and what is not written --------------------------------------------------------------------------------


@pytest.mark.parametrize("place", [10, -1])
@pytest.mark.parametrize("op", ["tensor.extract %t[%i]", "tensor.insert %x into %t[%i]"])
def test_elements_outside_are_errors(op: str, place: int) -> None:
    result = "i32" if "extract" in op else "tensor<10xi32>"
    signature = f"(%t: tensor<10xi32>, %x: i32, %i: index) -> {result}"
    with pytest.raises(InterpreterError, match=r"is out of bounds: \[-?\d+\] in a tensor of sizes \[10\]"):
        run(signature, f"%r = {op} : tensor<10xi32>\nreturn %r : {result}", LINE, 5, place)


def test_contents_of_empty_may_be_carried_but_not_depended_on() -> None:
    body = """%e = tensor.empty() : tensor<4xindex>
    %c0 = arith.constant 0 : index
    %r = tensor.insert %i into %e[%c0] : tensor<4xindex>
    %x = tensor.extract %r[{0}] : tensor<4xindex>
    %y = tensor.extract %t[%x] : tensor<10xi32>
    return %y : i32"""
    signature = "(%t: tensor<10xi32>, %i: index) -> i32"
    assert run(signature, body.format("%c0"), LINE, 7) == [7]
    with pytest.raises(InterpreterError, match="depends on poison"):
        run(signature, "%c1 = arith.constant 1 : index\n" + body.format("%c1"), LINE, 7)


def test_poison_tensor_is_an_error_where_it_is_looked_at() -> None:
    body = """%p = ub.poison : tensor<?xi32>
    %d = tensor.dim %p, %i : tensor<?xi32>
    return %d : index"""
    with pytest.raises(InterpreterError, match=r"'tensor\.dim'.* depends on poison: a tensor"):
        run("(%i: index) -> index", body, 0)


@pytest.mark.parametrize("dim", [2, -1])
def test_dim_that_is_not_there_is_an_error(dim: int) -> None:
    with pytest.raises(InterpreterError, match=f"asks for size {dim} of a tensor of rank 2"):
        unary("tensor.dim %t, %i : tensor<4x6xi32> => index", GRID, dim)


def test_dim_and_rank_of_unranked() -> None:
    assert unary("tensor.dim %t, %i : tensor<*xi32> => index", GRID, 1) == 6
    assert unary("tensor.rank %t : tensor<*xi32> => index", GRID) == 2


@pytest.mark.parametrize("sizes", [(-1, 2), (1 << 40, 1 << 40)])
@pytest.mark.parametrize("op", ["tensor.empty(%i, %j)", "tensor.splat %x[%i, %j]"])
def test_tensors_of_impossible_sizes_are_errors(op: str, sizes: tuple[int, int]) -> None:
    body = f"%r = {op} : tensor<?x?xi32>\nreturn"
    with pytest.raises(InterpreterError, match="makes a tensor of"):
        run("(%x: i32, %i: index, %j: index)", body, 1, *sizes)


def test_cast_checks_what_it_promises() -> None:
    op = "tensor.cast %t : tensor<?xi32> to tensor<10xi32> => tensor<10xi32>"
    np.testing.assert_array_equal(unary(op, LINE), LINE)
    with pytest.raises(InterpreterError, match=r"a tensor of sizes \[3\] is not a 'tensor<10xi32>'"):
        unary(op, LINE[:3])


def test_bitcast_keeps_bits() -> None:
    floats = np.array([1.5, -0.0], np.float32)
    cast = unary("tensor.bitcast %t : tensor<2xf32> to tensor<2xi32> => tensor<2xi32>", floats)
    np.testing.assert_array_equal(cast, floats.view(np.int32))


def test_generate() -> None:
    body = """%r = tensor.generate %i {
    ^bb0(%a: index, %b: index):
      %x = arith.muli %a, %b : index
      tensor.yield %x : index
    } : tensor<?x3xindex>
    return %r : tensor<?x3xindex>"""
    [table] = run("(%i: index) -> tensor<?x3xindex>", body, 2)
    np.testing.assert_array_equal(table, np.multiply.outer(np.arange(2), np.arange(3)))


# -- Shapes ----------------------------------------------------------------------------------------------------------


def test_expand_and_collapse() -> None:
    text = "tensor.expand_shape %t [[0, 1], [2]] output_shape [2, %i, 6]"
    op = f"{text} : tensor<?x6xi32> into tensor<2x?x6xi32> => tensor<2x?x6xi32>"
    np.testing.assert_array_equal(unary(op, GRID, 2), GRID.reshape(2, 2, 6))
    with pytest.raises(InterpreterError, match=r"sees 4 elements as \[2, 3\]"):
        unary(op, GRID, 3)
    op = "tensor.collapse_shape %t [[0, 1]] : tensor<4x6xi32> into tensor<24xi32> => tensor<24xi32>"
    np.testing.assert_array_equal(unary(op, GRID), GRID.ravel())


def test_reshape() -> None:
    body = """%r = tensor.reshape %t(%s) : (tensor<4x6xi32>, tensor<2xi16>) -> tensor<?x?xi32>
    return %r : tensor<?x?xi32>"""
    signature = "(%t: tensor<4x6xi32>, %s: tensor<2xi16>) -> tensor<?x?xi32>"
    [reshaped] = run(signature, body, GRID, np.array([3, 8], np.int16))
    np.testing.assert_array_equal(reshaped, GRID.reshape(3, 8))
    for sizes, message in (([3, 7], "sees sizes"), ([-3, -8], "negative size: -3")):
        with pytest.raises(InterpreterError, match=message):
            run(signature, body, GRID, np.array(sizes, np.int16))


# -- Padding, joining, gathering, packing ----------------------------------------------------------------------------


def test_pad_gives_the_region_the_place_in_the_result() -> None:
    body = """%r = tensor.pad %t low[1, 0] high[0, %i] {
    ^bb0(%a: index, %b: index):
      %c10 = arith.constant 10 : index
      %x = arith.muli %a, %c10 : index
      %y = arith.addi %x, %b : index
      %z = arith.index_cast %y : index to i32
      tensor.yield %z : i32
    } : tensor<4x6xi32> to tensor<5x?xi32>
    return %r : tensor<5x?xi32>"""
    signature = "(%t: tensor<4x6xi32>, %i: index) -> tensor<5x?xi32>"
    [actual] = run(signature, body, GRID, 2)
    expected = np.add.outer(np.arange(5) * 10, np.arange(8))
    expected[1:, :6] = GRID
    np.testing.assert_array_equal(actual, expected)
    with pytest.raises(InterpreterError, match="pads by negative sizes"):
        run(signature, body, GRID, -2)


def test_pad_with_one_value() -> None:
    body = """%r = tensor.pad %t low[1, 0] high[0, %i] {
    ^bb0(%a: index, %b: index):
      tensor.yield %x : i32
    } : tensor<4x6xi32> to tensor<5x?xi32>
    return %r : tensor<5x?xi32>"""
    [padded] = run("(%t: tensor<4x6xi32>, %i: index, %x: i32) -> tensor<5x?xi32>", body, GRID, 2, -7)
    np.testing.assert_array_equal(padded, np.pad(GRID, ((1, 0), (0, 2)), constant_values=-7))


def test_pad_of_rank_0() -> None:
    body = """%r = tensor.pad %t low[] high[] {
      tensor.yield %x : i32
    } : tensor<i32> to tensor<i32>
    return %r : tensor<i32>"""
    [result] = run("(%t: tensor<i32>, %x: i32) -> tensor<i32>", body, np.array(5, np.int32), -7)
    assert result.tolist() == 5


def test_concat() -> None:
    body = """%r = tensor.concat dim(1) %a, %b : (tensor<?x?xi32>, tensor<4x6xi32>) -> tensor<4x?xi32>
    return %r : tensor<4x?xi32>"""
    signature = "(%a: tensor<?x?xi32>, %b: tensor<4x6xi32>) -> tensor<4x?xi32>"
    np.testing.assert_array_equal(run(signature, body, GRID[:, :2], GRID)[0], np.concatenate([GRID[:, :2], GRID], 1))
    with pytest.raises(InterpreterError, match="together along 1"):
        run(signature, body, GRID[:3], GRID)


CUBE = np.arange(60, dtype=np.int32).reshape(3, 4, 5)
PLACES = np.array([[0, 4], [2, 1], [0, 0]])


def test_gather_keeps_gathered_dimensions_as_ones() -> None:
    full = "tensor<3x1x4x1xi32>"
    body = f"""%r = tensor.gather %t[%p] gather_dims([0, 2]) : (tensor<3x4x5xi32>, tensor<3x2xindex>) -> {full}
    return %r : {full}"""
    [gathered] = run(f"(%t: tensor<3x4x5xi32>, %p: tensor<3x2xindex>) -> {full}", body, CUBE, PLACES)
    np.testing.assert_array_equal(gathered, CUBE[PLACES[:, 0], :, PLACES[:, 1]].reshape(3, 1, 4, 1))


def test_gather_of_signed_indices_outside_is_an_error() -> None:
    body = """%r = tensor.gather %t[%p] gather_dims([0]) : (tensor<10xi32>, tensor<2x1xi8>) -> tensor<2xi32>
    return %r : tensor<2xi32>"""
    signature = "(%t: tensor<10xi32>, %p: tensor<2x1xi8>) -> tensor<2xi32>"
    np.testing.assert_array_equal(run(signature, body, LINE, np.array([[9], [3]], np.int8))[0], [9, 3])
    for wrong in (-1, 10):
        with pytest.raises(InterpreterError, match=f"index {wrong} into 10 elements"):
            run(signature, body, LINE, np.array([[0], [wrong]], np.int8))


def test_scatter() -> None:
    types = "tensor<3x4xi32>, tensor<3x4x5xi32>, tensor<3x2xindex>"
    body = f"""%r = tensor.scatter %s into %t[%p] scatter_dims([0, 2]) unique : ({types}) -> tensor<3x4x5xi32>
    return %r : tensor<3x4x5xi32>"""
    signature = "(%s: tensor<3x4xi32>, %t: tensor<3x4x5xi32>, %p: tensor<3x2xindex>) -> tensor<3x4x5xi32>"
    slices = -np.arange(1, 13, dtype=np.int32).reshape(3, 4)
    expected = CUBE.copy()
    expected[PLACES[:, 0], :, PLACES[:, 1]] = slices
    np.testing.assert_array_equal(run(signature, body, slices, CUBE, PLACES)[0], expected)
    with pytest.raises(InterpreterError, match=r"puts two slices at \[0, 4\]"):
        run(signature, body, slices, CUBE, PLACES[[0, 1, 0]])


def packing(op: str, source: Any, dest: str, source_type: str) -> Any:
    body = f"""%d = tensor.empty() : {dest}
    %r = tensor.{op} into %d : {source_type} -> {dest}
    return %r : {dest}"""
    return run(f"(%t: {source_type}, %x: i32) -> {dest}", body, source, -1)[0]


def test_pack_and_unpack() -> None:
    tiles = "outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [4, 3]"
    packed = packing(f"pack %t padding_value(%x : i32) {tiles}", GRID, "tensor<2x2x4x3xi32>", "tensor<4x6xi32>")
    padded = np.full((6, 8), -1, np.int32)
    padded[:4, :6] = GRID
    expected = padded.reshape(2, 3, 2, 4).transpose(2, 0, 3, 1)
    np.testing.assert_array_equal(packed, expected)
    unpacked = packing(f"unpack %t {tiles}", packed, "tensor<4x6xi32>", "tensor<2x2x4x3xi32>")
    np.testing.assert_array_equal(unpacked, GRID)


def test_pack_without_padding_needs_full_tiles() -> None:
    op = "pack %t inner_dims_pos = [0] inner_tiles = [4]"
    assert packing(op, LINE[:8], "tensor<2x4xi32>", "tensor<?xi32>").tolist() == [[0, 1, 2, 3], [4, 5, 6, 7]]
    with pytest.raises(InterpreterError, match="has no padding"):
        packing(op, LINE[:7], "tensor<2x4xi32>", "tensor<?xi32>")
    with pytest.raises(InterpreterError, match=r"packs into sizes \[3, 4\]"):
        packing(op, LINE, "tensor<2x4xi32>", "tensor<?xi32>")
