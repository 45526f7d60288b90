"""`grader watch`: the exercise on one screen, checked at every save."""
