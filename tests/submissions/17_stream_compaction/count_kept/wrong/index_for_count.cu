// expect: correctness
// Writes the index of the last element.

// TODO(1)
        count[0] = i;
