// expect: correctness
// The last block adds as many partial sums as it has threads.

// TODO(3)
        __threadfence();
        float total = threadIdx.x < gridDim.x ? __ldcg(&partial[threadIdx.x]) : 0.0f;
        total = block_sum(total);
        if (threadIdx.x == 0) {
            out[0] = total;
            finished = 0;
        }
