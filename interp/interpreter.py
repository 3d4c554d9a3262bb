"""The reference interpreter: runs a function of a module with Python numbers and numpy arrays.

    interpreter = Interpreter(module)
    [result] = interpreter.run("main", np.ones((4, 4), np.float32), 3)

It is the oracle of all tests, so it is strict: whatever is undefined (a division by zero, an index out of bounds,
memory that is read before it is written, behaviour that depends on poison) ends in an `InterpreterError` that names the
op and its place. What an op means stands in one file a dialect (`arith`, `memref` …) and nowhere else; here is only
control: blocks, regions, calls, and bounds on steps and depth. Calls and regions may nest deeply: control is kept on a
list, not on Python's stack.

Prepared ops are kept, so the module must not change while an interpreter for it is in use.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from operator import itemgetter
from types import GeneratorType
from typing import Any, cast

import numpy as np

from dlc.dialects.func import GLOBAL_CTOR
from dlc.ir import Block, IntegerAttr, Operation, SymbolRefAttr, Type, TypeAttr, Value
from dlc.ir.builtin_types import DYNAMIC, FunctionType, ShapedType, TensorType
from dlc.ir.call_stack import with_room_for_calls
from dlc.ir.diagnostics import counted
from dlc.ir.errors import DlcError
from dlc.ir.interfaces import Callable as CallableInterface
from dlc.ir.symbol_table import SymbolTables, symbol_name
from dlc.ir.traits import Pure, SymbolTableTrait

from .conversion import AfterRun, from_python, to_python
from .errors import Fault, InterpreterError, NoMeaning, NotInterpreted, OutOfSteps, TooManySteps, error_of
from .foreign_meanings import checked_kernel, is_foreign
from .memory import Buffer
from .semantics import Enter, Jump, Kernel, Leave, Meeting, find_semantics, semantics
from .values import POISON, checked_sizes, is_vector_like, run_shape, scalar_width

Step = tuple[Kernel, Any, Value | list[Value], Operation]
"""An op with what it does, its operands (none, one, or a getter of all) and its results (one, or all)."""
Request = tuple[Any, Step]
"""Asked for by a step before it has results, such as the run of a region; and that step."""
Control = Generator[Any, Any, Any]
Stack = list[tuple[Control, "Frame"]]

MOST_STEPS = 50_000_000
DEEPEST_NESTING = 10_000


class Interpreter:
    """Runs functions of one module. Globals keep what was stored in them from one run to the next."""

    def __init__(
        self,
        module: Operation,
        *,
        vscale: int = 1,
        max_steps: int = MOST_STEPS,
        max_depth: int = DEEPEST_NESTING,
        externals: Mapping[str, Callable[..., Any]] | None = None,
        reads_unwritten: bool = False,
    ) -> None:
        if not isinstance(module, Operation):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise TypeError(
                f"Interpreter takes a module, but got {module!r:.40}; write Interpreter(dlc.parse(text)) for text"
            )
        self.module = module
        self.vscale = vscale
        """The factor of scalable sizes."""
        self.max_steps = max_steps
        self.max_depth = max_depth
        self.externals = dict(externals or {})
        """Python functions for those that the module only declares; they take and return what `run` does."""
        self.reads_unwritten = reads_unwritten
        """Whether reading memory that was never written gives poison, as in LLVM, rather than an error."""
        self.steps = 0
        self.mask: Any = None
        """Of the `vector.mask` whose region runs."""
        self.grid_point: Sequence[int] = ()
        """Where in the grid of a structured op its body runs."""
        self.thread: Any = None
        """Of a launch, the one that runs (`gpu_threads`)."""
        self.acting: Operation | None = None
        """The last op inside a kernel that may have touched memory."""
        self.watch: Any = None
        """Who is told what threads do to memory, while a launch runs (`races`)."""
        self.output: list[str] = []
        """The output of the program."""
        self._symbols = SymbolTables()
        self._blocks: dict[Block, list[Step]] = {}
        self._globals: dict[Operation, Buffer] = {}
        self._is_loaded = False
        self._frame = Frame()

    @property
    def sizes(self) -> dict[str, int]:
        """The values of named sizes in the running function."""
        return self._frame.sizes

    # -- Running -----------------------------------------------------------------------------------------------------

    def run(self, name: str, *args: Any) -> list[Any]:
        """Call the function `@name` and give back its results. `conversion` says what may be passed."""
        results = self.evaluate(name, *args)
        try:
            return [to_python(value, type) for value, type in results]
        except Fault as fault:
            raise InterpreterError(f"a result {fault}") from None

    @with_room_for_calls
    def evaluate(self, name: str, *args: Any) -> list[tuple[Any, Type]]:
        """The same, with results as values of the interpreter, poison and all, and their types."""
        function = self._symbols.lookup_in(self.module, _reference(name))
        if function is None or CallableInterface.of(function) is None:
            raise NotInterpreted(f"there is no function '@{name}' in the module")
        inputs, results = _signature(function)
        if len(args) != len(inputs):
            raise NotInterpreted(f"takes {counted(len(inputs), 'argument')}, but got {len(args)}", function)
        self._load()
        after: list[AfterRun] = []
        passed = enumerate(zip(args, inputs, strict=True))
        values = [self._argument(function, number, arg, type, after) for number, (arg, type) in passed]
        result_values = self.call(function, values)
        for action in after:
            action()
        return list(zip(result_values, results, strict=True))

    def _argument(self, function: Operation, number: int, arg: Any, type: Type, after: list[AfterRun]) -> Any:
        """Return an argument of a call as a value of the interpreter."""
        try:
            return from_python(arg, type, self.vscale, after)
        except DlcError:
            raise
        except (TypeError, ValueError, OverflowError) as error:
            shown = " ".join(repr(arg).split())
            message = f"argument #{number} must be a value of type '{type}', but got {shown:.60}: {error}"
            raise NotInterpreted(message, function) from None

    def _load(self) -> None:
        """Run what runs when a program is loaded, before the first run."""
        if self._is_loaded:
            return
        self._is_loaded = True
        listed: list[tuple[int, Operation]] = []
        is_table = SymbolTableTrait in self.module.traits
        for op in self._symbols.table(self.module) if is_table else ():
            priority = op.attributes.get(GLOBAL_CTOR)
            if isinstance(priority, IntegerAttr):
                listed.append((priority.value, op))
        for _, op in sorted(listed, key=itemgetter(0)):
            self.call(op, [])

    def call(self, function: Operation, values: Sequence[Any]) -> Sequence[Any]:
        """Call a function with values of the interpreter; gives back such values."""
        self.steps = 0
        entered = self.enter_function(function, values)
        if not isinstance(entered, Enter):
            return entered
        return self._drive(entered).values

    def _drive(self, entered: Enter) -> Leave:
        """Run what asks for control until the first is done."""
        with np.errstate(all="ignore"):  # infinities and NaNs are results like others
            out = self.advance(self.new_stack(entered, Frame()))
        if isinstance(out, Meeting):
            raise InterpreterError("stands outside of a launch, where there are no threads to meet", out.op)
        return out

    def new_stack(self, entered: Enter, frame: Frame) -> Stack:
        """A thread of control that has not begun yet."""
        return [(self._execute(entered, frame), frame)]

    def advance(self, stack: Stack, answer: Any = None) -> Leave | Meeting:
        """Run until the first of `stack`, which holds who waits for whom, is done, or it must meet other threads."""
        fault: Fault | None = None
        while True:
            control, frame = stack[-1]
            try:
                request = control.send(answer) if fault is None else control.throw(fault)
            except StopIteration as stop:
                stack.pop()
                answer, fault = stop.value, None
                if not stack:
                    return answer
                continue
            except Fault as raised:
                stack.pop()
                if not stack:
                    raise error_of(raised) from None
                fault = raised
                continue
            answer = fault = None
            if isinstance(request, Enter):
                frame = Frame() if request.is_call else frame
                try:
                    request = self._begin(request, frame)
                except Fault as raised:
                    fault = raised
                    continue
                if isinstance(request, Leave):
                    answer = request
                    continue
            elif isinstance(request, Meeting):
                return request
            stack.append((request, frame))
            if len(stack) > self.max_depth:
                raise NotInterpreted(f"calls and regions are nested deeper than {self.max_depth}")

    def _execute(self, entered: Enter, frame: Frame) -> Control:
        """Run the blocks of a region until a terminator leaves it; that is what is returned."""
        begun = self._begin(entered, frame)
        return begun if isinstance(begun, Leave) else (yield from begun)

    def _begin(self, entered: Enter, frame: Frame) -> Leave | Control:
        """Run a region up to the first op that asks for control: most bodies of loops have none, and are left."""
        block = entered.region.first
        if block is None:
            raise Fault("has an empty region, which cannot be entered")
        if entered.is_call:
            frame.bind_sizes(block, entered.args)
        steps = self._enter_block(block, entered.args, frame)
        out = self._run_steps(steps, frame.values)
        if not isinstance(out, Leave):
            return self._go_on(steps, out, entered, frame)
        if entered.is_call:
            frame.release()
        return out

    def _go_on(self, steps: Iterator[Step], out: Jump | Leave | Request, entered: Enter, frame: Frame) -> Control:
        """Run the rest of a region, from what the last step gave."""
        values = frame.values
        while not isinstance(out, Leave):
            if isinstance(out, Jump):
                steps = self._enter_block(out.block, out.values, frame)
            else:
                control, (_, _, target, op) = out
                try:
                    answer = yield control
                except Fault as fault:
                    raise error_of(fault, op) from None
                self._frame = frame
                if isinstance(answer, Leave):
                    answer = answer.values if isinstance(target, list) else answer.values[0]
                if isinstance(target, list):
                    values.update(zip(target, answer if target else (), strict=True))
                else:
                    values[target] = answer
            out = self._run_steps(steps, values)
        if entered.is_call:
            frame.release()
        return out

    def _enter_block(self, block: Block, args: Sequence[Any], frame: Frame) -> Iterator[Step]:
        """Give a block's arguments their values; what is to be run is returned."""
        steps = self._blocks.get(block) or self._prepare(block)
        self.steps += len(steps)
        if self.steps > self.max_steps:
            raise TooManySteps(self._exhausted(), steps[-1][3])
        if len(args) != len(block._args):  # pyright: ignore[reportPrivateUsage]  (hot)
            raise Fault(f"passes {counted(len(args), 'value')} to a block that takes {len(block.args)}")
        frame.values.update(zip(block._args, args, strict=True))  # pyright: ignore[reportPrivateUsage]  (hot)
        self._frame = frame
        return iter(steps)

    def _run_steps(self, steps: Iterator[Step], values: dict[Value, Any]) -> Jump | Leave | Request:
        """Run steps up to one that transfers control, and return how, or what it asks for."""
        op = None
        try:
            for step in steps:
                kernel, operands, target, op = step
                if type(operands) is itemgetter:
                    out = kernel(*operands(values))
                else:
                    out = kernel() if operands is None else kernel(values[operands])
                kind = _kind_of(out)
                if kind in _CONTROL:
                    return out if kind is Jump or kind is Leave else (out, step)
                if isinstance(target, list):
                    if target:
                        values.update(zip(target, out, strict=True))
                else:
                    values[target] = out
        except Fault as fault:
            raise error_of(fault, op) from None
        except (MemoryError, OverflowError) as error:
            reason = str(error) or "there is not enough memory"
            raise NotInterpreted(f"is too large to be interpreted: {reason}", op) from None
        raise InterpreterError("ends a block, but says not where control goes", op)

    # -- Preparing ---------------------------------------------------------------------------------------------------

    def _prepare(self, block: Block) -> list[Step]:
        steps = self._blocks[block] = [self._step(op) for op in block.ops]
        if not steps:
            raise Fault("has an empty block, which says not where control goes")
        return steps

    def _step(self, op: Operation) -> Step:
        results: list[Value] = list(op.results)
        return self._kernel(op), _operands_of(op), results[0] if len(results) == 1 else results, op

    def _kernel(self, op: Operation) -> Kernel:
        prepare = find_semantics(type(op))
        if prepare is None:
            return _failing(semantics.reason_for_lack(op), NoMeaning)
        try:
            for result_type in op.result_types:
                if (
                    isinstance(result_type, ShapedType)
                    and is_vector_like(result_type)
                    and DYNAMIC not in result_type.shape
                ):
                    checked_sizes(run_shape(result_type, self.vscale), scalar_width(result_type))
            kernel = checked_kernel(op, prepare, self) if is_foreign(op) else prepare(op, self)
            return self._noted(op, kernel) if may_touch_memory(op) and is_in_kernel(op) else kernel
        except Fault as fault:
            return _failing(str(fault))

    def _noted(self, op: Operation, kernel: Kernel) -> Kernel:
        """A kernel that leaves behind who ran."""

        def run(*operands: Any) -> Any:
            self.acting = op
            return kernel(*operands)

        return run

    # -- What kernels ask for ----------------------------------------------------------------------------------------

    def symbol(self, user: Operation, reference: SymbolRefAttr) -> Operation:
        """The op that a reference on `user` means."""
        target = self._symbols.lookup_nearest(user, reference)
        if target is None:
            raise Fault(f"refers to '@{'::@'.join(reference.path)}', which is not there")
        return target

    def enter_function(self, function: Operation, args: Sequence[Any]) -> Enter | Sequence[Any]:
        """Call a function: a request to enter it, or the results of one that is defined outside."""
        callable = CallableInterface.of(function)
        if callable is None:
            raise Fault(f"calls '{function.name}', which is not a function")
        region = callable.callable_region(function)
        if region is not None and not region.is_empty:
            return Enter(region, args, is_call=True)
        return self._call_external(function, args)

    def _call_external(self, function: Operation, args: Sequence[Any]) -> Sequence[Any]:
        name = symbol_name(function) or ""
        external = self.externals.get(name)
        if external is None:
            raise NoMeaning(f"calls '@{name}', which has no body; give the interpreter a Python function for it")
        inputs, results = _signature(function)
        returned = external(*(to_python(value, type) for value, type in zip(args, inputs, strict=True)))
        listed = _as_results(returned)
        return [from_python(value, type, self.vscale, []) for value, type in zip(listed, results, strict=True)]

    def allocate(self, size: int, name: str, *, on_stack: bool = False) -> Buffer:
        """Fresh memory; on the stack, it lives as long as the function runs."""
        buffer = Buffer.fresh(size, name)
        buffer.reads_unwritten = self.reads_unwritten
        if on_stack:
            self._frame.on_stack.append(buffer)
        return buffer

    @property
    def frame(self) -> Frame:
        """The activation that runs."""
        return self._frame

    @frame.setter
    def frame(self, frame: Frame) -> None:
        self._frame = frame

    def expect_steps(self, count: int) -> None:
        """Refuse to begin what takes more steps than the program may take."""
        if self.steps + count > self.max_steps:
            raise OutOfSteps(self._exhausted())

    def _exhausted(self) -> str:
        return f"is where the program takes more than {self.max_steps} steps (max_steps)"

    def stack_mark(self) -> int:
        """Return the stack height of the running function."""
        return len(self._frame.on_stack)

    def release_stack(self, mark: int) -> None:
        """Free what came on the stack since the mark was taken."""
        self._frame.release(mark)

    def global_memory(self, op: Operation, make: Callable[[], Buffer]) -> Buffer:
        """The memory of a global, made when it is first asked for."""
        buffer = self._globals.get(op)
        if buffer is None:
            buffer = self._globals[op] = make()
        if self.watch is not None:
            self.watch.observe(buffer)
        return buffer


