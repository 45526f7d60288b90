// expect: correctness
// Every thread takes element 0, and a race is what remains: all write the same value there.

// TODO(1)
    int i = 0;
