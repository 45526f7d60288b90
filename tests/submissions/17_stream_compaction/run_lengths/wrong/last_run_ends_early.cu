// expect: correctness
// The last run ends at n - 1.

// TODO(3)
        for (int r = tid; r < runs; r += BLOCK) {
            int end = r + 1 < runs ? __ldcg(&starts[r + 1]) : n - 1;
            lengths[r] = end - __ldcg(&starts[r]);
        }
