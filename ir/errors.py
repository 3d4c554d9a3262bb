"""The exceptions of dlc: each one carries a message for a person, and none is meant to reach one as a traceback.

What is wrong with the *user's program* is reported through `diagnostics`. An exception stands for a mistake in a call
(a wrong parameter, an edit that would corrupt the IR); tools turn the ones that user input can cause into diagnostics.
"""

from __future__ import annotations


class DlcError(Exception):
    """Base of everything that dlc raises on purpose."""


class InvalidAttributeError(DlcError, ValueError):
    """An attribute or type was asked for with parameters that its definition forbids."""


class MissedOptimization(UserWarning):
    """An optimization that the compiler could not do, and the reason."""


class InvalidDefinitionError(DlcError, TypeError):
    """An op, attribute or dialect definition contradicts itself; raised where it is defined, or first used."""


class InvalidIRError(DlcError, ValueError):
    """An edit would leave the IR inconsistent, such as erasing a value that is still used."""


class WrongOperand(InvalidIRError):
    """An operand has a type that its definition forbids, so that the op's result types cannot follow from it."""


class DiagnosedError(DlcError):
    """The operation failed and the reasons have already been reported as diagnostics."""
