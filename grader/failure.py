"""The one exception that ends a command: what went wrong, as a kind and a sentence."""

from __future__ import annotations

from collections.abc import Callable

from grader.texts import say


class Failure(Exception):
    """Ends a command with exit status 2 and one sentence.

    kind: a stable word for the JSON (`bad_argument`, `unknown_id`, `course_file` ...). key, params: of the sentence in
    `grader.texts`, which is formatted once the language is known.
    """

    def __init__(self, kind: str, key: str, **params: object) -> None:
        super().__init__(key, params)
        self.kind = kind
        self.key = key
        self.params = params

    def message(self, lang: str) -> str:
        """The sentence in `lang` ("en" or "ko")."""
        return say(self.key, lang, **self.params)


class Keyed(Exception):
    """A layer's error. key, details: of its message in the layer's area of `grader.texts`."""

    def __init__(self, key: str, **details: object) -> None:
        super().__init__(f"{key}: {details}")
        self.key = key
        self.details = details


class Interrupted(KeyboardInterrupt):
    """Ctrl-C in a command that keeps what it has done. key, params: as for `Failure`."""

    def __init__(self, key: str, **params: object) -> None:
        super().__init__(key)
        self.failure = Failure("interrupted", key, **params)


def said(kind: str, message: str) -> Failure:
    """A failure whose sentence another layer has already written."""
    return Failure(kind, "cli.said", message=message)


def as_failure(error: Exception) -> Failure:
    """`error` as a Failure; one that no layer foresaw is an internal error, named by its type."""
    if isinstance(error, Failure):
        return error
    for ancestor in type(error).__mro__:
        if ancestor.__name__ in FORESEEN:
            return FORESEEN[ancestor.__name__](error)
    return Failure("internal_error", "cli.internal_error", type=type(error).__name__, reason=str(error))


# By name: this is the last resort, and an import that fails here would be a traceback.
FORESEEN: dict[str, Callable[[Exception], Failure]] = {
    "CourseError": lambda error: said("course_file", str(error)),
    "BadSheet": lambda error: Failure("course_file", "quiz.bad_sheet", reason=str(error)),
    "UnknownArchitecture": lambda error: Failure("bad_argument", "cli.unknown_arch", reason=str(error)),
    "Unavailable": lambda error: Failure("no_gpu_backend", f"cli.gpu_{error.key}", detail=error.detail),  # type: ignore[attr-defined]
    "SandboxError": lambda error: Failure("toolchain", "cli.toolchain", reason=f"{type(error).__name__}: {error}"),
    "NoSandbox": lambda error: Failure("no_sandbox", "cli.no_sandbox", reason=str(error)),
    "ToolchainError": lambda error: Failure("toolchain", "cli.toolchain", reason=str(error)),
    "OSError": lambda error: Failure("system", "cli.system", reason=str(error)),
}
