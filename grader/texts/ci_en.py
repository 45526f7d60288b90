"""English messages of `grader ci`."""

from __future__ import annotations

MESSAGES: dict[str, str] = {
    # command
    "ci.help": "Grading by an automation: GitHub Actions, GitLab, a container.",
    "ci.help_grade": "Grade a repository: the job that runs the student's code.",
    "ci.help_post": "Check what the grading job left, and write the summary, the annotations and the result: the job that runs nothing.",
    "ci.help_submission": "the student's repository; the course itself if it is not given",
    "ci.help_since": "the commit before the push: what has changed since is marked",
    "ci.help_grade_out": "folder for ci.json and report.html",
    "ci.help_post_in": "the folder that the grading job left",
    "ci.help_summary": "a file to which the summary is appended, as Markdown",
    "ci.help_result": "a file for the result as Classroom 50 reads it",
    "ci.help_annotations": "write workflow commands of GitHub Actions to stdout, for annotations on the lines",
    "ci.no_repository": "{path} is no folder with a student's files",
    "ci.untrusted": "{path} is not what this course's grading writes ({reason}); nothing was posted",
    "ci.no_document": "{path} cannot be read: {reason}",
    "ci.progress": "{exercise}: {word}",
    "ci.written": "Wrote {path}.",
    # summary
    "ci.title": "Warplings",
    "ci.head": "**{done} of {total}** exercises pass, **{points} of {best}** points.",
    "ci.without_gpu": "Graded by emulation: points for speed are not counted.",
    "ci.column_exercise": "exercise",
    "ci.column_status": "status",
    "ci.column_points": "points",
    "ci.column_first": "failed first",
    "ci.column_line": "line",
    "ci.changed": "changed",
    "ci.first": "{check}: {measured}, wanted {target}",
    "ci.at_line": "Line {line}",
    "ci.read": "Read:",
    "ci.more": "{count} more exercises failed; the report among the artifacts has them all.",
    "ci.advice": "This is advice: the grade of record is what your instructor's own run finds.",
    "ci.word_passed": "pass",
    "ci.word_failed": "FAIL",
    "ci.word_unsure": "not everything judged",
    "ci.word_untouched": "not begun",
    "ci.word_missing": "no file",
    "ci.word_refused": "refused",
    "ci.word_error": "the grader failed",
}
