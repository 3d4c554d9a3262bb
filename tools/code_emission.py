"""The part of dlc-opt that emits LLVM IR, assembly, PTX and objects. It loads LLVM, so only those runs import it."""

from __future__ import annotations

import os
import sys

from dlc.codegen.emission import Compilation

from ..codegen.amdgcn import compiled_kernels
from ..codegen.machine_description import machine_description
from ..codegen.ptx import compile_ptx
from ..codegen.target import OPTIMIZATION_LEVELS, Target
from ..dialects.gpu import GPUModuleOp
from ..ir import Operation
from ..ir.diagnostics import DiagnosticEngine
from ..runtime.thread_pool import available_threads
from .options import Options, UsageError
from .text_files import write_bytes

KINDS = ("llvm-ir", "asm", "obj", "ptx")
NVIDIA, AMD = "nvptx", "amdgcn"


def emit(module: Operation, options: Options, diagnostics: DiagnosticEngine) -> str | bytes | None:
    """Return the output of `--emit`, or `None` if errors were reported. Optimize only if a level is given."""
    kind = options["emit"]
    if kind not in KINDS:
        raise UsageError(f"'--emit' must be one of {', '.join(KINDS)}, but got '{kind}'")
    if kind == "obj" and options["split-input-file"]:
        raise UsageError("'--emit=obj' writes one file and cannot be used with '--split-input-file'")
    level = _level(options)
    if options["gpu-target"] not in ("", NVIDIA, AMD):
        raise UsageError(f"'--gpu-target' must be {NVIDIA} or {AMD}, but got '{options['gpu-target']}'")
    if kind == "ptx":
        return _ptx(module, options, diagnostics, 3 if level is None else level)
    if options["gpu-target"] == AMD:
        return _amd_code(kind, module, options, diagnostics, 3 if level is None else level)
    target = Target.of(options["target"], options["mcpu"], options["mattr"])
    show_llvm = options["show-llvm-messages"]
    compilation = Compilation.of(
        module, diagnostics, target, 2 if level is None else level, show_llvm=show_llvm, only_ir=kind == "llvm-ir"
    )
    if compilation is None:
        return None
    if kind == "llvm-ir" and level is None:
        return compilation.source.text
    if level is None or level > 0:
        compilation.optimize()
    if kind == "llvm-ir":
        return compilation.llvm_ir()
    return compilation.assembly() if kind == "asm" else compilation.object_code()


def machine(options: Options) -> dict[str, int]:
    """Return what `describe-machine` writes for the target of the command line, and for the threads of this process."""
    target = Target.of(options["target"], options["mcpu"], options["mattr"])
    return machine_description(target) | {"cores": available_threads()}


def _ptx(module: Operation, options: Options, diagnostics: DiagnosticEngine, level: int) -> str | None:
    """Return the PTX of the only `gpu.module`, or `None` if errors were reported."""
    _check_gpu_flags(options, "'--emit=ptx'")
    if options["gpu-target"] not in ("", NVIDIA):
        raise UsageError(f"'--emit=ptx' requires '--gpu-target={NVIDIA}', but got '{options['gpu-target']}'")
    kernels = _kernels(module, "PTX", diagnostics)
    if kernels is None:
        return None
    return compile_ptx(kernels, diagnostics, options["gpu-arch"], level, show_llvm=options["show-llvm-messages"])


def _amd_code(
    kind: str, module: Operation, options: Options, diagnostics: DiagnosticEngine, level: int
) -> str | bytes | None:
    """Return the LLVM IR, assembly or object file of the only `gpu.module`, or `None` if errors were reported."""
    _check_gpu_flags(options, "'--gpu-target'")
    kernels = _kernels(module, "code of a GPU", diagnostics)
    if kernels is None:
        return None
    show_llvm = options["show-llvm-messages"]
    compilation = compiled_kernels(kernels, diagnostics, options["gpu-arch"], level, show_llvm=show_llvm)
    if compilation is None:
        return None
    if kind == "llvm-ir":
        return compilation.llvm_ir()
    return compilation.assembly() if kind == "asm" else compilation.object_code()


def _check_gpu_flags(options: Options, flag: str) -> None:
    if options["target"] or options["mcpu"] or options["mattr"]:
        raise UsageError(f"{flag} requires '--gpu-arch' instead of '--target', '--mcpu' or '--mattr'")


def _kernels(module: Operation, kind: str, diagnostics: DiagnosticEngine) -> Operation | None:
    """Return the only `gpu.module`, or `None` if an error was reported."""
    gpu_modules = [op for op in module.walk() if isinstance(op, GPUModuleOp)]
    if len(gpu_modules) == 1:
        return gpu_modules[0]
    count = len(gpu_modules) or "none; --lower-to-gpu makes one"
    diagnostics.error(module.location, f"expected one 'gpu.module' to compile to {kind}, but got {count}")
    return None


def _level(options: Options) -> int | None:
    """Return the requested optimization level, or `None` without one."""
    levels = [level for level in OPTIMIZATION_LEVELS if options[f"O{level}"]]
    if len(levels) > 1:
        raise UsageError(f"'-O{levels[0]}' and '-O{levels[1]}' cannot be used together")
    return levels[0] if levels else None


def write_object(name: str, content: bytes | None) -> None:
    """Write an object file to a file or a pipe, but not to a terminal."""
    if content is None:
        return
    if name != "-":
        write_bytes(name, content)
        return
    try:
        output = sys.stdout.fileno()
    except (OSError, ValueError):
        raise UsageError("'--emit=obj' requires an output file; use -o FILE") from None
    if os.isatty(output):
        raise UsageError("an object file cannot be written to a terminal; use -o FILE")
    sys.stdout.flush()
    with os.fdopen(os.dup(output), "wb") as stream:
        stream.write(content)
