"""Random programs on tensors for tests of what gives tensors memory.

Values are used again and again long after newer versions of them were made, inside loops and branches and behind them,
so that whoever writes in place too early changes a result. All programs end, and stay in bounds.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

V, M, R, D = "tensor<4xi32>", "tensor<3x3xi32>", "tensor<3xi32>", "tensor<?xi32>"
"""A vector, a matrix, a row of it, and a vector that may be of any size that is not 0."""
TYPES = (V, M, R, D)
_MAPS = {
    V: ("affine_map<(i) -> (i)>",),
    R: ("affine_map<(i) -> (i)>",),
    D: ("affine_map<(i) -> (i)>",),
    M: ("affine_map<(i, j) -> (i, j)>", "affine_map<(i, j) -> (j, i)>"),
}
PARAMETERS = (("a", V), ("b", M), ("c", R), ("d", D))
PRELUDE = """
func.func private @twice(%x: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  return %x, %x : tensor<4xi32>, tensor<4xi32>
}
func.func private @changed(%x: tensor<3x3xi32>) -> (tensor<3x3xi32>, tensor<3x3xi32>) {
  %c7 = arith.constant 7 : i32
  %c0 = arith.constant 0 : index
  %r = tensor.insert %c7 into %x[%c0, %c0] : tensor<3x3xi32>
  return %r, %x : tensor<3x3xi32>, tensor<3x3xi32>
}
"""


class _Maker:
    """Writes one function; `scope` holds the tensors that may be used now, by type."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.lines: list[str] = []
        self.scope: dict[str, list[str]] = {type: [] for type in TYPES}
        self.count = 0
        self.depth = 0

    def emit(self, line: str) -> None:
        self.lines.append("  " * (self.depth + 1) + line)

    def name(self) -> str:
        self.count += 1
        return f"%v{self.count}"

    def pick(self, type: str) -> str:
        """A tensor in scope: often one of the last, sometimes the very oldest."""
        values = self.scope[type]
        return self.random.choice(values[-4:] if self.random.random() < 0.7 else values)

    def keep(self, type: str, value: str) -> str:
        self.scope[type].append(value)
        return value

    def any_type(self) -> str:
        return self.random.choice(TYPES)

    # -- Scalars -----------------------------------------------------------------------------------------------------

    def index(self, below: int) -> str:
        return f"%i{self.random.randrange(below)}"

    def scalar(self) -> str:
        if self.random.random() < 0.4:
            return f"%k{self.random.randrange(3)}"
        element, type = self.name(), self.any_type()
        self.emit(f"{element} = tensor.extract {self.pick(type)}[{self.place(type)}] : {type}")
        return element

    def place(self, type: str) -> str:
        bounds = {V: (4,), M: (3, 3), R: (3,), D: (1,)}[type]
        return ", ".join(self.index(bound) for bound in bounds)

    def empty(self, type: str, like: str) -> str:
        tensor = self.name()
        if type != D:
            self.emit(f"{tensor} = tensor.empty() : {type}")
            return tensor
        size = self.name()
        self.emit(f"{size} = tensor.dim {like}, %i0 : {type}")
        self.emit(f"{tensor} = tensor.empty({size}) : {type}")
        return tensor

    # -- Ops ---------------------------------------------------------------------------------------------------------

    def generic(self) -> None:
        type = self.any_type()
        x = self.pick(type)
        y = self.pick(type) if type != D else x
        out = self.empty(type, x) if self.random.random() < 0.6 else self.pick(type) if type != D else x
        reads_old = not out.startswith("%e") and self.random.random() < 0.4 and out in self.scope[type]
        maps = [self.random.choice(_MAPS[type]), self.random.choice(_MAPS[type]), _MAPS[type][0]]
        kinds = ", ".join(['"parallel"'] * (2 if type == M else 1))
        result, captured = self.name(), ""
        if self.random.random() < 0.2:
            captured = f"%t = tensor.extract {self.pick(V)}[%i{self.random.randrange(4)}] : {V}\n"
        self.emit(f"{result} = tensor.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{kinds}]}}")
        self.emit(f"    ins({x}, {y} : {type}, {type}) outs({out} : {type}) {{")
        self.emit("^bb0(%p: i32, %q: i32, %o: i32):")
        self.emit(f"{captured}%s0 = arith.addi %p, {'%t' if captured else '%q'} : i32")
        self.emit(f"%s1 = arith.muli %s0, {'%o' if reads_old else '%q'} : i32")
        self.emit(f"tensor.yield %s1 : i32 }} -> {type}")
        self.keep(type, result)

    def fill(self) -> None:
        type, value = self.any_type(), self.scalar()
        filled, out = self.name(), self.empty(type, self.pick(type))
        self.emit(f"{filled} = tensor.fill ins({value} : i32) outs({out} : {type}) -> {type}")
        self.keep(type, filled)

    def reduce(self) -> None:
        reduced, dim = self.name(), self.random.randrange(2)
        out = self.pick(R)
        groups = f"ins({self.pick(M)} : {M}) outs({out} : {R})"
        self.emit(f"{reduced} = tensor.reduce <add> {groups} dimensions = [{dim}] -> {R}")
        self.keep(R, reduced)

    def transpose(self) -> None:
        moved, out = self.name(), self.pick(M)
        self.emit(f"{moved} = tensor.transpose ins({self.pick(M)} : {M}) outs({out} : {M}) permutation = [1, 0] -> {M}")
        self.keep(M, moved)

    def insert(self) -> None:
        type, value = self.any_type(), self.scalar()
        inserted = self.name()
        self.emit(f"{inserted} = tensor.insert {value} into {self.pick(type)}[{self.place(type)}] : {type}")
        self.keep(type, inserted)

    def _row(self) -> tuple[str, str]:
        at = self.random.randrange(3)
        part = f"[{at}, 0] [1, 3] [1, 1]" if self.random.random() < 0.5 else f"[0, {at}] [3, 1] [1, 1]"
        return (part, M) if self.random.random() < 0.7 else (f"[{at % 2}] [3] [1]", V)

    def extract_slice(self) -> None:
        row, (part, type) = self.name(), self._row()
        self.emit(f"{row} = tensor.extract_slice {self.pick(type)}{part} : {type} to {R}")
        self.keep(R, row)

    def insert_slice(self) -> None:
        inserted, (part, type) = self.name(), self._row()
        self.emit(f"{inserted} = tensor.insert_slice {self.pick(R)} into {self.pick(type)}{part} : {R} into {type}")
        self.keep(type, inserted)

    def computed_insert(self) -> None:
        """Insert a slice whose source is computed just before into an empty tensor or into the slice itself."""
        (part, type), updated, value = self._row(), self.name(), self.name()
        whole = self.pick(type)
        if self.random.random() < 0.5:
            out = self.name()
            self.emit(f"{out} = tensor.extract_slice {whole}{part} : {type} to {R}")
            if self.random.random() < 0.3:
                self.keep(R, out)
        else:
            out = self.empty(R, "")
        maps = "affine_map<(i) -> (i)>, affine_map<(i) -> (i)>"
        self.emit(f'{value} = tensor.generic {{indexing_maps = [{maps}], iterator_types = ["parallel"]}}')
        self.emit(f"    ins({self.pick(R)} : {R}) outs({out} : {R}) {{")
        self.emit("^bb0(%p: i32, %o: i32):")
        self.emit(f"%s0 = arith.addi %p, %k1 : i32\ntensor.yield %s0 : i32 }} -> {R}")
        if self.random.random() < 0.3:
            self.keep(R, value)
        if self.random.random() < 0.3:
            self.op()
        if self.random.random() < 0.3:
            fresh = self.name()
            self.emit(f"{fresh} = tensor.empty() : {type}")
            whole = self.name()
            self.emit(f"{whole} = tensor.fill ins(%k2 : i32) outs({fresh} : {type}) -> {type}")
        self.emit(f"{updated} = tensor.insert_slice {value} into {whole}{part} : {R} into {type}")
        self.keep(type, updated)

    def reshape(self) -> None:
        flat, changed, expanded = self.name(), self.name(), self.name()
        self.emit(f"{flat} = tensor.collapse_shape {self.pick(M)} [[0, 1]] : {M} into tensor<9xi32>")
        self.emit(f"{changed} = tensor.insert {self.scalar_constant()} into {flat}[{self.index(4)}] : tensor<9xi32>")
        source = self.random.choice([flat, changed])
        self.emit(f"{expanded} = tensor.expand_shape {source} [[0, 1]] output_shape [3, 3] : tensor<9xi32> into {M}")
        self.keep(M, expanded)

    def scalar_constant(self) -> str:
        return f"%k{self.random.randrange(3)}"

    def cast(self) -> None:
        dynamic = self.name()
        self.emit(f"{dynamic} = tensor.cast {self.pick(V)} : {V} to {D}")
        self.keep(D, dynamic)

    def constant(self) -> None:
        constant = self.name()
        self.emit(f"{constant} = arith.constant dense<[5, 6, 7, 8]> : {V}")
        self.keep(V, constant)

    def concat(self) -> None:
        joined, last = self.name(), self.name()
        size, one, part = self.name(), self.name(), self.name()
        x, y = self.pick(D), self.pick(V)
        self.emit(f"{joined} = tensor.concat dim(0) {x}, {y} : ({D}, {V}) -> {D}")
        self.emit(f"{size} = tensor.dim {x}, %i0 : {D}")
        self.emit(f"{one} = arith.minsi {size}, %i3 : index")
        self.emit(f"{part} = tensor.extract_slice {joined}[1] [{one}] [1] : {D} to {D}")
        self.emit(f"{last} = tensor.cast {part} : {D} to {D}")
        self.keep(D, last)

    def select(self) -> None:
        type, test = self.any_type(), self.test()
        selected = self.name()
        if type == D:
            x = y = self.pick(D)
        else:
            x, y = self.pick(type), self.pick(type)
        self.emit(f"{selected} = arith.select {test}, {x}, {y} : {type}")
        self.keep(type, selected)

    def call(self) -> None:
        results = self.name()
        if self.random.random() < 0.5:
            self.emit(f"{results}:2 = func.call @twice({self.pick(V)}) : ({V}) -> ({V}, {V})")
            type = V
        else:
            self.emit(f"{results}:2 = func.call @changed({self.pick(M)}) : ({M}) -> ({M}, {M})")
            type = M
        self.keep(type, f"{results}#0")
        self.keep(type, f"{results}#1")

    def test(self) -> str:
        value, bit, is_odd = self.scalar(), self.name(), self.name()
        self.emit(f"{bit} = arith.andi {value}, %k1 : i32")
        self.emit(f"{is_odd} = arith.cmpi eq, {bit}, %k1 : i32")
        return is_odd

    # -- Control -----------------------------------------------------------------------------------------------------

    def inside(self, arguments: list[tuple[str, str]], length: int, fill: Callable[[], None]) -> None:
        """A block with arguments: what is made in it is not seen outside."""
        saved = {type: list(values) for type, values in self.scope.items()}
        self.depth += 1
        for value, type in arguments:
            self.keep(type, value)
        for _ in range(length):
            self.op()
        fill()
        self.depth -= 1
        self.scope = saved

    def _carried(self) -> list[str]:
        return [self.any_type() for _ in range(self.random.randrange(1, 4))]

    def _yield(self, word: str, types: list[str]) -> None:
        values = ", ".join(self.pick(type) for type in types)
        self.emit(f"{word} {values} : {', '.join(types)}")

    def for_loop(self) -> None:
        types, loop, trips = self._carried(), self.name(), self.random.randrange(4)
        names = [self.name() for _ in types]
        inits = ", ".join(f"{name} = {self.pick(type)}" for name, type in zip(names, types, strict=True))
        head = f"{loop}:{len(types)} = loop.for %it{self.count} = 0 to {trips}"
        self.emit(f"{head} iter_args({inits}) -> ({', '.join(types)}) {{")
        length = self.random.randrange(4)
        self.inside(list(zip(names, types, strict=True)), length, lambda: self._yield("loop.yield", types))
        self.emit("}")
        self._results(loop, types)

    def _results(self, op: str, types: list[str]) -> None:
        for number, type in enumerate(types):
            self.keep(type, f"{op}#{number}")

    def while_loop(self) -> None:
        types, results, loop, trips = self._carried(), self._carried(), self.name(), self.random.randrange(4)
        names, passed = [self.name() for _ in types], [self.name() for _ in results]
        inits = "".join(f", {name} = {self.pick(type)}" for name, type in zip(names, types, strict=True))
        n = self.count
        self.emit(f"{loop}:{len(results) + 1} = loop.while (%n{n} = %i0{inits})")
        self.emit(f"    : (index, {', '.join(types)}) -> (index, {', '.join(results)}) {{")

        def condition() -> None:
            self.emit(f"%go{n} = arith.cmpi slt, %n{n}, %i{trips} : index")
            values = ", ".join(self.pick(type) for type in results)
            self.emit(f"loop.condition(%go{n}) %n{n}, {values} : index, {', '.join(results)}")

        self.inside(list(zip(names, types, strict=True)), self.random.randrange(3), condition)
        arguments = ", ".join(f"{name}: {type}" for name, type in zip(passed, results, strict=True))
        self.emit(f"}} do {{\n^bb0(%m{n}: index, {arguments}):")

        def end() -> None:
            self.emit(f"%next{n} = arith.addi %m{n}, %i1 : index")
            values = ", ".join(self.pick(type) for type in types)
            self.emit(f"loop.yield %next{n}, {values} : index, {', '.join(types)}")

        self.inside(list(zip(passed, results, strict=True)), self.random.randrange(3), end)
        self.emit("}")
        for number, type in enumerate(results):
            self.keep(type, f"{loop}#{number + 1}")

    def when(self) -> None:
        types, branch = self._carried(), self.name()
        if self.random.random() < 0.5:
            head = f"loop.when {self.test()}"
        else:
            head = f"loop.if affine_set<(d0) : (d0 - 1 >= 0)>(%i{self.random.randrange(3)})"
        arrow = f"({', '.join(types)})" if head.startswith("loop.when") or len(types) > 1 else types[0]
        self.emit(f"{branch}:{len(types)} = {head} -> {arrow} {{")
        self.inside([], self.random.randrange(3), lambda: self._yield("loop.yield", types))
        self.emit("} else {")
        self.inside([], self.random.randrange(3), lambda: self._yield("loop.yield", types))
        self.emit("}")
        self._results(branch, types)

    def op(self) -> None:
        """One more op, of any kind."""
        simple = [
            *(self.generic, self.generic, self.generic, self.fill, self.reduce, self.transpose),
            *(self.insert, self.insert, self.extract_slice, self.insert_slice),
            *(self.computed_insert, self.computed_insert, self.reshape, self.cast),
            *(self.constant, self.concat, self.select, self.call),
        ]
        control = [self.for_loop, self.while_loop, self.when]
        if self.depth < 3 and self.random.random() < 0.3:
            self.random.choice(control)()
        else:
            self.random.choice(simple)()


def random_tensor_program(random: Random, length: int = 12) -> str:
    """A module with a function `@main` that takes and gives a tensor of each type."""
    maker = _Maker(random)
    for number in range(4):
        maker.emit(f"%i{number} = arith.constant {number} : index")
    for number in range(3):
        maker.emit(f"%k{number} = arith.constant {number + 2 if number != 1 else 1} : i32")
    for name, type in PARAMETERS:
        maker.keep(type, f"%{name}")
    for _ in range(length):
        maker.op()
    returned = [maker.pick(type) for type in TYPES] + [maker.pick(maker.any_type())]
    types = [next(type for type in TYPES if value in maker.scope[type]) for value in returned]
    maker.emit(f"return {', '.join(returned)} : {', '.join(types)}")
    parameters = ", ".join(f"%{name}: {type}" for name, type in PARAMETERS)
    body = "\n".join(maker.lines)
    return f"{PRELUDE}\nfunc.func @main({parameters}) -> ({', '.join(types)}) {{\n{body}\n}}\n"
