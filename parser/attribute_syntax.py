"""Custom forms of dialects' attributes and types; the default is `<param, param>`.

`<` struct(params) `>`, MLIR's form for many optional parameters, is `<param = …, other = …>`: in any order, without
parameters that have their default. A list parameter comes last, without brackets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, cast

from ..ir import Attribute, Type
from ..ir.builtin_types import DYNAMIC
from ..ir.docstrings import docstring_of
from ..ir.errors import DlcError, InvalidAttributeError, InvalidDefinitionError
from ..ir.floats import F64
from ..ir.mistakes import described
from ..ir.parameter_types import Word, hints_of, may_be_none
from .driver import SyntaxFailure, WithoutExample
from .format import Element, Group, Keyword, Literal, Space, Variable, parse_format, parts_of
from .strings import quote

Read = Callable[[Any], Any]
Show = Callable[[Any], str]
STRUCT_FORM = "`<` struct(params) `>`"


def make_attribute_reader(cls: type[Attribute]) -> Read:
    """Return a function that reads the parameters of `cls` and creates it; constraint violations are syntax errors."""
    custom = getattr(cls, "read_parameters", None)
    read = custom if custom is not None else _reader_of_form(cls)

    def reader(p: Any) -> Attribute:
        offset = p.pos
        try:
            return read(p)
        except InvalidAttributeError as error:
            raise SyntaxFailure(offset, str(error)) from None
        except SyntaxFailure as failure:
            if failure.attribute is None:
                failure.attribute = cls, offset
            raise
        except (DlcError, RecursionError, MemoryError):
            raise
        except Exception as error:
            function = custom if custom is not None else cls.verify
            raise WithoutExample(offset, f"reading '{cls.name}' raised {described(error, function)}") from error

    return reader


def attribute_form(cls: type[Attribute]) -> str | None:
    """Return how a type or an attribute is written: an example or, if it has no syntax, its parameters."""
    examples = docstring_of(cls).examples
    if examples:
        return examples[0].partition("\n")[0]
    if cls.syntax is not None or hasattr(cls, "read_parameters") or not cls.parameters:
        return None
    return f"{'!' if issubclass(cls, Type) else '#'}{cls.name}<{', '.join(map(_parameter_name, cls.parameters))}>"


def make_attribute_printer(cls: type[Attribute]) -> Callable[[Any, Show], str]:
    custom = getattr(cls, "print_parameters", None)
    if custom is not None:
        return lambda attr, _show: custom(attr)
    if cls.syntax is None and not cls.parameters:
        return lambda _attr, _show: ""
    if cls.syntax == STRUCT_FORM:
        return _struct_printer(cls)
    if cls.syntax is None:
        return _row_printer(cls)
    elements = _form(cls)
    _parameter_readers(cls)  # what could not be read back is refused before it is printed

    def write(attr: Any, show: Show) -> str:
        out: list[str] = []
        _print_elements(elements, attr, show, out)
        return "".join(out).rstrip()

    return write


def _hints(cls: type[Attribute]) -> dict[str, Any]:
    """Return the annotation of each parameter; of one that nothing defines, a text."""
    hints = hints_of(cls)
    return {name: hints.get(name, "unknown") for name in cls.parameters}


def _form(cls: type[Attribute]) -> list[Element]:
    assert cls.syntax is not None
    elements = parse_format(cls.name, cls.syntax, {name: name for name in cls.parameters})
    written = {part.field for part in parts_of(elements) if isinstance(part, Variable)}
    missing = next((name for name in cls.parameters if name not in written), None)
    if missing is not None:
        raise InvalidDefinitionError(
            f"syntax of '{cls.name}': parameter '${missing}' is missing; write ${missing} where its text belongs"
        )
    hints = _hints(cls)
    for element in elements:
        if isinstance(element, Variable) and may_be_none(hints[element.field]):
            raise InvalidDefinitionError(
                f"syntax of '{cls.name}': '${element.field}' may be None, which has no text; write a group that is "
                f"left out, (`{element.field}` ${element.field}^)?"
            )
    for part in parts_of(elements):
        if isinstance(part, Group):
            _check_group(cls, part)
    return elements


def _check_group(cls: type[Attribute], group: Group) -> None:
    """Reject an optional group that the reader cannot recognize, or without which a parameter has no value."""
    _first_literal(cls, group.elements)
    other = {part.field for part in group.otherwise if isinstance(part, Variable)}
    for part in group.elements:
        if isinstance(part, Variable) and part.field not in other and part.field not in _absent(cls):
            raise InvalidDefinitionError(
                f"syntax of '{cls.name}': '${part.field}' is in an optional group, but has no default; write "
                f"{part.field}: … = default"
            )


def _absent(cls: type[Attribute]) -> dict[str, Any]:
    """Return the values of parameters whose text is left out."""
    return {name: None for name, hint in _hints(cls).items() if may_be_none(hint)} | dict(cls.defaults)


def _reader_of_form(cls: type[Attribute]) -> Read:
    if cls.syntax is None and not cls.parameters:
        return lambda _p: cls()
    if cls.syntax == STRUCT_FORM:
        return _struct_reader(cls)
    if cls.syntax is None:
        return _row_reader(cls)
    elements = _form(cls)
    readers = _parameter_readers(cls)
    absent = _absent(cls)

    def read(p: Any) -> Attribute:
        parameters = dict(absent)
        _read_elements(elements, p, readers, parameters)
        return cls(**parameters)

    return read


def _parameter_readers(cls: type[Attribute]) -> dict[str, Read]:
    return {name: _parameter_reader(cls, name, hint) for name, hint in _hints(cls).items()}


def _read_elements(elements: list[Element], p: Any, readers: dict[str, Read], parameters: dict[str, Any]) -> None:
    for element in elements:
        if isinstance(element, Literal):
            p.expect(element.text)
        elif isinstance(element, Variable):
            parameters[element.field] = readers[element.field](p)
        elif isinstance(element, Group):
            if _comes_next(element.elements, p):
                _read_elements(element.elements, p, readers, parameters)
            else:
                _read_elements(element.otherwise, p, readers, parameters)
        elif isinstance(element, Keyword):
            raise InvalidDefinitionError(f"'{element.name}' is not allowed in the syntax of an attribute")


def _first_literal(cls: type[Attribute], elements: list[Element]) -> Literal:
    """Return the literal that a group must begin with."""
    first = next((element for element in elements if not isinstance(element, Space)), None)
    if not isinstance(first, Literal):
        raise InvalidDefinitionError(
            f"syntax of '{cls.name}': an optional group of an attribute or type must begin with a literal"
        )
    return first


def _comes_next(elements: list[Element], p: Any) -> bool:
    """Return whether a group comes next, by the literal that it begins with."""
    literal = next(element.text for element in elements if isinstance(element, Literal))
    saved = p.pos
    is_next = p.accept(literal)
    p.pos = saved
    return is_next


def _parameter_reader(cls: type[Attribute], name: str, hint: Any) -> Read:
    """Return the reader of a parameter with this annotation."""
    kind: str = getattr(hint, "__name__", "") or repr(hint)
    origin, arguments = getattr(hint, "__origin__", None), getattr(hint, "__args__", ())
    if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
        return _list_reader(_parameter_reader(cls, name, arguments[0]))
    if origin is tuple:
        return _tuple_reader([_parameter_reader(cls, name, argument) for argument in arguments])
    options = [option for option in arguments if option is not type(None)]
    if origin is not tuple and len(options) == 1 and len(arguments) == 2:
        return _parameter_reader(cls, name, options[0])
    if hint is bool:
        return lambda p: p.keyword("true", "false") == "true"
    if hint is int:
        return lambda p: DYNAMIC if p.accept("?") else p.integer()
    if hint is float:
        return lambda p: p.float()
    if hint is str:
        return lambda p: p.string()
    if hint is Word:
        return lambda p: Word(p.string() if p.at('"') else p.keyword())
    if isinstance(hint, type) and issubclass(hint, Type):
        return lambda p: p.type()
    if isinstance(hint, type) and issubclass(hint, Attribute):
        return lambda p: p.attribute()
    raise InvalidDefinitionError(
        f"'{cls.name}': parameter '{name}' of type {kind} has no text of its own; give the "
        "class the methods `read_parameters(cls, p)` and `print_parameters(self)`"
    )


def _list_reader(read: Read) -> Read:
    def read_list(p: Any) -> tuple[Any, ...]:
        p.expect("[")
        if p.accept("]"):
            return ()
        items = [read(p)]
        while p.accept(","):
            items.append(read(p))
        p.expect("]")
        return tuple(items)

    return read_list


def _tuple_reader(readers: Sequence[Read]) -> Read:
    def read_tuple(p: Any) -> tuple[Any, ...]:
        items: list[Any] = []
        p.expect("[")
        for read in readers:
            if items:
                p.expect(",")
            items.append(read(p))
        p.expect("]")
        return tuple(items)

    return read_tuple


def _parameter_text(value: Any, show: Show) -> str:
    """Return the text of a parameter; `show` returns that of an attribute."""
    if isinstance(value, tuple):
        items = cast("tuple[Any, ...]", value)
        return "[" + ", ".join(_parameter_text(item, show) for item in items) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return "?" if value == DYNAMIC else str(value)
    if isinstance(value, float):
        return F64.to_text(F64.from_float(value))
    if isinstance(value, Word) and value.isidentifier():
        return value
    return quote(value) if isinstance(value, str) else show(value)


def _print_elements(elements: list[Element], attr: Attribute, show: Show, out: list[str]) -> None:
    for element in elements:
        if isinstance(element, Literal):
            out.append(f"{element.text} " if element.text in (",", ":") else _spaced(element.text, out))
        elif isinstance(element, Space):
            out.append(element.text)
        elif isinstance(element, Variable):
            value = getattr(attr, element.field)
            out.append(_spaced(_parameter_text(value, show), out))
        elif isinstance(element, Group):
            anchor = element.anchor
            present = isinstance(anchor, Variable) and _is_set(attr, anchor.field)
            _print_elements(element.elements if present else element.otherwise, attr, show, out)


def _spaced(text: str, out: list[str]) -> str:
    """Return parts with a space between two words, and none next to brackets."""
    last = out[-1][-1:] if out else ""
    return f" {text}" if (last.isalnum() or last in '_]"') and (text[:1].isalnum() or text[:1] in '_["!#') else text


def _is_set(attr: Attribute, field: str) -> bool:
    value = getattr(attr, field)
    return value is not None and not _are_same(value, attr.defaults.get(field, None))


def _are_same(value: object, default: object) -> bool:
    """Return whether a parameter has its default, which `-0.0 == 0.0` does not prove."""
    return value == default and repr(value) == repr(default)


# -- `<param, other>` --------------------------------------------------------------------------------------------------


def _num_required(cls: type[Attribute]) -> int:
    """Return the number of parameters that are always written; later ones are left out from where all have defaults."""
    absent, names = _absent(cls), list(cls.parameters)
    optional = [name for name, value in absent.items() if value is None]
    if optional not in ([], names[-1:]):
        raise InvalidDefinitionError(f"'{cls.name}': only the last parameter may be None without a `syntax`")
    return max((number for number, name in enumerate(names, 1) if name not in absent), default=0)


def _row_reader(cls: type[Attribute]) -> Read:
    num_required, readers, absent = _num_required(cls), _parameter_readers(cls), _absent(cls)

    def read(p: Any) -> Attribute:
        parameters = dict(absent)
        if num_required or p.at("<"):
            p.expect("<")
            for number, (name, reader) in enumerate(readers.items()):
                if number >= max(num_required, 1) and p.at(">"):
                    break
                if number:
                    p.expect(",")
                parameters[name] = reader(p)
            p.expect(">")
        return cls(**parameters)

    return read


def _row_printer(cls: type[Attribute]) -> Callable[[Any, Show], str]:
    num_required, absent = _num_required(cls), _absent(cls)
    _parameter_readers(cls)  # what could not be read back is refused before it is printed

    def write(attr: Any, show: Show) -> str:
        values = [getattr(attr, name) for name in cls.parameters]
        named = enumerate(zip(cls.parameters, values, strict=True), 1)
        changed = (number for number, (name, value) in named if not _are_same(value, absent.get(name)))
        count = max(num_required, max(changed, default=0))
        return f"<{', '.join(_parameter_text(value, show) for value in values[:count])}>" if count else ""

    return write


# -- `<param = …, other = …>` ------------------------------------------------------------------------------------------


def _struct_reader(cls: type[Attribute]) -> Read:
    hints = _hints(cls)
    fields = {_parameter_name(field): field for field in hints}
    readers = {name: _member_reader(cls, field, hints[field]) for name, field in fields.items()}
    absent = _absent(cls)

    def read(p: Any) -> Attribute:
        parameters: dict[str, Any] = {}
        p.expect("<")
        while not parameters or p.accept(","):
            name = p.keyword(*(name for name, field in fields.items() if field not in parameters))
            p.expect("=")
            parameters[fields[name]] = readers[name](p)
        missing = [name for name, field in fields.items() if field not in parameters and field not in absent]
        if missing:
            p.fail(f"expected parameter '{missing[0]}' of '{cls.name}'")
        p.expect(">")
        return cls(**(absent | parameters))

    return read


def _parameter_name(field: str) -> str:
    """Return the name of a parameter in the text: `name` for the field `name_`, as every attribute class has a name."""
    return field.rstrip("_")


def _member_reader(cls: type[Attribute], name: str, hint: Any) -> Read:
    """Return the reader of a parameter after its name: an attribute of one class, with or without its prefix."""
    origin, arguments = getattr(hint, "__origin__", None), getattr(hint, "__args__", ())
    if origin is tuple:
        return _unbracketed(_member_reader(cls, name, next(iter(arguments))))
    kind = next((option for option in arguments if option is not type(None)), hint)
    if not (isinstance(kind, type) and issubclass(kind, Attribute)):
        return _parameter_reader(cls, name, hint)

    def read(p: Any) -> Attribute:
        if p.at("<"):
            return _reader_of(kind)(p)
        offset = p.pos
        value = p.attribute()
        if not isinstance(value, kind):
            p.fail(f"expected '{name}' of '{cls.name}' to be a '{kind.name}', but got '{value}'", offset)
        return value

    return read


@cache
def _reader_of(cls: type[Attribute]) -> Read:
    return make_attribute_reader(cls)


def _unbracketed(read: Read) -> Read:
    def read_list(p: Any) -> tuple[Any, ...]:
        items = [read(p)]
        while p.accept(","):
            items.append(read(p))
        return tuple(items)

    return read_list


def _struct_printer(cls: type[Attribute]) -> Callable[[Any, Show], str]:
    kinds = {name: _only_class(hint) for name, hint in _hints(cls).items()}
    absent = _absent(cls)

    def text(item: Any, kind: type[Attribute] | None, show: Show) -> str:
        """Return the text of a value, without the prefix if only one class is possible, unless it has an alias."""
        shown = _parameter_text(item, show)
        return shown.removeprefix(f"#{kind.name}") if kind is not None else shown

    def write(attr: Any, show: Show) -> str:
        parts: list[str] = []
        for name, kind in kinds.items():
            value = getattr(attr, name)
            if name not in absent or not _are_same(value, absent[name]):
                items = cast("tuple[Any, ...]", value) if isinstance(value, tuple) else (value,)
                parts.append(f"{_parameter_name(name)} = {', '.join(text(item, kind, show) for item in items)}")
        return f"<{', '.join(parts)}>"

    return write


def _only_class(hint: Any) -> type[Attribute] | None:
    """Return the only class that values of a parameter may have, in a list or optional."""
    arguments = getattr(hint, "__args__", ())
    kind = next((option for option in arguments if option not in (type(None), Ellipsis)), hint)
    return kind if isinstance(kind, type) and issubclass(kind, Attribute) and "." in kind.name else None
