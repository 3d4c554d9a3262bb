"""The methods of arrays that users of numpy and JAX expect: each is a function of the namespace, and takes what
numpy's method of that name takes, without `out`.

The standard has functions only, so that programs that are to run on arrays of other libraries write those.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from .errors import call_error

if TYPE_CHECKING:
    from .arrays import Array

NAMESPACE = "dlc.frontends.array"
Axis = int | tuple[int, ...] | None


class ArrayMethods:
    """Methods of arrays."""

    __slots__ = ()

    # -- Reductions ----------------------------------------------------------------------------------------------------

    def sum(self, axis: Axis = None, dtype: Any = None, *, keepdims: bool = False) -> Array:
        """Return the sum of the elements, or sums along axes."""
        return function_of_namespace("sum")(self, axis=axis, dtype=dtype, keepdims=keepdims)

    def prod(self, axis: Axis = None, dtype: Any = None, *, keepdims: bool = False) -> Array:
        """Return the product of the elements, or products along axes."""
        return function_of_namespace("prod")(self, axis=axis, dtype=dtype, keepdims=keepdims)

    def mean(self, axis: Axis = None, *, keepdims: bool = False) -> Array:
        """Return the mean of the elements, or means along axes."""
        return function_of_namespace("mean")(self, axis=axis, keepdims=keepdims)

    def std(self, axis: Axis = None, *, ddof: float = 0, keepdims: bool = False) -> Array:
        """Return the standard deviation of the elements, or those along axes."""
        return function_of_namespace("std")(self, axis=axis, correction=ddof, keepdims=keepdims)

    def var(self, axis: Axis = None, *, ddof: float = 0, keepdims: bool = False) -> Array:
        """Return the variance of the elements, or those along axes."""
        return function_of_namespace("var")(self, axis=axis, correction=ddof, keepdims=keepdims)

    def max(self, axis: Axis = None, *, keepdims: bool = False) -> Array:
        """Return the largest element, or those along axes."""
        return function_of_namespace("max")(self, axis=axis, keepdims=keepdims)

    def min(self, axis: Axis = None, *, keepdims: bool = False) -> Array:
        """Return the smallest element, or those along axes."""
        return function_of_namespace("min")(self, axis=axis, keepdims=keepdims)

    def all(self, axis: Axis = None, *, keepdims: bool = False) -> Array:
        """Return whether all elements are true, or all along axes."""
        return function_of_namespace("all")(self, axis=axis, keepdims=keepdims)

    def any(self, axis: Axis = None, *, keepdims: bool = False) -> Array:
        """Return whether any element is true, or any along axes."""
        return function_of_namespace("any")(self, axis=axis, keepdims=keepdims)

    def argmax(self, axis: int | None = None, *, keepdims: bool = False) -> Array:
        """Return the place of the largest element, or those along an axis."""
        return function_of_namespace("argmax")(self, axis=axis, keepdims=keepdims)

    def argmin(self, axis: int | None = None, *, keepdims: bool = False) -> Array:
        """Return the place of the smallest element, or those along an axis."""
        return function_of_namespace("argmin")(self, axis=axis, keepdims=keepdims)

    def argsort(self, axis: int = -1) -> Array:
        """Return the places of the elements along an axis, in the order of their sizes."""
        return function_of_namespace("argsort")(self, axis=axis)

    def cumsum(self, axis: int | None = None, dtype: Any = None) -> Array:
        """Return the sums of the elements up to each, along an axis or of the array in a row."""
        array = self if axis is not None else self.ravel()
        return function_of_namespace("cumulative_sum")(array, axis=axis or 0, dtype=dtype)

    def cumprod(self, axis: int | None = None, dtype: Any = None) -> Array:
        """Return the products of the elements up to each, along an axis or of the array in a row."""
        array = self if axis is not None else self.ravel()
        return function_of_namespace("cumulative_prod")(array, axis=axis or 0, dtype=dtype)

    # -- Elements ------------------------------------------------------------------------------------------------------

    def astype(self, dtype: Any) -> Array:
        """Return the elements as another type."""
        return function_of_namespace("astype")(self, dtype)

    def clip(self, min: Any = None, max: Any = None) -> Array:
        """Return the elements, with the bounds in the place of those beyond them."""
        return function_of_namespace("clip")(self, min, max)

    def take(self, indices: Any, axis: int | None = None) -> Array:
        """Return the elements, or the parts along an axis, at indices."""
        array = self if axis is not None else self.ravel()
        return function_of_namespace("take")(array, function_of_namespace("asarray")(indices), axis=axis or 0)

    def repeat(self, repeats: Any, axis: int | None = None) -> Array:
        """Return each element, or each part along an axis, several times."""
        return function_of_namespace("repeat")(self, repeats, axis=axis)

    # -- Shapes --------------------------------------------------------------------------------------------------------

    def reshape(self, *shape: Any) -> Array:
        """Return the elements in another shape: `x.reshape(2, -1)` or `x.reshape((2, -1))`."""
        return function_of_namespace("reshape")(self, _listed(shape))

    def ravel(self) -> Array:
        """Return the elements in a row."""
        return function_of_namespace("reshape")(self, (-1,))

    def flatten(self) -> Array:
        """Return the elements in a row."""
        return self.ravel()

    def squeeze(self, axis: Axis = None) -> Array:
        """Return the array without axes of one element: all of them, or those that are given."""
        shape = cast("Array", self).shape
        given = tuple(dim for dim, size in enumerate(shape) if size == 1) if axis is None else axis
        return function_of_namespace("squeeze")(self, given)

    def transpose(self, *axes: Any) -> Array:
        """Return the array with its axes in another order: by default from the last to the first."""
        rank = cast("Array", self).ndim
        order = _listed(axes) if axes and axes != (None,) else range(rank)[::-1]
        return function_of_namespace("permute_dims")(self, tuple(order))

    def swapaxes(self, first: int, second: int) -> Array:
        """Return the array with two axes exchanged."""
        rank = cast("Array", self).ndim
        order = list(range(rank))
        for axis in (first, second):
            if not -rank <= axis < rank:
                raise call_error(f"swapaxes: axis {axis} is out of range for an array of rank {rank}")
        order[first], order[second] = order[second], order[first]
        return function_of_namespace("permute_dims")(self, tuple(order))


def function_of_namespace(name: str) -> Any:
    """Return a function by its name; the namespace imports the class of arrays, so it is looked up in each call."""
    return getattr(import_module(NAMESPACE), name)


def _listed(given: tuple[Any, ...]) -> Sequence[Any]:
    """Return numbers that were given one by one, or as one sequence."""
    [first, *others] = given or ((),)
    return cast("Sequence[Any]", first) if not others and isinstance(first, (tuple, list)) else given


__all__ = ["NAMESPACE", "ArrayMethods", "function_of_namespace"]
