"""Verification of ops that xDSL declares, as dlc's diagnostics: all errors, each at its op.

dlc has checked the structure and each type and attribute by itself. Here come the constraints again, since variables
tie several together, then traits that dlc does not know, and at last the method that each op may have.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from typing import Any

from xdsl.ir import Operation as XOperation
from xdsl.irdl import IRDLOperation, OpDef, OptionalDef, VerificationContext, operations as x
from xdsl.utils.exceptions import VerifyException

from ...ir import Operation
from ...ir.diagnostics import DiagnosticEngine
from ...ir.verifier import Report
from .attribute_text import one_line
from .attributes import ConversionError
from .copies import Surroundings
from .traits import VERIFIED_BY_DLC

_runs: weakref.WeakKeyDictionary[DiagnosticEngine, Surroundings] = weakref.WeakKeyDictionary()
"""The copies that belong to one run of the verifier, which has an engine of its own."""


def verify(op: Operation, report: Report) -> None:
    """Report what xDSL finds wrong with an op."""
    surroundings = _runs.get(report.engine)
    if surroundings is None:
        surroundings = _runs[report.engine] = Surroundings()
    try:
        x_op = surroundings.copy(op)
    except ConversionError as error:
        if error.location is op.location:  # once, not at each op beside it
            report.error(None, _sentence(str(error), op.name))
        return
    before = report.count
    if isinstance(x_op, IRDLOperation):
        for check in _checks(x_op, x_op.get_irdl_definition()):
            _try(check, op, report)
    if report.count == before:
        _try(x_op.verify_, op, report)


def _checks(x_op: XOperation, definition: OpDef) -> Sequence[Callable[[], None]]:
    """Return the checks of a declaration, each as a function that raises."""
    context = VerificationContext()
    checks: list[Callable[[], None]] = [
        lambda: x.irdl_op_verify_arg_list(x_op, definition, x.VarIRConstruct.OPERAND, context),
        lambda: x.irdl_op_verify_arg_list(x_op, definition, x.VarIRConstruct.RESULT, context),
        lambda: x.irdl_op_verify_regions(x_op, definition, context),
        lambda: x.verify_variadic_size(x_op, definition, x.VarIRConstruct.SUCCESSOR),
    ]
    for held, declared in ((x_op.properties, definition.properties), (x_op.attributes, definition.attributes)):
        checks += [_attribute_check(name, each, held, context) for name, each in declared.items()]
    checks += [_unknown_property(name) for name in x_op.properties if name not in definition.properties]
    traits = sorted(definition.traits, key=lambda trait: type(trait).__name__)
    return [*checks, *(_trait_check(each, x_op) for each in traits if type(each) not in VERIFIED_BY_DLC)]


def _attribute_check(
    name: str, declared: Any, held: dict[str, Any], context: VerificationContext
) -> Callable[[], None]:
    def check() -> None:
        attribute = held.get(name)
        if attribute is not None:
            declared.constr.verify(attribute, context)
        elif not isinstance(declared, OptionalDef):
            raise VerifyException(f"requires attribute '{name}'")

    return check


def _unknown_property(name: str) -> Callable[[], None]:
    def check() -> None:
        raise VerifyException(f"has no property '{name}'")

    return check


def _trait_check(trait: Any, x_op: XOperation) -> Callable[[], None]:
    return lambda: trait.verify(x_op)


def _try(check: Callable[[], None], op: Operation, report: Report) -> None:
    try:
        check()
    except Exception as error:  # noqa: BLE001 (verifiers of xDSL raise what they like)
        text = str(error) or type(error).__name__
        report.error(None, _sentence(text if isinstance(error, VerifyException) else f"raises {text}", op.name))


def _sentence(message: str, name: str) -> str:
    """A message of xDSL as the rest of a sentence that begins with the op's name, in one line."""
    text = message
    for beginning in (f"'{name}' op ", f"'{name}' ", f"'{name} ", f"{name} "):
        text = text.removeprefix(beginning)
    return one_line(text)
