"""The table of meanings: for each kind of op the function that says what it does.

A meaning is prepared once for each op and then run as often as control comes by:

    @semantics(DimOp)
    def dim(op: DimOp, machine: Machine) -> Kernel:
        return lambda source, index: source.sizes[used_index(index)]

What a kernel returns: the value of an op with one result, a sequence for several, `None` for none. A terminator returns
a `Jump` or a `Leave`. An op with regions is a generator that yields `Enter(region, arguments)` and is sent the `Leave`
by which control came out. Where behaviour is undefined, a kernel raises `Fault`.

Most ops are elementwise: `elementwise` takes a function of scalars, gives poison for poison, and extends it to vectors
and tensors.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Generator, Mapping, Sequence
from functools import wraps
from typing import Any, Protocol

from dlc.ir import Block, Operation, Region, SymbolRefAttr, Type
from dlc.ir.definition import Op
from dlc.ir.forks import at_work
from dlc.ir.op_table import OpTable

from .errors import Fault
from .memory import Buffer
from .values import POISON, Array, Elements, is_vector_like, scalar_width

Kernel = Callable[..., Any]
Nullary = Callable[[], Any]
Unary = Callable[[Any], Any]
Binary = Callable[[Any, Any], Any]
RegionRun = Generator["Enter", "Leave", Any]
"""The kernel of an op with regions."""
Ternary = Callable[[Any, Any, Any], Any]
ScalarFunction = Callable[..., Any]
PerOp = Callable[[Any], ScalarFunction]
"""A function from an op to its function of scalars."""


class Jump:
    """Control goes on in another block of the region."""

    __slots__ = ("block", "values")

    def __init__(self, block: Block, values: Sequence[Any]) -> None:
        self.block = block
        self.values = values


class Leave:
    """Control leaves the region by a terminator, which hands values to the op around it."""

    __slots__ = ("op", "values")

    def __init__(self, op: Operation, values: Sequence[Any]) -> None:
        self.op = op
        self.values = values


class Enter:
    """Control enters a region; as a call, where the region sees none of the values outside."""

    __slots__ = ("args", "is_call", "region")

    def __init__(self, region: Region, args: Sequence[Any], *, is_call: bool = False) -> None:
        self.region = region
        self.args = args
        self.is_call = is_call


class Meeting:
    """A thread of a launch waits for others; what it is sent then is what they agreed on."""

    __slots__ = ("group", "lanes", "op", "until", "value")

    def __init__(
        self,
        op: Operation,
        value: Any = None,
        lanes: int | None = None,
        group: int | None = None,
        until: Callable[[], bool] | None = None,
    ) -> None:
        self.op = op
        self.value = value
        self.lanes = lanes
        """How many threads of the subgroup take part, where these are not all."""
        self.group = group
        """How many threads meet, where these are neither all of the block nor those of a subgroup."""
        self.until = until
        """Whether the thread may go on, where it waits for copies at the barrier `value` instead of meeting others."""


class Machine(Protocol):
    """The services of the interpreter that kernels use."""

    vscale: int
    mask: Any
    """Set while the region of a `vector.mask` runs: which elements its op is to work on."""
    grid_point: Sequence[int]
    """Where in the grid of a structured op its body runs."""
    thread: Any
    """Of a launch, the one that runs."""
    acting: Operation | None
    """The last op inside a kernel that may have touched memory."""
    watch: Any
    """Who is told what threads do to memory, while a launch runs."""
    output: list[str]
    """The output of the program."""
    frame: Any
    """The activation that runs: the values of a function so far, and what it has on the stack."""

    @property
    def sizes(self) -> dict[str, int]:
        """The values of named sizes in the running function."""
        ...

    def symbol(self, user: Operation, reference: SymbolRefAttr) -> Operation:
        """The op that a reference on `user` means."""
        ...

    def enter_function(self, function: Operation, args: Sequence[Any]) -> Enter | Sequence[Any]:
        """Call a function: a request to enter it, or the results of one that is defined outside."""
        ...

    def allocate(self, size: int, name: str, *, on_stack: bool = False) -> Buffer:
        """Fresh memory; on the stack, it lives as long as the function runs."""
        ...

    def new_stack(self, entered: Enter, frame: Any) -> Any:
        """A thread of control that has not begun yet."""
        ...

    def advance(self, stack: Any, answer: Any = None) -> Leave | Meeting:
        """Run a thread of control until it is done, or must meet other threads."""
        ...

    def expect_steps(self, count: int) -> None:
        """Refuse to begin what takes more steps than the program may take."""
        ...

    def stack_mark(self) -> int:
        """Return the stack height of the running function."""
        ...

    def release_stack(self, mark: int) -> None:
        """Free what came on the stack since the mark was taken."""
        ...

    def global_memory(self, op: Operation, make: Callable[[], Buffer]) -> Buffer:
        """The memory of a global, made when it is first asked for."""
        ...


def as_results(values: Sequence[Any]) -> Any:
    """Return values in the form in which a kernel returns the results of an op."""
    return values[0] if len(values) == 1 else list(values)


Prepare = Callable[[Any, Machine], Kernel]
semantics = OpTable[Prepare](
    "meaning in the interpreter",
    "'convert-imported' translates ops of StableHLO, TOSA and others, and @semantics or @elementwise of "
    "dlc.interp.semantics gives an op of your own one",
)
"""Makes a function the meaning of some kinds of op."""
_DIALECTS = (
    *("amdgpu", "arith", "bufferization", "builtin", "cf", "complex", "func", "gpu", "graph", "index", "linalg"),
    *("loop", "math", "memref", "nvgpu", "scf", "tensor", "ub", "vector"),
)
_modules: dict[str, str] = {dialect: f"dlc.interp.ops.{dialect}" for dialect in _DIALECTS}


def provide(modules: Mapping[str, str]) -> None:
    """Say which Python module gives the ops of a dialect their meanings; it is imported when one is first met."""
    _modules.update(modules)


def find_semantics(kind: type[Operation]) -> Prepare | None:
    """The meaning of a kind of op, if it has one."""
    prepare = semantics.get(kind)
    if prepare is None and issubclass(kind, Op) and kind.renamed_from is not None:
        return find_semantics(kind.renamed_from)
    if prepare is None and kind.is_registered:
        module = _modules.pop(kind.name.partition(".")[0], None)
        if module is not None:
            with at_work():
                importlib.import_module(module)
            prepare = semantics.get(kind)
    return prepare


# -- Elementwise -----------------------------------------------------------------------------------------------------


def elementwise(*kinds: type[Operation]) -> Callable[[PerOp], PerOp]:
    """Make `function(op)`, which gives a function of scalars, the meaning of some kinds of op.

    Where an operand's element is poison, so is the result's; the function is not asked.
    """

    def register(function: PerOp) -> PerOp:
        @wraps(function)
        def prepare(op: Any, _: Machine) -> Kernel:
            return extend(poison_strict(function(op), len(op.operands)), op.results[0].type)

        semantics(*kinds)(prepare)
        return function

    return register


def extend(scalar: ScalarFunction, result: Type) -> Kernel:
    """A function of scalars as one of whatever the result is: vectors and tensors element by element."""
    return lanewise(scalar, scalar_width(result)) if is_vector_like(result) else scalar


def lanewise(scalar: ScalarFunction, width: int) -> Kernel:
    """A function of scalars over all elements; a scalar among the operands goes to each."""

    def run(*operands: Any) -> Elements:
        shape = next(operand.shape for operand in operands if isinstance(operand, Elements))
        columns = [_column(operand, shape) for operand in operands]
        return Elements.of(list(map(scalar, *columns)), shape, width)

    return run


def unless_poisoned(at_once: Callable[[Array, Array], Array], each: Kernel) -> Kernel:
    """A function of the bits of all elements of two operands; `each` is called if there is poison among them."""

    def run(lhs: Any, rhs: Any) -> Elements:
        is_plain = lhs is not POISON and rhs is not POISON and lhs.poison is None and rhs.poison is None
        if is_plain and lhs.bits.shape == rhs.bits.shape:
            return Elements(at_once(lhs.bits, rhs.bits))
        return each(lhs, rhs)

    return run


def _column(operand: Any, shape: Sequence[int]) -> list[Any]:
    if isinstance(operand, Elements):
        if operand.shape != shape:
            raise Fault(f"combines shapes {list(shape)} and {list(operand.shape)}")
        return operand.items()
    count = 1
    for size in shape:
        count *= size
    return [operand] * count


def poison_strict(scalar: ScalarFunction, count: int | None = None) -> ScalarFunction:
    """The same function, with poison for poison; quicker if it is known how many operands there are."""

    def run(*operands: Any) -> Any:
        return POISON if POISON in operands else scalar(*operands)

    def run_on_one(operand: Any) -> Any:
        return POISON if operand is POISON else scalar(operand)

    def run_on_two(lhs: Any, rhs: Any) -> Any:
        return POISON if lhs is POISON or rhs is POISON else scalar(lhs, rhs)

    return run_on_one if count == 1 else run_on_two if count == 2 else run
