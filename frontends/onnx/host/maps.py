"""Ops of `ai.onnx.ml` on dictionaries, and on categories that may be strings.

A map is a `dict`, and a sequence of maps a list of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...problems import CannotImport
from ..registry import AI_ONNX_ML
from .registry import HostNode, HostValue, on_host


@on_host("ZipMap", domain=AI_ONNX_ML)
def zip_map(node: HostNode) -> list[HostValue]:
    """Return a map from labels to scores for each row."""
    labels: list[Any] = node.strings("classlabels_strings") or node.optional_ints("classlabels_int64s") or []
    rows = node[0] if node[0].ndim == 2 else node[0].reshape(1, -1)
    if rows.shape[1] != len(labels):
        raise CannotImport(f"there must be a label for each of {rows.shape[1]} columns, but got {len(labels)}")
    return [[dict(zip(labels, row, strict=True)) for row in rows]]


@on_host("DictVectorizer", domain=AI_ONNX_ML)
def vectorize(node: HostNode) -> list[HostValue]:
    """Return the values of a map in the order of a vocabulary, 0 for those that are missing."""
    keys: list[Any] = node.strings("string_vocabulary") or node.optional_ints("int64_vocabulary") or []
    given = node[0]
    if not isinstance(given, dict):
        raise CannotImport(f"the input must be a dictionary, but got '{type(given).__name__}'")
    entries: dict[Any, Any] = given  # pyright: ignore[reportUnknownVariableType]
    first: Any = next(iter(entries.values()), np.float32(0))
    missing: Any = "" if isinstance(first, str) else 0
    dtype: Any = object if isinstance(first, str) else np.asarray(first).dtype
    return [np.asarray([[entries.get(key, missing) for key in keys]], dtype)]


@on_host("CategoryMapper", domain=AI_ONNX_ML)
def map_categories(node: HostNode) -> list[HostValue]:
    """Return the strings of numbers, or the numbers of strings."""
    strings, numbers = node.strings("cats_strings") or [], node.optional_ints("cats_int64s") or []
    if len(strings) != len(numbers):
        raise CannotImport(f"'cats_int64s' must have {len(strings)} elements, but has {len(numbers)}")
    x = node[0]
    if x.dtype.kind in "OUS":
        table: dict[Any, Any] = dict(zip(strings, numbers, strict=True))
        default, dtype = node.int("default_int64"), np.dtype(np.int64)
    else:
        table = dict(zip(numbers, strings, strict=True))
        default, dtype = node.string("default_string"), np.dtype(object)
    mapped: Any = np.asarray([table.get(each, default) for each in x.reshape(-1).tolist()], dtype)
    return [mapped.reshape(x.shape)]


@on_host("OneHotEncoder", domain=AI_ONNX_ML)
def encode_one_hot(node: HostNode) -> list[HostValue]:
    """Return 1 at the place of the category of each element, 0 elsewhere."""
    categories: list[Any] = node.strings("cats_strings") or node.optional_ints("cats_int64s") or []
    places = {category: place for place, category in enumerate(categories)}
    x = node[0]
    if (x.dtype.kind in "OUS") != bool(node.strings("cats_strings")):
        raise CannotImport(f"elements of type '{x.dtype}' cannot be categories of the other kind")
    elements = x.reshape(-1).tolist()
    encoded: Any = np.zeros((len(elements), len(categories)), np.float32)
    for row, element in enumerate(elements):
        place = places.get(element)
        if place is not None:
            encoded[row, place] = 1
        elif not node.int("zeros"):
            raise CannotImport(f"element '{element}' is not one of the categories, and 'zeros' is 0")
    return [encoded.reshape(*x.shape, len(categories))]
