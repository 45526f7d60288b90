"""A penalty for each late day, for nbgrader's `AssignLatePenalties`.

In nbgrader_config.py:

    c.AssignLatePenalties.plugin_class = "grader.gradebook.late.PerDay"
    c.PerDay.share = 0.1          # of the score, for each day begun
    c.PerDay.grace_minutes = 15
"""

from __future__ import annotations

import math

from nbgrader.plugins import BasePlugin
from traitlets import Float

_DAY = 24 * 60 * 60


class PerDay(BasePlugin):  # type: ignore[misc]  # nbgrader has no types
    """Deducts a share of the score for each day begun after the due date and the grace period."""

    share = Float(0.0, min=0.0, max=1.0, help="share of the score that each late day costs").tag(config=True)
    most = Float(1.0, min=0.0, max=1.0, help="share of the score that is lost at most").tag(config=True)
    grace_minutes = Float(0.0, min=0.0, help="minutes after the due date that cost nothing").tag(config=True)

    def late_submission_penalty(self, student_id: str, score: float, total_seconds_late: float) -> float | None:
        """Points to deduct from a notebook's score, None for none."""
        counting = total_seconds_late - 60 * self.grace_minutes
        if counting <= 0 or score <= 0:
            return None
        lost: float = min(self.most, self.share * math.ceil(counting / _DAY)) * score
        return lost or None
