"""GPU descriptions: what schedules for a GPU depend on.

A module that has the attribute `gpu.machine` is for a GPU: `schedule-loops` chooses schedules for that GPU, and not for
a CPU. `gpu-describe-machine` writes the attribute. Numbers of an architecture are those of its largest device for data
centers or workstations.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from dlc.dialects.gpu import MACHINE, subgroup_size_of
from dlc.ir import Attribute, DictionaryAttr, IntegerAttr, Operation, StringAttr
from dlc.ir.builtin_types import i64
from dlc.ir.diagnostics import did_you_mean

from ..transforms.refusals import Refusal
from .gpu_architecture import (
    AMD_BLOCK_KIB,
    AMD_UNITS,
    BLOCK_KIB,
    MULTIPROCESSORS,
    RESERVED_BYTES,
    WARPGROUPS,
    architecture_number,
    copies_in_background,
    is_amd,
)
from .machine import described_around, numbers_in


@dataclass(frozen=True)
class GPUMachine:
    """The numbers that schedules for a GPU depend on. The defaults suit every device since 2016."""

    arch: str = ""
    """The architecture, such as `sm_80`; if empty, only what all have is used."""
    multiprocessors: int = 56
    """The number of multiprocessors, which run blocks."""
    registers: int = 1 << 16
    """The number of registers of a multiprocessor."""
    resident_bytes: int = 64 << 10
    """The size of the workgroup memory of all blocks that a multiprocessor runs at a time."""
    resident_threads: int = 2048
    """The number of threads that a multiprocessor runs at a time."""
    block_threads: int = 256
    """The number of threads of a block."""
    workgroup_bytes: int = 48 << 10
    """The size of the memory that the threads of a block share."""
    dynamic_bytes: int = 0
    """The size of this memory if a launch asks for it; 0 if it is no larger then."""
    thread_sums: int = 16
    """The number of sums that a thread keeps in registers without tensor cores."""
    tf32: int = 0
    """Whether (1) tensor cores may round elements of f32 to tf32, which has 10 bits of fraction."""
    exact_f8: int = 0
    """Whether (1) sums of f8 keep all bits of f32, so that tensor cores do not compute them."""

    @property
    def copies_in_background(self) -> bool:
        """Whether threads copy to workgroup memory in the background, as from sm_80 on."""
        return copies_in_background(self.arch)

    @property
    def has_warpgroups(self) -> bool:
        """Whether warpgroups multiply matrices in workgroup memory, as on sm_90a alone."""
        return self.arch == WARPGROUPS

    @property
    def subgroup_size(self) -> int:
        """The number of threads of a subgroup: those that run in step."""
        return subgroup_size_of(self.arch)

    @property
    def largest_bytes(self) -> int:
        """The size of the memory that the threads of a block share, if a launch asks for all of it."""
        return max(self.workgroup_bytes, self.dynamic_bytes)

    def bytes_beside(self, blocks: int) -> int:
        """Return the workgroup memory that a block may have if this number runs on a multiprocessor at a time.

        The driver takes some for itself, for each block. What needs no request is not divided.
        """
        return max(self.workgroup_bytes, min(self.largest_bytes, self.resident_bytes // blocks - RESERVED_BYTES))

    def resident_blocks(self, threads: int, registers: int, workgroup_bytes: int) -> int:
        """Return the number of blocks that a multiprocessor runs at a time, if each needs so much.

        Registers are given to subgroups in groups of 8 for each thread.
        """
        held = -(-threads // self.subgroup_size) * self.subgroup_size
        by_registers = self.registers // (-(-registers // 8) * 8 * held)
        by_memory = self.resident_bytes // workgroup_bytes if workgroup_bytes else by_registers
        return min(by_registers, by_memory, self.resident_threads // threads)

    def with_numbers(self, numbers: Mapping[str, int]) -> GPUMachine:
        """Return this GPU with other numbers; a stated size of workgroup memory is all there is."""
        stated = {"dynamic_bytes": 0, **numbers} if "workgroup_bytes" in numbers else numbers
        return dataclasses.replace(self, **stated)

    def attribute(self) -> DictionaryAttr:
        """Return the attribute that describes the GPU."""
        values = dataclasses.asdict(self).items()
        return DictionaryAttr.of({name: _written(value) for name, value in values if value not in ("", 0)})


def _written(value: int | str) -> Attribute:
    return StringAttr(value) if isinstance(value, str) else IntegerAttr(value, i64)


def _architectures() -> Mapping[str, GPUMachine]:
    """Return the machines by their architecture."""
    kib_threads = {
        70: (96, 2048),
        75: (64, 1024),
        80: (164, 2048),
        86: (100, 1536),
        87: (164, 1536),
        89: (100, 1536),
        90: (228, 2048),
        100: (228, 2048),
        120: (100, 1536),
    }
    return MappingProxyType(
        {
            f"sm_{number}": GPUMachine(
                f"sm_{number}",
                MULTIPROCESSORS[number],
                resident_bytes=kib << 10,
                resident_threads=threads,
                dynamic_bytes=BLOCK_KIB[number] << 10,
                thread_sums=64,
            )
            for number, (kib, threads) in kib_threads.items()
        }
    )


def _amd_architectures() -> Mapping[str, GPUMachine]:
    """Return AMD's machines, whose multiprocessors are called compute units, by their architecture."""
    registers_threads = {
        "gfx908": (1 << 16, 2560),
        "gfx90a": (1 << 17, 2048),
        "gfx942": (1 << 17, 2048),
        "gfx1030": (1 << 16, 1024),
        "gfx1100": (3 << 15, 1024),
        "gfx1201": (3 << 15, 1024),
    }
    return MappingProxyType(
        {
            arch: GPUMachine(
                arch, AMD_UNITS[arch], registers, resident_threads=threads, workgroup_bytes=AMD_BLOCK_KIB << 10
            )
            for arch, (registers, threads) in registers_threads.items()
        }
    )


ARCHITECTURES = _architectures()
AMD_ARCHITECTURES = _amd_architectures()
FIELDS = tuple(field.name for field in dataclasses.fields(GPUMachine))


def machine_of_arch(arch: str) -> GPUMachine:
    """Return the machine of an architecture, or of the latest known one before it; a plain one if it is empty.

    Raises `KeyError` with a message.
    """
    if not arch:
        return GPUMachine()
    if is_amd(arch) and arch in AMD_ARCHITECTURES:
        return AMD_ARCHITECTURES[arch]
    number = architecture_number(arch)
    if not number:
        hint = did_you_mean(arch, (*ARCHITECTURES, *AMD_ARCHITECTURES))
        raise KeyError(f"expects an architecture such as 'sm_80' or 'gfx90a', but got '{arch}'{hint}")
    older = [each for each in ARCHITECTURES if architecture_number(each) <= number]
    machine = ARCHITECTURES[max(older, key=architecture_number)] if older else GPUMachine()
    return dataclasses.replace(machine, arch=arch)


def gpu_machine_for(op: Operation) -> GPUMachine | None:
    """Return the GPU that the module around an op is for, or `None` if the module is for a CPU."""
    described = described_around(op, MACHINE)
    if described is None:
        return None
    root, entries = described
    arch = entries.pop("arch", StringAttr(""))
    try:
        machine = machine_of_arch(arch.value if isinstance(arch, StringAttr) else str(arch))
    except KeyError as error:
        raise Refusal(root, error.args[0]) from None
    return machine.with_numbers(numbers_in(root, entries, MACHINE, FIELDS))
