// expect: correctness, hazards
// Threads beyond the volume leave, and with them those that load the halo.

// INSTEAD OF
    float behind = 0.0f;
// WRITE
    if (x >= nx || y >= ny)
        return;
    float behind = 0.0f;
