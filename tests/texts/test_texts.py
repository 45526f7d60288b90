"""The two languages say the same things: equal keys, equal placeholders, and no key used that is missing."""

from __future__ import annotations

import ast
import json
from pathlib import Path
from string import Formatter

import pytest

import grader
from grader.texts import AREAS, LANGUAGES, known, language, messages, say
from grader.toolchain.objections import OBJECTIONS

TEXTS = Path(grader.__file__).parent / "texts"


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("area", AREAS)
def test_both_languages_have_the_same_keys(area: str) -> None:
    assert set(messages(area, "en")) == set(messages(area, "ko"))


@pytest.mark.parametrize("area", AREAS)
def test_both_languages_fill_the_same_placeholders(area: str) -> None:
    english, korean = messages(area, "en"), messages(area, "ko")

    differing = {key for key in english if _placeholders(english[key]) != _placeholders(korean[key])}

    assert differing == set()


@pytest.mark.parametrize("area", AREAS)
def test_no_message_is_blank_in_one_language_only(area: str) -> None:
    english, korean = messages(area, "en"), messages(area, "ko")

    assert {key for key in english if bool(english[key].strip()) != bool(korean[key].strip())} == set()


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_keys_belong_to_their_area_and_placeholders_have_names(area: str, lang: str) -> None:
    for key, text in messages(area, lang).items():
        assert key.startswith(f"{area}.")
        assert all(name and not name.isdigit() for name in _placeholders(text)), key


def test_every_area_on_disk_is_listed() -> None:
    files = {path.name for path in TEXTS.glob("*.json")}

    assert files == {f"{area}.{lang}.json" for area in AREAS for lang in LANGUAGES}


@pytest.mark.parametrize("area", AREAS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_file_has_one_message_a_line_and_no_key_twice(area: str, lang: str) -> None:
    lines = (TEXTS / f"{area}.{lang}.json").read_text("utf-8").splitlines()

    once = json.dumps(dict(messages(area, lang)), ensure_ascii=False, indent=2).splitlines()

    assert [line for line in lines if line] == once


@pytest.mark.parametrize("key", OBJECTIONS)
def test_what_the_toolchain_objects_to_is_said_with_its_values(key: str) -> None:
    assert _placeholders(messages("compile", "en")[f"compile.{key}"]) == {*OBJECTIONS[key]}


def _literal_keys() -> set[str]:
    """Keys that the code passes to `say` as plain text."""
    keys: set[object] = set()
    for path in Path(grader.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
                keys |= {key.value for key in node.args[:1] if isinstance(key, ast.Constant)}
    return {key for key in keys if isinstance(key, str)}


def test_every_key_that_the_code_names_exists() -> None:
    keys = _literal_keys()

    assert "course.no_course" in keys  # the search finds what it should
    assert {key for key in keys if not known(key)} == set()


def test_say_fills_the_template_in_either_language() -> None:
    assert say("course.did_you_mean", "en", name="x") == " Did you mean `x`?"
    assert say("course.did_you_mean", "ko", name="x") == " `x`를 쓰려던 것입니까?"


@pytest.mark.parametrize(("count", "told"), [(0, "0 times "), (1, "(1 time "), (2, "2 times "), (1001, "1,001 times ")])
def test_a_word_beside_a_number_has_the_form_that_fits(count: int, told: str) -> None:
    assert told in say("faults.hazard_uninitialised_read_lines", "en", line_b=3, count=count)


@pytest.mark.parametrize("area", AREAS)
def test_a_word_with_two_forms_stands_beside_its_number_in_english_only(area: str) -> None:
    for key, text in messages(area, "ko").items():
        assert not [spec for _, _, spec, _ in Formatter().parse(text) if "|" in (spec or "")], key
    for key, text in messages(area, "en").items():
        fields = [(name, spec) for _, name, spec, _ in Formatter().parse(text) if name is not None]
        forms = {name for name, spec in fields if "|" in (spec or "")}
        assert forms <= {name for name, spec in fields if "|" not in (spec or "")}, key


def test_what_is_filled_in_is_never_read_as_a_template() -> None:
    assert "{reason} {0.__class__}" in say("course.yaml.syntax", "en", reason="{reason} {0.__class__}")


@pytest.mark.parametrize("key", ["course.nothing_like_it", "nowhere.x", "", "course"])
def test_an_unknown_key_is_an_error_not_a_blank(key: str) -> None:
    assert not known(key)
    with pytest.raises(KeyError):
        say(key, "en")


def test_an_unknown_language_and_a_missing_placeholder_are_errors() -> None:
    with pytest.raises(ValueError, match="'fr'"):
        say("course.did_you_mean", "fr", name="x")
    with pytest.raises(KeyError):
        say("course.did_you_mean", "en")


@pytest.mark.parametrize(
    ("explicit", "environment", "expected"),
    [
        (None, {}, "en"),
        (None, {"LANG": "ko_KR.UTF-8"}, "ko"),
        (None, {"LANG": "C.UTF-8"}, "en"),
        (None, {"LC_ALL": "en_US.UTF-8", "LANG": "ko_KR.UTF-8"}, "en"),
        (None, {"LC_ALL": "", "LC_MESSAGES": "ko_KR", "LANG": "en_US"}, "ko"),
        (None, {"WARPLINGS_LANG": "ko", "LC_ALL": "en_US.UTF-8"}, "ko"),
        ("en", {"WARPLINGS_LANG": "ko"}, "en"),
        ("ko", {"LANG": "de_DE"}, "ko"),
    ],
)
def test_the_language_is_the_explicit_one_or_the_first_variable_that_is_set(
    monkeypatch: pytest.MonkeyPatch, explicit: str | None, environment: dict[str, str], expected: str
) -> None:
    for name in ("WARPLINGS_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    assert language(explicit) == expected
