"""Real PTX to start from: kernels of the language corpus, each cut out into a small text of its own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from tests.language.running import compiled

FILES = (
    "assembly.cu", "asynchronous.cu", "atomics.cu", "barriers.cu", "bfloats.cu", "classes.cu", "control.cu",
    "devices.cu", "diagnosis.cu", "halves.cu", "integers.cu", "memory.cu", "recursion.cu", "storage.cu", "warps.cu",
)  # fmt: skip
THREADS = (32, 32, 64, 45)  # of the one block that a case launches
LARGEST = 2_500  # characters: small texts are many cases a second
_CHUNK = re.compile(
    r"^(?=(?:\.(?:visible|extern|weak) +)*\.(?:entry|func|global|const|shared)\b|\s*\.(?:file|section)\b)", re.M
)
_NAME = re.compile(r"\.(?:entry|func)\s+(?:\([^()]*\)\s*)?([$\w]+)|\.(?:global|const|shared)\b.*?([$\w]+)\s*(?:\[|=|;)")
_WORD = re.compile(r"[$\w]+")


@dataclass(frozen=True)
class Seed:
    """The PTX of one kernel and of all that it names. threads: of the block to launch."""

    kernel: str
    text: str
    threads: int = THREADS[0]

    def __str__(self) -> str:
        return f"{self.threads} threads of kernel {self.kernel} in\n{self.text}"


@cache
def seeds() -> tuple[Seed, ...]:
    """Every small kernel of some files of the corpus."""
    found = [seed for file in FILES for seed in _cut(compiled(file).ptx)]
    return tuple(seed for seed in found if len(seed.text) <= LARGEST)


@cache
def instructions() -> tuple[str, ...]:
    """Every distinct instruction of the seeds, as it stands there."""
    lines = (line.strip() for seed in seeds() for line in seed.text.split("\n"))
    return tuple(sorted({line for line in lines if re.match(r"(?:@\S+\s+)?[a-z].*;$", line)}))


def _cut(ptx: str) -> list[Seed]:
    head, *chunks = _CHUNK.split(_thinned(ptx))
    named = [(name[1] or name[2], chunk) for chunk in chunks if (name := _NAME.search(chunk))]
    file = next((chunk for chunk in chunks if chunk.lstrip().startswith(".file")), "")
    return [
        Seed(name, "".join([head, *_needed(name, named), file]))
        for name, chunk in named
        if re.match(r"(?:\.\w+ +)*\.entry", chunk)
    ]


def _thinned(text: str) -> str:
    """Without comments and blank lines, and with one position in eight."""
    lines = [line for line in re.sub(r"//[^\n]*", "", text).split("\n") if line.strip()]
    positions = [i for i, line in enumerate(lines) if line.lstrip().startswith(".loc")]
    dropped = set(positions) - set(positions[::8])
    return "\n".join(line for i, line in enumerate(lines) if i not in dropped) + "\n"


def _needed(kernel: str, named: list[tuple[str, str]]) -> list[str]:
    """The kernel's own text and that of everything it names, in the order of the file."""
    wanted = {kernel}
    grown = True
    while grown:
        words = {word for name, chunk in named if name in wanted for word in _WORD.findall(chunk)}
        grown = not ({name for name, _ in named} & words) <= wanted
        wanted |= {name for name, _ in named} & words
    return [chunk for name, chunk in named if name in wanted]
