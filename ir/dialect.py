"""Dialects: named sets of ops, types, attributes, patterns and passes' hooks.

A dialect is one Python module (or package) whose last line collects what the module defines:

    DIALECT = Dialect.collect("arith", globals(), materialize_constant=materialize)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from types import ModuleType
from typing import TYPE_CHECKING, Any

from .attributes import Attribute, Type
from .definition import Field, Op
from .diagnostics import did_you_mean, meaning
from .errors import InvalidDefinitionError
from .locations import Location

if TYPE_CHECKING:
    from .op_functions import OpFunctions
    from .operations import Operation
    from .patterns import Pattern

Materializer = Callable[[Attribute, Type, Location], "Operation | None"]


class Dialect:
    """The contents of a dialect: everything with one prefix."""

    def __init__(
        self,
        name: str,
        *,
        ops: Sequence[type[Op]] = (),
        attributes: Sequence[type[Attribute]] = (),
        patterns: Sequence[Pattern[Any]] = (),
        materialize_constant: Materializer | None = None,
        dependencies: Sequence[str] = (),
        kept_as_text: Sequence[str] = (),
        foreign_ops: Sequence[str] = (),
        allows_unknown_ops: bool = False,
        functions: OpFunctions | None = None,
    ) -> None:
        if isinstance(dependencies, str):
            raise InvalidDefinitionError(
                f"dependencies of the dialect '{name}' are a tuple of names, but got '{dependencies}'; "
                f'write dependencies=("{dependencies}",)'
            )
        self.name = name
        self.ops: dict[str, type[Op]] = {op.name: op for op in ops}
        self.attributes: dict[str, type[Attribute]] = {a.name: a for a in attributes if not issubclass(a, Type)}
        self.types: dict[str, type[Type]] = {a.name: a for a in attributes if issubclass(a, Type)}
        self.patterns = list(patterns)
        """The canonicalization patterns."""
        self.materialize_constant = materialize_constant
        """Makes the op for a folded constant: `(attribute, type, location) -> op`."""
        self.kept_as_text = tuple(kept_as_text)
        """Prefixes of mnemonics of attributes that the dialect has elsewhere, but not here: they are kept as text."""
        self.foreign_ops = frozenset(foreign_ops)
        """Ops that the dialect has elsewhere, but not here: they may be kept as unregistered ones."""
        self.allows_unknown_ops = allows_unknown_ops
        """Whether all other ops of its name may be kept as unregistered ones, as in a dialect for tests."""
        self.functions = functions
        """Makes functions that build ops; `None`: the dialect has none."""
        self.dependencies = tuple(dependencies)
        """Dialects of which this one's folds and patterns make ops."""
        if len(self.ops) != len(ops) or len(self.attributes) + len(self.types) != len(attributes):
            names = [member.name for member in (*ops, *attributes)]
            twice = next(kind for kind in names if names.count(kind) > 1)
            raise InvalidDefinitionError(f"the dialect '{name}' defines '{twice}' twice")
        for kind in (*self.ops, *self.attributes, *self.types):
            if not kind.startswith(f"{name}."):
                raise InvalidDefinitionError(f"'{kind}' does not belong to the dialect '{name}'")
        for op in ops:
            op.definition.dialect = op.definition.dialect or self

    @classmethod
    def collect(
        cls,
        name: str,
        namespace: dict[str, Any],
        *,
        modules: Sequence[ModuleType] = (),
        more_ops: Sequence[type[Op]] = (),
        **options: Any,
    ) -> Dialect:
        """Return the dialect of all ops, attributes, types and canonicalization patterns in `modules` and `namespace`,
        and of `more_ops`, which have no names there.

        `namespace` is that of the dialect's own module, `globals()`. If that has no `__all__` it gets one, so that
        `help(module)` shows what it imports from its files.
        """
        if not isinstance(name, str) or not isinstance(namespace, dict):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InvalidDefinitionError(
                'Dialect.collect takes a name and a namespace; write Dialect.collect("toy", globals())'
            )
        ops: list[type[Op]] = list(more_ops)
        attributes: list[type[Attribute]] = []
        patterns: list[Any] = []
        members = [member for module in modules for member in vars(module).values()]
        for member in {id(member): member for member in (*members, *namespace.values())}.values():
            if isinstance(member, type):
                if issubclass(member, Op) and getattr(member, "name", "").startswith(f"{name}."):
                    ops.append(member)
                elif issubclass(member, Attribute) and member.name.startswith(f"{name}."):
                    attributes.append(member)
            elif getattr(member, "canonicalizes", False):
                patterns.append(member)
        _refuse_strays(name, {*ops, *attributes}, [namespace, *map(vars, modules)])
        public = (key for key, member in namespace.items() if key[0] != "_" and not isinstance(member, ModuleType))
        namespace.setdefault("__all__", [*public, "DIALECT"])
        return cls(name, ops=ops, attributes=attributes, patterns=patterns, **options)

    def function_names(self) -> dict[str, type[Op]]:
        """Return the ops that have functions, by the names of these."""
        return {} if self.functions is None else self.functions.by_name(self.ops.values())

    def function(self, name: str) -> Callable[..., Any]:
        """Return the function of this name, which builds an op (`op_functions`)."""
        ops = self.function_names()
        if self.functions is None or name not in ops:
            hint = self._suggested_function(name, ops) if not name.startswith("_") else ""
            raise AttributeError(f"the dialect '{self.name}' has no op class and no function '{name}'{hint}")
        return self.functions.function_of(ops[name])

    def _suggested_function(self, name: str, ops: Iterable[str]) -> str:
        """`", did you mean …?"` for the name of a function that is misspelt, or that other frameworks use."""
        elsewhere = self.functions.named_elsewhere(name) if self.functions is not None else ()
        return meaning(elsewhere) or did_you_mean(name.lower(), ops)

    def __repr__(self) -> str:
        return f"<dialect {self.name}: {len(self.ops)} ops>"


