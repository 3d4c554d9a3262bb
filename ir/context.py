"""The context: which dialects there are, loaded when something of theirs is first met."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from copy import copy
from typing import TYPE_CHECKING

from .attributes import Attribute, Type
from .definition import Op
from .diagnostics import DiagnosticEngine, closest, did_you_mean, meaning
from .dialect import Dialect, dialects_of
from .errors import DlcError, InvalidDefinitionError
from .forks import at_work
from .mistakes import import_problem

if TYPE_CHECKING:
    from .operations import Operation


class Context:
    """The known dialects and the diagnostics of one piece of work.

    Attributes and types belong to no context: they are the same everywhere.
    """

    def __init__(self, *, allow_unregistered: bool = False) -> None:
        self.allow_unregistered = allow_unregistered
        self.diagnostics = DiagnosticEngine()
        self.dialects: dict[str, Dialect] = {}
        self._available: dict[str, str] = {}
        self._loaders: dict[str, Callable[[], Dialect]] = {}
        self._find_more: list[Callable[[], dict[str, str]]] = []
        self._ops: dict[str, type[Op] | None] = {}
        self.synonyms_of: Callable[[str], Sequence[str]] = lambda _: ()
        """Returns the ops that do what an op of another framework does, by its name."""
        self.loading_of: Callable[[str], str | None] = lambda _: None
        """Returns how a dialect that another framework has is loaded, by its name."""
        self.checks_patterns = False
        """Whether drivers check that a pattern which says no-match changes nothing, and one that says match does."""

    def with_own_diagnostics(self) -> Context:
        """Return a context that shares the dialects of this one, and has collected no diagnostics."""
        other = copy(self)
        other.diagnostics = DiagnosticEngine()
        return other

    # -- Registering -------------------------------------------------------------------------------------------------

    def register(self, dialects: dict[str, str]) -> None:
        """Make dialects known by the modules that define them: `{"arith": "dlc.dialects.arith"}`."""
        self._available.update(dialects)
        self._ops.clear()

    def register_finder(self, finder: Callable[[], dict[str, str]]) -> None:
        """Ask `finder` for more dialects, once, when an unknown one is met: it may be slow."""
        self._find_more.append(finder)

    def register_loader(self, name: str, loader: Callable[[], Dialect]) -> None:
        """Make a dialect known by a function that makes it, called when something of it is met for the first time.

        It stands before a module of that name, so that a dialect can be loaded with additions.
        """
        self._loaders[name] = loader
        self._ops.clear()

    def load(self, dialect: Dialect) -> Dialect:
        """Make a dialect's ops, types and attributes known."""
        if not isinstance(dialect, Dialect):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InvalidDefinitionError(
                f"load takes a Dialect, and load_module the name of a module; got {dialect!r:.60}"
            )
        self.dialects[dialect.name] = dialect
        self._ops.clear()
        return dialect

    def load_module(self, module_name: str) -> Dialect:
        """Load the dialect that a Python module calls `DIALECT`."""
        try:
            with at_work():
                module = importlib.import_module(module_name)
        except Exception as error:
            raise DlcError(
                f"cannot load dialect module '{module_name}': {import_problem(module_name, error)}"
            ) from error
        dialect = getattr(module, "DIALECT", None)
        if not isinstance(dialect, Dialect):
            raise DlcError(f"module '{module_name}' has no 'DIALECT'; end it with DIALECT = Dialect.collect(…)")
        if self._available.get(dialect.name, "").startswith("dlc.") and not module_name.startswith("dlc."):
            raise DlcError(f"module '{module_name}': '{dialect.name}' is a dialect of dlc's own, choose another name")
        return self.load(dialect)

    def load_dialects_of(self, root: Operation) -> None:
        """Load the dialects of all ops inside an op, but those of whose name there is one already."""
        for dialect in dialects_of(root):
            if self.dialect(dialect.name) is None:
                self.load(dialect)

    # -- Looking up --------------------------------------------------------------------------------------------------

    def dialect(self, name: str) -> Dialect | None:
        """Return a dialect by name, loaded now if it has not been before."""
        dialect = self.dialects.get(name)
        if dialect is not None:
            return dialect
        loader = self._loaders.get(name)
        if loader is not None:
            return self.load(loader())
        if name not in self._available:
            self._ask_finders()
        module = self._available.get(name)
        return self.load_module(module) if module is not None else None

    def dependencies_of(self, dialect: Dialect) -> list[Dialect]:
        """Return the dialects of which a dialect's folds and patterns make ops; raise for one that does not exist."""
        dependencies: list[Dialect] = []
        for name in dialect.dependencies:
            dependency = self.dialect(name)
            if dependency is None:
                hint = did_you_mean(name, self.available)
                raise InvalidDefinitionError(
                    f"the dialect '{dialect.name}' depends on the dialect '{name}', which does not exist{hint}"
                )
            dependencies.append(dependency)
        return dependencies

    def _ask_finders(self) -> None:
        while self._find_more:
            self._available.update(self._find_more.pop()())

    @property
    def available(self) -> list[str]:
        """The names of all dialects that can be used."""
        self._ask_finders()
        return sorted({*self._available, *self._loaders, *self.dialects})

    def op_class(self, name: str) -> type[Op] | None:
        """Return the class of a registered op; `None` if there is none of that name."""
        try:
            return self._ops[name]
        except KeyError:
            pass
        dialect = self.dialect(name.partition(".")[0]) if "." in name else None
        cls = self._ops[name] = dialect.ops.get(name) if dialect is not None else None
        return cls

    def attribute_class(self, name: str) -> type[Attribute] | None:
        dialect = self.dialect(name.partition(".")[0])
        return dialect.attributes.get(name) if dialect is not None else None

    def type_class(self, name: str) -> type[Type] | None:
        dialect = self.dialect(name.partition(".")[0])
        return dialect.types.get(name) if dialect is not None else None

    def may_have_op(self, name: str) -> bool:
        """Return whether there may be an op of this name. A dialect that is not loaded may have any."""
        prefix = name.partition(".")[0]
        dialect = self.dialects.get(prefix)
        if dialect is not None:
            return name in dialect.ops or dialect.allows_unknown_ops or self.allow_unregistered
        return self.knows(prefix) or self.allow_unregistered

    def knows(self, dialect: str) -> bool:
        """Return whether there is a dialect of this name; it is not loaded."""
        return any(dialect in names for names in (self.dialects, self._available, self._loaders)) or (
            dialect in self.available
        )

    def suggest_op(self, name: str) -> str:
        """`", did you mean …?"` for an op name that is misspelt, or that other frameworks use."""
        prefix, _, mnemonic = name.partition(".")
        dialect = self.dialect(prefix) if mnemonic else None
        synonyms = self.synonyms_of(name)
        if synonyms and (dialect is None or any(op in dialect.ops for op in synonyms)):
            return meaning(synonyms)
        if dialect is not None:
            hint = did_you_mean(mnemonic, [op[len(prefix) + 1 :] for op in dialect.ops])
            return hint.replace("'", f"'{prefix}.", 1) or meaning(synonyms)
        if mnemonic:
            hint = did_you_mean(prefix, self.available)
        else:
            self.dialect(name)  # `func` is most likely `func.func`
            names: dict[str, list[str]] = {}
            for op in (op for dialect in self.dialects.values() for op in dialect.ops):
                names.setdefault(op.partition(".")[2], []).append(op)
            hint = meaning(names.get(name) or names.get(closest(name, names) or "", ()))
        return hint or did_you_mean(name, (op for d in self.dialects.values() for op in d.ops))
