"""xDSL's own parsers and printers of attributes, working on dlc's text: for attributes whose form only xDSL knows.

The parser stands where dlc's reader has come to. What is nested in an attribute, dlc reads and prints again, so that
aliases, attributes of dlc's dialects and everything builtin are read once, in one way, with one kind of message.
"""

from __future__ import annotations

import io
import re
import weakref
from typing import Any, cast

from xdsl.dialects.builtin import BytesAttr, StringAttr
from xdsl.ir import Attribute as XAttribute, Data, ParametrizedAttribute, TypeAttribute
from xdsl.parser import Parser as XParser
from xdsl.printer import Printer as XPrinter
from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Input
from xdsl.utils.mlir_lexer import MLIRLexer, MLIRToken, MLIRTokenKind

from ...ir import Attribute
from ...parser.assembly_reader import Reader
from ...parser.driver import SyntaxFailure
from . import catalog
from .attributes import AttributeExporter, AttributeImporter, ConversionError

_TYPE_SIGNS, _UNTYPED_SIGNS, _NUMBER_SIGNS = "!(", "!(#@[{", "-0123456789"
_TYPE_WORD = re.compile(
    r"(?:none|index|complex|tuple|vector|tensor|memref|[su]?i[0-9]+|bf16|tf32|f[0-9]\w*)(?![\w$.])", re.ASCII
)
_ATTRIBUTE_WORD = re.compile(
    r"(?:true|false|unit|affine_map|affine_set|dense|sparse|dense_resource|array|strided|distinct|loc)(?![\w$.])",
    re.ASCII,
)


class _Lexer(MLIRLexer):
    """Lexes one token ahead, which may be none of xDSL's: that is an error only if somebody wants it."""

    def lex(self) -> MLIRToken:
        try:
            return super().lex()
        except ParseError as error:
            return self._form_token(MLIRTokenKind.EOF, error.span.start)


class AttributeTextParser(XParser):
    """A parser of xDSL that reads attributes from the text of a reader of dlc."""

    def __init__(self, reader: Reader) -> None:
        super().__init__(catalog.context(), "")
        self.reader = reader
        self.importer = AttributeImporter()
        self.exporter = AttributeExporter()
        self._parser_state.lexer = _Lexer(cast(Any, Input(reader.text, reader.source.filename)))

    # -- Going from one to the other -----------------------------------------------------------------------------------

    def take_over(self) -> None:
        """Go on where dlc's reader has come to."""
        self._resume_from(self.reader.pos)

    def hand_back(self) -> Reader:
        """Let dlc's reader go on where this parser has come to; `take_over` afterwards."""
        self.reader.pos = self.pos
        return self.reader

    # -- What dlc reads ------------------------------------------------------------------------------------------------

    def parse_optional_type(self) -> TypeAttribute | None:
        return self._read_as("type") if self._at(_TYPE_SIGNS, _TYPE_WORD) else None

    def parse_optional_attribute(self) -> XAttribute | None:
        """Read an attribute; a colon after a string or symbol does not begin its type, as xDSL has none."""
        text = self.parse_optional_str_literal()
        if text is not None:
            return StringAttr(text)
        raw = self.parse_optional_bytes_literal()
        if raw is not None:
            return BytesAttr(raw)
        if self._at(_UNTYPED_SIGNS, _TYPE_WORD):
            return self._read_as("untyped_attribute")
        return self._read_as("attribute") if self._at(_NUMBER_SIGNS, _ATTRIBUTE_WORD) else None

    def _at(self, signs: str, word: re.Pattern[str]) -> bool:
        """Return whether one of these signs or words comes next."""
        text, offset = self.reader.text, self.pos
        return text[offset] in signs or word.match(text, offset) is not None

    def _read_as(self, rule: str) -> Any:
        """Read text by a rule of dlc's grammar."""
        result = self.hand_back().run(rule, self.pos)
        self.take_over()
        return self.exporter.plain(result)

    def parse_optional_location(self) -> Any:
        location = self.hand_back().accept_location()
        self.take_over()
        return None if location is None else self.exporter.plain(location)


_parsers: weakref.WeakKeyDictionary[Reader, AttributeTextParser] = weakref.WeakKeyDictionary()


def read_parameters(kind: Any, reader: Reader) -> Attribute:
    """Read what stands behind the mnemonic of an attribute of xDSL's class `kind`, and make it."""
    parser = _parsers.get(reader)
    if parser is None:
        parser = _parsers[reader] = AttributeTextParser(reader)
    start = reader.pos
    parser.take_over()
    try:
        x_attribute = make_from_text(kind, parser)
        attribute = parser.importer.plain(x_attribute)
    except SyntaxFailure:
        raise
    except ParseError as error:
        raise SyntaxFailure(error.span.start, one_line(error.msg)) from None
    except Exception as error:  # noqa: BLE001 (whatever xDSL raises about bad input)
        raise SyntaxFailure(start, one_line(str(error) or type(error).__name__)) from None
    parser.hand_back()
    return attribute


def make_from_text(kind: Any, parser: XParser) -> XAttribute:
    """An attribute of a class of xDSL, by the class's own parsing method."""
    is_parametrized = issubclass(kind, ParametrizedAttribute)
    cls: Any = kind
    return cls.new(cls.parse_parameters(parser) if is_parametrized else cls.parse_parameter(parser))


class AttributeTextPrinter(XPrinter):
    """Prints an attribute of xDSL, but what is nested in it as dlc does."""

    def __init__(self) -> None:
        self.text = io.StringIO()
        super().__init__(stream=self.text)
        self.importer = AttributeImporter()

    def print_attribute(self, attribute: XAttribute) -> None:
        self.print_string(str(self.importer.plain(attribute)))


def parameters_text(attr: XAttribute) -> str:
    """Return the text after the mnemonic of an attribute of xDSL."""
    printer = AttributeTextPrinter()
    if isinstance(attr, Data):
        cast("Data[Any]", attr).print_parameter(printer)
    elif isinstance(attr, ParametrizedAttribute):
        attr.print_parameters(printer)
    else:
        raise ConversionError(f"'{attr.name}' is neither data nor parameters")
    return printer.text.getvalue()


def one_line(message: str) -> str:
    """A message of xDSL in the style of ours: one line that begins in lower case, unless that is a name."""
    text = " ".join(message.split()).rstrip(".")
    return text if text[:2].isupper() else text[:1].lower() + text[1:]
