"""Text of others in Markdown: shown as it is, and never markup, a link, a mention or HTML."""

from __future__ import annotations

import re

from grader.listing import printable

# Signs that mean something to some Markdown wherever they stand, and those that do at the beginning of a line. An
# entity is always text.
_ANYWHERE = re.compile(r"[#$&*:<>@\[\\\]^_`{|}~]")
_AT_FIRST = re.compile(r"^(\d{0,9})([.)]|(?<!\d)[-+=])")


def plain(text: str) -> str:
    """A text in one line, for anywhere in Markdown, cells of tables included."""
    shown = printable(" ".join(text.split()))
    shown = _ANYWHERE.sub(lambda found: _entity(found[0]), shown)
    shown = _AT_FIRST.sub(lambda found: found[1] + _entity(found[2]), shown)
    return re.sub(r"(?i)www(?=\.)", lambda found: f"&#{ord(found[0][0])};{found[0][1:]}", shown)  # a link by itself


def _entity(sign: str) -> str:
    return f"&#{ord(sign)};"
