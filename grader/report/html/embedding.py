"""Embeds styles, scripts and data in a page that needs no network and runs nothing else."""

from __future__ import annotations

import base64
import hashlib
import json
from functools import cache
from importlib.resources import files

from markupsafe import Markup


@cache
def own(package: str, *names: str) -> Markup:
    """Files of a package, concatenated for use in a page."""
    return Markup("\n".join(files(package).joinpath(name).read_text("utf-8") for name in names))


@cache
def policy_of(content: Markup) -> str:
    """The source expression of a Content-Security-Policy that allows exactly this style or script."""
    digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
    return f"'sha256-{digest}'"


def embedded_json(document: object) -> Markup:
    """JSON for a `<script type="application/json">`: nothing in it can end the element or begin another."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return Markup(text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e"))
