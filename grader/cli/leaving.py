"""The one place where errors of a command become an exit status, a sentence and a JSON error.

Whatever happens, the exit status is 0, 1 (the student's kernel fails) or 2 (anything else), requested JSON is written,
and nobody sees a traceback.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import suppress

from grader.cli import INTERRUPTED
from grader.cli.option_value import option_value
from grader.cli.output import complain, flush_stdout, write_json
from grader.failure import Failure, Interrupted
from grader.texts import language

USER_FAULT = 2


def status_of(run: Callable[[], object], arguments: Sequence[str]) -> int:
    """The exit status of `run`; what it raises is reported on stderr and in the JSON."""
    try:
        status = run()
        flush_stdout()
        return status if isinstance(status, int) else 0
    except Interrupted as interrupted:
        _tell(interrupted.failure, arguments)
        return INTERRUPTED
    except KeyboardInterrupt:
        _tell(Failure("interrupted", "cli.interrupted"), arguments)
        return INTERRUPTED
    except Exception as error:
        if os.environ.get("WARPLINGS_DEBUG"):
            raise
        from grader.cli.errors import told

        return _tell(told(error), arguments)


def _tell(failure: Failure, arguments: Sequence[str]) -> int:
    lang = language(option_value(arguments, "--lang"))
    message = failure.message(lang)
    complain(message)
    from grader.cli.errors import error_document, json_target

    out = json_target(arguments)
    if out is not None and (document := error_document(arguments, failure.kind, message)) is not None:
        try:
            write_json(document, out)
        except Failure as unwritable:
            if (reason := unwritable.message(lang)) != message:
                complain(reason)
    with suppress(Failure):
        flush_stdout()
    return USER_FAULT
