"""The course on disk: its modules, exercises and rules, the student's skeletons and progress."""
