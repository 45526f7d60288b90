// Where variables live: locals with run-time indices, statics, initialisers, views of one memory as several types.

struct Item {
    short key;
    double weight;
    char name[5];
};

extern "C" __global__ void local_arrays_of_structs(const int* order, double* out) {
    Item items[6];
    for (int i = 0; i < 6; ++i) {
        items[i].key = (short)(i * 100 - 250);
        items[i].weight = i / 4.0;
        for (int c = 0; c < 5; ++c) items[i].name[c] = (char)('a' + i + c);
    }
    int at = order[threadIdx.x];
    Item copy = items[at];
    items[(at + 1) % 6] = copy;
    out[threadIdx.x] = items[(at + 1) % 6].key + copy.weight + items[at].name[threadIdx.x % 5];
}

extern "C" __global__ void local_matrices(const int* in, int* out) {
    int m[4][5];
    char text[4][3];
    for (int i = 0; i < 4; ++i) {
        for (int j = 0; j < 5; ++j) m[i][j] = i * 10 + j;
        for (int j = 0; j < 3; ++j) text[i][j] = (char)(i * j);
    }
    int r = in[threadIdx.x] % 4, c = in[threadIdx.x] % 5;
    m[r][c] = -1;
    text[r][c % 3] = 99;
    int sum = 0;
    for (int i = 0; i < 4; ++i) sum += m[i][c] + text[i][in[threadIdx.x] % 3];
    out[threadIdx.x] = sum;
}

extern "C" __global__ void local_bytes_seen_as_words(const int* in, int* out) {
    unsigned char raw[16];
    for (int i = 0; i < 16; ++i) raw[i] = (unsigned char)(in[threadIdx.x] + i * 17);
    int words[4];
    memcpy(words, raw, 16);
    int picked = words[in[threadIdx.x] & 3];
    unsigned short half;
    memcpy(&half, raw + (in[threadIdx.x] & 7), 2);
    out[threadIdx.x] = picked ^ half;
}

__device__ int table[2][3] = {{1, 2}, {4}};
__device__ struct {
    float f;
    char c;
    long long q;
    short s[2];
} record = {1.5f, 'z', -5000000000LL, {7, -8}};
__device__ const char* const names[3] = {"zero", "one", "three"};
__device__ double half_values[2] = {0.5, -0.25};
__device__ float extremes[3] = {3.4e38f, -0.0f, 1e-45f};
__device__ bool flags[3] = {true, false, true};
__device__ unsigned long long masks[2] = {0xFFFFFFFFFFFFFFFFull, 1ull << 63};
__device__ int* pointers[2] = {&table[1][0], &table[0][2]};
__constant__ struct {
    int size;
    float values[3];
} settings = {3, {0.5f, 1.5f, 2.5f}};

extern "C" __global__ void initialised_globals(float* out) {
    int t = threadIdx.x;
    float v = 0;
    switch (t % 8) {
        case 0: v = table[t / 8 % 2][t % 3]; break;
        case 1: v = record.f + record.c + record.s[t / 8 % 2]; break;
        case 2: v = (float)(record.q / 1000000); break;
        case 3: v = names[t / 8 % 3][1]; break;
        case 4: v = (float)half_values[t / 8 % 2]; break;
        case 5: v = flags[t / 8 % 3] + (float)(masks[t / 8 % 2] >> 60); break;
        case 6: v = (float)*pointers[t / 8 % 2]; break;
        case 7: v = settings.values[t / 8 % settings.size]; break;
    }
    out[t] = v;
    if (t < 3) out[32 + t] = extremes[t];
}

__device__ int counted(int n) {
    static __device__ int calls = 5;
    return atomicAdd(&calls, n);
}

extern "C" __global__ void static_locals(int* out) {
    int first = counted(1);
    __syncthreads();
    if (threadIdx.x == 0) out[32] = counted(0);
    out[threadIdx.x] = first;
}

template <int N>
__device__ int sum_through_shared(int v) {
    __shared__ int scratch[N];
    scratch[threadIdx.x % N] = v;
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < N; ++i) sum += scratch[i];
    __syncthreads();
    return sum;
}

extern "C" __global__ void shared_of_template_instances(const int* in, int* out) {
    out[threadIdx.x] = sum_through_shared<32>(in[threadIdx.x]) * 1000 + sum_through_shared<33>(0 * in[threadIdx.x] + 1 + 32 * 0) * 0
                     + sum_through_shared<32>(1);
}

extern __shared__ float pool_of_floats[];
__device__ void put(int i, float v) { pool_of_floats[i] = v; }
__device__ float take(int i) {
    extern __shared__ float pool_of_floats[];
    return pool_of_floats[i];
}

extern "C" __global__ void extern_shared_in_functions(const float* in, float* out) {
    put(threadIdx.x, in[threadIdx.x]);
    __syncthreads();
    out[threadIdx.x] = take(31 - threadIdx.x);
}

