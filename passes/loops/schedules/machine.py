"""The machine that schedules are chosen for, and the pass `describe-machine` that writes it onto a module.

The attribute `loop.machine` of a module has the machine's vectors, registers, caches and cores; it can be read and
edited. What it leaves out is as on a plain machine. The machine on which the compiler runs does not matter:
`dlc.compile` passes the numbers of its target as options, `dlc-opt` through `RunSettings.machine`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dlc.ir import Attribute, DictionaryAttr, IntegerAttr, Operation
from dlc.ir.builtin_types import i64
from dlc.passes.manager import Pass, PassRun, option

from ..transforms.refusals import Refusal

MACHINE = "loop.machine"
"""The attribute of a module with the machine that it is for."""


@dataclass(frozen=True)
class Machine:
    """The numbers on which schedules depend; the defaults describe a plain machine, which any CPU exceeds."""

    vector_bits: int = 128
    """The width of a vector register."""
    vector_registers: int = 16
    """The number of vector registers."""
    l1_bytes: int = 32 << 10
    """The size of the data cache next to a core."""
    l2_bytes: int = 512 << 10
    """The size of the next cache."""
    l3_bytes: int = 8 << 20
    """The size of the last cache, which cores share."""
    cores: int = 1
    """The number of threads that run."""
    unit_bits: int = 2048
    """The width of the units that load, multiply and add vectors: a CPU takes wider vectors apart."""
    bf16_terms: int = 1
    """The number of products of bf16 that an instruction adds to a sum of f32: 1 if it has to extend them."""

    @property
    def vectors_per_cycle(self) -> int:
        """The number of vectors that a core loads, multiplies and adds in a cycle: two, or one that it takes apart."""
        return 1 if self.vector_bits > self.unit_bits else 2

    def lanes(self, element_bits: int) -> int:
        """Return the number of elements that fit into a vector."""
        return max(1, self.vector_bits // max(element_bits, 8))

    def attribute(self) -> DictionaryAttr:
        """Return the machine as it is written on a module."""
        return DictionaryAttr.of({name: IntegerAttr(value, i64) for name, value in dataclasses.asdict(self).items()})


FIELDS = tuple(field.name for field in dataclasses.fields(Machine))


def machine_for(op: Operation) -> Machine:
    """Return the machine of the module around an op, or a plain one if the module has none."""
    return dataclasses.replace(Machine(), **_described(op))


def _described(op: Operation) -> dict[str, int]:
    """Return the numbers that the innermost `loop.machine` around an op has."""
    described = described_around(op, MACHINE)
    return numbers_in(*described, MACHINE, FIELDS) if described is not None else {}


def described_around(op: Operation, attribute: str) -> tuple[Operation, dict[str, Attribute]] | None:
    """Return the innermost op with an attribute that describes a machine, and its entries; `None` if there is none."""
    for each in (op, *op.ancestors):
        written = each.attributes.get(attribute)
        if isinstance(written, DictionaryAttr):
            return each, written.as_dict()
        if written is not None:
            raise Refusal(each, f"must have a dictionary as '{attribute}', but got '{written}'")
    return None


def numbers_in(
    op: Operation, entries: Mapping[str, Attribute], attribute: str, fields: Sequence[str]
) -> dict[str, int]:
    """Return the numbers of a description; refuse other names and values."""
    numbers: dict[str, int] = {}
    for name, value in entries.items():
        if name not in fields:
            raise Refusal(op, f"must have nothing but {', '.join(fields)} in '{attribute}', but got '{name}'")
        if not isinstance(value, IntegerAttr) or value.value < 1:
            raise Refusal(op, f"must have positive numbers in '{attribute}', but got '{value}' for '{name}'")
        numbers[name] = value.value
    return numbers


class DescribeMachine(Pass):
    """Write onto a module which machine schedules are chosen for

    Options come first, then an existing `loop.machine`, then the target: `--target`, `--mcpu` and `--mattr` of
    `dlc-opt`, or the machine that it runs on.

    Example: describe-machine{vector-bits=256 vector-registers=16 cores=4}
        func.func @f() {
          return
        }
    """

    name = "describe-machine"
    anchor = "builtin.module"
    vector_bits: int = option("The width of a vector register", default=0, least=0)
    vector_registers: int = option("How many vector registers there are", default=0, least=0)
    l1_bytes: int = option("The size of the cache for data next to a core", default=0, least=0)
    l2_bytes: int = option("The size of the next cache", default=0, least=0)
    l3_bytes: int = option("The size of the cache that cores share", default=0)
    cores: int = option("How many threads are to run", default=0, least=0)
    unit_bits: int = option("The width of the units that multiply and add vectors", default=0, least=0)
    bf16_terms: int = option("How many products of bf16 an instruction adds to a sum of f32", default=0, least=0)

    def run(self, op: Operation, run: PassRun) -> None:
        options = {name: getattr(self, name) for name in FIELDS if getattr(self, name)}
        try:
            described = _described(op)
        except Refusal as refusal:
            refusal.report(run)
            return
        unknown = [name for name in FIELDS if name not in described and name not in options]
        if unknown and run.settings.machine is not None:
            described = {**run.settings.machine(), **described}
        op.attributes[MACHINE] = dataclasses.replace(Machine(), **{**described, **options}).attribute()
