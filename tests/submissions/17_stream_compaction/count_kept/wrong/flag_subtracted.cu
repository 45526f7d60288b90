// expect: correctness
// Subtracts the flag.

// TODO(1)
        count[0] = places[i] - flags[i];
