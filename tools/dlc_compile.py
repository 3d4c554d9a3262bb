"""dlc compile: compile a program to a file.

    dlc compile model.mlir -o model.dlc
    dlc compile model.mlir -o model.o --header model.h --target aarch64-linux-gnu
    dlc compile model.mlir -o model.wasm --target wasm32
    dlc compile model.mlir -o model.s
    dlc compile model.mlir -o model.ptx --target cuda

A `.dlc` file is read by `dlc run` and `dlc.load`; objects and libraries are called by C programs; assembly, LLVM IR
(`.ll`) and PTX are for people to read.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import TextIO

from ..codegen.target import Target
from ..compiler import compile
from ..exporting import KINDS, export
from ..ir.context import Context
from ..ir.files import check_output, replace_file
from ..runtime.c_interface import CFunction
from ..runtime.gpu.executable import GPUExecutable
from .command_parser import CommandParser
from .options import UsageError
from .program_files import (
    CUDA,
    add_compile_options,
    add_gpu_options,
    context_of,
    gpu_api_of,
    gpu_target_of,
    path_of,
    run_command,
    sizes_of,
    watching,
    write_json,
)
from .progress import Progress

PROGRAM = ".dlc"
PTX = ".ptx"


def run(argv: Sequence[str], stdout: TextIO, stderr: TextIO) -> int:
    """Run the command and return its exit status."""
    return run_command(_parser(), _compile, argv, stdout, stderr)


def _compile(options: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> None:
    path = path_of(options.file)
    gpu = gpu_target_of(options)
    if gpu is not None and (options.cpu or options.features):
        raise UsageError("'--cpu' and '--features' are for processors; a GPU is chosen by '--gpu-arch'")
    cpus = options.cpu.split(",")
    if len(cpus) > 1 and not all(cpus):
        raise UsageError(f"'--cpu' must be the name of a processor, or several between commas, but got '{options.cpu}'")
    targets = [Target.of(options.target, cpu, options.features) for cpu in cpus] if gpu is None else []
    kind = os.path.splitext(options.output)[1]
    kinds = (PROGRAM, *KINDS) if gpu is None else (PROGRAM, PTX) if gpu_api_of(options) == CUDA else (PROGRAM,)
    if kind not in kinds:
        hint = "; PTX is for '--target=cuda'" if kind == PTX else ""
        raise UsageError(f"'{options.output}' must end in {', '.join(kinds)}{hint}")
    functions: Sequence[CFunction] = ()
    requires: Sequence[str] = ()
    context = context_of(options)
    if kind in (PROGRAM, PTX):
        _save(options, path, targets if gpu is None else gpu, context, stderr)
    else:
        with Progress(f"compiling {options.file}", stderr), watching(options, stderr) as settings:
            exported = export(
                path,
                options.output,
                header=options.header,
                target=targets,
                level=options.level,
                precision=options.precision,
                threads=options.threads or 1,
                freestanding=options.freestanding,
                sizes=sizes_of(options.size),
                passes=options.passes,
                context=context,
                settings=settings,
            )
        functions, requires = exported.functions, exported.requires
    size = os.stat(options.output).st_size
    if options.json:
        described = [{"name": each.name, "workspace_bytes": each.workspace_bytes} for each in functions]
        fields = {"file": options.output, "bytes": size, "functions": described, "requires": list(requires)}
        write_json(fields, stdout)
        return
    stdout.write(f"{options.output}: {size} bytes\n")
    stdout.writelines(f"{each.name}: workspace of {each.workspace_bytes} bytes\n" for each in functions)
    if requires:
        stdout.write(f"calls {', '.join(requires)}\n")


def _save(
    options: argparse.Namespace,
    path: os.PathLike[str],
    target: str | Target | Sequence[Target],
    context: Context | None,
    stderr: TextIO,
) -> None:
    if options.header or options.freestanding:
        raise UsageError("'--header' and '--freestanding' are for object files and libraries")
    check_output(options.output)
    with Progress(f"compiling {options.file}", stderr) as progress, watching(options, stderr) as settings:
        executable = compile(
            path,
            target=target,
            threads=options.threads,
            level=options.level,
            precision=options.precision,
            sizes=sizes_of(options.size),
            passes=options.passes,
            context=context,
            settings=settings,
            cache=options.cache,
            profile=options.profile,
            progress=progress,
            remarks=False,
        )
    stderr.writelines(f"{remark}\n" for remark in executable.remarks)
    if isinstance(executable, GPUExecutable) and options.output.endswith(PTX):
        replace_file(options.output, [executable.ptx.encode()])
    else:
        executable.save(options.output)


def _parser() -> CommandParser:
    parser = CommandParser("dlc compile", "Compile FILE to a program, an object file or a library.")
    add_compile_options(parser)
    add_gpu_options(parser, "a triple such as aarch64-linux-gnu, by default of this machine; 'cuda' or 'hip' for a GPU")
    add = parser.add_argument
    add(
        "--output",
        "-o",
        required=True,
        metavar="FILE",
        help="the file: .dlc, for C .o, .a or .so, or .wasm; to read .s, .ll or .ptx",
    )
    add("--header", metavar="FILE", help="the file for the C header")
    add("--cpu", default="", metavar="NAMES", help="the processor, or several, such as x86-64-v2,x86-64-v4")
    add("--features", default="", metavar="LIST", help="features of the processor, such as +avx2,-fma")
    fixed = "fix a size that is open, by its name: the program is compiled for it alone"
    add("--size", action="append", default=[], metavar="NAME=N", help=fixed)
    add("--freestanding", action="store_true", help="use no library; all memory is in the workspace")
    add("--profile", action="store_true", help="let the program note the times of its kernels")
    add("--json", action="store_true", help="print what was written as JSON")
    return parser
