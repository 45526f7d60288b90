// expect: correctness
// Adds the flag of the first element.

// TODO(1)
        count[0] = places[i] + flags[0];
