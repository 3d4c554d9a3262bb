"""Random loop nests: for dependences, whose iterations can be enumerated; and for transformations, which are run."""

from __future__ import annotations

from random import Random


def random_accesses(random: Random) -> str:
    """A function with a nest of loops of a few iterations, and loads and stores at affine indices of their counters, of
    single elements and of vectors."""
    writer = _Writer(random)
    writer.loop(depth=random.randint(1, 3))
    body = "\n".join(writer.lines)
    arrays = "  %m = memref.alloc() : memref<99x99xi32>\n  %v = memref.alloc() : memref<99xi32>"
    vectors = ", ".join(f"%w{shape}: vector<{shape}xi32>" for shape in ("2", "3", "4", "2x3", "3x2"))
    return f"func.func @main(%x: i32, {vectors}) {{\n{arrays}\n{body}\n  return\n}}"


class _Writer:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.lines: list[str] = []
        self.ivs: list[str] = []
        self._made = 0

    def line(self, text: str) -> None:
        self.lines.append("  " * (len(self.ivs) + 1) + text)

    def loop(self, depth: int) -> None:
        random = self.random
        iv = f"%i{self._made}"
        self._made += 1
        step = random.choice([1, 1, 1, 2, 3])
        self.line(f"loop.for {iv} = {self._bound('max', 0, 2)} to {self._bound('min', 3, 6)} step {step} {{")
        self.ivs.append(iv)
        for _ in range(random.randint(0 if depth > 1 else 1, 2)):
            self._access()
        if depth > 1:
            self.loop(depth - 1)
            if random.random() < 0.2:
                self.loop(1)
        if random.random() < 0.4:
            self._conditional() if random.random() < 0.3 else self._access()
        self.ivs.pop()
        self.line("}")

    def _bound(self, extreme: str, low: int, high: int) -> str:
        random = self.random
        number = random.randint(low, high)
        if not self.ivs or random.random() < 0.6:
            return str(number)
        iv = random.choice(self.ivs)
        results = [f"d0 + {random.randint(low, high) - 1}"]
        if random.random() < 0.3:
            results.append(str(number))
        prefix = f"{extreme} " if len(results) > 1 else ""
        return f"{prefix}affine_map<(d0) -> ({', '.join(results)})>({iv})"

    def _conditional(self) -> None:
        first, second = self.random.choice(self.ivs), self.random.choice(self.ivs)
        kind = self.random.choice([">= 0", "== 0"])
        points = f"affine_set<(d0, d1) : (d0 - d1 + {self.random.randint(-1, 1)} {kind})>"
        self.line(f"loop.if {points}({first}, {second}) {{")
        self._access()
        self.line("}")

    def _access(self) -> None:
        random = self.random
        memref, rank = ("%m", 2) if random.random() < 0.5 else ("%v", 1)
        indices = ", ".join(self._index() for _ in range(rank))
        type = "memref<99x99xi32>" if rank == 2 else "memref<99xi32>"
        if random.random() < 0.2:
            shape = random.choice(["2x3", "3x2"] if rank == 2 and random.random() < 0.3 else ["2", "3", "4"])
            self._vector_access(f"{memref}[{indices}] : {type}, vector<{shape}xi32>", f"%w{shape}")
        elif random.random() < 0.6:
            self.line(f"loop.store %x, {memref}[{indices}] : {type}")
        else:
            self.line(f"%l{self._made} = loop.load {memref}[{indices}] : {type}")
            self._made += 1

    def _vector_access(self, elements: str, value: str) -> None:
        if self.random.random() < 0.6:
            self.line(f"loop.vector_store {value}, {elements}")
        else:
            self.line(f"%l{self._made} = loop.vector_load {elements}")
            self._made += 1

    def _index(self) -> str:
        random = self.random
        if random.random() < 0.1:
            return str(random.randint(0, 4))
        used = random.sample(self.ivs, k=min(len(self.ivs), 1 if random.random() < 0.6 else 2))
        terms = [f"{iv} * {factor}" if (factor := random.choice([1, 1, 1, 2, 3])) > 1 else iv for iv in used]
        text = " + ".join([*terms, str(random.randint(0, 4))])
        if random.random() < 0.15:
            return f"({text}) {random.choice(['mod', 'floordiv'])} {random.randint(2, 4)}"
        return text


def random_nest(random: Random) -> str:
    """A function that runs one or two nests of named loops on the arrays that it is given; bounds may be symbols."""
    writer = _NestWriter(random)
    writer.nest()
    if random.random() < 0.5:
        writer.nest()
    body = "\n".join(writer.lines)
    arguments = "%m: memref<24x24xi32> {llvm.noalias}, %v: memref<24xi32> {llvm.noalias}, %n: index"
    return f"func.func @main({arguments}) {{\n{body}\n  return\n}}"


