"""Random loops whose iterations may become lanes of vectors: conditions, casts, sums and extremes, rows and columns."""

from __future__ import annotations

from random import Random

ARGUMENTS = (
    "%f: memref<40x40xf32> {llvm.noalias}, %g: memref<40xf32> {llvm.noalias}, %b: memref<40xi8> {llvm.noalias}, "
    "%w: memref<40xi32> {llvm.noalias}, %flags: memref<40xi1> {llvm.noalias}, %at: memref<40xindex> {llvm.noalias}, "
    "%n: index, %x: f32, %y: i32"
)
"""Arrays of all types; numbers that are small and whole make sums exact in any order, though not long products."""
COMBINERS = {
    "f32": ["addf", "subf", "maximumf", "minimumf", "maxnumf", "minnumf"],
    "i32": ["addi", "muli", "subi", "maxsi", "minsi", "maxui", "minui", "andi", "ori", "xori"],
}
FLOATS = ["addf", "subf", "mulf", "maximumf", "minimumf"]
INTEGERS = ["addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "minui"]


def random_lanes(random: Random) -> str:
    """A function that runs one loop `i`, which may contain others, and gives what it carries."""
    return _Writer(random).program()


class _Writer:
    """Writes a body of loads, computations, conditionals and stores; values are known by their types."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.lines: list[str] = []
        self.values: dict[str, list[str]] = {"f32": ["%x"], "i32": ["%y"], "i1": [], "index": []}
        self.ivs: list[str] = []
        self._made = 0
        self._depth = 1

    def program(self) -> str:
        random = self.random
        carried = [random.choice(["f32", "i32"]) for _ in range(random.choice([0, 0, 1, 2]))]
        high = random.choice(["%n", "%n", "12", "13", "16", "5"])
        step = random.choice([1, 1, 1, 2])
        inits = ", ".join(f"%c{k} = {self.values[type][0]}" for k, type in enumerate(carried))
        types = ", ".join(carried)
        head = f"loop.for %i = {random.choice([0, 0, 1])} to {high} step {step}"
        self.line(f"%r:{len(carried)} = {head} iter_args({inits}) -> ({types}) {{" if carried else f"{head} {{")
        self._depth += 1
        self.ivs.append("%i")
        sums = self._body([f"%c{k}" for k in range(len(carried))], carried)
        if carried:
            self.line(f"loop.yield {', '.join(sums)} : {types}")
        self._depth -= 1
        self.line('} {loop.name = "i"}')
        results = ", ".join(f"%r#{k}" for k in range(len(carried)))
        self.line(f"return {results} : {types}" if carried else "return")
        signature = f" -> ({types})" if carried else ""
        body = "\n".join(self.lines)
        return f"func.func @main({ARGUMENTS}){signature} {{\n{body}\n}}"

    def line(self, text: str) -> None:
        self.lines.append("  " * self._depth + text)

    def value(self, text: str, type: str) -> str:
        self._made += 1
        name = f"%v{self._made}"
        self.line(f"{name} = {text}")
        self.values[type].append(name)
        return name

    def pick(self, type: str) -> str:
        return self.random.choice(self.values[type])

    # -- Bodies --------------------------------------------------------------------------------------------------------

    def _body(self, parts: list[str], types: list[str]) -> list[str]:
        """Statements, and the next parts of what is carried."""
        random = self.random
        for _ in range(random.randint(1, 4)):
            self._statement()
        combined: list[str] = []
        for part, type in zip(parts, types, strict=True):
            inner = random.random() < 0.3 and len(self.ivs) < 3
            combined.append(self._inner_sum(part, type) if inner else self._combined(part, type))
        return combined

    def _combined(self, part: str, type: str) -> str:
        random, word = self.random, self.random.choice(COMBINERS[type])
        flags = " fastmath<reassoc>" if type == "f32" and random.random() < 0.8 else ""
        operands = [part, self.pick(type)]
        if not word.startswith("sub") and random.random() < 0.5:
            operands.reverse()
        result = self.value(f"arith.{word} {', '.join(operands)}{flags} : {type}", type)
        self.values[type].remove(result)
        return result

    def _inner_sum(self, part: str, type: str) -> str:
        self._made += 1
        number = self._made
        self.line(f"%s{number} = loop.for %k{number} = 0 to 3 iter_args(%p{number} = {part}) -> ({type}) {{")
        sums = self._inside(f"%k{number}", [f"%p{number}"], [type])
        self._depth += 1
        self.line(f"loop.yield {sums[0]} : {type}")
        self._depth -= 1
        self.line("}")
        return f"%s{number}"

    def _inside(self, iv: str | None, parts: list[str], types: list[str]) -> list[str]:
        """A nested body; what it computes is not known outside."""
        known = {type: len(values) for type, values in self.values.items()}
        self._depth += 1
        if iv is not None:
            self.ivs.append(iv)
        sums = self._body(parts, types)
        if iv is not None:
            self.ivs.pop()
        self._depth -= 1
        for type, count in known.items():
            del self.values[type][count:]
        return sums

    # -- Statements ----------------------------------------------------------------------------------------------------

    def _statement(self) -> None:
        random = self.random
        choices = [self._load, self._load, self._compute, self._compute, self._store, self._store, self._conditional]
        if len(self.ivs) < 2:
            choices.append(self._loop)
        random.choice(choices)()

    def _loop(self) -> None:
        self._made += 1
        self.line(f"loop.for %j{self._made} = 0 to {self.random.choice(['3', '4', '%n'])} {{")
        self._inside(f"%j{self._made}", [], [])
        self.line("}")

    def _load(self) -> None:
        random = self.random
        kind = random.choice(["f", "g", "w", "b", "flags", "at"])
        if kind == "f":
            self.value(f"loop.load %f[{self._index()}, {self._index()}] : memref<40x40xf32>", "f32")
        elif kind == "g":
            self.value(f"loop.load %g[{self._index()}] : memref<40xf32>", "f32")
        elif kind == "w":
            self.value(f"loop.load %w[{self._index()}] : memref<40xi32>", "i32")
        elif kind == "b":
            self._made += 1
            self.line(f"%b{self._made} = loop.load %b[{self._index()}] : memref<40xi8>")
            self.value(f"arith.extsi %b{self._made} : i8 to i32", "i32")
        elif kind == "flags":
            self.value(f"loop.load %flags[{self._index()}] : memref<40xi1>", "i1")
        else:
            place = self.value(f"loop.load %at[{self._index()}] : memref<40xindex>", "index")
            self.value(f"memref.load %g[{place}] : memref<40xf32>", "f32")

    def _compute(self) -> None:
        random = self.random
        kind = random.choice(["float", "integer", "compare", "select", "cast", "index", "apply", "divide"])
        if kind == "float":
            self.value(f"arith.{random.choice(FLOATS)} {self.pick('f32')}, {self.pick('f32')} : f32", "f32")
        elif kind == "integer":
            self.value(f"arith.{random.choice(INTEGERS)} {self.pick('i32')}, {self.pick('i32')} : i32", "i32")
        elif kind == "compare":
            self.value(f"arith.cmpi slt, {self.pick('i32')}, {self.pick('i32')} : i32", "i1")
        elif kind == "select" and self.values["i1"]:
            self.value(f"arith.select {self.pick('i1')}, {self.pick('f32')}, {self.pick('f32')} : f32", "f32")
        elif kind == "cast":
            self.value(f"arith.sitofp {self.pick('i32')} : i32 to f32", "f32")
        elif kind == "index":
            self.value(f"arith.index_cast {random.choice(self.ivs)} : index to i32", "i32")
        elif kind == "apply":
            expr = random.choice(["d0 * 3 + d1", "d0 mod 5 + d1", "(d0 + d1) floordiv 2", "-d0"])
            ivs = f"({random.choice(self.ivs)}, {random.choice(self.ivs)})"
            maker = random.choice(["apply", "min"])
            results = f"{expr}, 7" if maker == "min" else expr
            bound = self.value(f"loop.{maker} affine_map<(d0, d1) -> ({results})>{ivs}", "index")
            self.values["index"].remove(bound)
            self.value(f"arith.index_cast {bound} : index to i32", "i32")
        elif kind == "divide" and random.random() < 0.3:
            self.value(f"arith.divsi {self.pick('i32')}, {self.pick('i32')} : i32", "i32")

    def _store(self) -> None:
        kind = self.random.choice(["f", "g", "w", "b"])
        if kind == "f":
            place = f"%f[{self._index(stored=True)}, {self._index()}]"
            self.line(f"loop.store {self.pick('f32')}, {place} : memref<40x40xf32>")
        elif kind == "g":
            self.line(f"loop.store {self.pick('f32')}, %g[{self._index(stored=True)}] : memref<40xf32>")
        elif kind == "w":
            self.line(f"loop.store {self.pick('i32')}, %w[{self._index(stored=True)}] : memref<40xi32>")
        else:
            self._made += 1
            self.line(f"%b{self._made} = arith.trunci {self.pick('i32')} : i32 to i8")
            self.line(f"loop.store %b{self._made}, %b[{self._index(stored=True)}] : memref<40xi8>")

    def _conditional(self) -> None:
        random = self.random
        self._made += 1
        number = self._made
        has_else, has_result = random.random() < 0.5, random.random() < 0.5
        type = random.choice(["f32", "i32"])
        name = f"%q{number} = " if has_result else ""
        if self.values["i1"] and random.random() < 0.5:
            result = f" -> ({type})" if has_result else ""
            self.line(f"{name}loop.when {self.pick('i1')}{result} {{")
        else:
            points = random.choice(["d0 - 3 >= 0", "-d0 + d1 + 1 >= 0", "d0 mod 2 == 0", "d1 - 2 == 0, d0 - 1 >= 0"])
            result = f" -> {type}" if has_result else ""
            ivs = f"({random.choice(self.ivs)}, {random.choice(self.ivs)})"
            self.line(f"{name}loop.if affine_set<(d0, d1) : ({points})>{ivs}{result} {{")
        self._branch(type if has_result else None)
        if has_else or has_result:
            self.line("} else {")
            self._branch(type if has_result else None)
        self.line("}")
        if has_result:
            self.values[type].append(f"%q{number}")

    def _branch(self, type: str | None) -> None:
        known = {each: len(values) for each, values in self.values.items()}
        self._depth += 1
        for _ in range(self.random.randint(1, 2)):
            self.random.choice([self._load, self._compute, self._store])()
        if type is not None:
            self.line(f"loop.yield {self.pick(type)} : {type}")
        self._depth -= 1
        for each, count in known.items():
            del self.values[each][count:]

    def _index(self, *, stored: bool = False) -> str:
        """An index below 40; what is stored varies with the loop, most of the time."""
        random, roll = self.random, self.random.random()
        if roll < 0.1:
            return str(random.randint(0, 4))
        iv = "%i" if stored or random.random() < 0.5 else random.choice(self.ivs)
        if roll < 0.2:
            return random.choice([f"{iv} * 2", f"{iv} * 2", f"{iv} * -1 + 20", f"{iv} * -2 + 36"])
        if roll < 0.25:
            return f"{iv} floordiv 2"
        return iv if roll < 0.7 else f"{iv} + {random.choice([0, 1, 4])}"
