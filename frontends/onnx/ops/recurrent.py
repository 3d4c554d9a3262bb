"""LSTM, GRU and RNN as scans over the steps of a sequence, with the gates of a step in one matrix product."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Value
from ....ir.builtin_attributes import i64_array
from ....ir.builtin_types import i32, i64
from ...emitter import Emitter, Maker, number
from ...problems import CannotImport
from ..node import Node
from ..registry import MICROSOFT, imports
from .control import scan
from .indexing import reversed_sequences

Activation = Callable[[Emitter, Value], Value]
Cell = Callable[[Emitter, Value, Sequence[Value]], list[Value]]
"""Returns the next state, which begins with the output, for the gates' share of the input and the state."""

PLAIN: dict[str, Maker] = {
    "sigmoid": graph.SigmoidOp,
    "tanh": graph.TanhOp,
    "relu": graph.ReluOp,
    "softsign": graph.SoftsignOp,
    "softplus": graph.SoftplusOp,
}
DEFAULTS = {
    "affine": (1.0, 0.0),
    "leakyrelu": (0.01, 0.0),
    "thresholdedrelu": (1.0, 0.0),
    "scaledtanh": (1.0, 1.0),
    "hardsigmoid": (0.2, 0.5),
    "elu": (1.0, 0.0),
}


class Weights:
    """The weights of one direction of a layer."""

    def __init__(self, node: Node, direction: int, gates: int) -> None:
        is_quantized = node.op == "DynamicQuantizeLSTM"
        self.hidden = node.static_shape(2, "the recurrent weights")[1 if is_quantized else 2]
        weights = [node.pick(node[number], 0, direction) for number in (1, 2)]
        if is_quantized:
            weights = [_real(node, each, direction, first) for each, first in zip(weights, (8, 10), strict=True)]
        self.input, self.recurrent = weights
        bias = node.get(3)
        whole = node.pick(bias, 0, direction) if bias is not None else None
        width = gates * self.hidden
        self.input_bias = node.slice(whole, 0, 0, width) if whole is not None else None
        self.recurrent_bias = node.slice(whole, 0, width, 2 * width) if whole is not None else None

    def gate(self, emitter: Emitter, value: Value, place: int) -> Value:
        """Return one gate of a value whose last dimension has all of them."""
        dim = len(shape_of(value)) - 1
        return emitter.slice(value, dim, place * self.hidden, (place + 1) * self.hidden)


def _real(node: Node, weights: Value, direction: int, first: int) -> Value:
    """Return quantized weights, whose gates are columns, as real ones, whose gates are rows."""
    scale, point = (node.pick(each, 0, direction) for each in (node[first], node[first + 1]))
    integers = graph.sub(node.cast(weights, i32), node.spread(node.cast(point, i32), shape_of(weights)))
    real = node.cast(integers, element_of(scale))
    return node.transpose(graph.mul(real, node.spread(scale, shape_of(real))), [1, 0])


@imports("DynamicQuantizeLSTM", domain=MICROSOFT)
@imports("LSTM")
def import_lstm(node: Node) -> list[Value]:
    """Long short-term memory: input, output, forget and cell gates, with optional peepholes."""
    return _layer(node, 4, ["Sigmoid", "Tanh", "Tanh"], 2, _lstm_cell)


def _lstm_cell(node: Node, weights: Weights, direction: int, activations: Sequence[Activation]) -> Cell:
    gate_of, cell_of, hidden_of = activations
    peepholes = node.get(7)
    peephole = node.pick(peepholes, 0, direction) if peepholes is not None else None
    couples = bool(node.int("input_forget", 0))

    def cell(e: Emitter, share: Value, state: Sequence[Value]) -> list[Value]:
        hidden, memory = state
        gates = _sum(e, share, _recurrent(e, hidden, weights.recurrent))
        i, o, f, c = (weights.gate(e, gates, place) for place in range(4))
        if peephole is not None:
            i = _sum(e, i, _peep(e, weights.gate(e, peephole, 0), memory))
            f = _sum(e, f, _peep(e, weights.gate(e, peephole, 2), memory))
        i = gate_of(e, _clipped(node, e, i))
        f = _rest(e, i) if couples else gate_of(e, _clipped(node, e, f))
        kept, added = e.add(graph.MulOp(f, memory)), e.add(graph.MulOp(i, cell_of(e, _clipped(node, e, c))))
        memory = _sum(e, kept, added)
        if peephole is not None:
            o = _sum(e, o, _peep(e, weights.gate(e, peephole, 1), memory))
        o = gate_of(e, _clipped(node, e, o))
        return [e.add(graph.MulOp(o, hidden_of(e, memory))), memory]

    return cell


