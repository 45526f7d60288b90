"""Sentences in every language at once: the page has them all, and its reader chooses."""

from __future__ import annotations

from collections.abc import Callable

from markupsafe import Markup, escape

from grader.report.html.visible import visible
from grader.texts import LANGUAGES, say


class Told(dict[str, str]):
    """A text by language."""


def told(key: str, /, **params: object) -> Told:
    """A message in every language. params: what fills it; one that is Told in the language of the message."""
    return in_all(lambda lang: say(key, lang, **{k: v[lang] if isinstance(v, Told) else v for k, v in params.items()}))


def in_all(text_of: Callable[[str], str]) -> Told:
    """A text by language, from a function of the language."""
    return Told({lang: text_of(lang) for lang in LANGUAGES})


def both(text: Told) -> Markup:
    """The text for a page: once where the languages agree, else in all of them, of which the page shows one."""
    shown = {lang: escape(visible(value)) for lang, value in text.items()}
    if len(set(shown.values())) == 1:
        return next(iter(shown.values()))
    return Markup("").join(Markup('<span lang="{}">{}</span>').format(lang, value) for lang, value in shown.items())
