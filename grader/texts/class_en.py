"""What `grader class` says, in English."""

MESSAGES = {
    "class.roster_too_large": "{path} is larger than {megabytes} MB: that is no roster.",
    "class.roster_empty": "{path} names no student.",
    "class.roster_encoding": "{path} is neither UTF-8 nor UTF-16 nor CP949. Save it as UTF-8.",
    "class.roster_no_ids": "{path} has no column of ids. Its first line says: {found}. Call the column one of: {wanted}.",
    "class.roster_no_id": "{path}:{line}: this line has no id.",
    "class.roster_bad_id": (
        "{path}:{line}: the id {id!r} cannot be the name of a folder: no / \\ : * ? \" < > |, no dot at the beginning or "
        "the end, at most 100 characters."
    ),
    "class.roster_twice": "{path}:{second}: the id {id!r} is that of line {first}, too.",
    "class.roster_too_many_cells": (
        "{path}:{line}: {found} cells, but the first line has {wanted}. Does a name hold a comma without quotes?"
    ),
    "class.roster_not_csv": "{path}:{line}: no CSV ({reason}).",
    "class.no_folder": "{path} is no folder that can be read: {reason}.",
    "class.inside": "The results must not lie among the submissions: {out} is inside {submissions}.",
    "class.busy": "Another run is grading into {out}. Wait for it, or name another folder.",
    "class.unwritable": "Results cannot be kept in {out}: {reason}. What was graded so far is there.",
    "class.refused_link": "The file is a link, or lies behind one. Only files that were handed in are read.",
    "class.refused_unreadable": "The file cannot be read.",
    "class.refused_no_file": "This is no file.",
    "class.refused_too_large": "The file is larger than 1 MiB.",
    "class.refused_two_files": "There are two files for this exercise, and they differ.",
    "class.progress": "grading",
    "class.nothing_left": "Everything was graded before; nothing has changed.",
    "class.stranger": "No line of the roster names this folder: {name}.",
    "class.strangers_more": "... and {count} further folders.",
    "class.column_exercise": "exercise",
    "class.column_handed_in": "handed in",
    "class.column_full": "full points",
    "class.column_mean": "mean",
    "class.column_errors": "not graded",
    "class.done": "{students} students, {files} files, {graded} graded now. Scores: {scores}",
    "class.errors": "{count} files could not be graded. Run the same command again to try them again:",
    "class.error_line": "  {student} {exercise}: {message}",
}
