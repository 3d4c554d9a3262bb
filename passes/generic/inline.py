"""The pass `inline`: calls are replaced by the bodies of what they call.

The call graph is gone through bottom-up, so that what is inlined has had its own calls inlined before. Functions that
call themselves, directly or through others, are not inlined into one another. A body of several blocks splits the
block of its call. Locations say both where the code was and where it was called.

Inlined are calls (interface `Call`) of symbols with a body (interface `Callable`) whose blocks end with `ReturnLike`
ops or branches; not, where the call or the callee says `no_inline`, and not ops of unknown dialects, which may
have another meaning elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable as Function, Iterator, Sequence

from dlc.ir import Block, IRMapping, Operation, Region, SymbolRefAttr, Value
from dlc.ir.context import Context
from dlc.ir.errors import DiagnosedError
from dlc.ir.interfaces import Call, Callable
from dlc.ir.locations import CallSiteLoc
from dlc.ir.operations import clone_blocks
from dlc.ir.symbol_table import PRIVATE, SymbolTables, nearest_symbol_table, symbol_uses, visibility
from dlc.ir.traits import ReturnLike, SingleBlock

from ..manager import Pass, PassRun, option, statistic
from ..manager.pipeline import Pipeline
from ..manager.pipeline_text import parse_passes, parse_pipeline
from .simplify_cfg import BranchMaker

NO_LIMIT = 2**32 - 1


class InlineConfig:
    """Configuration of inlining: the calls to inline, and the pipeline for functions beforehand."""

    def __init__(
        self,
        *,
        optimize: Function[[Operation], None] | None = None,
        threshold: int = NO_LIMIT,
        max_iterations: int = 4,
    ) -> None:
        self.optimize = optimize
        """Called on each function when all calls in it have been inlined."""
        self.threshold = threshold
        """The size of the callee in percent of the caller's from which on a call stays."""
        self.max_iterations = max_iterations


def inline_calls(root: Operation, context: Context, config: InlineConfig | None = None) -> int:
    """Inline calls everywhere inside `root`, and erase private functions that nothing calls any more."""
    inliner = _Inliner(root, context, config or InlineConfig())
    return inliner.run()


# -- The call graph --------------------------------------------------------------------------------------------------


class CallGraph:
    """The call graph of functions with a body."""

    def __init__(self, root: Operation) -> None:
        self.tables = SymbolTables()
        self.functions = [op for op in root.walk() if op is not root and _body_of(op) is not None]
        self.callees = {function: self._called_by(function) for function in self.functions}

    def _called_by(self, function: Operation) -> list[Operation]:
        called = (self.callee_of(call) for call in calls_in(function))
        return list(dict.fromkeys(op for op in called if op is not None))

    def callee_of(self, call: Operation) -> Operation | None:
        """The function with a body that a call means, where that is known."""
        interface = Call.of(call)
        reference = interface.callee(call) if interface is not None else None
        if not isinstance(reference, SymbolRefAttr):
            return None
        callee = self.tables.lookup_nearest(call, reference)
        return callee if callee is not None and _body_of(callee) is not None else None

    def components(self) -> list[list[Operation]]:
        """The strongly connected components, callees before callers (Tarjan's algorithm, without recursion)."""
        return _Components(self.callees).found


class _Components:
    def __init__(self, edges: dict[Operation, list[Operation]]) -> None:
        self.edges = edges
        self.found: list[list[Operation]] = []
        self._index: dict[Operation, int] = {}
        self._low: dict[Operation, int] = {}
        self._stack: dict[Operation, None] = {}
        for node in edges:
            if node not in self._index:
                self._search(node)

    def _search(self, root: Operation) -> None:
        path = [(root, self._enter(root))]
        while path:
            node, successors = path[-1]
            for successor in successors:
                if successor not in self._index:
                    path.append((successor, self._enter(successor)))
                    break
                if successor in self._stack:
                    self._low[node] = min(self._low[node], self._index[successor])
            else:
                path.pop()
                if path:
                    above = path[-1][0]
                    self._low[above] = min(self._low[above], self._low[node])
                self._leave(node)

    def _enter(self, node: Operation) -> Iterator[Operation]:
        self._index[node] = self._low[node] = len(self._index)
        self._stack[node] = None
        return iter(self.edges.get(node, ()))

    def _leave(self, node: Operation) -> None:
        """Take a component off the stack when its first node is done."""
        if self._low[node] != self._index[node]:
            return
        component: list[Operation] = []
        while True:
            member = self._stack.popitem()[0]
            component.append(member)
            if member is node:
                break
        self.found.append(component[::-1])


