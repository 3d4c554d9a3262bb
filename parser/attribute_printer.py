"""Text of attributes, types and locations.

An `AttributePrinter` memoizes texts, so that each type is printed once per module. An attribute with an alias is
printed as its alias everywhere, also inside others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ..ir import Attribute, FileLineColLoc, Type
from ..ir.builtin_attributes import (
    AffineMapAttr,
    ArrayAttr,
    DenseArrayAttr,
    DenseElementsAttr,
    DenseResourceElementsAttr,
    DenseStringElementsAttr,
    DictionaryAttr,
    DistinctAttr,
    FloatAttr,
    IntegerAttr,
    IntegerSetAttr,
    OpaqueAttr,
    SparseElementsAttr,
    StridedLayoutAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    UnitAttr,
)
from ..ir.builtin_types import (
    DYNAMIC,
    ComplexType,
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefType,
    NoneType,
    OpaqueType,
    TensorType,
    TupleType,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
    f64,
    i1,
    i64,
)
from ..ir.elements import hex_pieces, to_hex
from ..ir.elements_text import format_elements
from ..ir.locations import CallSiteLoc, FusedLoc, NameLoc, OpaqueLoc, UnknownLoc
from .strings import quote
from .syntax import attribute_printer

HEX_FROM = 100
"""Dense elements with at least this number of elements, except splats, are printed in hexadecimal."""
LONGEST_DECIMAL = 13_000
"""Integers with more bits are printed in hexadecimal."""
_bare_name = re.compile(r"[A-Za-z_][\w$.]*", re.ASCII).fullmatch
_bare_symbol = re.compile(r"[A-Za-z_][\w$.]*", re.ASCII).fullmatch


class Texts(dict[Attribute, str]):
    """The text of attributes, computed on demand."""

    __slots__ = ("_make",)

    def __init__(self, make: Callable[[Any], str]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, attr: Attribute) -> str:
        text = self[attr] = self._make(attr)
        return text


class AttributePrinter:
    """Prints attributes."""

    def __init__(
        self,
        *,
        elide_elements_from: int | None = None,
        hex_from: int | None = HEX_FROM,
        digest: Callable[[bytes | memoryview], str] | None = None,
    ) -> None:
        self.elide_elements_from = elide_elements_from
        self.digest = digest
        self.hex_from = hex_from
        self.aliases: dict[Attribute, str] = {}
        self.used_aliases: set[Attribute] = set()
        """The attributes whose aliases have been printed."""
        self.distinct: dict[DistinctAttr, int] = {}
        self.texts = Texts(self._text)
        self.untyped = Texts(self._untyped)
        self.indent = ""

    def _text(self, attr: Attribute) -> str:
        alias = self.aliases.get(attr)
        if alias is None:
            return self.spell(attr)
        self.used_aliases.add(attr)
        return alias

    def spell(self, attr: Attribute) -> str:
        """Return the text without the attribute's own alias."""
        write = _WRITERS.get(type(attr))
        if write is not None:
            return write(self, attr)
        sign = "!" if isinstance(attr, Type) else "#"
        parameters = attribute_printer(type(attr))(attr, self.texts.__getitem__)
        if attr.in_brackets:
            space = " " if parameters[:1].isalnum() or parameters[:1] == "_" else ""
            return f"{sign}{attr.name.replace('.', '<', 1)}{space}{parameters}>"
        return f"{sign}{attr.name}{parameters}"

    def digits(self, data: bytes | memoryview) -> str:
        """Return the hexadecimal digits of large data, or what stands for them until all text is there."""
        return "".join(hex_pieces(data))

    def distinct_number(self, attr: DistinctAttr) -> int:
        """Return the number that tells an attribute from others in this text: that of its source, alone."""
        return self.distinct.setdefault(attr, attr.number if attr.number is not None else len(self.distinct))

    def parameters(self, attr: Attribute) -> str:
        """Return the alias of a dialect's attribute, or else the text after its mnemonic."""
        alias = self.aliases.get(attr)
        if alias is None:
            return attribute_printer(type(attr))(attr, self.texts.__getitem__)
        self.used_aliases.add(attr)
        return alias

    def _untyped(self, attr: Attribute) -> str:
        """Return the text of an attribute whose type is known: `1` instead of `1 : i32`."""
        if isinstance(attr, IntegerAttr):
            return _integer_text(attr)
        if isinstance(attr, FloatAttr):
            return attr.type.format.to_text(attr.bits)  # type: ignore[attr-defined]
        if isinstance(attr, StringAttr):
            return quote(attr.value)
        if isinstance(attr, _ELEMENTS):
            return self.texts[attr].removesuffix(f" : {self.texts[attr.type]}")
        return self.texts[attr]

    def prints_hex(self, attr: DenseElementsAttr) -> bool:
        """Return whether elements are printed in hexadecimal: there are many, but not so many that they are elided."""
        count = attr.type.num_elements
        is_printed = self.elide_elements_from is None or count <= self.elide_elements_from
        return is_printed and self.hex_from is not None and count > self.hex_from and not attr.is_splat

    def join(self, attrs: Iterable[Attribute]) -> str:
        return ", ".join([self.texts[attr] for attr in attrs])

    def dictionary(self, entries: Mapping[str, Attribute]) -> str:
        """Return a dictionary as text, `{a = 1, b}`."""
        return self.entries(entries.items())

    def entries(self, entries: Iterable[tuple[str, Attribute]], over_lines: frozenset[str] = frozenset()) -> str:
        """Return a dictionary as text, `{a = 1, b}`, in which arrays with some of the names take several lines."""
        items = list(entries)
        if len(items) > 1:
            items.sort(key=_bytes_of_name)
        parts = [
            f"{name} = {self._over_lines(value, self.indent)}" if name in over_lines else self._entry(name, value)
            for name, value in items
        ]
        return "{" + ", ".join(parts) + "}"

    def _over_lines(self, attr: Attribute, indent: str) -> str:
        """Return an array with one element in each line, also for arrays in it; a single element stays on the line."""
        if not isinstance(attr, ArrayAttr):
            return self.texts[attr]
        if len(attr.elements) < 2:
            return f"[{''.join(self._over_lines(element, indent) for element in attr.elements)}]"
        inner = f"{indent}  "
        elements = ",".join(f"\n{inner}{self._over_lines(element, inner)}" for element in attr.elements)
        return f"[{elements}\n{indent}]"

    def _entry(self, name: str, value: Attribute) -> str:
        shown = name if _bare_name(name) else quote(name)
        return shown if type(value) is UnitAttr else f"{shown} = {self.texts[value]}"

    def location(self, attr: Attribute) -> str:
        """Return a location as text, `loc(…)`."""
        return f"loc({self.inside_location(attr)})"

    def location_in_full(self, attr: Attribute) -> str:
        """Return a location as text, `loc(…)`, without its own alias."""
        return f"loc({self._location_text(attr)})"

    def inside_location(self, attr: Attribute) -> str:
        alias = self.aliases.get(attr)
        return alias if alias is not None else self._location_text(attr)

    def _location_text(self, attr: Attribute) -> str:
        if isinstance(attr, FileLineColLoc):
            return _file_text(attr)
        if isinstance(attr, NameLoc):
            child = attr.child
            return (
                quote(attr.text)
                if isinstance(child, UnknownLoc)
                else f"{quote(attr.text)}({self.inside_location(child)})"
            )
        if isinstance(attr, CallSiteLoc):
            return f"callsite({self.inside_location(attr.callee)} at {self.inside_location(attr.caller)})"
        if isinstance(attr, FusedLoc):
            metadata = "" if attr.metadata is None else f"<{self.texts[attr.metadata]}>"
            return f"fused{metadata}[{', '.join(map(self.inside_location, attr.locations))}]"
        if isinstance(attr, OpaqueLoc):
            return self.inside_location(attr.fallback)
        return "unknown"


