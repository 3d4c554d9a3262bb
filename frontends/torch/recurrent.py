"""LSTM, GRU and RNN layers as scans, for inference and for training.

PyTorch's own decompositions repeat a step for each place of the sequence, so that graphs grow with its length. Packed
sequences are left to them.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Any

from .installed import torch

_scan: Any = importlib.import_module("torch._higher_order_ops.scan").scan_op
_functional: Any = torch.nn.functional

States = Sequence[Any]
"""The states of a layer in one direction, of which the first is its output."""
Cell = Callable[[Any, States, Any], list[Any]]
"""Returns the next states for the gates' share of the input, the states, and the function that gives theirs."""


# -- Layers ------------------------------------------------------------------------------------------------------------


def _lstm(x: Any, initial: States, parameters: Sequence[Any], has_biases: bool, *options: Any) -> tuple[Any, ...]:
    has_projection = initial[0].shape[2] != initial[1].shape[2]
    return _layers(_lstm_cell, x, initial, parameters, (has_biases, has_projection), *options)


def _with_one_state(cell: Cell) -> Callable[..., tuple[Any, ...]]:
    """Return the function that computes layers whose only state is their output."""

    def layers(x: Any, initial: Any, parameters: Sequence[Any], has_biases: bool, *options: Any) -> tuple[Any, ...]:
        return _layers(cell, x, [initial], parameters, (has_biases, False), *options)

    return layers


def _layers(
    cell: Cell,
    x: Any,
    initial: States,
    parameters: Sequence[Any],
    has: tuple[bool, bool],
    count: int,
    dropout: float,
    trains: bool,
    is_bidirectional: bool,
    batch_first: bool,
) -> tuple[Any, ...]:
    """Return the output of the last layer, and the last states of all layers and directions.

    `has` says whether there are offsets and a projection of the output.
    """
    has_biases, has_projection = has
    directions, each = 1 + is_bidirectional, 2 + 2 * has_biases + has_projection
    last: list[States] = []
    x = x.transpose(0, 1) if batch_first else x
    for layer in range(count):
        outputs: list[Any] = []
        for direction in range(directions):
            place = layer * directions + direction
            weights = parameters[each * place : each * (place + 1)]
            output, states = _layer(cell, x, [state[place] for state in initial], weights, has, bool(direction))
            outputs.append(output)
            last.append(states)
        x = torch.cat(outputs, -1)
        if trains and dropout and layer < count - 1:
            x = torch.dropout(x, dropout, True)
    x = x.transpose(0, 1) if batch_first else x
    return x, *(torch.stack(states) for states in zip(*last, strict=True))


def _layer(
    cell: Cell, x: Any, initial: States, weights: Sequence[Any], has: tuple[bool, bool], is_reverse: bool
) -> tuple[Any, States]:
    """Return the outputs of one direction of a layer along the sequence, and its last states."""
    has_biases, has_projection = has
    count = len(initial)
    shares = _functional.linear(x, weights[0], weights[2] if has_biases else None)
    others = [weights[1], *weights[3 : 2 + 2 * has_biases], *([weights[-1]] if has_projection else [])]

    def step(*given: Any) -> list[Any]:
        states, share, recurrent = given[:count], given[count], given[count + 1 :]
        bias = recurrent[1] if has_biases else None

        def gates_of(state: Any) -> Any:
            product = _Product.apply(state, recurrent[0])
            return product if bias is None else product + bias

        following = cell(share, states, gates_of)
        if has_projection:
            following[0] = _Product.apply(following[0], recurrent[-1])
        return [each.clone() for each in (*following, following[0])]  # what is kept for gradients must be other tensors

    *states, outputs = _scan(step, initial, [shares.flip(0) if is_reverse else shares], tuple(others))
    return outputs.flip(0) if is_reverse else outputs, states


class _Product(torch.autograd.Function):
    """The product of states with transposed weights.

    What is kept for gradients are its operands, and not the transposed weights of each step.
    """

    @staticmethod
    def forward(context: Any, state: Any, weights: Any) -> Any:
        context.save_for_backward(state, weights)
        return state.mm(weights.t())

    @staticmethod
    def backward(context: Any, gradient: Any) -> tuple[Any, Any]:
        state, weights = context.saved_tensors
        return gradient.mm(weights), gradient.t().mm(state)


# -- Cells -------------------------------------------------------------------------------------------------------------


def _lstm_cell(share: Any, states: States, gates_of: Callable[[Any], Any]) -> list[Any]:
    gates = (share + gates_of(states[0])).chunk(4, 1)
    kept = gates[1].sigmoid() * states[1] + gates[0].sigmoid() * gates[2].tanh()
    return [gates[3].sigmoid() * kept.tanh(), kept]


def _gru_cell(share: Any, states: States, gates_of: Callable[[Any], Any]) -> list[Any]:
    [state] = states
    own, given = gates_of(state).chunk(3, 1), share.chunk(3, 1)
    reset, update = (own[0] + given[0]).sigmoid(), (own[1] + given[1]).sigmoid()
    new = (given[2] + own[2] * reset).tanh()
    return [(state - new) * update + new]


def _rnn_cell(activation: Callable[[Any], Any]) -> Cell:
    return lambda share, states, gates_of: [activation(share + gates_of(states[0]))]


LAYERS: dict[Any, Callable[..., tuple[Any, ...]]] = {
    torch.ops.aten.lstm.input: _lstm,
    torch.ops.aten.gru.input: _with_one_state(_gru_cell),
    torch.ops.aten.rnn_tanh.input: _with_one_state(_rnn_cell(torch.tanh)),
    torch.ops.aten.rnn_relu.input: _with_one_state(_rnn_cell(torch.relu)),
}
"""The functions of layers in the place of PyTorch's decompositions."""
