"""PTX: it is made for whole networks, NVIDIA's own assembler takes it, and what the device does not have is refused."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import ml_dtypes
import numpy as np
import pytest

import dlc
from dlc.codegen.emission import Compilation
from dlc.codegen.gpu_target import target_for
from dlc.codegen.ptx import compile_ptx
from dlc.codegen.target import TargetError
from dlc.dialects import gpu
from dlc.ir.builtin_types import bit_width
from dlc.ir.context import Context
from dlc.ir.errors import DlcError
from dlc.ir.operations import Operation
from dlc.passes.gpu.nvvm import nvgpu
from dlc.passes.gpu.nvvm.intrinsics import NAMES
from dlc.passes.loops.schedules.gpu_machine import machine_of_arch
from dlc.runtime.gpu.kernel_arguments import kernels_of
from support.host_blocks import launch_of
from support.nvidia_blocks import Blocks
from support.run_lines import ROOT

PTXAS = shutil.which("ptxas")
ARCHS = ("sm_80", "sm_90a")
DTYPES: dict[str, Any] = {
    "f16": np.float16,
    "i8": np.int8,
    "f8E4M3FN": ml_dtypes.float8_e4m3fn,
    "f8E5M2": ml_dtypes.float8_e5m2,
    "f32": np.float32,
    "i32": np.int32,
}
KERNELS = """
func.func @elementwise(%x: tensor<?x5xf32, #graph.dims<n>>) -> tensor<?x5xf32, #graph.dims<n>> {
  %a = graph.tanh %x : tensor<?x5xf32, #graph.dims<n>>
  return %a : tensor<?x5xf32, #graph.dims<n>>
}
func.func @reduction(%x: tensor<64x1000xf64>) -> tensor<64xf64> {
  %0 = graph.reduce <sum> %x, [1] : tensor<64x1000xf64> -> tensor<64xf64>
  return %0 : tensor<64xf64>
}
func.func @softmax(%x: tensor<64x1000xf32>) -> tensor<64x1000xf32> {
  %0 = graph.softmax %x, [1] : tensor<64x1000xf32>
  return %0 : tensor<64x1000xf32>
}
func.func @product(%a: tensor<256x512xf32>, %b: tensor<512x128xf32>) -> tensor<256x128xf32> {
  %0 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0]
    : tensor<256x512xf32>, tensor<512x128xf32> -> tensor<256x128xf32>
  return %0 : tensor<256x128xf32>
}
func.func @convolution(%x: tensor<2x16x30x30xf32>, %w: tensor<32x16x3x3xf32>) -> tensor<2x32x30x30xf32> {
  %0 = graph.convolution %x, %w, <NCHW x OIHW -> NCHW> pad_low [1, 1] pad_high [1, 1]
    : tensor<2x16x30x30xf32>, tensor<32x16x3x3xf32> -> tensor<2x32x30x30xf32>
  return %0 : tensor<2x32x30x30xf32>
}
"""


def kernels_in(module: Operation) -> gpu.GPUModuleOp:
    return next(op for op in module.walk() if isinstance(op, gpu.GPUModuleOp))


@cache
def lowered(source: str) -> gpu.GPUModuleOp:
    module = dlc.parse(KERNELS) if source == "kernels" else dlc.parse_file(ROOT / "examples" / f"{source}.mlir")
    dlc.run_pipeline(module, "lower-to-gpu")
    dlc.verify(module)
    return kernels_in(module)


@cache
def ptx(source: str, arch: str, level: int = 3) -> str:
    context = Context()
    text = compile_ptx(lowered(source), context.diagnostics, arch, level)
    assert text is not None, [each.text for each in context.diagnostics.diagnostics]
    return text


def assemble(text: str, arch: str, folder: Path, *flags: str) -> str:
    """Return what NVIDIA's assembler says of PTX that it takes."""
    if PTXAS is None:
        pytest.skip("ptxas is not installed")
    path = folder / "kernels.ptx"
    path.write_text(text)
    command = [PTXAS, f"-arch={arch}", *flags, str(path), "-o", str(folder / "kernels.cubin")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stderr


@pytest.mark.sampled(2)
@pytest.mark.parametrize("arch", ARCHS)
@pytest.mark.parametrize("source", ["kernels", "residual_network", "transformer_block", "lstm", "greedy_decoder"])
def test_ptxas_assembles_it(source: str, arch: str, tmp_path: Path) -> None:
    text = ptx(source, arch)
    assert f".target {arch}" in text
    assert ".extern" not in text
    assert assemble(text, arch, tmp_path) == ""


def test_without_optimization() -> None:
    assert ".visible .entry softmax_kernel(" in ptx("kernels", "sm_80", 0)


@pytest.mark.parametrize(
    ("side", "multiplied", "loads", "copies"),
    [(4096, 256, {"ld.shared.v4": 16}, {"cp.async.cg": 16}), (4095, 128, {"ld.shared.v4": 4}, {"cp.async.ca": 64})],
)
def test_an_exact_product(
    side: int, multiplied: int, loads: dict[str, int], copies: dict[str, int], tmp_path: Path
) -> None:
    """Eight by eight sums of a thread stay in registers: 64 products for four loads of four elements.

    Of odd sizes elements are copied one by one, and conditions take registers: half as many products are unrolled.
    """
    operand = f"tensor<{side}x{side}xf32>"
    module = dlc.parse(f"""func.func @product(%a: {operand}, %b: {operand}) -> {operand} {{
      %0 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] : {operand}, {operand} -> {operand}
      return %0 : {operand}
    }}""")
    dlc.run_pipeline(module, "lower-to-gpu")
    text = compile_ptx(kernels_in(module), Context().diagnostics, "sm_80") or ""
    counts = {"fma.rn.f32": multiplied, "bar.sync": 5, ".local": 0, **loads, **copies}
    assert {word: text.count(word) for word in counts} == counts
    shared = text.count("ld.shared")
    assert multiplied / shared >= {4096: 16, 4095: 10}[side]
    for arch in ARCHS:
        said = assemble(text, arch, tmp_path, "-v")
        assert "0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads" in said
        [registers] = re.findall(r"Used (\d+) registers", said)
        [kernel] = kernels_of(text).values()
        assert machine_of_arch(arch).resident_blocks(256, int(registers), kernel.dynamic_bytes) >= 2


def test_what_is_only_read_is_read_past_the_first_cache() -> None:
    """That nothing else writes it is said by `llvm.noalias`."""
    assert "ld.global.nc.b32" in ptx("kernels", "sm_80")


# -- Tensor cores ------------------------------------------------------------------------------------------------------

FRAGMENTS = """gpu.module @k {
  gpu.func @f(%g: memref<64x64xf16>, %h: memref<64xf32>) workgroup(%w: memref<64x64xf16, 3>,
      %x: memref<64x64xbf16, 3>, %y: memref<64x64xf32, 3>,
      %z: memref<64x64xi8, 3>) kernel {
    %i = gpu.thread_id x
    %c0 = arith.constant 0 : index
    %t = nvgpu.device_async_copy %g[%i, %c0], %w[%i, %c0], 8 {bypassL1}
      : memref<64x64xf16> to memref<64x64xf16, 3>
    %u = nvgpu.device_async_copy %g[%i, %c0], %w[%i, %c0], 4, %i
      : memref<64x64xf16> to memref<64x64xf16, 3>
    %group = nvgpu.device_async_create_group %t
    nvgpu.device_async_wait %group {numGroups = 1 : i32}
    gpu.barrier
    %zero = arith.constant dense<0.0> : vector<2x2xf32>
    %none = arith.constant dense<0> : vector<2x2xi32>
    %a = nvgpu.ldmatrix %w[%i, %c0] {numTiles = 4 : i32, transpose = false}
      : memref<64x64xf16, 3> -> vector<4x2xf16>
    %b = nvgpu.ldmatrix %w[%i, %c0] {numTiles = 2 : i32, transpose = true}
      : memref<64x64xf16, 3> -> vector<2x2xf16>
    %0 = nvgpu.mma.sync (%a, %b, %zero) {mmaShape = [16, 8, 16]}
      : (vector<4x2xf16>, vector<2x2xf16>, vector<2x2xf32>) -> vector<2x2xf32>
    %c = nvgpu.ldmatrix %x[%i, %c0] {numTiles = 4 : i32, transpose = false}
      : memref<64x64xbf16, 3> -> vector<4x2xbf16>
    %d = nvgpu.ldmatrix %x[%i, %c0] {numTiles = 2 : i32, transpose = false}
      : memref<64x64xbf16, 3> -> vector<2x2xbf16>
    %1 = nvgpu.mma.sync (%c, %d, %0) {mmaShape = [16, 8, 16]}
      : (vector<4x2xbf16>, vector<2x2xbf16>, vector<2x2xf32>) -> vector<2x2xf32>
    %e = nvgpu.ldmatrix %y[%i, %c0] {numTiles = 4 : i32, transpose = false}
      : memref<64x64xf32, 3> -> vector<4x1xf32>
    %f = nvgpu.ldmatrix %y[%i, %c0] {numTiles = 2 : i32, transpose = false}
      : memref<64x64xf32, 3> -> vector<2x1xf32>
    %2 = nvgpu.mma.sync (%e, %f, %1) {mmaShape = [16, 8, 8], tf32Enabled}
      : (vector<4x1xf32>, vector<2x1xf32>, vector<2x2xf32>) -> vector<2x2xf32>
    %p = nvgpu.ldmatrix %z[%i, %c0] {numTiles = 4 : i32, transpose = false}
      : memref<64x64xi8, 3> -> vector<4x4xi8>
    %q = nvgpu.ldmatrix %z[%i, %c0] {numTiles = 2 : i32, transpose = false}
      : memref<64x64xi8, 3> -> vector<2x4xi8>
    %3 = nvgpu.mma.sync (%p, %q, %none) {mmaShape = [16, 8, 32]}
      : (vector<4x4xi8>, vector<2x4xi8>, vector<2x2xi32>) -> vector<2x2xi32>
    %4 = vector.extract %2[0, 0] : f32 from vector<2x2xf32>
    %5 = vector.extract %3[0, 1] : i32 from vector<2x2xi32>
    %6 = arith.sitofp %5 : i32 to f32
    %7 = arith.addf %4, %6 : f32
    memref.store %7, %h[%i] : memref<64xf32>
    gpu.return
  }
}"""
INSTRUCTIONS = (
    "ldmatrix.sync.aligned.m8n8.x4.shared.b16",
    "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16",
    "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
    "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32",
    "mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32",
    "mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32",
    "cp.async.cg.shared.global",
    "cp.async.ca.shared.global",
    "cp.async.commit_group",
    "cp.async.wait_group",
)


def test_fragments_are_registers(tmp_path: Path) -> None:
    module = dlc.parse(FRAGMENTS)
    dlc.run_pipeline(module, "gpu-to-nvvm,reconcile-unrealized-casts")
    text = compile_ptx(kernels_in(module), Context().diagnostics, "sm_80")
    assert text is not None
    assert [each for each in INSTRUCTIONS if each not in text] == []
    assert "call" not in text
    assemble(text, "sm_80", tmp_path)


HALF = """
func.func @half(%a: tensor<1024x1024xf16>, %b: tensor<1024x1024xf16>) -> tensor<1024x1024xf16> {
  %0 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0]
    : tensor<1024x1024xf16>, tensor<1024x1024xf16> -> tensor<1024x1024xf16>
  return %0 : tensor<1024x1024xf16>
}"""


def test_a_product_on_tensor_cores(tmp_path: Path) -> None:
    """Each warp loads 12 times four matrices for 32 products, and sums stay in registers: two blocks fit at a time."""
    module = dlc.parse(HALF)
    dlc.run_pipeline(module, "lower-to-gpu")
    texts = {arch: compile_ptx(kernels_in(module), Context().diagnostics, arch) or "" for arch in ARCHS}
    text = texts["sm_80"]
    instructions = ("mma.sync", "ldmatrix", "cp.async.cg.shared.global", "bar.sync", ".local")
    assert [text.count(each) for each in instructions] == [32, 12, 16, 5, 0]
    [kernel] = kernels_of(text).values()
    assert kernel.dynamic_bytes == 4 * 18944, "four parts of the sums, more than a kernel may declare"
    for arch in ARCHS:
        said = assemble(texts[arch], arch, tmp_path, "-v")
        assert "0 bytes spill stores, 0 bytes spill loads" in said
        [registers] = re.findall(r"Used (\d+) registers", said)
        machine = machine_of_arch(arch)
        assert machine.resident_blocks(256, int(registers), kernel.dynamic_bytes) >= 2


def test_a_product_on_tensor_cores_of_sm_70(tmp_path: Path) -> None:
    """Threads load 16 bytes for four instructions, or 8 for one. ptxas assembles such kernels for sm_75, too."""
    module = dlc.parse(HALF)
    dlc.run_pipeline(module, "lower-to-gpu{arch=sm_70}")
    text = compile_ptx(kernels_in(module), Context().diagnostics, "sm_70") or ""
    counts = {"mma.sync.aligned.m8n8k4.row.row.f32.f16.f16.f32": 64, "ld.shared.v4": 16, "ld.shared.v2": 16}
    counts.update({"st.shared.v4": 4, "fma.rn": 0, ".local": 0})
    assert {word: text.count(word) for word in counts} == counts
    assert ".version 6.4" in text
    said = assemble(text, "sm_75", tmp_path, "-v")
    assert "0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads" in said


def test_a_product_of_f32_that_lies_across_the_sums(tmp_path: Path) -> None:
    """Nothing transposes 32 bits: threads load elements one by one, and copies go on while products are computed."""
    matrix = "tensor<4096x4096xf32>"
    module = dlc.parse(f"""func.func @product(%a: {matrix}, %b: {matrix}) -> {matrix} {{
      %0 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] : {matrix}, {matrix} -> {matrix}
      return %0 : {matrix}
    }}""")
    dlc.run_pipeline(module, "lower-to-gpu{tf32=true}")
    text = compile_ptx(kernels_in(module), Context().diagnostics, "sm_80") or ""
    counts = {"mma.sync": 32, "ldmatrix": 8, "ld.shared": 16, "cp.async.cg": 16, "bar.sync": 5, ".local": 0}
    assert {word: text.count(word) for word in counts} == counts
    [kernel] = kernels_of(text).values()
    for arch in ARCHS:
        said = assemble(text, arch, tmp_path, "-v")
        assert "0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads" in said
        [registers] = re.findall(r"Used (\d+) registers", said)
        assert machine_of_arch(arch).resident_blocks(256, int(registers), kernel.dynamic_bytes) >= 2


@pytest.mark.parametrize(
    ("arch", "first", "second", "result", "along", "tolerance"),
    [
        ("sm_70", "f16", "f16", "f32", 0, 1e-6),
        ("sm_75", "f16", "f16", "f32", 0, 1e-6),
        ("sm_75", "i8", "i8", "i32", 1, 0),
        ("sm_89", "f8E4M3FN", "f8E5M2", "f32", 1, 1e-6),
    ],
)
def test_warps_compute_it(arch: str, first: str, second: str, result: str, along: int, tolerance: float) -> None:
    """The LLVM IR is run by a thread for each of the GPU: registers of fragments are where the PTX ISA has them."""
    a, b, c = f"tensor<16x32x{first}>", f"tensor<{'16x32' if along else '32x16'}x{second}>", f"tensor<16x16x{result}>"
    module = dlc.parse(f"""func.func @f(%a: {a}, %b: {b}) -> {c} {{
      %0 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [{along}] : {a}, {b} -> {c}
      return %0 : {c}
    }}""")
    dlc.run_pipeline(module, f"lower-to-gpu{{arch={arch}}}")
    code = Compilation.of(kernels_in(module), Context().diagnostics, target_for(arch), 3)
    assert code is not None
    code.optimize()
    random = np.random.default_rng(0)
    x, y = (
        (random.standard_normal(shape) * 4).astype(DTYPES[element])
        for shape, element in (((16, 32), first), ((16, 32) if along else (32, 16), second))
    )
    out = np.zeros((16, 16), DTYPES[result])
    grid, block = launch_of(module, "f_kernel")
    Blocks(code.llvm_ir(), "f_kernel", block, 32).launch(grid, [each.ctypes.data for each in (x, y, out)])
    expected = x.astype(np.float64) @ (y.T if along else y).astype(np.float64)
    assert np.abs(out - expected).max() <= tolerance * np.abs(expected).max()


def test_parts_of_sums_are_copied_in_the_background(tmp_path: Path) -> None:
    """A layer of a transformer for one sequence fills 24 blocks: its sums are split, at multiples of 16 bytes."""
    module = dlc.parse("""
    func.func @layer(%a: tensor<128x3072xbf16>, %b: tensor<3072x768xbf16>) -> tensor<128x768xbf16> {
      %0 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0]
        : tensor<128x3072xbf16>, tensor<3072x768xbf16> -> tensor<128x768xbf16>
      return %0 : tensor<128x768xbf16>
    }""")
    by_arch = {
        "sm_80": {"mma.sync": 16, "ldmatrix": 8, "cp.async.cg": 12, "st.shared": 0},
        "sm_90a": {"wgmma.mma_async": 2, "cp.async.bulk.tensor.2d": 8, "st.shared": 0},
    }
    for arch, counts in by_arch.items():
        lowered = module.clone()
        dlc.run_pipeline(lowered, f"lower-to-gpu{{arch={arch}}}")
        text = compile_ptx(kernels_in(lowered), Context().diagnostics, arch) or ""
        assert text.count(".entry") == 2, "parts, and their sum"
        assert {word: text.count(word) for word in counts} == counts
        assert assemble(text, arch, tmp_path, "-v").count("0 bytes spill stores, 0 bytes spill loads") == 2


@pytest.mark.parametrize(
    ("rows", "columns", "counts", "most", "shared"),
    [
        (1024, 1024, {"m64n64k16": 2, "cp.async.bulk.tensor.2d": 8, "bar.sync": 3, "fence.proxy.async": 2}, 60, 50176),
        (
            4096,
            4096,
            {"m64n256k16": 2, "cp.async.bulk.tensor.2d": 20, "bar.sync": 3, "fence.proxy.async": 2},
            156,
            99328,
        ),
        (
            4096,
            768,
            {"m64n192k16": 2, "cp.async.bulk.tensor.2d": 16, "bar.sync": 3, "fence.proxy.async": 2},
            124,
            82944,
        ),
        (1000, 1000, {"m64n64k16": 2, "cp.async.cg": 12, "bar.sync": 5, "fence.proxy.async": 1}, 80, 50176),
    ],
)
def test_a_product_by_warpgroups(
    rows: int, columns: int, counts: dict[str, int], most: int, shared: int, tmp_path: Path
) -> None:
    """Two products for each part of the sums; sums stay in registers, and nothing lets `ptxas` serialize products.

    One thread copies full tiles, 64 or 128 bytes of all rows by an instruction; all threads copy others.
    """
    source = f"""
    func.func @half(%a: tensor<{rows}x1024xbf16>, %b: tensor<1024x{columns}xbf16>) -> tensor<{rows}x{columns}xbf16> {{
      %0 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0]
        : tensor<{rows}x1024xbf16>, tensor<1024x{columns}xbf16> -> tensor<{rows}x{columns}xbf16>
      return %0 : tensor<{rows}x{columns}xbf16>
    }}"""
    module = dlc.parse(source)
    dlc.run_pipeline(module, "lower-to-gpu{arch=sm_90a}")
    text = compile_ptx(kernels_in(module), Context().diagnostics, "sm_90a") or ""
    others = ("cp.async.bulk.tensor.2d", "cp.async.cg")
    counts = {**dict.fromkeys(others, 0), **counts, "wgmma.fence": 1, "wgmma.wait_group": 1, ".local": 0}
    assert {word: text.count(word) for word in counts} == counts
    swizzles = re.findall(r"_tile_map_\d+_of_\d_bf16_[\dx]+_\d+_(\d+)x\d+_swizzle(\d+);", text)
    assert swizzles == ([("32", "64"), ("64", "128")] if counts["cp.async.bulk.tensor.2d"] else [])
    said = assemble(text, "sm_90a", tmp_path, "-v")
    assert "serialized" not in said
    assert "0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads" in said
    [registers] = re.findall(r"Used (\d+) registers", said)
    assert int(registers) <= most
    assert "bytes smem" not in said, "nothing is declared"
    assert [kernel.dynamic_bytes for kernel in kernels_of(text).values()] == [shared]
    resident = machine_of_arch("sm_90a").resident_blocks(256, int(registers), shared)
    assert resident * (2 if "m64n256k16" in counts else 1) >= 2, "one block of the largest tile, or two"


@pytest.mark.parametrize(
    ("element", "sums", "side", "instruction", "most"),
    [
        ("i8", "i32", 1024, "m64n64k32.s32.s8.s8", 64),
        ("i8", "i32", 4096, "m64n256k32.s32.s8.s8", 156),
        ("f32", "f32", 1024, "m64n64k8.f32.tf32.tf32", 64),
        ("f32", "f32", 4096, "m64n256k8.f32.tf32.tf32", 156),
    ],
)
def test_products_of_other_elements_by_warpgroups(
    element: str, sums: str, side: int, instruction: str, most: int, tmp_path: Path
) -> None:
    """A part of the sums has 64 bytes of each row, as for 16 bits, and is multiplied by as many instructions."""
    operand, result = f"tensor<{side}x1024x{element}>", f"tensor<{side}x{side}x{sums}>"
    module = dlc.parse(f"""func.func @product(%a: {operand}, %b: {operand}) -> {result} {{
      %0 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [1] : {operand}, {operand} -> {result}
      return %0 : {result}
    }}""")
    dlc.run_pipeline(module, "lower-to-gpu{arch=sm_90a tf32=true}")
    text = compile_ptx(kernels_in(module), Context().diagnostics, "sm_90a") or ""
    instructions = (f"wgmma.mma_async.sync.aligned.{instruction} ", "mma.sync", ".local")
    assert [text.count(each) for each in instructions] == [2, 0, 0]
    said = assemble(text, "sm_90a", tmp_path, "-v")
    assert "serialized" not in said
    assert "0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads" in said
    [registers] = re.findall(r"Used (\d+) registers", said)
    assert int(registers) <= most


@pytest.mark.parametrize(
    ("arch", "counts", "version", "most"),
    [
        ("sm_120", {"mma.sync.aligned.m16n8k32.row.col.f32.e4m3.e5m2.f32": 32, "ldmatrix": 12}, "8.7", 136),
        ("sm_90a", {"wgmma.mma_async.sync.aligned.m64n128k32.f32.e4m3.e5m2": 4, "add.rn.f32": 64}, "8.0", 152),
    ],
)
def test_a_product_of_f8(arch: str, counts: dict[str, int], version: str, most: int, tmp_path: Path) -> None:
    """Each product of 32 terms, or on sm_90a of 128, is added to the sums by instructions of f32."""
    a, b, c = (f"tensor<4096x4096x{element}>" for element in ("f8E4M3FN", "f8E5M2", "bf16"))
    module = dlc.parse(f"""func.func @product(%a: {a}, %b: {b}) -> {c} {{
      %0 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [1] : {a}, {b} -> {c}
      return %0 : {c}
    }}""")
    dlc.run_pipeline(module, f"lower-to-gpu{{arch={arch}}}")
    text = compile_ptx(kernels_in(module), Context().diagnostics, arch) or ""
    assert f".version {version}" in text
    counts = {**counts, ".local": 0, "fma.rn": 0}
    assert {word: text.count(word) for word in counts} == counts
    said = assemble(text, arch, tmp_path, "-v")
    assert "serialized" not in said
    assert "0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads" in said
    [registers] = re.findall(r"Used (\d+) registers", said)
    assert int(registers) <= most


@pytest.mark.parametrize(
    ("element", "sums", "instruction"),
    [
        ("f8E4M3FN", "f32", "m64n24k32.f32.e4m3.e4m3"),
        ("f8E5M2", "f32", "m64n40k32.f32.e5m2.e5m2"),
        ("i8", "i32", "m64n8k32.s32.s8.s8"),
        ("i8", "i32", "m64n240k32.s32.s8.s8"),
        ("bf16", "f32", "m64n40k16.f32.bf16.bf16"),
        ("f32", "f32", "m64n248k8.f32.tf32.tf32"),
    ],
)
def test_ptxas_knows_products_of_warpgroups(element: str, sums: str, instruction: str, tmp_path: Path) -> None:
    """The types and numbers of columns that the dialect has are those of the instruction."""
    columns, depth = map(int, re.findall(r"m64n(\d+)k(\d+)", instruction)[0])
    chunk = depth // 2
    space, many = "#gpu.address_space<workgroup>", ", ".join(["vector<2x2x" + sums + ">"] * (columns // 8))
    a, b = (f"memref<2x{rows}x{chunk}x{element}, {space}>" for rows in (64, columns))
    accumulator = f"!nvgpu.warpgroup.accumulator<fragmented = vector<64x{columns}x{sums}>>"
    module = dlc.parse(f"""module attributes {{gpu.machine = {{arch = "sm_90a"}}}} {{ gpu.module @k {{
      gpu.func @f(%out: memref<4x{sums}>) workgroup(%a : {a}, %b : {b})
          kernel attributes {{known_block_size = array<i32: 128, 1, 1>}} {{
        %c0 = arith.constant 0 : index
        %zero = arith.constant dense<{"0" if sums == "i32" else "0.0"}> : vector<2x2x{sums}>
        nvgpu.fence.proxy
        gpu.barrier
        %acc = nvgpu.warpgroup.fence {", ".join(["%zero"] * (columns // 8))} : {many} -> {accumulator}
        %sum = nvgpu.warpgroup.mma_async %acc, %a[%c0, %c0, %c0], %b[%c0, %c0, %c0] : {accumulator}, {a}, {b}
        %d:{columns // 8} = nvgpu.warpgroup.wait %sum : {accumulator} -> {many}
        %y = vector.extract %d#0[0, 0] : {sums} from vector<2x2x{sums}>
        memref.store %y, %out[%c0] : memref<4x{sums}>
        gpu.return
      }}
    }} }}""")
    dlc.run_pipeline(module, "gpu-to-nvvm,reconcile-unrealized-casts")
    text = compile_ptx(kernels_in(module), Context().diagnostics, "sm_90a") or ""
    assert f"wgmma.mma_async.sync.aligned.{instruction} " in text
    assemble(text, "sm_90a", tmp_path)


LARGE = """gpu.module @k {{
  gpu.func @f(%m: memref<4xf32>)
      workgroup(%a : memref<{rows}x128xf32, #gpu.address_space<workgroup>>,
                %b : memref<3xi8, #gpu.address_space<workgroup>>,
                %c : memref<4xf64, #gpu.address_space<workgroup>>)
      kernel attributes {{known_block_size = array<i32: 32, 1, 1>}} {{
    %i = gpu.thread_id x
    %x = memref.load %a[%i, %i] : memref<{rows}x128xf32, #gpu.address_space<workgroup>>
    %y = memref.load %b[%i] : memref<3xi8, #gpu.address_space<workgroup>>
    %z = memref.load %c[%i] : memref<4xf64, #gpu.address_space<workgroup>>
    %w = arith.truncf %z : f64 to f32
    %v = arith.sitofp %y : i8 to f32
    %s = arith.addf %x, %w : f32
    %t = arith.addf %s, %v : f32
    memref.store %t, %m[%i] : memref<4xf32>
    gpu.return
  }}
}}"""


@pytest.mark.parametrize(("arch", "rows"), [("sm_80", 96), ("sm_80", 320), ("sm_90a", 448), ("sm_86", 196)])
def test_buffers_that_only_a_launch_can_give(arch: str, rows: int, tmp_path: Path) -> None:
    """Buffers that are too large to be declared follow one another in an array whose name has their size."""
    module = dlc.parse(f'module attributes {{gpu.machine = {{arch = "{arch}"}}}} {{{LARGE.format(rows=rows)}}}')
    dlc.run_pipeline(module, "gpu-to-nvvm,reconcile-unrealized-casts")
    text = compile_ptx(kernels_in(module), Context().diagnostics, arch, 0) or ""
    first = rows * 128 * 4
    assert kernels_of(text)["f"].dynamic_bytes == first + 16 + 32
    assert text.count(".extern .shared") == 1
    offsets = re.findall(r"getelementptr %\S+\[(\d+)\] : \(!llvm.ptr<3>\) -> !llvm.ptr<3>, i8", f"{module}")
    assert [int(each) for each in offsets] == [0, first, first + 16]
    assemble(text, arch, tmp_path)


@pytest.mark.parametrize(
    ("arch", "rows", "most"), [("sm_80", 326, 163), ("sm_86", 198, 99), ("sm_75", 128, 64), ("", 96, 48)]
)
def test_buffers_that_no_launch_can_give_are_refused(arch: str, rows: int, most: int) -> None:
    machine = f'arch = "{arch}"' if arch else ""
    module = dlc.parse(f"module attributes {{gpu.machine = {{{machine}}}}} {{{LARGE.format(rows=rows)}}}")
    message = f"needs {rows * 512 + 48} bytes of workgroup memory, but a block has at most {most << 10}"
    with pytest.raises(DlcError, match=message):
        dlc.run_pipeline(module, "gpu-to-nvvm")


def test_kernels_for_one_architecture_are_refused_for_others() -> None:
    module, context = dlc.parse(HALF), Context()
    dlc.run_pipeline(module, "lower-to-gpu{arch=sm_90a}")
    assert compile_ptx(kernels_in(module), context.diagnostics, "sm_100") is None
    [error] = context.diagnostics.diagnostics
    assert error.message == "'gpu.module' op has kernels for 'sm_90a', not 'sm_100'; run 'lower-to-gpu{arch=sm_100}'"


MOVING = """
func.func @softmax(%x: tensor<96x128xf32>) -> tensor<96x128xf32> {
  %0 = graph.softmax %x, [1] : tensor<96x128xf32>
  return %0 : tensor<96x128xf32>
}
func.func @norm(%x: tensor<64x768xf16>) -> tensor<64x768xf16> {
  %0 = graph.layer_norm %x, [1] epsilon 1.0e-05 : tensor<64x768xf16>
  return %0 : tensor<64x768xf16>
}
func.func @transpose(%x: tensor<512x320xf32>) -> tensor<320x512xf32> {
  %0 = graph.transpose %x, [1, 0] : tensor<512x320xf32> -> tensor<320x512xf32>
  return %0 : tensor<320x512xf32>
}
func.func @add(%x: tensor<512x512xf32>, %y: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %0 = graph.add %x, %y : tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}"""


def test_kernels_that_move_memory(tmp_path: Path) -> None:
    """Loads and stores of 16 bytes, or for transposes of 4; barriers; and what ptxas says of their registers."""
    module = dlc.parse(MOVING)
    dlc.run_pipeline(module, "lower-to-gpu")
    text = compile_ptx(kernels_in(module), Context().diagnostics, "sm_80") or ""
    instructions = ("ld.global.nc.v4", "st.global.v4", "ld.global.nc.b32", "st.global.b32", "bar.sync", "shfl.sync")
    counts = {
        name: [body.partition("\n}")[0].count(each) for each in instructions]
        for name, body in (part.split("_kernel(", 1) for part in text.split(".entry ")[1:])
    }
    assert counts["softmax"] == [1, 1, 0, 0, 0, 10]
    assert counts["norm"] == [1, 1, 0, 0, 4, 10]
    assert counts["transpose"] == [0, 0, 4, 4, 1, 0]
    assert counts["add"] == [2, 1, 0, 0, 0, 0]
    for arch in ARCHS:
        said = assemble(compile_ptx(kernels_in(module), Context().diagnostics, arch) or "", arch, tmp_path, "-v")
        assert said.count("0 bytes spill stores, 0 bytes spill loads") == len(counts)
        assert max(map(int, re.findall(r"Used (\d+) registers", said))) <= 32
        assert sorted(map(int, re.findall(r"(\d+) bytes smem", said))) == [28, 4224]


def test_a_convolution_of_three_channels(tmp_path: Path) -> None:
    """The first layer of a network for images: its sums over the window and channels are one loop, of 147 products."""
    module = dlc.parse("""
    func.func @first(%x: tensor<32x230x230x3xbf16>, %w: tensor<7x7x3x64xbf16>) -> tensor<32x112x112x64xbf16> {
      %0 = graph.convolution %x, %w, <NHWC x HWIO -> NHWC> strides [2, 2]
        : tensor<32x230x230x3xbf16>, tensor<7x7x3x64xbf16> -> tensor<32x112x112x64xbf16>
      return %0 : tensor<32x112x112x64xbf16>
    }""")
    dlc.run_pipeline(module, "lower-to-gpu")
    text = compile_ptx(kernels_in(module), Context().diagnostics, "sm_80") or ""
    assert {word: text.count(word) for word in ("mma.sync", "ldmatrix", "fma.rn")} == {
        "mma.sync": 16,
        "ldmatrix": 8,
        "fma.rn": 0,
    }
    for arch in ARCHS:
        assert "0 bytes spill stores, 0 bytes spill loads" in assemble(text, arch, tmp_path, "-v")


@pytest.mark.parametrize(("columns", "arch", "in_memory"), [(30522, "sm_80", 122088), (50257, "sm_90", 201028)])
def test_long_rows_stay_in_the_memory_of_a_block(columns: int, arch: str, in_memory: int, tmp_path: Path) -> None:
    """A row is read for its maximum and for its powers, and written once, by as many threads as a block can have."""
    module = dlc.parse(f"""func.func @softmax(%x: tensor<4096x{columns}xf32>) -> tensor<4096x{columns}xf32> {{
      %0 = graph.softmax %x, [1] : tensor<4096x{columns}xf32>
      return %0 : tensor<4096x{columns}xf32>
    }}""")
    dlc.run_pipeline(module, f"lower-to-gpu{{arch={arch}}}")
    text = compile_ptx(kernels_in(module), Context().diagnostics, arch) or ""
    assert (text.count("ld.global"), text.count("st.global"), text.count(".entry")) == (2, 1, 1)
    [kernel] = kernels_of(text).values()
    assert kernel.block == (1024, 1, 1)
    assert in_memory <= kernel.dynamic_bytes < in_memory + 512
    assert "0 bytes spill stores, 0 bytes spill loads" in assemble(text, arch, tmp_path, "-v")


def test_attention_stays_in_registers(tmp_path: Path) -> None:
    """Counted by hand: 32 products of queries and 32 keys, and 32 of weights; a load of four matrices for two."""
    attention = """func.func @attention(%q: tensor<1x8x4096x128xbf16>, %k: tensor<1x2x4096x128xbf16>,
        %v: tensor<1x2x4096x128xbf16>) -> tensor<1x8x4096x128xbf16> {
      %0 = graph.attention %q, %k, %v causal <last>
        : tensor<1x8x4096x128xbf16>, tensor<1x2x4096x128xbf16>, tensor<1x2x4096x128xbf16> -> tensor<1x8x4096x128xbf16>
      return %0 : tensor<1x8x4096x128xbf16>
    }"""
    module = dlc.parse(attention)
    dlc.run_pipeline(module, "lower-to-gpu")
    text = compile_ptx(kernels_in(module), Context().diagnostics, "sm_80") or ""
    counts = {".entry": 1, "mma.sync": 64, "ldmatrix": 32, "cp.async.cg": 16, "bar.sync": 3, ".local": 0}
    counts.update({"ex2.approx": 2 * 32 // 4 + 2, "fma.rn": 0})
    assert {word: text.count(word) for word in counts} == counts
    for arch in ("sm_80", "sm_90"):
        said = assemble(text, arch, tmp_path, "-v")
        assert "0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads" in said
        assert [int(each) <= 168 for each in re.findall(r"Used (\d+) registers", said)] == [True]
        assert re.findall(r"(\d+) bytes smem", said) == [str(2 * 2 * 32 * (128 + 8) * 2)]


def test_decoding_reads_keys_and_values_in_the_background(tmp_path: Path) -> None:
    """Two kernels, of which one reads any number of keys 16 bytes at a time: four heads are rows of one tile.

    A thread copies 32 times 16 bytes of a tile of 32 keys and values, once before the loop and once in it.
    """
    query, key = "tensor<1x32x1x128xbf16>", "tensor<1x8x?x128xbf16>"
    module = dlc.parse(f"""func.func @decoding(%q: {query}, %k: {key}, %v: {key}) -> {query} {{
      %0 = graph.attention %q, %k, %v : {query}, {key}, {key} -> {query}
      return %0 : {query}
    }}""")
    dlc.run_pipeline(module, "lower-to-gpu")
    text = compile_ptx(kernels_in(module), Context().diagnostics, "sm_80") or ""
    counts = {".entry": 2, "mma.sync": 64, "ldmatrix": 32, "cp.async.cg": 64, ".local": 0}
    assert {word: text.count(word) for word in counts} == counts
    for arch in ("sm_80", "sm_90"):
        said = assemble(text, arch, tmp_path, "-v")
        assert said.count("0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads") == 2
        assert max(int(each) for each in re.findall(r"Used (\d+) registers", said)) <= 192
        resident = machine_of_arch(arch).resident_blocks(32, 192, 2 * 2 * 32 * (128 + 8) * 2)
        assert resident == {"sm_80": 4, "sm_90": 6}[arch]


def test_attention_of_f32_rounds_no_element(tmp_path: Path) -> None:
    """Threads multiply and add themselves: 16 rows by 16 keys and 64 features, and by 64 features and 16 keys."""
    type = "tensor<1x8x4096x64xf32>"
    module = dlc.parse(f"""func.func @attention(%q: {type}, %k: {type}, %v: {type}) -> {type} {{
      %0 = graph.attention %q, %k, %v : {type}, {type}, {type} -> {type}
      return %0 : {type}
    }}""")
    dlc.run_pipeline(module, "lower-to-gpu")
    text = compile_ptx(kernels_in(module), Context().diagnostics, "sm_80") or ""
    counts = {".entry": 1, "mma.sync": 0, "fma.rn.f32": 2 * 16 * 16 * 64 // 32, "cp.async.cg": 8, ".local": 0}
    assert {word: text.count(word) for word in counts} == counts
    said = assemble(text, "sm_80", tmp_path, "-v")
    assert "0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads" in said
    assert [int(each) <= 128 for each in re.findall(r"Used (\d+) registers", said)] == [True]


def test_kernels_for_a_later_architecture_are_refused() -> None:
    context = Context()
    assert compile_ptx(lowered("kernels"), context.diagnostics, "sm_70") is None
    [error] = context.diagnostics.diagnostics
    assert error.message == "'gpu.module' op has kernels for 'sm_80', not 'sm_70'; run 'lower-to-gpu{arch=sm_70}'"


# -- What is not there -------------------------------------------------------------------------------------------------

CALLS = """gpu.module @k {{
  llvm.func @missing(f32) -> f32
  llvm.func ptx_kernelcc @f(%m: !llvm.ptr<1>, %x: f32) {{
    {op}
    llvm.store %y, %m : f32, !llvm.ptr<1>
    llvm.return
  }}
}}"""


def refusal(op: str, arch: str = "sm_80") -> str:
    module = dlc.parse(CALLS.format(op=op))
    context = Context()
    assert compile_ptx(kernels_in(module), context.diagnostics, arch) is None
    [error] = [each for each in context.diagnostics.diagnostics if each.severity == "error"]
    return error.message


def test_a_function_that_nobody_has_is_refused() -> None:
    message = refusal("%y = llvm.call @missing(%x) : (f32) -> f32")
    assert message == "'llvm.call' op requires function 'missing', which does not exist on the device"


@pytest.mark.parametrize("name", ["llvm.nvvm.read.ptx.sreg.tid.w", "llvm.nvvm.nothing.of.this.name"])
def test_a_misspelt_intrinsic_is_refused(name: str) -> None:
    message = refusal(f'%y = llvm.call_intrinsic "{name}"(%x) : (f32) -> f32')
    assert message.startswith("'llvm.call_intrinsic' op cannot be parsed by LLVM: ")


@pytest.mark.parametrize(
    "op",
    [
        "%y = llvm.intr.exp(%x) : (f32) -> f32",
        '%y = llvm.call_intrinsic "llvm.pow"(%x, %x) : (f32, f32) -> f32',
    ],
)
def test_a_function_without_code_is_refused(op: str) -> None:
    """LLVM would end the process."""
    assert "is not available for 'nvptx64-nvidia-cuda'; run 'expand-math' first" in refusal(op)


def test_architectures_are_checked() -> None:
    with pytest.raises(TargetError, match="expected a GPU architecture such as 'sm_80' or 'sm_90', but got 'ampere'"):
        target_for("ampere")
    with pytest.raises(TargetError, match="unknown processor 'sm_81'"):
        target_for("sm_81")


# -- Names -------------------------------------------------------------------------------------------------------------

SIGNATURES = {
    "barrier": ("(%i)", "(i32) -> ()"),
    "ex2": ("(%x)", "(f32) -> f32"),
    "shfl": ("(%i, %i, %i, %i)", "(i32, i32, i32, i32) -> !llvm.struct<(i32, i1)>"),
    "sreg": ("()", "() -> i32"),
}


@pytest.mark.parametrize("name", NAMES)
def test_llvm_knows_each_intrinsic(name: str) -> None:
    """A name that LLVM does not know would be a call of a function in the text."""
    kind = next(kind for kind in SIGNATURES if f".{kind}." in name)
    arguments, type = SIGNATURES[kind]
    result = "" if type.endswith("()") else "%r = "
    used = {
        "barrier": "",
        "ex2": "llvm.store %r, %m : f32, !llvm.ptr<1>",
        "shfl": "%v = llvm.extractvalue %r[0] : !llvm.struct<(i32, i1)>\n llvm.store %v, %m : i32, !llvm.ptr<1>",
        "sreg": "llvm.store %r, %m : i32, !llvm.ptr<1>",
    }[kind]
    module = dlc.parse(f"""gpu.module @k {{
  llvm.func ptx_kernelcc @f(%m: !llvm.ptr<1>, %i: i32, %x: f32) {{
    {result}llvm.call_intrinsic "{name}"{arguments} : {type}
    {used}
    llvm.return
  }}
}}""")
    text = compile_ptx(kernels_in(module), Context().diagnostics)
    assert text is not None
    assert "call" not in text
    assert {"barrier": "bar.sync", "ex2": "ex2.approx.ftz.f32", "shfl": "shfl.sync", "sreg": "mov.u32"}[kind] in text


def call_of(name: str) -> str:
    """Return a call of an intrinsic of `passes/gpu/nvvm/nvgpu.py`."""
    if name in nvgpu.LOADS.values():
        count = int(name.partition("m8n8.x")[2][0])
        result = "i32" if count == 1 else f"!llvm.struct<({', '.join(['i32'] * count)})>"
        return f'%r = llvm.call_intrinsic "{name}"(%s) : (!llvm.ptr<3>) -> {result}'
    if name in nvgpu.PRODUCTS.values():
        ((element, _), sums, (m, _, k)) = next(key for key, value in nvgpu.PRODUCTS.items() if value == name)
        width = bit_width(element) or 0
        registers, count = (m // 8 + 1) * (k * width // 128), m // 4
        row = "vector<2xf16>" if f"{element}" == "f16" else "i32"
        types = [row] * registers + [f"{sums}"] * count
        values = ["%h" if row != "i32" else "%i"] * registers + [f"%{'f' if f'{sums}' == 'f32' else 'i'}"] * count
        result = f"!llvm.struct<({', '.join([f'{sums}'] * count)})>"
        return f'%r = llvm.call_intrinsic "{name}"({", ".join(values)}) : ({", ".join(types)}) -> {result}'
    if name in nvgpu.QUAD_PAIRS.values():
        values, types = ["%h"] * 4 + ["%f"] * 8, ["vector<2xf16>"] * 4 + ["f32"] * 8
        result = f"!llvm.struct<({', '.join(['f32'] * 8)})>"
        return f'%r = llvm.call_intrinsic "{name}"({", ".join(values)}) : ({", ".join(types)}) -> {result}'
    if name == nvgpu.WAIT:
        return f'llvm.call_intrinsic "{name}"(%zero) : (i32) -> ()'
    if name == nvgpu.COMMIT:
        return f'llvm.call_intrinsic "{name}"() : () -> ()'
    size, type = (", %i", ", i32") if name.endswith(nvgpu.PARTIAL) else ("", "")
    return f'llvm.call_intrinsic "{name}"(%s, %m{size}) : (!llvm.ptr<3>, !llvm.ptr<1>{type}) -> ()'


def test_llvm_knows_the_intrinsics_of_nvgpu() -> None:
    """Other names would be calls of functions; those of matrices are gone, since nothing uses what they return."""
    calls = "\n".join(call_of(name).replace("%r", f"%r{number}") for number, name in enumerate(nvgpu.NAMES))
    module = dlc.parse(f"""gpu.module @k {{
  llvm.func ptx_kernelcc @f(%m: !llvm.ptr<1>, %s: !llvm.ptr<3>, %i: i32, %f: f32, %h: vector<2xf16>) {{
    %zero = llvm.mlir.constant(0 : i32) : i32
    {calls}
    llvm.return
  }}
}}""")
    text = compile_ptx(kernels_in(module), Context().diagnostics, "sm_89", level=0)
    assert text is not None
    assert "call" not in text
    assert ".extern" not in text


@pytest.mark.parametrize(
    ("name", "arch", "least"),
    [(nvgpu.LOADS[1, False], "sm_70", 75), (nvgpu.WAIT, "sm_75", 80), (list(nvgpu.PRODUCTS.values())[-1], "sm_80", 89)],
)
def test_intrinsics_of_later_architectures_are_refused(name: str, arch: str, least: int) -> None:
    """LLVM would end the process."""
    module = dlc.parse(f"""gpu.module @k {{
  llvm.func ptx_kernelcc @f(%m: !llvm.ptr<1>, %s: !llvm.ptr<3>, %i: i32, %f: f32) {{
    %zero = llvm.mlir.constant(0 : i32) : i32
    {call_of(name)}
    llvm.return
  }}
}}""")
    context = Context()
    assert compile_ptx(kernels_in(module), context.diagnostics, arch) is None
    [error] = context.diagnostics.diagnostics
    assert error.message == f"'llvm.call_intrinsic' op needs 'sm_{least}' or later, but got '{arch}'"
