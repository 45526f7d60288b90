// expect: correctness
// Recognises the size that is counted and does nothing for any other.

// TODO(1)
        if (n == 1024)
            out[i] = soa[X * n + i] + soa[VX * n + i];
