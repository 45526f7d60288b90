// Neighbouring scalar accesses of shared memory, which the compiler may widen. `fill` brings unknown values into the
// tile; every thread reads its own run of elements.

template <typename T>
__device__ void fill(T* tile, const T* in, int count) {
    for (int i = threadIdx.x; i < count; i += blockDim.x) tile[i] = in[i];
    __syncthreads();
}

#define RUN(name, type, count, pitch, first)                            \
    extern "C" __global__ void name(const type* in, float* out) {       \
        __shared__ type tile[32 * pitch + 16];                          \
        fill(tile, in, 32 * pitch + 16);                                \
        float sum = 0.0f;                                               \
        for (int i = 0; i < count; ++i) {                               \
            sum = sum * 2.0f + tile[threadIdx.x * pitch + first + i];   \
        }                                                               \
        out[threadIdx.x] = sum;                                         \
    }

RUN(run_of_2, float, 2, 2, 0)
RUN(run_of_3, float, 3, 3, 0)
RUN(run_of_3_pitch_4, float, 3, 4, 0)
RUN(run_of_4, float, 4, 4, 0)
RUN(run_of_5, float, 5, 5, 0)
RUN(run_of_5_pitch_8, float, 5, 8, 0)
RUN(run_of_6_pitch_8, float, 6, 8, 0)
RUN(run_of_8, float, 8, 8, 0)
RUN(run_of_4_pitch_5, float, 4, 5, 0)
RUN(run_of_4_pitch_6, float, 4, 6, 0)
RUN(run_of_4_pitch_8, float, 4, 8, 0)
RUN(run_of_4_from_1, float, 4, 8, 1)
RUN(run_of_4_from_2, float, 4, 8, 2)
RUN(run_of_4_from_3, float, 4, 8, 3)
RUN(run_of_7_from_1, float, 7, 8, 1)
RUN(run_of_4_int, int, 4, 4, 0)
RUN(run_of_4_short, short, 4, 4, 0)
RUN(run_of_8_short, short, 8, 8, 0)
RUN(run_of_4_char, signed char, 4, 4, 0)
RUN(run_of_16_char, signed char, 16, 16, 0)
RUN(run_of_2_double, double, 2, 2, 0)
RUN(run_of_3_double, double, 3, 3, 0)

struct Point {
    float x, y, z;
};

extern "C" __global__ void struct_of_3(const float* in, float* out) {
    __shared__ Point points[32];
    points[threadIdx.x].x = in[threadIdx.x * 3];
    points[threadIdx.x].y = in[threadIdx.x * 3 + 1];
    points[threadIdx.x].z = in[threadIdx.x * 3 + 2];
    __syncthreads();
    Point p = points[31 - threadIdx.x];
    out[threadIdx.x] = p.x * 4.0f + p.y * 2.0f + p.z;
}

struct Particle {
    float x, y, z, mass;
};

extern "C" __global__ void struct_of_4(const float* in, float* out) {
    __shared__ Particle particles[32];
    particles[threadIdx.x].x = in[threadIdx.x * 4];
    particles[threadIdx.x].y = in[threadIdx.x * 4 + 1];
    particles[threadIdx.x].z = in[threadIdx.x * 4 + 2];
    particles[threadIdx.x].mass = in[threadIdx.x * 4 + 3];
    __syncthreads();
    Particle p = particles[31 - threadIdx.x];
    out[threadIdx.x] = p.x * 4.0f + p.y * 2.0f + p.z + p.mass;
}

// The base is a run-time offset: its alignment is unknown to the compiler.
extern "C" __global__ void run_from_unknown(const float* in, float* out, int first) {
    __shared__ float tile[32 * 8 + 16];
    fill(tile, in, 32 * 8 + 16);
    const float* from = tile + first + threadIdx.x * 8;
    out[threadIdx.x] = from[0] * 8.0f + from[1] * 4.0f + from[2] * 2.0f + from[3];
}

extern "C" __global__ void run_dynamic_shared(const float* in, float* out) {
    extern __shared__ float tile[];
    fill(tile, in, 32 * 4 + 16);
    float sum = 0.0f;
    for (int i = 0; i < 4; ++i) sum = sum * 2.0f + tile[threadIdx.x * 4 + i];
    out[threadIdx.x] = sum;
}

extern "C" __global__ void run_dynamic_aligned(const float* in, float* out) {
    extern __shared__ __align__(16) float aligned_tile[];
    fill(aligned_tile, in, 32 * 4 + 16);
    float sum = 0.0f;
    for (int i = 0; i < 4; ++i) sum = sum * 2.0f + aligned_tile[threadIdx.x * 4 + i];
    out[threadIdx.x] = sum;
}

// Two arrays carved out of one dynamic allocation; the second starts after `count` floats.
extern "C" __global__ void run_dynamic_carved(const float* in, float* out, int count) {
    extern __shared__ float whole[];
    float* first = whole;
    float* second = whole + count;
    fill(first, in, count);
    fill(second, in, count);
    float sum = 0.0f;
    for (int i = 0; i < 4; ++i) {
        sum = sum * 2.0f + first[threadIdx.x * 4 + i];
        sum = sum * 2.0f + second[threadIdx.x * 4 + i];
    }
    out[threadIdx.x] = sum;
}

