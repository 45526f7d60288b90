// expect: correctness
// Writes are guarded, reads are not.

// TODO(1)
    float value = 2.0f * in[i] ;
    asm volatile("" :: "f"(value));
    if (i < n)
        out[i] = value;
