"""Declaration of passes: typed options, counted statistics, and one method that calls the function doing the work.

    def remove_dead_loops(root: Operation) -> int: ...

    class RemoveDeadLoops(Pass):
        \"\"\"Remove loops that compute nothing\"\"\"

        name = "remove-dead-loops"
        anchor = "func.func"
        depth: int = option("How deep in a nest of loops to look", default=3)
        removed = statistic("num-removed", "Number of loops removed")

        def run(self, op: Operation, run: PassRun) -> None:
            run.count(self.removed, remove_dead_loops(op))

A pass is immutable: one object can run on many ops. What a run counts, reports and learns is kept in its `PassRun`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar, get_type_hints

from dlc.ir import Operation
from dlc.ir.context import Context
from dlc.ir.diagnostics import ERROR, REMARK, Diagnostic, did_you_mean, nearest_location
from dlc.ir.errors import DlcError, InvalidDefinitionError
from dlc.ir.patterns import Pattern

from .analyses import AnalysisCache, AnalysisFunction
from .options import InvalidOption, Option, option, parse_options, print_given, print_options

if TYPE_CHECKING:
    from typing_extensions import Self, dataclass_transform

    from .pipeline import Pipeline
    from .settings import RunSettings
else:

    def dataclass_transform(**_: object) -> Callable[[Any], Any]:
        return lambda decorated: decorated


_R = TypeVar("_R")


class Statistic:
    """Something that a pass counts."""

    __slots__ = ("description", "name")

    def __init__(self, name: str, description: str) -> None:
        self.name = name
        self.description = description

    def __repr__(self) -> str:
        return f"<statistic {self.name}>"


def statistic(name: str, description: str) -> Statistic:
    """Declare what a pass counts, in its class body."""
    return Statistic(name, description)


@dataclass_transform(kw_only_default=True, frozen_default=True, eq_default=False, field_specifiers=(option,))
class Configured:
    """Something with a name and options: a pass, or a named pipeline."""

    name: ClassVar[str] = ""
    """The name in pipelines."""
    options: ClassVar[Mapping[str, Option]] = {}
    """By the name that text uses."""
    _fields: ClassVar[Mapping[str, Option]] = {}
    """The options by the names of their fields."""
    _resolved: ClassVar[bool] = True
    _given: ClassVar[tuple[str, ...]] = ()
    """The fields that an object was made with, in that order; the others have their defaults."""

    def __init_subclass__(cls) -> None:
        own = {field: member for field, member in vars(cls).items() if isinstance(member, Option)}
        _check_annotations(cls, own)
        for field, member in own.items():
            member.field = field
            member.name = member.name or field.replace("_", "-")
            setattr(cls, field, member.default)
        cls.options = {**cls.options, **{member.name: member for member in own.values()}}
        cls._fields = {member.field: member for member in cls.options.values()}
        cls._resolved = not own and cls._resolved

    def __init__(self, **values: Any) -> None:
        if values:
            self._check_values(values)
        defaults = {field: each.default for field, each in self._fields.items()}
        self.__dict__.update(defaults | values, _given=tuple(values))

    def _check_values(self, values: Mapping[str, Any]) -> None:
        """Refuse values for options that do not exist, or of other types than theirs."""
        self.typed_options()
        for field, value in values.items():
            option = self._fields.get(field)
            if option is None:
                hint = did_you_mean(field, self._fields)
                raise InvalidDefinitionError(f"pass '{self.name}' has no option '{field}'{hint}")
            option.check(value, f"option '{field}' of pass '{self.name}'")

    def __setattr__(self, field: str, value: object) -> None:
        raise AttributeError(f"pass '{self.name}' is immutable, make a new one to change '{field}'")

    @classmethod
    def typed_options(cls) -> Mapping[str, Option]:
        """The options with their types looked up, which needs the annotations' names to be resolved once."""
        if not cls._resolved:
            try:
                hints = get_type_hints(cls)
            except NameError as error:
                raise InvalidDefinitionError(
                    f"pass '{cls.name}': an annotation of its body has no meaning: {error}"
                ) from None
            for each in cls.options.values():
                each.set_type(hints[each.field], cls.name)
            cls._resolved = True
        return cls.options

    @classmethod
    def from_text(cls, text: str, offset: int = 0) -> Self:
        """Create one with the options that a text such as `max-iterations=3 top-down=false` gives."""
        configured = cls(**parse_options(cls.name, cls.typed_options(), text, offset))
        problem = configured.problem()
        if problem is not None:
            raise InvalidOption(f"pass '{cls.name}' {problem}", offset)
        return configured

    def problem(self) -> str | None:
        """Return what is wrong with options that each are right, such as two that exclude one another; `None`: nothing.

        The text is what follows the name of the pass, and it is reported where the options are written.
        """
        return None

    @classmethod
    def summary(cls) -> str:
        """Return the first line of the docstring; `passes/catalog.py` repeats it for passes that are not imported."""
        return (cls.__doc__ or "").strip().partition("\n")[0]

    def __str__(self) -> str:
        shown = print_options(list(self.typed_options().values()), self.__dict__)
        return f"{self.name}{{{shown}}}" if shown else self.name

    @property
    def written(self) -> str:
        """The text with only the options that were given, in that order: `loop-tile{loops=i,j sizes=6,16}`."""
        self.typed_options()  # types are needed to print
        shown = print_given([self._fields[field] for field in self._given], self.__dict__)
        return f"{self.name}{{{shown}}}" if shown else self.name

    def __repr__(self) -> str:
        return f"<pass {self}>"