extern "C" __global__ void one_memory_two_types(const float* in, int* out) {
    extern __shared__ __align__(16) char pool[];
    float* floats = (float*)pool;
    int* ints = (int*)pool;
    floats[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    unsigned char* bytes = (unsigned char*)pool;
    out[2 * threadIdx.x] = ints[31 - threadIdx.x];
    out[2 * threadIdx.x + 1] = bytes[127 - threadIdx.x] + ((unsigned short*)pool)[threadIdx.x];
}

extern "C" __global__ void wide_shared_accesses(const float4* in, float4* out, double2* doubles) {
    __shared__ float4 tile[32];
    __shared__ double2 pairs[32];
    tile[threadIdx.x] = in[threadIdx.x];
    pairs[threadIdx.x] = make_double2(in[threadIdx.x].x, in[threadIdx.x].w);
    __syncthreads();
    float4 v = tile[(threadIdx.x * 5 + 1) % 32];
    float2 low = *reinterpret_cast<float2*>(&tile[(threadIdx.x * 3) % 32].z);
    out[threadIdx.x] = make_float4(v.w, low.x, v.y, low.y);
    doubles[threadIdx.x] = pairs[31 - threadIdx.x];
}

extern "C" __global__ void bytes_in_shared(const unsigned char* in, unsigned char* out, short* shorts) {
    __shared__ unsigned char bytes[70];
    __shared__ short words[33];
    bytes[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x < 6) bytes[64 + threadIdx.x] = (unsigned char)threadIdx.x;
    if (threadIdx.x < 33) words[threadIdx.x] = (short)(in[threadIdx.x] - 128);
    __syncthreads();
    out[threadIdx.x] = bytes[threadIdx.x + 6] ^ bytes[69 - threadIdx.x];
    if (threadIdx.x < 32) shorts[threadIdx.x] = words[threadIdx.x] - words[threadIdx.x + 1];
}

extern "C" __global__ void negative_indices(const int* in, int* out) {
    __shared__ int tile[64];
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    const int* end = tile + 64;
    const int* middle = in + 32;
    int t = threadIdx.x;
    out[t] = end[-1 - t] + middle[t - 32] + end[~t] * 2 + (t >= 32 ? middle[-t + 31] : end[t - 64]);
}

extern "C" __global__ void large_local_array(const int* in, int* out) {
    int sieve[200];
    for (int i = 0; i < 200; ++i) sieve[i] = 1;
    int n = in[threadIdx.x];
    for (int p = 2; p * p < n; ++p)
        if (sieve[p])
            for (int k = p * p; k < n; k += p) sieve[k] = 0;
    int count = 0;
    for (int i = 2; i < n; ++i) count += sieve[i];
    out[threadIdx.x] = count;
}

extern "C" __global__ void pointers_into_locals(const int* in, int* out) {
    int a = in[threadIdx.x], b = 7, c[2] = {1, 2};
    int* which[4] = {&a, &b, c, c + 1};
    int* p = which[a & 3];
    *p += 100;
    int** q = &which[(a + 1) & 3];
    **q *= 2;
    out[threadIdx.x] = a + 3 * b + 5 * c[0] + 7 * c[1];
}

__device__ void swap_through_references(int& x, int& y) {
    int t = x;
    x = y;
    y = t;
}
__device__ __noinline__ void rotate_three(int* __restrict__ a, int& b, int* c) {
    swap_through_references(*a, b);
    swap_through_references(b, *c);
}

extern "C" __global__ void references_to_every_space(int* global, int* out) {
    __shared__ int shared[32];
    int local = threadIdx.x * 3, t = threadIdx.x;
    shared[t] = t * 5;
    rotate_three(&global[t], shared[t], &local);
    out[t] = global[t] * 10000 + shared[t] * 100 + local;
}

extern "C" __global__ void struct_assignments(const int4* in, int4* out) {
    struct Block {
        int4 head;
        int body[5];
    };
    __shared__ Block blocks[8];
    Block mine;
    mine.head = in[threadIdx.x];
    for (int i = 0; i < 5; ++i) mine.body[i] = mine.head.x + i;
    blocks[threadIdx.x] = mine;
    __syncthreads();
    Block other = blocks[7 - threadIdx.x];
    other.head.w = other.body[in[threadIdx.x].y & 3] + other.body[4];
    out[threadIdx.x] = other.head;
}

extern "C" __global__ void misaligned_vector(const float* in, float4* out) {
    out[threadIdx.x] = *reinterpret_cast<const float4*>(in + threadIdx.x);
}

extern "C" __global__ void past_the_end_of_shared(const int* in, int* out) {
    __shared__ int tile[32];
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = tile[threadIdx.x + in[0]];
}

extern "C" __global__ void null_pointers(const int* maybe, int* out) {
    out[threadIdx.x] = maybe ? maybe[threadIdx.x] : -1;
    if (threadIdx.x == 9) out[0] = maybe[0];
}
