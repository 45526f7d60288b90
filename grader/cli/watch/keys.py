"""Decodes terminal input into keys: letters of any keyboard, arrows by name; other sequences are ignored."""

from __future__ import annotations

import codecs
import re

END = "end"  # Ctrl-D
_NAMED = {"[A": "up", "OA": "up", "[B": "down", "OB": "down", "[5~": "page_up", "[6~": "page_down"}

# A character, or a whole sequence (ECMA-48): CSI, SS3, a string up to its end, Alt with a key. F1 to F5 of the Linux
# console are `ESC [ [` and a letter.
_KEY = re.compile(
    r"[^\x1b]|\x1b+(\[\[.|\[[0-?]*[ -/]*[@-Z\\-~]|O[0-9;]*[@-~]|[\]PX^_].*?(?:\x07|\x1b\\)|[^\x1b\[O\]PX^_])", re.S
)

# Two-set Hangul: the Latin keys of each letter from U+3131 to U+3163, and the letters of which a syllable consists.
_JAMO = dict(zip(map(chr, range(0x3131, 0x3164)), (
    "r R rt s sw sg e E f fr fa fq ft fx fv fg a q Q qt t T d w W c z x v g "
    "k o i O j p u P h hk ho hl y n nj np nl b m ml l"
).split(), strict=True))  # fmt: skip
_FIRST, _MIDDLE = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ", "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
_LAST: tuple[str, ...] = ("", *"ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")
_EACH_FIRST = len(_MIDDLE) * len(_LAST)  # syllables with the same first letter


class KeyDecoder:
    """Decodes bytes of a terminal into keys, in chunks of any size."""

    def __init__(self) -> None:
        self._utf8 = codecs.getincrementaldecoder("utf-8")("ignore")
        self._text = ""

    @property
    def waits(self) -> bool:
        """Whether a sequence is incomplete; it may be a lone Esc."""
        return bool(self._text)

    def feed(self, data: bytes) -> list[str]:
        """The keys completed by `data`: a lower-case letter or sign, "up", "down", "page_up", "page_down" or END."""
        self._text += self._utf8.decode(data)
        found: list[str] = []
        while match := _KEY.match(self._text):
            self._text = self._text[match.end() :]
            sequence = match[1]
            found += _typed(match[0]) if sequence is None else filter(None, [_NAMED.get(sequence)])
        return found

    def give_up(self) -> list[str]:
        """Nothing more has come: ["escape"] for a lone Esc, [] for an incomplete sequence."""
        text, self._text = self._text, ""
        return ["escape"] if text and not text.strip("\x1b") else []


def _typed(character: str) -> list[str]:
    if character == "\x04":
        return [END]
    if not character.isprintable() or character.isspace():
        return []
    return list("".join(_JAMO.get(letter, letter) for letter in _letters(character)).lower())


def _letters(character: str) -> str:
    """The letters typed for a Hangul syllable; any other character unchanged."""
    place = ord(character) - 0xAC00
    if not 0 <= place < len(_FIRST) * _EACH_FIRST:
        return character
    first, middle, last = place // _EACH_FIRST, place % _EACH_FIRST // len(_LAST), place % len(_LAST)
    return _FIRST[first] + _MIDDLE[middle] + _LAST[last]
