"""Kernel names: from C++ (`scale`, `ns::fill<int, 4>`) to the name in the PTX, and back."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from grader.toolchain.scan import Scan, closing_brace

_ENTRY = re.compile(r"^\s*(?:\.(?:visible|weak|extern)\s+)*\.entry\s+([\w$]+)", re.M)
_EXPRESSION = re.compile(r"[\w:<>,\s*&()+\-]+")
_DECLARATION = re.compile(r"\bnamespace\s*([\w:]*)\s*(?=\{)|\btemplate\b|\b__global__\b|[;{}]")
_PARAMETERS = re.compile(r"(\w+)\s*\(")
_NOT_A_KERNEL = {"__launch_bounds__", "__cluster_dims__", "__maxnreg__", "__attribute__", "alignas"}


class UnknownKernel(Exception):
    """The source compiles but has no such kernel. candidates: the kernels that it has, most similar first."""

    def __init__(self, kernel: str, candidates: Sequence[str]) -> None:
        listed = ", ".join(candidates) or "none"
        super().__init__(f"no kernel is called {kernel}; there is {listed}")
        self.kernel = kernel
        self.candidates = tuple(candidates)


class AmbiguousKernel(UnknownKernel):
    """Several kernels have the name. candidates: their PTX names, which tell overloads apart."""


def is_expression(kernel: str) -> bool:
    """Whether the name is a template instance, which only the compiler can resolve."""
    return "<" in kernel


def is_valid_name(kernel: str) -> bool:
    """Whether `kernel` has only characters of names and template instances."""
    return bool(_EXPRESSION.fullmatch(kernel)) and "\n" not in kernel


def entry_names(ptx: str) -> tuple[str, ...]:
    """PTX names of all kernels, in the order of the PTX."""
    return tuple(_ENTRY.findall(ptx))


def resolve(kernel: str, ptx: str, scanned: Scan) -> str:
    """PTX name of a kernel without template arguments, given by PTX name, qualified C++ name or the last part of it.

    Raises UnknownKernel, or AmbiguousKernel if several kernels match.
    """
    entries = entry_names(ptx)
    wanted = re.sub(r"\s+", "", kernel).removeprefix("::")
    if wanted in entries:
        return wanted
    readable = {entry: _without_arguments(demangle(entry)) for entry in entries}
    for matches in (
        [entry for entry, name in readable.items() if name == wanted],
        [entry for entry, name in readable.items() if name.endswith("::" + wanted)],
    ):
        if len(matches) == 1:
            return matches[0]
        if matches:
            raise AmbiguousKernel(kernel, matches)
    raise UnknownKernel(kernel, candidates(kernel, entries, scanned))


def candidates(kernel: str, entries: Iterable[str], scanned: Scan) -> tuple[str, ...]:
    """Names of the kernels that exist (templates as `name<...>`), most similar to `kernel` first."""
    compiled = [demangle(entry) for entry in entries]
    present = {_last_part(name) for name in compiled}
    declared = [name for name in declared_kernels(scanned) if _last_part(name) not in present]
    from difflib import SequenceMatcher  # slow to import, and needed only for a name that fails

    everything = list(dict.fromkeys([*compiled, *declared]))
    plain = _without_arguments(kernel)

    def likeness(name: str) -> float:
        return SequenceMatcher(None, plain, _without_arguments(name)).ratio()

    return tuple(sorted(everything, key=likeness, reverse=True))


def declared_kernels(scanned: Scan) -> tuple[str, ...]:
    """Qualified names of the `__global__` functions in the source; templates as `name<...>`."""
    code = scanned.code
    found: list[str] = []
    spaces: list[tuple[int, str]] = []  # (end, name) of the open namespaces
    template = False
    for match in _DECLARATION.finditer(code):
        spaces = [(end, name) for end, name in spaces if end > match.start()]
        if match[0].startswith("namespace"):
            spaces.append((closing_brace(code, match.end()), match[1]))
        elif match[0] == "template":
            template = True
        elif match[0] == "__global__":
            name = _declared_name(code[match.end() : match.end() + 2000])
            if name:
                qualified = "::".join([space for _, space in spaces if space] + [name])
                found.append(qualified + ("<...>" if template else ""))
        else:
            template = False
    return tuple(dict.fromkeys(found))


def demangle(name: str) -> str:
    """The C++ name, without parameters, of a mangled function; other names and uncommon forms unchanged."""
    if not name.startswith("_Z"):
        return name
    try:
        return _Demangler(name[2:]).name()
    except (IndexError, KeyError, ValueError):
        return name


def local_name(mangled: str) -> str:
    """The last identifier in a mangled variable: `tile_a` of `_ZZ5sgemmE6tile_a`; other names unchanged."""
    tail = mangled.rpartition("E")[2] if mangled.startswith("_Z") else mangled
    for match in re.finditer(r"(?<!\d)\d{1,9}(?!\d)", mangled if mangled.startswith("_Z") else ""):
        name = mangled[match.end() : match.end() + int(match[0])]
        if len(name) == int(match[0]) and re.fullmatch(r"(?:_\d+)?", mangled[match.end() + len(name) :]):
            return name
    return tail


def _declared_name(code: str) -> str | None:
    head = re.split(r"[;{]", code, maxsplit=1)[0]
    return next((m[1] for m in _PARAMETERS.finditer(head) if m[1] not in _NOT_A_KERNEL), None)


def _without_arguments(name: str) -> str:
    return name.partition("<")[0]


def _last_part(name: str) -> str:
    return _without_arguments(name).rpartition("::")[2]


_BUILTIN_TYPES = {
    "v": "void", "b": "bool", "c": "char", "a": "signed char", "h": "unsigned char", "s": "short",
    "t": "unsigned short", "i": "int", "j": "unsigned int", "l": "long", "m": "unsigned long",
    "x": "long long", "y": "unsigned long long", "f": "float", "d": "double",
}  # fmt: skip
_SUFFIXES = {"i": "", "j": "u", "l": "l", "m": "ul", "x": "ll", "y": "ull"}


class _Demangler:
    """Names and common template arguments of the Itanium C++ ABI; other forms: IndexError, KeyError, ValueError."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def name(self) -> str:
        if not self._take("N"):
            return self._component()
        parts = [self._component()]
        while not self._take("E"):
            parts.append(self._component())
        return "::".join(part for part in parts if part)

    def _component(self) -> str:
        name = self._identifier()
        return name + self._arguments() if self._take("I") else name

    def _identifier(self) -> str:
        match = re.compile(r"[1-9]\d*").match(self.text, self.at)
        if match is None:
            raise ValueError(self.text)
        self.at = match.end() + int(match[0])
        name = self.text[match.end() : self.at]
        if len(name) != int(match[0]):
            raise ValueError(self.text)
        return "" if name.startswith(("_GLOBAL__N_", "_INTERNAL_")) else name

    def _arguments(self) -> str:
        arguments = []
        while not self._take("E"):
            arguments.append(self._argument())
        return f"<{', '.join(arguments)}>"

    def _argument(self) -> str:
        if not self._take("L"):
            return self._type()
        kind = self._next()
        end = self.text.index("E", self.at)
        value = self.text[self.at : end].replace("n", "-")
        self.at = end + 1
        return {"0": "false", "1": "true"}[value] if kind == "b" else value + _SUFFIXES[kind]

    def _type(self) -> str:
        for prefix, suffix in (("P", "*"), ("R", "&"), ("K", " const")):
            if self._take(prefix):
                return self._type() + suffix
        if self.text[self.at] in "N123456789":
            return self.name()
        return _BUILTIN_TYPES[self._next()]

    def _take(self, letter: str) -> bool:
        taken = self.text[self.at] == letter
        self.at += taken
        return taken

    def _next(self) -> str:
        self.at += 1
        return self.text[self.at - 1]
