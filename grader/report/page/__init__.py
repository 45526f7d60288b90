"""The report of one exercise as an HTML page: what was judged, and pictures of the student's own run."""
