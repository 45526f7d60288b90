// expect: correctness
// Writes the count only where the last element is kept.

// TODO(1)
        if (flags[i] != 0)
            count[0] = places[i] + 1;
