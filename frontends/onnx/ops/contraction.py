"""Matrix products and other sums of products."""

from __future__ import annotations

from collections.abc import Sequence

from dlc.ir.sizes import Dim

from ....dialects import graph
from ....dialects.graph.tensors import element_of, shape_of
from ....ir import Type, Value
from ....ir.builtin_types import IntegerType, i16, i32
from ...problems import CannotImport
from ..node import Node
from ..registry import MICROSOFT, imports
from .activations import activated
from .dequantized import dequantized, have_exact_sums, in_real_numbers, spread_point


@imports("MatMul")
def import_matmul(node: Node) -> Value:
    """Products of matrices, as numpy's `matmul`."""
    node.same_elements([node[0], node[1]])
    return _of_integers(node) or matmul(node, node[0], node[1])


def matmul(node: Node, lhs: Value, rhs: Value, element: Type | None = None) -> Value:
    """Return products of matrices, whose leading dimensions are broadcast."""
    left, right = len(shape_of(lhs)), len(shape_of(rhs))
    if not left or not right:
        raise CannotImport("inputs must have a dimension or more, but got a scalar")
    if right <= 2:
        return node.contract(lhs, rhs, ((), ()), ([left - 1], [0]), element)
    if left == 1:
        lhs = node.expand(lhs, [0])
    lhs, rhs = node.together([lhs, rhs], kept=2)
    rank = len(shape_of(lhs))
    batch = range(rank - 2)
    result = node.contract(lhs, rhs, (batch, batch), ([rank - 1], [rank - 2]), element)
    return node.squeeze(result, [rank - 2]) if left == 1 else result


@imports("Gemm")
def import_gemm(node: Node) -> Value:
    """alpha * a * b + beta * c, where a and b may be transposed."""
    return _gemm(node)


@imports("FusedGemm", domain=MICROSOFT)
def import_fused_gemm(node: Node) -> Value:
    """An activation of alpha * a * b + beta * c."""
    names = ("activation_alpha", "activation_beta", "activation_gamma")
    return activated(node, _gemm(node), [node.float(name) for name in names if node.has(name)])


def _gemm(node: Node) -> Value:
    a, b, c = node[0], node[1], node.get(2)
    if node.rank(0) != 2 or node.rank(1) != 2:
        raise CannotImport(f"inputs must be matrices, but got ranks {node.rank(0)} and {node.rank(1)}")
    node.same_elements([a, b])
    contracting = ([0 if node.int("transA", 0) else 1], [1 if node.int("transB", 0) else 0])
    product = _of_integers(node, contracting) or node.contract(a, b, ((), ()), contracting)
    result = scaled(node, product, node.float("alpha", 1.0))
    if c is None:
        return result
    c = scaled(node, c, node.float("beta", 1.0))
    return node.add(graph.AddOp(result, node.spread(c, shape_of(result), result)))


def _of_integers(node: Node, contracting: tuple[list[int], list[int]] | None = None) -> Value | None:
    """Return the product of what were integers before, by `contracting` or as `matmul` has it, or `None`."""
    lhs, rhs = dequantized(node[0]), dequantized(node[1])
    if lhs is None or rhs is None:
        return None
    rank = len(shape_of(rhs.integers))
    along = contracting[1][0] if contracting is not None else max(rank - 2, 0)
    columns = [] if rank < 2 else [1 - along] if contracting is not None else [rank - 1]
    if not lhs.has_parameters_of() or not rhs.has_parameters_of(*columns):
        return None
    if not have_exact_sums(shape_of(rhs.integers)[along : along + 1]):
        return None
    a, b = (less_zero_point(node, each.integers, spread_point(node, each)) for each in (lhs, rhs))
    total = matmul(node, a, b, i32) if contracting is None else node.contract(a, b, ((), ()), contracting, i32)
    return in_real_numbers(node, total, lhs, rhs, len(shape_of(total)) - 1)


def scaled(node: Node, value: Value, factor: float) -> Value:
    """Return a value times a number."""
    return value if factor == 1 else node.add(graph.MulOp(value, node.full(factor, value)))


@imports("MatMulInteger")
def import_matmul_integer(node: Node) -> Value:
    """Products of matrices of integers of 8 bits, less their zero points."""
    lhs, rhs = (without_zero_point(node, number, number + 2, number == 0) for number in (0, 1))
    return matmul(node, lhs, rhs, i32)


def without_zero_point(node: Node, number: int, point: int, is_lhs: bool) -> Value:
    """Return an input less its zero point, which may be one for each row of lhs or column of rhs."""
    zero = node.get(point)
    if zero is not None and len(shape_of(zero)) == 1 and is_lhs and shape_of(zero) != (1,):
        zero = node.expand(zero, [1])
    return less_zero_point(node, node[number], zero)


def less_zero_point(node: Node, value: Value, zero: Value | None) -> Value:
    """Return small integers less their zero point, which is broadcast: as i16 those of 8 bits, all others as i32."""
    element = element_of(value)
    wide = i16 if isinstance(element, IntegerType) and element.width <= 8 else i32
    value = node.cast(value, wide)
    return value if zero is None else node.add(graph.SubOp(*node.together([value, node.cast(zero, wide)])))


# -- Einsum ------------------------------------------------------------------------------------------------------------


