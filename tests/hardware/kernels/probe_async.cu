// cp.async one warp at a time: place in shared memory, place in global memory and flag (for the last kernel: bytes that
// are read) of every lane come from buffers of 16 x 32 entries; one copy a line.

#define COPY(mode, width, row)                                                                                 \
    asm volatile("{ .reg .pred p; setp.ne.s32 p, %2, 0; @p cp.async." mode ".shared.global [%0], [%1], " #width \
                 "; cp.async.wait_all; }" : : "r"(start + to[32 * row + lane] * width),                           \
                 "l"(source + from[32 * row + lane] * width), "r"(active[32 * row + lane]) : "memory")

#define WHOLE(row)                                                                                               \
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16; cp.async.wait_all;" : :                               \
                 "r"(start + to[32 * row + lane] * 16), "l"(source + from[32 * row + lane] * 16) : "memory")

#define FILL(row)                                                                                                \
    asm volatile("{ cp.async.cg.shared.global [%0], [%1], 16, %2; cp.async.wait_all; }" : :                       \
                 "r"(start + to[32 * row + lane] * 16), "l"(source + from[32 * row + lane] * 16),                \
                 "r"(active[32 * row + lane]) : "memory")

extern "C" __global__ void copy_4(const int* to, const int* from, const int* active, const char* source, int* out) {
    __shared__ alignas(128) int tile[4096];
    for (int i = threadIdx.x; i < 4096; i += 32) tile[i] = -1;
    __syncthreads();
    unsigned start = __cvta_generic_to_shared(tile);
    int lane = threadIdx.x;
    COPY("ca", 4, 0);
    COPY("ca", 4, 1);
    COPY("ca", 4, 2);
    COPY("ca", 4, 3);
    COPY("ca", 4, 4);
    COPY("ca", 4, 5);
    COPY("ca", 4, 6);
    COPY("ca", 4, 7);
    COPY("ca", 4, 8);
    COPY("ca", 4, 9);
    COPY("ca", 4, 10);
    COPY("ca", 4, 11);
    COPY("ca", 4, 12);
    COPY("ca", 4, 13);
    COPY("ca", 4, 14);
    COPY("ca", 4, 15);
    __syncthreads();
    for (int i = threadIdx.x; i < 4096; i += 32) out[i] = tile[i];
}

extern "C" __global__ void copy_8(const int* to, const int* from, const int* active, const char* source, int* out) {
    __shared__ alignas(128) int tile[4096];
    for (int i = threadIdx.x; i < 4096; i += 32) tile[i] = -1;
    __syncthreads();
    unsigned start = __cvta_generic_to_shared(tile);
    int lane = threadIdx.x;
    COPY("ca", 8, 0);
    COPY("ca", 8, 1);
    COPY("ca", 8, 2);
    COPY("ca", 8, 3);
    COPY("ca", 8, 4);
    COPY("ca", 8, 5);
    COPY("ca", 8, 6);
    COPY("ca", 8, 7);
    COPY("ca", 8, 8);
    COPY("ca", 8, 9);
    COPY("ca", 8, 10);
    COPY("ca", 8, 11);
    COPY("ca", 8, 12);
    COPY("ca", 8, 13);
    COPY("ca", 8, 14);
    COPY("ca", 8, 15);
    __syncthreads();
    for (int i = threadIdx.x; i < 4096; i += 32) out[i] = tile[i];
}

extern "C" __global__ void copy_16(const int* to, const int* from, const int* active, const char* source, int* out) {
    __shared__ alignas(128) int tile[4096];
    for (int i = threadIdx.x; i < 4096; i += 32) tile[i] = -1;
    __syncthreads();
    unsigned start = __cvta_generic_to_shared(tile);
    int lane = threadIdx.x;
    COPY("cg", 16, 0);
    COPY("cg", 16, 1);
    COPY("cg", 16, 2);
    COPY("cg", 16, 3);
    COPY("cg", 16, 4);
    COPY("cg", 16, 5);
    COPY("cg", 16, 6);
    COPY("cg", 16, 7);
    COPY("cg", 16, 8);
    COPY("cg", 16, 9);
    COPY("cg", 16, 10);
    COPY("cg", 16, 11);
    COPY("cg", 16, 12);
    COPY("cg", 16, 13);
    COPY("cg", 16, 14);
    COPY("cg", 16, 15);
    __syncthreads();
    for (int i = threadIdx.x; i < 4096; i += 32) out[i] = tile[i];
}

extern "C" __global__ void copy_16_through_l1(const int* to, const int* from, const int* active, const char* source, int* out) {
    __shared__ alignas(128) int tile[4096];
    for (int i = threadIdx.x; i < 4096; i += 32) tile[i] = -1;
    __syncthreads();
    unsigned start = __cvta_generic_to_shared(tile);
    int lane = threadIdx.x;
    COPY("ca", 16, 0);
    COPY("ca", 16, 1);
    COPY("ca", 16, 2);
    COPY("ca", 16, 3);
    COPY("ca", 16, 4);
    COPY("ca", 16, 5);
    COPY("ca", 16, 6);
    COPY("ca", 16, 7);
    COPY("ca", 16, 8);
    COPY("ca", 16, 9);
    COPY("ca", 16, 10);
    COPY("ca", 16, 11);
    COPY("ca", 16, 12);
    COPY("ca", 16, 13);
    COPY("ca", 16, 14);
    COPY("ca", 16, 15);
    __syncthreads();
    for (int i = threadIdx.x; i < 4096; i += 32) out[i] = tile[i];
}

