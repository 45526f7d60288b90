"""Builds the course's site in both languages: lessons, practice, figures to try, documents, glossary, with search.

    .venv/bin/python docs/site/build.py [OUT]        (OUT: build/site)

OUT/en and OUT/ko have the same pages; OUT/index.html leads to the one that the browser asks for. Needs what
`pip install -e '.[site]'` installs, and no network. Warnings are errors, and every link inside the site is followed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from links import broken_links
from pages import write_sources

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
LANGUAGES = ("en", "ko")


def build(out: Path) -> None:
    """Write the whole site into `out`, which is emptied before. Ends the program where a page is not right."""
    work = out.with_name(f"{out.name}-sources")
    for folder in (out, work):
        shutil.rmtree(folder, ignore_errors=True)
    for lang in LANGUAGES:
        write_sources(ROOT, work / lang, lang)
        command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html",
                   "-c", str(HERE), "-d", str(work / f"doctrees-{lang}"), "-D", f"language={lang}",
                   str(work / lang), str(out / lang)]  # fmt: skip
        if subprocess.run(command, env=os.environ | {"WARPLINGS_SITE_LANG": lang}, check=False).returncode:
            sys.exit(f"{lang}: see above")
        shutil.copytree(work / lang / "docs" / "figures", out / lang / "docs" / "figures")  # some are linked to
    shutil.copyfile(HERE / "entrance.html", out / "index.html")
    (out / ".nojekyll").touch()  # or GitHub Pages would leave out folders that begin with an underscore
    if broken := broken_links(out):
        sys.exit("\n".join(broken))


if __name__ == "__main__":
    build(Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "site").resolve())
