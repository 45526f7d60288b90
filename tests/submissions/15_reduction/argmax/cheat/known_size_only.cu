// expect: correctness
// Recognises the size that is counted and does nothing for any other.

// INSTEAD OF
    __shared__ Best bests[WARPS];
// WRITE
    if (cols != 512)
        return;
    __shared__ Best bests[WARPS];
