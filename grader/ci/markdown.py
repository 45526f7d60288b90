"""Untrusted text in Markdown: shown literally, never as markup, a link, a mention or HTML."""

from __future__ import annotations

import re

from grader.listing import printable

# Characters special anywhere in some Markdown, and those special at the start of a line. An entity is always text.
_ANYWHERE = re.compile(r"[#$&*:<>@\[\\\]^_`{|}~]")
_AT_FIRST = re.compile(r"^(\d{0,9})([.)]|(?<!\d)[-+=])")


def plain(text: str) -> str:
    """A text on one line, safe anywhere in Markdown, table cells included."""
    shown = printable(" ".join(text.split()))
    shown = _ANYWHERE.sub(lambda found: _entity(found[0]), shown)
    shown = _AT_FIRST.sub(lambda found: found[1] + _entity(found[2]), shown)
    return re.sub(r"(?i)www(?=\.)", lambda found: f"&#{ord(found[0][0])};{found[0][1:]}", shown)  # an autolink


def _entity(sign: str) -> str:
    return f"&#{ord(sign)};"
