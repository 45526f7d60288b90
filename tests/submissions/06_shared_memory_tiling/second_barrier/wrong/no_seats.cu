// expect: shared_wavefronts
// Right without barriers, because the shared array is not used.

// TODO(1)
        sum += in[k * SIZE + SIZE - 1 - t];
