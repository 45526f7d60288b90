// expect: correctness
// The result is right, and `in` comes back as zeros.

// TODO(1)
            float given = upper ? v[k] : v[k + apart];
            float taken = __shfl_xor_sync(EVERYBODY, given, apart);
            if (upper)
                v[k] = taken;
            else
                v[k + apart] = taken;
            if (row < 8 * n)
                const_cast<float*>(in)[8 * row + k] = 0.0f;
