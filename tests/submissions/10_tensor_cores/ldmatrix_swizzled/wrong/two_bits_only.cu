// expect: shared_excess, shared_wavefronts
// Two bits of the row: four different places for eight rows.

// TODO(1)
    return (row * CHUNKS + (chunk ^ row % 4)) * 8;
