"""The templates of pages: every text is escaped, after what cannot be seen in it was spelt out."""

from __future__ import annotations

from jinja2 import BytecodeCache, Environment, FileSystemBytecodeCache, PackageLoader, StrictUndefined

from grader.report.html.embedding import policy_of
from grader.report.html.visible import visible
from grader.report.values import points_text


def environment(package: str, **helpers: object) -> Environment:
    """The templates in a package's folder `templates`. helpers: what they call besides `points` and `policy_of`."""
    made = Environment(
        loader=PackageLoader(package),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=visible,
        trim_blocks=True,
        lstrip_blocks=True,
        bytecode_cache=_cache(),
    )
    made.globals.update(helpers, points=points_text, policy_of=policy_of)
    return made


def _cache() -> BytecodeCache | None:
    """Where templates are kept as they were compiled, which takes longer than to fill one in: a folder that is this
    user's alone. None where there can be none.
    """
    try:
        return FileSystemBytecodeCache()
    except (OSError, RuntimeError):
        return None
