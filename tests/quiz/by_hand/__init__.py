"""Checks by hand, a module for each quiz: `CHECKS`, and `EXPECTED` where the quiz is not as the others are.

They read the numbers back from the English prompt, as a student does, and count without the models.
"""
