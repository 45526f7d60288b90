// expect: correctness
// Lower lanes give what they ought to keep.

// TODO(1)
            float given = upper ? v[k + apart] : v[k];
            float taken = __shfl_xor_sync(EVERYBODY, given, apart);
            if (upper)
                v[k] = taken;
            else
                v[k + apart] = taken;
