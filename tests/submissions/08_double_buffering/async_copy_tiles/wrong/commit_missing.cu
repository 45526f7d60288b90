// expect: hazards, async_copies
// Copies that were never committed belong to no group, so nobody waits for them.

// INSTEAD OF
        __pipeline_commit();
// WRITE
