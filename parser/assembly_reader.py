"""The reader of custom forms: the implementation of `ir.assembly.AsmReader`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TypeVar

from ..ir import ArrayAttr, Attribute, Block, DenseArrayAttr, Location, Region, SymbolRefAttr, Type, Value
from ..ir.affine import AffineMap
from ..ir.assembly import Argument
from ..ir.builtin_types import FloatType
from ..ir.floats import F64
from .driver import BEGINS_SPACE, OPEN_STRING, SyntaxFailure, skip_space
from .reader import OperationReader
from .tables import SKIP, lazy_matcher, load_tables

_A = TypeVar("_A", bound=Attribute)
_patterns = load_tables().patterns
_value = lazy_matcher(f"{SKIP}({_patterns['VALUE']})")
_block = lazy_matcher(f"{SKIP}({_patterns['BLOCK']})")
_word = lazy_matcher(rf"{SKIP}([A-Za-z_][\w$]*)(?![\w$])")
_integer = lazy_matcher(rf"{SKIP}(-?(?:0x[0-9a-fA-F]+|[0-9]+))(?![\w$])")
_float = lazy_matcher(rf"{SKIP}(-?(?:0x[0-9a-fA-F]+|[0-9]+(?:\.[0-9]*(?:[eE][-+]?[0-9]+)?)?))(?![\w$])")
_dimension = lazy_matcher(rf"{SKIP}([0-9]+)x")
_string = lazy_matcher(f"{SKIP}({_patterns['STRING']})")
_symbol = lazy_matcher(rf"{SKIP}@([A-Za-z_][\w$.-]*|{_patterns['STRING']})")
_symbol_ref = lazy_matcher(f"{SKIP}({_patterns['SYMBOL']})")
_dense = lazy_matcher(f"{SKIP}({_patterns['DENSE']})")
_sparse = lazy_matcher(f"{SKIP}({_patterns['SPARSE']})")
_type_token = lazy_matcher(rf"{SKIP}({_patterns['TYPE']})")
_attribute_word = lazy_matcher(
    r"(?:true|false|unit|affine_map|affine_set|dense|sparse|dense_resource|array|strided|distinct|loc|index|none|complex"
    r"|tuple|vector|tensor|memref|[su]?i[0-9]+|bf16|tf32|f[0-9]\w*)(?![\w$])"
)
_continues_word = lazy_matcher(r"[\w$]")
METADATA = "{-#"
"""The beginning of file metadata, where no brace is meant."""


class Reader(OperationReader):
    """The complete reader: tables, attributes, operations, and the methods that custom forms use."""

    # -- Literals and words --------------------------------------------------------------------------------------------

    def accept(self, literal: str) -> bool:
        """Return whether a literal comes next, which is skipped then. A keyword must end at a word boundary."""
        text = self.text
        start = self.pos
        if text[start] in BEGINS_SPACE:
            start = skip_space(text, start).end()  # type: ignore[union-attr]
        if not text.startswith(literal, start):
            return False
        end = start + len(literal)
        if (literal[-1].isalnum() or literal[-1] == "_") and _continues_word(text, end) is not None:
            return False
        self.pos = end
        return True

    def expect(self, literal: str) -> None:
        if not self.accept(literal):
            self.expected(f"'{literal}'")

    def expected(self, what: str) -> NoReturn:
        """Fail because the next token is unexpected."""
        offset = skip_space(self.text, self.pos).end()  # type: ignore[union-attr]
        if self.is_open_string(offset):
            raise SyntaxFailure(offset, OPEN_STRING)
        raise SyntaxFailure(offset, f"expected {what}, but got {self.describe(offset)}")

    def fail(self, message: str, offset: int | None = None) -> NoReturn:
        if offset is None:
            offset = self.pos
        raise SyntaxFailure(skip_space(self.text, offset).end(), message)  # type: ignore[union-attr]

    def at(self, *characters: str) -> bool:
        start = skip_space(self.text, self.pos).end()  # type: ignore[union-attr]
        sign = self.text[start]
        return sign in characters and (sign != "{" or not self.text.startswith(METADATA, start))

    def _accept(self, matcher: Callable[..., Any]) -> str | None:
        match = matcher(self.text, self.pos)
        if match is None:
            return None
        self.pos = match.end()
        return match.group(1)

    def accept_keyword(self, *keywords: str) -> str | None:
        match = _word(self.text, self.pos)
        if match is None or (keywords and match.group(1) not in keywords):
            return None
        self.pos = match.end()
        return match.group(1)

    def keyword(self, *keywords: str) -> str:
        keyword = self.accept_keyword(*keywords)
        if keyword is None:
            self.expected(" or ".join(f"'{word}'" for word in keywords) or "keyword")
        return keyword

    def accept_integer(self) -> int | None:
        literal = self._accept(_integer)
        return None if literal is None else self.integer_value(literal)

    def accept_dimension(self) -> int | None:
        literal = self._accept(_dimension)
        if literal is None:
            return None
        return self.integer_value(literal)

    def integer(self) -> int:
        value = self.accept_integer()
        if value is None:
            self.expected("integer")
        return value

    def float(self) -> float:
        """Read a float: a decimal number, or the bits of an f64 in hexadecimal."""
        offset, literal = self.pos, self._accept(_float)
        if literal is None:
            self.expected("number")
        try:
            return F64.to_float(F64.from_text(literal if "." in literal or "x" in literal else f"{literal}.0"))
        except ValueError as error:
            self.fail(str(error), offset)

    def string(self) -> str:
        literal = self._accept(_string)
        if literal is None:
            self.expected("string")
        return self.unquoted(literal)

    def accept_symbol_name(self) -> str | None:
        literal = self._accept(_symbol)
        if literal is None:
            return None
        return self.unquoted(literal) if literal[0] == '"' else literal

    def symbol_name(self) -> str:
        name = self.accept_symbol_name()
        if name is None:
            self.expected("symbol name, such as '@name'")
        return name

    # -- Values --------------------------------------------------------------------------------------------------------

    def accept_value_name(self) -> str | None:
        return self._accept(_value)

    def value_name(self) -> str:
        name = self._accept(_value)
        if name is None:
            self.expected("SSA value")
        return name

    def value_names(self) -> list[str]:
        first = self._accept(_value)
        names = [] if first is None else [first]
        while names and self.accept(","):
            names.append(self.value_name())
        return names

    def resolve_all(self, names: Sequence[str], offset: int, kinds: Sequence[Type]) -> list[Value]:
        """Resolve names to values with the given types."""
        if len(names) != len(kinds):
            self.fail(f"{len(names)} operands present, but expected {len(kinds)}", offset)
        return [self.resolve(name, offset, kind) for name, kind in zip(names, kinds)]  # noqa: B905

    # -- Types and attributes ------------------------------------------------------------------------------------------

    def type(self) -> Type:
        type = self.accept_type()
        if type is None:
            self.expected("type")
        return type

    def accept_type(self) -> Type | None:
        token = _type_token(self.text, self.pos)
        if token is None:
            return None
        known = self.type_spellings.get(token.group(1))
        if known is not None:
            self.pos = token.end()
            return known
        return self._chunks["TYPE"](token.start(1), token.end())

    def types(self) -> list[Type]:
        types = [self.type()]
        while self.accept(","):
            types.append(self.type())
        return types

    def optional_types(self) -> list[Type]:
        """Read types separated by commas, or none."""
        return self.types() if self.at_type() else []

    def single_type(self, types: list[Type], name: str, required: bool) -> Type | None:
        """Return the only type on one side of a functional type."""
        if len(types) != 1 and (required or types):
            self.fail(f"expected one type for '{name}', but got {len(types)}")
        return types[0] if types else None

    def at_type(self) -> bool:
        """Return whether a type may come next. A bare word counts, so a form must not have a keyword there as well."""
        return _type_token(self.text, self.pos) is not None

    def at_word(self, *keywords: str) -> bool:
        match = _word(self.text, self.pos)
        return match is not None and match.group(1) in keywords

    def at_attribute(self) -> bool:
        """Return whether an attribute may come next."""
        offset = self._start()
        return self.text[offset] in '-0123456789"@#[!(' or _attribute_word(self.text, offset) is not None

    def functional_type(self) -> tuple[list[Type], list[Type]]:
        """Read a functional type, `(i32, f32) -> i1`, as input and result types."""
        start = self._start()
        function = self.function_type_at(start) or self.run("type", start)
        if not hasattr(function, "inputs"):
            self.fail(f"expected a function type, but got '{function}'")
        return list(function.inputs), list(function.results)

    def _start(self) -> int:
        return skip_space(self.text, self.pos).end()  # type: ignore[union-attr]

    def attribute(self) -> Attribute:
        start = self._start()
        self.token_start = start
        return self.attribute_at(start)

    def attribute_of_type(self, type: Type) -> Attribute:
        start = self._start()
        for matcher, make in ((_dense, self.on_dense), (_sparse, self.on_sparse)):
            elements = matcher(self.text, start)
            if elements is not None:
                self.token_start = start
                return make(self._skip_elements(start, elements.end()), type)
        if self.accept_keyword("dense_resource"):
            self.token_start = start
            self.expect("<")
            key = self.string() if self.at('"') else self.keyword()
            self.expect(">")
            return self.on_dense_resource(key, type)
        value = self.run("untyped_attribute", start)
        text = self.text[start : self.pos]
        if text[0] in "-0123456789":
            return self._float(text, type) if isinstance(type, FloatType) else self._integer(text, type)
        return value

    def attribute_of(self, kind: type[Attribute], description: str) -> Any:
        """Read an attribute of a required kind."""
        start = self._start()
        value = self.attribute()
        if not isinstance(value, kind):
            self.fail(f"expected {description}, but got '{value}'", start)
        return value

    def short_attribute(self, kind: type[Attribute], read: Callable[[Any], Any]) -> Any:
        """Read an attribute of the only possible kind, whose prefix may be left out; with it, or as an alias, too."""
        if not self.at("#"):
            return read(self)
        start = self._start()
        value = self.run("untyped_attribute", start)
        if not isinstance(value, kind):
            self.fail(f"expected an attribute '#{kind.name}', but got '{value}'", start)
        return value

    def identify(self, name: str, attr: _A) -> _A:
        known = self.identified.setdefault((type(attr), name), attr)
        if known is not attr:
            self.fail(f"identified type already used with a different body: '{known}'", self.token_start)
        return attr

    def symbol_ref(self) -> SymbolRefAttr:
        match = _symbol_ref(self.text, self.pos)
        if match is None:
            self.expected("symbol reference, such as '@name'")
        self.pos = match.end()
        return self.symbol_reference(match.group(1))

    def attr_dict(self) -> dict[str, Attribute]:
        start = self._start()
        if self.text[start] != "{" or self.text.startswith(METADATA, start):
            return {}
        return dict(self._chunk("ATTR_DICT", start))

    def _chunk(self, terminal: str, start: int) -> Any:
        """Read a terminal that begins here, and of which there is a short form."""
        return self._chunks[terminal](start, self.tables.matcher(terminal)(self.text, start).end())

    def attr_dict_with_keyword(self) -> dict[str, Attribute]:
        return self.attr_dict_required() if self.accept("attributes") else {}

    def attr_dict_required(self) -> dict[str, Attribute]:
        if not self.at("{"):
            self.expected("attribute dictionary")
        return self.attr_dict()

    def properties(self) -> dict[str, Attribute]:
        start = self._start()
        if self.text[start] != "<":
            return {}
        return dict(self.named_properties(self._chunk("PROPERTIES", start), start))

    def integer_list(self, element_type: Type) -> DenseArrayAttr:
        """Read integers without a written type, `[1, 2]`."""
        numbers: list[int] = []
        self.expect("[")
        if not self.accept("]"):
            numbers.append(self.integer())
            while self.accept(","):
                numbers.append(self.integer())
            self.expect("]")
        return DenseArrayAttr(element_type, tuple(numbers))

    def affine_map(self) -> AffineMap:
        return self.run("affine_map", self._start())

    def array(self) -> ArrayAttr:
        return self.attribute_of(ArrayAttr, "array attribute")

    def accept_location(self) -> Location | None:
        if not self.accept("loc"):
            return None
        begin = self.pos - len("loc")
        return self._chunks["LOCATION"](begin, begin)

    def new_region(self) -> Region:
        return Region()

    # -- Regions and blocks --------------------------------------------------------------------------------------------

    def argument(self) -> Argument:
        name = self.value_name()
        offset = self.pos - len(name)
        self.expect(":")
        type = self.type()
        return name, type, self.accept_location(), offset

    def region(
        self, arguments: Sequence[Argument] = (), *, isolated: bool = False, default_dialect: str | None = None
    ) -> Region:
        self.expect("{")
        start = self.pos
        frame = self.enter_region(isolated, default_dialect)
        outer, self.base_frame = self.base_frame, frame
        starts, self._starts = self._starts, []
        try:
            if arguments:
                entry = self._first_block()
                for name, type, location, offset in arguments:
                    self.define_argument(entry, name, type, location, offset)
            self.run("region_rest", start)
            self._leave_region(complete=True)
        except SyntaxFailure:
            while self.frame is not frame:
                self._leave_region(complete=False)
            self._leave_region(complete=False)
            raise
        finally:
            self.base_frame = outer
            self._starts = starts
        return frame.region

    def block_label(self) -> Block:
        label = self._accept(_block)
        if label is None:
            self.expected("block name")
        return self.block_named(label, self.pos - len(label))
