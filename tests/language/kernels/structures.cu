// Vector types, structs by value, arrays of structs, unions, pointers to pointers, packed bytes.

extern "C" __global__ void float_vectors(const float2* a, const float3* b, const float4* c, float4* out) {
    int i = threadIdx.x;
    float2 p = a[i];
    float3 q = b[i];
    float4 r = c[i];
    out[i] = make_float4(p.x + q.x, p.y * q.y, q.z - r.w, r.x + r.y + r.z);
}

extern "C" __global__ void int_vectors(const int4* a, const char4* b, const uchar4* c, const short2* d, int4* out,
                                       char4* chars) {
    int i = threadIdx.x;
    int4 v = a[i];
    char4 w = b[i];
    v.x += w.x; v.y += w.y; v.z += w.z; v.w += w.w;
    v.x ^= c[i].w; v.y -= c[i].z; v.z |= d[i].x; v.w &= d[i].y;
    out[i] = v;
    chars[i] = make_char4(w.w, w.z + 100, -w.y, w.x ^ 0x55);
}

extern "C" __global__ void wide_vectors(const longlong2* a, const double2* b, const ulonglong2* c, double2* out,
                                        longlong2* longs) {
    int i = threadIdx.x;
    out[i] = make_double2(b[i].y + (double)a[i].x, b[i].x * 2.0);
    longs[i] = make_longlong2(a[i].y ^ (long long)c[i].x, (long long)(c[i].y >> 3));
}

extern "C" __global__ void narrow_vectors(const uchar2* a, const uchar3* b, const ushort4* c, ushort4* out, uchar3* bytes) {
    int i = threadIdx.x;
    out[i] = make_ushort4(c[i].w, c[i].z + a[i].x, c[i].y * b[i].x, c[i].x - a[i].y);
    bytes[i] = make_uchar3(b[i].z, b[i].y + 1, b[i].x << 1);
}

extern "C" __global__ void vectors_through_casts(const float* in, float* out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (4 * i + 3 < n) {
        float4 v = reinterpret_cast<const float4*>(in)[i];
        v.x *= 2.0f; v.y *= 2.0f; v.z *= 2.0f; v.w *= 2.0f;
        reinterpret_cast<float4*>(out)[i] = v;
    } else {
        for (int k = 4 * i; k < n; ++k) out[k] = 2.0f * in[k];
    }
}

extern "C" __global__ void greyscale(const uchar4* rgba, unsigned char* grey, int width, int height) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    uchar4 p = rgba[y * width + x];
    grey[y * width + x] = (unsigned char)((77 * p.x + 150 * p.y + 29 * p.z) >> 8);
}

struct Particle {
    float3 position;
    float mass;
    float3 velocity;
    int id;
};

extern "C" __global__ void arrays_of_structs(Particle* particles, int n, float dt) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    Particle p = particles[i];
    p.position.x += dt * p.velocity.x;
    p.position.y += dt * p.velocity.y;
    p.position.z += dt * p.velocity.z;
    p.velocity.y -= 9.81f * dt;
    p.id = -p.id;
    particles[i] = p;
}

struct ParticlesView {
    float* x;
    float* v;
    const float* mass;
    int count;
};

__device__ __noinline__ void kick(const ParticlesView& view, int i, float impulse) {
    view.v[i] += impulse / view.mass[i];
    view.x[i] += view.v[i];
}

extern "C" __global__ void structs_of_arrays(float* x, float* v, const float* mass, int count, float impulse) {
    ParticlesView view{x, v, mass, count};
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < view.count) kick(view, i, impulse);
}

struct Inner {
    short a;
    char b;
    double c;
};
struct Outer {
    Inner first;
    int table[3];
    Inner second;
    bool flag;
};

extern "C" __global__ void nested_structs(Outer value, const Outer* buffer, double* out) {
    int i = threadIdx.x;
    const Outer& o = buffer[i];
    out[i] = value.first.a + value.second.b + value.table[i % 3] + (value.flag ? o.first.c : o.second.c) + o.table[2] + o.first.b;
}

struct Big {
    float coefficients[16];
    int order;
};

__device__ __noinline__ float evaluate(Big big, float x) {
    float y = 0.0f;
    for (int k = big.order; k >= 0; --k) y = y * x + big.coefficients[k];
    return y;
}

extern "C" __global__ void big_struct_by_value(Big big, const float* x, float* y) {
    y[threadIdx.x] = evaluate(big, x[threadIdx.x]);
}

struct Complex {
    float re, im;
};

