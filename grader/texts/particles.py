"""Korean particles that depend on the sound before them: `{name}을(를)` becomes `x를` or `sum을`.

A particle follows the last syllable as it is read aloud. Hangul and digits say how they are read; of Latin text only
the last letter is known, and in technical Korean what ends in l, m or n is read with a final consonant (커널, 레인).
Where nothing can be known, both forms stay, as Korean writes it then.
"""

from __future__ import annotations

import re

# With a final consonant, without one.
_FORMS = {
    "은(는)": ("은", "는"),
    "을(를)": ("을", "를"),
    "이(가)": ("이", "가"),
    "과(와)": ("과", "와"),
    "(으)로": ("으로", "로"),
    "(이)라": ("이라", "라"),
}
PARTICLE = re.compile("|".join(map(re.escape, _FORMS)))

_RIEUL = "ㄹ"
_DIGITS = dict(zip("0123456789", ("ㅇ", _RIEUL, "", "ㅁ", "", "", "ㄱ", _RIEUL, _RIEUL, ""), strict=True))
_LETTERS = {"l": _RIEUL, "m": "ㅁ", "n": "ㄴ"}
_FINALS = 28  # syllables that differ in their final consonant alone, the first of them without one
_RIEUL_AT = 8
_ASIDE = re.compile(r"\([^()]*\)$")
_UNREAD = "`'\"”’»)]}>_"


def particle(before: str, both: str) -> str:
    """The form of a particle, given as both of its forms ("은(는)"), that fits the text before it."""
    final = _final_consonant(before)
    if final is None:
        return both
    with_final, without = _FORMS[both]
    if both == "(으)로" and final == _RIEUL:
        return without
    return with_final if final else without


def _final_consonant(text: str) -> str | None:
    """The consonant that the last syllable ends in, "" for none, None where it cannot be told."""
    last = (_ASIDE.sub("", text).rstrip(_UNREAD) or text.rstrip(_UNREAD))[-1:].lower()
    if "가" <= last <= "힣":
        at = (ord(last) - ord("가")) % _FINALS
        return _RIEUL if at == _RIEUL_AT else "ㅇ" if at else ""
    if last in _DIGITS:
        return _DIGITS[last]
    return _LETTERS.get(last, "") if "a" <= last <= "z" else None
