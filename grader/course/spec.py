"""The base of pydantic models read from YAML: quizzes and open questions."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Spec(BaseModel):
    """No unknown keys, no silent conversions, no changes afterwards."""

    # Deferred: building validators takes longer than importing their module, and a command needs only some.
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)
