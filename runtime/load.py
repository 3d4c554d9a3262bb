"""From an image to an executable: link it into this process, and run the functions that prepare its memory."""

from __future__ import annotations

import ctypes
import importlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from dlc.codegen.jit import JitError, link
from dlc.codegen.target import best_here

from .entry import SizeCheck
from .executable import EntryPoint, Executable, Program
from .frames import entry_name
from .heap import heap_for
from .helpers import helper_addresses
from .image import Image
from .numpy_memory import address_of
from .profile import MARK, recorder
from .signature import nothing_to_nothing
from .stages import Stages
from .support import linking
from .thread_pool import POOL_SYMBOLS, is_supported, thread_pool

CheckOf = Callable[[str], SizeCheck]
"""Returns the check of the argument shapes of an entry."""


def load(image: Image, check_of: CheckOf, stages: Stages | None = None, device: int = 0) -> Executable:
    """Return an executable of an image; raise `JitError` if this process lacks something that it requires.

    A program for a GPU runs on the `device` with this number.
    """
    stages = stages or Stages()
    if image.host is not None:
        checks = {name: check_of(name) for name in image.checked_entries}
        gpu: Any = importlib.import_module("dlc.runtime.gpu.executable")  # heavy: the driver, and the dialect gpu
        on_gpu: Executable = gpu.GPUExecutable(image, image.host, device, checks, stages.seconds)
        return on_gpu
    with stages.stage("link"):
        program = _linked(image)
    with stages.stage("load"):
        for name in image.at_load:
            EntryPoint(nothing_to_nothing(name), program)()
    checks = {name: check_of(name) for name in image.checked_entries}
    entries = {each.name: EntryPoint(each, program, checks.get(each.name)) for each in image.signatures}
    return Executable(entries, image, stages.seconds)


def for_this_machine(image: Image) -> Image:
    """Return the best of a program's images that this machine can run; the other ones are its variants.

    Raises `TargetError` if there is none.
    """
    images = [replace(image, variants=()), *image.variants]
    best = images.pop(best_here([each.target for each in images]))
    return replace(best, variants=tuple(images))


def _linked(image: Image) -> Program:
    try:
        memory = {name: large.memory() for name, large in image.globals.items()}
    except MemoryError:
        size = sum(large.size for large in image.globals.values())
        raise JitError(f"there is not enough memory for {size} bytes of constants") from None
    heap = heap_for(image.heap)
    symbols = {**_symbols(image), **{name: address_of(array) for name, array in memory.items()}, **heap.symbols}
    names = [entry_name(name) for name in (*image.at_load, *(each.name for each in image.signatures))]
    with linking:
        library = link(image.objects, [*names, *image.statics], symbols)
    regions = [(library[name], library[name] + size) for name, size in image.statics.items()]
    regions += [(address_of(array), address_of(array) + array.nbytes) for array in memory.values()]
    return Program(library, memory, regions, heap.free)


def _symbols(image: Image) -> Mapping[str, int]:
    """Return the addresses of the runtime's functions that the image requires; check those of the process."""
    addresses: dict[str, int] = {}
    pool_symbols = [name for name in image.requires if name in POOL_SYMBOLS]
    if pool_symbols:
        if not is_supported():
            raise JitError("the program requires a thread pool, which this machine does not have")
        pool = thread_pool()
        addresses |= {name: pool[name] for name in pool_symbols}
    addresses |= helper_addresses(image.helpers)
    if MARK in image.requires:
        addresses[MARK] = recorder()[MARK]
    process = ctypes.CDLL(None)
    for name in image.requires:
        if name not in addresses and not hasattr(process, name):
            raise JitError(f"the program requires '{name}', which this process does not define")
    return addresses
