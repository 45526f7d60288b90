"""Values that exercise files are made of."""

from __future__ import annotations

from typing import Annotated

from grader.records import Limit, Record

Text = Annotated[str, Limit(min_length=1)]
Count = Annotated[int, Limit(ge=0)]
Points = Annotated[float, Limit(ge=0, le=100, allow_inf_nan=False)]
# strict=False: YAML has lists, a frozen model keeps tuples.
Extent = Annotated[int, Limit(ge=1)]
Extents = Annotated[tuple[Extent, ...], Limit(min_length=1, max_length=3, strict=False)]
Instruction = Annotated[str, Limit(pattern=r"^[A-Z][A-Z0-9]*(\.[A-Z0-9]+)*$")]
Macro = Annotated[str, Limit(pattern=r"^[A-Za-z_][A-Za-z0-9_]*$")]
Breach = tuple[tuple[str | int, ...], str, dict[str, object]]  # where, text `course.rule.<key>`, what fills it


class LocalizedText(Record):
    """One text in both languages of the course."""

    ko: Text
    en: Text

    def in_language(self, lang: str) -> str:
        """The text in `lang` ("ko" or "en")."""
        return self.ko if lang == "ko" else self.en
