"""`dlc.array`: a namespace that follows the Python array API standard, 2024.12.

    xp = dlc.array
    y = xp.sum(x * x, axis=-1)

In a function under `dlc.jit` the calls build a graph, which is compiled for all calls; elsewhere the reference
interpreter computes them one by one, which is slow. `einsum`, `pad` and `top_k` are there as well, and the extension
`linalg` without eigenvalues and singular values. The extension `fft`, complex numbers, and changing arrays in place are
not supported.
"""

from __future__ import annotations

import math
from typing import NoReturn

from dlc.ir.diagnostics import did_you_mean

from . import linalg as linalg, nn as nn
from .arrays import Array as Array
from .creation import (
    arange as arange,
    asarray as asarray,
    empty as empty,
    empty_like as empty_like,
    eye as eye,
    from_dlpack as from_dlpack,
    full as full,
    full_like as full_like,
    linspace as linspace,
    meshgrid as meshgrid,
    ones as ones,
    ones_like as ones_like,
    tril as tril,
    triu as triu,
    zeros as zeros,
    zeros_like as zeros_like,
)
from .dtypes import (
    bfloat16 as bfloat16,
    bool as bool,
    float16 as float16,
    float32 as float32,
    float64 as float64,
    int8 as int8,
    int16 as int16,
    int32 as int32,
    int64 as int64,
    uint8 as uint8,
    uint16 as uint16,
    uint32 as uint32,
    uint64 as uint64,
)
from .einsum import einsum as einsum
from .elementwise import (
    abs as abs,
    acos as acos,
    acosh as acosh,
    add as add,
    asin as asin,
    asinh as asinh,
    astype as astype,
    atan as atan,
    atan2 as atan2,
    atanh as atanh,
    bitwise_and as bitwise_and,
    bitwise_invert as bitwise_invert,
    bitwise_left_shift as bitwise_left_shift,
    bitwise_or as bitwise_or,
    bitwise_right_shift as bitwise_right_shift,
    bitwise_xor as bitwise_xor,
    ceil as ceil,
    clip as clip,
    conj as conj,
    copysign as copysign,
    cos as cos,
    cosh as cosh,
    divide as divide,
    equal as equal,
    exp as exp,
    expm1 as expm1,
    floor as floor,
    floor_divide as floor_divide,
    greater as greater,
    greater_equal as greater_equal,
    hypot as hypot,
    imag as imag,
    isfinite as isfinite,
    isinf as isinf,
    isnan as isnan,
    less as less,
    less_equal as less_equal,
    log as log,
    log1p as log1p,
    log2 as log2,
    log10 as log10,
    logaddexp as logaddexp,
    logical_and as logical_and,
    logical_not as logical_not,
    logical_or as logical_or,
    logical_xor as logical_xor,
    maximum as maximum,
    minimum as minimum,
    multiply as multiply,
    negative as negative,
    nextafter as nextafter,
    not_equal as not_equal,
    positive as positive,
    pow as pow,
    real as real,
    reciprocal as reciprocal,
    remainder as remainder,
    round as round,
    sign as sign,
    signbit as signbit,
    sin as sin,
    sinh as sinh,
    sqrt as sqrt,
    square as square,
    subtract as subtract,
    tan as tan,
    tanh as tanh,
    trunc as trunc,
    where as where,
)
from .indexing import getitem as getitem, take as take, take_along_axis as take_along_axis
from .info import (
    __array_namespace_info__ as __array_namespace_info__,
    can_cast as can_cast,
    finfo as finfo,
    iinfo as iinfo,
    isdtype as isdtype,
    result_type as result_type,
)
from .linear_algebra import matmul as matmul, tensordot as tensordot, vecdot as vecdot
from .manipulation import (
    broadcast_arrays as broadcast_arrays,
    broadcast_shapes as broadcast_shapes,
    broadcast_to as broadcast_to,
    concat as concat,
    expand_dims as expand_dims,
    flip as flip,
    matrix_transpose as matrix_transpose,
    moveaxis as moveaxis,
    pad as pad,
    permute_dims as permute_dims,
    repeat as repeat,
    reshape as reshape,
    roll as roll,
    squeeze as squeeze,
    stack as stack,
    tile as tile,
    unstack as unstack,
)
from .searching import (
    argmax as argmax,
    argmin as argmin,
    argsort as argsort,
    isin as isin,
    nonzero as nonzero,
    searchsorted as searchsorted,
    sort as sort,
    top_k as top_k,
    unique_all as unique_all,
    unique_counts as unique_counts,
    unique_inverse as unique_inverse,
    unique_values as unique_values,
)
from .statistics import (
    all as all,
    any as any,
    count_nonzero as count_nonzero,
    cumulative_prod as cumulative_prod,
    cumulative_sum as cumulative_sum,
    diff as diff,
    max as max,
    mean as mean,
    min as min,
    prod as prod,
    std as std,
    sum as sum,
    var as var,
)

__array_api_version__ = "2024.12"

e, inf, nan, pi = math.e, math.inf, math.nan, math.pi
newaxis = None


_CALLED_BY_NUMPY = {
    "absolute": "abs",
    "amax": "max",
    "amin": "min",
    "array": "asarray",
    "concatenate": "concat",
    "cumprod": "cumulative_prod",
    "cumsum": "cumulative_sum",
    "dot": "matmul",
    "hstack": "concat",
    "inner": "vecdot",
    "invert": "bitwise_invert",
    "left_shift": "bitwise_left_shift",
    "mod": "remainder",
    "power": "pow",
    "right_shift": "bitwise_right_shift",
    "split": "unstack",
    "swapaxes": "moveaxis",
    "transpose": "permute_dims",
    "true_divide": "divide",
    "vstack": "concat",
    **{f"arc{each}": f"a{each}" for each in ("cos", "cosh", "sin", "sinh", "tan", "tan2", "tanh")},
}
"""The names of the standard for functions that numpy calls something else."""


def __getattr__(name: str) -> NoReturn:
    """Fail, and name the function that is meant."""
    if hasattr(nn, name):
        hint = f", did you mean 'dlc.nn.{name}'?"
    elif name in _CALLED_BY_NUMPY:
        hint = f", did you mean '{_CALLED_BY_NUMPY[name]}'?"
    else:
        hint = did_you_mean(name, [each for each in globals() if not each.startswith("_")])
    raise AttributeError(f"module 'dlc.array' has no attribute '{name}'{hint}", name=name)
