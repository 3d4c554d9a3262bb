"""Programs that the commands of `dlc` work on: options that several of them have, and how a file becomes a program.

Files are recognized by their content: MLIR text and models are compiled, a compiled program is loaded.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any, TextIO

from dlc.api import InvalidProgram, default_context

from ..codegen.gpu_target import CUDA, HIP, TRIPLES, gpu_target_for
from ..codegen.target import Target
from ..compile_options import CPU, LARGEST_SIZE, device_named
from ..compiler import EntryPoint, Executable, compile, load
from ..ir import Operation
from ..ir.context import Context
from ..ir.diagnostics import counted
from ..ir.errors import DlcError
from ..parser.print import print_ir
from ..parser.printer import PrintOptions
from ..passes.manager.settings import RunSettings
from ..runtime.array_files import array_of, is_archive, load_array, load_arrays, with_type
from ..runtime.image_file import MAGIC, is_image
from ..runtime.random_arguments import DEFAULT_SIZE, check_size_names, random_arguments
from ..runtime.signature import Array
from .command_parser import CommandParser
from .module_search import beside, load_passes, modules_in
from .options import UsageError
from .pipeline_run import check_pass_names
from .progress import Progress
from .text_files import FailedOutput, check_file, check_not_python, described_failure
from .views.explorer import explored

MOST_DIGITS = 100
"""The most digits of a size that is read, which may begin with zeros."""
LARGEST_DUMPED = 64
"""The maximum number of elements of constants in dumped IR."""


def run_command(
    parser: CommandParser,
    command: Callable[[argparse.Namespace, TextIO, TextIO], None],
    argv: Sequence[str],
    stdout: TextIO,
    stderr: TextIO,
) -> int:
    """Parse arguments, run a command and return the exit status: 0, or 1 after an error that was reported."""
    try:
        options = parser.parse(argv, stdout)
        if options is not None:
            command(options, stdout, stderr)
    except InvalidProgram as error:
        stderr.write(str(error).partition("\n")[2] + "\n")
    except (BrokenPipeError, FailedOutput):  # whoever reads the output has seen enough, or nobody can
        raise
    except (DlcError, OSError, MemoryError) as error:
        stderr.write(f"dlc: error: {described_failure(error)}\n")
    else:
        return 0
    return 1


# -- Options -----------------------------------------------------------------------------------------------------------


def add_compile_options(parser: CommandParser) -> None:
    """Add the file of the program, and how it is compiled."""
    add = parser.add_argument
    add("file", metavar="FILE", help="MLIR text of any level, a model, or a compiled program; told by its content")
    add_module_options(parser)
    add("--threads", type=int, metavar="N", help="the number of threads; by default one per processor")
    add("--level", type=int, default=2, metavar="N", help="the optimization level of LLVM, from 0 to 3")
    add("--precision", default="default", metavar="P", help="what may change results: exact, default or tf32")
    add(
        "--passes",
        metavar="PIPELINE",
        help="'PASSES,default' runs passes first, 'before-STAGE=PASSES; after-STAGE=PASSES' between stages; "
        "without 'default' they replace the pipeline before the lowering to LLVM",
    )
    add("--no-cache", dest="cache", action="store_false", help="do not use the cache of compiled programs")
    add("--explore", metavar="FILE", help="write a page that shows what each pass did, for a browser")
    add("--dump-dir", metavar="DIR", help="write the module after each pass that changes it to files in a folder")
    add("--print-ir-after", metavar="PASSES", default="", help="print the module after passes such as 'cse,bufferize'")


def add_module_options(parser: CommandParser) -> None:
    """Add the modules of dialects and passes that are loaded before the program is read, and what else it may use."""
    listed: dict[str, Any] = {"action": "append", "default": [], "metavar": "MODULE"}
    parser.add_argument("--load-dialect", help="load a dialect from a Python module PACKAGE.MODULE", **listed)
    parser.add_argument("--load-pass", help="load passes from a Python module PACKAGE.MODULE", **listed)
    parser.add_argument(
        "--allow-unregistered-dialect",
        action="store_true",
        help="accept attributes, types and operations of unknown dialects; what is compiled cannot depend on them",
    )


def context_of(options: argparse.Namespace) -> Context | None:
    """Return a context with the dialects that the command line names, and load its passes; `None` if it names none
    and accepts no others.
    """
    if not options.load_dialect and not options.load_pass and not options.allow_unregistered_dialect:
        return None
    context = default_context()
    context.allow_unregistered = options.allow_unregistered_dialect
    with beside([options.file]):
        for module in modules_in(options.load_dialect):
            context.load_module(module)
        for module in modules_in(options.load_pass):
            load_passes(module)
    return context


def add_gpu_options(parser: CommandParser, target: str) -> None:
    """Add what the program is for; `target` describes the option of that name."""
    parser.add_argument("--target", default="", metavar="TARGET", help=target)
    parser.add_argument("--gpu-arch", default="", metavar="ARCH", help="the architecture of the GPU: sm_90, gfx90a, …")


def gpu_target_of(options: argparse.Namespace) -> str | Target | None:
    """Return the GPU that the command line asks for, or `None` if it asks for none."""
    api = gpu_api_of(options)
    if options.gpu_arch:
        if api is None:
            raise UsageError(f"'--gpu-arch' is for '--target={CUDA}' and '--target={HIP}'")
        return gpu_target_for(api, options.gpu_arch)
    return None if api is None else options.target


def gpu_api_of(options: argparse.Namespace) -> str | None:
    """Return the interface of the GPU that the command line asks for, or `None` if it asks for none."""
    name = options.target.partition(":")[0]
    return name if name in (CUDA, HIP) else None


def add_argument_options(parser: CommandParser) -> None:
    """Add the entry of a program, and the arguments of its calls."""
    add = parser.add_argument
    add("--entry", metavar="NAME", help="the function; by default 'main', or the only one")
    add(
        *("--input", "-i"),
        action="append",
        default=[],
        metavar="[NAME=]FILE",
        help="an array from a .npy file, all arrays of a .npz file, or NAME=NUMBER (NAME=1,2,3 for a row of numbers); "
        "other arguments are random",
    )
    add("--size", action="append", default=[], metavar="NAME=N", help=f"size of random arrays (default {DEFAULT_SIZE})")
    add("--seed", type=seed, default=0, metavar="N", help="the seed of random arrays")


def seed(text: str) -> int:
    """Return the seed that an option gives; raise an error for one that is negative."""
    number = int(text)
    if number < 0:
        raise UsageError(f"'--seed' must be at least 0, but got {number}")
    return number


# -- Programs ----------------------------------------------------------------------------------------------------------


class _Path:
    """Text that is always a path, whatever it contains."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __fspath__(self) -> str:
        return self._path


