// expect: work
// Lane 0 stores what all lanes of its warp keep, one after the other.

// TODO(4)
    for (int k = 0; k < EACH; ++k)
        for (int l = 0; l < 32; ++l) {
            float value = __shfl_sync(ALL, x[k], l);
            if (lane == 0 && (votes[k] >> l & 1))
                out[place++] = value;
        }
