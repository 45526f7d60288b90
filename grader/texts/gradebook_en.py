"""What `grader gradebook` says, in English."""

MESSAGES = {
    # in the files
    "gradebook.quiz_title": "Quiz: {title}",
    "gradebook.not_judged": "not judged",
    "gradebook.comment_missing": "Nothing was handed in.",
    "gradebook.comment_untouched": "What was handed in is still the skeleton: not begun.",
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
    "gradebook.excused": "Excused on the platform, and left so: {count} ({cells}).",
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
        "its own ID has digits only): {students}. Match by another field with {option_match}. Nothing was written."
    ),
    "gradebook.canvas_titles": (
        "Canvas does not take this for the title of an assignment: {items}. Make the assignments in Canvas and give its "
        "exported gradebook with {option_columns}."
    ),
    "gradebook.moodle_ids": "Moodle's importer cannot read a backslash in {field}: {students}. Nothing was written.",
    "gradebook.needs_columns": (
        "{platform} knows columns and submissions only by ids of its own: give the file that it exports with {option_columns}. "
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
        "the roster and run `grader class grade` again; if their ids are in another column, name it with {option_id_column}. "
        "Nothing was written."
    ),
    "gradebook.columns_student_twice": "{path}: several students of the roster lead to the same row. Nothing was written.",
    "gradebook.columns_no_item": (
        "{path} has no column for: {items}. It has: {known}. Give the columns these titles (in Korean or in English), or "
        "export a part with {option_only}. Nothing was written."
    ),
    "gradebook.columns_unclear": "{path} has no column of its own for each of these: {items}. Nothing was written.",
    "gradebook.columns_other_points": (
        "{path} gives other points than the results (results / platform): {items}. Change them there and export again, "
        "or see {option_points}. Nothing was written."
    ),
    "gradebook.scores_json": "{path} is no scores.json of Classroom 50 ({reason}).",
    "gradebook.which_assignment": "Which assignment of {path}? Name one with {option_assignment}: {known}.",
    "gradebook.group_assignment": "{assignment} is an assignment for groups; results are those of single students.",
    "gradebook.folder_exists": "{path} is there and not empty. Name another folder, or remove this one.",
    "gradebook.unwritable": "{out} cannot be written: {reason}.",
    # what stands in notebooks
    "gradebook.sync_kernels_intro": "The kernels that were handed in and what the grader found. This notebook is filled by the grader: hand in your `.cu` files, and leave it as it is.",
    "gradebook.sync_quiz_intro": "The best attempt at the quiz of this module, and questions that a person grades. Write your answers below, in sentences; the grader fills in the rest.",
    "gradebook.sync_question": "Question {number} ({points} points)",
    "gradebook.sync_rubric": "Rubric (not in the students' notebook)",
    "gradebook.sync_left_over": "No longer part of the course",
    "gradebook.sync_gone": "This is no longer part of the course. It stays because somebody graded or commented on it by hand.",
    "gradebook.losses": "Scores that would become lower or be removed: {count}",
    "gradebook.loss_more": "... and {count} more",
    "gradebook.loss_question": "Go on all the same?",
    "gradebook.sync_would_lower": (
        "Nothing was written to {path}: the scores above would become lower. Was every folder with submissions graded "
        "(grader class grade FOLDER FOLDER ...)? If this is right, say --yes."
    ),
    "gradebook.sync_missing": "Nothing was handed in.",
    "gradebook.sync_graded_on": "Graded on: {device}",
    "gradebook.sync_points": "{name}: {status}, {points} of {max_points} points",
    "gradebook.sync_line": "line {line}: {message}",
    "gradebook.sync_by_hand": "Nobody judged this: give the points by hand.",
    "gradebook.sync_withheld": "These points do not count: a checkpoint before this module has not been passed.",
    "gradebook.sync_untouched": "What was handed in is still the skeleton: not begun.",
    "gradebook.sync_refused": "What was handed in is not graded: {reason}",
    "gradebook.sync_not_graded": "The grader could not grade this ({reason}). Run `grader class grade` again, then `grader gradebook sync`.",
    "gradebook.sync_impossible": "The result claims {points} of {max_points} points, which no grader can have given. Run `grader class grade` again.",
    "gradebook.sync_uncounted": "{name} was not run; its {points} points are in nobody's maximum.",
    "gradebook.sync_no_attempt": "The quiz was not attempted.",
    "gradebook.sync_no_record": "There is no result of this quiz. Run `grader class grade` again, then `grader gradebook sync`.",
    "gradebook.sync_attempt": "Best attempt: number {attempt}, {points} of {max_points} points, {passed}",
    "gradebook.sync_quiz_passed": "passed",
    "gradebook.sync_quiz_not_passed": "not passed",
    "gradebook.sync_attempt_refused": "Attempt {attempt} ({path}) is not graded: {reason}",
    "gradebook.sync_unreadable_answer": "The cells for the answers cannot be found in what was handed in. It lies in {path}.",
    # why nothing is synced
    "gradebook.sync_no_nbgrader": "`grader gradebook sync` needs nbgrader. Install it with: pip install 'warplings[instructor]'",
    "gradebook.sync_busy": "Another run is writing into {path}. Wait for it.",
    "gradebook.sync_unwritable": "{path} cannot be written: {reason}. What was written so far is whole; run the same command again.",
    "gradebook.sync_interrupted": "interrupted: what was written to {path} is whole. The same command does the rest.",
    "gradebook.sync_no_modules": "{path} holds results of no module of this course.",
    "gradebook.sync_part_of_module": "The results hold only a part of {module}: {missing} is missing. Run `grader class grade` for the whole module first.",
    "gradebook.sync_stale": "{path}/class.json does not agree with the results beside it ({student}, {exercise}): a run was stopped. Run `grader class grade` to its end first.",
    "gradebook.sync_locked": "{path} is locked by another program ({reason}). Every student until now is complete. Close what writes into it and run the same command again.",
    "gradebook.sync_database": "{path} cannot be used: {reason}.",
    "gradebook.sync_no_database": "{path} is no database of nbgrader: {reason}.",
    "gradebook.sync_no_gradebook": "{path} is a database, but no gradebook of nbgrader.",
    "gradebook.sync_older": "{path} was made by an older nbgrader. In its folder, run: nbgrader db upgrade (it keeps a copy of the file). Then run the same command again.",
    "gradebook.sync_newer": "{path} was made by a newer nbgrader than the one installed here. Upgrade nbgrader.",
    "gradebook.sync_other_course": "{path} is the gradebook of {found}, not of {course}. Name another folder with --course, or give --course-id.",
    "gradebook.sync_course_config": "--course-id says {asked}, {path} says {configured}. Leave --course-id out or change the file.",
    "gradebook.sync_course_id": "{course!r} cannot be the id of a course: nbgrader makes folders of that name. Give another with --course-id.",
    "gradebook.sync_config": "{path} cannot be used: {reason}",
    "gradebook.sync_other_root": "{path} says that the course lies in {root}. Name that folder with --course.",
    "gradebook.sync_no_sqlite": "{path} names a database that is no SQLite file; only such are supported.",
    "gradebook.sync_not_ours": "{path} is a notebook of your own, and the grader's has the same name. Rename yours.",
    "gradebook.sync_bad_due": "--due {text}: write MODULE=DATE, such as 06=2026-12-01 or 06=2026-12-01T23:59+09:00.",
    # what the command says at its end
    "gradebook.sync_progress": "syncing",
    "gradebook.sync_done": "Course {course}: {students} students, {submissions} submissions ({new} new), {changed} scores and {files} files changed.",
    "gradebook.sync_nothing_changed": "Course {course}: {students} students, {submissions} submissions. Nothing has changed.",
    "gradebook.sync_due": "{module} is due {date} UTC.",
    "gradebook.sync_undecided": "{count} cells were judged by nobody and wait for points by hand:",
    "gradebook.sync_more": "  ... and {count} more.",
    "gradebook.sync_note_config": "nbgrader's settings were written to {path}/nbgrader_config.py.",
    "gradebook.sync_note_maximum": "{assignment}: {cell} is worth {now} points now; it was {was}.",
    "gradebook.sync_note_gone": "{assignment}: no longer part of the course, and taken out: {cells}.",
    "gradebook.sync_note_added": "{assignment}: new: {cells}.",
    "gradebook.sync_note_left_over": "{assignment}: no longer part of the course, but graded or commented on by hand, so kept without a maximum: {cells}. Points by hand there still count.",
    "gradebook.sync_note_solution": "{path} holds a solution: nbgrader copies it into release/ as it is. Put a skeleton there, or nothing.",
    "gradebook.sync_note_timestamp": "{path} says no time; the submission counts as one without a time.",
    "gradebook.sync_note_unreadable": "In {path} the cells for the answers cannot be found; its questions wait for points by hand.",
    "gradebook.sync_note_students_left": "{count} students of the gradebook are not in these results and were left as they are: {students}.",
    "gradebook.sync_note_assignments_left": "Assignments of the gradebook that are not in these results were left as they are: {assignments}.",
    "gradebook.sync_note_too_many_points": "{student}: {points} points by hand for {cell}, which is worth {most}.",
}
