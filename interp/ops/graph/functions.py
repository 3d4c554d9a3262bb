"""The meaning of `graph`'s functions of real numbers, computed in float64."""

from __future__ import annotations

import math

import numpy as np

from dlc.dialects import graph as dialect
from dlc.interp.values import Array, array_of

from .arrays import widely

widely(dialect.ExpOp)(np.exp)
widely(dialect.Exp2Op)(np.exp2)
widely(dialect.ExpM1Op)(np.expm1)
widely(dialect.LogOp)(np.log)
widely(dialect.Log2Op)(np.log2)
widely(dialect.Log1pOp)(np.log1p)
widely(dialect.SqrtOp)(np.sqrt)
widely(dialect.CbrtOp)(np.cbrt)
widely(dialect.ReciprocalOp)(np.reciprocal)
widely(dialect.SinOp)(np.sin)
widely(dialect.CosOp)(np.cos)
widely(dialect.TanOp)(np.tan)
widely(dialect.AsinOp)(np.arcsin)
widely(dialect.AcosOp)(np.arccos)
widely(dialect.AtanOp)(np.arctan)
widely(dialect.SinhOp)(np.sinh)
widely(dialect.CoshOp)(np.cosh)
widely(dialect.TanhOp)(np.tanh)
widely(dialect.AsinhOp)(np.arcsinh)
widely(dialect.AcoshOp)(np.arccosh)
widely(dialect.AtanhOp)(np.arctanh)
widely(dialect.Atan2Op)(np.arctan2)
widely(dialect.CopysignOp)(np.copysign)


@widely(dialect.RsqrtOp)
def inverse_square_root(x: Array) -> Array:
    """1 / sqrt(x)"""
    return np.reciprocal(np.sqrt(x))


@widely(dialect.ErfOp)
def erf(x: Array) -> Array:
    """The error function, which numpy lacks."""
    return array_of([math.erf(item) for item in x.ravel().tolist()], np.float64).reshape(x.shape)


def erfc(x: Array) -> Array:
    """1 - erf, without a difference of nearly equal numbers where that is small."""
    return array_of([math.erfc(item) for item in x.ravel().tolist()], np.float64).reshape(x.shape)