extern "C" __global__ void fill_16(const int* to, const int* from, const int* active, const char* source, int* out) {
    __shared__ alignas(128) int tile[4096];
    for (int i = threadIdx.x; i < 4096; i += 32) tile[i] = -1;
    __syncthreads();
    unsigned start = __cvta_generic_to_shared(tile);
    int lane = threadIdx.x;
    FILL(0);
    FILL(1);
    FILL(2);
    FILL(3);
    FILL(4);
    FILL(5);
    FILL(6);
    FILL(7);
    FILL(8);
    FILL(9);
    FILL(10);
    FILL(11);
    FILL(12);
    FILL(13);
    FILL(14);
    FILL(15);
    __syncthreads();
    for (int i = threadIdx.x; i < 4096; i += 32) out[i] = tile[i];
}

extern "C" __global__ void whole_16(const int* to, const int* from, const int* active, const char* source, int* out) {
    __shared__ alignas(128) int tile[4096];
    for (int i = threadIdx.x; i < 4096; i += 32) tile[i] = -1;
    __syncthreads();
    unsigned start = __cvta_generic_to_shared(tile);
    int lane = threadIdx.x;
    WHOLE(0);
    WHOLE(1);
    WHOLE(2);
    WHOLE(3);
    WHOLE(4);
    WHOLE(5);
    WHOLE(6);
    WHOLE(7);
    WHOLE(8);
    WHOLE(9);
    WHOLE(10);
    WHOLE(11);
    WHOLE(12);
    WHOLE(13);
    WHOLE(14);
    WHOLE(15);
    __syncthreads();
    for (int i = threadIdx.x; i < 4096; i += 32) out[i] = tile[i];
}

extern "C" __global__ void divergent_16(const int* to, const int* from, const int* active, const char* source, int* out, int times) {
    __shared__ alignas(128) int tile[4096];
    for (int i = threadIdx.x; i < 4096; i += 32) tile[i] = -1;
    __syncthreads();
    unsigned start = __cvta_generic_to_shared(tile);
    int lane = threadIdx.x;
    if (active[32 * 0 + lane]) {
        WHOLE(0);
        for (int i = 0; i < times; ++i) start = start * 3 - 2 * start;
    }
    if (active[32 * 1 + lane]) {
        WHOLE(1);
        for (int i = 0; i < times; ++i) start = start * 3 - 2 * start;
    }
    if (active[32 * 2 + lane]) {
        WHOLE(2);
        for (int i = 0; i < times; ++i) start = start * 3 - 2 * start;
    }
    if (active[32 * 3 + lane]) {
        WHOLE(3);
        for (int i = 0; i < times; ++i) start = start * 3 - 2 * start;
    }
    if (active[32 * 4 + lane]) {
        WHOLE(4);
        for (int i = 0; i < times; ++i) start = start * 3 - 2 * start;
    }
    if (active[32 * 5 + lane]) {
        WHOLE(5);
        for (int i = 0; i < times; ++i) start = start * 3 - 2 * start;
    }
    if (active[32 * 6 + lane]) {
        WHOLE(6);
        for (int i = 0; i < times; ++i) start = start * 3 - 2 * start;
    }
    if (active[32 * 7 + lane]) {
        WHOLE(7);
        for (int i = 0; i < times; ++i) start = start * 3 - 2 * start;
    }
    if (active[32 * 8 + lane]) {
        WHOLE(8);
        for (int i = 0; i < times; ++i) start = start * 3 - 2 * start;
    }
    if (active[32 * 9 + lane]) {
        WHOLE(9);
        for (int i = 0; i < times; ++i) start = start * 3 - 2 * start;
    }
    if (active[32 * 10 + lane]) {
        WHOLE(10);
        for (int i = 0; i < times; ++i) start = start * 3 - 2 * start;
    }
    if (active[32 * 11 + lane]) {
        WHOLE(11);
        for (int i = 0; i < times; ++i) start = start * 3 - 2 * start;
    }
    if (active[32 * 12 + lane]) {
        WHOLE(12);
        for (int i = 0; i < times; ++i) start = start * 3 - 2 * start;
    }
    if (active[32 * 13 + lane]) {
        WHOLE(13);
        for (int i = 0; i < times; ++i) start = start * 3 - 2 * start;
    }
    if (active[32 * 14 + lane]) {
        WHOLE(14);
        for (int i = 0; i < times; ++i) start = start * 3 - 2 * start;
    }
    if (active[32 * 15 + lane]) {
        WHOLE(15);
        for (int i = 0; i < times; ++i) start = start * 3 - 2 * start;
    }
    __syncthreads();
    for (int i = threadIdx.x; i < 4096; i += 32) out[i] = tile[i];
}
