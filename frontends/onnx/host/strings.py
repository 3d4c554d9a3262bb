"""Strings: arrays of objects."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any, TypeAlias

import numpy as np
from onnx import TensorProto
from onnx.helper import tensor_dtype_to_np_dtype

from ...problems import CannotImport
from ..element_types import type_name
from ..registry import MICROSOFT
from ..tensors import array_of
from .registry import HostNode, HostValue, on_host

Array: TypeAlias = Any
"""An array of objects."""

LONGEST_PATTERN = 1000
TEXT_START, TEXT_END = "\x02", "\x03"
"""The tokens around those of a string that is marked."""


def _each(function: Callable[..., Any], *arrays: Array) -> Array:
    """Return a function of each element, as objects."""
    return np.frompyfunc(function, len(arrays), 1)(*arrays) if arrays[0].size else arrays[0]


def _objects(values: Any) -> Array:
    return np.asarray(values, dtype=object)


@on_host("StringConcat")
def concat(node: HostNode) -> list[HostValue]:
    """Return joined strings."""
    return [_objects(np.add(node[0], node[1]))]


def _pattern(text: str) -> re.Pattern[str]:
    if len(text) > LONGEST_PATTERN:
        raise CannotImport(f"a pattern must have at most {LONGEST_PATTERN} characters, but got {len(text)}")
    try:
        return re.compile(text)
    except re.error as error:
        raise CannotImport(f"'{text}' is not a pattern: {error}") from None


@on_host("RegexFullMatch")
def full_match(node: HostNode) -> list[HostValue]:
    """Return whether whole strings match a pattern."""
    pattern, strings = _pattern(node.string("pattern")), node[0]
    hits: Array = np.asarray([pattern.fullmatch(word) is not None for word in strings.reshape(-1)], bool)
    return [hits.reshape(strings.shape)]


@on_host("StringSplit")
def split(node: HostNode) -> list[HostValue]:
    """Return the parts of strings along a new dimension, filled up with empty ones, and how many there are."""
    x = node[0]
    delimiter, most = node.string("delimiter", "") or None, node.int("maxsplit", -1)
    parts = [word.split(delimiter, most) for word in x.reshape(-1)]
    longest = max(map(len, parts), default=0)
    padded: Array = _objects([[*each, *[""] * (longest - len(each))] for each in parts])
    counts: Array = np.asarray([*map(len, parts)], np.int64)
    return [padded.reshape(*x.shape, longest), counts.reshape(x.shape)]


@on_host("StringNormalizer")
def normalize(node: HostNode) -> list[HostValue]:
    """Return strings without stop words, in upper or lower case."""
    x = node[0]
    stop = node.strings("stopwords") or []
    sensitive = bool(node.int("is_case_sensitive"))
    change: dict[str, Callable[[str], str]] = {"NONE": str, "LOWER": str.lower, "UPPER": str.upper}
    action = change[node.string("case_change_action")]
    stopped = {*stop} if sensitive else {word.lower() for word in stop}
    kept = [action(word) for word in x.reshape(-1) if (word if sensitive else word.lower()) not in stopped]
    remaining: Array = _objects(kept or [""])
    return [remaining.reshape(1, -1) if x.ndim == 2 else remaining]


@on_host("Constant")
def constant(node: HostNode) -> list[HostValue]:
    """Return strings that are attributes."""
    if node.has("value_string"):
        return [_objects(node.string("value_string"))]
    if node.has("value_strings"):
        return [_objects(node.strings("value_strings"))]
    tensor = node.tensor("value")
    if tensor is None:
        raise CannotImport("the constant has no value")
    return [array_of(tensor, node.runner.model)]


@on_host("Cast")
def cast(node: HostNode) -> list[HostValue]:
    """Return strings as numbers, or numbers as strings."""
    x, kind = node[0], node.int("to")
    if kind == TensorProto.STRING:
        return [_each(_spelled, x.astype(object))]
    dtype = tensor_dtype_to_np_dtype(kind)
    try:
        numbers: Array = np.asarray([float(w) if dtype.kind == "f" else int(w) for w in x.reshape(-1)], dtype)
        return [numbers.reshape(x.shape)]
    except ValueError:
        raise CannotImport(f"a string is not a number of type {type_name(kind)}") from None


def _spelled(number: Any) -> str:
    return number if isinstance(number, str) else str(number)


@on_host("TfIdfVectorizer")
def vectorize(node: HostNode) -> list[HostValue]:
    """Return how often n-grams of a pool occur in each row, as counts, as 0 and 1, or weighted."""
    x = node[0]
    grams = node.strings("pool_strings") or node.ints("pool_int64s")
    starts = [*node.ints("ngram_counts"), len(grams)]
    places, weights = node.ints("ngram_indexes"), node.floats("weights")
    pool: dict[tuple[Any, ...], int] = {}
    for number, (start, end) in enumerate(pairwise(starts), 1):
        for first in range(start, end, number):
            pool[tuple(grams[first : first + number])] = len(pool)
    rows = x.reshape(1, -1) if x.ndim == 1 else x
    result: Array = np.zeros((len(rows), max(places) + 1), np.float32)
    for row, target in zip(rows, result, strict=True):
        _count_grams(node, [*row.tolist()], pool, places, target)
    if node.string("mode") != "TF":
        factors = np.zeros(result.shape[1], np.float32)
        factors[places] = weights if weights is not None else 1.0
        result = (result if node.string("mode") == "TFIDF" else (result > 0)) * factors
    return [result.astype(np.float32).reshape(-1) if x.ndim == 1 else result.astype(np.float32)]


def _count_grams(
    node: HostNode, row: list[Any], pool: dict[tuple[Any, ...], int], places: list[int], target: Array
) -> None:
    """Add the n-grams of one row of words, with gaps of each allowed length, to their counts."""
    shortest, longest = node.int("min_gram_length"), node.int("max_gram_length")
    for length in range(shortest, longest + 1):
        for skip in range(node.int("max_skip_count") + 1 if length > 1 else 1):
            step = skip + 1
            for start in range(len(row) - (length - 1) * step):
                gram = tuple(row[start + step * number] for number in range(length))
                if gram in pool:
                    target[places[pool[gram]]] += 1


@on_host("Tokenizer", domain=MICROSOFT)
def tokenize(node: HostNode) -> list[HostValue]:
    """Return the tokens of strings along a new dimension, filled up with a value.

    Tokens are what a pattern matches, or what is between separators, which are patterns too; one that is empty
    separates all characters.
    """
    x = node[0]
    separators = node.strings("separators") or []
    if node.has("tokenexp") == bool(separators):
        raise CannotImport("there must be either a pattern of tokens or separators")
    pattern = _pattern(
        node.string("tokenexp") if node.has("tokenexp") else "|".join(f"(?:{each})" for each in separators)
    )
    least = node.int("mincharnum", 1)

    def tokens_of(word: str) -> list[str]:
        if node.has("tokenexp"):
            tokens = [match.group() for match in pattern.finditer(word)]
        else:
            tokens = list(word) if separators == [""] else pattern.split(word)
        return [token for token in tokens if token and len(token) >= least]

    rows = [tokens_of(word) for word in x.reshape(-1)]
    if node.int("mark", 0):
        rows = [[TEXT_START, *row, TEXT_END] for row in rows]
    longest, fill = max(map(len, rows), default=0), node.string("pad_value", "")
    padded: Array = _objects([[*row, *[fill] * (longest - len(row))] for row in rows])
    return [padded.reshape(*x.shape, longest)]
