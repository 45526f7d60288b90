"""Grading of a student's repository by an automation such as GitHub Actions: what a job that runs the student's code
hands to a job that posts scores, and what that one writes."""
