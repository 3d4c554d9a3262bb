"""Support libraries for compiled programs, written in this project's own IR: `*.mlir` in this folder.

A library is compiled by this compiler when it is first needed, once per process, and never unloaded. The compile cache
keeps its machine code.
"""

from __future__ import annotations

import importlib
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dlc.codegen.jit import Library, link
from dlc.codegen.target import Target

from .compile_cache import user_cache

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
    key = (
        "" if store is None else store.key_of(["support", target.triple, target.cpu, target.features, str(level), text])
    )
    image = None if store is None else store.find(key)
    if image is None:
        image = _compiler().library_image(name, text, level)
        if store is not None:
            store.keep(key, image)
    with linking:
        return link(image.objects, [*image.exports, *variables], symbols)


def _compiler() -> Any:
    return importlib.import_module("dlc.runtime.support_code")  # heavy: the parser, the dialects and LLVM's passes