def calls_in(root: Operation) -> Iterator[Operation]:
    """The calls inside `root`, those inside functions nested in it excepted."""
    pending = list(_nested_reversed(root))
    while pending:
        op = pending.pop()
        if Call in op.interfaces:
            yield op
        if op.regions and Callable not in op.interfaces:
            pending.extend(_nested_reversed(op))


def _nested_reversed(op: Operation) -> Iterator[Operation]:
    for region in reversed(op.regions):
        for block in reversed(list(region.blocks)):
            yield from block.ops_reversed


def _body_of(op: Operation) -> Region | None:
    interface = Callable.of(op)
    return interface.callable_region(op) if interface is not None else None


# -- Inlining --------------------------------------------------------------------------------------------------------


class _Inliner:
    def __init__(self, root: Operation, context: Context, config: InlineConfig) -> None:
        self.root = root
        self.config = config
        self.branches = BranchMaker(context)
        self.graph = CallGraph(root)
        self.sizes: dict[Operation, int] = {}

    def run(self) -> int:
        inlined = 0
        for component in self.graph.components():
            members = set(component)
            for function in component:
                inlined += self._inline_into(function, members)
                if self.config.optimize is not None:
                    self.config.optimize(function)
        inlined += self._inline_into(self.root, set())
        self._erase_dead_functions()
        return inlined

    def _inline_into(self, caller: Operation, component: set[Operation]) -> int:
        """Inline the calls in `caller`, and those that come with what was inlined, a bounded number of times."""
        inlined = 0
        calls = list(calls_in(caller))
        for _ in range(self.config.max_iterations):
            fresh: list[Operation] = []
            for call in calls:
                callee = self.graph.callee_of(call)
                if callee is not None and callee not in component and self._should_inline(call, caller, callee):
                    new_calls = self._inline(call, callee)
                    if new_calls is not None:
                        inlined += 1
                        fresh += new_calls
            calls = fresh
            if not calls:
                break
        return inlined

    def _should_inline(self, call: Operation, caller: Operation, callee: Operation) -> bool:
        if "no_inline" in call.properties or "no_inline" in callee.properties:
            return False
        if self.config.threshold >= NO_LIMIT:
            return True
        return self._size(callee) * 100 <= self.config.threshold * max(1, self._count(caller))

    def _size(self, function: Operation) -> int:
        if function not in self.sizes:
            self.sizes[function] = self._count(function)
        return self.sizes[function]

    @staticmethod
    def _count(function: Operation) -> int:
        return sum(1 for _ in function.walk()) - 1

    def _inline(self, call: Operation, callee: Operation) -> list[Operation] | None:
        """Put a copy of the callee's body in the place of a call; the calls that came with it."""
        interface = Call.of(call)
        body = _body_of(callee)
        assert interface is not None
        assert body is not None
        arguments = list(interface.call_arguments(call))
        if call.parent is None or _means_others(call, callee):
            return None
        copy = Region()
        clone_blocks(body, copy, IRMapping())
        if not interface.fit_inlined(call, copy) or not can_be_inlined(copy, call, arguments, self.branches):
            return None
        copied = [op for block in copy.blocks for op in block.ops]
        for op in [inner for each in copied for inner in each.walk()]:
            op.location = CallSiteLoc(op.location, call.location)
        nested_calls = [inner for each in copied for inner in each.walk() if Call in inner.interfaces]
        if copy.has_one_block:
            _splice_block(call, copy.entry, arguments)
        else:
            _splice_region(call, copy, arguments, self.branches)
        return nested_calls

    def _erase_dead_functions(self) -> None:
        """Erase private functions that nothing refers to which stays."""
        functions = set(self.graph.functions)
        targets: dict[Operation, set[Operation]] = {}
        for op, reference in symbol_uses(self.root):
            target = self.graph.tables.lookup_nearest(op, reference)
            if target is not None and target in functions:
                targets.setdefault(_function_around(op, functions) or self.root, set()).add(target)
        live = {function for function in functions if visibility(function) != PRIVATE}
        pending = [self.root, *live]
        while pending:
            fresh = targets.get(pending.pop(), set()) - live
            live |= fresh
            pending += fresh
        for function in self.graph.functions:
            if function not in live:
                function.erase()


def _function_around(op: Operation, functions: set[Operation]) -> Operation | None:
    current: Operation | None = op
    while current is not None and current not in functions:
        current = current.parent_op
    return current


