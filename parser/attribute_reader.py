"""Reading attributes, types and locations: the actions of their grammar rules."""

from __future__ import annotations

import binascii
import re
from collections.abc import Callable, Collection, Sequence
from typing import Any

from ..ir import UNKNOWN_LOC, Attribute, FileLineColLoc, Location, Type, TypedAttribute
from ..ir.affine import (
    AffineConstantExpr,
    AffineDimExpr,
    AffineError,
    AffineExpr,
    AffineMap,
    AffineSymbolExpr,
    IntegerSet,
)
from ..ir.builtin_attributes import (
    FALSE,
    TRUE,
    UNIT,
    AffineMapAttr,
    ArrayAttr,
    Blob,
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
    layout_of,
)
from ..ir.builtin_types import (
    DYNAMIC,
    ComplexType,
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefType,
    OpaqueType,
    ShapedType,
    TensorType,
    TupleType,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
    f64,
    i1,
    i64,
    index,
    none,
)
from ..ir.context import Context
from ..ir.decimals import LONGEST_INTEGER, int_of
from ..ir.diagnostics import did_you_mean
from ..ir.elements import ElementLayout, from_hex
from ..ir.elements_text import ElementsError, parse_elements
from ..ir.errors import InvalidAttributeError
from ..ir.locations import CallSiteLoc, FusedLoc, NameLoc, Source, fuse
from ..ir.operations import WHOLE_PROPERTIES
from .aliases import nested_attributes
from .driver import ACCEPTING, LOADING, OPEN_STRING, Driver, Reported, SyntaxFailure, WithoutExample, skip_space
from .remembering import RememberingReader
from .strings import unquote
from .syntax import attribute_reader
from .tables import lazy_matcher

MOST_CANDIDATES = 2000
"""No similar name is suggested if there are more names."""
MOST_EXPANDED = 65_536
"""The limit of attributes or characters that an alias may expand to; in a large file, eight times its size."""
DEEPEST_ALIAS = 500


class LocationAlias(Location):
    """A reference `loc(#name)` before the definition of `#name`, which is replaced at the end of the file."""

    name = "builtin.location_alias"

    spelling: str
    offset: int


