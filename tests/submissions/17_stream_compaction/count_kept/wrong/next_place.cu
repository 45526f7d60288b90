// expect: correctness
// Reads the place behind the last one, which does not exist.

// TODO(1)
        count[0] = places[i + 1];
