"""Structured ops with a name, whose loops, maps and bodies follow from it: the ops of `named_table`, and fill, copy,
`linalg.elementwise` and `linalg.contract`.

The body is in the generic form only: reading the custom form writes it, for the types of the operands.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import new_class
from typing import TYPE_CHECKING, Any, ClassVar

from dlc.dialects import arith
from dlc.ir import ArrayAttr, Attribute, Block, Builder, DenseElementsAttr, FloatAttr, Location, Type, Value
from dlc.ir.affine import AffineMap
from dlc.ir.assembly import HAND_WRITTEN, AsmPrinter, AsmReader
from dlc.ir.blocks import Region as IRRegion
from dlc.ir.builtin_attributes import int_attr
from dlc.ir.builtin_types import f64, i32, i64
from dlc.ir.constraints import AttributeConstraint
from dlc.ir.definition import Attr, attr, op, optional_attr
from dlc.ir.locations import PendingLocation
from dlc.ir.signatures import read_result_types
from dlc.ir.traits import RecursiveMemoryEffects, SingleBlock

from .accesses import Accesses, accesses_of
from .attributes import (
    BINARY,
    CAST_SIGNED,
    CAST_UNSIGNED,
    PARALLEL,
    REDUCTION,
    TERNARY,
    ElementwiseKindAttr,
    TypeFnAttr,
)
from .generic import IndexOp, YieldOp
from .named_table import CONTRACTIONS, ELEMENTWISE, POOLINGS, QUANTIZED
from .scalars import NoSuchFunctionError, apply, cast
from .structured import (
    INTERFACES,
    MEMOIZED,
    SEGMENTS,
    SegmentedOp,
    all_parallel,
    element_of,
    groups_text,
    map_array,
    map_list,
    maps_of,
    rank_of,
    read_attributes,
    read_group,
    results_text,
    segments,
)

if TYPE_CHECKING:
    from dlc.ir.verifier import Report

MAPS, CAST, STRIDES, DILATIONS = "indexing_maps", "cast", "strides", "dilations"
Properties = Mapping[str, Attribute]


class NamedOp(SegmentedOp):
    """Base of named structured ops: the computation is a function of the elements and of the properties."""

    syntax = HAND_WRITTEN
    num_inputs: ClassVar[int]

    @classmethod
    def compute(cls, builder: Builder, elements: Sequence[Value], properties: Properties) -> Value:
        """Insert the computation at one point, and return the new element of the output."""
        raise NotImplementedError

    @classmethod
    def body_for(cls, types: Sequence[Type], properties: Properties, location: Location | PendingLocation) -> IRRegion:
        """Return the body for elements of these types."""
        block = Block(list(types))
        builder = Builder.at_end(block)
        builder.location = location
        builder.insert(YieldOp([cls.compute(builder, block.args, properties)]))
        return IRRegion([block])

    @classmethod
    def inputs_of(cls, properties: Properties) -> int:
        """Return the number of inputs of an op with these properties."""
        del properties
        return cls.num_inputs

    @property
    def default_maps(self) -> list[AffineMap]:
        """The maps of an op that does not list others."""
        raise NotImplementedError

    @property
    def maps(self) -> Sequence[AffineMap]:
        return maps_of(self.properties[MAPS]) if MAPS in self.properties else self.default_maps

    def verify(self, report: Report) -> None:
        wanted = self.inputs_of(self.properties)
        if (len(self.inputs), len(self.outputs)) == (wanted, 1):
            super().verify(report)
            return
        got = f"{len(self.inputs)} and {len(self.outputs)}"
        report.error("named_c1", f"expected {wanted} inputs and 1 output, but got {got}")

    @classmethod
    def read(cls, p: AsmReader, location: Location | PendingLocation) -> NamedOp:
        offset = p.pos
        properties = cls.read_head(p)
        given, attributes = read_attributes(p, list(cls.definition.attrs))
        properties |= given
        inputs, outputs = read_group(p, "ins"), read_group(p, "outs")
        properties[SEGMENTS] = segments(inputs, outputs)
        operands, results = [*inputs, *outputs], read_result_types(p)
        if (len(inputs), len(outputs)) != (cls.inputs_of(properties), 1):
            got = f"{len(inputs)} and {len(outputs)}"
            p.fail(f"expected {cls.inputs_of(properties)} inputs and 1 output, but got {got}", offset)
        try:
            body = cls.body_for([element_of(value.type) for value in operands], properties, location)
        except NoSuchFunctionError as error:
            p.fail(str(error), offset)
        new_op = cls.create(operands, results, properties, attributes, [body], location=location)
        if MAPS in cls.definition.attrs and MAPS not in properties:
            new_op.properties[MAPS] = map_array(new_op.default_maps)
        return new_op

    @classmethod
    def read_head(cls, p: AsmReader) -> dict[str, Attribute]:
        """`indexing_maps = […]`, where the op can have that."""
        if MAPS not in cls.definition.attrs or not p.accept(MAPS):
            return {}
        p.expect("=")
        offset = p.pos
        maps = p.attribute()
        if not isinstance(maps, ArrayAttr):
            p.fail(f"expected an array of affine maps, but got '{maps}'", offset)
        return {MAPS: maps}

    def write(self, p: AsmPrinter) -> None:
        self.write_head(p)
        p.attr_dict(self, self.elided)
        p.write(f"{groups_text(p, self)}{results_text(p, self)}")

    @property
    def elided(self) -> Sequence[str]:
        """The names of properties that the dictionary leaves out."""
        return (SEGMENTS, MEMOIZED, MAPS)

    @property
    def has_other_maps(self) -> bool:
        """Whether the maps are not those that the op has anyway."""
        return MAPS in self.properties and list(self.maps) != self.default_maps

    def nameless_properties(self) -> Sequence[str]:
        return (MEMOIZED,) if self.has_other_maps else (MEMOIZED, MAPS)

    def write_head(self, p: AsmPrinter) -> None:
        """Write the maps, unless they are those that the op has anyway."""
        if self.has_other_maps:
            p.write(f" {MAPS} = {p.attribute(self.properties[MAPS])}")


def _integers(attribute: Attribute) -> bool:
    return isinstance(attribute, DenseElementsAttr) and attribute.type.element_type is i64


window_attr = AttributeConstraint("64-bit signless int elements attribute", _integers, DenseElementsAttr)


class TableOp(NamedOp):
    """An op that is a line of the table."""

    accesses: ClassVar[Accesses]

    @property
    def iterators(self) -> Sequence[str]:
        return self.accesses.iterators

    @property
    def default_maps(self) -> list[AffineMap]:
        ones = (1,) * self.accesses.windows
        given = [self.properties.get(name) for name in (STRIDES, DILATIONS)]
        strides, dilations = (tuple(each.ints()) if isinstance(each, DenseElementsAttr) else ones for each in given)
        maps = self.accesses.maps(strides, dilations)
        scalars = [AffineMap(len(self.accesses.loops), 0, [])] * (self.num_inputs + 1 - len(maps))
        return [*maps[:-1], *scalars, maps[-1]]

    def generic_dictionaries(self) -> tuple[Mapping[str, Attribute], Mapping[str, Attribute]]:
        """MLIR's ops note their maps as soon as something asks for them."""
        if MAPS in self.definition.attrs or MEMOIZED in self.properties or not self.iterators:
            return super().generic_dictionaries()
        return self.properties, {MEMOIZED: map_array(self.default_maps), **self.attributes}

    def verify(self, report: Report) -> None:
        for name in (STRIDES, DILATIONS):
            given = self.properties.get(name)
            if isinstance(given, DenseElementsAttr) and tuple(given.type.shape) != (self.accesses.windows,):
                report.error("named_c2", f"'{name}' must have {self.accesses.windows} elements, but got '{given.type}'")
                return
        super().verify(report)


