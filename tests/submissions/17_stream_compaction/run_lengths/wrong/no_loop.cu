// expect: correctness
// Each thread writes one length, however many runs there are.

// TODO(3)
        if (tid < runs) {
            int end = tid + 1 < runs ? __ldcg(&starts[tid + 1]) : n;
            lengths[tid] = end - __ldcg(&starts[tid]);
        }
