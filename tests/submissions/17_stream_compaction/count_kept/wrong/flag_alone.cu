// expect: correctness
// Writes the last flag alone.

// TODO(1)
        count[0] = flags[i];
