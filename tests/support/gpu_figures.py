"""Counts of instructions in the kernels of programs, and what ptxas says of their registers, as a table.

`python tests/support/gpu_figures.py` prints the table of `docs/gpu-kernels.md`.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import dlc
from dlc.codegen.ptx import compile_ptx
from dlc.dialects.gpu import GPUModuleOp
from dlc.ir.context import Context
from dlc.passes.loops.schedules.gpu_machine import machine_of_arch
from dlc.passes.manager.settings import RunSettings
from dlc.runtime.gpu.kernel_arguments import kernels_of

HEAD = "| kernel | architecture | a thread, warp or warpgroup has | registers | workgroup memory | blocks | reads |"
F8 = "f8E4M3FN"
WORKGROUP_BYTES = {"sm_75": 64, "sm_80": 128, "sm_89": 128, "sm_90a": 128}
"""The bytes of workgroup memory that a multiprocessor reads in a cycle."""
RATES = {
    "sm_75": {"f16": 512, "i8": 1024},
    "sm_80": {"bf16": 1024, "f32": 512, "i8": 2048},
    "sm_89": {F8: 1024},
    "sm_90a": {"bf16": 2048, "f32": 1024, "i8": 4096, F8: 4096},
}
"""The products of tensor cores of a multiprocessor in a cycle, of elements of a type."""
FMA_RATES = {"sm_80": 64, "sm_90a": 128}
COMPUTES = ("wgmma.mma_async", "mma.sync", "ldmatrix", "fma.rn.f32", "ld.shared", "ex2.approx")
MOVES = ("cp.async.cg", "ld.global", "st.global")
NAMES = {"wgmma.mma_async": "wgmma", "mma.sync": "mma", "fma.rn.f32": "fma", "cp.async.cg": "cp.async"}


class Case(NamedTuple):
    """A program whose largest kernel is described."""

    name: str
    source: str
    element: str
    tf32: bool = False
    archs: tuple[str, ...] = ("sm_80", "sm_90a")
    moved: tuple[str, ...] = ()
    """The kinds of accesses by which it moves memory, if that is all it does."""


def product(
    name: str,
    sizes: tuple[int, int, int],
    element: str,
    *,
    across: bool = True,
    tf32: bool = False,
    archs: tuple[str, ...] = ("sm_80", "sm_90a"),
) -> Case:
    """Return the product of matrices of rows, columns and sums; the second operand lies across the sums, or along."""
    rows, columns, sums = sizes
    result = {"i8": "i32", F8: "bf16"}.get(element, element)
    a, c = f"tensor<{rows}x{sums}x{element}>", f"tensor<{rows}x{columns}x{result}>"
    b, inner = (f"tensor<{sums}x{columns}x{element}>", 0) if across else (f"tensor<{columns}x{sums}x{element}>", 1)
    source = f"""func.func @f(%a: {a}, %b: {b}) -> {c} {{
      %0 = graph.contract %a, %b, batch = [] x [], contracting = [1] x [{inner}] : {a}, {b} -> {c}
      return %0 : {c}
    }}"""
    return Case(name, source, element, tf32, archs)


def attention(features: int, element: str = "bf16", archs: tuple[str, ...] = ("sm_80", "sm_90a")) -> Case:
    """Return causal attention with 4096 keys."""
    type = f"tensor<1x16x4096x{features}x{element}>"
    source = f"""func.func @f(%q: {type}, %k: {type}, %v: {type}) -> {type} {{
      %0 = graph.attention %q, %k, %v causal <last> : {type}, {type}, {type} -> {type}
      return %0 : {type}
    }}"""
    name = f"attention, {features} features" + f", {element}" * (element != "bf16")
    return Case(name, source, element, archs=archs)


def decoding(features: int) -> Case:
    """Return attention of 32 heads of one query to any number of keys, of which four share each."""
    query, key = f"tensor<1x32x1x{features}xbf16>", f"tensor<1x8x?x{features}xbf16>"
    source = f"""func.func @f(%q: {query}, %k: {key}, %v: {key}) -> {query} {{
      %0 = graph.attention %q, %k, %v : {query}, {key}, {key} -> {query}
      return %0 : {query}
    }}"""
    return Case(f"decoding, {features} features", source, "bf16", archs=("sm_90a",), moved=("cp.async.cg",))


def mover(name: str, op: str, shape: tuple[int, int], element: str, result: str = "", moved: str = "ld st") -> Case:
    """Return a function that moves memory."""
    type = f"tensor<{shape[0]}x{shape[1]}x{element}>"
    signature = f"{type} -> {result}" if result else type
    source = f"""func.func @f(%x: {type}) -> {result or type} {{
      %0 = graph.{op} : {signature}
      return %0 : {result or type}
    }}"""
    return Case(name, source, element, archs=("sm_90a",), moved=tuple(moved.split()))


CASES = (
    product("bf16, 1024³", (1024, 1024, 1024), "bf16"),
    product("bf16, 8192³", (8192, 8192, 8192), "bf16"),
    product("bf16, 128 × 768, 3072 terms", (128, 768, 3072), "bf16"),
    product("bf16, 4096 × 768, 768 terms", (4096, 768, 768), "bf16")._replace(archs=("sm_90a",)),
    product("f32, 4096³", (4096, 4096, 4096), "f32"),
    product("tf32, 4096³", (4096, 4096, 4096), "f32", tf32=True),
    product("tf32, 4096³, along the sums", (4096, 4096, 4096), "f32", across=False, tf32=True),
    product("i8, 4096³, along the sums", (4096, 4096, 4096), "i8", across=False),
    product("f16, 4096³", (4096, 4096, 4096), "f16", archs=("sm_75",)),
    product("i8, 4096³, along the sums, before sm_80", (4096, 4096, 4096), "i8", across=False, archs=("sm_75",)),
    product("f8, 4096³, along the sums", (4096, 4096, 4096), F8, across=False, archs=("sm_89", "sm_90a")),
    product("bf16, 1000 × 1000, 1000 terms", (1000, 1000, 1000), "bf16"),
    attention(64),
    attention(128),
    attention(64, "f16", ("sm_75",)),
    decoding(128),
    mover("softmax, 4096 × 1024 f32", "softmax %x, [1]", (4096, 1024), "f32"),
    mover("softmax, 4096 × 32000 f32", "softmax %x, [1]", (4096, 32000), "f32"),
    mover("layer norm, 4096 × 768 bf16", "layer_norm %x, [1] epsilon 1.0e-05", (4096, 768), "bf16"),
    mover("sums of 4096 rows of f32", "reduce <sum> %x, [1]", (4096, 1024), "f32", "tensor<4096xf32>", "ld"),
    mover("transpose, 4096² f32", "transpose %x, [1, 0]", (4096, 4096), "f32", "tensor<4096x4096xf32>"),
    mover("gelu, 4096² bf16", "gelu <exact> %x", (4096, 4096), "bf16"),
)


def lines(case: Case) -> Iterator[str]:
    """Return the lines of the table for a case."""
    for arch in case.archs:
        module = dlc.parse(case.source)
        passes, settings = f"lower-to-gpu{{arch={arch} tf32={str(case.tf32).lower()}}}", RunSettings(verify_each=False)
        dlc.run_pipeline(module, passes, settings=settings)
        kernels = next(op for op in module.walk() if isinstance(op, GPUModuleOp))
        text = compile_ptx(kernels, Context().diagnostics, arch) or ""
        name, kernel = next(iter(kernels_of(text).items()))
        body = text[text.index(f".entry {name}(") :].partition("\n}")[0]
        registers, declared, spilled = _assembled(text, arch, name)
        assert not spilled, f"{case.name} spills on {arch}"
        workgroup, threads = declared + kernel.dynamic_bytes, (kernel.block or (1, 1, 1))[0]
        blocks = machine_of_arch(arch).resident_blocks(threads, registers, workgroup)
        counts = {word: len(re.findall(rf"\b{re.escape(word)}", body)) for word in (*COMPUTES, *MOVES)}
        shown = [word for word in (MOVES if case.moved else COMPUTES) if counts[word]]
        instructions = ", ".join(f"{counts[word]} {NAMES.get(word, word)}" for word in shown)
        reads = f"{_width(case, body)} bytes at a time" if case.moved else f"{_reads(case, arch, body):.0%}"
        cells = (case.name, arch, instructions, registers, workgroup, f"{blocks} of {threads}", reads)
        yield f"| {' | '.join(map(str, cells))} |"


def _assembled(text: str, arch: str, name: str) -> tuple[int, int, bool]:
    """Return the registers and the declared workgroup memory of a kernel, and whether ptxas spilled any."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "kernels.ptx")
        path.write_text(text)
        command = ["ptxas", f"-arch={arch}", "-v", str(path), "-o", str(path.with_suffix(".cubin"))]
        said = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    said = said[said.index(f"'{name}'") :].partition("Compiling")[0]
    [registers] = re.findall(r"Used (\d+) registers", said)
    memory = re.findall(r"(\d+) bytes smem", said)
    return int(registers), int(memory[0]) if memory else 0, "0 bytes spill stores" not in said


