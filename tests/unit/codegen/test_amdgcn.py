"""Kernels for AMD's GPUs: LLVM's linker takes them, they compute what they should, and what is missing is refused."""

from __future__ import annotations

import re
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dlc
from dlc.codegen.amdgcn import compiled_kernels
from dlc.codegen.gpu_target import amd_target_for
from dlc.codegen.target import TargetError
from dlc.dialects import gpu
from dlc.ir.context import Context
from dlc.ir.operations import Operation
from dlc.passes.gpu.rocdl import matrices
from dlc.passes.gpu.rocdl.intrinsics import NAMES
from dlc.passes.loops.schedules.gpu_machine import AMD_ARCHITECTURES
from support.amd_blocks import Blocks, names_in
from support.amd_linker import amd_linker
from support.host_blocks import launch_of
from support.run_lines import ROOT

ARCHS = ("gfx90a", "gfx942", "gfx1100")
LINKER, READER = amd_linker(), shutil.which("llvm-readobj-22") or shutil.which("llvm-readobj")
KERNELS = """
func.func @elementwise(%x: tensor<?x5xf32, #graph.dims<n>>) -> tensor<?x5xf32, #graph.dims<n>> {
  %a = graph.tanh %x : tensor<?x5xf32, #graph.dims<n>>
  return %a : tensor<?x5xf32, #graph.dims<n>>
}
func.func @reduction(%x: tensor<4x1000xf64>) -> tensor<4xf64> {
  %0 = graph.reduce <sum> %x, [1] : tensor<4x1000xf64> -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
func.func @softmax(%x: tensor<3x1000xf32>) -> tensor<3x1000xf32> {
  %0 = graph.softmax %x, [1] : tensor<3x1000xf32>
  return %0 : tensor<3x1000xf32>
}
func.func @product(%a: tensor<64x48xf32>, %b: tensor<48x64xf32>) -> tensor<64x64xf32> {
  %0 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0]
    : tensor<64x48xf32>, tensor<48x64xf32> -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
"""


def kernels_in(module: Operation) -> gpu.GPUModuleOp:
    return next(op for op in module.walk() if isinstance(op, gpu.GPUModuleOp))


@cache
def lowered(source: str, arch: str) -> Operation:
    module = dlc.parse(KERNELS) if source == "kernels" else dlc.parse_file(ROOT / "examples" / f"{source}.mlir")
    dlc.run_pipeline(module, f"lower-to-gpu{{arch={arch}}}")
    dlc.verify(module)
    return module


def compiled(source: str, arch: str, level: int = 3) -> Any:
    context = Context()
    code = compiled_kernels(kernels_in(lowered(source, arch)), context.diagnostics, arch, level)
    assert code is not None, [each.text for each in context.diagnostics.diagnostics]
    return code


def said_of(content: bytes, folder: Path) -> str:
    """Return what LLVM's tools say of the code object that is linked of an object file."""
    if LINKER is None or READER is None:
        pytest.skip("LLVM's linker and llvm-readobj are not installed, or too old for these code objects")
    before, after = folder / "kernels.o", folder / "kernels.hsaco"
    before.write_bytes(content)
    subprocess.run([LINKER, "-shared", str(before), "-o", str(after)], check=True)
    done = subprocess.run([READER, "--notes", "--symbols", str(after)], check=True, capture_output=True, text=True)
    return done.stdout


