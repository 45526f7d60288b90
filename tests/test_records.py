"""Records: what pydantic lets through, what it says, and that they stay as they are."""

from __future__ import annotations

import pickle
from dataclasses import FrozenInstanceError, replace
from typing import Annotated, Any, ClassVar

import pytest
from pydantic import BaseModel, ValidationError

from grader.records import Before, Limit, ReadBy, Record


class Size(Record):
    """A size that has to be even."""

    n: Annotated[int, Limit(ge=0, le=8)]
    unit: str = "bytes"

    def _consistent(self) -> None:
        if self.n % 2:
            raise ValueError("n must be even")


class Filled(Size):
    """Filled in where nothing is given; `unit` has no default any more."""

    KIND: ClassVar[str] = "filled"

    unit: str
    more: tuple[int, ...] | None = None

    @classmethod
    def _filled(cls, given: Any) -> Any:
        return {"n": 4, **given} if isinstance(given, dict) else given


class Whole(Record):
    """Made of others."""

    size: Size
    text: Annotated[str, Before(str)] = "x"
    read: Annotated[object, ReadBy(lambda value, info: (value, (info.context or {}).get("key")))] = None


def complaints(kind: type[Record], value: object) -> set[tuple[str, tuple[str | int, ...]]]:
    with pytest.raises(ValidationError) as caught:
        kind.model_validate(value)
    return {(error["type"], error["loc"]) for error in caught.value.errors()}


def test_a_document_is_read_with_what_it_leaves_out() -> None:
    assert Size.model_validate({"n": 2}) == Size(n=2, unit="bytes")
    assert Filled.model_validate({"unit": "B"}) == Filled(n=4, unit="B", more=None)
    whole = Whole.model_validate({"size": {"n": 2}, "text": 5, "read": 1}, context={"key": "k"})
    assert whole == Whole(size=Size(n=2), text="5", read=(1, "k"))


def test_everything_that_is_wrong_is_said_with_its_place() -> None:
    wrong = {"size": {"n": 9, "k": 1}, "other": 1}
    assert complaints(Whole, wrong) == {
        ("less_than_equal", ("size", "n")), ("unexpected_keyword_argument", ("size", "k")),
        ("unexpected_keyword_argument", ("other",)),
    }  # fmt: skip
    assert complaints(Size, {"n": "2"}) == {("int_type", ("n",))}
    assert complaints(Size, {"n": 3}) == {("value_error", ())}
    assert complaints(Size, [1]) == {("dataclass_type", ())}
    assert complaints(Filled, {"n": 2}) == {("missing", ("unit",))}


def test_a_record_is_made_without_being_checked_but_of_its_fields_alone() -> None:
    assert Size(n=3).n == 3
    with pytest.raises(TypeError, match="needs n"):
        Size()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="has no k"):
        Size(n=2, k=1)  # type: ignore[call-arg]


def test_a_record_stays_as_it_is_and_is_copied_with_changes() -> None:
    size = Size(n=2)
    for change in (lambda: setattr(size, "n", 4), lambda: delattr(size, "n")):
        with pytest.raises(FrozenInstanceError):
            change()
    assert replace(size, n=4) == Size(n=4) != size and hash(size) == hash(Size(n=2))
    assert pickle.loads(pickle.dumps(Whole(size=size))) == Whole(size=size)
    assert repr(size) == "Size(n=2, unit='bytes')" and dict(size.items()) == {"n": 2, "unit": "bytes"}


def test_models_of_pydantic_hold_records() -> None:
    class Model(BaseModel):
        size: Size

    assert Model.model_validate({"size": {"n": 2}}).model_dump() == {"size": {"n": 2, "unit": "bytes"}}
    with pytest.raises(ValidationError):
        Model.model_validate({"size": {"n": 3}})
