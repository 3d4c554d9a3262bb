"""PTX: it is made for whole networks, NVIDIA's own assembler takes it, and what the device does not have is refused."""

from __future__ import annotations

import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

import dlc
from dlc.codegen.ptx import compile_ptx, target_for
from dlc.codegen.target import TargetError
from dlc.dialects import gpu
from dlc.ir.context import Context
from dlc.ir.operations import Operation
from dlc.passes.gpu.nvvm.intrinsics import NAMES
from support.run_lines import ROOT

PTXAS = shutil.which("ptxas")
ARCHS = ("sm_80", "sm_90")
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


@pytest.mark.parametrize("arch", ARCHS)
@pytest.mark.parametrize("source", ["kernels", "residual_network", "transformer_block", "lstm", "greedy_decoder"])
def test_ptxas_assembles_it(source: str, arch: str, tmp_path: Path) -> None:
    text = ptx(source, arch)
    assert f".target {arch}" in text
    assert ".extern" not in text
    if PTXAS is None:
        pytest.skip("ptxas is not installed")
    path = tmp_path / "kernels.ptx"
    path.write_text(text)
    done = subprocess.run(
        [PTXAS, f"-arch={arch}", str(path), "-o", str(tmp_path / "kernels.cubin")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""


def test_without_optimization() -> None:
    assert ".visible .entry softmax_kernel(" in ptx("kernels", "sm_80", 0)


def test_a_product_keeps_tiles_and_sums() -> None:
    """Operands are in workgroup memory, read four elements at a time, and sixteen sums in registers of each thread."""
    text = ptx("kernels", "sm_80")
    start = text.index(".entry product_kernel(")
    kernel = text[start : text.index("\n}", start)]
    assert kernel.count("bar.sync") == 2
    assert kernel.count("fma.rn.f32") == 16 * 8
    assert kernel.count("ld.shared.v4.b32") == kernel.count("ld.shared") == 16
    assert "st.shared" in kernel
    assert ".local" not in kernel


def test_what_is_only_read_is_read_past_the_first_cache() -> None:
    """That nothing else writes it is said by `llvm.noalias`."""
    assert "ld.global.nc.b32" in ptx("kernels", "sm_80")


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
    found = refusal("%y = llvm.call @missing(%x) : (f32) -> f32")
    assert found == "'llvm.call' op requires function 'missing', which does not exist on the device"


@pytest.mark.parametrize("name", ["llvm.nvvm.read.ptx.sreg.tid.w", "llvm.nvvm.nothing.of.this.name"])
def test_a_misspelt_intrinsic_is_refused(name: str) -> None:
    found = refusal(f'%y = llvm.call_intrinsic "{name}"(%x) : (f32) -> f32')
    assert found.startswith("'llvm.call_intrinsic' op cannot be parsed by LLVM: ")


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
        "shfl": "%v = llvm.extractvalue %r[0] : !llvm.struct<(i32, i1)>\n llvm.store %v, %m : i32, !llvm.ptr<1>",
        "sreg": "llvm.store %r, %m : i32, !llvm.ptr<1>",
    }[kind]
    module = dlc.parse(f"""gpu.module @k {{
  llvm.func ptx_kernelcc @f(%m: !llvm.ptr<1>, %i: i32) {{
    {result}llvm.call_intrinsic "{name}"{arguments} : {type}
    {used}
    llvm.return
  }}
}}""")
    text = compile_ptx(kernels_in(module), Context().diagnostics)
    assert text is not None
    assert "call" not in text
    assert {"barrier": "bar.sync", "shfl": "shfl.sync", "sreg": "mov.u32"}[kind] in text
