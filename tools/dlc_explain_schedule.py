"""dlc explain-schedule: why each kernel of a program gets its schedule.

dlc explain-schedule model.onnx
dlc explain-schedule model.mlir --only main_kernel_3 --steps --measure

For a product or a convolution, several plans are possible: the cost model estimates the cycles of each, and chooses.
Beside the estimates stands what arithmetic alone takes, where the processor does nothing but multiply and add: no plan
is faster. With `--measure`, the program is called, and each kernel has its time. A schedule that was refused is marked
(!), with the reason and the one that is used instead; loops that are no kernels, and nests that no cost model has a
schedule for, have the reason too.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TextIO

from ..compiler import compile
from ..dialects.func import FuncOp
from ..dialects.loop.for_loop import NOT_SCHEDULED, TRY_SCHEDULE
from ..ir import ArrayAttr, Operation, StringAttr
from ..ir.diagnostics import Diagnostic
from ..passes.kernels.profile_kernels import sources_of, steps_on
from ..passes.kernels.work import operations_in
from ..passes.loops.analysis.nests import name_of
from ..passes.loops.analysis.workloads import Workload, loops_without_kernels
from ..passes.loops.schedules.apply_schedules import ApplySchedules
from ..passes.loops.schedules.cost_model.cpu_contractions import Estimates
from ..passes.loops.schedules.cost_model.streams import why_no_vectors
from ..passes.loops.schedules.machine import machine_for
from ..passes.loops.schedules.schedule_loops import ScheduleLoops
from ..passes.manager import Pass, PassRun
from ..passes.manager.instrumentation import Instrumentation
from ..passes.manager.settings import RunSettings
from ..runtime.profile import DEFAULT_RUNS, Profile
from .command_parser import CommandParser
from .compared_plans import compared_plans, plan_lines
from .options import UsageError
from .program_files import (
    add_argument_options,
    add_module_options,
    arguments_of,
    check_argument_options,
    context_of,
    entry_of,
    is_compiled,
    path_of,
    run_command,
    write_json,
)
from .progress import Progress

MOST_SOURCES = 2
"""The number of places in the source that are printed for a kernel."""


LEFT_TO_LLVM = "LLVM vectorizes the loops if it can"


class Nest(NamedTuple):
    """A loop nest, and what its schedule was chosen from."""

    function: str
    sources: Sequence[str]
    flops: int | None
    """The floating-point operations of the function, if they are known."""
    estimates: Estimates | None
    """The plans that were compared, if it is a product."""
    steps: Sequence[str]
    """The steps of the schedule that is tried first."""
    refused: Sequence[str] = ()
    """The reasons why the schedules were refused, if all of them were."""
    replaced: Sequence[str] = ()
    """The reasons why the first schedules were refused, and which one is used instead, if one is."""
    reason: str = ""
    """The reason why no schedule is tried, if it is known."""
    is_kernel: bool = True
    """Whether the loops do nothing but compute: others get no schedules."""


class _Watcher(Instrumentation):
    """Notes the nests of a program when they have got their schedules."""

    def __init__(self) -> None:
        self._nests: dict[Operation, Nest] = {}

    @property
    def nests(self) -> list[Nest]:
        """All nests, kernels first."""
        return list(self._nests.values())

    def after_pass(self, pass_: Pass, op: Operation, run: PassRun) -> None:
        if run.failed:
            return
        if pass_.name == ScheduleLoops.name:
            plans = compared_plans(op)
            self._nests = {workload.root: _nest(workload, estimates) for workload, estimates in plans}
            others = loops_without_kernels(op, [workload for workload, _ in plans])
            self._nests.update((each, _other_nest(each, reason)) for each, reason in others)
        elif pass_.name == ApplySchedules.name:
            for root, nest in self._nests.items():
                refusals = root.attributes.get(NOT_SCHEDULED)
                if isinstance(refusals, ArrayAttr):
                    reasons = [each.value for each in refusals.elements if isinstance(each, StringAttr)]
                    self._nests[root] = nest._replace(refused=reasons)
            for root, remark in run.remarks:
                nest = self._nests.get(root)
                if nest is not None and not nest.refused:
                    self._nests[root] = nest._replace(replaced=_about_schedules(remark))


def _about_schedules(remark: Diagnostic) -> list[str]:
    """Return what a remark and its notes say of the schedules of a nest, a line for each."""
    texts = [each.text[each.text.find("schedule ") :] for each in (remark, *remark.notes) if "schedule " in each.text]
    return [text for text in texts if text.startswith("schedule ")]


def _nest(workload: Workload, estimates: Estimates | None) -> Nest:
    root = workload.root
    function = _function_of(root)
    flops = operations_in(function) if function is not None else None
    steps = steps_on(root)
    return Nest(
        function.sym_name.value if function is not None else "",
        sources_of([op.location for op in root.walk()]),
        flops if isinstance(flops, int) else None,
        estimates,
        steps,
        reason="" if steps else _why_unscheduled(workload),
    )


def _other_nest(root: Operation, reason: str) -> Nest:
    function = _function_of(root)
    name = function.sym_name.value if function is not None else ""
    return Nest(name, sources_of([op.location for op in root.walk()]), None, None, (), reason=reason, is_kernel=False)


def _function_of(op: Operation) -> FuncOp | None:
    return next((each for each in op.ancestors if isinstance(each, FuncOp)), None)


def _why_unscheduled(workload: Workload) -> str:
    """Return the reason why no innermost loop of a nest without a schedule gets vectors; nothing if it is unknown."""
    if TRY_SCHEDULE in workload.root.attributes:
        return "an empty schedule is written on it, as for arguments that overlap"
    machine = machine_for(workload.root)
    loops_by_reason: dict[str, list[str]] = {}
    for each in workload.innermost:
        reason = why_no_vectors(workload, each, machine)
        if reason is not None:
            loops_by_reason.setdefault(reason, []).append(f"'{name_of(each)}'")
    return "; ".join(
        f"{'loop' if len(names) == 1 else 'each of the loops'} {', '.join(names)}: {reason}"
        for reason, names in loops_by_reason.items()
    )


def run(argv: Sequence[str], stdout: TextIO, stderr: TextIO) -> int:
    """Run the command and return its exit status."""
    return run_command(_parser(), _explain, argv, stdout, stderr)


def _explain(options: argparse.Namespace, stdout: TextIO, stderr: TextIO) -> None:
    path = path_of(options.file)
    if is_compiled(path):
        raise UsageError(f"'{options.file}' is compiled, so its schedules are chosen; explain the source of it")
    context = context_of(options)
    watcher = _Watcher()
    settings = RunSettings(verify_each=False, instrumentations=(watcher,))
    with Progress(f"compiling {options.file}", stderr) as progress:
        program = compile(
            path,
            threads=options.threads,
            passes=options.passes,
            context=context,
            settings=settings,
            profile=options.measure,
            progress=progress,
            remarks=False,
        )
    stderr.writelines(f"{remark}\n" for remark in program.remarks)
    check_argument_options(options, program)
    profile = None
    if options.measure and program.image.kernels:
        entry = entry_of(program, options.entry)
        profile = program.profile_of(entry, arguments_of(options, entry), DEFAULT_RUNS)
    nests = [each for each in watcher.nests if options.only in each.function]
    times = _times_of(profile)
    nests.sort(key=lambda nest: (-times.get(nest.function, (0.0, None))[0], -_chosen_cycles(nest)))
    if options.json:
        write_json({"nests": [_fields(each, times) for each in nests]}, stdout)
    else:
        lines = [line for each in nests for line in _lines(each, times, with_steps=options.steps)]
        if options.measure and profile is None:
            lines.append("no kernel is called, so none has a time; 'dlc bench' measures whole calls")
        if not watcher.nests:
            lines.append("the program has no loops to schedule")
        stdout.write("\n".join(lines) + "\n")


Times = Mapping[str, tuple[float, float | None]]
"""The seconds of a call of each kernel, and its share of the machine's peak."""


