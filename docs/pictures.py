"""Makes the pictures of the READMEs: what `grader check` prints, and the page of `grader report`.

    .venv/bin/python docs/pictures.py            make them again
    .venv/bin/python docs/pictures.py --check    exit status 1 if one shows something that is no longer so

The page is drawn by a browser (Chromium, driven by playwright: `pip install -e '.[browser]'`), whose pixels differ from
machine to machine; so what a picture was made of is remembered in `docs/figures/pictures.json`, and that is compared.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from rich.console import Console
from rich.text import Text
from transcripts import fresh_course

ROOT = Path(__file__).resolve().parent.parent
FIGURES = ROOT / "docs" / "figures"
MADE_OF = FIGURES / "pictures.json"
KERNEL = "tests/submissions/06_shared_memory_tiling/transpose_tiled/wrong/unpadded_tile.cu"
EXERCISE, LINE = "06/transpose_tiled", 29
CHECKED = ("check", EXERCISE, "--file", "transpose.cu", "--backend", "emulated")
LANGUAGES = ("en", "ko")
COLUMNS, SHOWN = 100, 34


def transcript() -> str:
    """The first lines of what the check of that kernel prints, with colours, in a course that nobody used yet."""
    with tempfile.TemporaryDirectory() as folder:
        course = course_with_kernel(Path(folder))
        environment = os.environ | {"COLUMNS": str(COLUMNS), "FORCE_COLOR": "1", "WARPLINGS_COURSE": str(course),
                                    "WARPLINGS_LANG": "en", "TERM": "xterm-256color"}  # fmt: skip
        done = subprocess.run([sys.executable, "-m", "grader", *CHECKED], cwd=course, env=environment,
                              capture_output=True, text=True, check=False)  # fmt: skip
    return "\n".join(line.rstrip() for line in done.stdout.splitlines()[:SHOWN])


def page(lang: str) -> str:
    """The page of a kernel whose columns conflict, in a course that nobody used yet."""
    with tempfile.TemporaryDirectory() as folder:
        course = course_with_kernel(Path(folder))
        command = [sys.executable, "-m", "grader", "report", EXERCISE, "--file", "transpose.cu", "--out", "page.html",
                   "--backend", "emulated", "--lang", lang]  # fmt: skip
        subprocess.run(command, cwd=course, capture_output=True, check=True)
        return (course / "page.html").read_text("utf-8")


def course_with_kernel(folder: Path) -> Path:
    """A copy of the course, and the kernel in it."""
    shutil.copyfile(ROOT / KERNEL, fresh_course(folder) / "transpose.cu")
    return folder


def sources() -> dict[str, str]:
    """What each picture is made of, by its file."""
    return {"check.svg": transcript()} | {f"report.{lang}.png": page(lang) for lang in LANGUAGES}


def digests(found: dict[str, str]) -> dict[str, str]:
    """A hash of each."""
    return {name: hashlib.sha256(text.encode()).hexdigest()[:16] for name, text in found.items()}


def draw(found: dict[str, str]) -> None:
    """Write every picture."""
    console = Console(record=True, width=COLUMNS, file=open(os.devnull, "w"), force_terminal=True)  # noqa: SIM115
    console.print(Text.from_ansi(found["check.svg"]))
    svg = console.export_svg(title=f"grader {' '.join(CHECKED[:4])}")
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.S)  # fonts of another site's
    (FIGURES / "check.svg").write_text(svg, "utf-8")
    from playwright.sync_api import sync_playwright

    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome", "chrome"))))
    with sync_playwright() as driver, tempfile.TemporaryDirectory() as folder:
        opened = driver.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
        for lang in LANGUAGES:
            path = Path(folder) / f"{lang}.html"
            path.write_text(found[f"report.{lang}.png"], "utf-8")
            tab = opened.new_page(viewport={"width": 1120, "height": 900})
            tab.goto(path.as_uri())
            tab.locator(f"#L{LINE} .draw").first.click()
            top = tab.locator(f"#L{LINE - 11}").bounding_box()
            bottom = tab.locator(".figure .banks").bounding_box()
            assert top is not None and bottom is not None
            height = bottom["y"] + min(bottom["height"], 330) - top["y"]
            clip = {"x": 0, "y": top["y"] + tab.evaluate("scrollY"), "width": 1120, "height": height}
            tab.screenshot(path=FIGURES / f"report.{lang}.png", full_page=True, clip=clip)
        opened.close()


def main(check: bool) -> int:
    """Make the pictures, or tell which ones are out of date."""
    found = sources()
    now = digests(found)
    if check:
        before = json.loads(MADE_OF.read_text("utf-8"))
        stale = [name for name in now if before.get(name) != now[name] or not (FIGURES / name).is_file()]
        for name in stale:
            print(f"docs/figures/{name} shows something that is no longer so: run docs/pictures.py")
        return int(bool(stale))
    draw(found)
    MADE_OF.write_text(json.dumps(now, indent=1) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main("--check" in sys.argv[1:]))
