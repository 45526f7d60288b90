"""The report of one exercise as an HTML page: the verdicts, and pictures of the student's own run."""