def _reads(case: Case, arch: str, body: str) -> float:
    """Return the cycles in which workgroup memory is read, as a share of those of the arithmetic."""
    by_groups = re.findall(r"wgmma\.mma_async\.\S*m64n(\d+)k(\d+)", body)
    if by_groups:
        columns, depth = map(int, by_groups[0])
        read = (64 + columns) * 32 / WORKGROUP_BYTES[arch]
        return read / (64 * columns * depth / RATES[arch][case.element])
    matrices = re.findall(r"ldmatrix\S*\.x(\d)", body)
    alone = len(re.findall(r"ld\.shared\.b32", body))
    wide = sum(map(int, re.findall(r"ld\.shared\.v(\d)", body)))
    read = (sum(map(int, matrices)) + alone + wide) * 128 / WORKGROUP_BYTES[arch]
    products = re.findall(r"\bmma\.sync\.\S*\.m(\d+)n8k(\d+)", body)
    rate = RATES[arch][case.element]
    arithmetic = sum(int(rows) * 8 * int(depth) / rate for rows, depth in products)
    return read / (arithmetic or body.count("fma.rn.f32") * 32 / FMA_RATES[arch])


def _width(case: Case, body: str) -> int:
    """Return the bytes of the accesses of a thread to memory of the device: the fewest, of loads or stores."""
    sizes = {"b8": 1, "b16": 2, "b32": 4, "b64": 8, "b128": 16}
    widths: list[int] = []
    for kind in case.moved:
        if kind == "cp.async.cg":
            widths += map(int, re.findall(r"cp\.async\.cg\.shared\.global\s[^;]*, (\d+);", body))
            continue
        accesses = re.findall(rf"{kind}\.global(?:\.nc)?(?:\.v(\d))?\.(\w+)", body)
        widths.append(
            max(int(count or 1) * sizes[size.replace("f", "b").replace("u", "b")] for count, size in accesses)
        )
    return min(widths)


if __name__ == "__main__":
    print(HEAD, "| --- | --- | --- | --- | --- | --- | --- |", sep="\n")
    for each in CASES:
        print(*lines(each), sep="\n")
