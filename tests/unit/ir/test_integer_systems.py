"""Systems of linear constraints have the solutions that counting finds."""

from __future__ import annotations

import itertools
from random import Random

from hypothesis import given, strategies as st

from dlc.ir.affine.integer_systems import CONSTANT, Answer, Row, System
from support.properties import examples

BOX = range(-4, 5)


def random_row(random: Random, variables: int) -> Row:
    row = {column: random.randint(-5, 5) for column in random.sample(range(variables), random.randint(1, variables))}
    row[CONSTANT] = random.randint(-12, 12)
    return {column: value for column, value in row.items() if value}


def value_at(row: Row, point: tuple[int, ...]) -> int:
    return sum(value * (1 if column == CONSTANT else point[column]) for column, value in row.items())


@examples(200)
@given(seed=st.integers(0, 2**32))
def test_answers_are_right(seed: int) -> None:
    random = Random(seed)
    variables = random.randint(1, 3)
    equalities = [random_row(random, variables) for _ in range(random.randint(0, 2))]
    inequalities = [random_row(random, variables) for _ in range(random.randint(0, 3))]
    system = System()
    for _ in range(variables):
        column = system.new_variable()
        system.add_inequality({column: 1, CONSTANT: 4})
        system.add_inequality({column: -1, CONSTANT: 4})
    for row in equalities:
        system.add_equality(row)
    for row in inequalities:
        system.add_inequality(row)
    solved = any(
        all(value_at(row, point) == 0 for row in equalities) and all(value_at(row, point) >= 0 for row in inequalities)
        for point in itertools.product(BOX, repeat=variables)
    )
    answer = system.examine()
    assert answer is not (Answer.EMPTY if solved else Answer.INHABITED), (equalities, inequalities)


@examples(100)
@given(seed=st.integers(0, 2**32))
def test_what_is_excluded_has_no_solution(seed: int) -> None:
    """The same as adding the row, whatever has nothing to do with it."""
    random = Random(seed)
    system = System()
    columns = [system.new_variable() for _ in range(6)]
    for low in (0, 3):  # two parts that have nothing in common, most of the time
        for _ in range(random.randint(0, 3)):
            moved = {CONSTANT: CONSTANT} | {column: column + low for column in range(3)}
            system.add_inequality({moved[column]: value for column, value in random_row(random, 3).items()})
        if random.random() < 0.5:
            system.add_equality({columns[low]: 1, columns[low + 1]: -2, CONSTANT: random.randint(-3, 3) or 1})
    row = random_row(random, 6)
    narrowed = system.copy()
    narrowed.add_inequality(row)
    assert system.excludes(row) == (narrowed.examine() is Answer.EMPTY)


def test_rational_points_alone_are_no_solution() -> None:
    system = System()
    x, y = system.new_variable(), system.new_variable()
    system.add_equality({x: 2, y: 4, CONSTANT: -3})
    assert system.examine() is Answer.EMPTY


def test_a_point_that_only_elimination_with_large_factors_would_lose() -> None:
    system = System()  # 2 x = 3 y, 1 <= x <= 2
    x, y = system.new_variable(), system.new_variable()
    system.add_equality({x: 2, y: -3})
    system.add_inequality({x: 1, CONSTANT: -1})
    system.add_inequality({x: -1, CONSTANT: 2})
    assert system.examine() is Answer.EMPTY


def test_the_only_value_of_a_variable_is_known() -> None:
    system = System()
    x, y = system.new_variable(), system.new_variable()
    system.add_equality({x: 3, y: 5, CONSTANT: -1})
    system.add_equality({x: 1, y: 1, CONSTANT: -1})
    assert (system.value_of(x), system.value_of(y)) == (2, -1)