@pytest.mark.sampled(4)
@pytest.mark.parametrize("arch", ARCHS)
@pytest.mark.parametrize("source", ["kernels", "residual_network", "transformer_block", "lstm"])
def test_the_linker_takes_it(source: str, arch: str, tmp_path: Path) -> None:
    """Each kernel has a descriptor, nothing is spilled, and workgroup memory fits."""
    assembly = compiled(source, arch).assembly()
    names = re.findall(r"^\s*\.amdhsa_kernel (\S+)$", assembly, re.MULTILINE)
    functions = [op for op in kernels_in(lowered(source, arch)).walk() if gpu.KERNEL in op.attributes]
    assert len(names) == len(functions) > 0
    assert set(re.findall(r"\.vgpr_spill_count: *(\d+)", assembly)) == {"0"}
    shared = [int(size) for size in re.findall(r"\.group_segment_fixed_size: *(\d+)", assembly)]
    assert max(shared) <= AMD_ARCHITECTURES[arch].workgroup_bytes
    said = said_of(compiled(source, arch).object_code(), tmp_path)
    assert [name for name in names if f"Name: {name}.kd" not in said] == []
    assert f"amdgcn-amd-amdhsa--{arch}" in said


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("options", "element", "instruction", "products", "registers"),
    [
        ("gfx1100", "f16", "v_wmma_f32_16x16x16_f16", 16, 160),
        ("gfx1100", "bf16", "v_wmma_f32_16x16x16_bf16", 16, 160),
        ("gfx1100", "i8", "v_wmma_i32_16x16x16_iu8", 32, 160),
        ("gfx1201", "f16", "v_wmma_f32_16x16x16_f16", 16, 160),
        ("gfx1201", "bf16", "v_wmma_f32_16x16x16_bf16", 16, 160),
        ("gfx1201", "i8", "v_wmma_i32_16x16x16_iu8", 32, 160),
        ("gfx908", "f16", "v_mfma_f32_16x16x16f16", 32, 128),
        ("gfx908", "i8", "v_mfma_i32_16x16x16i8", 64, 128),
        ("gfx90a", "f16", "v_mfma_f32_16x16x16f16", 32, 128),
        ("gfx90a", "bf16", "v_mfma_f32_16x16x16bf16_1k", 32, 128),
        ("gfx90a", "i8", "v_mfma_i32_16x16x16i8", 64, 128),
        ("gfx942", "bf16", "v_mfma_f32_16x16x16_bf16", 16, 128),
        ("gfx942", "i8", "v_mfma_i32_16x16x32_i8", 8, 128),
        ("gfx908", "f32", "v_mfma_f32_16x16x4f32", 64, 128),
        ("gfx90a", "f32", "v_mfma_f32_16x16x4f32", 64, 128),
        ("gfx90a", "f64", "v_mfma_f64_16x16x4f64", 64, 256),
        ("gfx942", "f32", "v_mfma_f32_16x16x4_f32", 32, 128),
        ("gfx942", "f64", "v_mfma_f64_16x16x4_f64", 32, 128),
        ("gfx942 tf32=true", "f32", "v_mfma_f32_16x16x8_xf32", 32, 128),
    ],
)
def test_products_by_matrix_units(
    options: str, element: str, instruction: str, products: int, registers: int, tmp_path: Path
) -> None:
    """Sums stay in registers, and blocks copy 16 bytes at a time; rows of the first operand are loaded as wide."""
    arch, _, _ = options.partition(" ")
    operand, result = (f"tensor<1024x1024x{each}>" for each in (element, "i32" if element == "i8" else element))
    module = dlc.parse(f"""func.func @product(%a: {operand}, %b: {operand}) -> {result} {{
      %c = graph.contract %a, %b, batch = [] x [], contracting = [1] x [0] : {operand}, {operand} -> {result}
      return %c : {result}
    }}""")
    dlc.run_pipeline(module, f"lower-to-gpu{{arch={options}}}")
    code, again = (compiled_kernels(kernels_in(module), Context().diagnostics, arch) for _ in range(2))
    assert code is not None
    assert again is not None
    assert {*names_in(code.llvm_ir())} <= {*NAMES, *matrices.NAMES}
    assembly = code.assembly()
    assert assembly.count(instruction) == products
    spilled, stack, used = (
        int(re.findall(rf"\.{name}: *(\d+)", assembly)[-1])
        for name in ("vgpr_spill_count", "private_segment_fixed_size", "vgpr_count")
    )
    assert (spilled, stack) == (0, 0)
    assert used <= registers
    assert re.search(r"global_load_(b128|dwordx4)", assembly)
    assert not re.search(r"global_load_(u16|ushort|u8|ubyte|d16)", assembly)
    assert re.search(r"ds_(store|write)_b128", assembly)
    assert f"amdgcn-amd-amdhsa--{arch}" in said_of(again.object_code(), tmp_path)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("arch", "element", "features", "exchanges", "registers"),
    [
        ("gfx90a", "f16", 128, 4, 168),
        ("gfx942", "bf16", 64, 4, 128),
        ("gfx942", "f16", 256, 4, 256),
        ("gfx1100", "f16", 128, 2 + 4 * (128 // 16 + 32 // 16), 256),
        ("gfx1100", "bf16", 64, 2 + 4 * (64 // 16 + 64 // 16), 256),
        ("gfx1100", "f16", 256, 2 + 4 * (256 // 16 + 16 // 16), 256),
        ("gfx1201", "bf16", 128, 2, 256),
        ("gfx1201", "f16", 64, 2, 128),
    ],
)
def test_attention_by_matrix_units(
    arch: str, element: str, features: int, exchanges: int, registers: int, tmp_path: Path
) -> None:
    """Scores stay in registers: a kernel has all products of a step, and the threads that share a row exchange what it
    needs; on RDNA 3 also the halves of first operands.
    """
    operand = f"tensor<32x1024x{features}x{element}>"
    module = dlc.parse(f"""func.func @attention(%q: {operand}, %k: {operand}, %v: {operand}) -> {operand} {{
      %0 = graph.attention %q, %k, %v : {operand}, {operand}, {operand} -> {operand}
      return %0 : {operand}
    }}""")
    dlc.run_pipeline(module, f"lower-to-gpu{{arch={arch}}}")
    code, again = (compiled_kernels(kernels_in(module), Context().diagnostics, arch) for _ in range(2))
    assert code is not None
    assert again is not None
    assembly = code.assembly()
    assert len(re.findall(r"^\s*\.amdhsa_kernel ", assembly, re.MULTILINE)) == 1
    counted = [len(re.findall(each, assembly)) for each in (r"\bv_w?mf?ma_f32_16x16x16", "ds_bpermute_b32")]
    assert counted == [32, exchanges]
    spilled, stack, used = (
        int(re.findall(rf"\.{name}: *(\d+)", assembly)[-1])
        for name in ("vgpr_spill_count", "private_segment_fixed_size", "vgpr_count")
    )
    assert (spilled, stack) == (0, 0)
    assert used <= registers
    assert f"amdgcn-amd-amdhsa--{arch}" in said_of(again.object_code(), tmp_path)


def random(*shape: int, dtype: Any = np.float32) -> Any:
    return np.random.default_rng(1).standard_normal(shape).astype(dtype)


def sums(x: Any) -> Any:
    return x.sum(1)


def softmax(x: Any) -> Any:
    e = np.exp(x - x.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("level", [0, 3])
@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("reduction", [random(4, 1000, dtype=np.float64)], sums),
        ("softmax", [random(3, 1000)], softmax),
        ("product", [random(64, 48), random(48, 64)], np.matmul),
    ],
)
def test_threads_compute_it(name: str, arguments: list[Any], expected: Any, level: int) -> None:
    """Lanes exchange words, and subgroups meet in workgroup memory."""
    text = compiled("kernels", "gfx90a", level).llvm_ir()
    wanted = expected(*arguments)
    result = np.zeros_like(wanted)
    grid, block = launch_of(lowered("kernels", "gfx90a"), f"{name}_kernel")
    Blocks(text, f"{name}_kernel", block, 64).launch(grid, [each.ctypes.data for each in (*arguments, result)])
    np.testing.assert_allclose(result, wanted, rtol=1e-5, atol=1e-5)


def test_intrinsics_are_those_that_are_known() -> None:
    called = {name for level in (0, 3) for name in names_in(compiled("kernels", "gfx90a", level).llvm_ir())}
    assert called <= {*NAMES, *matrices.NAMES}


SHUFFLES = """module attributes {{gpu.machine = {{{machine}}}}} {{ gpu.module @k {{
  gpu.func @f(%in: memref<128x{type}>, %out: memref<128x{type}>, %there: memref<128xi32>) kernel
      attributes {{known_block_size = array<i32: 128, 1, 1>}} {{
    %i = gpu.thread_id x
    %x = memref.load %in[%i] : memref<128x{type}>
    %o = arith.constant {offset} : i32
    %n = arith.constant {width} : i32
    %y, %valid = gpu.shuffle {mode} %x, %o, %n : {type}
    memref.store %y, %out[%i] : memref<128x{type}>
    %v = arith.extui %valid : i1 to i32
    memref.store %v, %there[%i] : memref<128xi32>
    %s = gpu.subgroup_id : index
    %l = gpu.lane_id
    gpu.return
  }}
}} }}"""


def source_of(lane: int, mode: str, offset: int) -> int:
    """Return the lane that another one reads from."""
    return {"xor": lane ^ offset, "up": lane - offset, "down": lane + offset, "idx": offset}[mode]


@pytest.mark.sampled(8)
@pytest.mark.parametrize("dtype", ["f32", "f64"])
@pytest.mark.parametrize(("subgroup", "width"), [(32, 32), (32, 16), (64, 64), (64, 16)])
@pytest.mark.parametrize(("mode", "offset"), [("xor", 1), ("xor", 16), ("up", 3), ("down", 5), ("idx", 7), ("idx", 20)])
def test_lanes_exchange_numbers(mode: str, offset: int, subgroup: int, width: int, dtype: str) -> None:
    """Each reads from the lane that it names, in its own subgroup; where there is none, it keeps its own.

    Kernels that are made for no architecture have two subgroups where the hardware runs 64 threads in step.
    """
    machine = 'arch = "gfx90a"' if subgroup == 64 else ""
    module = dlc.parse(SHUFFLES.format(machine=machine, mode=mode, offset=offset, width=width, type=dtype))
    dlc.run_pipeline(module, "gpu-to-rocdl,reconcile-unrealized-casts")
    code = compiled_kernels(kernels_in(module), Context().diagnostics, "gfx90a")
    assert code is not None
    given = random(128, dtype=np.float32 if dtype == "f32" else np.float64)
    result, there = np.zeros_like(given), np.zeros(128, np.int32)
    arrays = [each.ctypes.data for each in (given, result, there)]
    Blocks(code.llvm_ir(), "f", (128, 1, 1), subgroup).launch((1, 1, 1), arrays)
    for i in range(128):
        source = source_of(i % subgroup, mode, offset)
        is_there = 0 <= source < width
        assert there[i] == is_there
        assert result[i] == given[i - i % subgroup + source if is_there else i]


# -- What is not there -------------------------------------------------------------------------------------------------

CALLS = """gpu.module @k {{
  llvm.func @missing(f32) -> f32
  llvm.func amdgpu_kernelcc @f(%m: !llvm.ptr<1>, %x: f32) {{
    {op}
    llvm.store %y, %m : f32, !llvm.ptr<1>
    llvm.return
  }}
}}"""


@pytest.mark.parametrize(
    ("op", "message"),
    [
        (
            "%y = llvm.call @missing(%x) : (f32) -> f32",
            "'llvm.call' op requires function 'missing', which does not exist on the device",
        ),
        (
            "%y = llvm.intr.pow(%x, %x) : (f32, f32) -> f32",
            "'llvm.intr.pow' op is not available for 'amdgcn-amd-amdhsa'; run 'expand-math' first",
        ),
    ],
)
def test_what_the_device_does_not_have_is_refused(op: str, message: str) -> None:
    context = Context()
    assert compiled_kernels(kernels_in(dlc.parse(CALLS.format(op=op))), context.diagnostics) is None
    assert [each.message for each in context.diagnostics.diagnostics] == [message]


def test_kernels_for_another_architecture_are_refused() -> None:
    for made_for, arch in (("gfx90a", "gfx1100"), ("sm_80", "gfx90a")):
        context = Context()
        kernels = kernels_in(lowered("kernels", made_for))
        assert compiled_kernels(kernels, context.diagnostics, arch) is None
        [error] = context.diagnostics.diagnostics
        assert error.message == (
            f"'gpu.module' op has kernels for '{made_for}', not '{arch}'; run 'lower-to-gpu{{arch={arch}}}'"
        )


def test_architectures_are_checked() -> None:
    with pytest.raises(TargetError, match="expected an architecture of AMD's GPUs such as 'gfx90a' or 'gfx1100'"):
        amd_target_for("cdna3")
    with pytest.raises(TargetError, match="unknown processor 'gfx91f'"):
        amd_target_for("gfx91f")
