// Layouts: structs of many sizes, arrays of them and in them, unions, carved dynamic memory, odd blocks, odd offsets.
struct Vec2 { float x, y; };
struct Vec3 { float x, y, z; };
struct __align__(16) Particle { float3 position; float mass; };
struct Sphere { float3 centre; float radius; int material, flags; };                      // 24 bytes
struct alignas(32) Cell { double density, pressure; float velocity[3]; int kind; };         // 32 bytes
struct Mixed { char tag; short code; int id; double value; };                               // 16 bytes, one of padding
struct Node { float key; int child[2]; unsigned char colour; };                            // 16 bytes, three of padding
struct Packed5 { unsigned char b[5]; };

extern "C" __global__ void aos_vec2(Vec2* p, float dt, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) p[i].x += dt * p[i].y;
}

extern "C" __global__ void aos_vec3(const Vec3* in, float* length, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Vec3 v = in[i];
    length[i] = sqrtf(v.x * v.x + v.y * v.y + v.z * v.z);
}

extern "C" __global__ void aos_vec3_one_field(Vec3* v, float by, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) v[i].z *= by;
}

extern "C" __global__ void aos_particles(Particle* p, int n, float dt) {
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
        Particle q = p[i];
        q.position.x += dt * q.mass;
        q.position.y -= dt;
        p[i] = q;
    }
}

extern "C" __global__ void soa_particles(float* x, float* y, const float* mass, int n, float dt) {
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x) {
        x[i] += dt * mass[i];
        y[i] -= dt;
    }
}

// Eight x, then eight y, then eight z.
extern "C" __global__ void aosoa_8(const float* blocks, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const float* b = blocks + (i / 8) * 24 + i % 8;
    out[i] = b[0] + 10 * b[8] + 100 * b[16];
}

extern "C" __global__ void spheres_hit(const Sphere* spheres, int n, const float3* origins, int* hit, int rays) {
    extern __shared__ Sphere scene[];
    for (int i = threadIdx.x; i < n; i += blockDim.x) scene[i] = spheres[i];
    __syncthreads();
    int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rays) return;
    float3 o = origins[r];
    int best = -1;
    float nearest = 1e30f;
    for (int i = 0; i < n; ++i) {
        const Sphere& s = scene[i];
        float dx = s.centre.x - o.x, dy = s.centre.y - o.y, dz = s.centre.z - o.z;
        float miss = dx * dx + dy * dy - s.radius * s.radius;
        if (miss > 0 || s.flags & 1) continue;
        if (fabsf(dz) < nearest) nearest = fabsf(dz), best = s.material;
    }
    hit[r] = best;
}

extern "C" __global__ void cells_update(Cell* cells, int n) {
    __shared__ Cell s[48];
    int i = blockIdx.x * 48 + threadIdx.x;
    if (i < n) s[threadIdx.x] = cells[i];
    __syncthreads();
    if (i >= n) return;
    int left = threadIdx.x ? threadIdx.x - 1 : 0;
    cells[i].pressure = s[left].density + s[threadIdx.x].velocity[1];
    cells[i].kind = s[threadIdx.x].kind ^ s[left].kind;
}

extern "C" __global__ void mixed_fields(const int* seed, Mixed* out) {
    __shared__ Mixed m[64];
    int t = threadIdx.x;
    m[t].tag = seed[t], m[t].code = seed[t] * 3, m[t].id = t, m[t].value = seed[t] / 7.0;
    __syncthreads();
    Mixed o;
    memset(&o, 0, sizeof o);
    o.tag = m[63 - t].tag, o.code = m[63 - t].code, o.id = m[63 - t].id, o.value = m[63 - t].value;
    out[t] = o;
}