class Frame:
    """The values of one activation of a function, what it has on the stack, and what its names of sizes stand for."""

    __slots__ = ("on_stack", "sizes", "values")

    def __init__(self) -> None:
        self.values: dict[Value, Any] = {}
        self.on_stack: list[Buffer] = []
        self.sizes: dict[str, int] = {}

    def for_thread(self, *, is_call: bool) -> Frame:
        """A frame for a thread of its own; if it is no call, it sees what is known here."""
        frame = Frame()
        if not is_call:
            frame.values.update(self.values)
            frame.sizes = self.sizes
        return frame

    def bind_sizes(self, block: Block, args: Sequence[Any]) -> None:
        """Let names in the types of arguments stand for their sizes; refuse sizes that contradict each other."""
        named: list[tuple[TensorType, Any]] = []
        for argument, value in zip(block.args, args, strict=True):
            type = argument.type
            if isinstance(type, TensorType) and type.binds_sizes and value is not POISON:
                named.append((type, value))
        for method in ("bind_sizes", "check_sizes"):
            for type, value in named:
                unknown = [size for size, static in zip(value.shape, type.shape, strict=True) if static == DYNAMIC]
                reason = getattr(type.encoding, method)(unknown, self.sizes)
                if reason is not None:
                    raise Fault(f"is called with arguments that contradict each other: {reason}")

    def release(self, mark: int = 0) -> None:
        """Free what came on the stack after the first `mark` buffers."""
        for buffer in self.on_stack[mark:]:
            buffer.is_freed = True
        del self.on_stack[mark:]


