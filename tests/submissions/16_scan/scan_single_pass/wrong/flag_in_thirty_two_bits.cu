// expect: correctness
// Flag and sum share 32 bits: sums of 2^30 and more lose their upper two.

// INSTEAD OF
    return told;
// WRITE
    return told >> 30 << 32 | (told & 0x3fffffff);

// INSTEAD OF
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(word), "l"(flag << 32 | sum) : "memory");
// WRITE
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(word), "l"(flag << 30 | (sum & 0x3fffffff)) : "memory");
