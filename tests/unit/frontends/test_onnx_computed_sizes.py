"""ONNX models whose sizes the running program computes: one program for all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

import dlc

onnx: Any = pytest.importorskip("onnx", reason="the extra 'onnx' is not installed")

from onnx import parser as onnx_parser  # noqa: E402

from dlc.frontends.onnx import import_model  # noqa: E402
from dlc.parser.print import print_ir  # noqa: E402


def model_of(graph: str, opset: int = 18) -> Any:
    return onnx_parser.parse_model(f'<ir_version: 8, opset_import: ["" : {opset}]>\n{graph}')


def whole(graph: str, opset: int = 18) -> Any:
    """The program of a model that is one module."""
    return dlc.compile(import_model(model_of(graph, opset)), level=0, threads=1, remarks=False)


def array(*shape: int) -> Any:
    return np.random.default_rng(0).standard_normal(shape).astype(np.float32)


# -- Sizes that follow from comparisons --------------------------------------------------------------------------------

EXPAND_KEEPING = """
expand (float[1, n] x, float[b, s, n] like) => (float[b, s, n] y) <int64[1] minus = {-1}> {
  shape = Shape <start = 0, end = 2> (like)
  sizes = Concat <axis = 0> (shape, minus)
  three = Shape(sizes)
  ones = ConstantOfShape <value = int64[1] {1}> (three)
  negative = Neg(ones)
  is_kept = Equal(sizes, negative)
  wanted = Where(is_kept, ones, sizes)
  y = Expand(x, wanted)
}
"""


def test_minus_one_among_the_sizes_of_an_expansion_is_told_from_sizes_with_names() -> None:
    """PyTorch's exporter writes `x.expand(b, s, -1)` so; no size is -1 but the one that is."""
    text = print_ir(import_model(model_of(EXPAND_KEEPING)))
    assert 'tensor<?x?x?xf32, #graph.dims<b, s, n>> {dlc.name = "y"}' in text


def test_stacks_of_matrices_are_broadcast_by_sizes_that_are_compared_when_running() -> None:
    program = whole("stacks (float[a, n, 4] x, float[b, 4, k] w) => (float[c, n, k] y) { y = MatMul(x, w) }")
    for left, right in ((2, 1), (1, 3), (2, 2), (0, 1)):
        x, w = array(left, 3, 4), array(right, 4, 5)
        np.testing.assert_allclose(program(x, w), x @ w, rtol=1e-4, atol=1e-5)


# -- Slices ------------------------------------------------------------------------------------------------------------

SLICE = """
cut (float[n, 2] x, int64[1] start, int64[1] end) => (float[m, 2] y) <int64[1] axis = {{0}}, int64[1] step = {{{}}}> {{
  y = Slice(x, start, end, axis, step)
}}
"""


@pytest.mark.parametrize("step", [1, 2, -1, -2])
def test_bounds_of_slices_may_be_arguments(step: int) -> None:
    program = whole(SLICE.format(step))
    for count in (0, 1, 6):
        x = array(count, 2)
        for start, end in ((0, 3), (2, 100), (-3, -1), (4, 1), (-100, 100), (100, -100), (-1, 0)):
            bounds = (np.array([each], np.int64) for each in (start, end))
            np.testing.assert_array_equal(program(x, *bounds), x[start:end:step])


def test_a_slice_from_the_end_by_a_size_with_a_name() -> None:
    program = whole("""
    last (float[n] x, float[s] like) => (float[m] y) <int64[1] far = {9223372036854775807}> {
      size = Shape(like)
      start = Neg(size)
      y = Slice(x, start, far)
    }
    """)
    x = array(7)
    for count in (0, 3, 9):  # -0 is 0
        np.testing.assert_array_equal(program(x, array(count)), x[-count:])


def test_slices_in_a_loop_end_where_the_tensor_does() -> None:
    program = whole("""
    sums (float[n] x, int64 count) => (float[1] y) <bool yes = {1}, float[1] zero = {0}> {
      y = Loop(count, yes, zero) <body = b (int64 i, bool go, float[1] sum) => (bool goes, float[1] next) {
        goes = Identity(go)
        axis = Constant <value_ints = [0]> ()
        three = Constant <value_ints = [3]> ()
        start = Unsqueeze(i, axis)
        end = Add(start, three)
        part = Slice(x, start, end)
        total = ReduceSum(part, axis)
        next = Add(sum, total)
      }>
    }
    """)
    for size in (2, 5):
        x = array(size)
        wanted = sum(x[i : i + 3].sum() for i in range(4))
        np.testing.assert_allclose(program(x, np.array(4)), [wanted], rtol=1e-5)


