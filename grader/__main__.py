"""`python -m grader`: the same command as `grader`."""

from grader.cli import main

if __name__ == "__main__":
    main()