class AttributeReader(RememberingReader):
    """Reads everything that is not an operation."""

    def __init__(self, source: Source, context: Context) -> None:
        super().__init__(source)
        self.context = context
        self.attribute_aliases: dict[str, Attribute] = {}
        self.type_aliases: dict[str, Type] = {}
        self.broken_aliases: set[str] = set()
        self.blobs: dict[tuple[str, str], Blob] = {}
        self.distinct: dict[int, DistinctAttr] = {}
        self.identified: dict[tuple[type[Attribute], str], Attribute] = {}
        """Attributes that have a name of their own in the text, by their kind and name."""
        self.external_resources: dict[str, dict[str, str]] = {}
        """Resources of other tools, by owner and key, which are kept and printed again."""
        self.dialect_resources: dict[str, dict[str, str]] = {}
        """Resources of dialects that are not loaded, by dialect and key."""
        self._symbols: list[dict[str, AffineExpr]] = []
        self._hints_left = 20
        self._weights: dict[Attribute, tuple[int, int]] = {}
        self._remembered_location = self._remembering("location_text", {})
        self._chunks |= {
            "LOCATION": self._read_location,
            "DENSE": self._skip_elements,
            "SPARSE": self._skip_elements,
            "HEX_BLOB": self._skip_blob,
            "DIALECT_ATTRIBUTE": self._read_dialect_attribute,
            "DIALECT_TYPE": self._read_dialect_type,
        }

    def _read_location(self, begin: int, end: int) -> Location:
        """Read the location of an op or block argument, which may use an alias before its definition."""
        match = LOCATION_ALIAS(self.text, begin)
        if match is None or match.group(1) in self.attribute_aliases:
            return self._remembered_location(begin, end)
        self.pos = match.end()
        return LocationAlias(match.group(1), match.start(1) - 1)

    def written_before(self, spelling: str, offset: int) -> int:
        """Return the offset of a text that was read at or shortly before `offset`."""
        start = self.text.rfind(spelling, max(0, offset - 1000), offset + len(spelling))
        return start if start >= 0 else offset

    def hint(self, name: str, known: Collection[str]) -> str:
        """Return a suggestion for an unknown name, but only for the first errors of a file."""
        self._hints_left -= 1
        return did_you_mean(name, known) if self._hints_left >= 0 and len(known) <= MOST_CANDIDATES else ""

    def loading(self, dialect: str, hint: str) -> str:
        """Return how an unknown dialect is loaded; behind the hint, unless another framework has the dialect."""
        elsewhere = self.context.loading_of(dialect)
        return f"; {elsewhere}" if elsewhere is not None else f"{hint}; {LOADING}"

    def make(self, kind: Callable[..., Any], *arguments: Any) -> Any:
        """Create an attribute; violations of its constraints are syntax errors here."""
        try:
            return kind(*arguments)
        except (InvalidAttributeError, AffineError) as error:
            raise SyntaxFailure(self.token_start, str(error)) from None

    # -- Lists and the like --------------------------------------------------------------------------------------------

    def on_one(self, item: Any) -> list[Any]:
        return [item]

    def on_more(self, items: list[Any], item: Any) -> list[Any]:
        items.append(item)
        return items

    def on_empty_list(self) -> list[Any]:
        return []

    on_pass_on = Driver.on_pass_on

    on_attribute = on_untyped_attribute = on_attribute_list = on_type = on_simple_type = on_pass_on
    on_types = on_numbers = on_strides = on_attr_dict_text = on_location_text = on_pass_on

    def on_properties_text(self, value: Attribute) -> dict[str, Attribute]:
        """Return properties by name; an unregistered op may have any attribute instead."""
        return dict(value.entries) if isinstance(value, DictionaryAttr) and value.entries else {WHOLE_PROPERTIES: value}

    on_function_type_text = on_metadata_text = on_locations = on_resource_key = on_affine_ids = on_pass_on
    on_affine_results = on_constraints = on_affine_expr = on_affine_term = on_pass_on

    # -- Scalars -------------------------------------------------------------------------------------------------------

    def integer_value(self, text: str) -> int:
        """Return the value of an integer literal, decimal or hexadecimal."""
        digits = text.replace(" ", "") if " " in text else text
        if len(digits) > LONGEST_INTEGER and "x" not in digits:
            raise SyntaxFailure(self.token_start, "integer constant out of range: too many digits")
        try:
            return int(digits, 16) if "x" in digits else int_of(digits)
        except ValueError:
            raise SyntaxFailure(
                self.written_before(text, self.token_start), f"expected integer, but got '{text}'"
            ) from None

    def on_integer(self, text: str) -> Attribute:
        return self._integer(text, i64)

    def on_typed_integer(self, text: str, type: Type) -> Attribute:
        if isinstance(type, FloatType):
            return self._float(text, type)
        if not isinstance(type, (IntegerType, IndexType)):
            raise SyntaxFailure(
                self.written_before(text, self.token_start), f"integer literal not valid for type '{type}'"
            )
        return self._integer(text, type)

    def _integer(self, text: str, type: Type) -> Attribute:
        value = self.integer_value(text)
        width, signedness = (type.width, type.signedness) if isinstance(type, IntegerType) else (64, "s")
        if signedness == "u" and "-" in text:
            raise SyntaxFailure(
                self.written_before(text, self.token_start),
                "negative integer literal not valid for unsigned integer type",
            )
        bits = value.bit_length() if value >= 0 else (~value).bit_length() + 1
        if bits > width - (signedness == "s" and value > 0):
            shown = text if len(text) <= 40 else f"{text[:40]}…"
            raise SyntaxFailure(
                self.written_before(text, self.token_start),
                f"integer constant out of range for attribute: {shown} : {type}",
            )
        return self.make(IntegerAttr, value, type)

    def on_float(self, text: str) -> Attribute:
        return self._float(text, f64)

    def on_typed_float(self, text: str, type: Type) -> Attribute:
        if not isinstance(type, FloatType):
            raise SyntaxFailure(
                self.written_before(text, self.token_start), f"floating point value not valid for type '{type}'"
            )
        return self._float(text, type)

    def _float(self, text: str, type: FloatType) -> Attribute:
        text = "".join(text.split())
        if "x" not in text and "." not in text:
            raise SyntaxFailure(
                self.written_before(text, self.token_start),
                f"unexpected decimal integer literal for a float: write '{text}.0'",
            )
        return self.make(FloatAttr, self.float_bits(text, type), type)

    def float_bits(self, text: str, type: FloatType) -> int:
        try:
            return type.format.from_text(text)
        except ValueError as error:
            raise SyntaxFailure(self.token_start, str(error)) from None

    def number(self, spelling: str, start: int, end: int) -> Attribute:
        """Return a number matched by the regular expression of a whole form, such as `1.5 : f32`."""
        literal, colon, kind = spelling.partition(":")
        type = self.type_spellings.get(kind.strip()) if colon else None
        if type is None or literal[0] in "tf":
            return self.attribute_between(start, end)
        self.token_start = start
        attribute = self.on_typed_float(literal, type) if "." in literal else self.on_typed_integer(literal, type)
        self.attribute_spellings[spelling] = attribute
        return attribute

    def on_string(self, text: str) -> Attribute:
        return StringAttr(self.unquoted(text))

    def on_typed_string(self, text: str, type: Type) -> Attribute:
        return StringAttr(self.unquoted(text), None if type is none else type)

    def unquoted(self, literal: str) -> str:
        try:
            return unquote(literal)
        except ValueError as error:
            raise SyntaxFailure(self.token_start, str(error)) from None

    def on_true(self) -> Attribute:
        return TRUE

    def on_false(self) -> Attribute:
        return FALSE

    def on_unit(self) -> Attribute:
        return UNIT

    def on_symbol(self, text: str) -> Attribute:
        return self.symbol_reference(text)

    def symbol_reference(self, text: str) -> SymbolRefAttr:
        """Return a symbol reference, `@a::@"b c"`, as an attribute."""
        names = [self.unquoted(name) if name[0] == '"' else name for name in re.findall(_SYMBOL_NAME, text)]
        return SymbolRefAttr(names[0], tuple(names[1:]))

    def on_array(self, elements: list[Attribute]) -> Attribute:
        return ArrayAttr(tuple(elements))

    def on_type_attribute(self, type: Type) -> Attribute:
        return TypeAttr(type)

    # -- Dictionaries --------------------------------------------------------------------------------------------------

    def on_dictionary(self, entries: dict[str, Attribute]) -> Attribute:
        return DictionaryAttr.of(entries)

    def on_empty_entries(self) -> dict[str, Attribute]:
        return {}

    def on_entries(self, entries: list[tuple[str, Attribute]]) -> dict[str, Attribute]:
        dictionary = dict(entries)
        if len(dictionary) != len(entries):
            names = [name for name, _ in entries]
            twice = next(name for name in names if names.count(name) > 1)
            raise SyntaxFailure(self.token_start, f"duplicate key '{twice}' in dictionary attribute")
        return dictionary

    def on_entry(self, name: str, value: Attribute) -> tuple[str, Attribute]:
        return name, value

    def on_unit_entry(self, name: str) -> tuple[str, Attribute]:
        return name, UNIT

    def on_bare_name(self, name: str) -> str:
        return name

    def on_quoted_name(self, literal: str) -> str:
        name = self.unquoted(literal)
        if not name:
            raise SyntaxFailure(self.token_start, "expected valid attribute name, but got an empty one")
        return name

    # -- Elements ------------------------------------------------------------------------------------------------------

    def _skip_elements(self, begin: int, end: int) -> tuple[int, int]:
        """Skip the text between angle brackets, which may be large; it is read when the type is known."""
        if self.text[end - 1] == "<":  # digits in quotes: there may be many, so skip them at once
            close = self.text.find('"', self.text.index('"', end) + 1)
            match = CLOSING_ANGLE(self.text, close + 1)
            if close < 0 or match is None:
                raise SyntaxFailure(begin, "expected '>' at the end of the elements literal")
            end = match.end()
        self.pos = end
        return self.text.index("<", begin) + 1, end - 1

    def _skip_blob(self, begin: int, end: int) -> str:
        """Skip a string of hexadecimal digits, including its quotes."""
        end = self.text.find('"', end)
        if end < 0:
            raise SyntaxFailure(begin, OPEN_STRING)
        self.pos = end + 1
        return self.text[begin : end + 1]

    def on_dense(self, span: tuple[int, int], type: Type) -> Attribute:
        return self.elements(*span, self.shaped(type))

    def shaped(self, type: Type) -> ShapedType:
        if not isinstance(type, ShapedType):
            raise SyntaxFailure(self.token_start, f"elements literal must be a shaped type, but got '{type}'")
        if not type.has_static_shape:
            raise SyntaxFailure(self.token_start, "elements literal type must have static shape")
        return type

    def elements(self, begin: int, end: int, type: ShapedType) -> Attribute:
        """Return the attribute for the text inside `dense<…>`."""
        text = self.text
        begin = skip_space(text, begin).end()  # type: ignore[union-attr]
        while text[end - 1] in " \t\r\n" and end > begin:
            end -= 1
        layout = layout_of(type.element_type)
        if layout is not None and text.startswith('"0x', begin):
            return self.make(DenseElementsAttr.from_bytes, type, self._hex(begin, end, type, layout))
        body = text[begin:end]
        if layout is None:
            return self._strings(body, begin, type)
        try:
            shape, raw = parse_elements(body, layout) if body else ((0,), b"")
        except ElementsError as error:
            raise SyntaxFailure(begin + error.offset, str(error)) from None
        if not body:
            self._check_none_expected(begin, type)
        elif shape != ():
            self._check_shape(shape, begin, type)
        return self.make(DenseElementsAttr.from_bytes, type, raw)

    def _hex(self, begin: int, end: int, type: ShapedType, layout: ElementLayout) -> bytes:
        if self.text[end - 1] != '"':
            raise SyntaxFailure(begin, "expected a string of hexadecimal digits only")
        try:
            return from_hex(self.text[begin + 1 : end - 1], layout, type.num_elements)
        except ValueError as error:
            raise SyntaxFailure(begin, str(error)) from None

    def _check_none_expected(self, offset: int, type: ShapedType) -> None:
        if type.num_elements:
            raise SyntaxFailure(offset, f"parsed zero elements, but type ('{type}') expected at least 1")

    def _check_shape(self, shape: tuple[int, ...], offset: int, type: ShapedType) -> None:
        if shape != type.shape:
            message = f"inferred shape of elements literal ({list(shape)}) does not match type ({list(type.shape)})"
            raise SyntaxFailure(offset, message)

    def _strings(self, body: str, offset: int, type: ShapedType) -> Attribute:
        """Return nested lists of strings, with the shape of the lists."""
        if body:
            try:
                shape, _ = parse_elements(re.sub(STRING_LITERAL, "0", body), _LAYOUT_OF_INDICES)
            except ElementsError as error:
                raise SyntaxFailure(offset, str(error)) from None
            if shape != ():
                self._check_shape(shape, offset, type)
        else:
            self._check_none_expected(offset, type)
        strings = tuple(self.unquoted(literal) for literal in re.findall(STRING_LITERAL, body))
        if not strings and (body[:1] not in ("", "[") or type.num_elements):
            raise SyntaxFailure(offset, f"expected strings for elements of type '{type.element_type}'")
        return self.make(DenseStringElementsAttr, type, strings)

    def on_sparse(self, span: tuple[int, int], type: Type) -> Attribute:
        shaped = self.shaped(type)
        begin, end = span
        body = self.text[begin:end]
        if not body.strip() or not shaped.rank:
            return self._all_zero(shaped)
        comma = _first_comma(body)
        if comma < 0:
            raise SyntaxFailure(begin, "expected indices and values in a sparse literal, separated by ','")
        indices = self._sparse_indices(body[:comma].strip(), begin, shaped)
        values_type = TensorType((indices.type.shape[0],), shaped.element_type)
        values = self.elements(begin + comma + 1, end, values_type)
        assert isinstance(values, (DenseElementsAttr, DenseStringElementsAttr))
        return SparseElementsAttr(shaped, indices, values) if indices.type.num_elements else self._all_zero(shaped)

    def _all_zero(self, type: ShapedType) -> SparseElementsAttr:
        indices = DenseElementsAttr.from_bytes(TensorType((0, type.rank), i64), b"")
        none_of = TensorType((0,), type.element_type)
        if layout_of(type.element_type) is None:
            return SparseElementsAttr(type, indices, DenseStringElementsAttr(none_of, ()))
        return SparseElementsAttr(type, indices, self.make(DenseElementsAttr.from_bytes, none_of, b""))

    def _sparse_indices(self, text: str, offset: int, type: ShapedType) -> DenseElementsAttr:
        """Return one list of indices for each element; for one dimension or one element, the brackets are optional."""
        try:
            shape, raw = parse_elements(text, _LAYOUT_OF_INDICES)
        except ElementsError as error:
            raise SyntaxFailure(offset, f"invalid indices of a sparse literal: {error}") from None
        count = 1 if shape == () else shape[0]
        if shape not in ((), (count, type.rank)) and (type.rank != 1 or len(shape) != 1):
            message = f"expected shape ({list(type.shape)}); inferred shape of indices literal ({list(shape)})"
            raise SyntaxFailure(offset, message)
        shape = (1, type.rank) if shape == () else shape
        indices = self.make(DenseElementsAttr.from_bytes, TensorType(shape, i64), raw)
        for position, value in enumerate(indices.ints()):
            if not 0 <= value < type.shape[position % type.rank]:
                raise SyntaxFailure(offset, f"sparse index {value} is out of range for '{type}'")
        return indices

    def on_dense_resource(self, key: str, type: Type) -> Attribute:
        if not isinstance(type, (ShapedType, UnrankedTensorType, UnrankedMemRefType)):
            raise SyntaxFailure(self.token_start, f"`dense_resource` expected a shaped type, but got '{type}'")
        return self.make(DenseResourceElementsAttr, type, self.blob("builtin", key))

    def blob(self, dialect: str, key: str) -> Blob:
        """Return the resource with this name; the resource section defines its bytes."""
        return self.blobs.setdefault((dialect, key), Blob(dialect, key))

    def on_empty_dense_array(self, type: Type) -> Attribute:
        return self.make(DenseArrayAttr, type, ())

    def on_dense_array(self, type: Type, numbers: list[str]) -> Attribute:
        self.make(DenseArrayAttr, type, ())
        return self.make(DenseArrayAttr, type, tuple(self._array_element(text, type) for text in numbers))

    def _array_element(self, text: str, type: Type) -> int:
        if isinstance(type, FloatType):
            if text in ("true", "false"):
                raise SyntaxFailure(self.token_start, "expected a number in a dense array of floats")
            integer = self._float(text, type)
            assert isinstance(integer, FloatAttr)
            return integer.bits
        if text in ("true", "false"):
            if type is not i1:
                raise SyntaxFailure(self.token_start, "expected an integer; 'true' and 'false' are of type i1")
            return int(text == "true")
        if type is i1:
            raise SyntaxFailure(
                self.token_start, f"expected 'true' or 'false' in a dense array of i1, but got '{text}'"
            )
        if "." in text:
            raise SyntaxFailure(self.token_start, "expected an integer in a dense array of integers")
        integer = self._integer(text, type)
        assert isinstance(integer, IntegerAttr)
        return integer.value

    def on_number(self, text: str) -> str:
        return text

    def on_number_true(self) -> str:
        return "true"

    def on_number_false(self) -> str:
        return "false"

    def on_strided(self, strides: list[int], offset: int = 0) -> Attribute:
        return StridedLayoutAttr(tuple(strides), offset)

    def on_stride(self, text: str) -> int:
        value = self.integer_value(text)
        if not -(1 << 63) <= value < 1 << 63:
            raise SyntaxFailure(self.token_start, f"expected a 64-bit integer, but got '{text}'")
        return value

    def on_dynamic_stride(self) -> int:
        return DYNAMIC

    def on_distinct(self, number: str, referenced: Attribute = UNIT) -> Attribute:
        key = self.integer_value(number)
        if key >= 1 << 64:
            raise SyntaxFailure(self.token_start, f"expected an unsigned 64-bit integer, but got '{number}'")
        known = self.distinct.get(key)
        if known is None:
            known = self.distinct[key] = DistinctAttr.fresh(referenced, key)
        elif known.referenced is not referenced:
            raise SyntaxFailure(self.token_start, f"distinct[{key}] already refers to '{known.referenced}'")
        return known

    # -- Locations -----------------------------------------------------------------------------------------------------

    def on_unknown_location(self) -> Location:
        return UNKNOWN_LOC

    def on_file_location(self, file: str, line: str, column: str) -> Location:
        return self.make(FileLineColLoc.at, self.unquoted(file), self.integer_value(line), self.integer_value(column))

    def on_file_location_columns(self, file: str, line: str, column: str, end: str) -> Location:
        return self.on_file_location_range(file, line, column, line, end)

    def on_file_location_range(self, file: str, line: str, column: str, end_line: str, end_column: str) -> Location:
        numbers = [self.integer_value(text) for text in (line, column, end_line, end_column)]
        return self.make(FileLineColLoc, self.unquoted(file), *numbers)

    def on_name_location(self, name: str, child: Location = UNKNOWN_LOC) -> Location:
        return NameLoc(self.unquoted(name), child)

    def on_call_site_location(self, callee: Location, caller: Location) -> Location:
        return CallSiteLoc(callee, caller)

    def on_fused_location(self, locations: list[Location]) -> Location:
        return fuse(locations)

    def on_fused_location_with(self, metadata: Attribute, locations: list[Location]) -> Location:
        return FusedLoc(tuple(locations), metadata)

    def on_location_alias(self, attr: Attribute) -> Location:
        if not isinstance(attr, Location):
            raise SyntaxFailure(self.token_start, f"expected a location, but got '{attr}'")
        return attr

    # -- Types ---------------------------------------------------------------------------------------------------------

    def on_integer_type(self, text: str) -> Type:
        prefix, width = text.split("i", 1)
        if len(width) > 8:
            raise WithoutExample(self.token_start, "integer bitwidth is limited to 16777215 bits")
        return self.make(IntegerType, int(width), prefix)

    def on_float_type(self, text: str) -> Type:
        try:
            return FloatType(text)
        except InvalidAttributeError:
            raise SyntaxFailure(self.token_start, f"unknown type '{text}'") from None

    def on_index_type(self) -> Type:
        return index

    def on_none_type(self) -> Type:
        return none

    def on_complex_type(self, element: Type) -> Type:
        return self.make(ComplexType, element)

    def on_tuple_type(self, types: Sequence[Type] = ()) -> Type:
        return TupleType(tuple(types))

    def on_function_type(self, inputs: list[Type], results: list[Type]) -> Type:
        return FunctionType(tuple(inputs), tuple(results))

    def on_function_type_one(self, inputs: list[Type], result: Type) -> Type:
        return FunctionType(tuple(inputs), (result,))

    def shape(self, text: str) -> tuple[int, ...]:
        """Return a shape such as `4x?x` as a tuple."""
        sizes = "".join(text.split()).split("x")[:-1]
        return tuple(DYNAMIC if size == "?" else self._size(size) for size in sizes)

    def _size(self, digits: str) -> int:
        if len(digits) > 20:
            raise SyntaxFailure(self.token_start, f"dimension size {digits[:20]}… is too large")
        return int(digits)

    def on_vector_type(self, shape: str, element: Type) -> Type:
        sizes = "".join(shape.split()).split("x")[:-1]
        scalable = tuple(size.startswith("[") for size in sizes)
        return self.make(VectorType, tuple(self._size(size.strip("[]")) for size in sizes), element, scalable)

    def on_vector_type_0d(self, element: Type) -> Type:
        return self.make(VectorType, (), element)

    def on_tensor_type(self, shape: str, element: Type, encoding: Attribute | None = None) -> Type:
        return self.make(TensorType, self.shape(shape), element, encoding)

    def on_tensor_type_0d(self, element: Type, encoding: Attribute | None = None) -> Type:
        return self.make(TensorType, (), element, encoding)

    def on_unranked_tensor_type(self, _: str, element: Type) -> Type:
        return self.make(UnrankedTensorType, element)

    def on_memref_type(self, shape: str, element: Type, *rest: Attribute) -> Type:
        return self._memref(self.shape(shape), element, rest)

    def on_memref_type_0d(self, element: Type, *rest: Attribute) -> Type:
        return self._memref((), element, rest)

    def _memref(self, shape: tuple[int, ...], element: Type, rest: tuple[Attribute, ...]) -> Type:
        """Return a memref type; an attribute that is not a layout is a memory space."""
        layout = rest[0] if rest and is_layout(rest[0]) else None
        space = rest[-1] if len(rest) > (layout is not None) else None
        if len(rest) == 2 and layout is None:
            raise SyntaxFailure(self.token_start, f"expected a memref layout, but got '{rest[0]}'")
        return self.make(MemRefType, shape, element, layout, self.memory_space(space))

    def memory_space(self, space: Attribute | None) -> Attribute | None:
        """Check a memory space: only some builtin attributes are allowed."""
        if isinstance(space, (IntegerAttr, StringAttr, DictionaryAttr, OpaqueAttr, type(None))):
            return space
        if not space.name.startswith("builtin."):
            return space
        raise SyntaxFailure(self.token_start, f"unsupported memory space '{space}'")

    def on_unranked_memref_type(self, _: str, element: Type, space: Attribute | None = None) -> Type:
        return self.make(UnrankedMemRefType, element, self.memory_space(space))

    # -- Affine maps and sets ------------------------------------------------------------------------------------------

    def on_affine_names(self, dims: list[str], symbols: Sequence[str] = ()) -> tuple[int, int]:
        names: dict[str, AffineExpr] = {name: AffineDimExpr(index) for index, name in enumerate(dims)}
        names.update({name: AffineSymbolExpr(index) for index, name in enumerate(symbols)})
        if len(names) != len(dims) + len(symbols):
            raise SyntaxFailure(self.token_start, "redefinition of identifier in affine expression")
        self._symbols.append(names)
        return len(dims), len(symbols)

    def on_affine_map(self, counts: tuple[int, int], results: list[AffineExpr]) -> AffineMap:
        self._symbols.pop()
        return self.make(AffineMap, *counts, tuple(results))

    def on_affine_set(self, counts: tuple[int, int], constraints: list[tuple[AffineExpr, bool]]) -> IntegerSet:
        self._symbols.pop()
        exprs = tuple(expr for expr, _ in constraints) or (AffineConstantExpr(0),)
        equalities = tuple(is_equality for _, is_equality in constraints) or (True,)
        return self.make(IntegerSet, *counts, exprs, equalities)

    def on_affine_map_attribute(self, value: AffineMap) -> Attribute:
        return AffineMapAttr(value)

    def on_affine_set_attribute(self, value: IntegerSet) -> Attribute:
        return IntegerSetAttr(value)

    def on_at_least(self, left: AffineExpr, right: AffineExpr) -> tuple[AffineExpr, bool]:
        return self.make(lambda: left - right), False

    def on_at_most(self, left: AffineExpr, right: AffineExpr) -> tuple[AffineExpr, bool]:
        return self.make(lambda: right - left), False

    def on_equal_to(self, left: AffineExpr, right: AffineExpr) -> tuple[AffineExpr, bool]:
        return self.make(lambda: left - right), True

    def on_affine_add(self, left: AffineExpr, right: AffineExpr) -> AffineExpr:
        return self.make(lambda: left + right)

    def on_affine_sub(self, left: AffineExpr, right: AffineExpr) -> AffineExpr:
        return self.make(lambda: left - right)

    def on_affine_mul(self, left: AffineExpr, right: AffineExpr) -> AffineExpr:
        return self.make(lambda: left * right)

    def on_affine_floordiv(self, left: AffineExpr, right: AffineExpr) -> AffineExpr:
        return self.make(lambda: left // right)

    def on_affine_ceildiv(self, left: AffineExpr, right: AffineExpr) -> AffineExpr:
        return self.make(lambda: left.ceildiv(right))

    def on_affine_mod(self, left: AffineExpr, right: AffineExpr) -> AffineExpr:
        return self.make(lambda: left % right)

    def on_affine_name(self, name: str) -> AffineExpr:
        expression = self._symbols[-1].get(name)
        if expression is None:
            raise SyntaxFailure(self.token_start, f"use of undeclared identifier '{name}' in affine expression")
        return expression

    def on_affine_constant(self, digits: str) -> AffineExpr:
        value = self.integer_value(digits)
        if value >= 1 << 63:
            raise SyntaxFailure(self.token_start, "constant too large for index")
        return AffineConstantExpr(value)

    def on_affine_negate(self, operand: AffineExpr) -> AffineExpr:
        return self.make(lambda: -operand)

    on_affine_factor = on_pass_on

    # -- Attributes and types of dialects ------------------------------------------------------------------------------

    def on_dialect_attribute(self, attr: Attribute) -> Attribute:
        return attr

    def on_typed_dialect_attribute(self, attr: Attribute, type: Type) -> Attribute:
        if isinstance(attr, OpaqueAttr) and attr.type is None:
            return OpaqueAttr(attr.dialect, attr.text, None if type is none else type)
        if isinstance(attr, TypedAttribute) and attr.type is type:
            return attr
        raise SyntaxFailure(self.token_start, f"'{attr}' must not have a type, but got '{type}'")

    def on_dialect_type(self, type: Type) -> Type:
        return type

    def _read_dialect_attribute(self, begin: int, end: int) -> Any:
        name = self.text[begin + 1 : end]
        if "." not in name and self.text[end] != "<":
            self.pos = end
            return self._alias(name, begin)
        return self._read_symbol(name, begin, end, OpaqueAttr, self.context.attribute_class)

    def _alias(self, name: str, begin: int) -> Attribute:
        attribute = self.attribute_aliases.get(name)
        if attribute is not None:
            return attribute
        if name in self.broken_aliases:
            raise Reported(begin)
        hint = self.hint(name, self.attribute_aliases)
        raise SyntaxFailure(begin, f"undefined symbol alias id '{name}'{hint}")

    def _read_dialect_type(self, begin: int, end: int) -> Any:
        name = self.text[begin + 1 : end]
        if "." not in name and self.text[end] != "<":
            type = self.type_aliases.get(name)
            if type is None and name in self.broken_aliases:
                raise Reported(begin)
            if type is None:
                hint = self.hint(name, self.type_aliases)
                raise SyntaxFailure(begin, f"undefined symbol alias id '{name}'{hint}")
            self.pos = end
            return type
        return self._read_symbol(name, begin, end, OpaqueType, self.context.type_class)

    def _read_symbol(
        self, name: str, begin: int, end: int, opaque: Any, lookup: Callable[[str], type[Attribute] | None]
    ) -> Any:
        """Read `dialect.mnemonic<…>`, with the syntax of a registered class, or as text."""
        dialect, _, rest = name.partition(".")
        if rest:
            cls = lookup(name)
            if cls is not None:
                saved = self.token_start
                self.pos, self.token_start = end, begin
                value = attribute_reader(cls)(self)
                self.token_start = saved
                return value
        else:
            mnemonic = MNEMONIC(self.text, end)
            cls = lookup(f"{dialect}.{mnemonic.group(1)}") if mnemonic is not None else None
            if mnemonic is not None and cls is not None:
                return self._read_in_brackets(cls, begin, mnemonic.end())
        if self.context.dialect(dialect) is None and not self.context.allow_unregistered:
            kind = "type" if opaque is OpaqueType else "attribute"
            loading = self.loading(dialect, self.hint(dialect, self.context.available))
            raise WithoutExample(
                begin,
                f"{kind} '{self.text[begin:end]}' is of the unregistered dialect '{dialect}'{loading}; {ACCEPTING}",
            )
        known = self.context.dialect(dialect)
        is_kept = self.context.allow_unregistered or (known is not None and rest.startswith(known.kept_as_text))
        if known is not None and rest and not is_kept:
            names = known.types if opaque is OpaqueType else known.attributes
            kind = "type" if opaque is OpaqueType else "attribute"
            raise SyntaxFailure(begin, f"unknown {kind} '{name}' in dialect '{dialect}'{self.hint(name, names)}")
        self.pos = self._skip_brackets(end) if self.text[end] == "<" else end
        body = self.text[begin + 2 + len(dialect) : self.pos] if rest else self.text[end + 1 : self.pos - 1]
        return opaque(dialect, self._expanded(body))

    def _read_in_brackets(self, cls: type[Attribute], begin: int, end: int) -> Any:
        """Read the rest of `dialect<mnemonic …>`, which is equivalent to `dialect.mnemonic…`."""
        saved = self.token_start
        self.pos, self.token_start = end, begin
        value = attribute_reader(cls)(self)
        self.token_start = saved
        close = skip_space(self.text, self.pos).end()  # type: ignore[union-attr]
        if self.text[close] != ">":
            raise SyntaxFailure(close, f"expected '>' at the end of '{cls.name}', but got {self.describe(close)}")
        self.pos = close + 1
        return value

    def _expanded(self, body: str) -> str:
        """Return the text of an attribute of an unknown dialect with its aliases expanded."""
        if "#" not in body and "!" not in body:
            return body
        return re.sub(ALIAS_IN_BODY, self._expanded_alias, body)

    def _expanded_alias(self, match: re.Match[str]) -> str:
        sign, name = match.groups()
        if not name:
            return match.group()
        value = (self.attribute_aliases if sign == "#" else self.type_aliases).get(name)
        return match.group() if value is None else str(value)

    def check_size(self, value: Attribute, offset: int) -> None:
        """Reject an alias whose expansion, through nested aliases, is too large to print.

        The size and the depth of each attribute are memoized.
        """
        weights = self._weights
        pending: list[tuple[Attribute, list[Attribute] | None]] = [(value, None)]
        while pending:
            attr, children = pending.pop()
            if attr in weights:
                continue
            if children is None:
                children = nested_attributes(attr)
                if children:
                    pending.append((attr, children))
                    pending += [(child, None) for child in children]
                    continue
            text = attr.text if isinstance(attr, (OpaqueAttr, OpaqueType)) else ""
            inside = [weights[child] for child in children]
            weights[attr] = 1 + len(text) + sum(w for w, _ in inside), 1 + max([d for _, d in inside], default=0)
        weight, depth = weights[value]
        if weight > max(MOST_EXPANDED, 8 * self.length) or depth > DEEPEST_ALIAS:
            raise SyntaxFailure(offset, "alias refers to an attribute that is too large")

    def _skip_brackets(self, pos: int) -> int:
        """Return the offset after the bracket that matches the one at `pos`, skipping strings and `->`."""
        text = self.text
        search = re.compile(BRACKET).search
        stack: list[str] = []
        start = pos
        while True:
            match = search(text, pos)
            if match is None:
                raise SyntaxFailure(start, f"unbalanced '{text[start]}' character in pretty dialect name")
            character = match.group()
            pos = match.end()
            if character in CLOSING:
                stack.append(CLOSING[character])
            elif character in "])}>":
                if not stack or stack.pop() != character:
                    raise SyntaxFailure(match.start(), f"unbalanced '{character}' character in pretty dialect name")
                if not stack:
                    return pos
            elif character == '"' or character == "\0":
                raise SyntaxFailure(match.start(), "unterminated string or pretty dialect name")

    # -- File metadata -------------------------------------------------------------------------------------------------

    def on_empty_section(self, kind: str) -> None:
        self.on_section(kind, [])

    def on_section(self, kind: str, groups: list[tuple[str, list[tuple[str, Any]]]]) -> None:
        if kind not in ("dialect_resources", "external_resources"):
            raise SyntaxFailure(self.token_start, f"unknown key '{kind}' in file metadata dictionary")
        for dialect, blobs in groups:
            for key, literal in blobs:
                if kind == "dialect_resources" and dialect == "builtin":
                    self._define_blob(dialect, key, literal)
                elif kind == "dialect_resources":
                    self.dialect_resources.setdefault(dialect, {})[key] = literal
                else:
                    self.external_resources.setdefault(dialect, {})[key] = literal

    def _define_blob(self, dialect: str, key: str, literal: str) -> None:
        blob = self.blob(dialect, key)
        if blob.raw is not None:
            raise SyntaxFailure(self.token_start, f"resource '{key}' is defined twice")
        if not literal.startswith('"0x') or len(literal) < 12:
            raise SyntaxFailure(self.token_start, f"expected hex string blob for key '{key}'")
        try:
            data = binascii.unhexlify(memoryview(literal.encode("ascii"))[3:-1])
        except ValueError:  # also for digits that are not ASCII
            raise SyntaxFailure(self.token_start, f"expected hex string blob for key '{key}'") from None
        blob.alignment = int.from_bytes(data[:4], "little")
        blob.raw = memoryview(data)[4:]
        if blob.alignment & (blob.alignment - 1):
            raise SyntaxFailure(
                self.token_start, f"expected hex string blob for key '{key}' to encode alignment in first 4 bytes"
            )

    def on_empty_group(self, name: str) -> tuple[str, list[Any]]:
        return name, []

    def on_group(self, name: str, blobs: list[Any]) -> tuple[str, list[Any]]:
        return name, blobs

    def on_blob(self, name: str, literal: str) -> tuple[str, str]:
        return name, literal

    def on_blob_true(self, name: str) -> tuple[str, str]:
        return name, "true"

    def on_blob_false(self, name: str) -> tuple[str, str]:
        return name, "false"


LOCATION_ALIAS = lazy_matcher(r"loc\s*\(\s*#([0-9]+|[A-Za-z_$-][\w$-]*)\s*\)")
CLOSING_ANGLE = lazy_matcher(r"\s*>")
BRACKET = r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"|->|[][(){}<>"\0]'
MNEMONIC = lazy_matcher(r"<\s*([A-Za-z_][\w$.]*)")
"""The beginning of `<mnemonic …>` after a dialect's name."""
CLOSING = {"<": ">", "(": ")", "[": "]", "{": "}"}
ALIAS_IN_BODY = r'"[^"\\\n]*(?:\\.[^"\\\n]*)*"|([#!])((?:[0-9]+|[A-Za-z_$-][\w$-]*)(?![\w$.<-]))'
"""A use of an alias in opaque text; strings match without groups."""
STRING_LITERAL = r'"[^"\\]*(?:\\.[^"\\]*)*"'
_LAYOUT_OF_INDICES = ElementLayout.integer(64)
_BRACKET_OR_COMMA = r"[\[\](),]"
_SYMBOL_NAME = r'@([A-Za-z_][\w$.-]*|"[^"\\\n]*(?:\\.[^"\\\n]*)*")'


def is_layout(attr: Attribute) -> bool:
    """Return whether an attribute is a memref layout."""
    return isinstance(attr, (AffineMapAttr, StridedLayoutAttr)) or hasattr(attr, "memref_layout")


def _first_comma(text: str) -> int:
    """Return the offset of the first comma outside brackets, or -1."""
    depth = 0
    for match in re.finditer(_BRACKET_OR_COMMA, text):
        sign = match.group()
        depth += (sign in "[(") - (sign in "])")
        if sign == "," and depth == 0:
            return match.start()
    return -1


__all__ = ["AttributeReader", "LocationAlias", "skip_space"]