def path_of(file: str) -> os.PathLike[str]:
    """Return the path of an input file; raise an error if it cannot be read."""
    check_not_python(file)
    check_file(file)
    return _Path(file)


def is_compiled(path: os.PathLike[str]) -> bool:
    """Return whether a file contains a compiled program."""
    with open(path, "rb") as file:
        return is_image(file.read(len(MAGIC)))


def _loaded(options: argparse.Namespace, path: os.PathLike[str]) -> Executable:
    """Return a program that was compiled before, on the device that the command line names."""
    if options.gpu_arch:
        raise UsageError(f"'{options.file}' is compiled, so '--gpu-arch' comes too late")
    if not options.target:
        return load(path)
    api, device = (CPU, 0) if options.target == CPU else device_named(options.target)
    program = load(path, device=device)
    triple = program.image.target.triple
    if (triple in TRIPLES) if api == CPU else (triple != gpu_target_for(api).triple):
        raise UsageError(f"'{options.file}' is compiled for '{triple}', which '--target={options.target}' is not")
    return program


def program_of(options: argparse.Namespace, stderr: TextIO, *, profile: bool = False) -> Executable:
    """Return the program in a file, compiled if necessary."""
    path = path_of(options.file)
    if is_compiled(path):
        if options.explore is not None:
            raise UsageError(f"'{options.file}' is compiled, so there are no passes to explore")
        return _loaded(options, path)
    context = context_of(options)
    target = gpu_target_of(options)
    if target is None and options.target not in ("", CPU):
        raise UsageError(
            f"'--target' must be '{CPU}', '{CUDA}' or '{HIP}', with the number of a device as in '{CUDA}:1', but got "
            f"'{options.target}'"
        )
    with Progress(f"compiling {options.file}", stderr) as progress, watching(options, stderr) as settings:
        return compile(
            path,
            target=target or CPU,
            threads=options.threads,
            level=options.level,
            precision=options.precision,
            passes=options.passes,
            context=context,
            settings=settings,
            cache=options.cache,
            profile=profile,
            progress=progress,
            remarks=False,
        )


@contextlib.contextmanager
def watching(options: argparse.Namespace, stderr: TextIO) -> Generator[RunSettings | None]:
    """Return settings that watch the passes as the command line says, or `None` if it says nothing."""
    settings = _printing(options, stderr)
    if options.explore is None:
        yield settings
        return
    with explored(options.explore, options.file) as recorder:
        settings = settings or RunSettings(verify_each=False)
        settings.instrumentations = (recorder,)
        yield settings


def _printing(options: argparse.Namespace, stderr: TextIO) -> RunSettings | None:
    """Return settings that print the module after passes, or write it to a folder, or `None`."""
    names: list[str] = [each for each in str(options.print_ir_after).split(",") if each]
    check_pass_names(names, "after")
    folder = options.dump_dir
    if folder is None and not names:
        return None
    if folder is not None:
        if names:
            raise UsageError("'--dump-dir' writes the module after all passes; leave out '--print-ir-after'")
        os.makedirs(folder, exist_ok=True)
    return RunSettings(
        verify_each=False,
        stream=stderr,
        print_after=names,
        print_after_all=folder is not None,
        print_after_change=folder is not None,
        print_module_scope=True,
        print_folder=folder,
        print_ir=_short,
    )