__device__ __noinline__ Complex multiply(Complex a, Complex b) {
    Complex c = {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
    return c;
}

extern "C" __global__ void structs_returned(const Complex* a, const Complex* b, Complex* out) {
    Complex z = multiply(a[threadIdx.x], b[threadIdx.x]);
    out[threadIdx.x] = multiply(z, z);
}

union Value {
    float f;
    int i;
    unsigned char bytes[4];
    struct {
        unsigned short low, high;
    } halves;
};

extern "C" __global__ void unions(const float* in, int* out) {
    Value v;
    v.f = in[threadIdx.x];
    v.bytes[threadIdx.x % 4] ^= 0xFF;
    v.halves.low += 3;
    out[threadIdx.x] = v.i;
}

extern "C" __global__ void pointers_to_pointers(int* a, int* b, int* out) {
    int* rows[4] = {a, b, a + 32, b + 32};
    int** table = rows;
    int i = threadIdx.x;
    int* row = table[i % 4];
    out[i] = row[i] + *(*(table + (i + 1) % 4) + i);
    int*& alias = rows[i % 2];
    alias = out;
    out[i] += (int)(rows[0] == out) + 2 * (int)(rows[1] == out);
}

extern "C" __global__ void row_pointers(float* storage, float** rows, int width, int height) {
    int r = threadIdx.x;
    if (r < height) rows[r] = storage + r * width;
    __syncthreads();
    for (int c = threadIdx.x; c < width; c += blockDim.x)
        for (int k = 0; k < height; ++k) rows[k][c] += k * 10.0f;
}

struct Node {
    int value;
    int next;
};

extern "C" __global__ void linked_lists(const Node* nodes, const int* heads, int* sums, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int sum = 0;
    for (int at = heads[i]; at >= 0; at = nodes[at].next) sum += nodes[at].value;
    sums[i] = sum;
}

struct Tree {
    int key;
    Tree* left;
    Tree* right;
};

extern "C" __global__ void pointer_trees(Tree* nodes, int count, const int* queries, int* depths) {
    if (threadIdx.x == 0) {
        for (int k = 1; k < count; ++k) {
            Tree* at = nodes;
            while (true) {
                Tree** child = nodes[k].key < at->key ? &at->left : &at->right;
                if (*child == nullptr) {
                    *child = &nodes[k];
                    break;
                }
                at = *child;
            }
        }
    }
    __syncthreads();
    int depth = 0;
    for (Tree* at = nodes; at; at = queries[threadIdx.x] < at->key ? at->left : at->right) {
        if (at->key == queries[threadIdx.x]) break;
        ++depth;
    }
    depths[threadIdx.x] = depth;
}

struct __align__(8) Aligned {
    float a;
    int b;
};

extern "C" __global__ void shared_structs(const Aligned* in, Aligned* out) {
    __shared__ Aligned tile[32];
    __shared__ struct { int total; float scale; } header;
    if (threadIdx.x == 0) {
        header.total = 0;
        header.scale = 0.5f;
    }
    tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    atomicAdd(&header.total, tile[threadIdx.x].b);
    __syncthreads();
    Aligned other = tile[31 - threadIdx.x];
    other.a *= header.scale;
    other.b += header.total;
    out[threadIdx.x] = other;
}

extern "C" __global__ void packed_bytes(const unsigned char* in, int* out) {
    int i = threadIdx.x;
    int value;
    memcpy(&value, in + 5 * i + 1, 4);  // not aligned
    out[i] = value;
}

extern "C" __global__ void copies_and_fills(const int* in, int* out) {
    int local[8];
    memset(local, 0xFF, sizeof(local));
    memcpy(local + 2, in + 4 * threadIdx.x, 4 * sizeof(int));
    for (int k = 0; k < 8; ++k) out[8 * threadIdx.x + k] = local[k];
}

extern "C" __global__ void pointer_arithmetic(const short* begin, int length, long long* out) {
    const short* end = begin + length;
    const short* middle = begin + (end - begin) / 2;
    const short* p = middle - threadIdx.x;
    out[3 * threadIdx.x] = end - p;
    out[3 * threadIdx.x + 1] = *p + *(middle + threadIdx.x) + p[1];
    out[3 * threadIdx.x + 2] = (p < middle) + 2 * (p == begin) + 4 * ((const char*)end - (const char*)p > 40);
}

extern "C" __global__ void matrices_in_registers(const float* in, float* out) {
    float m[3][3], r[3][3] = {};
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) m[i][j] = in[threadIdx.x * 9 + i * 3 + j];
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j)
            for (int k = 0; k < 3; ++k) r[i][j] += m[i][k] * m[k][j];
    for (int i = 0; i < 9; ++i) out[threadIdx.x * 9 + i] = r[i / 3][i % 3];
}
