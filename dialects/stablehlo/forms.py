"""The parts of StableHLO's syntax that several ops share, as directives: types that are written once, lists, windows.

Types are written once where all are the same, `stablehlo.add %x, %y : tensor<4xf32>`, and as the type of a function
where they differ.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from dlc.ir import Attribute, Operation, Type, Value
from dlc.ir.assembly import AsmPrinter, AsmReader
from dlc.ir.builtin_attributes import ArrayAttr, DenseArrayAttr, DenseElementsAttr, IntegerAttr, StringAttr, i64_array
from dlc.ir.builtin_types import ComplexType, FunctionType, TensorType, TupleType, i1, i32, i64
from dlc.ir.field_attributes import read_numbers

from .attributes import ConvDimensionNumbersAttr, DotAlgorithmAttr, DotDimensionNumbersAttr, PrecisionAttr

Directive = tuple[Callable[..., Any], Callable[..., None]]


def written_types(p: AsmPrinter, operands: Sequence[Type], results: Sequence[Type]) -> str:
    """Return the type of a function."""
    listed = p.types_of(results)
    return f"({p.types_of(operands)}) -> {listed if len(results) == 1 else f'({listed})'}"


def _signature(p: AsmReader, type: FunctionType, count: int, offset: int) -> list[Type]:
    """Return the types of the operands, and that of the only result."""
    if len(type.inputs) != count:
        p.fail(f"{count} operands present, but expected {len(type.inputs)}", offset)
    if len(type.results) != 1:
        p.fail("expected single output", offset)
    return [*type.inputs, type.results[0]]


# -- Types -------------------------------------------------------------------------------------------------------------


def same_types(operands: int) -> Directive:
    """Return the directive `SameTypes` of an op with this number of operands and a result."""

    def read(p: AsmReader) -> tuple[Type, ...]:
        offset = p.pos
        type = p.type()
        if isinstance(type, FunctionType):
            return tuple(_signature(p, type, operands, offset))
        return (type,) * (operands + 1)

    def write(p: AsmPrinter, _op: Operation, *types: Type) -> None:
        result = types[-1]
        all_same = all(type is result for type in types)
        p.write(p.type(result) if all_same else written_types(p, types[:-1], [result]))

    return read, write


def read_all_types(p: AsmReader, operands: Sequence[str]) -> tuple[list[Type], Type]:
    """The types of any number of operands and of the result, which are written once where they are the same."""
    offset = p.pos
    type = p.type()
    if isinstance(type, FunctionType):
        *types, result = _signature(p, type, len(operands), offset)
        return types, result
    return [type] * len(operands), type


def write_all_types(p: AsmPrinter, _op: Operation, _operands: object, types: Sequence[Type], result: Type) -> None:
    """The counterpart of `read_all_types`."""
    p.write(p.type(result) if all(type is result for type in types) else written_types(p, types, [result]))


SAME_TYPES_1 = {"SameTypes": same_types(1)}
SAME_TYPES_2 = {"SameTypes": same_types(2)}
SAME_TYPES_3 = {"SameTypes": same_types(3)}


def read_complex_types(p: AsmReader) -> tuple[Type, ...]:
    """Types of two real tensors and of the complex one that they become."""
    offset = p.pos
    type = p.type()
    if isinstance(type, FunctionType):
        return tuple(_signature(p, type, 2, offset))
    if not isinstance(type, TensorType) or not isinstance(type.element_type, ComplexType):
        p.fail("expected tensor with complex element type", offset)
    real = real_type(type)
    return real, real, type


def write_complex_types(p: AsmPrinter, _op: Operation, lhs: Type, rhs: Type, result: Type) -> None:
    """The counterpart of `read_complex_types`."""
    real = real_type(result)
    p.write(p.type(result) if lhs is real and rhs is real else written_types(p, [lhs, rhs], [result]))


def real_type(type: Type) -> Type:
    """Return the type of the real parts of a complex tensor; of others, the type itself."""
    if isinstance(type, TensorType) and isinstance(type.element_type, ComplexType):
        return TensorType(type.shape, type.element_type.element_type, type.encoding)
    return type


def read_select_types(p: AsmReader) -> tuple[Type, ...]:
    """Types of a condition and of the values that are chosen from."""
    offset = p.pos
    types = p.types()
    if len(types) == 2:
        return types[0], types[1], types[1], types[1]
    if len(types) != 1 or not isinstance(types[0], FunctionType):
        p.fail("expected functional type or list of two types", offset)
    return tuple(_signature(p, types[0], 3, offset))


def write_select_types(p: AsmPrinter, _op: Operation, pred: Type, on_true: Type, on_false: Type, result: Type) -> None:
    """The counterpart of `read_select_types`."""
    is_short = on_true is result and on_false is result
    p.write(p.types_of([pred, result]) if is_short else written_types(p, [pred, on_true, on_false], [result]))


def read_tuple_types(p: AsmReader) -> tuple[list[Type], Type]:
    """The types of a tuple's parts, and the tuple's own."""
    offset = p.pos
    type = p.type()
    if not isinstance(type, TupleType):
        p.fail("expected tuple type", offset)
    return list(type.types), type


def write_tuple_types(p: AsmPrinter, _op: Operation, parts: Sequence[Type], result: Type) -> None:
    """The counterpart of `read_tuple_types`; a type that does not say what the parts are has no such form."""
    if not isinstance(result, TupleType) or list(result.types) != list(parts):
        raise ValueError("the tuple has other types")
    p.write(p.type(result))


# -- Lists and words ---------------------------------------------------------------------------------------------------


def read_leading_operands(p: AsmReader) -> list[str]:
    """Names of operands, each with a comma behind it."""
    names: list[str] = []
    while (name := p.accept_value_name()) is not None:
        names.append(name)
        p.expect(",")
    return names


def write_leading_operands(p: AsmPrinter, _op: Operation, operands: Sequence[Value]) -> None:
    """The counterpart of `read_leading_operands`; without operands there is no such form."""
    if not operands:
        raise ValueError("the dimension stands behind operands")
    p.write(f"{p.names_of(operands)},")


LEADING_OPERANDS = {"LeadingOperands": (read_leading_operands, write_leading_operands)}


def read_ranges(p: AsmReader) -> tuple[Attribute, Attribute, Attribute]:
    """Starts, limits and strides as `[0:4, 1:8:2]`."""
    ranges: list[tuple[int, int, int]] = []
    p.expect("[")
    while not p.accept("]"):
        start = p.integer()
        p.expect(":")
        limit = p.integer()
        ranges.append((start, limit, p.integer() if p.accept(":") else 1))
        if not p.at("]"):
            p.expect(",")
    starts, limits, strides = zip(*ranges, strict=True) if ranges else ((), (), ())
    return i64_array(starts), i64_array(limits), i64_array(strides)


def write_ranges(
    p: AsmPrinter, _op: Operation, starts: DenseArrayAttr, limits: DenseArrayAttr, strides: DenseArrayAttr
) -> None:
    """The counterpart of `read_ranges`."""
    ranges = zip(starts, limits, strides, strict=True)
    listed = (f"{start}:{limit}" + (f":{stride}" if stride != 1 else "") for start, limit, stride in ranges)
    p.write(f"[{', '.join(listed)}]")


def read_format(p: AsmReader) -> tuple[Attribute, Attribute]:
    """The widths of exponent and mantissa as `e5m10`."""
    offset = p.pos
    exponent, sign, mantissa = p.keyword().removeprefix("e").partition("m")
    if not sign or not (exponent.isdecimal() and mantissa.isdecimal()):
        p.fail(f"expected exponent mantissa in format e#m#, saw e{exponent}{sign}{mantissa}", offset)
    return IntegerAttr(int(exponent), i32), IntegerAttr(int(mantissa), i32)


def write_format(p: AsmPrinter, _op: Operation, exponent: IntegerAttr, mantissa: IntegerAttr) -> None:
    """The counterpart of `read_format`; negative numbers have no such form."""
    if min(exponent.value, mantissa.value) < 0:
        raise ValueError("the format has no sign")
    p.write(f"e{exponent.value}m{mantissa.value}")


def read_flag(p: AsmReader) -> IntegerAttr:
    """`true` or `false`."""
    return IntegerAttr(int(p.keyword("true", "false") == "true"), i1)


def write_flag(p: AsmPrinter, _op: Operation, flag: IntegerAttr) -> None:
    """The counterpart of `read_flag`."""
    p.write("true" if flag.value else "false")


def read_text(p: AsmReader) -> StringAttr:
    """A string."""
    return StringAttr(p.string())


def write_text(p: AsmPrinter, _op: Operation, text: StringAttr) -> None:
    """The counterpart of `read_text`."""
    p.write(p.attribute(text))


def word(kind: type[Any]) -> Directive:
    """Return the directive of a word that is written without brackets."""

    def read(p: AsmReader) -> Attribute:
        return kind.read_word(p)

    def write(p: AsmPrinter, _op: Operation, attr: Any) -> None:
        p.write(attr.value)

    return read, write


def read_target(p: AsmReader) -> StringAttr:
    """A string as the name of a symbol, `@lapack`."""
    return StringAttr(p.symbol_name())


def write_target(p: AsmPrinter, _op: Operation, target: StringAttr) -> None:
    """The counterpart of `read_target`."""
    p.write(p.symbol(target.value))


# -- Products ----------------------------------------------------------------------------------------------------------


def _read_pair(p: AsmReader) -> tuple[tuple[int, ...], tuple[int, ...]]:
    lhs = read_numbers(p)
    p.expect("x")
    return lhs, read_numbers(p)


def read_dot_dimensions(p: AsmReader) -> DotDimensionNumbersAttr:
    """`batching_dims = [0] x [0], contracting_dims = [2] x [1]`"""
    batch: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    if p.accept("batching_dims"):
        p.expect("=")
        batch = _read_pair(p)
        p.expect(",")
    p.expect("contracting_dims")
    p.expect("=")
    return DotDimensionNumbersAttr(*batch, *_read_pair(p))


def write_dot_dimensions(p: AsmPrinter, _op: Operation, dims: DotDimensionNumbersAttr) -> None:
    """The counterpart of `read_dot_dimensions`."""
    if dims.lhs_batching_dimensions or dims.rhs_batching_dimensions:
        p.write(f"batching_dims = {list(dims.lhs_batching_dimensions)} x {list(dims.rhs_batching_dimensions)}, ")
    p.write(f"contracting_dims = {list(dims.lhs_contracting_dimensions)} x {list(dims.rhs_contracting_dimensions)}")


def _read_precision(p: AsmReader) -> ArrayAttr:
    precisions: list[Attribute] = []
    p.expect("precision")
    p.expect("=")
    p.expect("[")
    while not p.accept("]"):
        precisions.append(PrecisionAttr.read_word(p))
        if not p.at("]"):
            p.expect(",")
    return ArrayAttr(tuple(precisions))


def read_precision(p: AsmReader) -> ArrayAttr | None:
    """`, precision = [HIGH, HIGH]`, or nothing."""
    return _read_precision(p) if p.accept(",") else None


def write_precision(p: AsmPrinter, _op: Operation, precision: ArrayAttr | None) -> None:
    """The counterpart of `read_precision`."""
    if precision is not None:
        p.write(f", precision = [{', '.join(each.value for each in precision if isinstance(each, PrecisionAttr))}]")


def read_precision_and_algorithm(p: AsmReader) -> tuple[ArrayAttr | None, DotAlgorithmAttr | None]:
    """`, precision = [HIGH, HIGH], algorithm = <…>`, or a part of it."""
    precision = None
    if not p.accept(","):
        return None, None
    if not p.accept("algorithm"):
        precision = _read_precision(p)
        if not p.accept(","):
            return precision, None
        p.expect("algorithm")
    p.expect("=")
    return precision, DotAlgorithmAttr.read_parameters(p)


def write_precision_and_algorithm(
    p: AsmPrinter, op: Operation, precision: ArrayAttr | None, algorithm: DotAlgorithmAttr | None
) -> None:
    """The counterpart of `read_precision_and_algorithm`."""
    write_precision(p, op, precision)
    if algorithm is not None:
        p.write(f", algorithm = {algorithm.print_parameters()}")


# -- Windows -----------------------------------------------------------------------------------------------------------


def read_convolution_dimensions(p: AsmReader) -> ConvDimensionNumbersAttr:
    """`[b, 0, f]x[0, i, o]->[b, 0, f]`"""
    return ConvDimensionNumbersAttr.read_lists(p)


def write_convolution_dimensions(p: AsmPrinter, _op: Operation, dims: ConvDimensionNumbersAttr) -> None:
    """The counterpart of `read_convolution_dimensions`."""
    p.write(dims.spelled())


WINDOW = ("stride", "pad", "lhs_dilate", "rhs_dilate", "reverse")


def read_window(p: AsmReader) -> tuple[Attribute | None, ...]:
    """The lists between the braces of `{stride = [2, 2], pad = [[0, 1], [0, 1]], reverse = [false, true]}`."""
    parts: dict[str, Attribute | None] = dict.fromkeys(WINDOW)
    while not p.at("}"):
        name = p.keyword(*WINDOW)
        p.expect("=")
        parts[name] = _read_padding(p) if name == "pad" else _read_list(p, flags=name == "reverse")
        if not p.at("}"):
            p.expect(",")
    return tuple(parts.values())


def _read_list(p: AsmReader, *, flags: bool) -> DenseArrayAttr:
    if not flags:
        return i64_array(read_numbers(p))
    values: list[int] = []
    p.expect("[")
    while not p.accept("]"):
        word = p.accept_keyword("true", "false")
        values.append(int(word == "true") if word else int(p.integer() != 0))
        if not p.at("]"):
            p.expect(",")
    return DenseArrayAttr(i1, tuple(values))


def _read_padding(p: AsmReader) -> DenseElementsAttr:
    pairs: list[tuple[int, ...]] = []
    p.expect("[")
    while not p.accept("]"):
        pairs.append(read_numbers(p))
        if len(pairs[-1]) != 2:
            p.fail(f"expected the padding before and behind a dimension, but got {list(pairs[-1])}")
        if not p.at("]"):
            p.expect(",")
    return padding_attr(pairs)


def padding_attr(pairs: Sequence[Sequence[int]]) -> DenseElementsAttr:
    """Return padding before and behind each dimension as an attribute."""
    return DenseElementsAttr.of(TensorType((len(pairs), 2), i64), [number for pair in pairs for number in pair])


def padding_of(attr: DenseElementsAttr | None, rank: int) -> list[tuple[int, int]]:
    """Return the padding before and behind each dimension."""
    if attr is None:
        return [(0, 0)] * rank
    array: Any = attr.to_numpy()
    numbers = [int(each) for each in array.reshape(-1)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def write_window(p: AsmPrinter, _op: Operation, *parts: Any) -> None:
    """The counterpart of `read_window`."""
    given = [(name, part) for name, part in zip(WINDOW, parts, strict=True) if part is not None]
    p.write(", ".join(f"{name} = {_listed(name, part)}" for name, part in given))


def _listed(name: str, part: Any) -> str:
    if name == "pad":
        if part.type.shape[1:] != (2,):
            raise ValueError("paddings are pairs")
        return str([list(pair) for pair in padding_of(part, 0)])
    return f"[{', '.join(str(bool(each)).lower() if name == 'reverse' else str(each) for each in part)}]"
