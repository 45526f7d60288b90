// expect: hazards
// Ordinary loads and stores of the status: nothing says that the loop has to read again.

// INSTEAD OF
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(told) : "l"(word) : "memory");
// WRITE
    told = *word;

// INSTEAD OF
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(word), "l"(flag << 32 | sum) : "memory");
// WRITE
    *word = flag << 32 | sum;
