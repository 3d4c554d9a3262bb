"""MLIR's dialect `dlti`: what front ends say of the data layout and of the machine, as attributes of modules.

`#dlti.dl_spec<i64 = dense<64> : vector<2xi64>, "dlti.endianness" = "little">` is what Clang and Polygeist put on a
module. The attributes are read, verified and printed as MLIR does; nothing here depends on what they say, as dlc takes
the data layout of the processor that it compiles for.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from dlc.ir import Attribute, StringAttr, Type, attribute
from dlc.ir.attributes import AttributeReport
from dlc.ir.dialect import Dialect

if TYPE_CHECKING:
    from typing_extensions import Self

    from dlc.ir.assembly import AsmReader


def _read_key(p: AsmReader) -> StringAttr | Type:
    if p.at('"'):
        return StringAttr(p.string())
    type = p.accept_type()
    if type is None:
        p.fail("expected a type or a string in quotes")
    return type


@attribute("dlti.dl_entry")
class DataLayoutEntryAttr(Attribute):
    """A key, a type or a string, with a value: `#dlti.dl_entry<"dlti.stack_alignment", 128 : i64>`."""

    key: StringAttr | Type
    value: Attribute

    @classmethod
    def read_parameters(cls, p: AsmReader) -> Self:
        p.expect("<")
        key = _read_key(p)
        p.expect(",")
        value = p.attribute()
        p.expect(">")
        return cls(key, value)

    def print_parameters(self) -> str:
        return f"<{self.key}, {self.value}>"


class EntriesAttr(Attribute):
    """Base of the attributes that are entries in brackets, `<i32 = 1, "key" = 2>`; `#dlti.dl_entry` is read as one."""

    entries: tuple[DataLayoutEntryAttr, ...]

    def verify(self, report: AttributeReport) -> None:
        for key, count in Counter(entry.key for entry in self.entries).items():
            if isinstance(key, StringAttr) and not key.value:
                report.error("a key must not be the empty string")
            if count > 1:
                report.error(f"keys must differ, but got {count} entries of '{key}'")

    @classmethod
    def read_parameters(cls, p: AsmReader) -> Self:
        p.expect("<")
        entries: list[DataLayoutEntryAttr] = []
        while not p.at(">"):
            if entries:
                p.expect(",")
            entries.append(_read_entry(p))
        p.expect(">")
        return cls(tuple(entries))

    def print_parameters(self) -> str:
        return f"<{', '.join(f'{entry.key} = {entry.value}' for entry in self.entries)}>"


def _read_entry(p: AsmReader) -> DataLayoutEntryAttr:
    if p.at("#"):
        offset = p.pos
        entry = p.attribute()
        if not isinstance(entry, DataLayoutEntryAttr):
            p.fail(f"expected an attribute '#{DataLayoutEntryAttr.name}', but got '{entry}'", offset)
        return entry
    key = _read_key(p)
    p.expect("=")
    return DataLayoutEntryAttr(key, p.attribute())


@attribute("dlti.dl_spec")
class DataLayoutSpecAttr(EntriesAttr):
    """A data layout, sizes and alignments of types and what holds for all of them: `#dlti.dl_spec<index = 64>`."""


@attribute("dlti.map")
class MapAttr(EntriesAttr):
    """A map from types and strings to attributes, which may be maps: `#dlti.map<"key" = #dlti.map<i32 = 1>>`."""


class TargetAttr(EntriesAttr):
    """Base of the attributes whose entries describe machines: there are some, and their keys are strings."""

    def verify(self, report: AttributeReport) -> None:
        super().verify(report)
        if not self.entries:
            report.error(f"'{self.name}' must have an entry, but got none")
        for entry in self.entries:
            if not isinstance(entry.key, StringAttr):
                report.error(f"keys of '{self.name}' must be strings, but got '{entry.key}'")


@attribute("dlti.target_device_spec")
class TargetDeviceSpecAttr(TargetAttr):
    """Properties of a processor: `#dlti.target_device_spec<"L1_cache_size_in_bytes" = 65536 : ui32>`."""


@attribute("dlti.target_system_spec")
class TargetSystemSpecAttr(TargetAttr):
    """Processors of a machine: `#dlti.target_system_spec<"CPU" = #dlti.target_device_spec<"vectors" = 8>>`."""

    def verify(self, report: AttributeReport) -> None:
        super().verify(report)
        for entry in self.entries:
            if not isinstance(entry.value, TargetDeviceSpecAttr):
                report.error(f"{entry.key} must be a '#{TargetDeviceSpecAttr.name}', but got '{entry.value}'")


@attribute("dlti.function_pointer_alignment")
class FunctionPointerAlignmentAttr(Attribute):
    """The alignment of function pointers in bits, and whether it is a multiple of that of the function:
    `#dlti.function_pointer_alignment<64, function_dependent = true>`.
    """

    alignment: int
    function_dependent: bool

    @classmethod
    def read_parameters(cls, p: AsmReader) -> Self:
        p.expect("<")
        alignment = p.integer()
        p.expect(",")
        p.expect("function_dependent")
        p.expect("=")
        function_dependent = p.keyword("true", "false") == "true"
        p.expect(">")
        return cls(alignment, function_dependent)

    def print_parameters(self) -> str:
        return f"<{self.alignment}, function_dependent = {str(self.function_dependent).lower()}>"


DIALECT = Dialect.collect("dlti", globals())
