"""What schedules are made for: a machine's vectors, registers, caches and cores.

A module says which machine it is for in the attribute `loop.machine`, which can be read and edited; without one it is
the machine that this runs on. `describe-machine` writes the attribute. What cannot be found out of a machine has the
value of a plain one, so that nothing here fails.
"""

from __future__ import annotations

import dataclasses
import os
import platform
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from dlc.ir.builtin_attributes import DictionaryAttr, IntegerAttr
from dlc.ir.builtin_types import i64
from dlc.ir.operations import Operation

from ..transforms.refusals import Refusal

MACHINE = "loop.machine"
"""The attribute of a module with the machine that it is for."""
_CPU = Path("/sys/devices/system/cpu/cpu0/cache")
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


@dataclass(frozen=True)
class Machine:
    """The numbers that schedules are chosen by."""

    vector_bits: int = 128
    """The width of a vector register."""
    vector_registers: int = 16
    """How many there are."""
    l1_bytes: int = 32 << 10
    """The size of the cache for data next to a core."""
    l2_bytes: int = 512 << 10
    l3_bytes: int = 8 << 20
    """The size of the last cache, which cores share."""
    cores: int = 1
    """How many threads are to run."""

    def lanes(self, element_bits: int) -> int:
        """How many elements fit into a vector."""
        return max(1, self.vector_bits // max(element_bits, 8))

    def attribute(self) -> DictionaryAttr:
        """The machine as it is written on a module."""
        return DictionaryAttr.of({name: IntegerAttr(value, i64) for name, value in dataclasses.asdict(self).items()})


FIELDS = tuple(field.name for field in dataclasses.fields(Machine))


def machine_for(op: Operation) -> Machine:
    """The machine that the module around an op is for."""
    root: Operation | None = op
    while root is not None:
        written = root.attributes.get(MACHINE)
        if written is not None:
            return _read(root, written)
        root = root.parent_op
    return host()


def _read(op: Operation, written: object) -> Machine:
    entries = written.as_dict() if isinstance(written, DictionaryAttr) else None
    if entries is None:
        raise Refusal(op, f"must have a dictionary as '{MACHINE}', but got '{written}'")
    values: dict[str, int] = {}
    for name, value in entries.items():
        if name not in FIELDS:
            raise Refusal(op, f"must have nothing but {', '.join(FIELDS)} in '{MACHINE}', but got '{name}'")
        if not isinstance(value, IntegerAttr) or value.value < 1:
            raise Refusal(op, f"must have positive numbers in '{MACHINE}', but got '{value}' for '{name}'")
        values[name] = value.value
    return dataclasses.replace(host(), **values)


@lru_cache(maxsize=1)
def host() -> Machine:
    """The machine that this runs on."""
    bits, registers = _vectors()
    plain = Machine()
    caches = _caches()
    return Machine(
        bits,
        registers,
        caches.get(1, plain.l1_bytes),
        caches.get(2, plain.l2_bytes),
        caches.get(3, caches.get(2, plain.l3_bytes)),
        _cores(),
    )


def _cores() -> int:
    """The cores that this process may use."""
    try:
        return max(1, len(os.sched_getaffinity(0)))
    except (AttributeError, OSError):  # not on every system
        return os.cpu_count() or 1


def _vectors() -> tuple[int, int]:
    """The width of vector registers, and how many there are."""
    if platform.machine().lower() in ("aarch64", "arm64"):
        return 128, 32
    try:
        flags = set(_flags(Path("/proc/cpuinfo").read_text()))
    except OSError:
        return 128, 16
    if "avx512f" in flags:
        return 512, 32
    return (256 if "avx2" in flags or "avx" in flags else 128), 16


def _flags(text: str) -> list[str]:
    found = re.search(r"^flags\s*:(.*)$", text, re.MULTILINE)
    return found.group(1).split() if found is not None else []


def _caches() -> dict[int, int]:
    """The sizes of caches that hold data, by level."""
    found: dict[int, int] = {}
    try:
        for cache in sorted(_CPU.glob("index*")):
            if (cache / "type").read_text().strip() == "Instruction":
                continue
            size = re.fullmatch(r"(\d+)([KMG]?)", (cache / "size").read_text().strip())
            if size is not None:
                found[int((cache / "level").read_text())] = int(size.group(1)) * _UNITS[size.group(2)]
    except (OSError, ValueError):  # a system that does not say
        return {}
    return found
