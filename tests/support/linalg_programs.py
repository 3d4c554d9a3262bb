"""Drawn programs of `linalg` on small tensors: ops read, and start from, any tensors that were computed before."""

from __future__ import annotations

import random
from collections.abc import Sequence

import numpy as np

from dlc.interp.values import Array

Shape = tuple[int, ...]
SHAPES: Sequence[Shape] = ((3,), (4,), (3, 4), (4, 3), (3, 3), (4, 4), (2, 3, 4), (2, 4, 3))
COMBINERS = ("arith.addf", "arith.subf", "arith.mulf", "arith.maximumf")
BODIES = (
    "%s = arith.addf %in, %out : f32",
    "%q = arith.mulf %in, %half : f32\n    %s = arith.maximumf %q, %zero : f32",
)


def type_of(shape: Shape) -> str:
    return f"tensor<{'x'.join(map(str, shape))}xf32>"


class LinalgProgram:
    """The text of a function `f`, and arguments for it."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.lines: list[str] = []
        self.count = 0
        arguments = [(f"%a{number}", self.random.choice(SHAPES)) for number in range(4)]
        self.values = list(arguments)
        for _ in range(self.random.randint(2, 9)):
            self.random.choice(KINDS)(self)
        results = self.random.choices(self.values[len(arguments) :] or self.values, k=self.random.randint(1, 3))
        parameters = ", ".join(f"{name}: {type_of(shape)}" for name, shape in arguments)
        names, types = ", ".join(name for name, _ in results), ", ".join(type_of(shape) for _, shape in results)
        numbers = "  %zero = arith.constant 0.0 : f32\n  %half = arith.constant 0.5 : f32\n"
        body = "".join(f"  {line}\n" for line in self.lines)
        self.text = f"func.func @f({parameters}) -> ({types}) {{\n{numbers}{body}  return {names} : {types}\n}}\n"
        generator = np.random.default_rng(seed)
        self.arguments: list[Array] = [generator.standard_normal(shape).astype(np.float32) for _, shape in arguments]

    def fresh(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def some(self, *, rank: int | None = None, shape: Shape | None = None) -> tuple[str, Shape] | None:
        """Return one of the tensors so far."""
        fitting = [each for each in self.values if rank in (None, len(each[1])) and shape in (None, each[1])]
        return self.random.choice(fitting) if fitting else None

    def start(self, shape: Shape) -> str:
        """Return the tensor that an op starts from: a computed one, or a filled one."""
        known = self.some(shape=shape)
        if known is not None and self.random.random() < 0.5:
            return known[0]
        empty, filled, number = self.fresh(), self.fresh(), self.random.choice(("%zero", "%half"))
        type = type_of(shape)
        self.lines.append(f"{empty} = tensor.empty() : {type}")
        self.lines.append(f"{filled} = linalg.fill ins({number} : f32) outs({empty} : {type}) -> {type}")
        return filled

    def add(self, text: str, inputs: Sequence[tuple[str, Shape]], shape: Shape, end: str = "") -> None:
        """Append an op; `%` in its text are its operands."""
        if shape not in SHAPES:
            return
        names, types = ", ".join(name for name, _ in inputs), ", ".join(type_of(each) for _, each in inputs)
        start, name = self.start(shape), self.fresh()
        self.lines.append(f"{name} = {text} ins({names} : {types}) outs({start} : {type_of(shape)}){end}")
        self.values.append((name, shape))

    def product(self) -> None:
        lhs = self.some(rank=2)
        for rhs in self.random.sample(self.values, len(self.values)) if lhs is not None else ():
            if lhs is not None and rhs[1][0] == lhs[1][1] and len(rhs[1]) < 3:
                shape = lhs[1][:1] + rhs[1][1:]
                text = "linalg.matmul" if len(rhs[1]) == 2 else "linalg.matvec"
                self.add(text, [lhs, rhs], shape, f" -> {type_of(shape)}")
                return

    def map(self) -> None:
        lhs = self.random.choice(self.values)
        rhs = self.some(shape=lhs[1]) or lhs
        self.add(f"linalg.map {{ {self.random.choice(COMBINERS)} }}", [lhs, rhs], lhs[1])

    def reduce(self) -> None:
        source = self.some(rank=2) or self.random.choice(self.values)
        dim = self.random.randrange(len(source[1]))
        shape = source[1][:dim] + source[1][dim + 1 :]
        combine = self.random.choice(("arith.addf", "arith.maximumf"))
        self.add(f"linalg.reduce {{ {combine} }}", [source], shape, f" dimensions = [{dim}]")

    def broadcast(self) -> None:
        source = self.random.choice(self.values)
        wider = [(shape, dim) for shape in SHAPES for dim in range(len(shape))]
        fits = [(shape, dim) for shape, dim in wider if shape[:dim] + shape[dim + 1 :] == source[1]]
        if fits:
            shape, dim = self.random.choice(fits)
            self.add("linalg.broadcast", [source], shape, f" dimensions = [{dim}]")

    def transpose(self) -> None:
        source = self.random.choice(self.values)
        order = self.random.sample(range(len(source[1])), len(source[1]))
        self.add("linalg.transpose", [source], tuple(source[1][dim] for dim in order), f" permutation = {order}")

    def generic(self) -> None:
        source = self.random.choice(self.values)
        dims = ", ".join(f"d{dim}" for dim in range(len(source[1])))
        maps = ", ".join([f"affine_map<({dims}) -> ({dims})>"] * 2)
        kinds = ", ".join(['"parallel"'] * len(source[1]))
        body = f"{{\n  ^bb0(%in: f32, %out: f32):\n    {self.random.choice(BODIES)}\n    linalg.yield %s : f32\n  }}"
        text = f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}}"
        self.add(text, [source], source[1], f" {body} -> {type_of(source[1])}")

    def softmax(self) -> None:
        source = self.some(rank=2)
        if source is not None:
            dim = self.random.randrange(2)
            self.add(f"linalg.softmax dimension({dim})", [source], source[1], f" -> {type_of(source[1])}")


KINDS = (
    *(LinalgProgram.product, LinalgProgram.map, LinalgProgram.reduce, LinalgProgram.broadcast),
    *(LinalgProgram.transpose, LinalgProgram.generic, LinalgProgram.softmax),
)
