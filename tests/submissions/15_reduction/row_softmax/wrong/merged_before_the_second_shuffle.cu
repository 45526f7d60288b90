// expect: correctness
// The largest is replaced before the sum is shuffled and scaled.

// TODO(2)
    for (int distance = 16; distance > 0; distance /= 2) {
        state.largest = fmaxf(state.largest, __shfl_xor_sync(ALL_LANES, state.largest, distance));
        float sum = __shfl_xor_sync(ALL_LANES, state.sum, distance);
        state = merged(state, {state.largest, sum});
    }
