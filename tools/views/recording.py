"""Recording a run of passes: times, pattern hits, and the IR after each pass that changed it.

    recorder = Recorder()
    pipeline.run(module, context, settings, [recorder])
    page = explorer_page(recorder.recorded(), title)

Each line of text, each origin of an op and each unchanged top-level op is kept once, however many passes ran.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from time import perf_counter
from typing import Any

from dlc.passes.manager import Pass, PassRun
from dlc.passes.manager.instrumentation import Instrumentation
from dlc.passes.manager.pipeline import Pipeline

from ...dialects.loop.for_loop import NOT_SCHEDULED, SCHEDULE, TRY_SCHEDULE
from ...ir import ArrayAttr, Attribute, FileLineColLoc, Location, Operation, StringAttr
from ...ir.context import Context
from ...ir.diagnostics import DiagnosticEngine, file_location
from ...ir.locations import CallSiteLoc, FusedLoc, NameLoc, OpaqueLoc, Source
from ...parser.print import print_ir
from ...parser.printer import PrintOptions
from ..compared_plans import compared_plans, plan_lines
from ..explain import describe
from .graphs_of_ir import functions_of, op_graph, title_of
from .layers import HEIGHT, Graph, lay_out
from .levels import levels_of
from .memory import MemoryPlan, memory_plan
from .printed_lines import printed_lines

MOST_LINES = 600_000
"""The number of recorded lines from which the IR of further passes is left out: a page must still open."""
MOST_NODES = 20_000
"""The number of nodes from which functions are left out of the graph."""
MOST_PLANS = 40


class Recorder(Instrumentation):
    """Keeps what a run of passes did, for a page that shows it."""

    def __init__(self) -> None:
        self.lines = _Pool()
        self.origins = _Pool()
        self.chunks = _Pool()
        self.passes: list[dict[str, Any]] = []
        self.states: list[dict[str, Any]] = []
        self.graphs: list[Graph] = []
        self.schedules: list[dict[str, Any]] = []
        self._open: list[tuple[dict[str, Any], float]] = []
        self._origin_of: dict[Location, int] = {}
        self._recorded = 0
        self._paused = 0.0
        """The seconds that recording itself took, which belong to no pass."""
        self._begin = perf_counter()
        self._root: Operation | None = None
        self._context: Context | None = None
        self._sources: Mapping[str, Source] = {}

    # -- Hearing of the run --------------------------------------------------------------------------------------------

    def begin(self, pipeline: Pipeline, root: Operation, context: Context) -> None:
        del pipeline
        self._context = context
        self._sources = context.diagnostics.sources
        self._root = root
        if not self.states:
            self._record_networks(root)
        self._record_state(None, root)

    def before_pass(self, pass_: Pass, op: Operation) -> None:
        entry: dict[str, Any] = {"name": pass_.name, "op": title_of(op), "depth": len(self._open), "hits": {}}
        self.passes.append(entry)
        self._open.append((entry, self._now()))

    def after_pass(self, pass_: Pass, op: Operation, run: PassRun) -> None:
        del op
        entry, begin = self._open.pop()
        entry["begin"], entry["end"] = begin, self._now()
        entry["options"] = str(pass_)
        entry["failed"] = run.failed
        entry["hits"] = {pattern.name: count for pattern, count in run.pattern_hits.items()}
        entry["counts"] = {statistic.name: count for statistic, count in run.counts.items() if count}
        if not run.unchanged and self._root is not None:
            self._record_state(self.passes.index(entry), self._root)

    def _now(self) -> float:
        return perf_counter() - self._begin - self._paused

    # -- States ------------------------------------------------------------------------------------------------------

    def _record_state(self, number: int | None, root: Operation) -> None:
        """Record the IR if it is another than the latest one."""
        started = perf_counter()
        chunks = self._chunks_of(root) if self._recorded < MOST_LINES else None
        latest = self.states[-1]["chunks"] if self.states else None
        if chunks is not None and chunks != latest:
            state: dict[str, Any] = {"pass": number, "chunks": chunks, "memory": [], "without": []}
            self.states.append(state)
            if number is not None:
                self.passes[number]["state"] = len(self.states) - 1
                self._record_details(state, self.passes[number]["name"], root)
        elif chunks is None and number is not None:
            self.passes[number]["omitted"] = True
        self._paused += perf_counter() - started

    def _chunks_of(self, root: Operation) -> list[int]:
        """Return the numbers of the pieces of the module's text: its head, the ops in it, and its end."""
        block = root.regions[0].first if len(root.regions) == 1 and root.regions[0].has_one_block else None
        if block is None:
            return [self._chunk(root, "")]
        head = printed_lines_of_head(root)
        return [
            self.chunks.number((tuple(map(self.lines.number, head)), (-1,) * len(head))),
            *(self._chunk(op, "  ") for op in block.ops),
            self.chunks.number(((self.lines.number("}"),), (-1,))),
        ]

    def _chunk(self, op: Operation, indent: str) -> int:
        printed = printed_lines(op)
        texts = tuple(self.lines.number(indent + text) for text, _ in printed)
        origins = tuple(-1 if each is None else self._origin(each.location) for _, each in printed)
        known = len(self.chunks.items)
        number = self.chunks.number((texts, origins))
        self._recorded += len(texts) if number == known else 0
        return number

    def _origin(self, location: Location) -> int:
        number = self._origin_of.get(location)
        if number is None:
            tree = "\n".join(describe(location, self._sources, 0))
            number = self._origin_of[location] = self.origins.number((tree, tuple(sorted(leaves_of(location)))))
        return number

    # -- What belongs to certain passes --------------------------------------------------------------------------------

    def _record_details(self, state: dict[str, Any], name: str, root: Operation) -> None:
        if name in ("bufferize", "plan-memory", "outline-kernels") and len(self.states) < MOST_PLANS:
            plans = [(title_of(op), memory_plan(op)) for op in functions_of(root)]
            state["memory"] = [_plan(plan) for _, plan in plans if plan is not None]
            state["without"] = [title for title, plan in plans if plan is None]
        if name in ("schedule-loops", "apply-schedules"):
            compared = _plans(root) if name == "schedule-loops" else {}
            self.schedules += [
                {
                    "pass": name,
                    "nest": _nest(op),
                    "candidates": [*compared.get(op, ()), *_candidates(op)],
                    "origin": self._origin(op.location),
                }
                for op in root.walk()
                if SCHEDULE in op.attributes or TRY_SCHEDULE in op.attributes or NOT_SCHEDULED in op.attributes
            ]

    def _levels(self) -> Iterator[str]:
        return levels_of(entry["name"] for entry in self.passes)

    def _record_networks(self, root: Operation) -> None:
        nodes = 0
        for function in functions_of(root):
            graph = op_graph(function, with_constants=False)
            nodes += len(graph.nodes)
            if nodes > MOST_NODES:
                return
            lay_out(graph)
            self.graphs.append(graph)

    # -- All together --------------------------------------------------------------------------------------------------

    def recorded(self) -> dict[str, Any]:
        """Return everything as plain data."""
        leaves = _Pool()
        origins = [(tree, [leaves.number(leaf) for leaf in places]) for tree, places in self.origins.items]
        engine = self._context.diagnostics if self._context is not None else DiagnosticEngine()
        return {
            "lines": self.lines.items,
            "origins": origins,
            "places": leaves.items,
            "chunks": self.chunks.items,
            "passes": [entry | {"level": level} for entry, level in zip(self.passes, self._levels(), strict=True)],
            "states": self.states,
            "graphs": [_drawn(graph) for graph in self.graphs],
            "schedules": self.schedules,
            "messages": [engine.render(each) for each in engine.diagnostics],
        }


