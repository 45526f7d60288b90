// expect: hazards
// Waits for the own warp alone; thread 32 reads what the first warp stores.

// TODO(1)
    __syncwarp();
    float before = 0.0f;
    if (t > 0)
        before = segment[t - 1];
