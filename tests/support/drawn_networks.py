"""Small networks drawn as text, of what passes on graphs look for: linear ops with numbers by channel around them,
transposes and reshapes with what may lie between, chains of arithmetic with constants.

    text, arguments = draw_linear(Random(7))

The function is `@main`. Chance would hardly find such neighbourhoods among all programs (`drawn_graphs`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import numpy as np

Array = Any
Shape = tuple[int, ...]


class NamedSize(int):
    """A size that is called `n` in the types of some programs, with the number that arguments have there.

    What is computed from it is a plain number, and so is any size that happens to be as large.
    """


NAMED = NamedSize(7)


def is_named(size: int) -> bool:
    """Return whether a size is `n`, and not just as large."""
    return isinstance(size, NamedSize)


class Network:
    """A program under construction: values are names with shapes."""

    def __init__(self, random: Random, element: str = "f32") -> None:
        self.random = random
        self.element = element
        self.dtype: Any = {"f32": np.float32, "f64": np.float64, "i32": np.int32, "ui8": np.uint8}[element]
        self.numbers = np.random.default_rng(random.getrandbits(32))
        self.lines: list[str] = []
        self.shapes: dict[str, Shape] = {}
        self.inputs: list[tuple[str, Array]] = []
        self.has_names = element == "f32" and random.random() < 0.4
        """Whether types say `n` where a size is `NAMED`; otherwise they say its number."""

    def type(self, shape: Shape) -> str:
        if not self.has_names or not any(map(is_named, shape)):
            return self.static_type(shape)
        sizes = "".join("?x" if is_named(size) else f"{size}x" for size in shape)
        return f"tensor<{sizes}{self.element}, #graph.dims<{', '.join('n' for size in shape if is_named(size))}>>"

    def static_type(self, shape: Shape) -> str:
        return f"tensor<{''.join(f'{size}x' for size in shape)}{self.element}>"

    def array(self, shape: Shape) -> Array:
        if self.element.startswith("f"):
            return (self.numbers.integers(2, 12, shape) * self.numbers.choice([-0.25, 0.25], shape)).astype(self.dtype)
        return self.numbers.integers(0, 100, shape).astype(self.dtype)

    def input(self, shape: Shape) -> str:
        name = f"%in{len(self.inputs)}"
        self.inputs.append((f"{name}: {self.type(shape)}", self.array(shape)))
        self.shapes[name] = shape
        return name

    def fresh(self, text: str, shape: Shape) -> str:
        name = f"%{len(self.lines)}"
        self.lines.append(f"  {name} = {text}")
        self.shapes[name] = shape
        return name

    def constant(self, array: Array) -> str:
        """A constant; its type is static."""
        listed = np.asarray(array)
        text = f"{listed.tolist()}" if listed.shape else f"{listed}"
        return self.fresh(f"graph.constant dense<{text}> : {self.static_type(listed.shape)}", listed.shape)

    def unary(self, op: str, value: str) -> str:
        shape = self.shapes[value]
        return self.fresh(f"graph.{op} {value} : {self.type(shape)}", shape)

    def binary(self, op: str, a: str, b: str) -> str:
        if op not in ("sub", "div") and self.random.random() < 0.3:
            a, b = b, a
        return self.fresh(f"graph.{op} {a}, {b} : {self.type(self.shapes[a])}", self.shapes[a])

    def broadcast(self, value: str, dims: Sequence[int], shape: Shape) -> str:
        source = self.shapes[value]
        type = f"{self.static_type(source)} -> {self.type(shape)}"
        return self.fresh(f"graph.broadcast {value}, {list(dims)} : {type}", shape)

    def by_channel(self, shape: Shape, dim: int) -> str:
        """A constant that only changes along one dimension, in one of the ways in which it may be written."""
        size = shape[dim]
        way = self.random.randrange(4)
        if way == 0:
            return self.broadcast(self.constant(self.array((size,))), [dim], shape)
        if way == 1:
            ones = tuple(size if each == dim else 1 for each in range(len(shape)))
            return self.broadcast(self.constant(self.array(ones)), range(len(shape)), shape)
        if way == 2:
            return self.broadcast(self.constant(self.array(())), [], shape)
        ones = tuple(1 if each > dim else size for each in range(dim, len(shape)))
        return self.broadcast(self.constant(self.array(ones)), range(dim, len(shape)), shape)

    def program(self, *results: str) -> tuple[str, list[Array]]:
        types = ", ".join(self.type(self.shapes[result]) for result in results)
        signature = ", ".join(text for text, _ in self.inputs)
        body = "\n".join([*self.lines, f"  return {', '.join(results)} : {types}"])
        return f"func.func @main({signature}) -> ({types}) {{\n{body}\n}}\n", [array for _, array in self.inputs]


# -- Numbers by channel ------------------------------------------------------------------------------------------------


def draw_linear(random: Random) -> tuple[str, list[Array]]:
    """A linear op, with what is done by channel in front and behind."""
    net = Network(random, random.choice(["f32", "f64"]))
    draw = random.choice([_draw_convolution, _draw_convolution, _draw_transposed, _draw_contraction])
    value, dim = draw(net)
    for _ in range(random.randrange(5)):
        value = _by_channel(net, value, dim)
    return net.program(value)


def _by_channel(net: Network, value: str, dim: int) -> str:
    shape = net.shapes[value]
    op = net.random.choice(["add", "add", "mul", "mul", "sub", "div", "batch_norm", "batch_norm"])
    if op != "batch_norm":
        return net.binary(op, value, net.by_channel(shape, dim))
    size = shape[dim]
    parameters = [net.constant(net.array((size,))) for _ in range(3)]
    variance = net.constant(np.abs(net.array((size,))))
    listed = ", ".join([value, *parameters, variance])
    types = f"{net.type(shape)}, {net.static_type((size,))}"
    return net.fresh(f"graph.batch_norm {listed}, {dim} epsilon 1.0e-03 : {types}", shape)


def _front(net: Network, shape: Shape, dim: int) -> str:
    value = net.input(shape)
    for _ in range(net.random.choice([0, 0, 1, 2])):
        value = _by_channel(net, value, dim)
    return value


def _window_layout(net: Network) -> tuple[str, str, str, dict[str, int]]:
    random = net.random
    labels = ["".join(random.sample(letters, len(letters))) for letters in ("NCW", "OIW", "NCW")]
    groups = random.choice([1, 1, 2])
    sizes = {"N": 2, "I": random.choice([1, 2]), "O": groups * random.choice([1, 2]), "G": groups}
    return labels[0], labels[1], labels[2], sizes


def _draw_convolution(net: Network) -> tuple[str, int]:
    source, kernel, result, sizes = _window_layout(net)
    groups, padded = sizes["G"], net.random.random() < 0.3
    extents = {"N": NAMED, "C": sizes["I"] * groups, "W": 5}
    value = _front(net, tuple(extents[letter] for letter in source), source.index("C"))
    window = {**sizes, "W": 2}
    weights = net.constant(net.array(tuple(window[letter] for letter in kernel)))
    result_sizes = {"N": NAMED, "C": sizes["O"], "W": 6 if padded else 4}
    shape = tuple(result_sizes[letter] for letter in result)
    parameters = " pad_low [1] pad_high [1]" if padded else ""
    parameters += f" groups {groups}" if groups > 1 else ""
    types = f"{net.type(net.shapes[value])}, {net.static_type(net.shapes[weights])} -> {net.type(shape)}"
    layout = f"<{source} x {kernel} -> {result}>"
    return net.fresh(f"graph.convolution {value}, {weights}, {layout}{parameters} : {types}", shape), result.index("C")


def _draw_transposed(net: Network) -> tuple[str, int]:
    source, kernel, result, sizes = _window_layout(net)
    groups = sizes["G"]
    extents = {"N": NAMED, "C": sizes["O"], "W": 3}
    value = _front(net, tuple(extents[letter] for letter in source), source.index("C"))
    window = {**sizes, "W": 2}
    weights = net.constant(net.array(tuple(window[letter] for letter in kernel)))
    result_sizes = {"N": NAMED, "C": sizes["I"] * groups, "W": 4}
    shape = tuple(result_sizes[letter] for letter in result)
    parameters = f" groups {groups}" if groups > 1 else ""
    types = f"{net.type(net.shapes[value])}, {net.static_type(net.shapes[weights])} -> {net.type(shape)}"
    text = f"graph.transposed_convolution {value}, {weights}, <{source} x {kernel} -> {result}>{parameters}"
    return net.fresh(f"{text} : {types}", shape), result.index("C")


def _draw_contraction(net: Network) -> tuple[str, int]:
    if net.random.random() < 0.3:
        value = _front(net, (4, 3, 2), 1)
        weights = net.constant(net.array((2, 4, 3, 5)))
        types = f"{net.type((4, 3, 2))}, {net.static_type((2, 4, 3, 5))} -> {net.type((4, 2, 2, 5))}"
        text = f"graph.contract {value}, {weights}, batch = [0] x [1], contracting = [1] x [2] : {types}"
        return net.fresh(text, (4, 2, 2, 5)), net.random.randrange(4)
    value = _front(net, (NAMED, 4), 1)
    weights = net.constant(net.array((4, 2)))
    types = f"{net.type((NAMED, 4))}, {net.static_type((4, 2))} -> {net.type((NAMED, 2))}"
    text = f"graph.contract {value}, {weights}, batch = [] x [], contracting = [1] x [0] : {types}"
    return net.fresh(text, (NAMED, 2)), 1


# -- Transposes --------------------------------------------------------------------------------------------------------


def draw_movement(random: Random) -> tuple[str, list[Array]]:
    """Transposes and reshapes, with ops between them."""
    net = Network(random)
    values = [net.input(random.choice([(2, 4, 6), (NAMED, 4, 5), (NAMED, 2, 4)])) for _ in range(random.choice([1, 2]))]
    for _ in range(random.randrange(3, 12)):
        values.append(random.choice(_MOVES)(net, random.choice(values[-3:]), values))
    used = "\n".join(net.lines)
    results = [value for value in values if f"{value}," not in used and f"{value} :" not in used][-4:]
    return net.program(*(results or values[-1:]))


def _transposed(net: Network, value: str, values: Sequence[str]) -> str:
    del values
    shape = net.shapes[value]
    order = net.random.sample(range(len(shape)), len(shape))
    if len(order) == 3 and net.random.random() < 0.7:
        order = net.random.choice([[0, 2, 1], [2, 0, 1], [1, 2, 0]])
    new = tuple(shape[dim] for dim in order)
    return net.fresh(f"graph.transpose {value}, {order} : {net.type(shape)} -> {net.type(new)}", new)


def _reshaped(net: Network, value: str, values: Sequence[str]) -> str:
    del values
    shape = net.shapes[value]
    if any(map(is_named, shape[1:])):
        return net.unary("tanh", value)
    new = (*shape[:1], shape[1] * shape[2]) if len(shape) == 3 else (*shape, 1)
    if len(shape) == 2 and shape[1] % 2 == 0 and net.random.random() < 0.7:
        new = (shape[0], 2, shape[1] // 2)
    return net.fresh(f"graph.reshape {value} : {net.type(shape)} -> {net.type(new)}", new)


def _element(net: Network, value: str, values: Sequence[str]) -> str:
    shape = net.shapes[value]
    same = [each for each in values if net.type(net.shapes[each]) == net.type(shape)]
    way = net.random.randrange(4)
    if way == 0:
        return net.binary("add", value, net.random.choice(same))
    if way == 1:
        dim = net.random.randrange(len(shape))
        return net.binary("mul", value, value if is_named(shape[dim]) else net.by_channel(shape, dim))
    return net.unary(net.random.choice(["relu", "tanh", "neg"]), value)


def _along_dim(net: Network, value: str, values: Sequence[str]) -> str:
    del values
    shape = net.shapes[value]
    rank, type = len(shape), net.type(shape)
    dim = net.random.randrange(rank)
    way = net.random.randrange(6)
    if way == 0:
        keep = net.random.random() < 0.5 or rank < 3
        new = tuple(1 if each == dim else size for each, size in enumerate(shape) if keep or each != dim)
        keep_dims = " keep_dims" if keep else ""
        return net.fresh(f"graph.reduce <max> {value}, [{dim}]{keep_dims} : {type} -> {net.type(new)}", new)
    if way == 1:
        return net.fresh(f"graph.softmax {value}, [{dim}] : {type}", shape)
    if way == 2:
        return net.fresh(f"graph.reverse {value}, [{dim}] : {type} -> {type}", shape)
    if way == 3 and not is_named(shape[dim]):
        new = tuple(2 * size if each == dim else size for each, size in enumerate(shape))
        return net.fresh(f"graph.concat {value}, {value} along {dim} : {type}, {type} -> {net.type(new)}", new)
    if way == 4 and shape[dim] != 1 and not is_named(shape[dim]):
        new = tuple(size - 1 if each == dim else size for each, size in enumerate(shape))
        starts = [1 if each == dim else 0 for each in range(rank)]
        limits = ", ".join("?" for _ in shape)
        bounds = f"{starts} to [{limits}] step {[1] * rank}"
        return net.fresh(f"graph.slice {value}, {bounds} : {type} -> {net.type(new)}", new)
    return net.fresh(f"graph.cumulative <sum> {value}, {dim} : {type} -> {type}", shape)


def _convolved(net: Network, value: str, values: Sequence[str]) -> str:
    del values
    shape = net.shapes[value]
    if len(shape) != 3 or shape[2] < 2 or any(map(is_named, shape[1:])):
        return net.unary("relu", value)
    weights = net.constant(net.array((2, shape[1], 2)) / 8)
    new = (shape[0], 2, shape[2] - 1)
    types = f"{net.type(shape)}, {net.static_type((2, shape[1], 2))} -> {net.type(new)}"
    return net.fresh(f"graph.convolution {value}, {weights}, <NCW x OIW -> NCW> : {types}", new)


_MOVES: Sequence[Callable[[Network, str, Sequence[str]], str]] = (
    *(_transposed, _transposed, _transposed),
    *(_reshaped, _element, _element, _along_dim, _along_dim, _convolved),
)


# -- Arithmetic --------------------------------------------------------------------------------------------------------


def draw_arithmetic(random: Random) -> tuple[str, list[Array]]:
    """Chains of arithmetic with constants, broadcasts and reductions of them."""
    net = Network(random, random.choice(["f32", "i32", "ui8"]))
    shape = (2, 3)
    values = [net.input(shape), net.input(shape)]
    is_float = net.element == "f32"
    for _ in range(random.randrange(3, 12)):
        value = random.choice(values[-3:])
        way = random.randrange(7)
        if way < 3:
            op = random.choice(("add", "sub", "mul", "maximum", "minimum", "div" if is_float else "add"))
            other = net.by_channel(shape, random.randrange(2))
            values.append(net.binary(op, other, value) if op == "sub" and way == 0 else net.binary(op, value, other))
        elif way == 3:
            values.append(net.binary(random.choice(["add", "sub", "mul"]), value, random.choice(values)))
        elif way == 4 and is_float:
            values.append(net.unary(random.choice(["tanh", "relu", "sigmoid"]), value))
        elif way == 5 and net.element == "ui8":
            power = net.broadcast(net.constant(np.asarray(2 ** random.randrange(8), np.uint8)), [], shape)
            values.append(net.binary(random.choice(["div", "rem", "mod"]), value, power))
        else:
            values.append(_factored(net, values, value))
    return net.program(values[-1])


def _factored(net: Network, values: Sequence[str], value: str) -> str:
    """Two products with a common factor."""
    others = [net.random.choice(list(values)) for _ in range(2)]
    products = [net.binary("mul", value, other) for other in others]
    return net.binary(net.random.choice(["add", "sub"]), *products)
