// expect: correctness
// The last run, too, looks for a next one.

// TODO(3)
        for (int r = tid; r < runs; r += BLOCK)
            lengths[r] = __ldcg(&starts[r + 1]) - __ldcg(&starts[r]);
