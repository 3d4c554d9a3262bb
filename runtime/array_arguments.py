"""Conversion of array arguments to the slots of a frame, with checks.

An array with the required layout is passed as it is. Other arrays that the function only reads are copied, into
row-major order or to an aligned address; those that it may write are an error, since the write would be lost. The
element type and the sizes must match in any case.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, cast

import numpy as np

from dlc.ir.builtin_types import DYNAMIC
from dlc.ir.elements import IN_NATIVE_ORDER
from dlc.ir.sizes import Size, substitute

from .dlpack import array_from, is_negated
from .number_arguments import INTEGERS, Bound, InvalidArgument, Passed, kind_of, problem_with
from .numpy_memory import NdArray, address_of, aligned_copy, is_array, may_overlap, strides_of_rows
from .signature import Array, Parameter

PLAIN: tuple[Any, ...] = (bool, int, float, complex, list, tuple)
"""The Python types that are accepted instead of arrays."""


class ArrayArgument:
    """Passes arrays for one parameter."""

    def __init__(self, parameter: Parameter, function: str) -> None:
        kind = parameter.kind
        assert isinstance(kind, Array)
        self._parameter = parameter
        self._function = function
        self._kind = kind
        self._dtype = kind.dtype
        self._element_bytes: int = kind.dtype.itemsize
        self._rank = len(kind.sizes)
        self.is_row_major = kind.strides is None
        """Whether the last index moves by one element, and there are no gaps."""
        self._fixed = [(dim, size) for dim, size in enumerate(kind.sizes) if isinstance(size, int)]
        self._named = [(dim, name) for dim, name in enumerate(map(_single_name, kind.sizes)) if name is not None]
        numbers = tuple(size for _, size in self._fixed)
        self._shape = numbers if len(numbers) == self._rank else None
        """All sizes, if they are integers."""
        is_known = self.is_row_major and self._shape is not None
        self._layout = (0, *numbers, *strides_of_rows(numbers)) if is_known else None
        """The slots behind the addresses, if an array is dense and all sizes are integers."""
        self._may_copy = parameter.is_donated or not parameter.is_written

    def put(self, value: object, passed: Passed) -> None:
        """Check an argument and append its slots."""
        array: NdArray = value if type(value) is np.ndarray else self._as_array(value)
        if array.dtype is not self._dtype and array.dtype != self._dtype:
            array = self._with_right_elements(array, value)
        shape = array.shape
        if shape != self._shape:
            self.check_shape(shape, passed.bound)
        flags = array.flags
        try:
            if not (flags.c_contiguous and flags.aligned and flags.writeable) or not self.is_row_major:
                array = self._usable(array)
            address = address_of(array)
            if address % self._parameter.alignment:
                array = self._aligned(array)
                address = address_of(array)
        except MemoryError:
            count = array.size * self._element_bytes
            raise self._problem(f"must be copied, but there is no memory for {count} bytes") from None
        passed.kept.append(array)
        passed.slots += (address, address)
        if self._layout is not None:
            passed.slots += self._layout
        else:
            self._put_layout(array, passed.slots)

    def _put_layout(self, array: NdArray, slots: list[int]) -> None:
        shape = array.shape
        if self.is_row_major:
            slots += (0, *shape, *strides_of_rows(shape))
            return
        offset = self._kind.offset
        if offset not in (0, DYNAMIC):  # the function counts from an element before the first one
            slots[-1] -= offset * self._element_bytes
        strides = (stride // self._element_bytes for stride in array.strides)
        slots += (0 if offset == DYNAMIC else offset, *shape, *strides)

    # -- What it is --------------------------------------------------------------------------------------------------

    def _as_array(self, value: object) -> NdArray:
        """Return an array over the same memory, or a new one for plain Python numbers."""
        if is_array(value):
            if isinstance(value, np.ma.MaskedArray):
                raise self._problem("must be an array without a mask; fill it by `x.filled(0)`, or pass `x.data`")
            return value
        if hasattr(value, "__dlpack__"):
            try:
                if self._may_copy and is_negated(value):
                    value = cast("Any", value).resolve_neg()
                return array_from(value, self._dtype)
            except (BufferError, RuntimeError, TypeError, ValueError, AttributeError) as error:
                raise self._problem(f"cannot be imported from {kind_of(value)}: {error}") from None
        is_plain = isinstance(value, (*PLAIN, np.generic))
        has_memory = hasattr(value, "__array__") or hasattr(value, "__array_interface__")
        if not self._may_copy or not (is_plain or has_memory):
            raise self._problem(f"must be an array of {self._dtype.name}, but got {kind_of(value)}")
        try:
            return np.asarray(value)
        except (ValueError, TypeError) as error:
            raise self._problem(f"must be an array of {self._dtype.name}, but got {kind_of(value)}: {error}") from None

    def _with_right_elements(self, array: NdArray, value: object) -> NdArray:
        """Convert the byte order, and convert Python's numbers if only digits are lost."""
        is_swapped = not array.dtype.isnative and array.dtype.newbyteorder("=") == self._dtype
        is_plain = isinstance(value, PLAIN)
        if self._may_copy:
            if is_swapped:
                return array.astype(self._dtype)
            if is_plain and (converted := self._converted(array)) is not None:
                return converted
        if (is_plain or array.dtype == object) and (number := self._out_of_range(array)) is not None:
            raise self._problem(f"must have elements of type {self._dtype.name}, into which {number} does not fit")
        actual = f"{array.dtype.name} in another byte order; pass {IN_NATIVE_ORDER}" if is_swapped else array.dtype.name
        raise self._problem(f"must have elements of type {self._dtype.name}, but got {actual}")

    def _out_of_range(self, array: NdArray) -> int | None:
        """Return the first integer among numbers that the elements cannot be."""
        if self._dtype.kind not in "iu":
            return None
        limits = np.iinfo(self._dtype)
        integers: list[int] = [int(each) for each in array.flat if isinstance(each, INTEGERS)]
        return next((each for each in integers if not limits.min <= each <= limits.max), None)

    def _converted(self, array: NdArray) -> NdArray | None:
        is_float = self._dtype.kind not in "biu"
        if is_float and array.dtype == object and all(type(each) in (bool, int, float) for each in array.flat):
            try:
                array = array.astype(np.float64)
            except OverflowError:
                return None
        if array.dtype.kind not in ("biuf" if is_float else "biu"):
            return None
        converted = array.astype(self._dtype)
        return converted if is_float or np.array_equal(converted, array) else None

    # -- Sizes -------------------------------------------------------------------------------------------------------

    def check_shape(self, shape: tuple[int, ...], bound: Bound) -> None:
        """Compare static sizes, and bind names to the actual sizes."""
        if len(shape) != self._rank:
            raise self._problem(f"must have shape {self.spelled()}, but got {_spelled(shape)}")
        for dim, size in self._fixed:
            if shape[dim] != size:
                raise self._problem(f"must have shape {self.spelled()}, but got {_spelled(shape)}")
        for dim, name in self._named:
            known = bound.get(name)
            if known is None:
                bound[name] = shape[dim], self._parameter.name
            elif known[0] != shape[dim]:
                raise self._contradiction(shape, bound, (name,))

    def check_expressions(self, shape: tuple[int, ...], bound: Bound) -> None:
        """Compare sizes that are expressions over names, after all names have been bound."""
        values = {name: value for name, (value, _) in bound.items()}
        for size, actual in zip(self._kind.sizes, shape, strict=True):
            if isinstance(size, Size) and size.single_name is None:
                expected = substitute(size, values)
                if isinstance(expected, int) and expected != actual:
                    raise self._contradiction(shape, bound, size.names)

    @property
    def has_expressions(self) -> bool:
        """Whether sizes are expressions over names."""
        return any(isinstance(size, Size) and size.single_name is None for size in self._kind.sizes)

    def _contradiction(self, shape: tuple[int, ...], bound: Bound, names: Sequence[str]) -> InvalidArgument:
        bindings = " and ".join(f"{name} = {bound[name][0]} by argument '{bound[name][1]}'" for name in names)
        return self._problem(f"must have shape {self.spelled()}, with {bindings}, but got {_spelled(shape)}")

    def spelled(self) -> str:
        """Return the required shape as text."""
        return _spelled(["?" if size is None else size for size in self._kind.sizes])

    # -- Where it lies -----------------------------------------------------------------------------------------------

    def _usable(self, array: NdArray) -> NdArray:
        """Return an array that the function can use: the argument itself, or a copy if necessary and allowed."""
        is_readable = array.flags.writeable or not self._parameter.is_written
        if not is_readable and not self._may_copy:
            raise self._problem("is written to, but got a read-only array")
        if is_readable and self._fits_layout(array) and array.flags.aligned:
            return array
        if not self._may_copy:
            layout = "an unaligned array" if not array.flags.aligned else f"strides {self._strides(array)}"
            expected = self._kind.strides or strides_of_rows(array.shape)
            strides = ", ".join("?" if stride == DYNAMIC else str(stride) for stride in expected)
            raise self._problem(f"is written to, so it must be aligned with strides ({strides}), but got {layout}")
        return self._copy(array)

    def _fits_layout(self, array: NdArray) -> bool:
        if self.is_row_major:
            return array.flags.c_contiguous
        if any(stride % self._element_bytes for stride in array.strides):
            return False
        strides = [stride // self._element_bytes for stride in array.strides]
        expected = self._kind.strides or ()
        return array.size == 0 or all(
            size == 1 or want in (DYNAMIC, stride)
            for size, want, stride in zip(array.shape, expected, strides, strict=True)
        )

    def _strides(self, array: NdArray) -> str:
        strides = [stride / self._element_bytes for stride in array.strides]
        return f"({', '.join(f'{stride:g}' for stride in strides)})"

    def _copy(self, array: NdArray) -> NdArray:
        """Return a copy in the layout that the function requires; the function only reads it."""
        if self.is_row_major:
            return np.array(array, order="C", copy=True)
        target_strides = _completed(self._kind.strides or (), array.shape)
        if array.size == 0:
            return np.array(array, order="C", copy=True)
        if may_overlap(target_strides, array.shape):
            raise self._problem(f"cannot be copied: elements with strides {tuple(target_strides)} overlap")
        spans = [(size - 1) * stride for size, stride in zip(array.shape, target_strides, strict=True)]
        before = -sum(span for span in spans if span < 0)
        memory: NdArray = np.empty(1 + before + sum(span for span in spans if span > 0), self._dtype)
        strides = [stride * self._element_bytes for stride in target_strides]
        copy: NdArray = np.lib.stride_tricks.as_strided(memory[before:], array.shape, strides)
        copy[...] = array
        return copy

    def _aligned(self, array: NdArray) -> NdArray:
        """Return a copy at an address with the alignment that the function requires."""
        alignment = self._parameter.alignment
        if not self._may_copy:
            address = f"{address_of(array):#x}"
            raise self._problem(f"is written to, so it must be aligned to {alignment} bytes, but got address {address}")
        return aligned_copy(array, alignment)

    def _problem(self, fact: str) -> InvalidArgument:
        return problem_with(self._parameter, self._function, fact)


def _single_name(size: object) -> str | None:
    return size.single_name if isinstance(size, Size) else None


def _completed(strides: Sequence[int], shape: Sequence[int]) -> list[int]:
    """Return the strides, with integers for the dynamic ones."""
    return [
        dense if stride == DYNAMIC else stride for stride, dense in zip(strides, strides_of_rows(shape), strict=True)
    ]


def _spelled(shape: Sequence[object]) -> str:
    return f"({', '.join(map(str, shape))}{',' if len(shape) == 1 else ''})"


# -- Together ---------------------------------------------------------------------------------------------------------


class SharedMemory:
    """Refuses arguments that share memory where one of them must not alias others, and one of them is written."""

    def __init__(self, parameters: Sequence[Parameter], function: str) -> None:
        self._parameters = parameters
        """The parameters of arrays."""
        self._function = function
        kinds = Counter(map(_sharing, parameters))
        self._checked = [
            (number, isinstance(each.kind, Array) and each.kind.strides is None)
            for number, each in enumerate(parameters)
            if _has_partner(_sharing(each), kinds)
        ]
        """The numbers of parameters that must be apart from others, and whether their arrays are in row-major order."""

    @property
    def is_possible(self) -> bool:
        """Whether there are arguments that must be apart."""
        return bool(self._checked)

    def refuse(self, arrays: Sequence[NdArray]) -> None:
        """Raise an error for arrays that share memory and must not."""
        spans: list[tuple[int, int, int]] = []
        for number, is_row_major in self._checked:
            array = arrays[number]
            if is_row_major:
                start = address_of(array)
                end = start + array.nbytes
            else:
                start, end = np.lib.array_utils.byte_bounds(array) if array.size else (0, 0)
            if start != end:
                spans.append((start, end, number))
        spans.sort()
        end_before = 0
        for start, end, _ in spans:
            if start < end_before:
                self._refuse_pair(spans)
                return
            end_before = end

    def _refuse_pair(self, spans: Sequence[tuple[int, int, int]]) -> None:
        """Raise an error for the first of the overlapping pairs that is not allowed; the spans are in order."""
        behind: dict[tuple[bool, bool], tuple[int, int]] = {}
        """By what it may share and whether it is written: the end, and the number, of what reaches furthest so far."""
        for start, end, number in spans:
            parameter = self._parameters[number]
            for other_end, other_number in behind.values():
                if start < other_end and _must_be_apart(_sharing(parameter), _sharing(self._parameters[other_number])):
                    pair = [self._parameters[each] for each in sorted((number, other_number))]
                    first, second = pair if pair[0].is_alone else reversed(pair)
                    raise problem_with(first, self._function, f"must not share memory with argument '{second.name}'")
            kind = _sharing(parameter)
            behind[kind] = max(behind.get(kind, (0, 0)), (end, number))


Sharing = tuple[bool, bool]
"""Whether an argument must not alias others, and whether it is written."""


def _sharing(parameter: Parameter) -> Sharing:
    return parameter.is_alone, parameter.is_written


def _must_be_apart(one: Sharing, other: Sharing) -> bool:
    return (one[0] or other[0]) and (one[1] or other[1])


def _has_partner(own: Sharing, kinds: Mapping[Sharing, int]) -> bool:
    """Return whether an argument must be apart from another one; `kinds` counts all arguments, this one too."""
    return any(_must_be_apart(own, kind) for kind, count in kinds.items() if count > (kind == own))