class PrettyLocations:
    """Locations for people (`--mlir-pretty-debuginfo`), which cannot be parsed."""

    def __init__(self, printer: AttributePrinter) -> None:
        self.printer = printer

    def spell(self, attr: Attribute) -> str:
        if isinstance(attr, FileLineColLoc):
            return f"{attr.filename}:{attr.line}:{attr.column}"
        if isinstance(attr, NameLoc):
            child = "" if isinstance(attr.child, UnknownLoc) else f"({self._nested(attr.child)})"
            return f"{quote(attr.text)}{child}"
        if isinstance(attr, CallSiteLoc):
            in_line = isinstance(attr.callee, NameLoc) and isinstance(attr.caller, FileLineColLoc)
            return f"{self._nested(attr.callee)}{'' if in_line else chr(10)} at {self._nested(attr.caller)}"
        if isinstance(attr, FusedLoc):
            metadata = "" if attr.metadata is None else f"<{self.printer.texts[attr.metadata]}>"
            return f"{metadata}[{', '.join(map(self._nested, attr.locations))}]"
        return self.spell(attr.fallback) if isinstance(attr, OpaqueLoc) else "[unknown]"

    def _nested(self, attr: Attribute) -> str:
        return self.printer.aliases.get(attr) or self.spell(attr)


