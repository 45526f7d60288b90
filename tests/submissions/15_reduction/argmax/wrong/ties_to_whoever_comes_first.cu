// expect: correctness
// Equal values: the pair that was there stays, so that the order of the tree decides.

// TODO(1)
    return b.value > a.value ? b : a;