def _check_annotations(cls: type[Configured], options: Mapping[str, Option]) -> None:
    """Refuse what is annotated like an option, but not declared as one: no pipeline could set it."""
    annotations: Mapping[str, Any] = vars(cls).get("__annotations__", {})
    inherited = {field for base in cls.__mro__[1:] for field in vars(base)}
    for field, declared in options.items():
        if field not in annotations and field not in inherited:
            raise InvalidDefinitionError(
                f"option '{field}' of pass '{cls.name or cls.__name__}' has no type; write {field}: "
                f"{type(declared.default).__name__} = option(…)"
            )
    for field, annotation in annotations.items():
        if field in options or field in inherited or field.startswith("_") or "ClassVar" in str(annotation):
            continue
        default = repr(vars(cls)[field]) if field in vars(cls) else "…"
        kind = getattr(annotation, "__name__", annotation)
        raise InvalidDefinitionError(
            f"'{field}' of pass '{cls.name or cls.__name__}' is annotated, but not declared as an option; write "
            f'{field}: {kind} = option("meaning", default={default}), or ClassVar[{kind}] for anything else'
        )


class Pass(Configured):
    """Base of all passes. The first line of the docstring is what help texts show."""

    anchor: ClassVar[str | None] = None
    """The only kind of op that the pass can run on; `None`: any."""

    def run(self, op: Operation, run: PassRun) -> None:
        """Transform `op` and what is in it. Nothing outside may be changed."""
        raise NotImplementedError(f"class '{type(self).__name__}' has no method 'run(self, op, run)'")

    @classmethod
    def statistics(cls) -> list[Statistic]:
        """Return the statistics of the pass, in the order of declaration."""
        return [member for base in reversed(cls.__mro__) for member in vars(base).values() if type(member) is Statistic]


class NamedPipeline(Configured):
    """A pipeline with a name of its own: `passes` says what it stands for, in pipeline text without the anchor."""

    def passes(self) -> str:
        raise NotImplementedError


class PassRun:
    """A run of a pass on an op: its services, and what the pass reports."""

    __slots__ = (
        "_analyses",
        "_run_nested",
        "_unchanged",
        "context",
        "counts",
        "failed",
        "idle",
        "op",
        "pass_name",
        "pattern_hits",
        "preserved",
        "remarks",
        "settings",
    )

    def __init__(
        self,
        pass_name: str,
        op: Operation,
        context: Context,
        settings: RunSettings,
        analyses: AnalysisCache | None = None,
        run_nested: Callable[[Pipeline, Operation], bool] | None = None,
    ) -> None:
        self.pass_name = pass_name
        self.op = op
        self.context = context
        self.settings = settings
        self.failed = False
        self.counts: dict[Statistic, int] = {}
        self.pattern_hits: dict[Pattern[Any], int] = {}
        self.idle: str | None = None
        """Why the pass could not possibly do anything here."""
        self.preserved: set[AnalysisFunction] = set()
        self.remarks: list[tuple[Operation, Diagnostic]] = []
        """The remarks of this run, each with the op that it is about, which may be erased by now."""
        self._unchanged = False
        self._analyses = analyses if analyses is not None else AnalysisCache(op)
        self._run_nested = run_nested

    def count(self, what: Statistic, number: int = 1) -> None:
        """Add to a statistic that the pass declares."""
        if not isinstance(what, Statistic):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InvalidDefinitionError(f"count takes a statistic of the pass, such as self.hits, but got {what!r}")
        self.counts[what] = self.counts.get(what, 0) + number

    def count_changes(self, what: Statistic, number: int) -> int:
        """Count all that the pass has changed, and return the number; if there is nothing, the pass changed nothing."""
        self.count(what, number)
        if not number:
            self.mark_unchanged()
        return number

    # -- Reporting ---------------------------------------------------------------------------------------------------

    def error(self, op: Operation, message: str) -> Diagnostic:
        """Report an error at `op` and let the pass fail; notes can be added to what is returned."""
        self.failed = True
        return self.context.diagnostics.hold(Diagnostic(ERROR, nearest_location(op), f"'{op.name}' op {message}"))

    def remark(self, op: Operation, message: str) -> Diagnostic:
        """Report a remark at `op`: something that a user may want to know, though the pass does not fail."""
        remark = Diagnostic(REMARK, nearest_location(op), f"'{op.name}' op {message}")
        self.remarks.append((op, remark))
        return self.context.diagnostics.hold(remark)

    def fail(self) -> None:
        """Let the pass fail; the reason has been reported, or the manager says that there is none."""
        self.failed = True

    def mark_idle(self, reason: str) -> None:
        """Say that there was nothing here that the pass could ever apply to, so that it changed nothing."""
        self.idle = reason
        self.mark_unchanged()

    # -- Analyses ----------------------------------------------------------------------------------------------------

    def analysis(self, make: Callable[[Operation], _R]) -> _R:
        """The result of an analysis of this op: computed now, or by an earlier pass since which nothing changed."""
        return self._analyses.get(make)

    def analysis_of(self, op: Operation, make: Callable[[Operation], _R]) -> _R:
        """The result of an analysis of an op inside this one."""
        return self._analyses.nested(op).get(make)

    def preserve(self, *analyses: AnalysisFunction) -> None:
        """Promise that these analyses hold after the pass as well."""
        self.preserved.update(analyses)

    def mark_unchanged(self) -> None:
        """Promise that the pass changed nothing: every analysis holds, and there is nothing to verify."""
        self._unchanged = True

    @property
    def unchanged(self) -> bool:
        return self._unchanged

    def run_pipeline(self, pipeline: Pipeline, op: Operation) -> bool:
        """Run other passes on `op`, which is this pass's op or inside it."""
        if self._run_nested is None:
            raise DlcError(f"pass '{self.pass_name}' cannot run a pipeline outside of a pass manager")
        return self._run_nested(pipeline, op)
