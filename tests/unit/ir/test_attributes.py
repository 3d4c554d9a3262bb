"""Interning, checking and copying of attributes."""

# What must be refused is tried: pyright cannot be asked about that.
# pyright: reportArgumentType=false, reportCallIssue=false, reportAttributeAccessIssue=false

from __future__ import annotations

import copy
import gc
import math
import pickle
import subprocess
import sys
import threading
from typing import ClassVar

import pytest

from dlc.ir.attributes import Attribute, AttributeReport, Type, TypedAttribute, attribute, type_
from dlc.ir.builtin_attributes import ArrayAttr, DenseElementsAttr, DictionaryAttr, FloatAttr, IntegerAttr, StringAttr
from dlc.ir.builtin_types import TensorType, f32, i32
from dlc.ir.errors import InvalidAttributeError, InvalidDefinitionError


@attribute("t.point")
class PointAttr(Attribute):
    x: int
    y: int = 0
    kinds: ClassVar[int] = 3

    def verify(self, report: AttributeReport) -> None:
        if self.x < 0:
            report.error(f"x must not be negative, but got {self.x}")
        if self.y > 100:
            report.error(f"y must be at most 100, but got {self.y}")


@attribute("t.real")
class RealAttr(Attribute):
    value: float
    more: tuple[float, ...] = ()


@attribute("t.sorted")
class SortedAttr(Attribute):
    items: tuple[int, ...]

    @classmethod
    def normalize(cls, *values: object) -> tuple[object, ...]:
        (items,) = values
        assert isinstance(items, (list, tuple))
        return (tuple(sorted(items)),)


@type_("t.box")
class BoxType(Type):
    inner: Type
    label: str | None = None


def test_equal_parameters_make_the_same_object() -> None:
    assert PointAttr(1, 2) is PointAttr(1, y=2)
    assert PointAttr(1) is PointAttr(1, 0)
    assert PointAttr(1) is not PointAttr(2)
    assert hash(PointAttr(1)) == hash(PointAttr(x=1))
    assert BoxType(i32) is BoxType(i32, None)
    assert PointAttr.parameters == ("x", "y")


def test_lists_become_tuples() -> None:
    assert TensorType([2, 2], f32) is TensorType((2, 2), f32)
    assert ArrayAttr([i32]) is ArrayAttr((i32,))
    assert DictionaryAttr([["a", i32]]) is DictionaryAttr.of({"a": i32})


def test_equal_values_of_other_types_do_not_change_what_is_kept() -> None:
    first = PointAttr(True, 7)
    assert type(first.x) is int
    assert first is PointAttr(1, 7)
    reals = RealAttr(1, (2, 3.0))  # type: ignore[arg-type]
    assert type(reals.value) is float
    assert reals is RealAttr(1.0, (2.0, 3.0))
    assert [type(x) for x in reals.more] == [float, float]


def test_numpy_integers_become_integers() -> None:
    numpy = pytest.importorskip("numpy")
    attr = SortedAttr(tuple(numpy.array([3, 1, 2])))
    assert attr is SortedAttr((1, 2, 3))
    assert {type(item) for item in attr.items} == {int}


def test_zeros_and_nans_are_told_apart_by_their_bits() -> None:
    assert RealAttr(0.0) is not RealAttr(-0.0)
    assert math.copysign(1, RealAttr(-0.0).value) == -1
    assert RealAttr(math.nan) is RealAttr(float("nan"))
    assert RealAttr(1.0, (0.0,)) is not RealAttr(1.0, (-0.0,))


def test_normalization_comes_before_interning() -> None:
    assert SortedAttr((3, 1)) is SortedAttr((1, 3))
    assert SortedAttr([3, 1]) is SortedAttr((1, 3))  # type: ignore[arg-type]


def test_what_is_not_kept_is_freed() -> None:
    kept = PointAttr(99, 1)
    number = id(kept)
    del kept
    gc.collect()
    fresh = [PointAttr(99, y) for y in range(2, 40)]
    assert PointAttr(99, 1) is PointAttr(99, 1)
    assert len({id(a) for a in fresh}) == len(fresh)
    assert number  # the address may be used again, the object is another


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: PointAttr("a"), "'t.point' parameter 'x' must be an integer, but got 'a'"),
        (lambda: PointAttr(1.5), "'t.point' parameter 'x' must be an integer, but got 1.5"),
        (lambda: BoxType(3), "'t.box' parameter 'inner' must be a Type, but got 3"),
        (lambda: BoxType(IntegerAttr(3, i32)), "'t.box' parameter 'inner' must be a Type, but got '3 : i32'"),
        (lambda: BoxType(i32, 3), "'t.box' parameter 'label' must be a str or None, but got 3"),
        (lambda: ArrayAttr((i32, 3)), "parameter 'elements' must be a tuple in which each element is an Attribute"),
        (lambda: TensorType(2, f32), "'builtin.tensor' parameter 'shape' must be a tuple, but got 2"),
        (lambda: ArrayAttr([3]), "parameter 'elements' must be a tuple in which each element is an Attribute"),
        (lambda: DictionaryAttr({}), "must be a tuple, but got {}; did you mean DictionaryAttr.of?"),
        (lambda: FloatAttr(1.0, f32), "'bits' must be an integer, but got 1.0; did you mean FloatAttr.of?"),
        (lambda: PointAttr(-1), "x must not be negative, but got -1"),
        (lambda: PointAttr(-1, 101), "x must not be negative, but got -1; y must be at most 100, but got 101"),
    ],
)
def test_refusals(make: object, message: str) -> None:
    assert callable(make)
    with pytest.raises(InvalidAttributeError) as caught:
        make()
    assert message in str(caught.value)