def _times_of(profile: Profile | None) -> Times:
    if profile is None:
        return {}
    return {row.kernel.name: (row.seconds_per_call, profile.share_of_peak(row)) for row in profile.kernels}


def _chosen_cycles(nest: Nest) -> float:
    return nest.estimates.cycles[nest.estimates.chosen] if nest.estimates is not None else 0.0


def _fields(nest: Nest, times: Times) -> dict[str, Any]:
    seconds, share = times.get(nest.function, (None, None))
    estimates = nest.estimates._asdict() if nest.estimates is not None else None
    return {**nest._asdict(), "estimates": estimates, "seconds": seconds, "share_of_peak": share}


def _lines(nest: Nest, times: Times, *, with_steps: bool) -> Iterator[str]:
    facts = [] if nest.flops is None else [f"{nest.flops / 1e6:.4g} MFLOP"]
    if nest.function in times:
        seconds, share = times[nest.function]
        facts.append(f"{seconds * 1e6:.1f} µs" + ("" if share is None else f", {share:.0%} of peak"))
    more = " …" if len(nest.sources) > MOST_SOURCES else ""
    facts.append("from " + ", ".join(nest.sources[:MOST_SOURCES]) + more if nest.sources else "")
    yield f"{nest.function}: {'; '.join(filter(None, facts))}"
    mark = "!" if nest.refused or nest.replaced else "*"
    if nest.estimates is not None:
        yield from (f"  {line}" for line in plan_lines(nest.estimates, mark=mark))
    elif nest.steps and not nest.refused and not nest.replaced:
        yield "  * one schedule, without others to compare it with"
    yield from (f"  {' ' if number else '!'} {line}" for number, line in enumerate(nest.replaced))
    if nest.refused:
        yield f"  ! no schedule is applied: {LEFT_TO_LLVM}"
        yield from (f"    refused {reason}" for reason in nest.refused)
    elif not nest.steps:
        because = f"{nest.reason}; " if nest.reason else ""
        yield f"    no {'schedule' if nest.is_kernel else 'kernel'}: {because}{LEFT_TO_LLVM}"
    if with_steps:
        yield from (f"      {step}" for step in nest.steps)


def _parser() -> CommandParser:
    parser = CommandParser(
        "dlc explain-schedule",
        "Show the plans that the cost model compared for each kernel; * marks the chosen one, ! a refused one.",
    )
    add = parser.add_argument
    add("file", metavar="FILE", help="MLIR text of any level, or a model; told by its content")
    add_module_options(parser)
    add("--passes", metavar="PIPELINE", help="passes to run as well, or instead, as with 'dlc compile'")
    add("--threads", type=int, metavar="N", help="the number of threads; by default one per processor")
    add("--only", default="", metavar="NAME", help="show only kernels whose names contain this")
    add("--steps", action="store_true", help="print the steps of the chosen schedules as well")
    add("--measure", action="store_true", help="call the program, and print the time of each kernel")
    add_argument_options(parser)
    add("--json", action="store_true", help="print everything as JSON")
    return parser
