"""What all pages of ours have in common: how text is shown, what a page may run, how it looks."""