// A store between the reads: the compiler must not widen across it.
extern "C" __global__ void run_with_store_between(const float* in, float* out, int at) {
    __shared__ float tile[32 * 4 + 16];
    fill(tile, in, 32 * 4 + 16);
    const float* from = tile + threadIdx.x * 4;
    float low = from[0] * 2.0f + from[1];
    tile[at + threadIdx.x * 4] = low;
    float high = from[2] * 2.0f + from[3];
    out[threadIdx.x] = low + high;
}

extern "C" __global__ void run_with_barrier_between(const float* in, float* out) {
    __shared__ float tile[32 * 4 + 16];
    fill(tile, in, 32 * 4 + 16);
    const float* from = tile + threadIdx.x * 4;
    float low = from[0] * 2.0f + from[1];
    __syncthreads();
    float high = from[2] * 2.0f + from[3];
    out[threadIdx.x] = low + high;
}

extern "C" __global__ void run_volatile(const float* in, float* out) {
    __shared__ volatile float tile[32 * 4];
    for (int i = threadIdx.x; i < 128; i += 32) tile[i] = in[i];
    __syncthreads();
    float sum = 0.0f;
    for (int i = 0; i < 4; ++i) sum = sum * 2.0f + tile[threadIdx.x * 4 + i];
    out[threadIdx.x] = sum;
}

// Only some of the run is read under a condition.
extern "C" __global__ void run_guarded(const float* in, float* out, int limit) {
    __shared__ float tile[32 * 4 + 16];
    fill(tile, in, 32 * 4 + 16);
    float sum = 0.0f;
    for (int i = 0; i < 4; ++i) {
        if (threadIdx.x * 4 + i < limit) sum = sum * 2.0f + tile[threadIdx.x * 4 + i];
    }
    out[threadIdx.x] = sum;
}

// Broadcast runs: every lane of a warp reads the same four floats.
extern "C" __global__ void run_broadcast(const float* in, float* out) {
    __shared__ float tile[8][16];
    int tid = threadIdx.y * 16 + threadIdx.x;
    for (int i = tid; i < 128; i += 256) tile[i / 16][i % 16] = in[i];
    __syncthreads();
    float sum = 0.0f;
    for (int k = 0; k < 16; ++k) sum = sum * 2.0f + tile[threadIdx.y % 8][k];
    out[tid] = sum;
}

// Runs with gaps: which neighbours does the compiler fetch together?
#define PICK(name, type, pitch, expression)                                              \
    extern "C" __global__ void name(const type* in, float* out) {                        \
        __shared__ type tile[32 * pitch + 16];                                           \
        fill(tile, in, 32 * pitch + 16);                                                 \
        const type* own = tile + threadIdx.x * pitch;                                    \
        out[threadIdx.x] = expression;                                                   \
    }

PICK(pick_0_2, float, 4, own[0] * 2.0f + own[2])
PICK(pick_0_3, float, 4, own[0] * 2.0f + own[3])
PICK(pick_1_2, float, 4, own[1] * 2.0f + own[2])
PICK(pick_0_1_3, float, 4, own[0] * 4.0f + own[1] * 2.0f + own[3])
PICK(pick_0_2_3, float, 4, own[0] * 4.0f + own[2] * 2.0f + own[3])
PICK(pick_1_2_3, float, 4, own[1] * 4.0f + own[2] * 2.0f + own[3])
PICK(pick_reversed, float, 4, own[3] * 8.0f + own[2] * 4.0f + own[1] * 2.0f + own[0])
PICK(pick_2_shorts, short, 2, own[0] * 2.0f + own[1])
PICK(pick_2_shorts_of_4, short, 4, own[0] * 2.0f + own[1])
PICK(pick_3_shorts_of_4, short, 4, own[0] * 4.0f + own[1] * 2.0f + own[2])
PICK(pick_first_and_last_short, short, 4, own[0] * 2.0f + own[3])
PICK(pick_2_bytes, unsigned char, 2, own[0] * 2.0f + own[1])
PICK(pick_two_threads_apart, float, 1, own[0] * 2.0f + own[1])
PICK(pick_from_neighbours, float, 1, own[0] * 4.0f + own[1] * 2.0f + own[2])

#define STORES(name, type, count, pitch, first)                              \
    extern "C" __global__ void name(const type* in, float* out) {            \
        __shared__ type tile[32 * pitch + 16];                               \
        fill(tile, in, 32 * pitch + 16);                                     \
        type value = in[threadIdx.x];                                        \
        for (int i = 0; i < count; ++i) {                                    \
            tile[threadIdx.x * pitch + first + i] = value + (type)i;         \
        }                                                                    \
        __syncthreads();                                                     \
        float sum = 0.0f;                                                    \
        for (int i = threadIdx.x; i < 32 * pitch + 16; i += 32) {            \
            sum = sum * 2.0f + tile[i];                                      \
        }                                                                    \
        out[threadIdx.x] = sum;                                              \
    }

STORES(stores_of_2, float, 2, 2, 0)
STORES(stores_of_3, float, 3, 3, 0)
STORES(stores_of_4, float, 4, 4, 0)
STORES(stores_of_5_pitch_8, float, 5, 8, 0)
STORES(stores_of_8, float, 8, 8, 0)
STORES(stores_of_4_pitch_5, float, 4, 5, 0)
STORES(stores_of_4_from_1, float, 4, 8, 1)
STORES(stores_of_4_from_2, float, 4, 8, 2)
STORES(stores_of_4_short, short, 4, 4, 0)
STORES(stores_of_4_char, signed char, 4, 4, 0)
