"""Graph programs drawn at random, from what the ops' definitions say, with arguments to run them on.

    drawn = draw_graph(Random(7))
    drawn.module, drawn.worlds[0].arguments

A program is run while it is drawn: each op that is tried is verified, and computed in every world, which has sizes for
the names and arrays for the arguments. It stays if that works, floats stay moderate, and nothing hangs on how they are
rounded (`shadowed_values`). So rules about what fits what need not be known here: `drawn_graph_ops` fills in operands
and properties by their constraints, `drawn_graph_hints` has what makes sense where chance would hardly find it, and
`drawn_graph_regions` nests programs in programs.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np

from dlc.dialects.builtin import ModuleOp
from dlc.dialects.func import FuncOp, ReturnOp
from dlc.dialects.graph import AbsOp, BroadcastOp, CastOp, ConstantOp, CoshOp, SinOp
from dlc.dialects.graph.tensors import fits_memory, shape_of, shape_of_type, tensor_of, with_element
from dlc.interp.conversion import elements_from_python
from dlc.interp.errors import Fault, InterpreterError
from dlc.interp.values import Elements
from dlc.ir.attributes import Type
from dlc.ir.blocks import Block
from dlc.ir.builtin_attributes import DenseElementsAttr, StringAttr, TypeAttr, i64_array
from dlc.ir.builtin_types import (
    FloatType,
    FunctionType,
    IntegerType,
    TensorType,
    bf16,
    f16,
    f32,
    f64,
    i1,
    i8,
    i32,
    i64,
)
from dlc.ir.errors import DlcError
from dlc.ir.operations import IRMapping, Operation
from dlc.ir.sizes import Dim, Shape, Size, substitute
from dlc.ir.values import Value
from dlc.ir.verifier import verify

from .drawn_arrays import draw_array
from .shadowed_values import Exaggerating, Expected, OpRunner, Shadows, expected_of, hangs_on_rounding, may_round

ELEMENTS: Mapping[Type, int] = {
    f32: 55,
    f64: 8,
    f16: 5,
    bf16: 5,
    i64: 7,
    i32: 7,
    i8: 4,
    IntegerType(16): 2,
    IntegerType(8, "u"): 4,
    i1: 4,
}
"""Element types, and how often they are drawn."""
NAMES = ("n", "m", "k")
LARGEST_TENSOR = 48
SIZES: Mapping[int, int] = {1: 20, 2: 30, 3: 30, 4: 15, 5: 8, 0: 1}
TRIES = 12
"""How many attempts an op of the program may take."""


class Unfit(Exception):
    """The program under construction cannot be completed; another attempt follows."""


@dataclass(frozen=True)
class GraphOptions:
    """The options of random programs."""

    ops: int = 20
    kinds: Collection[type[Operation]] = ()
    """The ops to be drawn from."""
    worlds: int = 2
    """On how many sets of arguments it is run at most: one where all sizes are numbers."""
    symbolic: float = 0.5
    """How likely it is that there are sizes with names."""
    deepest: int = 2
    """How deep regions nest."""
    specials: float = 0.1
    """How many of the results that have NaN or infinities are kept."""
    largest: int = LARGEST_TENSOR
    """How many elements a tensor has at most."""
    sizes: Mapping[int, int] = field(default_factory=lambda: SIZES)
    """Sizes of dimensions, and how often they are drawn."""
    name_sizes: Sequence[Sequence[int]] = ()
    """The possible values of named sizes, in each world."""


class World:
    """Sizes for the names, arrays for the arguments, and what all values are then."""

    def __init__(self, module: Operation, sizes: Mapping[str, int], seed: int) -> None:
        self.sizes = dict(sizes)
        self.arrays = np.random.default_rng(seed)
        self.arguments: list[Any] = []
        self.values: dict[Value, Shadows] = {}
        self._plain = OpRunner(module).of_sizes(sizes)
        self._up = Exaggerating(module, 1.0)
        self._down = Exaggerating(module, -1.0)
        for runner in (self._up, self._down):
            runner.of_sizes(sizes)

    def size(self, dim: Dim) -> int:
        """A size as a number."""
        size = substitute(dim, self.sizes)
        if not isinstance(size, int) or size < 0:
            raise Unfit
        return size

    def add_argument(self, value: Value) -> None:
        """An array for a new argument."""
        array = self.array_for(value.type)
        self.arguments.append(array)
        self.values[value] = Shadows.exact(elements_from_python(array, value.type, 1))  # type: ignore[arg-type]

    def array_for(self, type: Type) -> Any:
        """Any array of a type."""
        assert isinstance(type, TensorType)
        return draw_array(self.arrays, [self.size(dim) for dim in shape_of_type(type)], type.element_type)

    def compute(self, op: Operation) -> list[Shadows]:
        """The results of an op without regions."""
        operands = [self.values[value] for value in op.operands]
        if hangs_on_rounding(op, operands):
            raise Fault("has operands that may be on either side of a step")
        plain = self._plain.results_of(op, [value.plain for value in operands])
        up = self._up.moved_results_of(op, [value.up for value in operands], plain) if may_round(op) else None
        down = self._down.moved_results_of(op, [value.down for value in operands], plain) if may_round(op) else None
        if (up is None or down is None) and all(value.is_exact for value in operands):
            return list(map(Shadows.exact, plain))
        if up is None or down is None:
            up = self._up.exact_results_of(op, [value.up for value in operands])
            down = self._down.exact_results_of(op, [value.down for value in operands])
        return [Shadows(*each) for each in zip(plain, up, down, strict=True)]

    def compute_in_function(self, module: Operation, name: str, arguments: Sequence[Shadows]) -> list[Shadows]:
        """The results of a function, which may hold anything."""
        runners = (OpRunner(module), Exaggerating(module, 1.0), Exaggerating(module, -1.0))
        runs = [
            [value for value, _ in runner.evaluate(name, *(value[number] for value in arguments))]
            for number, runner in enumerate(runners)
        ]
        return [Shadows(*each) for each in zip(*runs, strict=True)]


@dataclass
class DrawnGraph:
    """A program with the worlds that it was drawn in; its function is `@main`."""

    module: ModuleOp
    worlds: list[World]
    results: list[Value]
    tried: dict[str, int] = field(default_factory=dict[str, int])
    """How often each kind of op was tried."""
    kept: dict[str, int] = field(default_factory=dict[str, int])
    """How often it stayed."""

    def expected(self, world: World) -> list[Expected]:
        """Return the expected results in a world."""
        arrays = [expected_of(world.values[value], value.type) for value in self.results]
        return [each for each in arrays if each is not None]


class GraphDrawer:
    """Draws one program. Hints and filling functions use it to choose values, sizes and numbers."""

    def __init__(self, random: Random, options: GraphOptions) -> None:
        self.random = random
        self.options = options
        self.module = ModuleOp.containing()
        self.function = FuncOp.of("main", [])
        self.module.block.append(self.function)
        self.block: Block = self.function.entry
        self.names: Sequence[str] = NAMES[: random.randint(1, 3)] if random.random() < options.symbolic else ()
        self.worlds = [World(self.module, sizes, random.getrandbits(32)) for sizes in self._draw_sizes()]
        self.pool: list[Value] = []
        """The values that can be used here."""
        self.depth = 0
        self.may_add_arguments = True
        self.tried: dict[str, int] = {}
        self.kept: dict[str, int] = {}
        self.functions = 0

    def _draw_sizes(self) -> list[dict[str, int]]:
        if not self.names:
            return [{}]
        usual = [(2, 3, 4), self.random.choice([(0, 1, 2), (1, 2, 3), (1, 3, 5), (1,)]), (0, 1)]
        choices = self.options.name_sizes or usual
        return [{name: self.random.choice(sizes) for name in self.names} for sizes in choices[: self.options.worlds]]

    # -- Choices -----------------------------------------------------------------------------------------------------

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def choose(self, choices: Sequence[Any]) -> Any:
        """One of them; there must be one."""
        if not choices:
            raise Unfit
        return self.random.choice(choices)

    def subset(self, choices: Sequence[int], least: int = 0) -> list[int]:
        """Some of them, in ascending order."""
        if len(choices) < least:
            raise Unfit
        return sorted(self.random.sample(choices, self.random.randint(least, len(choices))))

    def element(self, accepts: Callable[[TensorType], bool] = lambda _: True) -> Type:
        """An element type of scalars that are accepted."""
        kinds = [kind for kind in ELEMENTS if accepts(TensorType((), kind))]
        return self.random.choices(kinds, [ELEMENTS[kind] for kind in kinds])[0] if kinds else self.choose(kinds)

    def size(self) -> Dim:
        """A number or a name."""
        if self.names and self.chance(0.5):
            return Size.named(self.choose(self.names))
        return self.random.choices([*self.options.sizes], [*self.options.sizes.values()])[0]

    def shape(self, least: int = 0) -> Shape:
        """Sizes of any tensor of a rank that is not less."""
        rank = max(least, self.random.choices((0, 1, 2, 3, 4), (10, 30, 35, 20, 5))[0])
        return tuple(self.size() for _ in range(rank))

    def fits(self, shape: Shape) -> bool:
        """Return whether a tensor is small, and has sizes, in each world."""
        counts = [int(np.prod([world.size(dim) for dim in shape])) for world in self.worlds if None not in shape]
        return all(count <= self.options.largest for count in counts) and fits_memory(shape)

    # -- Values ------------------------------------------------------------------------------------------------------

    def pick(self, accepts: Callable[[Type], bool], least_rank: int = 0) -> Value:
        """A value of a type that is accepted; a new argument, where there is none, or at times."""
        fitting = [v for v in self.pool if len(shape_of(v)) >= least_rank and accepts(v.type)]
        unused = [value for value in fitting if not value.has_uses]
        if unused and self.chance(0.5):
            return self.choose(unused)
        if fitting and not self.chance(0.1):
            return self.choose(fitting)
        return self.argument(tensor_of(self.shape(least_rank), self.element(accepts)))

    def tensor(self, element: Type, shape: Shape) -> Value:
        """A value with these elements and sizes: one that is there, or is made from others, or new."""
        return self.value_of(tensor_of(tuple(shape), element))

    def value_of(self, type: Type) -> Value:
        """A value of just this type."""
        assert isinstance(type, TensorType)
        fitting = [value for value in self.pool if value.type is type]
        if fitting and self.chance(0.75):
            return self.choose(fitting)
        ways = [self._by_cast, self._by_broadcast, self.argument, self.argument, self.any_constant]
        self.random.shuffle(ways)
        for way in ways:
            try:
                return way(type)
            except Unfit:
                continue
        return self.choose(fitting)

    def _by_cast(self, type: TensorType) -> Value:
        if CastOp not in self.options.kinds:
            raise Unfit
        others = [v for v in self.pool if v.type is not type and with_element(v.type, type.element_type) is type]
        return self.add(CastOp(self.choose(others), type))[0]

    def _by_broadcast(self, type: TensorType) -> Value:
        shape = shape_of_type(type)
        if None in shape:
            raise Unfit
        dims = self.subset(range(len(shape)))
        wanted = tensor_of(tuple(shape[dim] for dim in dims), type.element_type)
        sources = [value for value in self.pool if value.type is wanted and wanted is not type]
        return self.add(BroadcastOp(self.choose(sources), i64_array(dims), type))[0]

    def argument(self, type: TensorType) -> Value:
        """A new argument of the function."""
        shape = shape_of_type(type)
        if not self.may_add_arguments or None in shape or not self.fits(shape):
            raise Unfit
        argument = self.function.entry.add_argument(type)
        for world in self.worlds:
            world.add_argument(argument)
        if self.depth == 0:
            self.pool.append(argument)
        return argument

    def any_constant(self, type: TensorType) -> Value:
        """A constant of whatever numbers."""
        return self.constant(self.worlds[0].array_for(type), type)

    def constant(self, numbers: Any, type: TensorType) -> Value:
        """A constant of these numbers; of one, if there is just one."""
        if not type.has_static_shape or not self.fits(shape_of_type(type)):
            raise Unfit
        array = np.asarray(numbers)
        wanted = TensorType(array.shape, type.element_type)
        value = elements_from_python(array, wanted, 1)
        splat = array.shape != type.shape
        return self.add(ConstantOp(DenseElementsAttr.from_bits(type, value.items()[:1] if splat else value.items())))[0]

    def filled(self, number: float, element: Type, shape: Shape) -> Value:
        """A tensor of one number."""
        if all(isinstance(dim, int) for dim in shape):
            return self.constant(number, tensor_of(tuple(shape), element))
        if None in shape:
            raise Unfit
        scalar = self.constant(number, tensor_of((), element))
        return self.add(BroadcastOp(scalar, i64_array([]), tensor_of(tuple(shape), element)))[0]

    # -- Ops ---------------------------------------------------------------------------------------------------------

    def add(self, op: Operation) -> Sequence[Value]:
        """Put an op at the end, if it is valid, can be computed everywhere, and makes what others can go on with."""
        self.tried[op.name] = self.tried.get(op.name, 0) + 1
        self.block.append(op)
        if not self._is_good(op):
            op.erase()
            raise Unfit
        self.kept[op.name] = self.kept.get(op.name, 0) + 1
        self.pool += op.results
        return op.results

    def _is_good(self, op: Operation) -> bool:
        if not verify(op) or not all(self._has_small_type(result) for result in op.results):
            return False
        results: list[list[Shadows]] = []
        for world in self.worlds:
            try:
                results.append(self.compute(world, op))
            except (Fault, InterpreterError):
                return False
        keeps_specials = self.chance(self.options.specials)
        if not all(self._is_moderate(op, values, keeps_specials) for values in results):
            return False
        for world, values in zip(self.worlds, results, strict=True):
            world.values.update(zip(op.results, values, strict=True))
        return True

    def _has_small_type(self, value: Value) -> bool:
        try:
            return self.fits(shape_of(value))
        except Unfit:
            return False

    def _is_moderate(self, op: Operation, values: Sequence[Shadows], keeps_specials: bool) -> bool:
        for value, result in zip(values, op.results, strict=True):
            if isinstance(value.plain, Elements) and value.plain.bits.size > self.options.largest:
                return False
            expected = expected_of(value, result.type)
            if expected is None:
                return False
            is_float = isinstance(result.type, TensorType) and isinstance(result.type.element_type, FloatType)
            if is_float and not keeps_specials and not np.isfinite(expected.array.astype(np.float64)).all():
                return False
        return True

    def compute(self, world: World, op: Operation) -> list[Shadows]:
        """Return the results of an op; one with regions, or that calls, in a function of its own."""
        if not op.regions and op.name != "graph.call":
            return world.compute(op)
        entry = self.function.entry
        seen = [v for v in world.values if _is_used_in(v, op)]
        outer = [*entry.args, *(value for value in seen if value.parent_block is not entry or value.defining_op)]
        scratch = FuncOp.of("scratch", [value.type for value in outer], op.result_types)
        mapping = IRMapping()
        mapping.map(outer, scratch.entry.args)
        copy = scratch.entry.append(op.clone(mapping))
        scratch.entry.append(ReturnOp(copy.results))
        self.module.block.append(scratch)
        try:
            return world.compute_in_function(self.module, "scratch", [world.values[value] for value in outer])
        finally:
            scratch.erase()

    def tamed(self, op: Operation) -> Sequence[Value]:
        """Repeat an op on floats whose first operand was outside its domain, with an operand inside it."""
        for kind in (AbsOp, SinOp, CoshOp):
            if kind not in self.options.kinds:
                continue
            try:
                inside = self.add(kind(op.operands[0]))[0]
                return self.add(type(op).create([inside, *op.operands[1:]], op.result_types, dict(op.properties)))
            except (Unfit, DlcError):
                continue
        raise Unfit

    # -- Nesting -----------------------------------------------------------------------------------------------------

    @contextmanager
    def inside(self, block: Block) -> Generator[None]:
        """Draw into another block, which sees what is there."""
        outer, count = self.block, len(self.pool)
        self.block, self.depth = block, self.depth + 1
        self.pool += block.args
        try:
            yield
        finally:
            self.block, self.depth = outer, self.depth - 1
            del self.pool[count:]

    def draw_ops(self, count: int, draw: Callable[[GraphDrawer], object]) -> None:
        """Generate up to `count` ops."""
        drawn = 0
        for _ in range(TRIES * count):
            if drawn >= count:
                return
            try:
                draw(self)
                drawn += 1
            except (Unfit, DlcError):
                continue

    # -- The end -----------------------------------------------------------------------------------------------------

    def finish(self) -> DrawnGraph:
        """Return what nothing uses."""
        results = [value for value in self.pool if not value.has_uses][-10:]
        results += self.random.sample(self.pool, min(len(self.pool), 2))
        results = list(dict.fromkeys(results))
        self.function.entry.append(ReturnOp(results))
        types = FunctionType(tuple(self.function.entry.arg_types), tuple(value.type for value in results))
        self.function.function_type = TypeAttr(types)
        return DrawnGraph(self.module, self.worlds, results, self.tried, self.kept)

    def new_name(self) -> StringAttr:
        """A name for another function."""
        self.functions += 1
        return StringAttr(f"f{self.functions}")


def _is_used_in(value: Value, op: Operation) -> bool:
    return any(op is user or op.is_ancestor_of(user) for user, _ in value.uses)


def draw_graph(random: Random, options: GraphOptions, draw: Callable[[GraphDrawer], object]) -> DrawnGraph:
    """Generate a program of at least `count` ops, each by `draw`."""
    drawer = GraphDrawer(random, options)
    for name in drawer.names:
        drawer.argument(tensor_of((Size.named(name),), drawer.element()))
    for _ in range(random.randint(1, 3)):
        drawer.draw_ops(1, lambda d: d.argument(tensor_of(d.shape(), d.element())))
    for _ in range(options.ops * TRIES):
        if sum(drawer.kept.values()) >= options.ops:
            break
        drawer.draw_ops(1, draw)
    return drawer.finish()