def _means_others(call: Operation, callee: Operation) -> bool:
    """Return whether symbols that a function refers to may be others where it is called: in another symbol table."""
    if nearest_symbol_table(call) is nearest_symbol_table(callee):
        return False
    return any(True for _ in symbol_uses(callee))


def can_be_inlined(body: Region, call: Operation, arguments: Sequence[Value], branches: BranchMaker) -> bool:
    """Return whether a body may stand in the place of a call."""
    entry = body.entry
    if [value.type for value in arguments] != entry.arg_types or any(not op.is_registered for op in body.walk()):
        return False
    several = not body.has_one_block
    home = call.parent_op
    if several and (home is None or not home.is_registered or SingleBlock in home.traits or not branches.available):
        return False
    return all(_ends_well(block, call, several) for block in body.blocks)


def _ends_well(block: Block, call: Operation, several: bool) -> bool:
    """Return whether a block returns what the call gives, or (where that is possible) goes elsewhere."""
    last = block.terminator
    if last is None:
        return False
    if ReturnLike in last.traits:
        return last.operand_types == call.result_types
    return several


def _splice_block(call: Operation, block: Block, arguments: Sequence[Value]) -> None:
    """Put the ops of the only block before the call, and its results in the place of the call's."""
    home, last = call.block, block.terminator
    assert last is not None
    for arg, value in zip(block.args, arguments, strict=True):
        arg.replace_all_uses_with(value)
    results = list(last.operands)
    last.erase()
    home.take_all_ops(block, call)
    _keep_names(call, results)
    call.replace_all_uses_with(results)
    call.erase()


def _splice_region(call: Operation, body: Region, arguments: Sequence[Value], branches: BranchMaker) -> None:
    """Split the block at the call: what is behind it becomes a block that every return of the body goes to."""
    home = call.block
    assert home.parent is not None
    rest = home.split_before(call)
    for result in call.results:
        arg = rest.add_argument(result.type, call.location)
        result.hand_over_to(arg)
    entry = body.entry
    for arg, value in zip(entry.args, arguments, strict=True):
        arg.replace_all_uses_with(value)
    for block in body.blocks:
        last = block.terminator
        if last is not None and ReturnLike in last.traits:
            branch = branches.make(rest, list(last.operands), last.location)
            assert branch is not None
            last.erase()
            block.append(branch)
    home.parent.take_blocks(body, rest)
    home.take_all_ops(entry)
    entry.erase()
    call.erase()


def _keep_names(call: Operation, values: Sequence[Value]) -> None:
    for result, value in zip(call.results, values, strict=True):
        if value.name_hint is None and value.defining_op is not None:
            value.name_hint = result.name_hint


class Inliner(Pass):
    """Inline function calls

    Functions are simplified before they are inlined; private ones that are not called any more go.

    Example: inline
        func.func private @twice(%x: i32) -> i32 {
          %y = arith.addi %x, %x : i32
          return %y : i32
        }
        func.func @f(%x: i32) -> i32 {
          %y = call @twice(%x) : (i32) -> i32
          return %y : i32
        }
    """

    name = "inline"
    default_pipeline: str = option(
        "The optimizer pipeline used for callables without one of their own", default="canonicalize"
    )
    op_pipelines: tuple[str, ...] = option(
        "Callable operation specific optimizer pipelines (in the form of `dialect.op(pipeline)`)", default=()
    )
    max_iterations: int = option("Maximum number of iterations when inlining within an SCC", default=4, least=0)
    inlining_threshold: int = option(
        "If the callee is larger than this percentage of the caller, then it is not inlined", default=NO_LIMIT, least=0
    )
    inlined = statistic("num-inlined", "Number of calls inlined")

    def run(self, op: Operation, run: PassRun) -> None:
        pipelines = {each.anchor: each for each in map(parse_pipeline, self.op_pipelines)}
        default = parse_passes(self.default_pipeline)

        def optimize(function: Operation) -> None:
            pipeline = pipelines.get(function.name) or Pipeline(function.name, default)
            if pipeline.items and not run.run_pipeline(pipeline, function):
                raise DiagnosedError

        config = InlineConfig(optimize=optimize, threshold=self.inlining_threshold, max_iterations=self.max_iterations)
        inlined = inline_calls(op, run.context, config)
        run.count(self.inlined, inlined)
        if not any(Call in inner.interfaces for inner in op.walk()) and not inlined:
            run.idle = "there are no calls"  # functions are optimized all the same
