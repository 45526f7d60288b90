// expect: correctness
// Every length is 1.

// TODO(3)
        for (int r = tid; r < runs; r += BLOCK)
            lengths[r] = 1;