def dialects_of(root: Operation) -> Iterator[Dialect]:
    """Yield the dialects of an op and all inside it, so far as they are registered ops."""
    kinds: Iterable[type] = dict.fromkeys(map(type, root.walk()))
    homes = (kind.definition.dialect for kind in kinds if issubclass(kind, Op))
    return iter(dict.fromkeys(home for home in homes if home is not None))


def _refuse_strays(dialect: str, members: Set[type[Op] | type[Attribute]], modules: Sequence[dict[str, Any]]) -> None:
    """Refuse classes of the dialect's modules that look like its members, and are not: a wrong prefix, or no name."""
    for module in modules:
        for cls in module.values():
            if not isinstance(cls, type) or cls in members or cls.__module__ != module.get("__name__"):
                continue
            if issubclass(cls, Op):
                is_declared = hasattr(cls, "definition")
                has_fields = any(isinstance(member, Field) for member in vars(cls).values())
                _refuse_stray(dialect, cls, "op", "@op", is_declared=is_declared, has_fields=has_fields)
            elif issubclass(cls, Attribute):
                noun, decorator = ("type", "@type_") if issubclass(cls, Type) else ("attribute", "@attribute")
                has_fields = bool(cls.parameters)
                _refuse_stray(dialect, cls, noun, decorator, is_declared=bool(cls.name), has_fields=has_fields)


def _refuse_stray(
    dialect: str,
    cls: type[Op] | type[Attribute],
    noun: str,
    decorator: str,
    *,
    is_declared: bool,
    has_fields: bool,
) -> None:
    if is_declared:
        raise InvalidDefinitionError(
            f"{noun} '{cls.name}' stands beside the dialect '{dialect}', but does not begin with '{dialect}.'"
        )
    if has_fields and not cls.__subclasses__():
        article = "a" if noun == "type" else "an"
        raise InvalidDefinitionError(
            f"class '{cls.__name__}' has the fields of {article} {noun}, but no "
            f'{decorator}("{dialect}.mnemonic") above it'
        )
