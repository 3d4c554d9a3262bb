"""IR of every shape that text can have, drawn at random: all kinds of attributes and types, odd names, nested regions.

Nothing is verified: what is made here has ops that no dialect knows, and shows only that printing and reading agree.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from dlc.ir.affine.expr import AffineConstantExpr, AffineDimExpr, AffineExpr, AffineSymbolExpr
from dlc.ir.affine.integer_set import IntegerSet
from dlc.ir.affine.map import AffineMap
from dlc.ir.attributes import Attribute, Type
from dlc.ir.blocks import Block, Region
from dlc.ir.builtin_attributes import (
    UNIT,
    AffineMapAttr,
    ArrayAttr,
    Blob,
    DenseArrayAttr,
    DenseElementsAttr,
    DenseResourceElementsAttr,
    DenseStringElementsAttr,
    DictionaryAttr,
    DistinctAttr,
    FloatAttr,
    IntegerAttr,
    IntegerSetAttr,
    OpaqueAttr,
    SparseElementsAttr,
    StridedLayoutAttr,
    StringAttr,
    SymbolRefAttr,
    TypeAttr,
    layout_of,
)
from dlc.ir.builtin_types import (
    DYNAMIC,
    ComplexType,
    FloatType,
    FunctionType,
    IntegerType,
    MemRefType,
    OpaqueType,
    TensorType,
    TupleType,
    UnrankedMemRefType,
    UnrankedTensorType,
    VectorType,
    i1,
    i64,
    index,
    none,
)
from dlc.ir.elements import pack
from dlc.ir.floats import FLOAT_FORMATS
from dlc.ir.locations import UNKNOWN_LOC, CallSiteLoc, FileLineColLoc, FusedLoc, Location, NameLoc
from dlc.ir.operations import WHOLE_PROPERTIES, UnregisteredOp
from dlc.ir.values import Value
from dlc.parser import parse_attribute

STRINGS = (
    "",
    "a",
    "a b",
    "é€😀",
    '"',
    "\\",
    "\n\t",
    "\0",
    "\udc80",
    "0x1",
    "true",
    "loc",
    "//",
    "%a",
    "}",
    "a.b",
    "9",
    "$-",
)
NAMES = ("a", "b", "a.b", "a$b", "_x", "true", "i1", "loc", "a b", "é", "9", "-", "unit", "dense", "\udcff", "x.y.z")
HINTS = (None, None, "a", "a", "b", "arg0", "_", "-x", "$", ".", "c_0", "c", "bad name", "0", "é")
OP_NAMES = ("t.op", "t.op", "a", "weird name.x", "t.ö", 't."q"', "t.$", "module.x")
BODIES = (
    "x",
    "x<y>",
    "x.y<[1, (2)], {a = 3}>",
    "",
    " x ",
    "a-b",
    "x<-> >",
    '"s>"',
    "x<1 -> 2>",
    "1.5",
    "->",
    "x$y",
    "<>",
)


class IRMaker:
    def __init__(self, random: Random) -> None:
        self.random = random
        self.depth = 0

    def nested(self, choices: Sequence[Callable[[], Any]], leaves: Sequence[Callable[[], Any]]) -> Any:
        """One of the choices, or, where enough is nested already, one of the leaves."""
        self.depth += 1
        try:
            deep = self.depth > self.random.choice((2, 3, 4))
            return self.random.choice(leaves if deep else [*choices, *leaves])()
        finally:
            self.depth -= 1

    def some(self, make: Callable[[], Any], most: int = 3) -> tuple[Any, ...]:
        return tuple(make() for _ in range(self.random.randrange(most + 1)))

    # -- Types ---------------------------------------------------------------------------------------------------------

    def type(self) -> Type:
        leaves = (self.integer_type, self.float_type, lambda: index, lambda: none, self.opaque_type)
        return self.nested((self.tensor, self.vector, self.memref, self.container, self.unranked), leaves)

    def integer_type(self) -> Type:
        return IntegerType(self.random.choice((0, 1, 1, 7, 8, 32, 64, 100)), self.random.choice(("", "", "s", "u")))

    def float_type(self) -> FloatType:
        return FloatType(self.random.choice(sorted(FLOAT_FORMATS)))

    def number_type(self) -> Type:
        return self.random.choice(
            (self.float_type, lambda: index, lambda: i1, lambda: IntegerType(9), self.any_width)
        )()

    def any_width(self) -> Type:
        return IntegerType(self.random.choice((1, 8, 16, 64, 77)), self.random.choice(("", "s", "u")))

    def opaque_type(self) -> Type:
        return OpaqueType(self.random.choice(("t", "x_y")), self.random.choice(BODIES))

    def shape(self, *, dynamic: bool) -> tuple[int, ...]:
        sizes = (0, 1, 2, 3, 5) + ((DYNAMIC, DYNAMIC, 10**15) if dynamic else ())
        return self.some(lambda: self.random.choice(sizes))

    def tensor(self) -> Type:
        element = self.random.choice((self.number_type, self.opaque_type, lambda: ComplexType(self.float_type())))()
        return TensorType(self.shape(dynamic=True), element, self.random.choice((lambda: None, self.attribute))())

    def vector(self) -> Type:
        shape = self.some(lambda: self.random.choice((1, 2, 4)))
        return VectorType(shape, self.number_type(), tuple(self.random.random() < 0.3 for _ in shape))

    def memref(self) -> Type:
        shape = self.shape(dynamic=True)
        layout = self.random.choice(
            (None, StridedLayoutAttr(tuple(DYNAMIC for _ in shape), self.random.choice((0, 7, DYNAMIC))))
        )
        return MemRefType(shape, self.number_type(), layout, self.space())

    def space(self) -> Attribute | None:
        return self.random.choice(
            (None, IntegerAttr(3, i64), StringAttr("l"), OpaqueAttr("t", "x<y>"), DictionaryAttr.of({"a": UNIT}))
        )

    def unranked(self) -> Type:
        element = self.number_type()
        return self.random.choice((UnrankedTensorType(element), UnrankedMemRefType(element, self.space())))

    def container(self) -> Type:
        many = self.some(self.type)
        return self.random.choice(
            (TupleType(many), FunctionType(many, self.some(self.type)), ComplexType(self.float_type()))
        )

    # -- Attributes ----------------------------------------------------------------------------------------------------

    def attribute(self) -> Attribute:
        leaves = (
            self.integer, self.float, self.string, lambda: UNIT, self.symbol, self.opaque, self.dense_array,
            self.strided, self.affine_map, self.affine_set, self.location,
        )  # fmt: skip
        choices = (
            self.array, self.dictionary, lambda: TypeAttr(self.type()), self.dense, self.dense_strings, self.sparse,
            self.resource, lambda: DistinctAttr.fresh(self.attribute()),
        )  # fmt: skip
        return self.nested(choices, leaves)

    def integer(self) -> Attribute:
        kind = self.random.choice((self.integer_type, lambda: index, lambda: i64))()
        width = kind.width if isinstance(kind, IntegerType) else 64
        return IntegerAttr(self.random.getrandbits(width) if width else 0, kind)

    def float(self) -> FloatAttr:
        kind = self.float_type()
        return FloatAttr(self.random.getrandbits(kind.width), kind)

    def string(self) -> Attribute:
        return StringAttr(self.random.choice(STRINGS), self.random.choice((None, None, i64)))

    def symbol(self) -> Attribute:
        return SymbolRefAttr(self.random.choice(NAMES), self.some(lambda: self.random.choice(NAMES), 2))

    def opaque(self) -> Attribute:
        return OpaqueAttr("t", self.random.choice(BODIES), self.random.choice((None, i64)))

    def array(self) -> Attribute:
        return ArrayAttr(self.some(self.attribute))

    def dictionary(self) -> DictionaryAttr:
        return DictionaryAttr.of(self.entries())

    def entries(self) -> dict[str, Attribute]:
        return {self.random.choice(NAMES): self.attribute() for _ in range(self.random.randrange(3))}

    def dense_array(self) -> Attribute:
        kind: Any = self.random.choice((i1, IntegerType(8), IntegerType(64, "u"), FloatType("bf16"), FloatType("f64")))
        if isinstance(kind, FloatType):
            return DenseArrayAttr(kind, self.some(lambda: self.random.getrandbits(kind.width)))
        return DenseArrayAttr(kind, self.some(lambda: kind.wrap(self.random.getrandbits(kind.width))))

    def dense(self) -> DenseElementsAttr:
        element = self.random.choice((self.number_type, self.number_type, lambda: ComplexType(self.float_type())))()
        return self.dense_of(self.random.choice((TensorType, MemRefType))(self.shape(dynamic=False), element))

    def dense_of(self, kind: Any) -> DenseElementsAttr:
        layout = layout_of(kind.element_type)
        assert layout is not None
        count = kind.num_elements * (2 if layout.part else 1)
        bits = [
            self.random.getrandbits(min(layout.width, layout.part.width if layout.part else 10**9))
            for _ in range(count)
        ]
        return DenseElementsAttr.from_bytes(kind, pack(bits, layout))

    def dense_strings(self) -> Attribute:
        kind = TensorType(self.shape(dynamic=False), self.opaque_type())
        return DenseStringElementsAttr(kind, tuple(self.random.choice(STRINGS) for _ in range(kind.num_elements)))

    def sparse(self) -> Attribute:
        kind = TensorType((4, 3), self.number_type())
        count = self.random.randrange(1, 4)
        indices = [value for _ in range(count) for value in (self.random.randrange(4), self.random.randrange(3))]
        places = DenseElementsAttr.of(TensorType((count, 2), i64), indices)
        return SparseElementsAttr(kind, places, self.dense_of(TensorType((count,), kind.element_type)))

    def resource(self) -> Attribute:
        raw = self.random.choice((None, b"", b"\1\2\3\4"))
        return DenseResourceElementsAttr(
            TensorType((2,), i64), Blob("builtin", f"k {self.random.getrandbits(40)}", raw, 4)
        )

    def strided(self) -> Attribute:
        return StridedLayoutAttr(
            self.some(lambda: self.random.choice((0, 1, -3, DYNAMIC))), self.random.choice((0, 5, DYNAMIC))
        )

    # -- Affine maps and sets, locations -------------------------------------------------------------------------------

    def expression(self) -> AffineExpr:
        leaves = (
            lambda: AffineDimExpr(0),
            lambda: AffineSymbolExpr(0),
            lambda: AffineConstantExpr(self.random.randrange(-9, 9)),
        )
        return self.nested((self.sum, self.quotient), leaves)

    def sum(self) -> AffineExpr:
        left, right = self.expression(), self.expression()
        return self.random.choice((left + right, left - right, left * self.random.randrange(-3, 4), -left))

    def quotient(self) -> AffineExpr:
        left, by = self.expression(), self.random.randrange(1, 9)
        return self.random.choice((left // by, left.ceildiv(by), left % by))

    def affine_map(self) -> Attribute:
        return as_read(AffineMapAttr(AffineMap(1, 1, self.some(self.expression))))

    def affine_set(self) -> Attribute:
        constraints = tuple(self.expression() for _ in range(self.random.randrange(1, 3)))
        equalities = tuple(self.random.random() < 0.5 for _ in constraints)
        return as_read(IntegerSetAttr(IntegerSet(1, 1, constraints, equalities)))

    def location(self) -> Location:
        leaves = (lambda: UNKNOWN_LOC, self.file_location)
        return self.nested((self.name_location, self.call_location, self.fused_location), leaves)

    def file_location(self) -> Location:
        line, column, more = (self.random.randrange(9) for _ in range(3))
        return FileLineColLoc(self.random.choice(STRINGS), line, column, line + self.random.randrange(2), column + more)

    def name_location(self) -> Location:
        return NameLoc(self.random.choice(STRINGS), self.location())

    def call_location(self) -> Location:
        return CallSiteLoc(self.location(), self.location())

    def fused_location(self) -> Location:
        parts = dict.fromkeys(self.file_location() for _ in range(2, 5))
        return FusedLoc((*parts, NameLoc("n", UNKNOWN_LOC)), self.random.choice((lambda: None, self.attribute))())

    # -- Operations ----------------------------------------------------------------------------------------------------

    def module(self) -> UnregisteredOp:
        region = self.region([], 0)
        if region.is_empty:
            region.append(Block())
        return UnregisteredOp.of("builtin.module", regions=[region], location=self.location())

    def region(self, visible: list[Value], depth: int) -> Region:
        """Blocks whose ops use what is visible, what comes later included."""
        if depth == 0:
            blocks = [Block()]
        else:
            blocks = [Block(self.some(self.type, 2)) for _ in range(self.random.choice((0, 1, 1, 2, 3)))]
        inner = [*visible, *(arg for block in blocks for arg in block.args)]
        for block in blocks:
            for arg in block.args:
                arg.name_hint = self.random.choice(HINTS)
                arg.location = self.location()
            for _ in range(self.random.randrange(4)):
                op = self.operation(inner, blocks[1:] if depth else [], depth)
                block.append(op)
                inner += op.results
        return Region(blocks)

    def operation(self, visible: list[Value], blocks: list[Block], depth: int) -> UnregisteredOp:
        choose = self.random
        whole = choose.choice((None, None, None, self.attribute()))
        properties = (
            {WHOLE_PROPERTIES: whole} if whole is not None and not isinstance(whole, DictionaryAttr) else self.entries()
        )
        op = UnregisteredOp.of(
            choose.choice(OP_NAMES),
            [choose.choice(visible) for _ in range(choose.randrange(4))] if visible else [],
            self.some(self.type),
            properties,
            self.entries(),
            [self.region(list(visible), depth + 1) for _ in range(choose.choice((0, 0, 0, 1, 2)) if depth < 3 else 0)],
            [choose.choice(blocks) for _ in range(choose.choice((0, 0, 1, 2)))] if blocks else [],
            self.location(),
        )
        for result in op.results:
            result.name_hint = choose.choice(HINTS)
        return op


def as_read(attr: Attribute) -> Attribute:
    """An affine attribute as its text reads: MLIR's has no parentheses in `a + (b + c)`, and `a + b` may simplify."""
    return parse_attribute(str(parse_attribute(str(attr))))
