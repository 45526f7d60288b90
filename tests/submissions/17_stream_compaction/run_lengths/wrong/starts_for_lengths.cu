// expect: correctness
// Writes where the runs begin.

// TODO(3)
        for (int r = tid; r < runs; r += BLOCK)
            lengths[r] = __ldcg(&starts[r]);