@imports("GRU")
def import_gru(node: Node) -> list[Value]:
    """Gated recurrent units: update, reset and hidden gates."""
    return _layer(node, 3, ["Sigmoid", "Tanh"], 1, _gru_cell)


def _gru_cell(node: Node, weights: Weights, direction: int, activations: Sequence[Activation]) -> Cell:
    del direction
    gate_of, hidden_of = activations
    after_product = bool(node.int("linear_before_reset", 0))
    hidden_size = weights.hidden
    bias = weights.recurrent_bias

    def cell(e: Emitter, share: Value, state: Sequence[Value]) -> list[Value]:
        [hidden] = state
        recurrent = weights.recurrent
        both = e.slice(recurrent, 0, 0, 2 * hidden_size)
        candidate = e.slice(recurrent, 0, 2 * hidden_size, 3 * hidden_size)
        gates = _sum(e, e.slice(share, 1, 0, 2 * hidden_size), _recurrent(e, hidden, both))
        if bias is not None:
            gates = _sum(e, gates, e.spread(e.slice(bias, 0, 0, 2 * hidden_size), shape_of(gates), gates))
        z, r = (gate_of(e, _clipped(node, e, weights.gate(e, gates, place))) for place in range(2))
        if after_product:
            product = _with_bias(e, _recurrent(e, hidden, candidate), bias, hidden_size)
            product = e.add(graph.MulOp(r, product))
        else:
            product = _recurrent(e, e.add(graph.MulOp(r, hidden)), candidate)
            product = _with_bias(e, product, bias, hidden_size)
        h = hidden_of(e, _clipped(node, e, _sum(e, weights.gate(e, share, 2), product)))
        new, kept = e.add(graph.MulOp(_rest(e, z), h)), e.add(graph.MulOp(z, hidden))
        return [_sum(e, new, kept)]

    return cell


def _with_bias(e: Emitter, value: Value, bias: Value | None, hidden: int) -> Value:
    """Return a value plus the recurrent bias of the candidate gate."""
    if bias is None:
        return value
    return _sum(e, value, e.spread(e.slice(bias, 0, 2 * hidden, 3 * hidden), shape_of(value), value))


@imports("RNN")
def import_rnn(node: Node) -> list[Value]:
    """A simple recurrent layer."""
    return _layer(node, 1, ["Tanh"], 1, _rnn_cell)


def _rnn_cell(node: Node, weights: Weights, direction: int, activations: Sequence[Activation]) -> Cell:
    del direction

    def cell(e: Emitter, share: Value, state: Sequence[Value]) -> list[Value]:
        total = _sum(e, share, _recurrent(e, state[0], weights.recurrent))
        return [activations[0](e, _clipped(node, e, total))]

    return cell


# -- Layers ------------------------------------------------------------------------------------------------------------


def _layer(
    node: Node,
    gates: int,
    defaults: Sequence[str],
    states: int,
    cell_of: Callable[[Node, Weights, int, Sequence[Activation]], Cell],
) -> list[Value]:
    """Return all outputs of each step, and the states at the end, for one direction or two."""
    by_batch = bool(node.int("layout", 0))
    x = node.transpose(node[0], [1, 0, 2]) if by_batch else node[0]
    names = {"forward": [False], "reverse": [True], "bidirectional": [False, True]}
    mode = node.string("direction", "forward")
    if mode not in names:
        raise CannotImport(f"attribute 'direction' must be one of {', '.join(names)}, but got '{mode}'")
    activations = _activations(node, defaults, len(names[mode]))
    outputs: list[Value] = []
    finals: list[list[Value]] = []
    for direction, backward in enumerate(names[mode]):
        weights = Weights(node, direction, gates)
        own = activations[direction * len(defaults) : (direction + 1) * len(defaults)]
        cell = cell_of(node, weights, direction, own)
        initial = _initial_states(node, x, weights, direction, states, by_batch)
        final, all_outputs = _direction(node, x, weights, cell, initial, backward, gates)
        outputs.append(node.expand(all_outputs, [1]))
        finals.append([node.expand(value, [0]) for value in final])
    together = node.concat(outputs, 1)
    ends = [node.concat([each[number] for each in finals], 0) for number in range(states)]
    if by_batch:
        together = node.transpose(together, [2, 0, 1, 3])
        ends = [node.transpose(value, [1, 0, 2]) for value in ends]
    return [together, *ends]


def _initial_states(node: Node, x: Value, weights: Weights, direction: int, states: int, by_batch: bool) -> list[Value]:
    values: list[Value] = []
    for position in range(states):
        given = node.get(5 + position)
        if given is None:
            values.append(node.zeros((shape_of(x)[1], weights.hidden), element_of(x)))
        else:
            values.append(node.pick(given, 1 if by_batch else 0, direction))
    return values


