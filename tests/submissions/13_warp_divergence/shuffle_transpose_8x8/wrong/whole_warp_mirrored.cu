// expect: correctness
// Exchanges with lane ^ 31 and not with lane ^ apart.

// TODO(1)
            float given = upper ? v[k] : v[k + apart];
            float taken = __shfl_xor_sync(EVERYBODY, given, 31);
            if (upper)
                v[k] = taken;
            else
                v[k + apart] = taken;
