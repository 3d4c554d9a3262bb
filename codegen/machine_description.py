"""The machine behind a target: vector registers and caches, as the pass `describe-machine` writes them, and which
instructions it lacks.

LLVM compiles a small function for the target, and its assembly shows how wide vector registers are. That is exact for
every CPU and every list of features that LLVM knows, and takes some 10 ms for each target.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from .binding import parsed
from .target import Target

PROBE = """target triple = "{triple}"
define void @probe(ptr %p) {{
  %v = load <16 x float>, ptr %p
  %sum = fadd <16 x float> %v, %v
  store <16 x float> %sum, ptr %p
  ret void
}}
"""
INSTRUCTIONS = """target triple = "{triple}"
declare float @llvm.fma.f32(float, float, float)
declare float @llvm.floor.f32(float)
define float @probe(float %x, half %h) {{
  %product = call float @llvm.fma.f32(float %x, float %x, float %x)
  %floor = call float @llvm.floor.f32(float %product)
  %half = fpext half %h to float
  %sum = fadd float %floor, %half
  ret float %sum
}}
"""
WITHOUT = {
    "expand-math": {"fmaf": "fma-instructions=false", "floorf": "rounding-instructions=false"},
    "widen-half-floats": dict.fromkeys(("__extendhfsf2", "__gnu_h2f_ieee"), "f16-instructions=false"),
}
"""The options of passes for machines on which LLVM calls a function of a library."""
CONVERSION = """target triple = "{triple}"
define <16 x bfloat> @probe(<16 x float> %x) {{
  %y = fptrunc <16 x float> %x to <16 x bfloat>
  ret <16 x bfloat> %y
}}
"""
"""It is one instruction on processors of x86 that also have one for products of 32 pairs of bf16."""
MAXIMUM = """declare <4 x float> @llvm.maximum.v4f32(<4 x float>, <4 x float>)
define <4 x float> @maximum(<4 x float> %x, <4 x float> %y) {{
  %z = call <4 x float> @llvm.maximum.v4f32(<4 x float> %x, <4 x float> %y)
  ret <4 x float> %z
}}
"""
"""The largest floats, as `arith.maximumf` says, are one instruction of AVX10.2, and of no other processor of x86."""
X86, X86_64 = re.compile(r"i[3-6]86"), re.compile(r"x86_64|amd64")
ARM_64, RISC_V = re.compile(r"aarch64|arm64"), re.compile(r"riscv")
X86_REGISTERS = {"zmm": 512, "ymm": 256, "xmm": 128}
UNIT_BITS = {"btver2": 128, "znver1": 128, "znver4": 256}
"""The width of the units for vectors, on CPUs that take their widest vectors apart."""
NO_VECTORS = 8, 16
"""One element of any type, in 16 registers."""
CACHES = Path("/sys/devices/system/cpu/cpu0/cache")
UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
CACHE_NAMES = {1: "l1_bytes", 2: "l2_bytes", 3: "l3_bytes"}


def machine_description(target: Target) -> dict[str, int]:
    """Return the options of `describe-machine` for a target: vectors, registers, and the caches that are known."""
    bits, registers = vector_registers(target)
    known = {"vector_bits": bits, "vector_registers": registers}
    if _multiplies_pairs_of_bf16(target):
        known["bf16_terms"] = 2
    if target.cpu in UNIT_BITS:
        known["unit_bits"] = UNIT_BITS[target.cpu]
    return known | (cache_sizes() if target.architecture == Target.host().architecture else {})


def this_machine() -> dict[str, int]:
    """Return the options of `describe-machine` for the machine that this runs on."""
    return machine_description(Target.host())


@cache
def instruction_options(target: Target) -> Mapping[str, str]:
    """Return the text of the passes that expand what a target has no instructions for."""
    is_x86 = X86_64.fullmatch(target.architecture) or X86.fullmatch(target.architecture)
    probe = INSTRUCTIONS + (MAXIMUM if is_x86 else "")
    code = target.machine().emit_assembly(parsed(probe.format(triple=target.triple)))
    called = set(re.findall(r"\w+", code))
    options = {name: [text for function, text in each.items() if function in called] for name, each in WITHOUT.items()}
    if _multiplies_pairs_of_bf16(target):
        options["use-dot-products"] = ["instructions=avx512"]
    if is_x86 and "minmaxps" not in code:
        options["compare-as-integers"] = ["instructions=false"]
    return {name: f"{name}{{{' '.join(texts)}}}" for name, texts in options.items() if texts}


@cache
def _multiplies_pairs_of_bf16(target: Target) -> bool:
    """Return whether the target has the instructions for bf16 of AVX-512."""
    if X86_64.fullmatch(target.architecture) is None:
        return False  # LLVM ends the process where it knows no such conversion
    code = target.machine().emit_assembly(parsed(CONVERSION.format(triple=target.triple)))
    return re.search(r"vcvtneps2bf16\s+%zmm", code) is not None


# -- Vectors -----------------------------------------------------------------------------------------------------------


@cache
def vector_registers(target: Target) -> tuple[int, int]:
    """Return the width of the target's vector registers in bits, and their number."""
    code = target.machine().emit_assembly(parsed(PROBE.format(triple=target.triple)))
    architecture = target.architecture
    if X86_64.fullmatch(architecture) or X86.fullmatch(architecture):
        return _x86_registers(code, is_64_bit=X86_64.fullmatch(architecture) is not None)
    if RISC_V.match(architecture):
        return _risc_v_registers(code)
    if not re.search(r"fadd(\.4s|\s+v\d+\.4s)|vadd\.f32\s+q|f32x4\.add|xvaddsp|vaddfp", code):
        return NO_VECTORS
    return 128, 32 if ARM_64.match(architecture) or architecture.startswith("powerpc") else 16


def _x86_registers(code: str, *, is_64_bit: bool) -> tuple[int, int]:
    """Return the widest registers that the code uses; AVX-512 has 32 of them, all others 16."""
    bits = next((bits for name, bits in X86_REGISTERS.items() if f"%{name}" in code), None)
    if bits is None:
        return NO_VECTORS
    if not is_64_bit:
        return bits, 8
    return bits, 32 if bits == 512 else 16


def _risc_v_registers(code: str) -> tuple[int, int]:
    """Return the least width that the extensions promise, which the assembly lists as `zvl128b`."""
    widths = [int(width) for width in re.findall(r"_zvl(\d+)b", code)]
    return (max(widths), 32) if widths and "vfadd" in code else NO_VECTORS


# -- Caches ------------------------------------------------------------------------------------------------------------


@cache
def cache_sizes() -> dict[str, int]:
    """Return the sizes of this machine's data caches, as far as the system lists them."""
    sizes: dict[str, int] = {}
    try:
        for index in sorted(CACHES.glob("index*")):
            size = re.fullmatch(r"(\d+)([KMG]?)", (index / "size").read_text().strip())
            level = int((index / "level").read_text())
            if size is not None and level in CACHE_NAMES and (index / "type").read_text().strip() != "Instruction":
                sizes[CACHE_NAMES[level]] = int(size.group(1)) * UNITS[size.group(2)]
    except (OSError, ValueError):
        return {}
    if "l2_bytes" in sizes:
        sizes.setdefault("l3_bytes", sizes["l2_bytes"])
    return sizes
