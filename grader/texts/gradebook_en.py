"""What `grader gradebook` says, in English."""

MESSAGES = {
    # in the files
    "gradebook.quiz_title": "Quiz: {title}",
    "gradebook.not_judged": "not judged",
    "gradebook.comment_missing": "Nothing was handed in.",
    "gradebook.comment_refused": "What was handed in could not be graded: {reason}",
    "gradebook.comment_error": "Not graded yet: the grader failed on this file ({reason}).",
    "gradebook.comment_withheld": "{score} of {points} points, withheld: a checkpoint before this module has not been passed.",
    "gradebook.comment_attempts_refused": "No attempt could be graded ({count} handed in).",
    "gradebook.comment_quiz": "Attempt {attempt}, the best of {count}.",
    "gradebook.comment_manual": "Waits to be graded by hand.",
    "gradebook.comment_late": "{points} points taken off for being late.",
    # when it is done
    "gradebook.column_item": "item",
    "gradebook.column_points": "points",
    "gradebook.column_scores": "scores",
    "gradebook.column_blank": "blank",
    "gradebook.column_mean": "mean",
    "gradebook.done": "Students: {students}, items: {items}. Written: {out}",
    "gradebook.done_folder": "Students with a file in {out}: {files} of {students}. The others have no score to report.",
    "gradebook.ungraded": "The grader failed on {count} files. They are blank: run `grader class grade` again.",
    # what cannot be exported
    "gradebook.option_unused": "{option} means nothing for {format}.",
    "gradebook.match_unknown": "{format} knows students by one of: {known}.",
    "gradebook.no_items": "The results hold neither exercises nor quizzes.",
    "gradebook.no_students": "The results name no student.",
    "gradebook.no_such_item": "No item is called {name!r}. There are: {known}.",
    "gradebook.inconsistent": "class.json does not agree with itself. Run `grader class grade` again.",
    "gradebook.no_such_column": "The roster has no column {column!r}. It has: {known}.",
    "gradebook.no_value": "Without {field} the platform cannot find these students: {students}. Nothing was written.",
    "gradebook.value_twice": "Several students have the same {field}: {students}. Nothing was written.",
    "gradebook.bad_id": "This id cannot be the name of a folder: {students}. Nothing was written.",
    "gradebook.no_number": "The score of {student} for {assignment} is no number. Grade it again in nbgrader.",
    "gradebook.canvas_ids": (
        "Canvas would read other ids than these students have (it takes digits with commas or points for a number, and "
        "its own ID has digits only): {students}. Match by another field with --match. Nothing was written."
    ),
    "gradebook.canvas_titles": (
        "Canvas does not take this for the title of an assignment: {items}. Make the assignments in Canvas and give its "
        "exported gradebook with --columns."
    ),
    "gradebook.moodle_ids": "Moodle's importer cannot read a backslash in {field}: {students}. Nothing was written.",
    "gradebook.needs_columns": (
        "{platform} knows columns and submissions only by ids of its own: give the file that it exports with --columns. "
        "docs/gradebook.md says where to find it."
    ),
    "gradebook.columns_too_large": "{path} is larger than {megabytes} MB: that is no gradebook.",
    "gradebook.columns_encoding": "{path} is neither UTF-8 nor UTF-16 nor CP949.",
    "gradebook.columns_not_csv": "{path}:{line}: no CSV ({reason}).",
    "gradebook.columns_unreadable": "{path} cannot be read: {reason}.",
    "gradebook.columns_empty": "{path} is empty.",
    "gradebook.columns_too_many_cells": "{path}:{line}: {found} cells, but the first line has {wanted}.",
    "gradebook.columns_not_of": "{path} is no gradebook that {platform} exported. Its first line says: {found}.",
    "gradebook.columns_no_ids": "{path} has none of the columns {wanted}. Its first line says: {found}.",
    "gradebook.columns_no_student": (
        "{path} has no row for these students (looked for by {fields}): {students}. If they have left, take them out of "
        "the roster and run `grader class grade` again; if their ids are in another column, name it with --id-column. "
        "Nothing was written."
    ),
    "gradebook.columns_student_twice": "{path}: several students of the roster lead to the same row. Nothing was written.",
    "gradebook.columns_no_item": (
        "{path} has no column for: {items}. It has: {known}. Give the columns these titles (in Korean or in English), or "
        "export a part with --only. Nothing was written."
    ),
    "gradebook.columns_unclear": "{path} has no column of its own for each of these: {items}. Nothing was written.",
    "gradebook.columns_other_points": (
        "{path} gives other points than the results (results / platform): {items}. Change them there and export again, "
        "or see --points. Nothing was written."
    ),
    "gradebook.scores_json": "{path} is no scores.json of Classroom 50 ({reason}).",
    "gradebook.which_assignment": "Which assignment of {path}? Name one with --assignment: {known}.",
    "gradebook.group_assignment": "{assignment} is an assignment for groups; results are those of single students.",
    "gradebook.folder_exists": "{path} is there and not empty. Name another folder, or remove this one.",
    "gradebook.unwritable": "{out} cannot be written: {reason}.",
}
