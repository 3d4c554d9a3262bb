"""One node of a model, as importers see it: its inputs as values, its attributes with the defaults of its schema."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from onnx import NodeProto
from onnx.defs import OpSchema

from dlc.ir.sizes import Dim, Shape

from ...dialects.graph.tensors import element_of, shape_of
from ...ir import Type, Value
from ...ir.builtin_types import i64
from ..emitter import Emitter, NdArray
from ..problems import CannotImport
from .node_attributes import NodeAttributes
from .problems import ValueNeeded

if TYPE_CHECKING:
    from .model_files import Model
    from .regions import Regions


class Node(Emitter, NodeAttributes):
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
        NodeAttributes.__init__(self, proto, schema)
        self.opset = opset
        self._inputs = inputs
        self._read: set[int] = set()
        self.model = model
        self.regions = regions

    # -- Inputs --------------------------------------------------------------------------------------------------------

    def __getitem__(self, number: int) -> Value:
        value = self.get(number)
        if value is None:
            raise CannotImport(f"input {number} is missing")
        return value

    def get(self, number: int) -> Value | None:
        """Return an input, or `None` if it is left out."""
        self._read.add(number)
        return self._inputs[number] if number < len(self._inputs) else None

    @property
    def inputs(self) -> Sequence[Value | None]:
        """All inputs."""
        self._read.update(range(len(self._inputs)))
        return self._inputs

    @property
    def unread_inputs(self) -> list[int]:
        """The inputs that are given, and that nothing has asked for."""
        return [number for number, each in enumerate(self._inputs) if each is not None and number not in self._read]

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

    def needed(self, number: int, purpose: str) -> ValueNeeded:
        """Return the error that something about an input must be known."""
        return ValueNeeded(purpose, self.proto.input[number], self.get(number))

    def known_input(self, number: int, purpose: str) -> NdArray:
        """Return the elements of an input that must be known when compiling."""
        array = self.known(self[number])
        if array is None:
            raise self.needed(number, purpose)
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
            raise self.needed(number, f"the number of entries of {purpose}")
        return sizes

    def entry(self, number: int, place: int) -> Value:
        """Return an element of an input, which is a vector of integers, as a scalar of i64."""
        return self.cast(self.pick(self[number], 0, place), i64)

    def named_sizes_of(self, number: int, purpose: str) -> list[Dim]:
        """Return an input as sizes, of which those that are computed get names."""
        sizes = self.sizes_of(number, purpose)
        if None not in sizes:
            return sizes
        if not self.may_name_computed_sizes:
            raise self.needed(number, purpose)
        named = enumerate(sizes)
        return [
            self.size_from(self.vector_of(self.entry(number, place))) if size is None else size for place, size in named
        ]

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

    def static_shape(self, number: int, purpose: str, first: int = 0) -> list[int]:
        """Return the sizes of an input, from a dimension on, that must be numbers."""
        sizes = [size for size in self.shape(number)[first:] if isinstance(size, int)]
        if len(sizes) != self.rank(number) - first:
            which = "all sizes" if not first else f"sizes from dimension {first} on"
            raise self.needed(number, f"{which} of the input, for {purpose},")
        return sizes

    def same_elements(self, values: Sequence[Value]) -> None:
        """Raise an error if values have different element types."""
        elements = list(dict.fromkeys(map(element_of, values)))
        if len(elements) > 1:
            raise CannotImport(f"inputs must have one element type, but got '{elements[0]}' and '{elements[1]}'")
