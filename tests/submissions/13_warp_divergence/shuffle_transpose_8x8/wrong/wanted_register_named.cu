// expect: correctness
// Names the register that it would like to have; a shuffle brings the one that the other lane names.

// TODO(1)
            float taken = __shfl_xor_sync(EVERYBODY, v[k + apart], apart);
            v[k] = upper ? taken : v[k];
