"""Sentences in every language: a page contains them all, and its reader chooses."""

from __future__ import annotations

from collections.abc import Callable

from markupsafe import Markup, escape

from grader.report.html.visible import visible
from grader.texts import LANGUAGES, say


class Translated(dict[str, str]):
    """A text by language."""


def translated(key: str, /, **params: object) -> Translated:
    """A message in every language. params: of the message; a Translated one is used in the message's language."""

    def in_language(lang: str) -> str:
        return say(key, lang, **{k: v[lang] if isinstance(v, Translated) else v for k, v in params.items()})

    return in_all(in_language)


def in_all(text_of: Callable[[str], str]) -> Translated:
    """A text by language, from a function of the language."""
    return Translated({lang: text_of(lang) for lang in LANGUAGES})


def both(text: Translated) -> Markup:
    """The text for a page: once if the languages agree, else in all of them, of which the page shows one."""
    shown = {lang: escape(visible(value)) for lang, value in text.items()}
    if len(set(shown.values())) == 1:
        return next(iter(shown.values()))
    return Markup("").join(Markup('<span lang="{}">{}</span>').format(lang, value) for lang, value in shown.items())
