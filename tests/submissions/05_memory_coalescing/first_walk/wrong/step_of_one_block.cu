// expect: correctness
// Steps by the threads of one block: with two blocks, elements are done twice, and the last not at all.

// TODO(1)
        const int i = j * blockDim.x + t;
