// expect: hazards
// volatile keeps the load from being left out. It orders no threads.

// TODO(1)
    volatile float* seen = row;
    seen[t] = mine;
    out[i] = t > 0 ? mine - seen[t - 1] : mine;
