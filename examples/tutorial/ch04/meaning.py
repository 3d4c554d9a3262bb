"""The meaning of each op of Pico, for the interpreter: a function of numpy arrays."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from dlc.interp.semantics import Machine, semantics

from ch02 import dialect as pico

Function = Callable[..., Any]


@semantics(pico.ConstantOp)
def constant(op: pico.ConstantOp, machine: Machine) -> Function:
    value = np.float32(op.value.value)
    return lambda: value


@semantics(pico.AddOp)
def add(op: pico.AddOp, machine: Machine) -> Function:
    return np.add


@semantics(pico.MulOp)
def mul(op: pico.MulOp, machine: Machine) -> Function:
    return np.multiply


@semantics(pico.MatmulOp)
def matmul(op: pico.MatmulOp, machine: Machine) -> Function:
    return np.matmul


@semantics(pico.ReluOp)
def relu(op: pico.ReluOp, machine: Machine) -> Function:
    return partial(np.maximum, np.float32(0))


@semantics(pico.ExpOp)
def exp(op: pico.ExpOp, machine: Machine) -> Function:
    return np.exp


@semantics(pico.TransposeOp)
def transpose(op: pico.TransposeOp, machine: Machine) -> Function:
    return np.transpose


@semantics(pico.CastOp)
def cast(op: pico.CastOp, machine: Machine) -> Function:
    return np.asarray
