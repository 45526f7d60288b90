// expect: correctness
// The places are right, but `in` comes back as zeros.

// TODO(3)
        for (int col = threadIdx.x; col < cols; col += BLOCK) {
            best = better(best, {in[row * cols + col], col});
            const_cast<float*>(in)[row * cols + col] = 0.0f;
        }