def test_a_refused_attribute_is_not_kept() -> None:
    for _ in range(2):
        with pytest.raises(InvalidAttributeError):
            PointAttr(-5)


def test_unhashable_parameters_are_named() -> None:
    @attribute("t.any")
    class AnyAttr(Attribute):
        what: object

    with pytest.raises(InvalidAttributeError, match=r"'t\.any' parameter 'what' cannot be a key"):
        AnyAttr([1])


def test_immutable() -> None:
    point = PointAttr(4)
    with pytest.raises(AttributeError, match=r"'t\.point' is immutable"):
        point.x = 3  # type: ignore[misc]
    with pytest.raises(AttributeError, match=r"'t\.point' is immutable"):
        del point.x


def test_copies_are_the_same_object() -> None:
    nested = ArrayAttr((PointAttr(1), StringAttr("a"), DictionaryAttr.of({"k": IntegerAttr(3, i32)})))
    assert copy.copy(nested) is nested
    assert copy.deepcopy([nested])[0] is nested
    assert pickle.loads(pickle.dumps(nested)) is nested
    dense = DenseElementsAttr.of(TensorType((2,), i32), [1, 2])
    assert pickle.loads(pickle.dumps(dense)) is dense


def test_pickles_from_another_process_are_interned_here() -> None:
    code = (
        "import pickle, sys; from dlc.ir.builtin_attributes import *; from dlc.ir.builtin_types import *;"
        "sys.stdout.buffer.write(pickle.dumps([i32, DenseElementsAttr.of(TensorType((2,), i32), [5, 6])]))"
    )
    data = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout
    loaded = pickle.loads(data)
    assert loaded[0] is i32
    assert loaded[1] is DenseElementsAttr.of(TensorType((2,), i32), [5, 6])


def test_subclasses_add_parameters_behind() -> None:
    class SpaceAttr(PointAttr):
        z: int = 5

    attr = SpaceAttr(1, 2, 3)
    assert attr.values() == (1, 2, 3)
    assert SpaceAttr(1) is SpaceAttr(1, 0, 5)
    assert SpaceAttr(1, 0) is not PointAttr(1, 0)
    with pytest.raises(InvalidAttributeError):
        SpaceAttr(-1)


def test_a_parameter_can_be_declared_again_with_a_narrower_type() -> None:
    @attribute("t.constant")
    class Base(TypedAttribute):
        value: object
        type: Type  # pyright: ignore[reportIncompatibleMethodOverride]

    @attribute("t.narrow")
    class Narrow(Base):
        value: int

    assert Narrow.parameters == ("value", "type")
    with pytest.raises(InvalidAttributeError, match="must be an integer"):
        Narrow("a", i32)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["values", "name", "verify", "_hidden"])
def test_names_that_would_hide_what_every_attribute_has_are_refused(name: str) -> None:
    with pytest.raises(InvalidDefinitionError, match=f"cannot be called '{name}'"):
        type(Attribute)("Bad", (Attribute,), {"__annotations__": {name: int}})


def test_defaults_stand_last() -> None:
    with pytest.raises(InvalidDefinitionError, match="'b' has no default but follows 'a'"):
        type(Attribute)("Bad", (Attribute,), {"__annotations__": {"a": int, "b": int}, "a": 1})


def test_threads_agree_on_the_first_use_of_a_class() -> None:
    for _ in range(50):

        class FreshAttr(Attribute):
            x: int

        attrs: list[FreshAttr] = []
        barrier = threading.Barrier(4)

        def make(
            cls: type[FreshAttr] = FreshAttr, into: list[FreshAttr] = attrs, b: threading.Barrier = barrier
        ) -> None:
            b.wait()
            into.append(cls(1))

        threads = [threading.Thread(target=make) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(set(map(id, attrs))) == 1


@pytest.mark.slow
def test_threads_agree_while_attributes_come_and_go() -> None:
    """Instances die and are made again in several threads at once: at any time there is one of each."""
    previous = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    failures: list[str] = []

    def churn() -> None:
        for round_ in range(6000):
            number = 1000 + round_ % 3
            a, b = PointAttr(number), PointAttr(number)
            if a is not b:
                failures.append(f"two of {number}")
            del a, b

    try:
        threads = [threading.Thread(target=churn) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(previous)
    assert not failures


def test_the_python_spelling_without_a_printer() -> None:
    assert repr(PointAttr(1)) == "PointAttr(x=1, y=0)"
    assert repr(BoxType(BoxType(PointType()))) == "BoxType(inner=BoxType(inner=PointType(), label=None), label=None)"


class PointType(Type):
    """A type without parameters."""


def test_annotations_need_not_all_be_known_at_run_time() -> None:
    @attribute("t.partly")
    class PartlyAttr(Attribute):
        known: int
        unknown: OnlyForCheckers  # type: ignore[name-defined]  # noqa: F821

    assert PartlyAttr(1, "anything").unknown == "anything"
    with pytest.raises(InvalidAttributeError, match="'known' must be an integer"):
        PartlyAttr("a", 1)
