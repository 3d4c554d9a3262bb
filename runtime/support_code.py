"""The compiler of support libraries: from the text of the dialect `llvm` to an image."""

from __future__ import annotations

from dlc.codegen.emission import object_file
from dlc.codegen.jit import JitError
from dlc.codegen.libraries import exported
from dlc.codegen.target import Target
from dlc.dialects import register_all
from dlc.ir import Operation
from dlc.ir.context import Context
from dlc.ir.locations import Source
from dlc.ir.verifier import verify
from dlc.parser.parse import parse_file

from .image import Image
from .support import FOLDER


def library_module(file: str) -> Operation:
    """Return a file of this folder as a module of the dialect `llvm`."""
    context = Context()
    register_all(context)
    return _checked(Source(file, (FOLDER / file).read_text(encoding="utf-8")), context)


def library_image(name: str, text: str, level: int) -> Image:
    """Return the image of a library, given its text."""
    context = Context()
    register_all(context)
    module = _checked(Source(name, text), context)
    code = object_file(module, context.diagnostics, level=level)
    if code is None:
        raise _broken(name, context)
    return Image(Target.host(), (code,), (), exports=tuple(exported(module)))


def _checked(source: Source, context: Context) -> Operation:
    parsed = parse_file(source, context)
    if parsed is None or not verify(parsed.op, context.diagnostics):
        raise _broken(source.filename, context)
    return parsed.op


def _broken(name: str, context: Context) -> JitError:
    messages = map(context.diagnostics.render, context.diagnostics.diagnostics)
    return JitError("\n".join([f"'{name}' cannot be compiled", *messages]))
