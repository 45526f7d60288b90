"""One report model, many views."""
