"""Pipelines: passes in order, nested by the kind of op that they run on, and the loop that runs them.

    pipeline = parse_pipeline("builtin.module(func.func(canonicalize,cse),symbol-dce)")
    ok = pipeline.run(module, context, RunSettings(timing=True))

What went wrong is in `context.diagnostics`; a pass that raises ends in one diagnostic that names it and the op.
The text of pipelines is the business of `pipeline_text`, what can be watched of `instrumentation`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from dlc.ir import Operation
from dlc.ir.call_stack import with_room_for_calls
from dlc.ir.context import Context
from dlc.ir.diagnostics import ERROR, Diagnostic, DiagnosticEngine
from dlc.ir.equivalence import fingerprint
from dlc.ir.errors import DiagnosedError, DlcError, InvalidDefinitionError
from dlc.ir.garbage import not_collecting
from dlc.ir.mistakes import DefinitionMistake, described
from dlc.ir.patterns import maker_of
from dlc.ir.symbol_table import symbol_name
from dlc.ir.traits import IsolatedFromAbove
from dlc.ir.verifier import verify

from .analyses import AnalysisCache
from .declaration import Pass, PassRun
from .instrumentation import Instrumentation
from .settings import RunSettings
from .watching import instrumentations_for

ANY = "any"
"""The anchor of a pipeline that runs on any isolated op."""


class Pipeline:
    """Passes and nested pipelines that run, in order, on one op of the kind `anchor`."""

    __slots__ = ("anchor", "is_written", "items")

    def __init__(
        self, anchor: str = "builtin.module", items: Iterable[Pass | Pipeline] = (), *, is_written: bool = False
    ) -> None:
        self.anchor = anchor
        self.is_written = is_written
        """Whether a user has written it as `anchor(…)`, so that it is worth a warning if it runs nothing."""
        self.items: list[Pass | Pipeline] = []
        for item in items:
            self.add(item)

    @classmethod
    def of_passes(cls, passes: Iterable[Pass | Pipeline], anchor: str = "builtin.module") -> Pipeline:
        """A pipeline from a flat list: passes for another kind of op are nested, neighbours of a kind together."""
        pipeline = cls(anchor)
        for each in passes:
            pipeline.add_nesting(each)
        return pipeline

    def add(self, item: Pass | Pipeline) -> None:
        """Append a pass that can run on this pipeline's anchor, or a nested pipeline."""
        if isinstance(item, Pass) and item.anchor is not None and item.anchor != self.anchor:
            raise InvalidDefinitionError(
                f"can't add pass '{item.name}' restricted to '{item.anchor}' on a pass manager intended to run on "
                f"'{self.anchor}', did you intend to nest?"
            )
        self.items.append(item)

    def add_nesting(self, item: Pass | Pipeline) -> None:
        """Append a pass; one that runs on another kind of op goes into a pipeline nested in this one."""
        if not isinstance(item, Pass) or item.anchor is None or item.anchor == self.anchor:
            self.add(item)
            return
        last = self.items[-1] if self.items else None
        if not isinstance(last, Pipeline) or last.anchor != item.anchor:
            last = Pipeline(item.anchor)
            self.items.append(last)
        last.add(item)

    def passes(self) -> Iterable[Pass]:
        """Return all passes, those of nested pipelines included."""
        for item in self.items:
            if isinstance(item, Pass):
                yield item
            else:
                yield from item.passes()

    @with_room_for_calls
    def run(
        self,
        op: Operation,
        context: Context,
        settings: RunSettings | None = None,
        instrumentations: Sequence[Instrumentation] = (),
    ) -> bool:
        """Run everything on `op`; return whether all of it succeeded. Reasons for failures are in the diagnostics."""
        if self.anchor not in (ANY, op.name):
            context.diagnostics.error(
                op.location,
                f"can't run '{self.anchor}' pass manager on '{op.name}' op; write {op.name}({self.anchor}(…))",
            )
            return False
        settings = settings or RunSettings()
        watchers = [*instrumentations_for(settings), *instrumentations]
        return _Runner(context, settings, watchers).run(self, op)

    def __str__(self) -> str:
        return f"{self.anchor}({','.join(map(str, self.items))})"

    def dump(self) -> str:
        """The pipeline over several lines, as `--dump-pass-pipeline` shows it."""
        return f"Pass Manager with {len(self.items)} passes:\n{_dump(self, '')}\n"

    def __repr__(self) -> str:
        return f"<pipeline {self}>"


