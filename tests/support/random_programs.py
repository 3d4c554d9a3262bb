"""Random programs with control flow, memory and calls, that pass the verifier and always end.

`random_program(random)` gives the text of a module whose `@main(i32, i32, i1) -> i32` uses what passes work on:
branches that pass operands, bounded loops, slots on the stack, arrays, equal and dead computations, and calls of other
functions.
"""

from __future__ import annotations

from random import Random

BINARY = ["addi", "subi", "muli", "andi", "ori", "xori", "minsi", "maxui", "shli", "divsi", "remui"]
PREDICATES = ["eq", "ne", "slt", "sge", "ult", "ugt"]
HELPERS = 3


class _Function:
    """Writes one function, block by block; values in scope are those that dominate the place of writing."""

    def __init__(self, random: Random, name: str, callees: list[str]) -> None:
        self.random = random
        self.callees = callees
        self.names = 0
        self.labels = 0
        self.ints = ["%a", "%b"]
        self.bools = ["%c"]
        self.slots: list[str] = []
        shown = "" if name == "main" else "private "
        self.lines = [f"func.func {shown}@{name}(%a: i32, %b: i32, %c: i1) -> i32 {{"]

    def write(self) -> str:
        self.line("%array = memref.alloca() : memref<4xi32>")
        for index in range(4):
            self.line(f"%i{index} = arith.constant {index} : index")
            self.line(f"memref.store %a, %array[%i{index}] : memref<4xi32>")
        for _ in range(2):
            slot = self.fresh("s")
            self.line(f"{slot} = memref.alloca() : memref<i32>")
            if self.random.random() < 0.8:
                self.line(f"memref.store {self.int()}, {slot}[] : memref<i32>")
            self.slots.append(slot)
        self.statements(2, self.random.randrange(3, 8))
        if self.random.random() < 0.3:
            self.line(f"return {self.int()} : i32")
            self.lines.append("^unreachable:")
        self.line(f"return {self.int()} : i32")
        return "\n".join([*self.lines, "}"])

    def line(self, text: str) -> None:
        self.lines.append(f"  {text}")

    def fresh(self, prefix: str) -> str:
        self.names += 1
        return f"%{prefix}{self.names}"

    def label(self) -> str:
        self.labels += 1
        return f"^b{self.labels}"

    def int(self) -> str:
        return self.random.choice(self.ints[-6:] if self.random.random() < 0.7 else self.ints)

    def bool(self) -> str:
        return self.random.choice(self.bools[-3:])

    # -- Statements --------------------------------------------------------------------------------------------------

    def statements(self, depth: int, count: int) -> None:
        for _ in range(count):
            kinds = [self.binary] * 4 + [self.constant, self.compare, self.select, self.load, self.store, self.element]
            if self.callees:
                kinds.append(self.call)
            if depth and self.random.random() < 0.35:
                self.random.choice([self.branch, self.loop])(depth - 1)
            else:
                self.random.choice(kinds)()

    def define(self, prefix: str, text: str, scope: list[str]) -> None:
        name = self.fresh(prefix)
        self.line(f"{name} = {text}")
        scope.append(name)

    def binary(self) -> None:
        self.define("v", f"arith.{self.random.choice(BINARY)} {self.int()}, {self.int()} : i32", self.ints)

    def constant(self) -> None:
        if self.random.random() < 0.2:
            self.define("t", f"arith.constant {self.random.choice(['true', 'false'])}", self.bools)
        else:
            self.define("k", f"arith.constant {self.random.choice([0, 1, 2, -1, 7, 2**31 - 1])} : i32", self.ints)

    def compare(self) -> None:
        self.define("p", f"arith.cmpi {self.random.choice(PREDICATES)}, {self.int()}, {self.int()} : i32", self.bools)

    def select(self) -> None:
        self.define("v", f"arith.select {self.bool()}, {self.int()}, {self.int()} : i32", self.ints)

    def load(self) -> None:
        self.define("l", f"memref.load {self.random.choice(self.slots)}[] : memref<i32>", self.ints)

    def store(self) -> None:
        self.line(f"memref.store {self.int()}, {self.random.choice(self.slots)}[] : memref<i32>")

    def element(self) -> None:
        place = f"%array[%i{self.random.randrange(4)}] : memref<4xi32>"
        if self.random.random() < 0.5:
            self.line(f"memref.store {self.int()}, {place}")
        else:
            self.define("e", f"memref.load {place}", self.ints)

    def call(self) -> None:
        arguments = f"{self.int()}, {self.int()}, {self.bool()}"
        self.define("r", f"call @{self.random.choice(self.callees)}({arguments}) : (i32, i32, i1) -> i32", self.ints)

    def branch(self, depth: int) -> None:
        """if … else …, with a value that meets in an argument; sometimes one side returns."""
        then, other, join = self.label(), self.label(), self.label()
        self.line(f"cf.cond_br {self.bool()}, {then}, {other}")
        for label in (then, other):
            self.lines.append(f"{label}:")
            ints, bools = len(self.ints), len(self.bools)
            self.statements(depth, self.random.randrange(3))
            if label is then and self.random.random() < 0.2:
                self.line(f"return {self.int()} : i32")
            else:
                self.line(f"cf.br {join}({self.int()}, {self.int()} : i32, i32)")
            del self.ints[ints:], self.bools[bools:]
        value, unused = self.fresh("j"), self.fresh("u")
        self.lines.append(f"{join}({value}: i32, {unused}: i32):")
        self.ints += [value, unused] if self.random.random() < 0.5 else [value]

    def loop(self, depth: int) -> None:
        """A loop of at most three iterations that carries a value."""
        head, body, end = self.label(), self.label(), self.label()
        zero, one, bound = self.fresh("k"), self.fresh("k"), self.fresh("k")
        for name, value in ((zero, 0), (one, 1), (bound, self.random.randrange(4))):
            self.line(f"{name} = arith.constant {value} : i32")
        counter, carried, going, following = (self.fresh(prefix) for prefix in "nxgf")
        self.line(f"cf.br {head}({zero}, {self.int()} : i32, i32)")
        self.lines.append(f"{head}({counter}: i32, {carried}: i32):")
        self.ints += [counter, carried]
        self.line(f"{going} = arith.cmpi slt, {counter}, {bound} : i32")
        self.line(f"cf.cond_br {going}, {body}, {end}")
        self.lines.append(f"{body}:")
        ints, bools = len(self.ints), len(self.bools)
        self.statements(depth, self.random.randrange(1, 4))
        self.line(f"{following} = arith.addi {counter}, {one} : i32")
        self.line(f"cf.br {head}({following}, {self.int()} : i32, i32)")
        del self.ints[ints:], self.bools[bools:]
        self.lines.append(f"{end}:")


def random_program(random: Random) -> str:
    """The text of a module; each function calls only those written after it, and `main` is the first."""
    names = ["main", *(f"helper{index}" for index in range(random.randrange(HELPERS)))]
    return "\n".join(_Function(random, name, names[at + 1 :]).write() for at, name in enumerate(names))
