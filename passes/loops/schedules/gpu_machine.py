"""GPU descriptions: what schedules for a GPU depend on.

A module that has the attribute `gpu.machine` is for a GPU: `schedule-loops` chooses schedules for that GPU, and not for
a CPU. `gpu-describe-machine` writes the attribute.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from dlc.ir.builtin_attributes import DictionaryAttr, IntegerAttr
from dlc.ir.builtin_types import i64
from dlc.ir.operations import Operation

from ..transforms.refusals import Refusal

GPU_MACHINE = "gpu.machine"
"""The attribute of a module that describes its GPU."""


@dataclass(frozen=True)
class GPUMachine:
    """The numbers that schedules for a GPU depend on. The defaults suit every device since 2016."""

    block_threads: int = 256
    """The number of threads of a block."""
    workgroup_bytes: int = 48 << 10
    """The size of the memory that the threads of a block share."""
    thread_sums: int = 16
    """The number of sums that a thread keeps in registers."""

    def attribute(self) -> DictionaryAttr:
        """Return the attribute that describes the GPU."""
        return DictionaryAttr.of({name: IntegerAttr(value, i64) for name, value in dataclasses.asdict(self).items()})


FIELDS = tuple(field.name for field in dataclasses.fields(GPUMachine))


def gpu_machine_for(op: Operation) -> GPUMachine | None:
    """Return the GPU that the module around an op is for, or `None` if the module is for a CPU."""
    root: Operation | None = op
    while root is not None:
        written = root.attributes.get(GPU_MACHINE)
        if written is not None:
            return _read(root, written)
        root = root.parent_op
    return None


def _read(op: Operation, written: object) -> GPUMachine:
    entries = written.as_dict() if isinstance(written, DictionaryAttr) else None
    if entries is None:
        raise Refusal(op, f"must have a dictionary as '{GPU_MACHINE}', but got '{written}'")
    values: dict[str, int] = {}
    for name, value in entries.items():
        if name not in FIELDS:
            raise Refusal(op, f"must have only {', '.join(FIELDS)} in '{GPU_MACHINE}', but got '{name}'")
        if not isinstance(value, IntegerAttr) or value.value < 1:
            raise Refusal(op, f"must have positive integers in '{GPU_MACHINE}', but got '{value}' for '{name}'")
        values[name] = value.value
    return GPUMachine(**values)
