"""From a submission to a graded report, shared by every command and every workflow that grades."""
