"""What `grader release` says, in English."""

MESSAGES = {
    "release.one_of": "Name one: --out DIR makes an edition, --update DIR [--from EDITION] renews one, --roster CSV --sheets DIR gives out questions.",
    "release.roster_and_sheets": "--roster and --sheets belong together: whom the questions are for, and where they go.",
    "release.not_empty": "{out} is there already. Name a new folder, or renew the edition in it with: grader release --update {out}",
    "release.made": "The student edition is in {out}. No line of a solution and no right answer can be read in it. Reference kernels for speed are in it as machine code ({references}), which a disassembler shows, and sealed answers can be found by trying: docs/instructor.md.",
    "release.leaks": "This would be in the edition, and it is part of a solution, or of what only instructors have:\n{lines}",
    "release.exercise": "{path}: `hints` and `slow` cannot be taken out of this file as it is written. Write `hints:` as a block of its own.",
    "release.no_solution": "{path} is missing. An edition is made from the course with its solutions.",
    "release.no_edition": "This is no student edition, or one of another version ({reason}).",
    "release.quiz": "A quiz cannot be drawn: {reason}.",
    "release.updated": "{out} is up to date; {count} files changed.",
    "release.beside": "  {path}: changed by the student, so it stays. The new version is {path}.new",
    "release.kept": "  {path}: belongs to the course and had been changed. It is new now; what was there is {path}.bak",
    "release.left": "  {path}: is no longer part of the course, but was changed, so it stays.",
    "release.sheets": "Graded questions of {students} students, {attempts} attempts at each quiz: {out}/STUDENT/quizzes",
}
