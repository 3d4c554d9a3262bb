"""Support libraries for compiled programs, written in this project's own IR: `*.mlir` in this folder.

A library is compiled by this compiler when it is first needed, once per process, and never unloaded. The compile cache
keeps its machine code.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from dlc.codegen.emission import object_file
from dlc.codegen.jit import JitError, Library, exported, link
from dlc.codegen.target import Target
from dlc.dialects import register_all
from dlc.ir import Operation
from dlc.ir.context import Context
from dlc.ir.locations import Source
from dlc.ir.verifier import verify
from dlc.parser.parse import parse_file

from .compile_cache import key_of, user_cache
from .image import Image

FOLDER = Path(__file__).parent
linking = threading.Lock()
"""The lock held while linking, because the process has one linker."""


def support_library(
    files: Sequence[str],
    variables: Sequence[str] = (),
    symbols: Mapping[str, int] | None = None,
    *,
    level: int = 2,
) -> Library:
    """Return the functions that some files define, which are compiled as one module, and variables by name.

    `symbols` contains the addresses of functions that they call, in addition to those of this process. LLVM is much
    faster at a low `level`, which suits small code that most programs need and that takes negligible time.
    """
    text = "".join((FOLDER / file).read_text(encoding="utf-8") for file in files)
    return library_of(files[0], text, variables, symbols, level=level)


def library_of(
    name: str,
    text: str,
    variables: Sequence[str] = (),
    symbols: Mapping[str, int] | None = None,
    *,
    level: int = 2,
) -> Library:
    """Return the functions that a text of the dialect `llvm` defines; the other arguments as above."""
    store, target = user_cache(), Target.host()
    key = "" if store is None else key_of(["support", target.triple, target.cpu, target.features, str(level), text])
    image = None if store is None else store.find(key)
    if image is None:
        image = _compiled(Source(name, text), level)
        if store is not None:
            store.keep(key, image)
    with linking:
        return link(image.objects, [*image.exports, *variables], symbols)


def library_module(file: str) -> Operation:
    """Return a file of this folder as a module of the dialect `llvm`."""
    context = Context()
    register_all(context)
    return _checked(Source(file, (FOLDER / file).read_text(encoding="utf-8")), context)


def _compiled(source: Source, level: int) -> Image:
    """Return the image of a library."""
    context = Context()
    register_all(context)
    module = _checked(source, context)
    code = object_file(module, context.diagnostics, level=level)
    if code is None:
        raise _broken(source.filename, context)
    return Image(Target.host(), (code,), (), exports=tuple(exported(module)))


def _checked(source: Source, context: Context) -> Operation:
    parsed = parse_file(source, context)
    if parsed is None or not verify(parsed.op, context.diagnostics):
        raise _broken(source.filename, context)
    return parsed.op


def _broken(name: str, context: Context) -> JitError:
    messages = map(context.diagnostics.render, context.diagnostics.diagnostics)
    return JitError("\n".join([f"'{name}' cannot be compiled", *messages]))