def printed_lines_of_head(root: Operation) -> list[str]:
    """Return the first line of a module, without what it contains."""
    options = PrintOptions(local_scope=True, skip_regions=True, elide_elements_from=16)
    text = print_ir(root, options)
    return [text.rstrip("\n").removesuffix("...}")]


class _Pool:
    """Different things, each with a number."""

    def __init__(self) -> None:
        self.items: list[Any] = []
        self._numbers: dict[Any, int] = {}

    def number(self, item: Any) -> int:
        number = self._numbers.get(item)
        if number is None:
            number = self._numbers[item] = len(self.items)
            self.items.append(item)
        return number


def leaves_of(location: Location) -> set[str]:
    """Return the places and names that a location is made of, by which ops of different levels are connected."""
    leaves: set[str] = set()
    pending = [location]
    seen: set[Location] = set()
    while pending:
        each = pending.pop()
        if each in seen:
            continue
        seen.add(each)
        if isinstance(each, FileLineColLoc):
            leaves.add(f"{each.filename}:{each.line}:{each.column}")
        elif isinstance(each, NameLoc):
            leaves.add(each.text)
            pending.append(each.child)
        elif isinstance(each, FusedLoc):
            pending += each.locations
        elif isinstance(each, CallSiteLoc):
            pending.append(each.callee)
        elif isinstance(each, OpaqueLoc):
            pending.append(each.fallback)
    return leaves


