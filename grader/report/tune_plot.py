"""What `grader tune` found, as a plot: registers and shared wavefronts of each variant against its speed."""

from __future__ import annotations

from grader.grading.tuning import model
from grader.grading.tuning.search import Found, Variant
from grader.report.plots import Spot, scatter, standalone
from grader.texts import say

_FONT = "system-ui, sans-serif"


class NothingToPlot(Exception):
    """No variant has numbers for the axes."""


def tune_plot(found: Found, lang: str) -> str:
    """An SVG file of its own. Over measured speed if there is any, else over what the model allows at best.

    Raises NothingToPlot, and ImportError without matplotlib.
    """
    timed = [v for v in found.short if v.raced is not None and v.raced.why is None]
    drawn = timed if found.library is not None and timed else list(found.variants)
    spots = {v.name: spot for v in drawn if (spot := _spot(v, timed=bool(timed) and v in timed)) is not None}
    if not spots:
        raise NothingToPlot
    if timed and found.library is not None:
        y = say("tune.plot_timed", lang, library=say(f"checks.speed.library_{found.library}", lang))
    else:
        y = say("tune.plot_model", lang)
    axes = (say("tune.plot_registers", lang), say("tune.plot_wavefronts", lang))
    svg = scatter(list(spots.values()), axes, y, name="tune")
    best = max(spots, key=lambda name: spots[name].y)
    title = say("tune.plot_title", lang, kernel=found.subject.spec.kernel)
    return standalone(svg, title, say("tune.plot_about", lang, count=len(spots), best=best), lang, _FONT)


def _spot(variant: Variant, timed: bool) -> Spot | None:
    costs = variant.weighed.costs
    wavefronts = None if costs is None else model.wavefronts_per_ffma(costs)
    share = None if costs is None else model.peak_share(costs)
    if timed and variant.raced is not None:
        share = variant.raced.ratio
    if wavefronts is None or share is None or variant.weighed.registers is None:
        return None
    return Spot((variant.weighed.registers, wavefronts), 100 * share, "you" if variant.own else "library")