class _NestWriter:
    """Loops `i`, `j` and `k`, one inside the other: perfectly, or with loads, stores and a reduction between them."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.lines: list[str] = []
        self.ivs: list[str] = []
        self.values: list[str] = []
        self._made = 0
        self._bounds = [self._some_bounds() for _ in range(3)]

    def line(self, text: str) -> None:
        self.lines.append("  " * (len(self.ivs) + 1) + text)

    def _some_bounds(self) -> tuple[str, str, int]:
        random = self.random
        high = random.choice(["%n", "%n", "5", "6", "6", "7", "0"] if random.random() < 0.2 else ["%n", "5", "6", "7"])
        return random.choice(["0", "0", "1"]), high, random.choice([1, 1, 1, 2])

    def nest(self) -> None:
        depth, is_perfect = self.random.choice([1, 2, 2, 3]), self.random.random() < 0.7
        self._open("ijk"[:depth], is_perfect=is_perfect)

    def _open(self, names: str, *, is_perfect: bool) -> None:
        random, name = self.random, names[0]
        low, high, step = self._bounds[len(self.ivs)] if random.random() < 0.8 else self._some_bounds()
        if self.ivs and random.random() < 0.15:
            high = f"affine_map<(d0) -> (d0 + 1)>({self.ivs[-1]})"
        self.line(f"loop.for %{name} = {low} to {high} step {step} {{")
        self.ivs.append(f"%{name}")
        known = len(self.values)
        if len(names) == 1 or not is_perfect:
            self._work()
        if len(names) > 1:
            self._open(names[1:], is_perfect=is_perfect)
        if len(names) > 1 and not is_perfect and random.random() < 0.7:
            self._reduction() if random.random() < 0.5 else self._work()
        del self.values[known:]
        self.ivs.pop()
        self.line(f'}} {{loop.name = "{name}"}}')

    def _work(self) -> None:
        if self.random.random() < 0.25:
            self._accumulate()
            return
        for _ in range(self.random.randint(1, 2)):
            self._load()
        self._compute()
        self._store()

    def _accumulate(self) -> None:
        """Add to an element that inner loops may keep."""
        element = f"%v[{self.ivs[0]} + {self.random.randint(0, 2)}] : memref<24xi32>"
        self._load()
        loaded = self.values[-1]
        before = self._value(f"loop.load {element}")
        self.line(f"loop.store {self._value(f'arith.addi {loaded}, {before} : i32')}, {element}")

    def _load(self) -> None:
        memref, type = self._place()
        self._value(f"loop.load {memref} : {type}")

    def _store(self) -> None:
        memref, type = self._place()
        self.line(f"loop.store {self.values[-1]}, {memref} : {type}")

    def _compute(self) -> None:
        if self.random.random() < 0.3:
            as_number = self._value(f"arith.index_cast {self.random.choice(self.ivs)} : index to i32")
            self._value(f"arith.xori {as_number}, {self.random.choice(self.values)} : i32")
        left, right = self.values[-1], self.random.choice(self.values)
        one = self._value("arith.constant 7 : i32")
        doubled = self._value(f"arith.muli {left}, {one} : i32")
        self._value(f"arith.addi {doubled}, {right} : i32")

    def _reduction(self) -> None:
        self._load()
        start = self.values[-1]
        self._made += 1
        sum, carried, iv = f"%s{self._made}", f"%a{self._made}", f"%r{self._made}"
        high = self.random.choice(["3", "%n"])
        self.line(f"{sum} = loop.for {iv} = 0 to {high} iter_args({carried} = {start}) -> (i32) {{")
        self.ivs.append(iv)
        known = len(self.values)
        self.values.append(carried)
        self._load()
        loaded = self.values[-1]
        total = self._value(f"arith.addi {loaded}, {carried} : i32")
        if self.random.random() < 0.3:
            self._store()
        self.line(f"loop.yield {total} : i32")
        del self.values[known:]
        self.ivs.pop()
        self.line("}")
        self.values.append(sum)
        self._store()

    def _value(self, text: str) -> str:
        self._made += 1
        name = f"%x{self._made}"
        self.line(f"{name} = {text}")
        self.values.append(name)
        return name

    def _place(self) -> tuple[str, str]:
        random = self.random
        if random.random() < 0.6:  # neighbours of the point of the iteration
            first, second = self.ivs[0], self.ivs[1 if len(self.ivs) > 1 and random.random() < 0.8 else -1]
            return f"%m[{first} + {random.randint(0, 2)}, {second} + {random.randint(0, 2)}]", "memref<24x24xi32>"
        if random.random() < 0.5:
            return f"%m[{self._index()}, {self._index()}]", "memref<24x24xi32>"
        return f"%v[{self._index()}]", "memref<24xi32>"

    def _index(self) -> str:
        random = self.random
        if random.random() < 0.1:
            return str(random.randint(0, 4))
        used = [random.choice(self.ivs)] if random.random() < 0.8 else random.sample(self.ivs, k=min(2, len(self.ivs)))
        text = " + ".join([*used, str(random.randint(0, 2))])
        if random.random() < 0.1:
            return f"({text}) {random.choice(['mod', 'floordiv'])} {random.randint(2, 8)}"
        return text


def random_contraction(random: Random) -> str:
    """A function with sums of products for the elements of a matrix, with something to do before and after each."""
    writer = _ContractionWriter(random)
    writer.nest()
    body = "\n".join(writer.lines)
    arguments = ", ".join(f"%{name}: {type} {{llvm.noalias}}" for name, type in writer.types.items())
    zero = "  %zero = arith.constant 0 : i32"
    return f"func.func @main({arguments}, %n: index) {{\n{zero}\n{body}\n  return\n}}"


class _ContractionWriter:
    """Loops `i` and `j` around one or two that carry a sum; what they end with is stored."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.lines: list[str] = []
        self.sums: list[str] = []
        self.types = {name: f"memref<{random.choice(['24x24', '?x?'])}xi32>" for name in "abc"} | {
            "v": "memref<24xi32>"
        }
        """The types of the available memrefs, some of unknown size."""
        self.output = random.choice(["%c[%i, %j]"] * 3 + ["%c[%j, %i + 2]", "%c[%i * 2, %j]", "%v[%j]"])

    def line(self, text: str, depth: int) -> None:
        self.lines.append("  " * (depth + 1) + text)

    def load(self, name: str, place: str, depth: int) -> None:
        self.line(f"{name} = loop.load {place} : {self._type_at(place)}", depth)

    def _type_at(self, place: str) -> str:
        return self.types[place[1]]

    def nest(self) -> None:
        random = self.random
        for depth, name in enumerate("ij"):
            step = random.choice([1, 1, 1, 2])
            self.line(f"loop.for %{name} = {random.choice([0, 0, 1])} to {self._end()} step {step} {{", depth)
        start = "%zero"
        if random.random() < 0.4:
            start, place = "%start", random.choice(["%v[%j]", "%a[%i, %j]", self.output])
            self.load(start, place, 2)
        self._sum(random.choice(["k", "k", "kl"]), start, 2)
        self._store_sum()
        for depth, name in ((1, "j"), (0, "i")):
            self.line(f'}} {{loop.name = "{name}"}}', depth)

    def _end(self) -> str:
        return self.random.choice(
            ["%n", "%n", "5", "7", "8", "0"] if self.random.random() < 0.3 else ["%n", "5", "7", "8"]
        )

    def _sum(self, names: str, start: str, depth: int) -> None:
        name, total = names[0], f"%total_{names[0]}"
        self.sums.append(total)
        self.line(f"{total} = loop.for %{name} = 0 to {self._end()} iter_args(%s_{name} = {start}) -> (i32) {{", depth)
        if len(names) > 1:
            self._sum(names[1:], f"%s_{name}", depth + 1)
            result = f"%total_{names[1]}"
        else:
            self._product(name, depth + 1)
            result = "%more"
        self.line(f"loop.yield {result} : i32", depth + 1)
        self.line(f'}} {{loop.name = "{name}"}}', depth)

    def _product(self, name: str, depth: int) -> None:
        random, k = self.random, f"%{name}"
        left = random.choice([f"%a[%i, {k}]", f"%a[{k}, %i]", f"%a[%i + {k}, %j]", f"%a[%i * 2 + {k}, 3]"])
        right = random.choice([f"%b[{k}, %j]", f"%b[%j, {k}]", f"%b[%j + {k}, %i + %j]"])
        if random.random() < 0.1:
            right = "%c[%i, %j]"
        self.load("%x", left, depth)
        self.load("%y", right, depth)
        self.line("%xy = arith.muli %x, %y : i32", depth)
        self.line(f"%more = arith.addi %xy, %s_{name} : i32", depth)

    def _store_sum(self) -> None:
        random, value = self.random, self.sums[0]
        if random.random() < 0.2:
            self.line("loop.if affine_set<(d0)[s0] : (s0 - d0 - 3 >= 0)>(%i)[%n] {", 2)
            self.load("%seldom", "%a[%i, %j]", 3)
            self.line("loop.store %seldom, %v[%i + 8] : memref<24xi32>", 3)
            self.line("}", 2)
            self.load("%always", "%a[%i, %j]", 2)
            self.line(f"%with_it = arith.addi {value}, %always : i32", 2)
            value = "%with_it"
        if random.random() < 0.7:
            self.load("%bias", "%v[%j]", 2)
            self.line(f"%biased = arith.addi {value}, %bias : i32", 2)
            self.line("%relu = arith.maxsi %biased, %zero : i32", 2)
            value = "%relu"
        self.line(f"loop.store {value}, {self.output} : {self._type_at(self.output)}", 2)