def _short(op: Operation) -> str:
    return print_ir(op, PrintOptions(elide_elements_from=LARGEST_DUMPED, elide_resources_from=2 * LARGEST_DUMPED))


# -- Arguments ---------------------------------------------------------------------------------------------------------


def entry_of(program: Executable, name: str | None) -> EntryPoint:
    """Return the entry that a command line selects."""
    return program.entry(name) if name is not None else program.main


def arguments_of(options: argparse.Namespace, entry: EntryPoint) -> list[Any]:
    """Return the arguments of a call: those of the command line, random ones for the others."""
    return random_arguments(entry.signature, _given(options.input, entry), sizes_of(options.size), options.seed)


def check_argument_options(options: argparse.Namespace, program: Executable) -> None:
    """Raise an error for an entry or a size that a program does not have, for a command that does not call it."""
    if options.size or options.input or options.entry is not None:
        entry = entry_of(program, options.entry)
        _given(options.input, entry)
        check_size_names(entry.signature, sizes_of(options.size))


def sizes_of(texts: Sequence[str]) -> dict[str, int]:
    """Return the sizes that a command line gives as `NAME=NUMBER`."""
    return dict(map(_size, texts))


def _given(inputs: Sequence[str], entry: EntryPoint) -> dict[str, Any]:
    """Return the arguments given on the command line: `FILE` for the next one, `NAME=FILE`, `NAME=NUMBER`."""
    parameters = {each.name: each.kind for each in entry.signature.parameters}
    values: dict[str, Any] = {}
    for text in inputs:
        name, equals, value = text.partition("=")
        if not equals and is_archive(text):
            for key, array in load_arrays(text).items():
                _give(values, key, lambda kind, array=array: _typed(array, kind), entry)
            continue
        if not equals:
            free = [each for each in parameters if each not in values]
            if not free:
                takes = counted(len(parameters), "argument")
                raise UsageError(f"@{entry.name} takes {takes}, but got another, '{text}'")
            name, value = free[0], text
        _give(values, name, lambda kind, value=value: _value_of(value, kind), entry)
    return values


def _give(values: dict[str, Any], name: str, value_for: Callable[[Any], Any], entry: EntryPoint) -> None:
    """Add the value of an argument, which depends on the argument's kind."""
    parameters = {each.name: each.kind for each in entry.signature.parameters}
    if name not in parameters:
        raise UsageError(f"@{entry.name} has no argument '{name}'; the arguments are: {', '.join(parameters)}")
    if name in values:
        raise UsageError(f"argument '{name}' is given twice")
    values[name] = value_for(parameters[name])


def _typed(array: Any, kind: Any) -> Any:
    """Return an array from an archive for an argument; one of a single element for a number."""
    if isinstance(kind, Array):
        return with_type(array, kind.dtype)
    return array.item() if array.size == 1 else array  # which is refused like any value that is no number


def _value_of(text: str, kind: Any) -> Any:
    """Return what a command line gives for an argument: a number, numbers of a row, or the array in a file."""
    if not isinstance(kind, Array):
        return _number(text)
    if len(kind.sizes) > 1 or os.path.exists(text):
        return load_array(text, kind.dtype)
    try:
        numbers = [_element(part) for part in text.split(",")]
    except UsageError:
        return load_array(text, kind.dtype)
    row = array_of(numbers, kind.dtype)
    return row if kind.sizes or len(row) > 1 else row.reshape(())


def _element(text: str) -> int | float | bool:
    """Return an element of a tensor: a number, or a truth value."""
    return text == "true" if text in ("true", "false") else _number(text)


def _number(text: str) -> int | float:
    try:
        return int(text, 0)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        raise UsageError(f"expected a number, but got '{text}'") from None


def _size(text: str) -> tuple[str, int]:
    name, _, number = text.partition("=")
    if not name or not number.isascii() or not number.isdigit():
        raise UsageError(f"'--size' expects NAME=NUMBER, but got '{text}'")
    if len(number) > MOST_DIGITS or int(number) > LARGEST_SIZE:
        raise UsageError(f"'--size' expects a number of at most 2^63 - 1, but got '{text}'")
    return name, int(number)


# -- Output ------------------------------------------------------------------------------------------------------------


def write_json(fields: Mapping[str, Any], stdout: TextIO) -> None:
    """Print plain values as one JSON object."""
    json.dump(fields, stdout, indent=2, default=str)
    stdout.write("\n")


def port_fields(each: Any) -> dict[str, Any]:
    """Return an input or output as plain values."""
    dtype = None if each.dtype is None else each.dtype.name
    return {"name": each.name, "dtype": dtype, "shape": list(each.shape), "doc": each.doc}
