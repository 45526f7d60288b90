// expect: correctness
// What was taken overwrites what was to be kept.

// TODO(1)
            float given = upper ? v[k] : v[k + apart];
            float taken = __shfl_xor_sync(EVERYBODY, given, apart);
            if (upper)
                v[k + apart] = taken;
            else
                v[k] = taken;
