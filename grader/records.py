"""Records that are read from files: plain classes whose annotations say what a value must be.

pydantic validates documents against them and is imported only then: using a record that was already read is free.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Self, cast, dataclass_transform

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler, TypeAdapter, ValidationInfo
    from pydantic_core import CoreSchema


@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(dataclasses.field,))
class Record:
    """Base of records: a frozen dataclass without unknown keys or silent conversions.

    The constructor checks nothing; `model_validate` reads a document. A subclass may define `_filled` (a class method
    that completes the given values) and `_consistent` (raises ValueError where fields contradict each other).
    """

    __dataclass_fields__: ClassVar[dict[str, dataclasses.Field[Any]]]
    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid", "strict": True}

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        for name in inspect.get_annotations(cls):
            if name not in cls.__dict__ and hasattr(cls, name):  # a redeclared field drops its base's default
                setattr(cls, name, dataclasses.field())
        # Compiling a dataclass's own methods takes longer than most commands use them: the ones here serve all records.
        dataclasses.dataclass(init=False, repr=False, eq=False)(cls)

    def __init__(self, **values: Any) -> None:
        for field in dataclasses.fields(self):
            if field.name in values:
                self.__dict__[field.name] = values.pop(field.name)
            elif field.default_factory is not dataclasses.MISSING:
                self.__dict__[field.name] = field.default_factory()
            elif field.default is not dataclasses.MISSING:
                self.__dict__[field.name] = field.default
            else:
                raise TypeError(f"{type(self).__name__} needs {field.name}")
        if values:
            raise TypeError(f"{type(self).__name__} has no {', '.join(values)}")

    def __setattr__(self, name: str, _: object) -> None:
        raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other.__dict__ == self.__dict__

    def __hash__(self) -> int:
        return hash(tuple(self.__dict__.values()))

    def __repr__(self) -> str:
        values = ", ".join(f"{name}={value!r}" for name, value in self.__dict__.items())
        return f"{type(self).__name__}({values})"

    def items(self) -> Iterator[tuple[str, Any]]:
        """Names and values of the fields."""
        yield from self.__dict__.items()

    @classmethod
    def model_validate(cls, value: object, *, context: Mapping[str, object] | None = None) -> Self:
        """Read a document as a record. Raises pydantic.ValidationError with everything that is wrong."""
        found: Self = cls._reader().validate_python(value, context=dict(context or {}))
        return found

    @classmethod
    @cache
    def _reader(cls) -> TypeAdapter[Self]:
        from pydantic import TypeAdapter

        return TypeAdapter(cls)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        from pydantic_core import core_schema

        schema = _with(handler(source), {"strict": False})  # of mappings, too
        if consistent := getattr(cls, "_consistent", None):

            def checked(record: Any) -> Any:
                consistent(record)
                return record

            schema = core_schema.no_info_after_validator_function(checked, schema)
        if filled := getattr(cls, "_filled", None):
            schema = core_schema.no_info_before_validator_function(filled, schema)
        return schema


def _with(schema: CoreSchema, more: Mapping[str, object]) -> CoreSchema:
    return cast("CoreSchema", {**schema, **more})


class Limit:
    """A bound of an annotated value, in the words of pydantic's core schemas: `ge`, `max_length`, `pattern` ..."""

    def __init__(self, **bounds: object) -> None:
        self._bounds = bounds

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return _with(handler(source), self._bounds)


class Before:
    """A function that converts a file's value to what the annotated type expects."""

    def __init__(self, function: Callable[[Any], object]) -> None:
        self._function = function

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        from pydantic_core import core_schema

        return core_schema.no_info_before_validator_function(self._function, handler(source))


class ReadBy:
    """A function that reads an annotated value in pydantic's place. It gets the value and the context."""

    def __init__(self, function: Callable[[Any, ValidationInfo], object]) -> None:
        self._function = function

    def __get_pydantic_core_schema__(self, _: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        from pydantic_core import core_schema

        return core_schema.with_info_plain_validator_function(self._function)
