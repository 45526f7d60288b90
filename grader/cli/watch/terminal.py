"""The terminal of `grader watch`: an alternate screen and single keys, which can be lent to others."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Self

from rich.console import Console
from rich.live import Live

from grader.cli.watch.input import Event, Events, Keys

if TYPE_CHECKING:
    from rich.console import RenderableType


class Terminal:
    """Draws on an alternate screen; without one (a dumb terminal, a pipe), prints views below each other."""

    def __init__(self, events: Events) -> None:
        self.console = Console(highlight=False, markup=False, emoji=False)
        self._events, self._keys = events, Keys(events)
        self._live: Live | None = None
        self._before: dict[signal.Signals, Any] = {}
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            self._live = Live(console=self.console, screen=True, auto_refresh=False)

    @property
    def has_screen(self) -> bool:
        """Whether a drawn view replaces the last one."""
        return self._live is not None

    def __enter__(self) -> Self:
        self._on_signal("SIGWINCH", Event("resize"))
        self._on_signal("SIGTSTP", Event("suspend"))
        self._on_signal("SIGCONT", Event("continue"))
        self._keys.start()
        self._show()
        return self

    def __exit__(self, *raised: object) -> None:
        self._hide()
        self._keys.close()
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def draw(self, view: RenderableType) -> None:
        """Show a view."""
        if self._live is not None:
            self._live.update(view, refresh=True)
        else:
            self.console.print(view)

    @contextmanager
    def lent(self) -> Iterator[None]:
        """Restore the terminal's usual screen, echo and Ctrl-Z within."""
        self._hide()
        self._keys.pause()
        try:
            with self._usual_stop():
                yield
        finally:
            self._keys.resume()
            self._show()

    def suspend(self) -> None:
        """Stop the process, as on Ctrl-Z; the terminal is taken again when it continues."""
        with self.lent(), suppress(AttributeError):
            os.kill(os.getpid(), signal.SIGTSTP)

    def take_again(self) -> None:
        """Take the terminal back from a shell that had it meanwhile; else this only redraws."""
        self._keys.single()
        self._hide()
        self._show()

    @contextmanager
    def _usual_stop(self) -> Iterator[None]:
        number = getattr(signal, "SIGTSTP", None)
        if number not in self._before:
            yield
            return
        ours = signal.signal(number, signal.SIG_DFL)
        try:
            yield
        finally:
            signal.signal(number, ours)

    def _on_signal(self, name: str, event: Event) -> None:
        number = getattr(signal, name, None)
        with suppress(ValueError):  # not the main thread
            if number is not None and signal.getsignal(number) != signal.SIG_IGN:
                self._before[number] = signal.signal(number, lambda *_: self._events.put(event))

    def _show(self) -> None:
        if self._live is not None:
            self._live.start()

    def _hide(self) -> None:
        if self._live is not None:
            self._live.stop()