def _file_text(attr: FileLineColLoc) -> str:
    text = f"{quote(attr.filename)}:{attr.line}:{attr.column}"
    if attr.end_line != attr.line:
        return f"{text} to {attr.end_line}:{attr.end_column}"
    return text if attr.end_column == attr.column else f"{text} to :{attr.end_column}"


def _integer_text(attr: IntegerAttr) -> str:
    if attr.type is i1:
        return "true" if attr.value else "false"
    return integer_text(attr.value)


def integer_text(value: int) -> str:
    """Return an integer in decimal, or in hexadecimal if it is long, because decimal takes quadratic time."""
    return str(value) if value.bit_length() <= LONGEST_DECIMAL else f"{value:#x}"


def _integer(p: AttributePrinter, attr: IntegerAttr) -> str:
    return _integer_text(attr) if attr.type is i1 else f"{integer_text(attr.value)} : {p.texts[attr.type]}"


def _float(p: AttributePrinter, attr: FloatAttr) -> str:
    text = attr.type.format.to_text(attr.bits)  # type: ignore[attr-defined]
    return f"{text} : {p.texts[attr.type]}"


def _string(p: AttributePrinter, attr: StringAttr) -> str:
    return quote(attr.value) if attr.type is None else f"{quote(attr.value)} : {p.texts[attr.type]}"


def symbol_text(name: str) -> str:
    """Return a symbol as `@name`, quoted if necessary."""
    return f"@{name}" if _bare_symbol(name) else f"@{quote(name)}"


def _symbol(_p: AttributePrinter, attr: SymbolRefAttr) -> str:
    return "::".join(map(symbol_text, attr.path))


def _array(p: AttributePrinter, attr: ArrayAttr) -> str:
    return "[" + ", ".join([_array_element(p, element) for element in attr.elements]) + "]"


def _array_element(p: AttributePrinter, attr: Attribute) -> str:
    """Return an element of an array, without the default types i64 and f64."""
    if (isinstance(attr, IntegerAttr) and attr.type is i64) or (isinstance(attr, FloatAttr) and attr.type is f64):
        text = p.untyped[attr]
        return p.texts[attr] if text.startswith("0x") else text
    return p.texts[attr]


def _opaque_attr(p: AttributePrinter, attr: OpaqueAttr) -> str:
    text = _opaque("#", attr.dialect, attr.text)
    return text if attr.type is None else f"{text} : {p.texts[attr.type]}"


def _opaque(sign: str, dialect: str, text: str) -> str:
    """Return `!dialect.name<body>` if the text has that form, otherwise `!dialect<text>`."""
    return f"{sign}{dialect}.{text}" if _PRETTY(text) else f"{sign}{dialect}<{text}>"


_PRETTY = re.compile(r"[A-Za-z][A-Za-z0-9_.]*(?:<.*>)?", re.DOTALL).fullmatch


def _strided(_p: AttributePrinter, attr: StridedLayoutAttr) -> str:
    strides = ", ".join(map(_size, attr.strides))
    offset = f", offset: {_size(attr.offset)}" if attr.offset else ""
    return f"strided<[{strides}]{offset}>"


