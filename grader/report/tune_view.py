"""What `grader tune` found, for the terminal: what was discarded and why, and the ranking of the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import cast

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from grader.grading.tuning import model
from grader.grading.tuning.outcome import FATES, Costs
from grader.grading.tuning.search import Found, Variant, ranked
from grader.occupancy import limits
from grader.problems.base import Case
from grader.report.style import plain_table
from grader.texts import say

ARCH = "sm_90"  # the emulator's
_DECIMALS = 3
_WIDEST = 1000  # columns, more than any ranking needs
# Of the ranking, where there is no room for all columns.
_LEFT_OUT_FIRST = ("excess", "sectors", "shared", "wavefronts", "kept_by", "registers", "ms", "warps")

Cell = Callable[[Variant, Costs], str]


def tune_view(found: Found, lang: str) -> list[RenderableType]:
    """All parts, from the space that was searched to the model behind the ranking."""
    views: list[RenderableType] = [Text(_space(found, lang))]
    if any(found.space.refused.values()):
        views.append(_refused(found, lang))
    if found.counted < len(found.variants):
        views.append(_discarded(found, lang))
    if not found.short:
        return [*views, Text(say("tune.nothing_counted", lang), style="bold red")]
    return [*views, _Ranking(found, lang), Text("\n".join(_notes(found, lang))), Text(_model(found, lang), style="dim")]


def _space(found: Found, lang: str) -> str:
    case = cast(Case, found.subject.tune.case).label()
    words = say("tune.space", lang, size=found.space.size, parameters=len(found.subject.tune.parameters),
                variants=len(found.variants), case=case)  # fmt: skip
    same = {name: values[0] for name, values in _values(found).items() if len(values) == 1}
    if same and len(found.variants) > 1:
        words += " " + say("tune.fixed", lang, values=", ".join(f"{name} = {value}" for name, value in same.items()))
    return words


def _values(found: Found) -> dict[str, list[int]]:
    """The values of each parameter that occur in the variants."""
    names = found.subject.tune.parameters
    return {name: sorted({variant.values[name] for variant in found.variants}) for name in names}


def _refused(found: Found, lang: str) -> Table:
    table = plain_table(say("tune.rules_title", lang))
    table.add_column(say("tune.rule", lang), overflow="fold")
    table.add_column(say("tune.count", lang), justify="right")
    for rule, count in found.space.refused.items():
        if count:
            table.add_row(rule, f"{count:,}")
    return table


def _discarded(found: Found, lang: str) -> Table:
    """A row for each kind of reason, with the first variant that has it."""
    table = plain_table(say("tune.discarded_title", lang))
    table.add_column(say("tune.reason", lang))
    table.add_column(say("tune.count", lang), justify="right")
    table.add_column(say("tune.example", lang), overflow="fold")
    for fate in FATES:
        if fate == "counted":
            continue
        kinds: dict[str | None, list[Variant]] = {}
        for variant in found.variants:
            if variant.weighed.fate == fate:
                kinds.setdefault(variant.weighed.kind, []).append(variant)
        for those in sorted(kinds.values(), key=len, reverse=True):
            why = those[0].weighed.why
            example = say("tune.example_of", lang, variant=those[0].name, why=why.in_language(lang) if why else "")
            table.add_row(say(f"tune.fate_{fate}", lang), f"{len(those):,}", Text(example))
    return table


class _Ranking:
    """The short list; a narrow terminal gets fewer columns, and is told which it lacks."""

    def __init__(self, found: Found, lang: str) -> None:
        self._found, self._lang = found, lang

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        columns = _columns(self._found, self._lang)
        left_out: list[str] = []
        roomy = options.update_width(_WIDEST)
        for key in (*_LEFT_OUT_FIRST, None):
            kept = [column for column in columns if column[0] not in left_out]
            table = _ranking(self._found, self._lang, kept)
            if key is None or Measurement.get(console, roomy, table).maximum <= options.max_width:
                break
            left_out.append(key)
        yield table
        names = [words.replace("\n", " ") for key, words, _ in columns if key in left_out]
        if names:
            yield Text()
            yield Text(say("tune.narrow", self._lang, columns=", ".join(names)))


def _ranking(found: Found, lang: str, columns: Sequence[tuple[str, str, Cell]]) -> Table:
    """A row for each variant; a parameter has a column if it varies."""
    shown = {name: len(values) > 1 for name, values in _values(found).items()}
    names = [name for name, varies in shown.items() if varies] or list(shown)
    table = plain_table(_title(found, lang))
    table.add_column(say("tune.rank", lang), justify="right", no_wrap=True)
    for name in names:
        table.add_column(name, justify="right", no_wrap=True)
    for key, words, _ in columns:
        table.add_column(words, justify="left" if key == "kept_by" else "right", no_wrap=True)
    ranks = {variant.name: number for number, variant in enumerate(ranked(found.variants), start=1)}
    for variant in found.short:
        costs = variant.weighed.costs
        assert costs is not None
        mark = f"{say('tune.own', lang) if variant.own else ''}{ranks[variant.name]}"
        cells = [cell(variant, costs) for _, _, cell in columns]
        table.add_row(mark, *(str(variant.values[name]) for name in names), *cells, style="bold" if variant.own else "")
    return table


def _title(found: Found, lang: str) -> str:
    if found.gpu is None:
        return say("tune.ranking_title", lang, shown=len(found.short), count=found.counted)
    size = cast(Case, found.size).label()
    return say("tune.ranking_timed", lang, shown=len(found.short), count=found.counted, gpu=found.gpu, size=size)


def _columns(found: Found, lang: str) -> list[tuple[str, str, Cell]]:
    """Key, heading and cell of each column behind the parameters."""
    columns: list[tuple[str, Cell]] = [
        ("registers", lambda v, _: f"{v.weighed.registers:,}"),
        ("shared", lambda v, _: f"{v.weighed.shared_bytes:,}"),
        ("warps", lambda v, _: f"{v.weighed.warps}/{limits(ARCH).warps}"),
        ("kept_by", lambda v, _: "\n".join(say(f"tune.by_{name}", lang) for name in v.weighed.limited_by)),
        ("wavefronts", lambda _, costs: _inexact(costs) + _decimal(model.wavefronts_per_ffma(costs))),
        ("sectors", lambda _, costs: _inexact(costs) + _decimal(model.sectors_per_ffma(costs))),
        ("excess", lambda _, costs: f"{costs.excess:,}"),
        ("at_best", lambda _, costs: _percent(model.peak_share(costs))),
    ]
    headed = [(key, say(f"tune.{key}", lang), cell) for key, cell in columns]
    if found.gpu is not None and found.library is not None:
        library = say(f"checks.speed.library_{found.library}", lang).partition("(")[0].strip()
        headed.append(("ms", say("tune.ms", lang), lambda v, _: _time(v)))
        headed.append(("of_library", say("tune.of_library", lang, library=library), lambda v, _: _speed(v)))
    return headed


def _time(variant: Variant) -> str:
    raced = variant.raced
    return "" if raced is None or raced.why is not None else f"{raced.ms:.3f}"


def _speed(variant: Variant) -> str:
    raced = variant.raced
    if raced is None or raced.why is not None:
        return "-"
    return f"{'?' if raced.doubtful else ''}{100 * raced.ratio:.1f} %"


def _inexact(costs: Costs) -> str:
    return "" if costs.exact else "~"


def _decimal(value: float | None) -> str:
    return "-" if value is None else f"{value:.{_DECIMALS}f}"


def _percent(share: float | None) -> str:
    return "-" if share is None else f"{100 * share:.1f} %"


def _notes(found: Found, lang: str) -> Iterator[str]:
    own = found.own
    if own is None:
        yield say("tune.own_elsewhere", lang)
    elif own.weighed.costs is None:
        why = own.weighed.why.in_language(lang) if own.weighed.why else ""
        yield say("tune.own_discarded", lang, variant=own.name, why=why)
    else:
        yield say("tune.own_note", lang)
    if any(not costs.exact for costs in _costs(found.short)):
        yield say("tune.inexact", lang)
    if any(variant.raced is not None and variant.raced.doubtful for variant in found.short):
        yield say("tune.unsteady", lang)
    if found.gpu is not None:
        for variant in found.short:
            if variant.raced is None:
                yield say("tune.not_timed", lang, variant=variant.name, why=say("tune.gpu_ended", lang))
            elif variant.raced.why is not None:
                yield say("tune.not_timed", lang, variant=variant.name, why=variant.raced.why.in_language(lang))
    if known := sum(variant.kept for variant in found.variants):
        yield say("tune.kept", lang, known=known, count=len(found.variants))
    if left := found.counted - len(found.short):
        yield say("tune.more", lang, count=left, all=found.counted)


def _costs(variants: Sequence[Variant]) -> list[Costs]:
    return [variant.weighed.costs for variant in variants if variant.weighed.costs is not None]


def _model(found: Found, lang: str) -> str:
    words = say("tune.model", lang)
    if not any(costs.ffma for costs in _costs(found.short)):
        words += " " + say("tune.model_no_ffma", lang)
    return words
