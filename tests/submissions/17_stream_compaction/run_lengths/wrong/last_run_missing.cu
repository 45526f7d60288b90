// expect: correctness
// Leaves the last run without a length.

// TODO(3)
        for (int r = tid; r < runs - 1; r += BLOCK)
            lengths[r] = __ldcg(&starts[r + 1]) - __ldcg(&starts[r]);
