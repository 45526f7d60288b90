"""`grader.dataclass` makes what `dataclasses.dataclass` makes."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from dataclasses import FrozenInstanceError, field
from typing import Any

import pytest

from grader.dataclass import dataclass


@dataclass(frozen=True)
class Point:
    """A point; its note makes no difference."""

    x: int
    y: int = 2
    tags: list[str] = field(default_factory=list)
    note: str = field(default="", compare=False, repr=False)


@dataclass(frozen=True)
class Named(Point):
    """A point of a name."""

    name: str = "origin"


@dataclass(slots=True)
class Counter:
    """Counts; may be changed."""

    count: int
    step: int = 1


@dataclass(frozen=True)
class Noted:
    """Hashed without its notes, which count where two are compared."""

    a: int
    notes: dict[str, int] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Fixed:
    """Slots that cannot be changed."""

    a: int
    b: tuple[int, ...] = ()


@dataclass(eq=False)
class Alone:
    """Equal to itself alone."""

    a: int

    def __repr__(self) -> str:
        return "mine"


@dataclass
class Checked:
    """Looks at itself once made."""

    a: int
    twice: int = field(init=False, default=0)

    def __post_init__(self) -> None:
        self.twice = 2 * self.a


def test_fields_are_given_by_place_and_name_and_default() -> None:
    assert (Point(1).x, Point(1).y, Point(x=1, y=5).y, Point(1, 2, ["a"]).tags) == (1, 2, 5, ["a"])
    assert Point(1).tags is not Point(1).tags
    assert Named(1, name="n") == Named(1, 2, [], "", "n") and Named(1).name == "origin"
    assert (Checked(4).twice, Checked(a=4).twice) == (8, 8)


@pytest.mark.parametrize(("given", "named"), [((), {}), ((1, 2, [], "", 5), {}), ((1,), {"z": 1}), ((1,), {"x": 1})])
def test_wrong_arguments_are_refused(given: tuple[Any, ...], named: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="__init__"):
        Point(*given, **named)


def test_equality_and_hash_are_those_of_the_compared_fields() -> None:
    assert Point(1, note="a") == Point(1, note="b") != Point(2)
    assert Point(1) != Named(1) and Point(1) != (1, 2, [])
    assert hash(Fixed(1, (2,))) == hash(Fixed(1, (2,))) and len({Fixed(1), Fixed(1), Fixed(2)}) == 2
    assert hash(Noted(1, {"a": 1})) == hash(Noted(1)) and Noted(1, {"a": 1}) != Noted(1)
    assert Counter(1) == Counter(1) and Alone(1) != Alone(1)
    with pytest.raises(TypeError, match="unhashable"):
        hash(Counter(1))


def test_frozen_ones_cannot_be_changed_and_others_can() -> None:
    for one, name in ((Point(1), "x"), (Fixed(1), "a"), (Named(1), "name")):
        with pytest.raises(FrozenInstanceError):
            setattr(one, name, 3)
        with pytest.raises(FrozenInstanceError):
            delattr(one, name)
    counter = Counter(1)
    counter.count += counter.step
    assert counter == Counter(2)


def test_what_a_class_defines_stays_and_the_rest_is_shown_by_fields() -> None:
    assert repr(Alone(1)) == "mine"
    assert repr(Point(1)) == "Point(x=1, y=2, tags=[])" and repr(Fixed(1)) == "Fixed(a=1, b=())"


def test_the_librarys_functions_know_them() -> None:
    assert dataclasses.is_dataclass(Point) and [f.name for f in dataclasses.fields(Named)][-1] == "name"
    assert dataclasses.replace(Named(1), y=7) == Named(1, 7) and dataclasses.asdict(Fixed(1)) == {"a": 1, "b": ()}
    for one in (Point(1), Named(3), Counter(4), Fixed(5, (1,))):
        assert copy.deepcopy(one) == one == pickle.loads(pickle.dumps(one))
