// expect: correctness
// Asks the lane `apart` further on, which in the upper half is one of the next matrix.

// TODO(1)
            float given = upper ? v[k] : v[k + apart];
            float taken = __shfl_down_sync(EVERYBODY, given, apart);
            if (upper)
                v[k] = taken;
            else
                v[k + apart] = taken;
