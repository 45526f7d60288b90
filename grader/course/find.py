"""Finds exercises by what a person types: exact ids first, then names, modules and parts of names."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from grader.course.catalog import Exercise, Module

CANDIDATES = 5


class UnknownExercise(Exception):
    """The text matches no exercise, or several. candidates: ids, nearest first. ambiguous: all of them match."""

    def __init__(self, text: str, candidates: Sequence[str], ambiguous: bool) -> None:
        super().__init__(text)
        self.text = text
        self.candidates = tuple(candidates)
        self.ambiguous = ambiguous


def find_exercises(text: str, modules: Sequence[Module]) -> list[Exercise]:
    """The exercises that `text` means, in course order. The first of these that matches decides:

    the path of its file, of its solution or of a module's folder; the full id `06_shared_memory_tiling/sgemm_tiled`;
    `06/sgemm_tiled`; an exercise name; a module number or name (all its exercises); a part of exactly one exercise's
    name, or else of exactly one module's. Case does not matter, nor does a trailing `.cu`. Raises UnknownExercise.
    """
    everything = [exercise for module in modules for exercise in module.exercises]
    if at_path := _at_path(text.strip(), everything):
        return at_path
    wanted = text.strip().strip("/").lower().removesuffix(".cu")
    rules = (
        [e for e in everything if e.id.lower() == wanted],
        [e for e in everything if wanted in _short_ids(e)],
        [e for e in everything if e.name.lower() == wanted],
    )
    for found in rules:
        if len(found) == 1:
            return found
    for module in modules:
        if wanted in _module_names(module.name):
            return list(module.exercises)
    return _by_part(wanted, text, modules, everything)


def _at_path(text: str, everything: Sequence[Exercise]) -> list[Exercise]:
    """The exercises whose file or solution is at, or in, a path relative to the current folder or the course's."""
    if not everything or ("/" not in text and "\\" not in text and not text.endswith(".cu")):
        return []
    try:
        paths = {(start / text).resolve() for start in (Path(), everything[0].root)}
        paths |= {path.with_name(f"{path.name}.cu") for path in paths}
        files = {e.id: {e.source_path.resolve(), e.solution_path.resolve()} for e in everything}
        return [e for e in everything if paths & (files[e.id] | {file.parent for file in files[e.id]})]
    except (OSError, ValueError, RuntimeError):  # too long a name, a null byte, links in a circle
        return []


def find_modules(modules: Sequence[Module], text: str) -> list[Module]:
    """The modules that a text may mean: one by its number or name, else all whose name contains it."""
    wanted = text.strip().strip("/").lower()
    named = [module for module in modules if wanted in _module_names(module.name)]
    return named or [module for module in modules if wanted and wanted in module.name.lower()]


def _short_ids(exercise: Exercise) -> set[str]:
    return {f"{name}/{exercise.name.lower()}" for name in _module_names(exercise.module.name)}


def _module_names(name: str) -> set[str]:
    """For `06_bank_conflicts`: itself, `06`, `6` and `bank_conflicts`."""
    number, _, words = name.lower().partition("_")
    return {name.lower(), number, str(int(number)), words}


def _by_part(wanted: str, text: str, modules: Sequence[Module], everything: Sequence[Exercise]) -> list[Exercise]:
    def fits(name: str) -> bool:
        return bool(wanted) and wanted in name.lower()

    in_name = [e for e in everything if fits(e.name)]
    in_id = [e for e in everything if fits(e.id)]
    for found in (in_name, in_id):
        if len(found) == 1:
            return found
    of_module = [m for m in modules if m.exercises and fits(m.name)]
    if not in_name and len(of_module) == 1:
        return list(of_module[0].exercises)
    meant = in_name or in_id
    nearest = sorted(meant or everything, key=lambda e: _distance(wanted, e))
    candidates = [e.id for e in nearest]
    raise UnknownExercise(text, candidates if meant else candidates[:CANDIDATES], ambiguous=bool(meant))


def _distance(wanted: str, exercise: Exercise) -> float:
    """0 for the same name, 1 for nothing in common; the nearest of the exercise's names counts."""
    names = {exercise.name.lower(), exercise.id.lower(), *_short_ids(exercise)}
    return 1 - max(SequenceMatcher(None, wanted, name).ratio() for name in names)
