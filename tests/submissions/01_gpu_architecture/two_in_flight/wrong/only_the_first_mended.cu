// expect: correctness
// The first load stands on neighbours, the second still on odd elements.

// TODO(1)
    int first = me;
    int second = 2 * me + 1;
