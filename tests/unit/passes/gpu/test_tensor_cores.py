"""Contractions on tensor cores, from graphs: what the interpreter computes with warps and barriers, against f64."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

import ml_dtypes
import numpy as np
import pytest

import dlc
from dlc.interp.errors import InterpreterError
from dlc.ir.builtin_types import bf16, f16, f32, i8
from dlc.passes.gpu.matrix_units import matrix_unit_of, unit_for
from dlc.passes.graph_to_tensor.attention_tiles import ELEMENTS
from dlc.passes.loops.schedules.cost_model import tensor_core_contractions
from dlc.passes.loops.schedules.gpu_architecture import attention_form
from dlc.passes.loops.schedules.gpu_machine import AMD_ARCHITECTURES, ARCHITECTURES
from dlc.passes.pipelines import GPU, MEMORY, TENSOR, gpu_machine_options, pipeline_text

if TYPE_CHECKING:
    from dlc.passes.graph_to_tensor.lowering import AttentionForm

NUMPY = {
    "f16": np.float16,
    "bf16": ml_dtypes.bfloat16,
    "f32": np.float32,
    "f64": np.float64,
    "i8": np.int8,
    "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E5M2": ml_dtypes.float8_e5m2,
}
PRODUCTS = {
    "sm_70": "nvgpu.mma.quad_pairs",
    "sm_90a": "nvgpu.warpgroup.mma_async",
    **dict.fromkeys(("gfx908", "gfx90a", "gfx942"), "amdgpu.mfma"),
    **dict.fromkeys(("gfx1100", "gfx1201"), "amdgpu.wmma"),
}
"""The ops that multiply matrices where `nvgpu.mma.sync` does not."""
RANDOM = np.random.default_rng(0)


def lowered(source: str, tf32: bool = False, arch: str = "sm_80") -> Any:
    """Return a module of launches, before kernels become PTX."""
    module = dlc.parse(source)
    dlc.run_pipeline(module, pipeline_text((TENSOR, MEMORY, GPU), gpu_machine_options(arch, tf32=tf32)))
    dlc.verify(module)
    return module


def drawn(shape: tuple[int, ...], element: str) -> Any:
    values = RANDOM.standard_normal(shape) * (20 if element == "i8" else 1)
    return values.astype(NUMPY[element])


def tensor(shape: tuple[int, ...], element: str) -> str:
    return f"tensor<{'x'.join(map(str, shape))}x{element}>"


def check(
    source: str, arguments: list[Any], expected: Any, tolerance: float, tf32: bool = False, arch: str = "sm_80"
) -> str:
    """Compare a result with what is expected, and return the text of the kernels."""
    text, error = error_of(source, arguments, expected, tf32, arch)
    assert error <= tolerance
    return text


def error_of(
    source: str, arguments: list[Any], expected: Any, tf32: bool, arch: str, by: str = ""
) -> tuple[str, float]:
    """Return the text of the kernels, and the largest error of a result as a share of the largest element."""
    module = lowered(source, tf32, arch)
    text = f"{module}"
    assert (by or PRODUCTS.get(arch, "nvgpu.mma.sync")) in text
    [result] = np.atleast_1d(dlc.Interpreter(module).run("f", *arguments))[None]
    return text, float(np.abs(result - expected).max() / np.abs(expected).max())


def contraction(
    left: tuple[int, ...], right: tuple[int, ...], dims: str, subscripts: str, element: str
) -> tuple[str, list[Any], Any]:
    """Return a program that multiplies two matrices, its arguments, and what it returns."""
    arguments = [drawn(left, element), drawn(right, element)]
    expected = np.einsum(subscripts, *(each.astype(np.float64) for each in arguments))
    a, b = tensor(left, element), tensor(right, element)
    c = tensor(expected.shape, "i32" if element == "i8" else element)
    source = f"""func.func @f(%a: {a}, %b: {b}) -> {c} {{
      %0 = graph.contract %a, %b, batch = {dims} : {a}, {b} -> {c}
      return %0 : {c}
    }}"""
    return source, arguments, expected


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("left", "right", "dims", "subscripts", "element", "tolerance"),
    [
        ((20, 35), (35, 27), "[] x [], contracting = [1] x [0]", "ik,kj->ij", "f16", 1e-3),
        ((18, 72), (72, 24), "[] x [], contracting = [1] x [0]", "ik,kj->ij", "f16", 1e-3),
        ((32, 24), (16, 32), "[] x [], contracting = [0] x [1]", "ki,jk->ij", "f16", 1e-3),
        ((2, 16, 16), (2, 16, 16), "[0] x [0], contracting = [2] x [2]", "bik,bjk->bij", "f16", 1e-3),
        ((18, 21), (21, 16), "[] x [], contracting = [1] x [0]", "ik,kj->ij", "f32", 3e-3),
        ((48, 20), (48, 36), "[] x [], contracting = [0] x [0]", "ki,kj->ij", "f32", 3e-3),
        ((16, 40), (40, 16), "[] x [], contracting = [1] x [0]", "ik,kj->ij", "i8", 0),
    ],
    ids=["odd sizes", "pipelined", "transposed", "batch", "tf32", "tf32 across", "i8"],
)
def test_contraction(
    left: tuple[int, ...], right: tuple[int, ...], dims: str, subscripts: str, element: str, tolerance: float
) -> None:
    source, arguments, expected = contraction(left, right, dims, subscripts, element)
    check(source, arguments, expected, tolerance, tf32=element == "f32")


F8 = [
    ("sm_89", (17, 40), "f8E4M3FN", (16, 40), "f8E5M2", "nvgpu.mma.sync"),
    ("sm_90a", (64, 256), "f8E5M2", (64, 256), "f8E4M3FN", "nvgpu.warpgroup.mma_async"),
]


def products_of_f8(
    left: tuple[int, int], first: str, right: tuple[int, int], second: str
) -> tuple[str, list[Any], Any]:
    """Return a program that multiplies rows of two matrices, its arguments, and what it returns."""
    arguments = [drawn(left, first), drawn(right, second)]
    a, b, c = tensor(left, first), tensor(right, second), tensor((left[0], right[0]), "f32")
    source = f"""func.func @f(%a: {a}, %b: {b}) -> {c} {{
      %0 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [1] : {a}, {b} -> {c}
      return %0 : {c}
    }}"""
    return source, arguments, arguments[0].astype(np.float64) @ arguments[1].astype(np.float64).T


@pytest.mark.parametrize(("arch", "left", "first", "right", "second", "by"), F8)
def test_contraction_of_f8(
    arch: str, left: tuple[int, int], first: str, right: tuple[int, int], second: str, by: str
) -> None:
    """Both formats are multiplied with one another, and a product is summed apart, before it is added to f32."""
    source, arguments, expected = products_of_f8(left, first, right, second)
    text, error = error_of(source, arguments, expected, False, arch, by)
    assert error <= 1e-6
    assert "arith.addf" in text


@pytest.mark.parametrize("arch", ["sm_87", "sm_89"])
def test_where_f8_is_summed_exactly(arch: str) -> None:
    """Tensor cores before sm_89 do not multiply it, and later ones keep fewer bits of its sums."""
    module = dlc.parse(products_of_f8((64, 64), "f8E4M3FN", (64, 64), "f8E4M3FN")[0])
    dlc.run_pipeline(module, pipeline_text((TENSOR, MEMORY, GPU), gpu_machine_options(arch, exact_f8=arch == "sm_89")))
    assert "mma.sync" not in f"{module}"


@pytest.mark.parametrize(
    ("arch", "left", "right", "dims", "subscripts", "element", "shape"),
    [
        ("sm_70", (40, 33), (16, 40), "[] x [], contracting = [0] x [1]", "ki,jk->ij", "f16", "{transposeA}"),
        ("sm_75", (17, 40), (40, 18), "[] x [], contracting = [1] x [0]", "ik,kj->ij", "f16", "[16, 8, 8]"),
        ("sm_75", (17, 40), (16, 40), "[] x [], contracting = [1] x [1]", "ik,jk->ij", "i8", "[8, 8, 16]"),
    ],
)
def test_contraction_before_sm_80(
    arch: str,
    left: tuple[int, ...],
    right: tuple[int, ...],
    dims: str,
    subscripts: str,
    element: str,
    shape: str,
) -> None:
    """Products of fragments are computed by parts, and copies end at once, so that nothing is pipelined."""
    source, arguments, expected = contraction(left, right, dims, subscripts, element)
    text = check(source, arguments, expected, {"f16": 1e-3, "i8": 0}[element], arch=arch)
    assert shape in text
    assert "numGroups" not in text


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("arch", "left", "right", "dims", "subscripts", "element"),
    [
        ("gfx1100", (20, 35), (35, 27), "[] x [], contracting = [1] x [0]", "ik,kj->ij", "f16"),
        ("gfx1100", (32, 24), (16, 32), "[] x [], contracting = [0] x [1]", "ki,jk->ij", "bf16"),
        ("gfx1100", (17, 40), (40, 18), "[] x [], contracting = [1] x [0]", "ik,kj->ij", "i8"),
        ("gfx1201", (33, 24), (16, 24), "[] x [], contracting = [1] x [1]", "ik,jk->ij", "f16"),
        ("gfx1201", (16, 40), (40, 16), "[] x [], contracting = [1] x [0]", "ik,kj->ij", "i8"),
        ("gfx908", (18, 72), (72, 24), "[] x [], contracting = [1] x [0]", "ik,kj->ij", "f16"),
        ("gfx90a", (20, 35), (35, 27), "[] x [], contracting = [1] x [0]", "ik,kj->ij", "bf16"),
        ("gfx90a", (2, 16, 16), (2, 16, 16), "[0] x [0], contracting = [2] x [2]", "bik,bjk->bij", "f16"),
        ("gfx942", (40, 36), (20, 40), "[] x [], contracting = [0] x [1]", "ki,jk->ij", "bf16"),
        ("gfx942", (17, 40), (40, 18), "[] x [], contracting = [1] x [0]", "ik,kj->ij", "i8"),
        ("gfx908", (17, 21), (21, 18), "[] x [], contracting = [1] x [0]", "ik,kj->ij", "f32"),
        ("gfx90a", (24, 20), (16, 24), "[] x [], contracting = [0] x [1]", "ki,jk->ij", "f32"),
        ("gfx90a", (20, 35), (35, 27), "[] x [], contracting = [1] x [0]", "ik,kj->ij", "f64"),
        ("gfx942", (2, 24, 16), (2, 16, 24), "[0] x [0], contracting = [1] x [2]", "bki,bjk->bij", "f64"),
        ("gfx942", (17, 21), (21, 18), "[] x [], contracting = [1] x [0]", "ik,kj->ij", "f32"),
    ],
)
def test_contraction_by_another_vendor(
    arch: str, left: tuple[int, ...], right: tuple[int, ...], dims: str, subscripts: str, element: str
) -> None:
    """Fragments are those of the architecture, and odd sizes are filled up."""
    source, arguments, expected = contraction(left, right, dims, subscripts, element)
    tolerance = {"f16": 1e-3, "bf16": 1e-2, "i8": 0, "f32": 1e-6, "f64": 1e-14}[element]
    check(source, arguments, expected, tolerance, arch=arch)


@pytest.mark.parametrize(("tf32", "k", "least", "most"), [(False, 4, 0, 1e-6), (True, 8, 1e-5, 3e-3)])
def test_f32_is_rounded_on_cdna_3_only_if_asked(tf32: bool, k: int, least: float, most: float) -> None:
    """Elements lose all but 10 bits of fractions with `tf32`, and products have twice as many terms."""
    a, b = drawn((20, 40), "f32"), drawn((40, 24), "f32")
    source = """func.func @f(%a: tensor<20x40xf32>, %b: tensor<40x24xf32>) -> tensor<20x24xf32> {
      %0 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0]
        : tensor<20x40xf32>, tensor<40x24xf32> -> tensor<20x24xf32>
      return %0 : tensor<20x24xf32>
    }"""
    expected = a.astype(np.float64) @ b.astype(np.float64)
    text, error = error_of(source, [a, b], expected, tf32, "gfx942")
    assert f"amdgpu.mfma 16x16x{k} " in text
    assert least <= error <= most


@pytest.mark.parametrize("arch", ["gfx1030", "gfx1100", "gfx1201"])
def test_f32_is_not_multiplied_by_units_of_rdna(arch: str) -> None:
    source = """func.func @f(%a: tensor<32x32xf32>) -> tensor<32x32xf32> {
      %0 = graph.contract %a, %a, batch = [] x [], contracting = [1] x [0]
        : tensor<32x32xf32>, tensor<32x32xf32> -> tensor<32x32xf32>
      return %0 : tensor<32x32xf32>
    }"""
    assert "amdgpu." not in f"{lowered(source, tf32=True, arch=arch)}".replace("gpu.amdgpu", "")


STEPS = """[
      "loop-tile{loops=l0,l1 sizes=32,32}",
      "loop-tile{loops=l2 sizes=16}",
      "gpu-map-loops{loops=l0,l1 block-size=THREADS}",
      "loop-accumulate-in-memory{loops=l2 buffer=sums sizes=32,32 space=private}",
      "loop-separate{loops=l0_point,l1_point suffixes=_init,,_done}",
      "loop-interchange{loops=l0_point,l1_point,l2 order=2,0,1}",
      "loop-pack{at=l2 read=2 loops=l2_point,l1_point sizes=16,32 buffer=columns space=workgroup}",
      "loop-pack{at=l2 read=2 loops=l0_point,l2_point sizes=32,16 buffer=rows space=workgroup}",
      "gpu-async-copies{loops=rows_l0_point,rows_l2_point width=8}",
      "gpu-async-copies{loops=columns_l2_point,columns_l1_point width=8}",
      "gpu-map-fragments{loops=l0_point_init,l1_point_init tile=16,16}",
      "gpu-use-mma{loops=l0_point,l1_point,l2_point tile=16,16 skew=8 tf32=false}",
      "loop-unroll{loops=l2_point full=true}",
      "gpu-pipeline-copies{loops=l2 stages=2}",
      "gpu-map-fragments{loops=l0_point_done,l1_point_done tile=16,16}"
    ]"""
"""A schedule of a product, in which only the number of threads depends on the architecture."""


@pytest.mark.parametrize(
    ("arch", "threads"), [("sm_80", 128), ("gfx1100", 128), ("gfx1201", 128), ("gfx90a", 256), ("gfx942", 256)]
)
def test_one_schedule_is_for_all_vendors(arch: str, threads: int) -> None:
    a, b = drawn((32, 48), "f16"), drawn((48, 32), "f16")
    source = """func.func @f(%a: tensor<32x48xf16>, %b: tensor<48x32xf16>) -> tensor<32x32xf16> {
      %0 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0]
        : tensor<32x48xf16>, tensor<48x32xf16> -> tensor<32x32xf16>
      return %0 : tensor<32x32xf16>
    }"""
    module = dlc.parse(source)
    dlc.run_pipeline(module, f"lower-to-loops,gpu-describe-machine{{arch={arch}}},schedule-loops")
    [nest] = [op for op in module.walk() if "loop.try_schedule" in op.attributes]
    del nest.attributes["loop.try_schedule"]
    nest.attributes["loop.schedule"] = dlc.parse_attribute(STEPS.replace("THREADS", str(threads)))
    after = GPU.passes[GPU.passes.index("schedule-loops") + 1 :]
    dlc.run_pipeline(module, ",".join(after))
    text = f"{module}"
    assert PRODUCTS.get(arch, "nvgpu.mma.sync") in text
    assert "memref<2x32x24xf16, #gpu.address_space<workgroup>>" in text, "two stages"
    [result] = np.atleast_1d(dlc.Interpreter(module).run("f", a, b))[None]
    expected = a.astype(np.float64) @ b.astype(np.float64)
    assert np.abs(result - expected).max() <= 1e-3 * np.abs(expected).max()


@pytest.mark.parametrize("arch", ["sm_80", "gfx1100", "gfx90a"])
def test_epilogue_in_registers(arch: str) -> None:
    """Bias, activation and residual are applied to the fragments, before anything is stored."""
    a, b, bias, residual = (drawn(shape, "f16") for shape in ((16, 32), (32, 16), (16,), (16, 16)))
    source = """func.func @f(%a: tensor<16x32xf16>, %b: tensor<32x16xf16>, %bias: tensor<16xf16>, %r: tensor<16x16xf16>)
        -> tensor<16x16xf16> {
      %0 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0]
        : tensor<16x32xf16>, tensor<32x16xf16> -> tensor<16x16xf16>
      %1 = graph.broadcast %bias, [1] : tensor<16xf16> -> tensor<16x16xf16>
      %2 = graph.add %0, %1 : tensor<16x16xf16>
      %3 = graph.relu %2 : tensor<16x16xf16>
      %4 = graph.add %3, %r : tensor<16x16xf16>
      return %4 : tensor<16x16xf16>
    }"""
    product = a.astype(np.float64) @ b.astype(np.float64)
    text = check(source, [a, b, bias, residual], np.maximum(product + bias, 0) + residual, 2e-3, arch=arch)
    assert text.count("gpu.launch_func") == 1


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("left", "right", "dims", "subscripts", "element"),
    [
        ((70, 72), (72, 72), "[1] x [1]", "ik,jk->ij", "f16"),
        ((48, 64), (80, 48), "[0] x [1]", "ki,jk->ij", "f16"),
        ((64, 64), (64, 64), "[1] x [0]", "ik,kj->ij", "bf16"),
        ((70, 40), (72, 40), "[1] x [1]", "ik,jk->ij", "f32"),
    ],
    ids=["odd sizes", "transposed", "bf16", "tf32"],
)
def test_contraction_by_warpgroups(
    left: tuple[int, ...], right: tuple[int, ...], dims: str, subscripts: str, element: str
) -> None:
    """Bias and activation are applied to the fragments of the sums."""
    arguments = [drawn(left, element), drawn(right, element)]
    product = np.einsum(subscripts, *(each.astype(np.float64) for each in arguments))
    bias = drawn(product.shape[1:], element)
    a, b, c = tensor(left, element), tensor(right, element), tensor(product.shape, element)
    source = f"""func.func @f(%a: {a}, %b: {b}, %bias: {tensor(bias.shape, element)}) -> {c} {{
      %0 = graph.contract %a, %b, batch = [] x [], contracting = {dims} : {a}, {b} -> {c}
      %1 = graph.broadcast %bias, [1] : {tensor(bias.shape, element)} -> {c}
      %2 = graph.add %0, %1 : {c}
      %3 = graph.relu %2 : {c}
      return %3 : {c}
    }}"""
    expected = np.maximum(product + bias.astype(np.float64), 0)
    tolerance = {"f16": 1e-3, "bf16": 1e-2, "f32": 3e-3}[element]
    text = check(source, [*arguments, bias], expected, tolerance, element == "f32", "sm_90a")
    assert text.count("gpu.launch_func") == 1


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("left", "right", "dims", "subscripts", "element"),
    [
        ((2, 64, 96), (2, 96, 64), "[0] x [0], contracting = [2] x [1]", "bik,bkj->bij", "f16"),
        ((160, 64), (64, 160), "[] x [], contracting = [0] x [1]", "ki,jk->ij", "bf16"),
        ((64, 128), (64, 128), "[] x [], contracting = [1] x [1]", "ik,jk->ij", "i8"),
    ],
    ids=["batch", "transposed", "i8"],
)
def test_full_tiles_are_copied_by_one_thread(
    left: tuple[int, ...], right: tuple[int, ...], dims: str, subscripts: str, element: str
) -> None:
    """Barriers come to their second phase where there are more parts of sums than stages."""
    source, arguments, expected = contraction(left, right, dims, subscripts, element)
    tolerance = {"f16": 1e-3, "bf16": 1e-2, "i8": 0}[element]
    text = check(source, arguments, expected, tolerance, arch="sm_90a")
    assert "nvgpu.tile_copy" in text
    assert "nvgpu.device_async_copy" not in text


@pytest.mark.parametrize(
    ("name", "number"),
    [("nvgpu.barrier.wait", 0), ("gpu.barrier", 0), ("gpu.barrier", 1), ("nvgpu.barrier.arrive_expect", -1)],
    ids=["wait", "after making barriers ready", "before a stage is written again", "arrive"],
)
def test_what_orders_copies_of_tiles_is_needed(name: str, number: int) -> None:
    """Without one of these ops, the interpreter reports an error instead of a wrong result."""
    source = """func.func @f(%a: tensor<128x160xf16>, %b: tensor<64x160xf16>) -> tensor<128x64xf16> {
      %0 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [1]
        : tensor<128x160xf16>, tensor<64x160xf16> -> tensor<128x64xf16>
      return %0 : tensor<128x64xf16>
    }"""
    module = lowered(source, arch="sm_90a")
    [op for op in module.walk() if op.name == name][number].erase()
    with pytest.raises(InterpreterError, match=r"barrier|copying"):
        dlc.Interpreter(module).run("f", drawn((128, 160), "f16"), drawn((64, 160), "f16"))


def test_integers_by_warpgroups() -> None:
    """Each product has 32 terms, and the largest sums are exact."""
    a, b = np.full((64, 100), -128, np.int8), drawn((72, 100), "i8")
    source = """func.func @f(%a: tensor<64x100xi8>, %b: tensor<72x100xi8>) -> tensor<64x72xi32> {
      %0 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [1]
        : tensor<64x100xi8>, tensor<72x100xi8> -> tensor<64x72xi32>
      return %0 : tensor<64x72xi32>
    }"""
    text = check(source, [a, b], a.astype(np.int64) @ b.T.astype(np.int64), 0, arch="sm_90a")
    assert "vector<64x128xi32>" in text or "vector<64x64xi32>" in text


@pytest.mark.parametrize(
    ("rows", "columns", "depth", "element"),
    [(63, 64, 64, "f16"), (64, 56, 64, "f16"), (64, 64, 32, "f16"), (64, 64, 65, "f16"), (64, 64, 64, "i8")],
    ids=["few rows", "few columns", "one part", "no copies in the background", "i8"],
)
def test_where_warps_compute_products_of_sm_90a(rows: int, columns: int, depth: int, element: str) -> None:
    """Warpgroups need full tiles, and copies that are under way while they multiply: i8 must lie along the sums."""
    a, b = tensor((rows, depth), element), tensor((depth, columns), element)
    c = tensor((rows, columns), "i32" if element == "i8" else element)
    source = f"""func.func @f(%a: {a}, %b: {b}) -> {c} {{
      %0 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] : {a}, {b} -> {c}
      return %0 : {c}
    }}"""
    text = f"{lowered(source, arch='sm_90a')}"
    assert "nvgpu.mma.sync" in text
    assert "nvgpu.warpgroup" not in text


@pytest.mark.parametrize(
    ("layout", "arch", "element"),
    [
        ("NHWC x HWIO -> NHWC", "sm_80", "f16"),
        ("NCHW x OIHW -> NCHW", "sm_80", "f16"),
        ("NHWC x HWIO -> NHWC", "gfx1100", "f16"),
        ("NCHW x OIHW -> NCHW", "gfx1100", "f16"),
        ("NHWC x HWIO -> NHWC", "sm_89", "f8E4M3FN"),
    ],
)
def test_convolution(layout: str, arch: str, element: str) -> None:
    """The pixels of all images are rows or columns of one product."""
    x, w = drawn((2, 16, 4, 3), element), drawn((8, 16, 2, 2), element)
    windows = np.lib.stride_tricks.sliding_window_view(x.astype(np.float64), (2, 2), (2, 3))
    expected = np.einsum("nchwij,ocij->nohw", windows, w.astype(np.float64))
    if layout.startswith("NHWC"):
        x, w, expected = x.transpose(0, 2, 3, 1), w.transpose(2, 3, 1, 0), expected.transpose(0, 2, 3, 1)
    result = "f16" if element == "f16" else "f32"
    types = [tensor(each.shape, type) for each, type in ((x, element), (w, element), (expected, result))]
    source = f"""func.func @f(%x: {types[0]}, %w: {types[1]}) -> {types[2]} {{
      %0 = graph.convolution %x, %w, <{layout}> : {types[0]}, {types[1]} -> {types[2]}
      return %0 : {types[2]}
    }}"""
    check(source, [np.ascontiguousarray(x), np.ascontiguousarray(w)], expected, 1e-3, arch=arch)


@pytest.mark.parametrize("layout", ["NHWC x HWIO -> NHWC", "NCHW x OIHW -> NCHW"])
@pytest.mark.parametrize("arch", ["sm_80", "sm_90a"])
def test_convolution_of_few_channels(layout: str, arch: str) -> None:
    """No loop over sums is long enough for tensor cores, so they become one."""
    x, w = drawn((1, 3, 9, 9), "f16"), drawn((64, 3, 3, 3), "f16")
    windows = np.lib.stride_tricks.sliding_window_view(x.astype(np.float64), (3, 3), (2, 3))[:, :, ::2, ::2]
    expected = np.einsum("nchwij,ocij->nohw", windows, w.astype(np.float64))
    if layout.startswith("NHWC"):
        x, w, expected = x.transpose(0, 2, 3, 1), w.transpose(2, 3, 1, 0), expected.transpose(0, 2, 3, 1)
    types = [tensor(each.shape, "f16") for each in (x, w, expected)]
    source = f"""func.func @f(%x: {types[0]}, %w: {types[1]}) -> {types[2]} {{
      %0 = graph.convolution %x, %w, <{layout}> strides [2, 2] : {types[0]}, {types[1]} -> {types[2]}
      return %0 : {types[2]}
    }}"""
    text, error = error_of(
        source, [np.ascontiguousarray(x), np.ascontiguousarray(w)], expected, False, arch, "mma.sync"
    )
    assert text.count("gpu.launch_func") == 1
    assert error <= 1e-3


def test_tiles_of_warpgroups_that_are_no_power_of_two(monkeypatch: pytest.MonkeyPatch) -> None:
    """Both halves of a block have all 96 columns, copied 32 at a time."""
    columns = 96
    tile = tensor_core_contractions.BlockTile(128, columns, (16, columns))
    monkeypatch.setattr(tensor_core_contractions, "WARPGROUP_TILES", (tile,))
    a, b = drawn((128, 64), "f16"), drawn((64, columns), "f16")
    types = [tensor(shape, "f16") for shape in (a.shape, b.shape, (128, columns))]
    source = f"""func.func @f(%a: {types[0]}, %b: {types[1]}) -> {types[2]} {{
      %0 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] : {types[0]}, {types[1]} -> {types[2]}
      return %0 : {types[2]}
    }}"""
    text = check(source, [a, b], a.astype(np.float64) @ b.astype(np.float64), 1e-3, arch="sm_90a")
    assert text.count("nvgpu.warpgroup.mma_async") == 2
    assert "nvgpu.tile_copy" in text


def attended(query: Any, key: Any, value: Any, seen: Any) -> Any:
    """Return attention in f64, where queries see some keys, or none."""
    query, key, value = (each.astype(np.float64) for each in (query, key, value))
    scores = np.where(seen, query @ np.swapaxes(key, -1, -2) / np.sqrt(query.shape[-1]), -np.inf)
    most = scores.max(axis=-1, keepdims=True)
    powers = np.exp(scores - np.where(np.isinf(most), 0, most))
    return powers @ value / np.maximum(powers.sum(axis=-1, keepdims=True), 1e-300)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("arch", "element", "products"),
    [
        ("sm_75", "f16", 64 // 8 * 16 // 8 + 16 // 8 * 64 // 8),
        ("sm_80", "f16", 64 // 8 * 16 // 16 + 16 // 8 * 64 // 16),
        ("gfx908", "f16", 64 // 16 * 16 // 16 + 16 // 16 * 64 // 16),
        ("gfx90a", "f16", 64 // 16 * 16 // 16 + 16 // 16 * 64 // 16),
        ("gfx942", "bf16", 64 // 16 * 16 // 16 + 16 // 16 * 64 // 16),
        ("gfx1100", "f16", 64 // 16 * 16 // 16 + 16 // 16 * 64 // 16),
        ("gfx1100", "bf16", 64 // 16 * 16 // 16 + 16 // 16 * 64 // 16),
        ("gfx1201", "f16", 64 // 16 * 16 // 16 + 16 // 16 * 64 // 16),
    ],
)
def test_attention_in_one_kernel(arch: str, element: str, products: int) -> None:
    """Two tiles of keys, of which the last one is filled up: scores and weights stay in registers.

    Heads are read where they lie, among those of each query.
    """
    query, key = drawn((2, 16, 16), element), drawn((1, 72, 16), element)
    a, b, lying = tensor(query.shape, element), tensor(key.shape, element), tensor((16, 2, 16), element)
    source = f"""func.func @f(%q: {lying}, %k: {b}) -> {a} {{
      %heads = graph.transpose %q, [1, 0, 2] : {lying} -> {a}
      %0 = graph.attention %heads, %k, %k causal <last> : {a}, {b}, {b} -> {a}
      return %0 : {a}
    }}"""
    seen = np.arange(72) <= np.arange(16)[:, None] + 56
    given = [np.ascontiguousarray(query.swapaxes(0, 1)), key]
    tolerance = 1e-3 if element == "f16" else 2e-2
    text = check(source, given, attended(query, key, key, seen), tolerance, arch=arch)
    assert text.count("gpu.launch_func") == 1
    assert text.count(PRODUCTS.get(arch, "nvgpu.mma.sync")) == products
    stages = "2x1x" if arch == "sm_80" else "1x"
    assert f"memref<{stages}64x24x{element}, #gpu.address_space<workgroup>>" in text


def test_tiles_are_for_units_that_hold_sums_as_operands() -> None:
    """Lowering attention to tiles, and the schedule of tiles, agree about architectures."""
    for arch in (*ARCHITECTURES, "sm_90a", *AMD_ARCHITECTURES):
        unit = matrix_unit_of(arch)
        held = [each for each in (f16, bf16, f32) if unit is not None and unit_for(unit, each).takes_sums(each)]
        assert list(ELEMENTS.get(cast("AttentionForm", attention_form(arch)), ())) == held, arch
    others = [(matrix_unit_of(arch), each) for arch, each in (("gfx942", i8), ("gfx942", f32), ("sm_80", i8))]
    assert not any(unit.takes_sums(each) for unit, each in others if unit is not None)


@pytest.mark.parametrize("arch", ["sm_80", "gfx90a"])
def test_attention_of_odd_sizes(arch: str) -> None:
    """Queries and features are filled up to whole tiles; a mask may hide all keys from a query."""
    query, key, value = (drawn(shape, "f16") for shape in ((1, 17, 10), (1, 20, 10), (1, 20, 19)))
    seen = RANDOM.random((17, 20)) < 0.5
    seen[3] = False
    types, result = [tensor(each.shape, "f16") for each in (query, key, value)], tensor((1, 17, 19), "f16")
    source = f"""func.func @f(%q: {types[0]}, %k: {types[1]}, %v: {types[2]}, %m: tensor<17x20xi1>) -> {result} {{
      %0 = graph.attention %q, %k, %v mask %m : tensor<17x20xi1> : {", ".join(types)} -> {result}
      return %0 : {result}
    }}"""
    check(source, [query, key, value, seen], attended(query, key, value, seen), 1e-3, arch=arch)
