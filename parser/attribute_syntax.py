"""Custom forms of dialects' attributes and types; the default is `<param, param>`.

`<` struct(params) `>`, MLIR's form for many optional parameters, is `<param = …, other = …>`: in any order, without
parameters that have their default. A list parameter comes last, without brackets.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, cast

from ..ir import Attribute, Type
from ..ir.builtin_types import DYNAMIC
from ..ir.errors import DlcError, InvalidAttributeError, InvalidDefinitionError
from ..ir.floats import F64
from ..ir.mistakes import described
from ..ir.parameter_types import Word, hints_of
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
        except (SyntaxFailure, DlcError, RecursionError, MemoryError):
            raise
        except Exception as error:
            function = custom if custom is not None else cls.verify
            raise WithoutExample(offset, f"reading '{cls.name}' raised {described(error, function)}") from error

    return reader


def make_attribute_printer(cls: type[Attribute]) -> Callable[[Any, Show], str]:
    custom = getattr(cls, "print_parameters", None)
    if custom is not None:
        return lambda attr, _show: custom(attr)
    if cls.syntax is None and not cls.parameters:
        return lambda _attr, _show: ""
    if cls.syntax == STRUCT_FORM:
        return _struct_printer(cls)
    elements = _form(cls)
    return lambda attr, show: _print_elements(elements, attr, show).rstrip()


def _hints(cls: type[Attribute]) -> dict[str, Any]:
    """Return the annotation of each parameter; of one that nothing defines, a text."""
    hints = hints_of(cls)
    return {name: hints.get(name, "unknown") for name in cls.parameters}


def _form(cls: type[Attribute]) -> list[Element]:
    text = cls.syntax if cls.syntax is not None else _default_form(cls)
    elements = parse_format(cls.name, text, {name: name for name in cls.parameters})
    written = {part.field for part in parts_of(elements) if isinstance(part, Variable)}
    missing = next((name for name in cls.parameters if name not in written), None)
    if missing is not None:
        raise InvalidDefinitionError(
            f"syntax of '{cls.name}': parameter '${missing}' is missing; write ${missing} where its text belongs"
        )
    return elements


def _default_form(cls: type[Attribute]) -> str:
    """Return the syntax of a class that declares none: `<a, b>`, where the last parameter may be left out if `None`."""
    *front, last = (f"${name}" for name in cls.parameters)
    optional = [name for name in cls.parameters if name in cls.defaults and cls.defaults[name] is None]
    if not optional:
        return f"`<` {' `,` '.join([*front, last])} `>`"
    if optional != [last[1:]]:
        raise InvalidDefinitionError(f"'{cls.name}': only the last parameter may be None without a `syntax`")
    return f"`<` {' `,` '.join(front)} (`,` {last}^)? `>`" if front else f"(`<` {last}^ `>`)?"


def _reader_of_form(cls: type[Attribute]) -> Read:
    if cls.syntax is None and not cls.parameters:
        return lambda _p: cls()
    if cls.syntax == STRUCT_FORM:
        return _struct_reader(cls)
    elements = _form(cls)
    readers = {name: _parameter_reader(cls, name, hint) for name, hint in _hints(cls).items()}

    def read(p: Any) -> Attribute:
        parameters: dict[str, Any] = {}
        _read_elements(elements, p, readers, parameters)
        return cls(**parameters)

    return read


def _read_elements(elements: list[Element], p: Any, readers: dict[str, Read], parameters: dict[str, Any]) -> None:
    for element in elements:
        if isinstance(element, Literal):
            p.expect(element.text)
        elif isinstance(element, Variable):
            parameters[element.field] = readers[element.field](p)
        elif isinstance(element, Group):
            if _begins(element.elements, p):
                _read_elements(element.elements, p, readers, parameters)
            else:
                _read_elements(element.otherwise, p, readers, parameters)
        elif isinstance(element, Keyword):
            raise InvalidDefinitionError(f"'{element.name}' is not allowed in the syntax of an attribute")


def _begins(elements: list[Element], p: Any) -> bool:
    """Return whether a group, which must begin with a literal, comes next."""
    first = next((element for element in elements if not isinstance(element, Space)), None)
    if not isinstance(first, Literal):
        raise InvalidDefinitionError("an optional group in the syntax of an attribute must begin with a literal")
    saved = p.pos
    is_next = p.accept(first.text)
    p.pos = saved
    return is_next


def _parameter_reader(cls: type[Attribute], name: str, hint: Any) -> Read:
    """Return the reader of a parameter with this annotation."""
    kind: str = getattr(hint, "__name__", "") or repr(hint)
    origin, arguments = getattr(hint, "__origin__", None), getattr(hint, "__args__", ())
    if origin is tuple and len(arguments) == 2 and arguments[1] is Ellipsis:
        return _list_reader(_parameter_reader(cls, name, arguments[0]))
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


def _print_elements(elements: list[Element], attr: Attribute, show: Show) -> str:
    out: list[str] = []
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
            out.append(_print_elements(element.elements if present else element.otherwise, attr, show))
    return "".join(out)


def _spaced(text: str, out: list[str]) -> str:
    """Return parts with a space between two words, and none next to brackets."""
    last = out[-1][-1:] if out else ""
    return f" {text}" if (last.isalnum() or last in '_]"') and (text[:1].isalnum() or text[:1] in '_["!#') else text


def _is_set(attr: Attribute, field: str) -> bool:
    value = getattr(attr, field)
    return value is not None and value != attr.defaults.get(field, None)


# -- `<param = …, other = …>` ------------------------------------------------------------------------------------------


def _struct_reader(cls: type[Attribute]) -> Read:
    hints = _hints(cls)
    fields = {_parameter_name(field): field for field in hints}
    readers = {name: _member_reader(cls, field, hints[field]) for name, field in fields.items()}

    def read(p: Any) -> Attribute:
        parameters: dict[str, Any] = {}
        p.expect("<")
        while not parameters or p.accept(","):
            name = p.keyword(*(name for name, field in fields.items() if field not in parameters))
            p.expect("=")
            parameters[fields[name]] = readers[name](p)
        missing = [name for name, field in fields.items() if field not in parameters and field not in cls.defaults]
        if missing:
            p.fail(f"expected parameter '{missing[0]}' of '{cls.name}'")
        p.expect(">")
        return cls(**parameters)

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

    def text(item: Any, kind: type[Attribute] | None, show: Show) -> str:
        """Return the text of a value, without the prefix if only one class is possible, unless it has an alias."""
        shown = _parameter_text(item, show)
        return shown.removeprefix(f"#{kind.name}") if kind is not None else shown

    def write(attr: Any, show: Show) -> str:
        parts: list[str] = []
        for name, kind in kinds.items():
            value = getattr(attr, name)
            if name not in cls.defaults or value != cls.defaults[name]:
                items = cast("tuple[Any, ...]", value) if isinstance(value, tuple) else (value,)
                parts.append(f"{_parameter_name(name)} = {', '.join(text(item, kind, show) for item in items)}")
        return f"<{', '.join(parts)}>"

    return write


def _only_class(hint: Any) -> type[Attribute] | None:
    """Return the only class that values of a parameter may have, in a list or optional."""
    arguments = getattr(hint, "__args__", ())
    kind = next((option for option in arguments if option not in (type(None), Ellipsis)), hint)
    return kind if isinstance(kind, type) and issubclass(kind, Attribute) and "." in kind.name else None
