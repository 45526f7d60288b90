// expect: correctness
// The chunk is counted in halves: neighbours overlap.

// TODO(1)
    return row * TILE + (chunk ^ row % 8);
