"""Errors about affine expressions."""

from __future__ import annotations

from dlc.ir.errors import DlcError


class AffineError(DlcError, ValueError):
    """Base of the errors of affine expressions, maps and sets."""


class NonAffineError(AffineError):
    """The expression is not even semi-affine: a product of two dimensions, or a division by one."""


class AffineOverflowError(AffineError):
    """A constant does not fit MLIR's signed 64-bit integers."""


class AffineDivisorError(AffineError, ArithmeticError):
    """An evaluation met `mod`, `floordiv` or `ceildiv` by zero or by a negative number, which MLIR leaves undefined."""