def _direction(
    node: Node, x: Value, weights: Weights, cell: Cell, initial: list[Value], backward: bool, gates: int
) -> tuple[list[Value], Value]:
    """Return the final states and the outputs of all steps of one direction."""
    lengths = node.get(4)
    if backward:
        x = _backward(node, x, lengths)
    share = node.contract(x, weights.input, ((), ()), ([2], [1]))
    biases = [weights.input_bias] if gates == 3 else [weights.input_bias, weights.recurrent_bias]
    for bias in biases:
        if bias is not None:
            share = _sum(node, share, node.spread(bias, shape_of(share), share))
    sources = [share] if lengths is None else [share, node.iota([shape_of(x)[0]], 0)]

    def body(e: Emitter, arguments: Sequence[Value]) -> list[Value]:
        state = list(arguments[: len(initial)])
        following = cell(e, arguments[len(initial)], state)
        output = following[0]
        if lengths is not None:
            step = arguments[-1]
            runs = e.compare("lt", e.spread(step, shape_of(lengths), lengths), e.cast(lengths, i64))
            runs = e.broadcast(runs, [0], shape_of(output))
            output = e.add(graph.SelectOp(runs, output, e.full(0, output)))
            pairs = zip(following, state, strict=True)
            following = [e.add(graph.SelectOp(runs, new, old)) for new, old in pairs]
        return [*following, output]

    *final, outputs = scan(node, body, initial, sources)
    return final, _backward(node, outputs, lengths) if backward else outputs


def _backward(node: Node, x: Value, lengths: Value | None) -> Value:
    """Return the steps of each sequence in reverse order."""
    if lengths is None:
        return node.add(graph.ReverseOp(x, i64_array([0])))
    return reversed_sequences(node, x, lengths, 0, 1)


# -- Parts of cells ----------------------------------------------------------------------------------------------------


def _recurrent(e: Emitter, hidden: Value, weights: Value) -> Value:
    return e.contract(hidden, weights, ((), ()), ([1], [1]))


def _sum(e: Emitter, a: Value, b: Value) -> Value:
    return e.add(graph.AddOp(a, b))


def _peep(e: Emitter, weights: Value, memory: Value) -> Value:
    return e.add(graph.MulOp(e.spread(weights, shape_of(memory), memory), memory))


def _rest(e: Emitter, gate: Value) -> Value:
    """Return 1 - gate."""
    return e.add(graph.SubOp(e.full(1, gate), gate))


def _clipped(node: Node, e: Emitter, value: Value) -> Value:
    """Return what an activation is applied to, limited if an attribute says so."""
    if not node.has("clip"):
        return value
    limit = node.float("clip")
    return e.add(graph.ClampOp(value, number(-limit), number(limit)))


def _activations(node: Node, defaults: Sequence[str], directions: int) -> list[Activation]:
    """Return the activations of all directions."""
    names = (node.strings("activations") if node.has("activations") else None) or [*defaults] * directions
    if len(names) != len(defaults) * directions:
        raise CannotImport(f"there must be {len(defaults) * directions} activations, but got {names}")
    alphas, betas = iter(node.floats("activation_alpha") or ()), iter(node.floats("activation_beta") or ())
    return [_activation(name, alphas, betas) for name in names]


def _activation(name: str, alphas: Iterator[float], betas: Iterator[float]) -> Activation:
    kind = name.lower()
    if kind in PLAIN:
        return lambda e, x: e.add(PLAIN[kind](x))
    if kind not in DEFAULTS:
        raise CannotImport(f"there is no activation '{name}'")
    default = DEFAULTS[kind]
    alpha = next(alphas, default[0])
    beta = next(betas, default[1]) if kind in ("affine", "scaledtanh", "hardsigmoid") else 0.0
    return lambda e, x: _parametric(e, x, kind, alpha, beta)


def _parametric(e: Emitter, x: Value, kind: str, alpha: float, beta: float) -> Value:
    """Return an activation with parameters."""
    if kind == "affine":
        return _sum(e, e.add(graph.MulOp(x, e.full(alpha, x))), e.full(beta, x))
    if kind == "scaledtanh":
        inner = e.add(graph.TanhOp(e.add(graph.MulOp(x, e.full(beta, x)))))
        return e.add(graph.MulOp(inner, e.full(alpha, inner)))
    if kind == "hardsigmoid":
        return e.add(graph.HardSigmoidOp(x, number(alpha), number(beta)))
    makers = {"leakyrelu": graph.LeakyReluOp, "thresholdedrelu": graph.ThresholdedReluOp, "elu": graph.EluOp}
    return e.add(makers[kind](x, number(alpha)))