def test_equal_parts_of_a_size_with_a_name() -> None:
    halves = "halves (float[2, n] x) => (float[2, p] y, float[2, q] z) { y, z = Split <axis = 1, num_outputs = 2> (x) }"
    program = whole(halves)
    for size in (1, 4, 5):
        x = array(2, size)
        for part, wanted in zip(program(x), np.split(x, [-(-size // 2)], 1), strict=True):
            np.testing.assert_array_equal(part, wanted)


# -- Ranges and repetitions --------------------------------------------------------------------------------------------


def numbers(values: Sequence[float], kind: Any) -> list[Any]:
    return [np.array(each, kind) for each in values]


def test_ranges_between_numbers_that_are_computed() -> None:
    program = whole("range (int64 a, int64 b, int64 c) => (int64[n] y) { y = Range(a, b, c) }")
    for bounds in ((0, 5, 1), (3, 10, 2), (10, 3, -3), (5, 5, 1), (5, 1, 1)):
        np.testing.assert_array_equal(program(*numbers(bounds, np.int64)), np.arange(*bounds))
    with pytest.raises(dlc.ProgramFailed, match="the step of a range must not be 0"):
        program(*numbers((0, 5, 0), np.int64))
    with pytest.raises(dlc.ProgramFailed, match="a range must have at most 16777216 numbers"):
        program(*numbers((0, 1 << 40, 1), np.int64))


def test_ranges_of_floats_have_as_many_numbers_as_fit() -> None:
    program = whole("range (float a, float b, float c) => (float[n] y) { y = Range(a, b, c) }")
    for bounds in ((0, 1, 0.3), (1, 0, -0.1)):
        np.testing.assert_allclose(program(*numbers(bounds, np.float32)), np.arange(*bounds), rtol=1e-5, atol=1e-6)


def test_a_range_that_continues_a_cache_has_sizes_with_names() -> None:
    graph = """
    positions (float[p, 2] past, float[s, 2] x) => (int64[s] y) <int64 first = {0}, int64 one = {1}> {
      before = Shape <start = 0, end = 1> (past)
      more = Shape <start = 0, end = 1> (x)
      behind = Add(before, more)
      start = Squeeze(before)
      end = Squeeze(behind)
      y = Range(start, end, one)
    }
    """
    assert 'tensor<?xi64, #graph.dims<s>> {dlc.name = "y"}' in print_ir(import_model(model_of(graph)))
    program = whole(graph)
    for past, more in ((0, 3), (4, 1)):
        np.testing.assert_array_equal(program(array(past, 2), array(more, 2)), np.arange(past, past + more))


def test_tensors_are_repeated_as_often_as_an_argument_says() -> None:
    program = whole("tile (float[n, 2] x, int64[2] repeats) => (float[m, k] y) { y = Tile(x, repeats) }")
    for repeats in ((2, 3), (1, 1), (0, 2)):
        x = array(3, 2)
        np.testing.assert_array_equal(program(x, np.array(repeats)), np.tile(x, repeats))


# -- Resizing, padding and parts ---------------------------------------------------------------------------------------


def test_resizing_to_sizes_of_another_tensor() -> None:
    graph = """
    resize (float[1, 1, h, w] x, float[1, 1, p, q] like) => (float[1, 1, p, q] y) {
      sizes = Shape(like)
      y = Resize <mode = "nearest", coordinate_transformation_mode = "asymmetric", nearest_mode = "floor">
        (x, , , sizes)
    }
    """
    assert 'tensor<1x1x?x?xf32, #graph.dims<p, q>> {dlc.name = "y"}' in print_ir(import_model(model_of(graph)))
    program = whole(graph)
    for height, width in ((4, 6), (2, 3), (1, 12)):
        rows, columns = (np.arange(new) * old // new for new, old in ((height, 2), (width, 3)))
        x = array(1, 1, 2, 3)
        np.testing.assert_array_equal(program(x, array(1, 1, height, width)), x[:, :, rows][:, :, :, columns])


RESIZED_IN_A_LOOP = """
resize (float[2, n] x, int64[k, 1] sizes, int64 count) => (float[k, 1] y) <bool yes = {{1}}, int64[1] two = {{2}}> {{
  y = Loop(count, yes) <body = b (int64 i, bool go) => (bool goes, float[1] last) {{
    goes = Identity(go)
    size = Gather <axis = 0> (sizes, i)
    both = Concat <axis = 0> (two, size)
    resized = Resize <mode = "linear", coordinate_transformation_mode = "{}"> (x, , , both)
    axes = Constant <value_ints = [0, 1]> ()
    total = ReduceMax <keepdims = 0> (resized, axes)
    axis = Constant <value_ints = [0]> ()
    last = Unsqueeze(total, axis)
  }}>
}}
"""


@pytest.mark.parametrize("coordinates", ["half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric"])
def test_resizing_in_a_loop_to_other_sizes_each_time(coordinates: str) -> None:
    program = whole(RESIZED_IN_A_LOOP.format(coordinates))
    x, sizes = array(2, 5), np.array([[3], [1], [8]])
    wanted = [_resized(x, int(size), coordinates).max() for [size] in sizes]
    np.testing.assert_allclose(program(x, sizes, np.array(3))[:, 0], wanted, rtol=1e-5)


def _resized(x: Any, size: int, coordinates: str) -> Any:
    resize = f'g (float[2, 5] x) => (float[2, m] y) <int64[2] sizes = {{2, {size}}}> {{ y = Resize <mode = "linear",'
    resize += f' coordinate_transformation_mode = "{coordinates}"> (x, , , sizes) }}'
    return whole(resize)(x)


def test_padding_that_is_an_argument_may_be_negative() -> None:
    program = whole("pad (float[n, 2] x, int64[4] p) => (float[m, k] y) { y = Pad(x, p) }")
    x = array(3, 2)
    np.testing.assert_array_equal(program(x, np.array([1, 0, 2, 1])), np.pad(x, ((1, 2), (0, 1))))
    np.testing.assert_array_equal(program(x, np.array([-1, 0, 0, 1])), np.pad(x[1:], ((0, 0), (0, 1))))


def test_padding_in_the_order_of_pytorch() -> None:
    """Pairs from the last dimension on, reversed and transposed."""
    graph = """
    pad (float[n, 2] x, float[k] like) => (float[m, 2] y) <int64[2] none = {0, 0}, int64[2] pairs = {-1, 2},
    int64[1] axis = {0}, int64[1] first = {-1}, int64[1] last = {-9223372036854775807}, int64[1] minus = {-1}> {
      size = Shape(like)
      zero = Sub(size, size)
      given = Concat <axis = 0> (none, zero, size)
      rows = Reshape(given, pairs)
      backward = Slice(rows, first, last, axis, minus)
      turned = Transpose <perm = [1, 0]> (backward)
      pads = Reshape(turned, minus)
      y = Pad(x, pads)
    }
    """
    assert 'tensor<?x2xf32, #graph.dims<k + n>> {dlc.name = "y"}' in print_ir(import_model(model_of(graph)))
    x = array(3, 2)
    np.testing.assert_array_equal(whole(graph)(x, array(4)), np.pad(x, ((0, 4), (0, 0))))


def test_lengths_of_parts_may_be_arguments() -> None:
    program = whole("split (float[6] x, int64[2] n) => (float[a] y, float[b] z) { y, z = Split(x, n) }")
    x = array(6)
    for first in (2, 6):
        for part, wanted in zip(program(x, np.array([first, 6 - first])), np.split(x, [first]), strict=True):
            np.testing.assert_array_equal(part, wanted)


def test_updates_whose_sizes_are_compared_when_running_are_scattered() -> None:
    program = whole("put (float[n, 3] x, int64[k, 1] i, float[m, 3] u) => (float[n, 3] y) { y = ScatterND(x, i, u) }")
    x, updates = array(4, 3), -array(2, 3)
    wanted = x.copy()
    wanted[[1, 3]] = updates
    np.testing.assert_array_equal(program(x, np.array([[1], [3]]), updates), wanted)


def test_grids_of_images_whose_sizes_are_arguments() -> None:
    """The function of the standard removes all dimensions of size 1, also that of a batch of one."""
    grid = "y = AffineGrid <align_corners = 1> (m, size)"
    program = whole(f"g (float[n, 2, 3] m, int64[4] size) => (float[n, h, w, 2] y) {{ {grid} }}", opset=20)
    for batch, height, width in ((1, 4, 5), (2, 3, 2)):
        matrices = array(batch, 2, 3)
        y, x = np.meshgrid(np.linspace(-1, 1, height), np.linspace(-1, 1, width), indexing="ij")
        wanted = np.einsum("nik,hwk->nhwi", matrices, np.stack([x, y, np.ones_like(x)], -1))
        grid = program(matrices, np.array([batch, 1, height, width]))
        np.testing.assert_allclose(grid, wanted, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("mode", ["avg", "max"])
def test_bins_have_as_many_samples_as_their_region_is_large(mode: str) -> None:
    def align(ratio: int) -> Any:
        attributes = f'mode = "{mode}", output_height = 2, output_width = 2, sampling_ratio = {ratio}'
        return whole(f"""
        align (float[1, 2, 9, 9] x, float[k, 4] regions, int64[k] images) => (float[k, 2, 2, 2] y) {{
          y = RoiAlign <{attributes}> (x, regions, images)
        }}
        """)

    regions = np.array([[0, 1, 2, 3], [1, 1, 5, 5], [0, 0, 6, 6]], np.float32)
    x, images = array(1, 2, 9, 9), np.zeros(3, np.int64)
    wanted = [align(1 + number)(x, regions[number : number + 1], images[:1])[0] for number in range(3)]
    program = align(0)
    np.testing.assert_allclose(program(x, regions, images), wanted, rtol=1e-4, atol=1e-5)
    assert program(x, regions[:0], images[:0]).shape == (0, 2, 2, 2)
    with pytest.raises(dlc.ProgramFailed, match="a bin must have at most 4096 samples"):
        program(x, regions * 10000, images)
