// expect: correctness
// The second is the neighbour: threads overlap, and the second half is never copied.

// TODO(1)
    int first = me;
    int second = me + 1;
