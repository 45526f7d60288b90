// expect: correctness
// Lower lanes never put away what they took.

// TODO(1)
            float given = upper ? v[k] : v[k + apart];
            float taken = __shfl_xor_sync(EVERYBODY, given, apart);
            if (upper)
                v[k] = taken;
