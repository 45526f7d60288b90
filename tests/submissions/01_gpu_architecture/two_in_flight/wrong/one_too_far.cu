// expect: correctness
// One more than the grid has threads: the element between is left out.

// TODO(1)
    int first = me;
    int second = me + threads + 1;
