"""Texts that would like to be markup, and the shape of a page, which they must not change."""

from __future__ import annotations

import html5lib

HOSTILE = (
    "<script>alert(1)</script>",
    "</script><script>alert(1)</script>",
    "</style><style>*{display:none}</style>",
    "</title><img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    '" onmouseover="alert(1)" x="',
    "' autofocus onfocus=alert(1) '",
    "--><!--",
    "<![CDATA[x]]><?php ?>",
    "]]>",
    "&lt;script&gt;&#60;b&#62;&amp;",
    "javascript:alert(1)",
    "{{ 7 * 7 }}{% for x in y %}{# #}{{ self }}",
    "${alert(1)}`",
    "\u202e\u2066 // \u2069\u200f",
    "\x00\x01\x1b[2J\x7f\x85\ufeff",
    "\u2028\u2029",
    "\ufdd0\ufffe\U0010ffff",
    "<plaintext>",
    "<base href=//evil><meta http-equiv=refresh content=0>",
    "</table></main></body></html>",
    "<" * 3_000,
    "=HYPERLINK(1)",
    "a\u0301" * 40,
)


def shape(page: str) -> list[tuple[str, tuple[tuple[str, str], ...]]]:
    """Every element of a page with its attributes, in order. Raises ParseError where the page is no valid HTML."""
    parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
    tree = parser.parse(page)
    return [(str(e.tag), tuple(sorted((str(k), str(v)) for k, v in e.attrib.items()))) for e in tree.iter()]