def interpret(module: Operation, name: str, *args: Any, **options: Any) -> list[Any]:
    """Run one function of a module once."""
    return Interpreter(module, **options).run(name, *args)


def may_touch_memory(op: Operation) -> bool:
    """Return whether it is worth noting that an op runs, for messages about memory."""
    return not op.regions and Pure not in op.traits


def is_in_kernel(op: Operation) -> bool:
    """Return whether threads of a launch run an op."""
    around = op.parent_op
    while around is not None:
        if around.name in ("gpu.launch", "gpu.func"):
            return True
        around = around.parent_op
    return False


def _operands_of(op: Operation) -> Value | itemgetter[Any] | None:
    operands = op.operands
    return itemgetter(*operands) if len(operands) > 1 else operands[0] if operands else None


def _failing(reason: str, kind: type[Fault] = Fault) -> Kernel:
    """A kernel for what may stand in the program, but must not be reached."""

    def fail(*_: Any) -> Any:
        raise kind(reason)

    return fail


_kind_of: Callable[[object], type] = type
_CONTROL = frozenset({Jump, Leave, Enter, GeneratorType})
"""Results of kernels that are not values but control transfers."""


def _as_results(returned: Any) -> Sequence[Any]:
    """Return the results of a Python function as a list."""
    if returned is None:
        return ()
    return cast(Sequence[Any], returned) if isinstance(returned, (list, tuple)) else (returned,)


def _reference(name: str) -> SymbolRefAttr:
    root, *nested = name.removeprefix("@").split("::")
    return SymbolRefAttr(root, tuple(part.removeprefix("@") for part in nested))


def _signature(function: Operation) -> tuple[Sequence[Type], Sequence[Type]]:
    """The types of a function's arguments and results."""
    callable = CallableInterface.of(function)
    assert callable is not None
    stated = function.get_attr("function_type")
    if isinstance(stated, TypeAttr) and isinstance(stated.type, FunctionType):
        return stated.type.inputs, stated.type.results
    region = callable.callable_region(function)
    inputs: list[Type] = region.entry.arg_types if region is not None and not region.is_empty else []
    return inputs, callable.callable_results(function)
