// expect: correctness
// Every lane gives v[k], whichever half it is in.

// TODO(1)
            float given = v[k];
            float taken = __shfl_xor_sync(EVERYBODY, given, apart);
            if (upper)
                v[k] = taken;
            else
                v[k + apart] = taken;