class ContractionOp(TableOp):
    """A sum of products. Narrower inputs are cast to the type of the output first."""

    num_inputs = 2

    @classmethod
    def compute(cls, builder: Builder, elements: Sequence[Value], properties: Properties) -> Value:
        return sum_of_products(builder, elements, properties)


def sum_of_products(builder: Builder, elements: Sequence[Value], properties: Properties) -> Value:
    """Insert the product of two elements, cast to the type of the third, and its sum with that."""
    *inputs, old = elements
    factors = [cast(builder, value, old.type, _cast_of(properties)) for value in inputs]
    return apply(builder, "add", [old, apply(builder, "mul", factors)])


class QuantizedOp(TableOp):
    """A sum of products of integers, from which their zero points are subtracted first."""

    num_inputs = 4

    @classmethod
    def compute(cls, builder: Builder, elements: Sequence[Value], properties: Properties) -> Value:
        del properties
        *inputs, old = elements
        zero_points = [cast(builder, value, old.type, CAST_SIGNED) for value in inputs[2:]]
        factors: list[Value] = []
        for value, zero in zip(inputs[:2], zero_points, strict=True):
            factors.append(apply(builder, "sub", [cast(builder, value, old.type, CAST_SIGNED), zero]))
        return apply(builder, "add", [old, apply(builder, "mul", factors)])


