// expect: correctness
// Leaves out the part of the highest block.

// TODO(2)
        __threadfence();
        float total = 0.0f;
        for (int b = 0; b < gridDim.x - 1; ++b)
            total += partial[b];
        out[0] = total;
        ticket[0] = 0;
