"""Holds the two languages together: remembers what both said when they last agreed.

    python docs/parity.py                                  record every place where both languages changed, or neither
    python docs/parity.py --check                          exit status 1, and where, if something is not recorded
    python docs/parity.py --waive PLACE --reason TEXT      record a change of one language that the other does not need

A place is a section of a lesson or of a document, an item of a quiz, an open question or an exercise file, such as
`06_shared_memory_tiling/lesson#padding` or `docs/ci#2` (the second heading). Its two hashes stand in `parity.yaml`. A
section that changed in one language only is not recorded: change the other, too, or waive it with a reason, which
`parity_waivers.yaml` keeps until both languages change again. Measured numbers, which `tables.py` fills in, are no part
of a hash.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent
RECORD, WAIVERS = "docs/parity.yaml", "docs/parity_waivers.yaml"
LANGUAGES = ("en", "ko")
Hashes = dict[str, dict[str, str]]

_FILLED = re.compile(r"(<!--= [^>]+? -->).*?(<!--/-->)|(<!-- table: \w+ -->\n).*?(<!-- end -->)", re.S)
_ANCHOR = re.compile(r'^<a id="([\w-]+)"></a>$', re.M)


def places(root: Path) -> Hashes:
    """What every place says now, in the order of the course's folders."""
    found: Hashes = {}
    for module in sorted(p for p in (root / "modules").iterdir() if p.is_dir()):
        for language in LANGUAGES:
            for page in (module / f"lesson.{language}.md", *sorted((module / "deeper").glob(f"*.{language}.md"))):
                top = "top" if page.parent == module else f"{page.name.split('.')[0]}-top"
                for section, text in _sections(page.read_text("utf-8"), top):
                    found.setdefault(f"{module.name}/lesson#{section}", {})[language] = _hash(text)
        for kind, file in (("quiz", "quiz.yaml"), ("open", "open_questions.yaml")):
            if (module / file).is_file():
                for item in yaml.safe_load((module / file).read_text("utf-8"))["items"]:
                    found[f"{module.name}/{kind}#{item['id']}"] = _of_both(item)
    for path in sorted((root / "exercises").glob("*/*.yaml")):
        found[f"{path.parent.name}/{path.stem}"] = _of_both(yaml.safe_load(path.read_text("utf-8")))
    for korean in sorted((*root.glob("*.ko.md"), *root.glob("docs/*.ko.md"))):
        english = korean.with_name(korean.name.replace(".ko.", "."))
        for language, path in (("en", english), ("ko", korean)):
            for number, text in enumerate(_chapters(path.read_text("utf-8"))):
                place = f"{english.relative_to(root).with_suffix('').as_posix()}#{number}"
                found.setdefault(place, {})[language] = _hash(text)
    return found


def _chapters(text: str) -> Iterator[str]:
    """What stands before the first heading of the second level, and what stands under each; no anchors."""
    fenced, chapter = False, ""
    for line in _ANCHOR.sub("", text).splitlines(keepends=True):
        fenced ^= line.startswith("```")
        if line.startswith("## ") and not fenced:
            yield chapter
            chapter = ""
        chapter += line
    yield chapter


def _sections(text: str, top: str) -> Iterator[tuple[str, str]]:
    """Name and text of each section; what stands before the first is called `top`."""
    name, start = top, 0
    for anchor in _ANCHOR.finditer(text):
        yield name, text[start : anchor.start()]
        name, start = anchor[1], anchor.end()
    yield name, text[start:]


def _of_both(data: Any) -> dict[str, str]:
    return {language: _hash("\n".join(_said(data, language))) for language in LANGUAGES}


def _said(data: Any, language: str, inside: bool = False) -> Iterator[str]:
    """Every text of a language: under its key, or under a key that ends with it (`why_en`)."""
    if isinstance(data, dict):
        for key, value in data.items():
            mine = key == language or str(key).endswith(f"_{language}")
            yield from _said(value, language, inside or mine)
    elif isinstance(data, list):
        for value in data:
            yield from _said(value, language, inside)
    elif inside:
        yield str(data)


def _hash(text: str) -> str:
    """Of a text without measured numbers and without line ends that mean nothing."""
    bare = _FILLED.sub(lambda m: "".join(filter(None, m.groups())), text)
    return hashlib.sha256(" ".join(bare.split()).encode()).hexdigest()[:12]


def one_sided(now: Hashes, before: Hashes) -> dict[str, str]:
    """Places where one language changed (or came) and the other did not, and which."""
    changed = {
        place: [lang for lang in LANGUAGES if hashes.get(lang) != before.get(place, {}).get(lang)]
        for place, hashes in now.items()
    }
    return {place: langs[0] for place, langs in changed.items() if len(langs) == 1}


def unrecorded(now: Hashes, before: Hashes) -> list[str]:
    """Places that came, went or changed in both languages since they were recorded."""
    differ = {place for place in now.keys() | before.keys() if now.get(place) != before.get(place)}
    return sorted(differ - one_sided(now, before).keys())


def read(root: Path, name: str) -> dict[str, Any]:
    """A record, empty if there is none."""
    path = root / name
    return (yaml.safe_load(path.read_text("utf-8")) or {}) if path.is_file() else {}


def write(root: Path, record: Hashes, waivers: dict[str, Any]) -> None:
    """Both records; a waiver lives as long as what it waived."""
    lines = [f"{place}: {{en: '{h['en']}', ko: '{h['ko']}'}}" for place, h in record.items()]
    head = "# What both languages said when they last agreed. Written by docs/parity.py.\n"
    (root / RECORD).write_text(head + "\n".join(lines) + "\n", "utf-8")
    alive = {p: w for p, w in waivers.items() if p in record and record[p][w["language"]] == w["hash"]}
    head = "# Changes of one language that the other does not need. Written by docs/parity.py --waive.\n"
    body = yaml.safe_dump(alive, allow_unicode=True, sort_keys=False, width=120) if alive else ""
    (root / WAIVERS).write_text(head + body, "utf-8")


def main(arguments: list[str], root: Path = ROOT) -> int:
    """Returns the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--waive", metavar="PLACE")
    parser.add_argument("--reason")
    options = parser.parse_args(arguments)
    now, before, waivers = places(root), read(root, RECORD), read(root, WAIVERS)
    sided = one_sided(now, before)
    if options.waive:
        if options.waive not in sided or not options.reason:
            parser.error("--waive wants a place that changed in one language, and --reason why the other need not")
        language = sided.pop(options.waive)
        waived = {"language": language, "hash": now[options.waive][language], "reason": options.reason}
        waivers[options.waive] = waived
    for place, language in sided.items():
        other = "ko" if language == "en" else "en"
        print(f"{place}: changed in {language} and not in {other}")
    if options.check:
        for place in unrecorded(now, before):
            print(f"{place}: not recorded; run python docs/parity.py")
        return 1 if sided or unrecorded(now, before) else 0
    kept = {place: before.get(place, {}) if place in sided else hashes for place, hashes in now.items()}
    write(root, {place: hashes for place, hashes in kept.items() if hashes}, waivers)
    return 1 if sided else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
