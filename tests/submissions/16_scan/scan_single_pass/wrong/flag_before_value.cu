// expect: hazards
// The flag is stored first, and the sum behind a fence.

// INSTEAD OF
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(told) : "l"(word) : "memory");
// WRITE
    unsigned int flag;
    asm volatile("ld.relaxed.gpu.global.u32 %0, [%1+4];" : "=r"(flag) : "l"(word) : "memory");
    __threadfence();
    told = Status(flag) << 32 | *reinterpret_cast<const unsigned int*>(word);

// INSTEAD OF
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(word), "l"(flag << 32 | sum) : "memory");
// WRITE
    asm volatile("st.relaxed.gpu.global.u32 [%0+4], %1;" ::"l"(word), "r"(static_cast<unsigned int>(flag)) : "memory");
    __threadfence();
    *reinterpret_cast<unsigned int*>(word) = sum;