// A search tree in shared memory, laid out as a heap.
extern "C" __global__ void tree_search(const float* keys, const float* wanted, int* steps) {
    __shared__ Node tree[63];
    int t = threadIdx.x;
    if (t < 63) {
        tree[t].key = keys[t];
        tree[t].child[0] = 2 * t + 1 < 63 ? 2 * t + 1 : -1;
        tree[t].child[1] = 2 * t + 2 < 63 ? 2 * t + 2 : -1;
        tree[t].colour = t & 1;
    }
    __syncthreads();
    int at = 0, count = 0;
    while (at >= 0) {
        count += 1 + tree[at].colour;
        at = tree[at].child[wanted[t] > tree[at].key];
    }
    steps[t] = count;
}

extern "C" __global__ void packed_five(const Packed5* in, Packed5* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        Packed5 p = in[i], q;
#pragma unroll
        for (int k = 0; k < 5; ++k) q.b[k] = p.b[4 - k];
        out[i] = q;
    }
}

// One piece of dynamic memory for doubles, ints, halves of words and bytes.
extern "C" __global__ void carved(const int* in, double* out, int n) {
    extern __shared__ __align__(16) unsigned char raw[];
    double* d = (double*)raw;
    int* i32 = (int*)(d + n);
    short* i16 = (short*)(i32 + n);
    unsigned char* i8 = (unsigned char*)(i16 + n);
    int t = threadIdx.x;
    d[t] = in[t] * 0.5;
    i32[t] = in[t];
    i16[t] = in[t] >> 1;
    i8[t] = in[t];
    __syncthreads();
    int o = (t * 5 + 3) % n;
    out[t] = d[o] + i32[n - 1 - t] + i16[o] + i8[(o + t) % n];
}

template <typename T>
struct SharedMemory {
    __device__ operator T*() {
        extern __shared__ int __smem[];
        return (T*)__smem;
    }
};

template <typename T>
__device__ void reverse_block(const T* in, T* out) {
    T* s = SharedMemory<T>();
    s[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[blockDim.x - 1 - threadIdx.x];
}

extern "C" __global__ void reverse_floats(const float* in, float* out) { reverse_block(in, out); }
extern "C" __global__ void reverse_doubles(const double* in, double* out) { reverse_block(in, out); }
extern "C" __global__ void reverse_bytes(const char* in, char* out) { reverse_block(in, out); }
extern "C" __global__ void reverse_int4(const int4* in, int4* out) { reverse_block(in, out); }

union Word {
    float f;
    unsigned u;
    unsigned short h[2];
    unsigned char b[4];
};

extern "C" __global__ void unions(const float* in, unsigned* out) {
    __shared__ Word s[96];
    int t = threadIdx.x;
    s[t].f = in[t];
    __syncthreads();
    Word w = s[(t + 1) % 96], v = s[(t * 7) % 96];
    out[t] = w.b[3] + (w.h[0] << 4) + (v.u >> 9);
}

// A union of a load buffer and a result buffer, in turn.
extern "C" __global__ void reused_storage(const float* in, float2* out) {
    __shared__ union {
        float line[128];
        float2 pairs[64];
    } s;
    int t = threadIdx.x;
    s.line[t] = in[t], s.line[t + 64] = in[t + 64];
    __syncthreads();
    float a = s.line[2 * t], b = s.line[(2 * t + 3) % 128];
    __syncthreads();
    s.pairs[63 - t] = make_float2(a + b, a - b);
    __syncthreads();
    out[t] = s.pairs[t];
}

// 33 x 3 threads; y varies inside a warp.
extern "C" __global__ void odd_block(const float* in, float* out, int w, int h) {
    __shared__ float s[3][33];
    int x = blockIdx.x * 33 + threadIdx.x, y = blockIdx.y * 3 + threadIdx.y;
    s[threadIdx.y][threadIdx.x] = x < w && y < h ? in[y * w + x] : 0;
    __syncthreads();
    if (x < w && y < h) out[y * w + x] = s[threadIdx.y][threadIdx.x] + s[(threadIdx.y + 1) % 3][32 - threadIdx.x];
}

extern "C" __global__ void block_3d(const int* in, int* out, int nx, int ny, int nz) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x < nx && y < ny && z < nz) {
        int left = x ? in[(z * ny + y) * nx + x - 1] : 0, below = z ? in[((z - 1) * ny + y) * nx + x] : 0;
        out[(z * ny + y) * nx + x] = left * 2 + below * 3 + in[(z * ny + y) * nx + x];
    }
}

