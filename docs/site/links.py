"""Follows every link inside a built site: the page must be there, and on it the place."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit


class _Page(HTMLParser):
    """What a page links to, and the places that it has."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.links: list[str] = []
        self.places: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.places.update(value for key in ("id", "name") if (value := given.get(key)))
        self.links += [value for key in ("href", "src") if (value := given.get(key)) is not None]


def broken_links(site: Path) -> list[str]:
    """Every link that leads nowhere, as `page: link`."""
    pages = {path: _read(path) for path in sorted(site.rglob("*.html"))}
    return [f"{path.relative_to(site)}: {link}" for path, page in pages.items() for link in _broken(path, page, pages)]


def _read(path: Path) -> _Page:
    page = _Page()
    page.feed(path.read_text("utf-8"))
    return page


def _broken(path: Path, page: _Page, pages: dict[Path, _Page]) -> Iterator[str]:
    for link in page.links:
        parts = urlsplit(link)
        if parts.scheme or parts.netloc:
            continue
        target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
        if target.is_dir():
            target /= "index.html"
        lost = bool(parts.fragment) and target in pages and unquote(parts.fragment) not in pages[target].places
        if not target.exists() or lost:
            yield link