class PoolingOp(TableOp):
    """A reduction over the window that the second input has the size of."""

    num_inputs = 2
    function: ClassVar[str]

    @classmethod
    def compute(cls, builder: Builder, elements: Sequence[Value], properties: Properties) -> Value:
        del properties
        how = CAST_UNSIGNED if cls.function.endswith("unsigned") else CAST_SIGNED
        return apply(builder, cls.function, [elements[-1], cast(builder, elements[0], elements[-1].type, how)])


class PointwiseOp(NamedOp):
    """An op that computes each element of the output from those at the same place."""

    function: ClassVar[str]

    @classmethod
    def compute(cls, builder: Builder, elements: Sequence[Value], properties: Properties) -> Value:
        del properties
        return apply(builder, cls.function, elements[:-1])

    @property
    def iterators(self) -> Sequence[str]:
        return all_parallel(rank_of(self.operands[-1].type))

    @property
    def default_maps(self) -> list[AffineMap]:
        rank = rank_of(self.operands[-1].type)
        return [AffineMap.identity(rank)] * len(self.operands)


def _cast_of(properties: Properties) -> str:
    given = properties.get(CAST)
    return given.value if isinstance(given, TypeFnAttr) else CAST_SIGNED


# -- The ops -----------------------------------------------------------------------------------------------------------

_RULES = """
    Rules: those of `linalg.generic` that begin with `linalg`. (named_c1) there are as many inputs as the op has, and an
    output. (named_c2) there is a stride and a dilation for each dimension of the kernel.
    Example: linalg.{name} ins({inputs}) outs({output})
    """


def _defined(name: str, base: type[NamedOp], meaning: str, types: Sequence[str], **members: Any) -> type[NamedOp]:
    """Return the class of an op; `types` are those of the operands in its example."""
    names = [f"%{letter}" for letter in "abcdefgh"[: len(types)]]
    inputs = f"{', '.join(names[:-1])} : {', '.join(types[:-1])}"
    rules = _RULES.format(name=name, inputs=inputs, output=f"{names[-1]} : {types[-1]}")
    class_name = "".join(word.capitalize() for word in name.split("_"))
    namespace = {"__doc__": meaning + "\n" + rules, "__module__": __name__, "num_inputs": len(types) - 1, **members}
    cls: type[NamedOp] = new_class(f"{class_name}Op", (base,), exec_body=lambda body: body.update(namespace))
    return op(f"linalg.{name}", traits=(SingleBlock, RecursiveMemoryEffects), interfaces=INTERFACES)(cls)


def _from_table(
    name: str, base: type[NamedOp], meaning: str, line: str, elements: Sequence[str], **members: Any
) -> type[NamedOp]:
    accesses = accesses_of(line)
    shapes = ["x".join([*map(str, sizes), ""]) for sizes in accesses.sizes(2)]
    types = [f"memref<{shape}{element}>" for shape, element in zip(shapes, elements, strict=False)]
    types[-1] = f"memref<{shapes[-1]}{elements[-1]}>"
    scalars = list(elements[len(types) - 1 : -1])
    if accesses.windows:
        members |= {name: optional_attr(window_attr, default=None, kw_only=True) for name in (STRIDES, DILATIONS)}
    return _defined(name, base, meaning, [*types[:-1], *scalars, types[-1]], accesses=accesses, **members)


def _contractions() -> list[type[NamedOp]]:
    ops: list[type[NamedOp]] = []
    for name, (line, has_cast, has_maps) in CONTRACTIONS.items():
        members: dict[str, Any] = {}
        if has_cast:
            members[CAST] = optional_attr(TypeFnAttr, default=None, kw_only=True)
        if has_maps:
            members[MAPS] = optional_attr(map_list, default=None, kw_only=True)
        meaning = f"Add products to each element of the output: `{line}`."
        ops.append(_from_table(name, ContractionOp, meaning, line, ["f32"] * 3, **members))
    for name, plain in QUANTIZED.items():
        line = CONTRACTIONS[plain].accesses
        meaning = f"Add products of integers without their zero points to each element of the output: `{line}`."
        ops.append(_from_table(name, QuantizedOp, meaning, line, ["i8", "i8", "i32", "i32", "i32"]))
    return ops