extern "C" __global__ void offset_copy(float* odata, const float* idata, int offset) {
    int xid = blockIdx.x * blockDim.x + threadIdx.x + offset;
    odata[xid] = idata[xid];
}

extern "C" __global__ void stride_copy(float* odata, const float* idata, int stride) {
    int xid = (blockIdx.x * blockDim.x + threadIdx.x) * stride;
    odata[xid] = idata[xid];
}

extern "C" __global__ void wide_offset_copy(const double2* in, double2* out, const int* where) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[where[i]];
}

// A load in every case of a switch, and a device function that takes shared memory.
__device__ int pick(const int* s, int kind, int t) {
    switch (kind) {
        case 0: return s[t];
        case 1: return s[t * 2 % 64];
        case 2: return s[63 - t % 64] + s[0];
        case 3: return 17;
        default: return s[(t * 9 + kind) % 64];
    }
}

extern "C" __global__ void switch_loads(const int* in, const unsigned char* kinds, int* out) {
    __shared__ int s[64];
    if (threadIdx.x < 64) s[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    int t = threadIdx.x;
    out[t] = t < 64 ? pick(s, kinds[t], t) : pick(s, 5, t - 64);
}

// A lambda and a functor over a grid-stride loop with continue and break.
template <typename F>
__device__ void each(int n, F f) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        if (!f(i)) break;
}

extern "C" __global__ void lambda_loop(const int* in, int* out, int n, int stop) {
    each(n, [=](int i) {
        int v = in[i];
        if (v % 3 == 0) return true;
        out[i] = v * v;
        return v != stop;
    });
    for (int k = 0;; ++k) {
        int i = threadIdx.x + k * blockDim.x;
        if (i >= n) break;
        if (blockIdx.x != i % gridDim.x) continue;
        if (in[i] % 3 == 0) out[i] = -in[i];
    }
}

// A 2-D array of float2 and a 3-D array of shorts, walked in unusual orders.
extern "C" __global__ void arrays_in_two_and_three(const float2* in, const short* small, float* out) {
    __shared__ float2 grid[8][9];
    __shared__ short cube[4][8][2];
    int x = threadIdx.x, y = threadIdx.y;  // 8 x 8
    grid[y][x] = in[y * 8 + x];
    cube[x / 2][y][x % 2] = small[y * 8 + x];
    __syncthreads();
    float2 v = grid[x][y];
    out[y * 8 + x] = v.x * cube[y / 2][x][y % 2] + grid[7 - y][x].y;
}

// Constants that are indexed by the lane, statics that are read by all.
__constant__ int primes[32] = {2,  3,  5,  7,  11, 13, 17, 19, 23, 29, 31, 37,  41,  43,  47,  53,
                               59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109, 113, 127, 131};
__device__ const float lookup[8] = {0.5f, 1.5f, 2.5f, 3.5f, 4.5f, 5.5f, 6.5f, 7.5f};

extern "C" __global__ void constants_and_statics(const int* in, float* out) {
    int v = in[blockIdx.x * blockDim.x + threadIdx.x];
    out[blockIdx.x * blockDim.x + threadIdx.x] = primes[threadIdx.x & 31] * lookup[v & 7] + primes[5];
}

// A small matrix in local memory, indexed by data.
extern "C" __global__ void local_memory(const unsigned char* picks, float* out) {
    float m[24];
    for (int i = 0; i < 24; ++i) m[i] = i * 0.25f;
    for (int k = 0; k < 6; ++k) {
        int p = picks[(blockIdx.x * blockDim.x + threadIdx.x) * 6 + k] % 24;
        m[p] = m[(p + 5) % 24] + 1.0f;
    }
    float sum = 0;
#pragma unroll 1
    for (int i = 0; i < 24; ++i) sum += m[i];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
