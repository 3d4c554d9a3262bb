"""Attributes and types of `stablehlo`: words, numbers of dimensions, accuracy, and tokens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from dlc.ir import Attribute, DenseArrayAttr, FloatAttr, Type, attribute, type_
from dlc.ir.attributes import AttributeReport
from dlc.ir.builtin_types import f64
from dlc.ir.enums import EnumAttr, WordAttr
from dlc.ir.field_attributes import FieldsAttr, read_fields, read_integer, read_numbers

if TYPE_CHECKING:
    from dlc.ir.assembly import AsmReader


@attribute("stablehlo.precision")
class PrecisionAttr(WordAttr):
    """The precision of a product on machines that have several: `#stablehlo<precision HIGH>`."""

    cases = ("DEFAULT", "HIGH", "HIGHEST")


@attribute("stablehlo.fft_type")
class FftTypeAttr(WordAttr):
    """A kind of Fourier transform: `#stablehlo<fft_type RFFT>`."""

    cases = ("FFT", "IFFT", "RFFT", "IRFFT")


DIRECTIONS = ("EQ", "NE", "GE", "GT", "LE", "LT")
COMPARISONS = ("NOTYPE", "FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED")


@attribute("stablehlo.comparison_direction")
class ComparisonDirectionAttr(WordAttr):
    """The predicate of a comparison: `#stablehlo<comparison_direction LT>`."""

    cases = DIRECTIONS


@attribute("stablehlo.comparison_type")
class ComparisonTypeAttr(WordAttr):
    """The order in which elements are compared: `#stablehlo<comparison_type TOTALORDER>`."""

    cases = COMPARISONS


@attribute("stablehlo.transpose")
class TransposeAttr(WordAttr):
    """The form in which a matrix is taken: `#stablehlo<transpose ADJOINT>`."""

    cases = ("TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT")


@attribute("stablehlo.rng_distribution")
class RngDistributionAttr(WordAttr):
    """A distribution of random numbers: `#stablehlo<rng_distribution UNIFORM>`."""

    cases = ("UNIFORM", "NORMAL")


@attribute("stablehlo.rng_algorithm")
class RngAlgorithmAttr(WordAttr):
    """A generator of random bits: `#stablehlo<rng_algorithm THREE_FRY>`."""

    cases = ("DEFAULT", "THREE_FRY", "PHILOX")


@attribute("stablehlo.result_accuracy_mode")
class ResultAccuracyModeAttr(EnumAttr):
    """The accuracy of a function: `#stablehlo.result_accuracy_mode<HIGHEST>`."""

    cases = ("DEFAULT", "HIGHEST", "TOLERANCE")


# -- Attributes with fields --------------------------------------------------------------------------------------------


@attribute("stablehlo.dot")
class DotDimensionNumbersAttr(FieldsAttr):
    """The dimensions of a product: `#stablehlo.dot<lhs_contracting_dimensions = [1], …>`."""

    lhs_batching_dimensions: tuple[int, ...]
    rhs_batching_dimensions: tuple[int, ...]
    lhs_contracting_dimensions: tuple[int, ...]
    rhs_contracting_dimensions: tuple[int, ...]


@attribute("stablehlo.gather")
class GatherDimensionNumbersAttr(FieldsAttr):
    """The dimensions of a gather: `#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], …>`."""

    offset_dims: tuple[int, ...]
    collapsed_slice_dims: tuple[int, ...]
    operand_batching_dims: tuple[int, ...]
    start_indices_batching_dims: tuple[int, ...]
    start_index_map: tuple[int, ...]
    index_vector_dim: int


@attribute("stablehlo.scatter")
class ScatterDimensionNumbersAttr(FieldsAttr):
    """The dimensions of a scatter: `#stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], …>`."""

    update_window_dims: tuple[int, ...]
    inserted_window_dims: tuple[int, ...]
    input_batching_dims: tuple[int, ...]
    scatter_indices_batching_dims: tuple[int, ...]
    scatter_dims_to_operand_dims: tuple[int, ...]
    index_vector_dim: int


@attribute("stablehlo.channel_handle")
class ChannelHandleAttr(FieldsAttr):
    """A channel between processes: `#stablehlo.channel_handle<handle = 1, type = 0>`."""

    handle: int
    type: int


@attribute("stablehlo.output_operand_alias")
class OutputOperandAliasAttr(FieldsAttr):
    """A result that may share memory with an operand."""

    output_tuple_indices: tuple[int, ...]
    operand_index: int
    operand_tuple_indices: tuple[int, ...]
    shows_empty_lists = True


def _read_type(p: AsmReader) -> Type:
    return p.type()


def _read_flag(p: AsmReader) -> bool:
    return p.keyword("true", "false") == "true"


@attribute("stablehlo.dot_algorithm")
class DotAlgorithmAttr(Attribute):
    """The types and the number of steps that compute a product: `#stablehlo.dot_algorithm<lhs_precision_type = …>`."""

    lhs_precision_type: Type
    rhs_precision_type: Type
    accumulation_type: Type
    lhs_component_count: int
    rhs_component_count: int
    num_primitive_operations: int
    allow_imprecise_accumulation: bool

    @classmethod
    def read_parameters(cls, p: AsmReader) -> DotAlgorithmAttr:
        kinds = {"Type": (f64, _read_type), "int": (1, read_integer), "bool": (False, _read_flag)}
        return cls(*read_fields(p, {name: kinds[kind] for name, kind in cls.__annotations__.items()}))  # type: ignore[arg-type]

    def print_parameters(self) -> str:
        fields = [(name, getattr(self, name)) for name in type(self).__annotations__]
        texts = [(name, str(value).lower() if isinstance(value, bool) else str(value)) for name, value in fields]
        return f"<{', '.join(f'{name} = {text}' for name, text in texts)}>"


@attribute("stablehlo.result_accuracy")
class ResultAccuracyAttr(Attribute):
    """The tolerance of a function: `#stablehlo.result_accuracy<ulps = 2, mode = …>`."""

    atol: FloatAttr
    rtol: FloatAttr
    ulps: int
    mode: ResultAccuracyModeAttr

    @classmethod
    def read_parameters(cls, p: AsmReader) -> ResultAccuracyAttr:
        zero = FloatAttr.of(0.0, f64)
        readers = {
            "atol": (zero, _read_float),
            "rtol": (zero, _read_float),
            "ulps": (0, read_integer),
            "mode": (ResultAccuracyModeAttr("DEFAULT"), _read_attribute),
        }
        return cls(*read_fields(p, readers))  # type: ignore[arg-type]

    def print_parameters(self) -> str:
        parts = [
            f"{name} = {_decimal(each)}" for name, each in (("atol", self.atol), ("rtol", self.rtol)) if each.value
        ]
        parts += [f"ulps = {self.ulps}"] if self.ulps else []
        return f"<{', '.join([*parts, f'mode = {self.mode}'])}>"


def _decimal(number: FloatAttr) -> str:
    return str(number).partition(" ")[0]


def _read_float(p: AsmReader) -> FloatAttr:
    return FloatAttr.of(p.float(), f64)


def _read_attribute(p: AsmReader) -> Attribute:
    return p.attribute()


# -- Convolutions ------------------------------------------------------------------------------------------------------


_ROWS = (("batch_dimension", "b"), ("feature_dimension", "f"))
_KERNEL = (("input_feature_dimension", "i"), ("output_feature_dimension", "o"))
_RAW_FIELDS = (
    *("input_batch_dimension", "input_feature_dimension", "input_spatial_dimensions"),
    *("kernel_input_feature_dimension", "kernel_output_feature_dimension", "kernel_spatial_dimensions"),
    *("output_batch_dimension", "output_feature_dimension", "output_spatial_dimensions"),
)


@attribute("stablehlo.conv")
class ConvDimensionNumbersAttr(Attribute):
    """The meaning of the dimensions in a convolution: `#stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>`.

    Letters are `b` and `f` for the batch and the features of the input and the output, `i` and `o` for the features of
    the kernel; numbers are spatial dimensions.
    """

    input: tuple[str, ...]
    kernel: tuple[str, ...]
    output: tuple[str, ...]

    def verify(self, report: AttributeReport) -> None:
        rank = len(self.input)
        space = {str(number) for number in range(rank - 2)}
        for role, dims, letters in (
            ("input", self.input, {"b", "f"}),
            ("kernel", self.kernel, {"i", "o"}),
            ("output", self.output, {"b", "f"}),
        ):
            if len(dims) != rank or set(dims) != space | letters:
                wanted = ", ".join(sorted(space | letters))
                report.error(f"dimensions of the {role} must be {wanted}, each once, but got [{', '.join(dims)}]")

    @classmethod
    def read_parameters(cls, p: AsmReader) -> ConvDimensionNumbersAttr:
        p.expect("<")
        attr = cls._read_raw(p) if p.accept("raw") else cls.read_lists(p)
        p.expect(">")
        return attr

    @classmethod
    def _read_raw(cls, p: AsmReader) -> ConvDimensionNumbersAttr:
        """Return the dimensions that are written as the positions of each kind."""
        fields: dict[str, tuple[int, ...]] = {}
        while not p.at(">"):
            name = p.keyword(*_RAW_FIELDS)
            p.expect("=")
            fields[name] = read_numbers(p) if name.endswith("s") else (p.integer(),)
            if not p.at(">"):
                p.expect(",")
        parts: list[tuple[str, ...]] = []
        for role, batch, feature in (("input", *_ROWS), ("kernel", *_KERNEL), ("output", *_ROWS)):
            letters = {
                **dict.fromkeys(fields.get(f"{role}_{batch[0]}", ()), batch[1]),
                **dict.fromkeys(fields.get(f"{role}_{feature[0]}", ()), feature[1]),
                **{place: str(number) for number, place in enumerate(fields.get(f"{role}_spatial_dimensions", ()))},
            }
            parts.append(tuple(letters[place] for place in sorted(letters)))
        return cls(*parts)

    @classmethod
    def read_lists(cls, p: AsmReader) -> ConvDimensionNumbersAttr:
        """Return the dimensions that are written without brackets around them."""
        given = _read_letters(p)
        p.expect("x")
        kernel = _read_letters(p)
        p.expect("->")
        return cls(given, kernel, _read_letters(p))

    def print_parameters(self) -> str:
        return f"<{self.spelled()}>"

    def spelled(self) -> str:
        """Return the dimensions as they are written in an op."""
        given, kernel, output = (f"[{', '.join(dims)}]" for dims in (self.input, self.kernel, self.output))
        return f"{given}x{kernel}->{output}"


def _read_letters(p: AsmReader) -> tuple[str, ...]:
    dims: list[str] = []
    p.expect("[")
    while not p.accept("]"):
        number = p.accept_integer()
        dims.append(p.keyword("b", "f", "i", "o") if number is None else str(number))
        if not p.at("]"):
            p.expect(",")
    return tuple(dims)


# -- Types -------------------------------------------------------------------------------------------------------------


@type_("stablehlo.token")
class TokenType(Type):
    """The order of effects: `!stablehlo.token`."""


@type_("stablehlo.future")
class FutureType(Type):
    """Values of an operation that has begun: `!stablehlo.future<tensor<2xf32>>`."""

    types: tuple[Type, ...]

    @classmethod
    def read_parameters(cls, p: AsmReader) -> FutureType:
        p.expect("<")
        types = p.types()
        p.expect(">")
        return cls(tuple(types))

    def print_parameters(self) -> str:
        return f"<{', '.join(map(str, self.types))}>"


@attribute("stablehlo.type_extensions")
class TypeExtensionsAttr(Attribute):
    """Bounds of unknown sizes: `#stablehlo.type_extensions<bounds = [4, ?]>`, also `#stablehlo.bounds<4, ?>`."""

    bounds: tuple[int | None, ...]

    @classmethod
    def read_parameters(cls, p: AsmReader) -> TypeExtensionsAttr:
        p.expect("<")
        p.expect("bounds")
        p.expect("=")
        attr = cls(_read_bounds(p, "[", "]"))
        p.expect(">")
        return attr

    def print_parameters(self) -> str:
        return f"<bounds = [{_spelled_bounds(self.bounds)}]>"


@attribute("stablehlo.bounds")
class BoundsAttr(Attribute):
    """Bounds of unknown sizes: `#stablehlo.bounds<4, ?>`."""

    bounds: tuple[int | None, ...]

    @classmethod
    def read_parameters(cls, p: AsmReader) -> BoundsAttr:
        return cls(_read_bounds(p, "<", ">"))

    def print_parameters(self) -> str:
        return f"<{_spelled_bounds(self.bounds)}>"


def _read_bounds(p: AsmReader, opening: str, closing: str) -> tuple[int | None, ...]:
    bounds: list[int | None] = []
    p.expect(opening)
    while not p.accept(closing):
        bounds.append(None if p.accept("?") else p.integer())
        if not p.at(closing):
            p.expect(",")
    return tuple(bounds)


def _spelled_bounds(bounds: Sequence[int | None]) -> str:
    return ", ".join("?" if bound is None else str(bound) for bound in bounds)


def numbers_of(array: DenseArrayAttr | None, count: int, default: int) -> list[int]:
    """Return the entries of an optional list, or as many defaults."""
    return [default] * count if array is None else list(array)