def _poolings() -> list[type[NamedOp]]:
    ops: list[type[NamedOp]] = []
    for name, (line, function) in POOLINGS.items():
        meaning = f"Combine the elements of each window by {function}: `{line}`."
        element = "i32" if function.endswith("unsigned") else "f32"
        ops.append(_from_table(name, PoolingOp, meaning, line, [element] * 3, function=function))
    return ops


def _elementwise() -> list[type[NamedOp]]:
    ops: list[type[NamedOp]] = []
    for name, function in ELEMENTWISE.items():
        count = 2 if function in BINARY else 3 if function in TERNARY else 1
        element = "i32" if function == "div_unsigned" else "f32"
        types = [f"memref<4x{element}>"] * (count + 1)
        if function in TERNARY:
            types[0] = "memref<4xi1>"
        ops.append(_defined(name, PointwiseOp, f"Compute `{function}` of each element.", types, function=function))
    return ops


@op("linalg.elementwise", traits=(SingleBlock, RecursiveMemoryEffects), interfaces=INTERFACES)
class ElementwiseOp(NamedOp):
    """Compute a function of the elements that the maps pick; without maps, those at the same place.

    Rules: those of `linalg.generic` that begin with `linalg`, and `named_c1`.
    Example:
        linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
    """

    kind: Attr[ElementwiseKindAttr] = attr(ElementwiseKindAttr, kw_only=True)
    indexing_maps: Attr[ArrayAttr | None] = optional_attr(map_list, default=None, kw_only=True)

    @classmethod
    def compute(cls, builder: Builder, elements: Sequence[Value], properties: Properties) -> Value:
        return apply(builder, _kind_of(properties), elements[:-1])

    @classmethod
    def inputs_of(cls, properties: Properties) -> int:
        kind = _kind_of(properties)
        return 2 if kind in BINARY else 3 if kind in TERNARY else 1

    @property
    def iterators(self) -> Sequence[str]:
        return all_parallel(rank_of(self.operands[-1].type))

    @property
    def default_maps(self) -> list[AffineMap]:
        return [AffineMap.identity(rank_of(self.operands[-1].type))] * len(self.operands)

    @property
    def elided(self) -> Sequence[str]:
        return (*super().elided, "kind")

    @classmethod
    def read_head(cls, p: AsmReader) -> dict[str, Attribute]:
        p.expect("kind")
        p.expect("=")
        offset = p.pos
        kind = p.attribute()
        if not isinstance(kind, ElementwiseKindAttr):
            p.fail(f"expected '#linalg.elementwise_kind<…>', but got '{kind}'", offset)
        return {"kind": kind, **super().read_head(p)}

    def write_head(self, p: AsmPrinter) -> None:
        p.write(f" kind={p.attribute(self.kind)}")
        super().write_head(p)


def _kind_of(properties: Properties) -> str:
    kind = properties["kind"]
    assert isinstance(kind, ElementwiseKindAttr), "checked when it was read"
    return kind.value


@op("linalg.contract", traits=(SingleBlock, RecursiveMemoryEffects), interfaces=INTERFACES)
class ContractOp(NamedOp):
    """Add the products of the elements that the maps pick to each element of the output.

    Rules: those of `linalg.generic` that begin with `linalg`, and `named_c1`.
    Example:
        linalg.contract indexing_maps = [
          affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>
        ] ins(%a, %b : memref<4x8xf32>, memref<8x2xf32>) outs(%c : memref<4x2xf32>)
    """

    indexing_maps: Attr[ArrayAttr] = attr(map_list, kw_only=True)
    cast: Attr[TypeFnAttr | None] = optional_attr(TypeFnAttr, default=None, kw_only=True)
    num_inputs = 2

    @classmethod
    def compute(cls, builder: Builder, elements: Sequence[Value], properties: Properties) -> Value:
        return sum_of_products(builder, elements, properties)

    @property
    def iterators(self) -> Sequence[str]:
        maps = self.maps
        if not maps:
            return ()
        kept = set(maps[-1].used_dims())
        return [PARALLEL if dim in kept else REDUCTION for dim in range(maps[-1].num_dims)]

    @property
    def default_maps(self) -> list[AffineMap]:
        return []


