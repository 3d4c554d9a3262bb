"""One node of a model, as importers see it: its inputs as values, its attributes with the defaults of its schema."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from onnx import AttributeProto, GraphProto, NodeProto, TensorProto
from onnx.defs import OpSchema

from ...dialects.graph.sizes import Dim, Shape
from ...dialects.graph.tensors import element_of, shape_of
from ...ir.attributes import Type
from ...ir.builtin_types import TensorType
from ...ir.values import Value
from .emitter import Emitter
from .problems import CannotImport, ValueNeeded
from .tensors import NdArray

if TYPE_CHECKING:
    from .model_files import Model
    from .regions import Regions


class Node(Emitter):
    """A node with its inputs, and the emitter of the ops that replace it.

    `node[0]` is the first input; `node.get(1)` an optional one; `node.ints("axes")` an attribute or its default.
    """

    def __init__(
        self,
        proto: NodeProto,
        schema: OpSchema | None,
        opset: int,
        inputs: Sequence[Value | None],
        emitter: Emitter,
        model: Model,
        regions: Regions,
    ) -> None:
        self.__dict__.update(emitter.__dict__)  # shares the block, the names of sizes and what is known
        self.proto = proto
        self.schema = schema
        self.opset = opset
        self.inputs = inputs
        self.model = model
        self.regions = regions
        self._attributes: Mapping[str, AttributeProto] = {each.name: each for each in proto.attribute}

    @property
    def op(self) -> str:
        """The name of the op."""
        return self.proto.op_type

    # -- Inputs --------------------------------------------------------------------------------------------------------

    def __getitem__(self, number: int) -> Value:
        value = self.get(number)
        if value is None:
            raise CannotImport(f"input {number} is missing")
        return value

    def get(self, number: int) -> Value | None:
        """Return an input, or `None` if it is left out."""
        return self.inputs[number] if number < len(self.inputs) else None

    def wants(self, number: int) -> bool:
        """Return whether an output is used by name."""
        return number < len(self.proto.output) and bool(self.proto.output[number])

    @property
    def output_count(self) -> int:
        """The number of outputs, with those that have no name."""
        return len(self.proto.output)

    def shape(self, number: int = 0) -> Shape:
        """Return the known sizes of an input."""
        return shape_of(self[number])

    def rank(self, number: int = 0) -> int:
        """Return the rank of an input."""
        return len(shape_of(self[number]))

    def element(self, number: int = 0) -> Type:
        """Return the element type of an input."""
        return element_of(self[number])

    def known_input(self, number: int, purpose: str) -> NdArray:
        """Return the elements of an input that must be known when compiling."""
        array = self.known(self[number])
        if array is None:
            raise ValueNeeded(self.proto.input[number], purpose)
        return array

    def known_ints(self, number: int, purpose: str) -> list[int]:
        """Return the elements of an input, which are integers, in one list."""
        return [int(each) for each in self.known_input(number, purpose).reshape(-1)]

    def known_number(self, number: int, purpose: str) -> Any:
        """Return the only element of an input."""
        array = self.known_input(number, purpose).reshape(-1)
        if array.size != 1:
            raise CannotImport(f"{purpose} must be one number, but got {array.size}")
        return array[0].item()

    def ints_of(self, attribute: str, number: int) -> list[int] | None:
        """Return a list that is an attribute in old opsets and an input in new ones."""
        if attribute in self._attributes:
            return self.ints(attribute)
        return self.known_ints(number, attribute) if self.get(number) is not None else None

    def sizes_of(self, number: int, purpose: str) -> list[Dim]:
        """Return an input as sizes: numbers, expressions over names, or unknown; its length must be known."""
        sizes = self.sizes(self[number])
        if sizes is None:
            raise ValueNeeded(self.proto.input[number], f"the number of entries of {purpose}")
        return sizes

    # -- Attributes ----------------------------------------------------------------------------------------------------

    def has(self, name: str) -> bool:
        """Return whether the node has an attribute itself."""
        return name in self._attributes

    def _attribute(self, name: str, kind: int) -> AttributeProto | None:
        attribute = self._attributes.get(name)
        if attribute is None and self.schema is not None and name in self.schema.attributes:
            default = self.schema.attributes[name].default_value
            attribute = default if default.type != AttributeProto.UNDEFINED else None
        if attribute is not None and attribute.type != kind:
            expected, got = (AttributeProto.AttributeType.Name(each) for each in (kind, attribute.type))  # type: ignore[arg-type]
            raise CannotImport(f"attribute '{name}' must be of type {expected}, but got {got}")
        return attribute

    def int(self, name: str, default: int | None = None) -> int:
        """Return an attribute, or the default that is given or that the schema has."""
        attribute = self._attribute(name, AttributeProto.INT)
        return _present(attribute.i if attribute is not None else default, name)

    def float(self, name: str, default: float | None = None) -> float:
        """Return an attribute, or the default that is given or that the schema has."""
        attribute = self._attribute(name, AttributeProto.FLOAT)
        return _present(_shortest(attribute.f) if attribute is not None else default, name)

    def string(self, name: str, default: str | None = None) -> str:
        """Return an attribute, or the default that is given or that the schema has."""
        attribute = self._attribute(name, AttributeProto.STRING)
        return _present(attribute.s.decode(errors="replace") if attribute is not None else default, name)

    def ints(self, name: str) -> list[int]:
        """Return an attribute, or the schema's default."""
        return _present(self.optional_ints(name), name)

    def optional_ints(self, name: str) -> list[int] | None:
        """Return an attribute or `None`."""
        attribute = self._attribute(name, AttributeProto.INTS)
        return list(attribute.ints) if attribute is not None else None

    def floats(self, name: str) -> list[float] | None:
        """Return an attribute or `None`."""
        attribute = self._attribute(name, AttributeProto.FLOATS)
        return [_shortest(each) for each in attribute.floats] if attribute is not None else None

    def strings(self, name: str) -> list[str] | None:
        """Return an attribute or `None`."""
        attribute = self._attribute(name, AttributeProto.STRINGS)
        return [each.decode(errors="replace") for each in attribute.strings] if attribute is not None else None

    def tensor(self, name: str) -> TensorProto | None:
        """Return an attribute or `None`."""
        attribute = self._attribute(name, AttributeProto.TENSOR)
        return attribute.t if attribute is not None else None

    def graph(self, name: str) -> GraphProto:
        """Return an attribute."""
        attribute = self._attribute(name, AttributeProto.GRAPH)
        return _present(attribute.g if attribute is not None else None, name)

    # -- Dimensions ----------------------------------------------------------------------------------------------------

    def dim_of(self, number: int, rank: int, what: str = "axis") -> int:
        """Return a dimension that may be counted from the end."""
        if not -rank <= number < rank:
            raise CannotImport(f"{what} must be in {-rank}..{rank - 1}, but got {number}")
        return number % rank if rank else 0

    def dims_of(self, numbers: Sequence[int], rank: int, what: str = "axes") -> list[int]:
        """Return dimensions that may be counted from the end, in ascending order, each once."""
        dims = sorted({self.dim_of(number, rank, what) for number in numbers})
        if len(dims) != len(numbers):
            raise CannotImport(f"{what} must be distinct, but got {list(numbers)}")
        return dims

    def axis(self, default: int | None = None, *, input: int = 0) -> int:
        """Return the attribute `axis` as a dimension of an input."""
        return self.dim_of(self.int("axis", default), self.rank(input))

    def static_shape(self, number: int, purpose: str) -> list[int]:
        """Return the sizes of an input that must be numbers."""
        sizes = [size for size in self.shape(number) if isinstance(size, int)]
        if len(sizes) != self.rank(number):
            raise ValueNeeded(self.proto.input[number], f"all sizes of the input, for {purpose},")
        return sizes

    def same_elements(self, values: Sequence[Value]) -> None:
        """Raise an error if values have different element types."""
        elements = list(dict.fromkeys(map(element_of, values)))
        if len(elements) > 1:
            raise CannotImport(f"inputs must have one element type, but got '{elements[0]}' and '{elements[1]}'")

    def in_float(self, value: Value, compute: Callable[[Value], Value], type: Type) -> Value:
        """Return a function of a value computed in a wider type and rounded back."""
        return self.cast(compute(self.cast(value, type)), element_of(value))


def is_tensor(value: Value) -> bool:
    """Return whether a value is a tensor."""
    return isinstance(value.type, TensorType)


def _present(value: Any, name: str) -> Any:
    if value is None:
        raise CannotImport(f"attribute '{name}' is missing")
    return value


def _shortest(number: float) -> float:
    """Return the shortest decimal that rounds to the same f32: 0.1 for what is stored as 0.10000000149."""
    return float(str(np.float32(number)))