@imports("Einsum")
def import_einsum(node: Node) -> Value:
    """Sums of products over the letters of a formula that the result does not have."""
    formula = node.string("equation").replace(" ", "")
    left, arrow, right = formula.partition("->")
    values = [value for value in node.inputs if value is not None]
    terms = left.split(",")
    if len(terms) != len(values):
        raise CannotImport(f"the formula must have {len(values)} terms, but got '{formula}'")
    ranks = [len(shape_of(value)) for value in values]
    letters = [_letters(term, rank) for term, rank in zip(terms, ranks, strict=True)]
    result = _result_letters(right, letters) if arrow else _implied_result(letters)
    pairs = [_diagonal(node, value, each) for value, each in zip(values, letters, strict=True)]
    value, present = pairs[0]
    for number, (other, wanted) in enumerate(pairs[1:], 1):
        needed = {*result, *(letter for _, each in pairs[number + 1 :] for letter in each)}
        value, present = _multiplied(node, (value, present), (other, wanted), needed)
    summed = [dim for dim, letter in enumerate(present) if letter not in result]
    if summed:
        value = node.reduce("sum", value, summed)
    present = [letter for letter in present if letter in result]
    if set(present) != set(result):
        raise CannotImport(f"the result must only have letters of the inputs, but got '{formula}'")
    return node.transpose(value, [present.index(letter) for letter in result])


Labelled = tuple[Value, list[str]]


def _letters(term: str, rank: int) -> list[str]:
    """Return a letter for each dimension; those of an ellipsis are numbers counted from its end."""
    before, dots, after = term.partition("...")
    if not (before + after).isalpha() and before + after:
        raise CannotImport(f"a term must be letters and an ellipsis, but got '{term}'")
    count = rank - len(before) - len(after) if dots else 0
    if count < 0 or len(before) + len(after) + count != rank:
        raise CannotImport(f"term '{term}' must have a letter for each of {rank} dimensions")
    return [*before, *(str(number) for number in reversed(range(count))), *after]


def _result_letters(right: str, letters: Sequence[Sequence[str]]) -> list[str]:
    hidden = sorted({letter for each in letters for letter in each if letter.isdigit()}, key=int, reverse=True)
    before, dots, after = right.partition("...")
    return [*before, *(hidden if dots else ()), *after]


def _implied_result(letters: Sequence[Sequence[str]]) -> list[str]:
    """Return the letters of a result that is not written: those that appear once, in order."""
    everything = [letter for each in letters for letter in each]
    hidden = sorted({letter for letter in everything if letter.isdigit()}, key=int, reverse=True)
    return [
        *hidden,
        *sorted(letter for letter in set(everything) if everything.count(letter) == 1 and letter.isalpha()),
    ]


def _diagonal(node: Node, value: Value, letters: list[str]) -> Labelled:
    """Return a value with each letter once: of equal letters the elements whose positions are equal."""
    for letter in dict.fromkeys(letters):
        while letters.count(letter) > 1:
            first = letters.index(letter)
            second = letters.index(letter, first + 1)
            shape = shape_of(value)
            on_diagonal = node.compare("eq", node.iota(shape, first), node.iota(shape, second))
            value = node.add(graph.SelectOp(on_diagonal, value, node.full(0, value)))
            value = node.reduce("sum", value, [second])
            letters = [each for dim, each in enumerate(letters) if dim != second]
    return value, letters


def _multiplied(node: Node, lhs: Labelled, rhs: Labelled, needed: set[str]) -> Labelled:
    """Return the products of two values, summed over the letters that nothing else needs."""
    (a, left), (b, right) = lhs, rhs
    a, left = _summed_alone(node, a, left, {*needed, *right})
    b, right = _summed_alone(node, b, right, {*needed, *left})
    a, b = _with_equal_sizes(node, (a, left), (b, right))
    common = [letter for letter in left if letter in right]
    batch = [letter for letter in common if letter in needed]
    summed = [letter for letter in common if letter not in needed]
    dims = [([left.index(each) for each in group], [right.index(each) for each in group]) for group in (batch, summed)]
    result = node.contract(a, b, dims[0], dims[1])
    rest = [letter for letter in (*left, *right) if letter not in common]
    return result, [*batch, *rest]


def _summed_alone(node: Node, value: Value, letters: list[str], needed: set[str]) -> Labelled:
    """Return a value summed over letters that are only its own."""
    dims = [dim for dim, letter in enumerate(letters) if letter not in needed]
    return (node.reduce("sum", value, dims) if dims else value), [letter for letter in letters if letter in needed]


def _with_equal_sizes(node: Node, lhs: Labelled, rhs: Labelled) -> tuple[Value, Value]:
    """Return two values whose common letters have one size: a 1 is repeated, others are compared when running."""
    sizes: dict[str, Dim] = {}
    for value, letters in (lhs, rhs):
        for letter, size in zip(letters, shape_of(value), strict=True):
            known = sizes.get(letter, 1)
            sizes[letter] = size if known == 1 or (isinstance(size, int) and size != 1) else known
    values: list[Value] = []
    for value, letters in (lhs, rhs):
        wanted = [sizes[letter] for letter in letters]
        own = shape_of(value)
        value = node.with_sizes(value, {dim: size for dim, size in enumerate(wanted) if own[dim] != 1})
        values.append(node.broadcast(value, range(len(letters)), wanted))
    return values[0], values[1]


@imports("FusedMatMul", "TransposeMatMul", domain=MICROSOFT)
def import_fused_matmul(node: Node) -> Value:
    """Products of matrices that may be transposed, times a number."""
    a, b = node[0], node[1]
    values: list[Value] = []
    for value, flag in ((a, "transA"), (b, "transB")):
        rank = len(shape_of(value))
        if node.int(f"transBatch{flag[-1]}", 0) and rank > 2:
            value = node.move_dim(value, 0, rank - 2)
        if node.int(flag, 0) and rank > 1:
            value = node.transpose(value, [*range(rank - 2), rank - 1, rank - 2])
        values.append(value)
    return scaled(node, matmul(node, values[0], values[1]), node.float("alpha", 1.0))
