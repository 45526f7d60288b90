// expect: hazards, async_copies
// No group is closed where no step is left to start: the last ones are not waited for.

// INSTEAD OF
        __pipeline_commit();    // an empty group in its place
// WRITE

