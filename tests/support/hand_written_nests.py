"""Programs of nests as people write them: functions on memrefs in `affine`, in `scf`, or in `loop`.

    program = hand_written_program(Random(7))
    program.text, program.inputs(Random(8))

What is drawn is what numerical codes consist of: stencils in place or into another array, sums of rows and of columns,
in memory or carried by a loop, started before it and scaled after it, prefix sums and other recurrences, updates of
triangles and bands, tiles, conditions on counters and on data, scalars kept in memory. Sizes are numbers, arguments, or
read from a memref; memrefs are `llvm.noalias` or may overlap, and do in some of the inputs. No access is out of bounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from random import Random

from .hand_written_programs import Counter, Dim, Extent, Line, Memory, Parameter, Place, Program

SIZES = {
    1: (1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 64, 65),
    2: (1, 2, 3, 5, 7, 8, 9, 15, 16, 17, 31, 33),
    3: (1, 2, 3, 4, 7, 8, 9, 15, 16, 17),
    4: (1, 2, 3, 4, 5, 7, 8),
}
"""Sizes around thresholds, by how deep nests are: a program must be interpreted quickly."""
FLAGS = ("", "", " fastmath<reassoc>", " fastmath<reassoc,contract>", " fastmath<contract>", " fastmath<fast>")


def hand_written_program(random: Random) -> Program:
    """Draw a program."""
    return _Writer(random).program()


class _Writer:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.dialect = random.choice(("affine", "affine", "scf", "loop"))
        self.element = random.choice(("f32", "f32", "f64", "f64", "i32", "i64", "index"))
        self.is_float = self.element[0] == "f"
        flags = random.choice(FLAGS)
        self.flags = [flags] if random.random() < 0.7 else [flags, random.choice(FLAGS)]
        self.depth = random.choice((1, 2, 2, 2, 3, 3, 3, 4))
        self.lines: list[str] = []
        self.indent = 1
        self.made = 0
        self.callee = ""
        """The body of a function that calls that of the nests, if it is one of its own."""
        self.budget = random.randint(3, 9)
        self.counters: list[Counter] = []
        self.values: list[str] = []
        self.parameters: list[Parameter] = []
        self.memories: list[Memory] = []
        self.picks: list[tuple[Memory, Extent]] = []
        self.extents = self._some_extents()

    # -- Declarations --------------------------------------------------------------------------------------------------

    def _some_extents(self) -> list[Extent]:
        random = self.random
        self.form = random.choice(("number", "number", "argument", "argument", "dim"))
        count = random.choice((1, 1, 2, 3))
        extents = [Extent(random.choice(SIZES[self.depth])) for _ in range(count)]
        if self.form == "number":
            return extents
        named = [Extent(each.number, f"%n{number}") for number, each in enumerate(extents)]
        if self.form == "argument":
            self.has_known_shapes = random.random() < 0.4
            self.parameters += [Parameter(each.name, "index", extent=each) for each in named]
        return named

    def program(self) -> Program:
        random = self.random
        mode = random.choice(("apart", "apart", "overlap", "some"))
        for number in range(random.randint(2, 5)):
            self._array_parameter(f"%a{number}", mode)
        if random.random() < 0.15:
            extent, dims = random.choice(self.extents), [Dim(random.choice(self.extents))]
            type = self._type(dims).replace(f"{self.element}>", "index>")
            self.picks = [(Memory("%picks", type, dims), extent)]
            self.parameters.append(Parameter("%picks", type, self.picks[0][0], is_apart=True, picks=extent))
        self.parameters += [Parameter(name, self.element) for name in ("%alpha", "%beta")]
        self.values += ["%alpha", "%beta"]
        if self.form == "dim":
            self._read_sizes()
        self._local_memory()
        self._views()
        while self.budget > 0:
            self._sum_of_products() if random.random() < 0.2 else self._nest()
        if random.random() < 0.1:
            self._call()
        return Program(self._text(), self.element, self.flags, self.parameters)

    def _array_parameter(self, name: str, mode: str) -> None:
        random = self.random
        dims = [self._some_dim() for _ in range(random.choice((0, 1, 1, 2, 2, 2, 3)))]
        is_apart = mode == "apart" or (mode == "some" and random.random() < 0.5)
        memory = Memory(name, self._type(dims), dims, is_written=random.random() < 0.7 or name == "%a0")
        self.memories.append(memory)
        self.parameters.append(Parameter(name, memory.type, memory, is_apart=is_apart))

    def _some_dim(self) -> Dim:
        random = self.random
        more = random.choice((0, 0, 0, 1, 4))
        return Dim(random.choice(self.extents), 2 if random.random() < 0.08 else 1, more)

    def _type(self, dims: Sequence[Dim]) -> str:
        known = self.form == "number" or (self.form == "argument" and self.has_known_shapes)
        sizes = [f"{dim.extent.number * dim.scale + dim.more}x" if known else "?x" for dim in dims]
        return f"memref<{''.join(sizes)}{self.element}>"

    def _read_sizes(self) -> None:
        """Read each size from a memref that has it; an array that has it is added where there is none."""
        for extent in self.extents:
            places = [(m, n) for m in self.memories for n, dim in enumerate(m.dims) if dim == Dim(extent)]
            if not places:
                self._array_parameter_of(extent)
                places = [(self.memories[-1], 0)]
            memory, number = self.random.choice(places)
            position = self._index_constant(number)
            self._line(f"{extent.name} = memref.dim {memory.name}, {position} : {memory.type}")

    def _read_again(self, line: Line, extent: Extent) -> Line:
        """Return a bound with the size that it has read once more, where it is used."""
        places = [(m, n) for m in self.memories for n, dim in enumerate(m.dims) if dim == Dim(extent)]
        if not places or line.terms != [(extent.name, 1)]:
            return line
        memory, number = self.random.choice(places)
        position = self._index_constant(number)
        name = self._named(f"memref.dim {memory.name}, {position} : {memory.type}")
        return Line([(name, 1)], line.constant)

    def _array_parameter_of(self, extent: Extent) -> None:
        name, dims = f"%a{len(self.memories)}", [Dim(extent)]
        self.memories.append(Memory(name, self._type(dims), dims, is_written=False))
        self.parameters.append(Parameter(name, self._type(dims), self.memories[-1], is_apart=True))

    def _local_memory(self) -> None:
        """Allocate an array and fill it, or a scalar in memory."""
        random = self.random
        if random.random() < 0.3:
            kind = random.choice(("alloc", "alloca"))
            self._line(f"%scalar = memref.{kind}() : memref<{self.element}>")
            scalar = Memory("%scalar", f"memref<{self.element}>", ())
            self._store(self._value(0), Place(scalar, ()))
            self.memories.append(scalar)
        if random.random() < 0.3:
            dims = [Dim(random.choice(self.extents), 1, random.choice((0, 0, 1))) for _ in range(random.choice((1, 2)))]
            type = self._type(dims)
            sizes = [self._index_value(dim.extent.line.plus(dim.more)) for dim in dims] if "?" in type else []
            self._line(f"%local = memref.alloc({', '.join(sizes)}) : {type}")
            local = Memory("%local", type, dims)
            self._fill(local)
            self.memories.append(local)

    def _views(self) -> None:
        """Take a part of an array as an array of its own, which overlaps with it."""
        random = self.random
        whole = [each for each in self.memories if len(each.dims) == 1 and "?" not in each.type]
        whole = [each for each in whole if each.dims[0].scale == 1 and each.dims[0].more]
        if not whole or random.random() < 0.5:
            return
        memory = random.choice(whole)
        [dim] = memory.dims
        start = random.randint(0, dim.more)
        count = dim.extent.number + dim.more - start
        type = f"memref<{count}x{self.element}, strided<[1], offset: {start}>>"
        self._line(f"%part = memref.subview {memory.name}[{start}] [{count}] [1] : {memory.type} to {type}")
        self.memories.append(Memory("%part", type, [Dim(dim.extent, 1, dim.more - start)], memory.is_written))

    def _fill(self, memory: Memory) -> None:
        counters = [self._new("i") for _ in memory.dims]
        for name, dim in zip(counters, memory.dims, strict=True):
            self._open(name, [Line()], [dim.extent.line.plus(dim.more)])
        self._store(self._value(1), Place(memory, [Line([(name, 1)]) for name in counters]))
        for _ in counters:
            self._close()

    def _call(self) -> None:
        """Move everything to a function that is called, maybe with one memref as two arguments."""
        passed = list(self.parameters)
        for number, each in enumerate(passed):
            same = [p for p in self.parameters if p.memory and each.memory and p.memory.dims == each.memory.dims]
            same = [p for p in same if not p.is_apart]
            if same and not each.is_apart and self.random.random() < 0.5:
                passed[number] = self.random.choice(same)
        types = ", ".join(each.type for each in passed)
        names = ", ".join(each.name for each in passed)
        self.callee = f"  func.call @nests({names}) : ({types}) -> ()"

    def _text(self) -> str:
        shown = ", ".join(
            f"{each.name}: {each.type}{' {llvm.noalias}' if each.is_apart and each.memory else ''}"
            for each in self.parameters
        )
        frees = [line.split()[0] for line in self.lines if "memref.alloc(" in line and line.startswith("  %")]
        types = {each.name: each.type for each in self.memories}
        ends = [f"  memref.dealloc {name} : {types[name]}" for name in frees]
        body = "\n".join([*self.lines, *ends, "  return"])
        if not self.callee:
            return f"func.func @main({shown}) {{\n{body}\n}}"
        outer = shown.replace(" {llvm.noalias}", "")
        nests = f"func.func private @nests({shown}) {{\n{body}\n}}\n"
        return f"{nests}func.func @main({outer}) {{\n{self.callee}\n  return\n}}"

    # -- Lines ---------------------------------------------------------------------------------------------------------

    def _line(self, text: str) -> None:
        self.lines.append("  " * self.indent + text)

    def _new(self, letter: str = "v") -> str:
        self.made += 1
        return f"%{letter}{self.made}"

    def _op(self, text: str, *, type: str = "") -> str:
        return self._named(f"{text} : {type or self.element}")

    def _named(self, text: str) -> str:
        name = self._new()
        self._line(f"{name} = {text}")
        return name

    def _index_constant(self, number: int) -> str:
        return self._op(f"arith.constant {number}", type="index")

    def _index_value(self, line: Line) -> str:
        """Compute a linear expression by ops of `arith`."""
        value = ""
        for name, factor in line.terms:
            term = name
            if factor == -1 and value:
                value = self._op(f"arith.subi {value}, {name}", type="index")
                continue
            if factor != 1:
                term = self._op(f"arith.muli {name}, {self._index_constant(factor)}", type="index")
            value = self._op(f"arith.addi {value}, {term}", type="index") if value else term
        if not value:
            return self._index_constant(line.constant)
        if line.constant:
            kind = "addi" if line.constant > 0 or self.random.random() < 0.5 else "subi"
            number = line.constant if kind == "addi" else -line.constant
            value = self._op(f"arith.{kind} {value}, {self._index_constant(number)}", type="index")
        return value

    def _bound(self, kind: str, lines: Sequence[Line]) -> str:
        if self.dialect == "scf":
            values = [self._index_value(line) for line in lines]
            while len(values) > 1:
                first, second, *values = values
                values.insert(0, self._op(f"arith.{kind}si {first}, {second}", type="index"))
            return values[0]
        [line, *others] = lines
        if not others and (not line.terms or str(line) in [each.name for each in self.extents]):
            return str(line)
        names = list(dict.fromkeys(name for each in lines for name, _ in each.terms))
        dims = {name: f"d{number}" for number, name in enumerate(names)}
        shown = ", ".join(each.shown([dims[name] for name, _ in each.terms]) for each in lines)
        prefix = f"{kind} " if others else ""
        return f"{prefix}affine_map<({', '.join(dims.values())}) -> ({shown})>({', '.join(names)})"

    def _open(
        self, counter: str, low: Sequence[Line], high: Sequence[Line], step: int = 1, carried: Sequence[str] = ()
    ) -> list[str]:
        """Open a loop that carries values, given what they begin with; return their names inside and after it."""
        lower, upper = self._bound("max", low), self._bound("min", high)
        inside, after = [self._new("c") for _ in carried], [self._new("r") for _ in carried]
        by = f" step {self._index_constant(step)}" if self.dialect == "scf" else f" step {step}" * (step > 1)
        pairs = ", ".join(f"{name} = {value}" for name, value in zip(inside, carried, strict=True))
        types = ", ".join(self.element for _ in carried)
        results = f" iter_args({pairs}) -> ({types})" if carried else ""
        begins = f"{', '.join(after)} = " if carried else ""
        self._line(f"{begins}{self.dialect}.for {counter} = {lower} to {upper}{by}{results} {{")
        self.indent += 1
        return [*inside, *after]

    def _close(self, *values: str) -> None:
        if values:
            types = ", ".join(self.element for _ in values)
            self._line(f"{self.dialect}.yield {', '.join(values)} : {types}")
        self.indent -= 1
        self._line("}")

    def _access(self, place: Place) -> str:
        if self._memory_dialect(place) == "memref":
            return f"{place.memory.name}[{', '.join(self._index_value(line) for line in place.at)}]"
        return f"{place.memory.name}[{', '.join(map(str, place.at))}]"

    def _memory_dialect(self, place: Place) -> str:
        return "memref" if self.dialect == "scf" or not place.is_linear else self.dialect

    def _load(self, place: Place) -> str:
        return self._op(f"{self._memory_dialect(place)}.load {self._access(place)}", type=place.memory.type)

    def _store(self, value: str, place: Place) -> None:
        access = self._access(place)
        self._line(f"{self._memory_dialect(place)}.store {value}, {access} : {place.memory.type}")

    def _known(self) -> tuple[int, int]:
        """Return how many values and memrefs there are where a block begins."""
        return len(self.values), len(self.memories)

    def _forget(self, known: tuple[int, int]) -> None:
        """Use no values and memrefs of a block any more, as it ends."""
        values, memories = known
        del self.values[values:], self.memories[memories:]

    # -- Places --------------------------------------------------------------------------------------------------------

    def _place(self, *, written: bool = False) -> Place:
        """Return an element of any array, mostly one that counters reach."""
        memories = [each for each in self.memories if each.is_written or not written]
        near = [each for each in memories if each.dims and all(self._reaching(dim) for dim in each.dims)]
        memory = self.random.choice(near if near and self.random.random() < 0.85 else memories)
        at = [self._subscript(dim) for dim in memory.dims]
        for (picks, extent), number in product(self.picks, range(len(at))):
            if extent == memory.dims[number].extent and self._reaching(picks.dims[0]) and self.random.random() < 0.3:
                picked = self._load(Place(picks, [self._subscript(picks.dims[0])]))
                at[number] = Line([(picked, 1)])
                return Place(memory, at, is_linear=False)
        return Place(memory, at)

    def _reaching(self, dim: Dim) -> list[Counter]:
        return [each for each in self.counters if each.extent == dim.extent]

    def _subscript(self, dim: Dim) -> Line:
        random = self.random
        counters = self._reaching(dim)
        if not counters or random.random() < 0.05:
            return Line() if random.random() < 0.6 else dim.extent.line.times(dim.scale).plus(dim.more - 1)
        chosen = counters[-1] if random.random() < 0.5 else random.choice(counters)
        low, high, line = chosen.low, chosen.high, Line([(chosen.name, 1)])
        if random.random() < 0.08:
            line = dim.extent.line.added(line.times(-1)).plus(-1)
            low, high = high, low
        if dim.scale > 1:
            return line.times(dim.scale).plus(random.choice((0, 1, dim.more)))
        high += dim.more
        inner = [each for each in self.counters if each.extent is None and each.below - 1 <= high]
        if inner and random.random() < 0.6:
            added = random.choice(inner)
            return line.added(Line([(added.name, 1)]))
        offset = random.choice((0, 0, 0, 0, -1, 1, random.randint(-2, 3)))
        line = line.plus(min(max(offset, -low), high))
        return self._applied(line) if random.random() < 0.04 else line

    def _applied(self, line: Line) -> Line:
        """Compute a linear expression by an op of its own."""
        if self.dialect == "scf":
            return Line([(self._index_value(line), 1)])
        dims = [f"d{number}" for number in range(len(line.terms))]
        operands = ", ".join(name for name, _ in line.terms)
        shown = f"affine_map<({', '.join(dims)}) -> ({line.shown(dims)})>({operands})"
        return Line([(self._named(f"{self.dialect}.apply {shown}"), 1)])

    # -- Values --------------------------------------------------------------------------------------------------------

    def _flag(self) -> str:
        return self.random.choice(self.flags) if self.is_float else ""

    def _value(self, depth: int) -> str:
        """Compute a value from elements of arrays, numbers and counters."""
        random = self.random
        if depth == 0 or random.random() < 0.25:
            return self._leaf()
        kind = random.choice(("add", "add", "sub", "mul", "mul", "extreme", "scaled", "choice", "other"))
        left = self._value(depth - 1)
        if kind == "scaled":
            return self._combined("mul", left, random.choice(("%alpha", "%beta")))
        if kind == "other":
            return self._unary(left)
        right = self._value(depth - 1)
        if kind == "choice":
            condition = self._compared(left, right)
            return self._op(f"arith.select {condition}, {self._leaf()}, {right}")
        return self._combined(random.choice(("max", "min")) if kind == "extreme" else kind, left, right)

    def _leaf(self) -> str:
        random = self.random
        kind = random.random()
        if kind < 0.65:
            return self._load(self._place())
        if kind < 0.85 or not self.counters:
            return random.choice(self.values)
        if kind < 0.92:
            return self._constant(random.choice((0, 1, 2, 3)))
        return self._as_element(random.choice(self.counters).name)

    def _constant(self, number: int) -> str:
        return self._op(f"arith.constant {number}{'.0' * self.is_float}")

    def _as_element(self, counter: str) -> str:
        if self.element == "index":
            return counter
        integer = "i64" if self.element in ("i64", "f64") else "i32"
        value = self._named(f"arith.index_cast {counter} : index to {integer}")
        return self._named(f"arith.sitofp {value} : {integer} to {self.element}") if self.is_float else value

    def _unary(self, value: str) -> str:
        if self.is_float:
            return self._op(f"{self.random.choice(('arith.negf', 'math.absf'))} {value}{self._flag()}")
        kind = self.random.choice(("xori", "andi", "shrsi"))
        return self._op(f"arith.{kind} {value}, {self._constant(self.random.choice((1, 3, 7)))}")

    def _compared(self, left: str, right: str) -> str:
        if self.is_float:
            predicate = self.random.choice(("ogt", "olt", "oge", "ole", "ugt", "une"))
            return self._op(f"arith.cmpf {predicate}, {left}, {right}{self._flag()}")
        return self._op(f"arith.cmpi {self.random.choice(('sgt', 'slt', 'sge', 'ne'))}, {left}, {right}")

    def _combined(self, kind: str, left: str, right: str) -> str:
        if kind in ("max", "min"):
            return self._extreme(kind, left, right)
        return self._op(f"arith.{kind}{'f' if self.is_float else 'i'} {left}, {right}{self._flag()}")

    def _extreme(self, kind: str, left: str, right: str) -> str:
        """Compute the larger or smaller one of two values, by an op or by a comparison and a choice."""
        random = self.random
        if random.random() < 0.5:
            names = (f"{kind}imumf", f"{kind}numf") if self.is_float else (f"{kind}si",)
            return self._op(f"arith.{random.choice(names)} {left}, {right}{self._flag()}")
        sign = "gt" if kind == "max" else "lt"
        operation, letter = ("cmpf", "o") if self.is_float else ("cmpi", "s")
        flag = self._flag()
        is_first = self._op(f"arith.{operation} {letter}{sign}, {left}, {right}{flag}")
        return self._op(f"arith.select {is_first}, {left}, {right}")

    # -- Nests ---------------------------------------------------------------------------------------------------------

    def _nest(self) -> None:
        """Write a loop and what is in it."""
        random = self.random
        if len(self.counters) >= self.depth:
            self.budget -= 1
            return self._statement()
        if random.random() < 0.08 and not self.counters:
            return self._times()
        known = self._known()
        shapes = self._opened()
        for _ in range(random.choice((1, 1, 1, 2, 2, 3))):
            self._statement()
        for _ in range(shapes):
            self._close()
            self.counters.pop()
        self._forget(known)
        return None

    def _sum_of_products(self) -> None:
        """Add products to the elements of an array, with its loops and those of the sum in any order."""
        random = self.random
        target = random.choice([each for each in self.memories if each.is_written])
        extents = [dim.extent for dim in target.dims] + [random.choice(self.extents) for _ in range(2)]
        extents = random.sample(extents[: max(self.depth, 1)], k=min(len(extents), max(self.depth, 1)))
        known = self._known()
        for number, extent in enumerate(extents):
            name, high = self._new("i"), random.choice((0, 0, 0, 1))
            self._open(name, [Line()], [extent.line.plus(-high)])
            self.counters.append(Counter(name, extent, 0, high))
            if number + 1 < len(extents) and random.random() < 0.25:
                self._remember()
            if number + 1 < len(extents) and random.random() < 0.1:
                self._assign()
        place = Place(target, [self._subscript(dim) for dim in target.dims])
        self._update_at(place, random.choice(("add", "add", "sub")), is_product=True)
        for _ in extents:
            self._close()
            self.counters.pop()
        self._forget(known)
        self.budget -= 2

    def _times(self) -> None:
        """Repeat nests, as time steps do."""
        name = self._new("t")
        self._open(name, [Line()], [Line((), self.random.choice((1, 2, 3)))])
        for _ in range(self.random.choice((1, 2, 2))):
            self._nest()
        self._close()

    def _opened(self, carried: Sequence[str] = (), names: list[str] | None = None) -> int:
        """Open one loop, or two of a tile; return how many."""
        random = self.random
        extent, name = random.choice(self.extents), self._new("i")
        step = random.choice((1, 1, 1, 1, 1, 1, 2, 3))
        same = [each for each in self.counters if each.extent == extent]
        form = random.choice(("full", "full", "full", "inner", "lower", "upper", "band", "small", "tile"))
        low, high = random.choice(((0, 0), (0, 0), (0, 0), (1, 0), (0, 1), (1, 1), (2, 1)))
        lows, highs = [Line((), low)], [extent.line.plus(-high)]
        if form == "small":
            count = random.choice((1, 2, 3, 3, 5))
            counter, lows, highs = Counter(name, None, below=count), [Line()], [Line((), count)]
        elif form in ("lower", "upper", "band") and same:
            lows, highs, counter = self._sloped(form, random.choice(same), name, extent)
        elif form == "tile" and not carried and len(self.counters) + 1 < self.depth:
            outer, size = self._new("ii"), random.choice((2, 3, 4, 8))
            self._open(outer, [Line()], [extent.line], size)
            begin = Line([(outer, 1)])
            self._open(name, [begin], [begin.plus(size), extent.line])
            self.counters += [Counter(outer, extent), Counter(name, extent)]
            return 2
        else:
            counter = Counter(name, extent, low, high)
        if self.form == "dim" and random.random() < 0.15:
            highs = [self._read_again(highs[0], extent), *highs[1:]]
        elif random.random() < 0.05 and highs[0].terms:
            highs = [self._applied(highs[0]), *highs[1:]]
        inside = self._open(name, lows, highs, step, carried)
        if names is not None:
            names += inside
        self.counters.append(counter)
        return 1

    def _sloped(self, form: str, other: Counter, name: str, extent: Extent) -> tuple[list[Line], list[Line], Counter]:
        """Return bounds that depend on another counter: below it, above it, or around it."""
        random = self.random
        line, more = Line([(other.name, 1)]), random.choice((0, 1))
        if form == "lower":
            low = random.choice((0, 0, 1))
            return [Line((), low)], [line.plus(more)], Counter(name, extent, low, other.high + 1 - more)
        if form == "upper":
            high = random.choice((0, 0, 1))
            return [line.plus(more)], [extent.line.plus(-high)], Counter(name, extent, other.low + more, high)
        width = random.choice((1, 2, 4))
        return [line.plus(-width), Line()], [line.plus(width + 1), extent.line], Counter(name, extent)

    # -- Statements ----------------------------------------------------------------------------------------------------

    def _statement(self) -> None:
        random = self.random
        has_room = len(self.counters) < self.depth
        kinds = [self._assign, self._assign, self._update, self._update, self._remember, self._choose]
        if has_room:
            kinds += [self._nest, self._nest, self._nest, self._sum_in_memory, self._sum_in_memory, self._carried_sum]
        if self.counters:
            kinds += [self._conditional]
            kinds += [self._scalar] * (random.random() < 0.3)
        self.budget -= 1
        random.choice(kinds)()

    def _assign(self) -> None:
        place = self._place(written=True)
        self._store(self._value(self.random.choice((1, 1, 2, 3))), place)

    def _update(self) -> None:
        """Combine an element with a value; sometimes an element before it, as in prefix sums."""
        place = self._place(written=True)
        self._update_at(place, self._combiner())

    def _combiner(self) -> str:
        return self.random.choice(("add", "add", "add", "sub", "max", "min", "mul" if not self.is_float else "add"))

    def _update_at(self, place: Place, kind: str, *, is_product: bool = False) -> None:
        random = self.random
        is_early = random.random() < 0.5
        old = self._load(place) if is_early else ""
        is_product = is_product or random.random() < 0.5
        value = self._product() if is_product else self._value(random.choice((0, 1, 2)))
        old = old or self._load(place)
        pair = (value, old) if kind != "sub" and random.random() < 0.3 else (old, value)
        self._store(self._combined(kind, *pair), place)

    def _product(self) -> str:
        """Compute a product of elements, and of a number at some place among them."""
        random = self.random
        factors = [self._load(self._place()) for _ in range(random.choice((1, 2, 2, 2)))]
        if random.random() < 0.4:
            factors.insert(random.randrange(len(factors) + 1), random.choice(self.values))
        value, *others = factors
        for each in others:
            value = self._combined("mul", value, each)
        return value

    def _remember(self) -> None:
        """Load an element that later ops use."""
        self.values.append(self._load(self._place()) if self.random.random() < 0.7 else self._value(1))

    def _sum_in_memory(self) -> None:
        """Start an element, combine it in a loop, and change it afterwards; each part may be missing."""
        random = self.random
        place, kind = self._place(written=True), self._combiner()
        if random.random() < 0.6:
            self._store(random.choice((self._constant, lambda _: self._leaf()))(0), place)
        known = self._known()
        opened = self._opened()
        if len(self.counters) < self.depth and random.random() < 0.3:
            opened += self._opened()
        if random.random() < 0.2:
            self._statement()
        self._update_at(place, kind)
        if random.random() < 0.1:
            self._update()
        for _ in range(opened):
            self._close()
            self.counters.pop()
        self._forget(known)
        if random.random() < 0.4:
            self._store(self._combined("mul", self._load(place), random.choice(self.values)), place)

    def _scalar(self) -> None:
        """Give the rest of a block a scalar in memory."""
        name, type = self._new("s"), f"memref<{self.element}>"
        self._line(f"{name} = memref.alloca() : {type}")
        scalar = Memory(name, type, ())
        self._store(self._leaf(), Place(scalar, ()))
        self.memories.append(scalar)

    def _carried_sum(self) -> None:
        """Sum up what a loop carries, and store it afterwards."""
        random = self.random
        count = random.choice((1, 1, 1, 2))
        starts = [self._constant(0) if random.random() < 0.5 else self._leaf() for _ in range(count)]
        known, names = self._known(), list[str]()
        self._opened(starts, names)
        inside, after = names[:count], names[count:]
        if random.random() < 0.2:
            self.values += inside
        if random.random() < 0.2:
            self._statement()
        totals: list[str] = []
        for each in inside:
            value = self._product() if random.random() < 0.6 else self._value(random.choice((0, 1, 2)))
            kind = self._combiner()
            pair = (value, each) if kind != "sub" and random.random() < 0.3 else (each, value)
            totals.append(self._combined(kind, *pair))
        self._close(*totals)
        self.counters.pop()
        self._forget(known)
        self.values += after
        for each in after:
            value = each if random.random() < 0.6 else self._combined("mul", each, random.choice(self.values))
            if random.random() < 0.3:
                place = self._place(written=True)
                self._store(self._combined("add", self._load(place), value), place)
            else:
                self._store(value, self._place(written=True))

    def _choose(self) -> None:
        """Compute a value in one way or in another one."""
        word = "loop" if self.dialect == "loop" else "scf"
        condition, name, known = self._compared(self._leaf(), self._leaf()), self._new("w"), self._known()
        self._line(f"{name} = {'loop.when' if word == 'loop' else 'scf.if'} {condition} -> ({self.element}) {{")
        for end in ("} else {", "}"):
            self.indent += 1
            value = self._value(1)
            self._line(f"{word}.yield {value} : {self.element}")
            self.indent -= 1
            self._forget(known)
            self._line(end)
        self.values.append(name)

    def _conditional(self) -> None:
        """Do something where counters or data are so."""
        random = self.random
        known = self._known()
        if random.random() < 0.5:
            word = self._open_on_counters()
        else:
            word = "loop.when" if self.dialect == "loop" else "scf.if"
            condition = self._compared(self._leaf(), self._leaf())
            self._line(f"{word} {condition} {{")
        self.indent += 1
        self._statement()
        self._forget(known)
        self.indent -= 1
        if random.random() < 0.3:
            self._line("} else {")
            self.indent += 1
            self._statement()
            self._forget(known)
            self.indent -= 1
        self._line("}")

    def _open_on_counters(self) -> str:
        random = self.random
        first = random.choice(self.counters)
        second = random.choice([each for each in self.counters if each is not first] or [first])
        line = Line([(first.name, 1)], random.choice((0, -1, -2, 1)))
        if second is not first:
            line = line.added(Line([(second.name, -1)]))
        is_equal = random.random() < 0.3
        if self.dialect == "scf":
            condition = self._op(
                f"arith.cmpi {'eq' if is_equal else 'sge'}, {self._index_value(line)}, {self._index_constant(0)}",
                type="index",
            )
            self._line(f"scf.if {condition} {{")
            return "scf.if"
        names = [name for name, _ in line.terms]
        dims = [f"d{number}" for number in range(len(names))]
        points = f"affine_set<({', '.join(dims)}) : ({line.shown(dims)} {'==' if is_equal else '>='} 0)>"
        self._line(f"{self.dialect}.if {points}({', '.join(names)}) {{")
        return f"{self.dialect}.if"