def _size(value: int) -> str:
    return "?" if value == DYNAMIC else str(value)


def _distinct(p: AttributePrinter, attr: DistinctAttr) -> str:
    number = p.distinct_number(attr)
    inner = "" if isinstance(attr.referenced, UnitAttr) else p.texts[attr.referenced]
    return f"distinct[{number}]<{inner}>"


def _dense_array(p: AttributePrinter, attr: DenseArrayAttr) -> str:
    element = p.texts[attr.element_type]
    if not attr.elements:
        return f"array<{element}>"
    if attr.element_type is i1:
        shown = ["true" if value else "false" for value in attr.elements]
    elif isinstance(attr.element_type, FloatType):
        shown = [attr.element_type.format.to_text(value) for value in attr.elements]
    else:
        shown = list(map(integer_text, attr.elements))
    return f"array<{element}: {', '.join(shown)}>"


_ELEMENTS = (DenseElementsAttr, DenseStringElementsAttr, SparseElementsAttr, DenseResourceElementsAttr)


def _dense_body(p: AttributePrinter, attr: DenseElementsAttr) -> str:
    layout = attr.layout
    if attr.is_splat:
        return format_elements(attr.raw, layout, ())
    count = attr.type.num_elements
    if p.elide_elements_from is not None and count > p.elide_elements_from:
        return "__elided__"
    if p.prints_hex(attr):
        return f'"{to_hex(attr.raw)}"'
    return format_elements(attr.raw, layout, attr.type.shape) if count else ""


def _dense_or_elided(p: AttributePrinter, attr: DenseElementsAttr) -> str:
    """Return dense elements, or elide them as a resource like MLIR, so that the result still parses."""
    type = p.texts[attr.type]
    if p.prints_hex(attr) and p.digest is not None:
        return f"dense<digest {p.digest(attr.raw)}> : {type}"
    if p.prints_hex(attr):
        return f'dense<"0x{p.digits(attr.raw)}"> : {type}'
    body = _dense_body(p, attr)
    return f"dense_resource<__elided__> : {type}" if body == "__elided__" else f"dense<{body}> : {type}"


def _dense_strings(p: AttributePrinter, attr: DenseStringElementsAttr) -> str:
    limit = p.elide_elements_from
    if limit is not None and len(attr.strings) > max(limit, 1):
        return f"dense_resource<__elided__> : {p.texts[attr.type]}"
    return f"dense<{_strings_body(attr)}> : {p.texts[attr.type]}"


def _strings_body(attr: DenseStringElementsAttr) -> str:
    if len(attr.strings) == 1:
        return quote(attr.strings[0])
    return _nested(list(map(quote, attr.strings)), attr.type.shape) if attr.strings else ""


def _nested(items: list[str], shape: tuple[int, ...]) -> str:
    for size in reversed(shape):
        items = ["[" + ", ".join(items[at : at + size]) + "]" for at in range(0, len(items), size)] if size else ["[]"]
    return items[0] if items else ""


def _sparse(p: AttributePrinter, attr: SparseElementsAttr) -> str:
    body = ""
    indices, values = attr.indices, attr.elements
    limit = p.elide_elements_from
    if limit is not None and max(indices.type.num_elements, values.type.num_elements) > limit:
        return f"dense_resource<__elided__> : {p.texts[attr.type]}"
    if indices.type.num_elements:
        places = format_elements(indices.raw, indices.layout, indices.type.shape)
        if indices.is_splat and indices.type.shape[0] > 1:  # a single index would mean a single element
            places = _nested([places] * indices.type.num_elements, indices.type.shape)
        shown = _dense_body(p, values) if isinstance(values, DenseElementsAttr) else _strings_body(values)
        body = f"{places}, {shown}"
    return f"sparse<{body}> : {p.texts[attr.type]}"


def _dense_resource(p: AttributePrinter, attr: DenseResourceElementsAttr) -> str:
    key = resource_key(attr.blob.key)
    if p.digest is not None and attr.blob.raw is not None:
        key += f" digest {p.digest(attr.blob.raw)}"
    return f"dense_resource<{key}> : {p.texts[attr.type]}"


