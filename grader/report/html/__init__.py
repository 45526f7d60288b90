"""What all HTML pages share: how text is shown, what a page may run, how it looks."""
