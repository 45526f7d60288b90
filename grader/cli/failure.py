"""The one exception of the command line: what went wrong, as a kind and a sentence."""

from __future__ import annotations

from grader.texts import say


class Failure(Exception):
    """Ends a command with exit status 2 and one sentence.

    kind: a stable word for the JSON (`bad_argument`, `unknown_id`, `course_file` ...). key, params: the
    sentence in `grader.texts`; it is put into words only where the language is known.
    """

    def __init__(self, kind: str, key: str, **params: object) -> None:
        super().__init__(key, params)
        self.kind = kind
        self.key = key
        self.params = params

    def message(self, lang: str) -> str:
        """The sentence in `lang` ("en" or "ko")."""
        return say(self.key, lang, **self.params)


class Interrupted(KeyboardInterrupt):
    """Ctrl-C in a command that keeps what it has done. key, params: as those of `Failure`."""

    def __init__(self, key: str, **params: object) -> None:
        super().__init__(key)
        self.failure = Failure("interrupted", key, **params)


def said(kind: str, message: str) -> Failure:
    """A failure whose sentence another layer has already written."""
    return Failure(kind, "cli.said", message=message)
