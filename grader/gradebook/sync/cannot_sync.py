"""Why nothing, or nothing more, is carried into the gradebook."""

from __future__ import annotations


class CannotSync(Exception):
    """The gradebook or the results cannot be used. key and details: of the message `gradebook.sync_KEY`."""

    def __init__(self, key: str, **details: object) -> None:
        super().__init__(f"{key}: {details}")
        self.key = key
        self.details = details