def _plan(plan: MemoryPlan) -> dict[str, Any]:
    return {**plan._asdict(), "buffers": [list(buffer) for buffer in plan.buffers]}


def _nest(op: Operation) -> str:
    name = op.attributes.get("loop.name")
    shown = name.value if isinstance(name, StringAttr) else op.name
    place = file_location(op.location)
    where = f" {place.filename}:{place.line}" if place is not None else ""
    parent = op.parent_op
    while parent is not None and title_of(parent) == parent.name:
        parent = parent.parent_op
    return f"{shown} in {title_of(parent) if parent is not None else '?'}{where}"


def _plans(root: Operation) -> dict[Operation, list[str]]:
    """Return the plans that were compared, and the number of cycles that each is estimated to take, by nest."""
    return {
        workload.root: ["\n  ".join(["plans and their estimated time, * is chosen:", *plan_lines(estimates)])]
        for workload, estimates in compared_plans(root)
        if estimates is not None
    }


def _candidates(op: Operation) -> list[str]:
    """Return the schedules of a nest, each with a step on a line, and the reasons why it has none."""
    texts: list[str] = []
    for key, title in ((SCHEDULE, "schedule"), (TRY_SCHEDULE, "try"), (NOT_SCHEDULED, "not scheduled, because")):
        lists = _lists(op.attributes[key]) if key in op.attributes else []
        for number, steps in enumerate(lists, 1):
            count = f" {number} of {len(lists)}" if len(lists) > 1 else ""
            texts.append("\n  ".join([f"{title}{count}:", *(steps or ["leave the loops as they are"])]))
    return texts


def _lists(attribute: Attribute) -> list[list[str]]:
    """Return the lists of texts that an attribute holds: an array of arrays, one array, or a text."""
    if not isinstance(attribute, ArrayAttr):
        return [[attribute.value if isinstance(attribute, StringAttr) else str(attribute)]]
    if attribute.elements and all(isinstance(each, ArrayAttr) for each in attribute.elements):
        return [steps for each in attribute.elements for steps in _lists(each)]
    return [[step for each in attribute.elements for step in _lists(each)[0]]]


def _drawn(graph: Graph) -> dict[str, Any]:
    return {
        "name": graph.name,
        "nodes": [
            (node.title, node.detail, node.name, round(node.x), round(node.y), node.constants) for node in graph.nodes
        ],
        "edges": [
            edge if route is None else (*edge, route.x, route.first * HEIGHT, route.last * HEIGHT)
            for edge, route in zip(graph.edges, graph.routes, strict=True)
        ],
    }
