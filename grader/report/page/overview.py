"""The overview of several exercises, with a link to the page of each."""

from __future__ import annotations

from collections.abc import Sequence

from grader.dataclass import dataclass
from grader.report.html.embedding import own
from grader.report.page.rendering import templates
from grader.report.page.translated import Translated
from grader.report.values import value_text
from grader.verdicts import Report, Status


@dataclass(frozen=True)
class Entry:
    """One exercise. title: by language; link: to its page, from the overview."""

    report: Report
    title: Translated
    link: str

    @property
    def status(self) -> str:
        """The worst status of its checks."""
        words = {check.status for check in self.report.checks if check.judgeable_here}
        order = (Status.FAIL, Status.INCONCLUSIVE, Status.NOT_RUN, Status.PASS)
        return next((str(word) for word in order if word in words), str(Status.NOT_RUN))


def overview_html(entries: Sequence[Entry], title: Translated, lang: str) -> str:
    """The page, with links to those of `entries`."""
    style = own("grader.report.html", "base.css") + "\n" + own("grader.report.page", "templates/languages.css")
    template = templates().get_template("overview.html.j2")
    return template.render(entries=entries, title=title, lang=lang, style=style, words=value_text) + "\n"