def resource_key(key: str) -> str:
    return key if _bare_name(key) else quote(key)


def _location(p: AttributePrinter, attr: Attribute) -> str:
    return p.location_in_full(attr)


# -- Types -----------------------------------------------------------------------------------------------------------


def _dims(shape: tuple[int, ...]) -> str:
    return "".join(f"{_size(size)}x" for size in shape)


def _vector(p: AttributePrinter, type: VectorType) -> str:
    dims = "".join(
        f"[{size}]x" if scalable else f"{size}x" for size, scalable in zip(type.shape, type.scalable_dims, strict=True)
    )
    return f"vector<{dims}{p.texts[type.element_type]}>"


def _tensor(p: AttributePrinter, type: TensorType) -> str:
    encoding = "" if type.encoding is None else f", {p.texts[type.encoding]}"
    return f"tensor<{_dims(type.shape)}{p.texts[type.element_type]}{encoding}>"


def _memref(p: AttributePrinter, type: MemRefType) -> str:
    rest = "".join(f", {_array_element(p, attr)}" for attr in (type.layout, type.memory_space) if attr is not None)
    return f"memref<{_dims(type.shape)}{p.texts[type.element_type]}{rest}>"


def _unranked_memref(p: AttributePrinter, type: UnrankedMemRefType) -> str:
    space = "" if type.memory_space is None else f", {_array_element(p, type.memory_space)}"
    return f"memref<*x{p.texts[type.element_type]}{space}>"


def _function(p: AttributePrinter, type: FunctionType) -> str:
    results = type.results
    if len(results) == 1 and not isinstance(results[0], FunctionType):
        return f"({p.join(type.inputs)}) -> {p.texts[results[0]]}"
    return f"({p.join(type.inputs)}) -> ({p.join(results)})"


_WRITERS: dict[type[Attribute], Callable[[AttributePrinter, Any], str]] = {
    IntegerAttr: _integer,
    FloatAttr: _float,
    StringAttr: _string,
    UnitAttr: lambda _p, _attr: "unit",
    SymbolRefAttr: _symbol,
    TypeAttr: lambda p, attr: p.texts[attr.type],
    ArrayAttr: _array,
    DictionaryAttr: lambda p, attr: p.entries(attr.entries),
    AffineMapAttr: lambda _p, attr: f"affine_map<{attr.value}>",
    IntegerSetAttr: lambda _p, attr: f"affine_set<{attr.value}>",
    OpaqueAttr: _opaque_attr,
    StridedLayoutAttr: _strided,
    DistinctAttr: _distinct,
    DenseArrayAttr: _dense_array,
    DenseElementsAttr: _dense_or_elided,
    DenseStringElementsAttr: _dense_strings,
    SparseElementsAttr: _sparse,
    DenseResourceElementsAttr: _dense_resource,
    UnknownLoc: _location,
    FileLineColLoc: _location,
    NameLoc: _location,
    CallSiteLoc: _location,
    FusedLoc: _location,
    OpaqueLoc: _location,
    IntegerType: lambda _p, type: f"{type.signedness}i{type.width}",
    IndexType: lambda _p, _type: "index",
    FloatType: lambda _p, type: type.format_name,
    NoneType: lambda _p, _type: "none",
    ComplexType: lambda p, type: f"complex<{p.texts[type.element_type]}>",
    TupleType: lambda p, type: f"tuple<{p.join(type.types)}>",
    FunctionType: _function,
    OpaqueType: lambda _p, type: _opaque("!", type.dialect, type.text),
    VectorType: _vector,
    TensorType: _tensor,
    UnrankedTensorType: lambda p, type: f"tensor<*x{p.texts[type.element_type]}>",
    MemRefType: _memref,
    UnrankedMemRefType: _unranked_memref,
}


def _bytes_of_name(entry: tuple[str, Attribute]) -> bytes:
    return entry[0].encode("utf-8", "surrogateescape")


def attribute_text(attr: Attribute) -> str:
    """Return the text of one attribute without aliases, as `str` does."""
    return AttributePrinter().texts[attr]
