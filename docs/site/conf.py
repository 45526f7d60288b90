"""How Sphinx builds the site; `build.py` calls it once for each language."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(HERE))
LANG = os.environ.get("WARPLINGS_SITE_LANG", "en")

project = "워플링스" if LANG == "ko" else "Warplings"
author = copyright = "The Warplings authors"
language = LANG
extensions = ["myst_parser", "sphinx_copybutton"]
myst_all_links_external = True  # links are turned to pages by pages.py and followed by links.py
myst_heading_anchors = 4
suppress_warnings = ["myst.header", "misc.highlighting_failure"]
html_theme = "furo"
html_favicon = str(HERE / "static/favicon.svg")
html_title = project
html_show_sphinx = False
html_show_copyright = False
html_copy_source = False
html_static_path = [str(HERE / "static"), str(ROOT / "grader/report/page/templates/figures.js"),
                    str(ROOT / "grader/report/page/templates/figures.css")]  # fmt: skip
html_css_files = ["figures.css", "site.css"]
html_js_files = ["site.js", "figures.js", "lab.js", "practice.js"]
templates_path = [str(HERE / "templates")]
html_sidebars = {
    "**": ["sidebar/brand.html", "language.html", "sidebar/search.html", "sidebar/scroll-start.html",
           "sidebar/navigation.html", "sidebar/scroll-end.html"],
}  # fmt: skip
html_context = {"other_language": {"en": ("ko", "한국어"), "ko": ("en", "English")}[LANG]}
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#0b4f94", "color-brand-content": "#0b4f94"},
    "dark_css_variables": {"color-brand-primary": "#8cc4f7", "color-brand-content": "#8cc4f7"},
}


def framed(app: Any, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """A frame around each drawn figure: on a narrow screen it is moved to be read, and not shrunk."""
    drawn = re.compile(r'<img [^>]*src="[^"]*/(?:figures|_images)/[^"]*\.svg"[^>]*>')
    if "body" in context:
        context["body"] = drawn.sub(lambda found: f'<span class="drawn">{found[0]}</span>', context["body"])


def setup(app: Any) -> None:
    """Called by Sphinx."""
    app.connect("html-page-context", framed)
