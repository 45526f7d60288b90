"""A small SVG canvas for the lessons: shapes by role, colours for light and dark, text for screen readers.

A figure names roles ("a", "b", "ink"), never colours. Each role has a light colour, written as an attribute
so that every renderer shows it, and a dark one in a style sheet. Every figure paints its own background, so
it stays legible on a page whose theme differs from the reader's system.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from grader.report.plots import COLOURS

# role: (light, dark). "a", "b", "c" and "alarm" tell apart for every kind of colour vision.
PALETTE: dict[str, tuple[str, str]] = {name: COLOURS[name] for name in ("paper", "ink", "muted", "grid")} | {
    "soft": ("#eef1f5", "#222932"),
    "a": COLOURS["you"],
    "a_soft": ("#c4dcff", "#16335c"),
    "b": COLOURS["library"],
    "b_soft": ("#ffd9c2", "#5a3014"),
    "c": COLOURS["baseline"],
    "c_soft": ("#d8fff0", "#1d5c49"),
    "alarm": ("#7a0036", "#ff6f91"),
}
FONT = "system-ui, 'Noto Sans KR', 'Apple SD Gothic Neo', 'Malgun Gothic', sans-serif"
MONO = "ui-monospace, 'D2Coding', 'DejaVu Sans Mono', Menlo, Consolas, monospace"


def _number(value: float) -> str:
    """Shortest decimal text with at most two places, so that the same figure is the same bytes everywhere."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


@dataclass
class Canvas:
    """A drawing of width x height user units. title and description are what a screen reader says."""

    width: int
    height: int
    title: str
    description: str
    language: str
    parts: list[str] = field(default_factory=list)

    def rect(
        self,
        x: float,
        y: float,
        w: float,
        h: float,
        fill: str | None,
        stroke: str | None = None,
        thick: float = 1,
    ) -> None:
        """A rectangle with its upper left corner at (x, y)."""
        self.parts.append(
            f'<rect x="{_number(x)}" y="{_number(y)}" width="{_number(w)}" height="{_number(h)}" '
            f"{_paint(fill, stroke, thick)}/>"
        )

    def line(
        self,
        x1: float,
        y1: float,
        x2: float,
        y2: float,
        stroke: str = "ink",
        thick: float = 1.5,
        dashed: bool = False,
        arrow: bool = False,
    ) -> None:
        """A straight line, with an arrow head at (x2, y2) where wanted."""
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        head = f' marker-end="url(#head-{stroke})"' if arrow else ""
        self.parts.append(
            f'<line x1="{_number(x1)}" y1="{_number(y1)}" x2="{_number(x2)}" y2="{_number(y2)}" '
            f"{_paint(None, stroke, thick)}{dash}{head}/>"
        )

    def text(
        self,
        x: float,
        y: float,
        words: str,
        fill: str = "ink",
        size: float = 13,
        anchor: str = "start",
        bold: bool = False,
        mono: bool = False,
    ) -> None:
        """One line of text whose baseline starts, is centred or ends at (x, y)."""
        family = MONO if mono else FONT
        weight = ' font-weight="600"' if bold else ""
        self.parts.append(
            f'<text x="{_number(x)}" y="{_number(y)}" font-size="{_number(size)}" text-anchor="{anchor}" '
            f'font-family="{family}"{weight} {_paint(fill, None, 0)}>{escape(words)}</text>'
        )

    def svg(self) -> str:
        """The whole figure as SVG text."""
        heads = "".join(_arrow_head(role) for role in ("ink", "muted", "a", "b", "c", "alarm"))
        body = "\n".join(self.parts)
        frame = f'width="{self.width}" height="{self.height}"'
        background = f'<rect {frame} rx="8" {_paint("paper", "grid", 1)}/>'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" '
            f'{frame} role="img" aria-labelledby="title description" '
            f"xml:lang={quoteattr(self.language)}>\n"
            f'<title id="title">{escape(self.title)}</title>\n'
            f'<desc id="description">{escape(self.description)}</desc>\n'
            f"<style>{_dark_style()}</style>\n<defs>{heads}</defs>\n{background}\n{body}\n</svg>\n"
        )


def _paint(fill: str | None, stroke: str | None, thick: float) -> str:
    classes = [f"f-{fill}"] if fill else []
    inner = f'fill="{PALETTE[fill][0]}"' if fill else 'fill="none"'
    if stroke:
        classes.append(f"s-{stroke}")
        inner += f' stroke="{PALETTE[stroke][0]}" stroke-width="{_number(thick)}"'
    return f'class="{" ".join(classes)}" {inner}'


def _arrow_head(role: str) -> str:
    return (
        f'<marker id="head-{role}" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" '
        f'orient="auto-start-reverse"><path d="M0 0L10 5L0 10z" {_paint(role, None, 0)}/></marker>'
    )


def _dark_style() -> str:
    rules = "".join(
        f".f-{role}{{fill:{dark}}}.s-{role}{{stroke:{dark}}}" for role, (_, dark) in PALETTE.items()
    )
    return f"@media (prefers-color-scheme:dark){{{rules}}}"
