"""The class of arrays: with data, or traced, in which case an array is a value of a graph that is being built.

Operators are the functions of the namespace; an array is never changed.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn, cast

import numpy as np

from dlc.dialects.graph.tensors import shape_of, tensor_of
from dlc.ir import Type, Value
from dlc.ir.builtin_types import TensorType

from .dtypes import DType, dtype_of_element, element_of_dtype
from .errors import attribute_error, call_error, index_error, tracing_error
from .methods import NAMESPACE, ArrayMethods, function_of_namespace
from .symbolic import ShapeEntry, entry_of, product

if TYPE_CHECKING:
    from .tracing import Trace

DEVICE = "cpu"
NUMPY_NAMES = {
    "absolute": "abs",
    "arccos": "acos",
    "arccosh": "acosh",
    "arcsin": "asin",
    "arcsinh": "asinh",
    "arctan": "atan",
    "arctan2": "atan2",
    "arctanh": "atanh",
    "concatenate": "concat",
    "invert": "bitwise_invert",
    "left_shift": "bitwise_left_shift",
    "power": "pow",
    "right_shift": "bitwise_right_shift",
    "rint": "round",
    "transpose": "permute_dims",
    "true_divide": "divide",
}
"""The functions of numpy that have another name in the standard."""
ELEMENTS_HINT = (
    "; compute with functions of `dlc.array` while a function is traced, and call `np.asarray(x)`, `float(x)` or "
    "`int(x)` on its result"
)
NUMBER_HINTS = {
    "bool": ", for `and`, `or` and `not` write `&`, `|` and `~`",
    "index": ", for a slice at a computed place write `dlc.array.take(x, start + dlc.array.arange(size), axis=0)`",
}
"""Other ways out where a function asks a traced array for its number."""
VERSIONS = ("2021.12", "2022.12", "2023.12", "2024.12")
Data = np.ndarray[Any, Any]


def without_mask(given: Any) -> Any:
    """Return something that may be an array of numpy; raise an error if it is one with a mask."""
    if type(given) is not np.ndarray and isinstance(given, np.ma.MaskedArray):
        raise call_error(
            "an array with a mask cannot be used, as elements under the mask would count; fill them by `x.filled(0)`, "
            "or pass `x.data` and `x.mask`, and choose by `dlc.array.where`"
        )
    return given


class Array(ArrayMethods):
    """An array of the Python array API standard. Make it by `asarray` and the other functions of the namespace."""

    __slots__ = ("__weakref__", "_data", "is_weak", "trace", "value")
    __array_priority__ = 1000  # numpy leaves operators to us

    def __init__(self, data: Data | None, value: Value | None, trace: Trace | None, is_weak: bool) -> None:
        self._data = data
        self.value = value
        """The value in a graph; `None` of an array with data."""
        self.trace = trace
        self.is_weak = is_weak
        """True if it is a Python number that was passed to a traced function: its dtype gives way to others."""

    @classmethod
    def of(cls, data: Any) -> Array:
        """Return an array with data."""
        return cls(np.asarray(without_mask(data)), None, None, False)

    @classmethod
    def traced(cls, value: Value, trace: Trace, is_weak: bool = False) -> Array:
        """Return a value of a graph as an array."""
        return cls(None, value, trace, is_weak)

    # -- What an array is ----------------------------------------------------------------------------------------------

    @property
    def data(self) -> Data:
        """The elements; an error of a traced array."""
        if self._data is None:
            raise tracing_error(
                "the elements of a traced array are not known while the function is traced; compute with functions of "
                "`dlc.array`, or return the array and use the elements of the result"
            )
        return self._data

    @property
    def type(self) -> TensorType:
        """The type in a graph."""
        if self.value is None:
            return tensor_of(self.data.shape, element_of_dtype(self.data.dtype))
        assert isinstance(self.value.type, TensorType)
        return self.value.type

    @property
    def dtype(self) -> DType:
        """The dtype, one of numpy's."""
        return dtype_of_element(self._element) if self._data is None else self._data.dtype

    @property
    def _element(self) -> Type:
        return self.type.element_type

    @property
    def shape(self) -> tuple[Any, ...]:
        """The sizes: numbers, symbolic sizes such as `n`, and `None` where a size depends on values."""
        if self._data is not None:
            return self._data.shape
        assert self.value is not None
        return tuple(entry_of(dim) for dim in shape_of(self.value))

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    @property
    def size(self) -> ShapeEntry:
        """The number of elements."""
        return product(self.shape)

    @property
    def device(self) -> str:
        """The device, `"cpu"`."""
        return DEVICE

    @property
    def T(self) -> Array:  # noqa: N802 (the standard's name)
        """The transpose of a matrix."""
        if self.ndim != 2:
            raise call_error(f"T: an array of rank 2 is required, but got rank {self.ndim}; use `.mT` for stacks")
        return self.mT

    @property
    def mT(self) -> Array:  # noqa: N802 (the standard's name)
        """The transposes of a stack of matrices."""
        return _call("matrix_transpose", self)

    @property
    def at(self) -> Any:
        """The parts of the array, to make another one: `x.at[1:].set(0)`, `add`, `multiply`, `max`, `min`, `get`."""
        return import_module(f"{NAMESPACE}.updates").Places(self)

    def __repr__(self) -> str:
        if self._data is None:
            return f"<traced array {self.type}>"
        return repr(self._data).replace("array(", "Array(", 1)

    def __array_namespace__(self, /, *, api_version: str | None = None) -> Any:
        if api_version is not None and api_version not in VERSIONS:
            raise ValueError(f"the version must be one of {', '.join(VERSIONS)}, but got {api_version!r}")
        return import_module(NAMESPACE)

    def __getattr__(self, name: str) -> NoReturn:
        """Fail, and name the function that does what numpy's method does."""
        if name.startswith("__"):  # a protocol that numpy asks for in each call
            raise AttributeError(f"arrays have no attribute '{name}'")
        is_function = not name.startswith("_") and hasattr(self.__array_namespace__(), name)
        hint = f"; call `dlc.array.{name}`" if is_function else ""
        raise attribute_error(name, ELEMENTS_HINT if name in ("item", "tolist", "numpy") else hint)

    # -- Values --------------------------------------------------------------------------------------------------------

    def _number(self, kind: str) -> Any:
        if self._data is None:
            raise tracing_error(
                f"{kind}() depends on the value of a traced array, which is not known yet; for a branch or a loop use "
                "`dlc.cond`, `dlc.while_loop`, `dlc.scan` or `where`, for a fixed choice make a number `static`, an "
                f"option of `dlc.jit`{NUMBER_HINTS.get(kind, '')}"
            )
        if self._data.ndim:
            raise call_error(f"{kind}(): an array without dimensions is required, but got shape {self._data.shape}")
        return self._data[()]

    @property
    def is_traced(self) -> bool:
        """Whether the array stands for one that is not known yet."""
        return self._data is None

    def __bool__(self) -> bool:
        return bool(self._number("bool"))

    def __int__(self) -> int:
        return int(self._number("int"))

    def __float__(self) -> float:
        return float(self._number("float"))

    def __complex__(self) -> complex:
        return complex(self._number("complex"))

    def __index__(self) -> int:
        number = self._number("index")
        if not np.issubdtype(self.dtype, np.integer):
            raise call_error(f"index(): an integer is required, but got dtype {self.dtype}")
        return int(number)

    def __format__(self, spec: str, /) -> str:
        return format(self._number("format"), spec) if spec else str(self)

    def __hash__(self) -> int:
        error = call_error if self.value is None else tracing_error
        raise error("arrays cannot be keys of dictionaries or elements of sets; use a number or a name as the key")

    def __contains__(self, item: Any, /) -> bool:
        if self._data is None:
            raise tracing_error("`in` depends on values of a traced array; write `dlc.array.any(x == item)`")
        return any(row is item or row == item for row in self)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Data:
        return np.array(self.data, dtype, copy=copy)

    def __dlpack__(
        self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: bool | None = None
    ) -> Any:
        return self.data.__dlpack__(stream=stream, max_version=max_version, dl_device=dl_device, copy=copy)

    def __dlpack_device__(self) -> Any:
        return self.data.__dlpack_device__()

    def to_device(self, device: Any, /, *, stream: Any = None) -> Array:
        """Return the array on a device; there is only the CPU."""
        if device != DEVICE or stream is not None:
            raise ValueError(f"the device must be '{DEVICE}' without a stream, but got {device!r} and {stream!r}")
        return self

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        """Compute a function of numpy by ours with its name."""
        if method != "__call__":
            raise tracing_error(f"numpy.{ufunc.__name__}.{method} cannot be traced; use functions of `dlc.array`")
        return self.__array_function__(ufunc, (), inputs, options)

    def __array_function__(self, function: Any, types: Any, args: Any, kwargs: Any) -> Any:
        del types
        name: str = function.__name__
        module = getattr(function, "__module__", None) or "numpy"
        full = f"{module if module.startswith('numpy.') and '._' not in module else 'numpy'}.{name}"
        ours = getattr(import_module(NAMESPACE), NUMPY_NAMES.get(name, name), None)
        if ours is None or "out" in kwargs:
            own = "" if self._data is None else f", or call {full} with `np.asarray(x)`"
            raise tracing_error(f"{full} cannot be traced; use functions of `dlc.array`{own}")
        if name == "transpose" and len(args) == 1 and kwargs.get("axes") is None:
            return ours(*args, tuple(reversed(range(args[0].ndim))))
        return ours(*args, **kwargs)

    # -- Parts ---------------------------------------------------------------------------------------------------------

    def __len__(self) -> int:
        shape = self.shape
        if not shape:
            raise call_error("len(): an array without dimensions has no length")
        return shape[0].__index__()

    def __iter__(self) -> Iterator[Array]:
        return iter(_call("unstack", self))

    def __getitem__(self, key: Any, /) -> Array:
        if self._data is not None and isinstance(key, tuple) and _names_an_element(cast("Any", key), self._data.ndim):
            return self._element_at(cast("Any", key))
        return _call("getitem", self, key)

    def _element_at(self, key: tuple[Any, ...]) -> Array:
        """Return a single element, without the way through a graph."""
        try:
            return Array.of(self.data[key])
        except IndexError as error:
            raise index_error(f"index: {error}") from None

    def __setitem__(self, key: Any, value: Any, /) -> NoReturn:
        raise tracing_error(
            "arrays cannot be changed; build a new one with `x.at[key].set(value)` or `where(mask, value, x)` instead "
            "of assigning to a part"
        )

    # -- Operators -----------------------------------------------------------------------------------------------------

    def __abs__(self) -> Array:
        return _call("abs", self)

    def __neg__(self) -> Array:
        return _call("negative", self)

    def __pos__(self) -> Array:
        return _call("positive", self)

    def __invert__(self) -> Array:
        return _call("bitwise_invert", self)

    def __add__(self, other: Any, /) -> Array:
        return _operator("add", self, other)

    def __radd__(self, other: Any, /) -> Array:
        return _operator("add", other, self)

    def __sub__(self, other: Any, /) -> Array:
        return _operator("subtract", self, other)

    def __rsub__(self, other: Any, /) -> Array:
        return _operator("subtract", other, self)

    def __mul__(self, other: Any, /) -> Array:
        return _operator("multiply", self, other)

    def __rmul__(self, other: Any, /) -> Array:
        return _operator("multiply", other, self)

    def __truediv__(self, other: Any, /) -> Array:
        return _operator("divide", self, other)

    def __rtruediv__(self, other: Any, /) -> Array:
        return _operator("divide", other, self)

    def __floordiv__(self, other: Any, /) -> Array:
        return _operator("floor_divide", self, other)

    def __rfloordiv__(self, other: Any, /) -> Array:
        return _operator("floor_divide", other, self)

    def __mod__(self, other: Any, /) -> Array:
        return _operator("remainder", self, other)

    def __rmod__(self, other: Any, /) -> Array:
        return _operator("remainder", other, self)

    def __pow__(self, other: Any, /) -> Array:
        return _operator("pow", self, other)

    def __rpow__(self, other: Any, /) -> Array:
        return _operator("pow", other, self)

    def __matmul__(self, other: Any, /) -> Array:
        return _operator("matmul", self, other)

    def __rmatmul__(self, other: Any, /) -> Array:
        return _operator("matmul", other, self)

    def __and__(self, other: Any, /) -> Array:
        return _operator("bitwise_and", self, other)

    def __rand__(self, other: Any, /) -> Array:
        return _operator("bitwise_and", other, self)

    def __or__(self, other: Any, /) -> Array:
        return _operator("bitwise_or", self, other)

    def __ror__(self, other: Any, /) -> Array:
        return _operator("bitwise_or", other, self)

    def __xor__(self, other: Any, /) -> Array:
        return _operator("bitwise_xor", self, other)

    def __rxor__(self, other: Any, /) -> Array:
        return _operator("bitwise_xor", other, self)

    def __lshift__(self, other: Any, /) -> Array:
        return _operator("bitwise_left_shift", self, other)

    def __rlshift__(self, other: Any, /) -> Array:
        return _operator("bitwise_left_shift", other, self)

    def __rshift__(self, other: Any, /) -> Array:
        return _operator("bitwise_right_shift", self, other)

    def __rrshift__(self, other: Any, /) -> Array:
        return _operator("bitwise_right_shift", other, self)

    def __lt__(self, other: Any, /) -> Array:
        return _operator("less", self, other)

    def __le__(self, other: Any, /) -> Array:
        return _operator("less_equal", self, other)

    def __gt__(self, other: Any, /) -> Array:
        return _operator("greater", self, other)

    def __ge__(self, other: Any, /) -> Array:
        return _operator("greater_equal", self, other)

    def __eq__(self, other: Any, /) -> Array:  # type: ignore[override]
        return _operator("equal", self, other)

    def __ne__(self, other: Any, /) -> Array:  # type: ignore[override]
        return _operator("not_equal", self, other)


def _names_an_element(key: tuple[Any, ...], rank: int) -> bool:
    return len(key) == rank and all(type(index) is int for index in key)


def _call(function: str, *arguments: Any) -> Any:
    return function_of_namespace(function)(*arguments)


def _operator(function: str, left: Any, right: Any) -> Any:
    other = right if isinstance(left, Array) else left
    if isinstance(other, (Array, bool, int, float, np.ndarray, np.generic)) or hasattr(other, "size"):
        return _call(function, left, right)
    if type(other).__module__ == "builtins" and function not in ("equal", "not_equal"):
        hint = "; make an array of it by `dlc.array.asarray`" if isinstance(other, (tuple, list)) else ""
        raise call_error(f"{function}: an array or a number is required, but got {other!r:.60}{hint}")
    return NotImplemented