@op("linalg.fill", traits=(SingleBlock, RecursiveMemoryEffects), interfaces=INTERFACES)
class FillOp(PointwiseOp):
    """Each element of the output becomes the scalar, cast to its type.

    Rules: those of `linalg.generic` that begin with `linalg`, and `named_c1`.
    Example: linalg.fill ins(%x : f32) outs(%m : memref<4xf32>)
    """

    num_inputs = 1

    @classmethod
    def compute(cls, builder: Builder, elements: Sequence[Value], properties: Properties) -> Value:
        del properties
        return cast(builder, elements[0], elements[1].type, CAST_SIGNED)

    @property
    def default_maps(self) -> list[AffineMap]:
        rank = rank_of(self.operands[-1].type)
        return [AffineMap(rank, 0, []), AffineMap.identity(rank)]


@op("linalg.fill_rng_2d", traits=(SingleBlock, RecursiveMemoryEffects), interfaces=INTERFACES)
class FillRng2DOp(PointwiseOp):
    """Each element of a matrix becomes a pseudorandom number between the first two scalars, made from the seed and the
    indices by a linear congruential generator.

    Rules: those of `linalg.generic` that begin with `linalg`, and `named_c1`.
    Example: linalg.fill_rng_2d ins(%low, %high, %seed : f64, f64, i32) outs(%m : memref<4x8xf32>)
    """

    num_inputs = 3

    @classmethod
    def compute(cls, builder: Builder, elements: Sequence[Value], properties: Properties) -> Value:
        del properties
        low, high, seed, out = elements

        def whole(value: int) -> Value:
            return builder.insert(arith.ConstantOp(int_attr(value, i64))).result

        def next_number(number: Value) -> Value:
            factor = builder.insert(arith.TruncIOp(whole(1103515245), i32)).results[0]
            product = builder.insert(arith.MulIOp(number, factor)).result
            return builder.insert(
                arith.AddIOp(product, builder.insert(arith.TruncIOp(whole(12345), i32)).results[0])
            ).result

        offset = builder.insert(arith.SIToFPOp(whole(2147483647), f64)).results[0]
        column, row = (
            builder.insert(arith.IndexCastOp(builder.insert(IndexOp(int_attr(dim, i64))).result, i32)).results[0]
            for dim in (1, 0)
        )
        of_row = next_number(builder.insert(arith.AddIOp(row, seed)).result)
        number = next_number(builder.insert(arith.AddIOp(column, of_row)).result)
        positive = builder.insert(arith.AddFOp(offset, builder.insert(arith.SIToFPOp(number, f64)).results[0])).result
        span = builder.insert(arith.SubFOp(high, low)).result
        unit = builder.insert(arith.ConstantOp(FloatAttr.of(2.3283064e-10, f64))).result
        scaled = builder.insert(arith.MulFOp(positive, builder.insert(arith.MulFOp(span, unit)).result)).result
        return cast(builder, builder.insert(arith.AddFOp(scaled, low)).result, out.type, CAST_SIGNED)

    @property
    def default_maps(self) -> list[AffineMap]:
        rank = rank_of(self.operands[-1].type)
        return [*[AffineMap(rank, 0, [])] * 3, AffineMap.identity(rank)]

    def generic_dictionaries(self) -> tuple[Mapping[str, Attribute], Mapping[str, Attribute]]:
        """MLIR's op notes its maps as soon as something asks for them."""
        return self.properties, {MEMOIZED: map_array(self.default_maps), **self.attributes}


@op("linalg.copy", traits=(SingleBlock, RecursiveMemoryEffects), interfaces=INTERFACES)
class CopyOp(PointwiseOp):
    """Each element of the output becomes that of the input, cast to its type.

    Rules: those of `linalg.generic` that begin with `linalg`, and `named_c1`.
    Example: linalg.copy ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
    """

    cast: Attr[TypeFnAttr | None] = optional_attr(TypeFnAttr, default=None, kw_only=True)
    num_inputs = 1

    @classmethod
    def compute(cls, builder: Builder, elements: Sequence[Value], properties: Properties) -> Value:
        return cast(builder, elements[0], elements[1].type, _cast_of(properties))


TABLE_OPS = [*_contractions(), *_poolings(), *_elementwise()]
"""The ops that are lines of the table."""
