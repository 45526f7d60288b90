// expect: correctness
// Adds 1 in any case: one too many where the last element is dropped.

// TODO(1)
        count[0] = places[i] + 1;
