"""What `grader class` says, in English."""

MESSAGES = {
    "class.roster_too_large": "{path} is larger than {megabytes} MB: that is no roster.",
    "class.roster_empty": "{path} names no student.",
    "class.roster_encoding": "{path} is neither UTF-8 nor UTF-16 nor CP949. Save it as UTF-8.",
    "class.roster_no_ids": "{path} has no column of ids. Its first line says: {found}. Call the column one of: {wanted}.",
    "class.roster_no_id": "{path}:{line}: this line has no id.",
    "class.roster_bad_id": (
        "{path}:{line}: the id {id!r} cannot be the name of a folder: no / \\ : * ? \" < > |, no dot at the beginning or "
        "the end, at most 100 characters, and no name that Windows keeps for itself (con, nul, com1 ...)."
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
    "class.interrupted": "interrupted: what was graded until now is kept in {out}. The same command grades the rest.",
    "class.refused_link": "The file is a link, or lies behind one. Only files that were handed in are read.",
    "class.refused_unreadable": "The file cannot be read.",
    "class.refused_no_file": "This is no file.",
    "class.refused_too_large": "The file is larger than 1 MiB.",
    "class.refused_too_long": "The file is larger than 64 KiB; answers to a quiz are a few.",
    "class.refused_archive": "The archive cannot be read, or there is too much in it.",
    "class.refused_archive_kind": (
        "The archive is of a kind that is not read. Ask for a .zip or .tar.gz, or unpack it into a folder of the same name."
    ),
    "class.refused_two_files": "There are two files for this exercise, and they differ.",
    "class.refused_no_answers": "The file is no attempt and no file of answers.",
    "class.refused_other_module": "The file answers the quiz of another module.",
    "class.refused_no_attempt": "`attempt` is no number from 1 to 999.",
    "class.refused_attempt_twice": "Another file answers the same attempt; the first one counts.",
    "class.refused_too_many_attempts": "There are 50 attempts before it; no more are graded.",
    "class.refused_other_quiz": "The attempt was drawn from another version of the quiz.",
    "class.refused_whole_class": "The attempt answers the questions of the whole class; only personal ones count here.",
    "class.refused_other_student": "The attempt was drawn for another student, or with another key.",
    "class.jobs_of_a_cluster": "--jobs is for this machine; a cluster works on as many files as its workers have threads.",
    "class.no_address": "--scheduler {scheduler!r} is no address of a Dask scheduler, such as tcp://10.0.0.5:8786.",
    "class.no_dask": "--scheduler needs Dask. Install it with: pip install 'warplings[cluster]'",
    "class.no_scheduler": "No Dask scheduler answers at {scheduler}: {reason}.",
    "class.no_workers": "The scheduler at {scheduler} has no workers. Start some with: dask worker {scheduler}",
    "class.no_gpu_workers": (
        "No worker of {scheduler} has the resource GPU. Start one for each GPU, with CUDA_VISIBLE_DEVICES set: "
        "dask worker {scheduler} --nthreads 1 --resources GPU=1"
    ),
    "class.no_summary": "{path} holds no results: there is no class.json. Grade a class into it with: grader class grade",
    "class.summary_unreadable": "{path} cannot be read: {detail}.",
    "class.summary_other": (
        "{path} was written by another version of the grader, or is damaged ({detail}). Run `grader class grade` again."
    ),
    "class.progress": "grading",
    "class.nothing_left": "Everything was graded before; nothing has changed.",
    "class.stranger": "No line of the roster names this folder: {name}.",
    "class.stranger_more": "... and {count} further folders.",
    "class.twice": "{name} is there several times: {files}. What is not the same in all of them is not graded: keep one.",
    "class.unread": (
        "{name} handed in an archive that cannot be read here: {files}. Ask for a .zip or .tar.gz, or unpack it into a "
        "folder of the student's id."
    ),
    "class.would_remove": (
        "Nothing was written: the {count} scores above, of an earlier run, are in {out}, and nothing is handed in for them "
        "now. Name all folders with submissions in one command, or say --yes to remove these scores."
    ),
    "class.hollow": "{name} handed in something, but no kernel and no attempt lies where docs/instructor.md says.",
    "class.hollow_more": "... and {count} further students.",
    "class.column_exercise": "exercise",
    "class.column_handed_in": "handed in",
    "class.column_full": "full points",
    "class.column_mean": "mean",
    "class.column_errors": "not graded",
    "class.column_quiz": "quiz",
    "class.column_attempted": "attempted",
    "class.column_passed": "passed",
    "class.column_refused": "attempts not graded",
    "class.refused_attempts": "Attempts at quizzes that are not graded: {count}. {reason}",
    "class.withheld": "Students with modules behind a closed gate: {count}. Points behind it are in the table, not in their total.",
    "class.done": "{students} students, {files} files, {graded} graded now. Scores: {scores}",
    "class.budget": "not run: {count} files of this student had to be stopped, which is the most in one run",
    "class.errors": "{count} files could not be graded. Run the same command again to try them again:",
    "class.error_line": "  {student} {exercise}: {message}",
}