def _dump(item: Pass | Pipeline, indent: str) -> str:
    if isinstance(item, Pass):
        return f"{indent}{item}"
    inner = ",\n".join(_dump(each, indent + "  ") for each in item.items)
    return f"{indent}{item.anchor}(\n{inner}\n{indent})"


class _Runner:
    """A run of a pipeline: walks it, keeps analyses, and turns whatever goes wrong into a diagnostic."""

    def __init__(self, context: Context, settings: RunSettings, watchers: Sequence[Instrumentation]) -> None:
        self.context = context
        self.settings = settings
        self.watchers = watchers
        self.started: set[Pipeline] = set()
        """The pipelines that have run on an op."""

    def run(self, pipeline: Pipeline, op: Operation) -> bool:
        for watcher in self.watchers:
            watcher.begin(pipeline, op, self.context)
        analyses = AnalysisCache(op)
        for watcher in self.watchers:
            if watcher.computed is not None:
                analyses.computed = watcher.computed
        ok, checked_before = False, self.context.checks_patterns
        self.context.checks_patterns = self.settings.expensive_checks
        try:
            ok = self.run_pipeline(pipeline, op, analyses)
            if ok:
                self.warn_of_idle(pipeline, op)
        finally:
            self.context.checks_patterns = checked_before
            for watcher in reversed(self.watchers):
                watcher.end(pipeline, op, ok)
        return ok

    def warn_of_idle(self, pipeline: Pipeline, root: Operation) -> None:
        """Warn of pipelines in a user's text that ran nothing."""
        for item in pipeline.items:
            if not isinstance(item, Pipeline):
                continue
            if item in self.started:
                self.warn_of_idle(item, root)
                continue
            has_no_op = item.anchor != ANY and not self.context.may_have_op(item.anchor)
            if item.is_written or has_no_op:
                ops = "isolated op" if item.anchor == ANY else f"'{item.anchor}' op"
                message = f"pipeline '{item.anchor}(…)' ran nothing: '{pipeline.anchor}' directly contains no {ops}"
                hint = f"; there is no such op{self.context.suggest_op(item.anchor)}" if has_no_op else ""
                self.context.diagnostics.warning(root.location, f"{message}{hint}")
        if pipeline.is_written and not pipeline.items:
            self.context.diagnostics.warning(root.location, f"pipeline '{pipeline}' ran nothing: it has no passes")

    def run_pipeline(self, pipeline: Pipeline, op: Operation, analyses: AnalysisCache) -> bool:
        self.started.add(pipeline)
        for item in pipeline.items:
            ok = self.run_pass(item, op, analyses) if isinstance(item, Pass) else self.run_nested(item, op, analyses)
            if not ok:
                return False
        return True

    def run_nested(self, pipeline: Pipeline, op: Operation, analyses: AnalysisCache) -> bool:
        """Run a pipeline on each op of its kind directly inside `op`."""
        matching = [inner for block in op.blocks for inner in block.ops]
        if pipeline.anchor == ANY:
            matching = [inner for inner in matching if IsolatedFromAbove in inner.traits]
        else:
            matching = [inner for inner in matching if inner.name == pipeline.anchor]
        for watcher in self.watchers:
            watcher.before_pipeline(pipeline, op)
        ok = all(self.run_pipeline(pipeline, inner, analyses.nested(inner)) for inner in matching)
        for watcher in reversed(self.watchers):
            watcher.after_pipeline(pipeline, op)
        return ok

    def run_pass(self, pass_: Pass, op: Operation, analyses: AnalysisCache) -> bool:
        if pass_.anchor is not None and pass_.anchor != op.name:
            self.context.diagnostics.error(
                op.location, f"'{op.name}' op pass '{pass_.name}' can only run on '{pass_.anchor}'"
            )
            return False
        run = PassRun(pass_.name, op, self.context, self.settings, analyses, _NestedRunner(self, op, analyses))
        for watcher in self.watchers:
            watcher.before_pass(pass_, op)
        before = fingerprint(op) if self.settings.expensive_checks else 0
        if pass_.name in self.settings.verify_before and not self.settings.verify_each:
            self._verify(pass_, op, run, "before")
        if not run.failed:
            self._execute(pass_, op, run)
        if self.settings.expensive_checks and run.unchanged and not run.failed and fingerprint(op) != before:
            run.fail()
            self.context.diagnostics.error(
                op.location, f"{describe(op)} pass '{pass_.name}' said that it had changed nothing, but changed the IR"
            )
        if not run.failed and self.settings.verify_each and not run.unchanged:
            self._verify(pass_, op, run, "after")
        if not run.unchanged:
            analyses.invalidate(run.preserved)
        for watcher in reversed(self.watchers):
            watcher.after_pass(pass_, op, run)
        return not run.failed

    def _execute(self, pass_: Pass, op: Operation, run: PassRun) -> None:
        """Run the pass; a failure without an error of its own gets one."""
        engine = self.context.diagnostics
        errors = engine.error_count
        try:
            with not_collecting():
                pass_.run(op, run)
        except DiagnosedError:
            run.fail()
        except DefinitionMistake as mistake:
            run.fail()
            error = Diagnostic(ERROR, mistake.location, str(mistake), cause=mistake.__cause__ or mistake)
            engine.emit(error.note(op.location, f"while pass '{pass_.name}' ran on {describe(op)}"))
        except Exception as error:  # noqa: BLE001 (whatever a pass raises, a user gets one diagnostic)
            run.fail()
            is_ours = isinstance(error, DlcError)
            reason = f"failed: {error}" if is_ours else f"raised {described(error, pass_.run)}"
            engine.emit(Diagnostic(ERROR, op.location, f"{describe(op)} pass '{pass_.name}' {reason}", cause=error))
        finally:
            engine.release()
        if run.failed and engine.error_count == errors:
            engine.error(op.location, f"{describe(op)} pass '{pass_.name}' failed")

    def _verify(self, pass_: Pass, op: Operation, run: PassRun, when: Literal["before", "after"]) -> None:
        """Verify the op before or after a pass; the verifier's errors get a note that names the pass."""
        findings = DiagnosticEngine()
        for watcher in self.watchers:
            watcher.before_verify(op)
        ok = verify(op, findings)
        for watcher in reversed(self.watchers):
            watcher.after_verify(op)
        if ok:
            return
        run.fail()
        for diagnostic in findings.diagnostics:
            maker = maker_of(diagnostic.location)
            if maker is not None and maker.rpartition("/")[0] in ("", pass_.name):
                diagnostic.note(diagnostic.location, f"the op was made by pattern '{maker}'")
            diagnostic.note(op.location, f"found {when} pass '{pass_.name}' ran on {describe(op)}")
            self.context.diagnostics.emit(diagnostic)


class _NestedRunner:
    """Runs pipelines that a pass asks for, on ops inside its own."""

    __slots__ = ("analyses", "root", "runner")

    def __init__(self, runner: _Runner, root: Operation, analyses: AnalysisCache) -> None:
        self.runner = runner
        self.root = root
        self.analyses = analyses

    def __call__(self, pipeline: Pipeline, op: Operation) -> bool:
        if not self.root.is_ancestor_of(op):
            raise DlcError(f"cannot run a pipeline on '{op.name}', which is not inside the op that the pass runs on")
        analyses = self.analyses if op is self.root else self.analyses.nested(op)
        return self.runner.run_pipeline(pipeline, op, analyses)


def describe(op: Operation) -> str:
    """`'func.func' op @name`: how messages call an op."""
    name = symbol_name(op)
    return f"'{op.name}' op" if name is None else f"'{op.name}' op @{name}"
