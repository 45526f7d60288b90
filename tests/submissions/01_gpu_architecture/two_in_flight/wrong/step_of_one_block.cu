// expect: correctness
// The second lies one block further: that is the first of the next block.

// TODO(1)
    int first = me;
    int second = me + blockDim.x;
