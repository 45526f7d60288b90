// Calls that stay calls: structs by value through functions that are not inlined, and control flow that crosses itself.

struct Mixed { char a; short b; int c; double d; char e[5]; };
__device__ __noinline__ Mixed changed(Mixed s, int k) {
    s.a += k;
    s.b *= 2;
    s.c -= k;
    s.d += s.a;
    s.e[k % 5] = s.b;       // a run-time index: the array is copied in other pieces than it was passed in
    return s;
}
extern "C" __global__ void mixed_structs(int* out) {
    Mixed s{1, 2, 3, 4.5, {1, 2, 3, 4, 5}};
    s.c = threadIdx.x;
    s = changed(s, threadIdx.x);
    s = changed(s, 3);
    int* o = out + 9 * threadIdx.x;
    o[0] = s.a; o[1] = s.b; o[2] = s.c; o[3] = (int)(2 * s.d);
    for (int i = 0; i < 5; ++i) o[4 + i] = s.e[i];
}

struct Voxel { float x, y; int n[3]; };
__device__ __noinline__ unsigned long long as_bits(Voxel v, int i) {
    unsigned long long q;
    memcpy(&q, &v, sizeof q);
    return q + v.n[i];
}
union Word { float f; unsigned u; unsigned char b[4]; unsigned short h[2]; };
__device__ __noinline__ Word swapped(Word w, bool whole) {
    if (whole) w.u = __byte_perm(w.u, 0, 0x0123);
    else { unsigned short t = w.h[0]; w.h[0] = w.h[1]; w.h[1] = t; }
    return w;
}
extern "C" __global__ void copied_as_bits(const float* in, unsigned long long* out) {
    int t = threadIdx.x;
    Voxel v = {in[t], -in[t], {1, 2, t}};
    Word w;
    w.f = in[t];
    out[3 * t] = as_bits(v, t % 3);
    out[3 * t + 1] = swapped(w, t & 1).u;
    out[3 * t + 2] = swapped(swapped(w, true), true).b[t & 3];
}

struct Matrix3 { float3 row[3]; };
__device__ __noinline__ Matrix3 product(Matrix3 a, const Matrix3& b) {
    Matrix3 c;
    for (int i = 0; i < 3; ++i) {
        float* to = &c.row[i].x;
        for (int j = 0; j < 3; ++j) {
            to[j] = 0;
            for (int k = 0; k < 3; ++k) to[j] += (&a.row[i].x)[k] * (&b.row[k].x)[j];
        }
    }
    return c;
}
extern "C" __global__ void matrices_by_value(const float* in, float* out) {
    Matrix3 m;
    for (int i = 0; i < 3; ++i) m.row[i] = ((const float3*)in)[3 * threadIdx.x + i];
    Matrix3 r = product(product(m, m), m);
    for (int i = 0; i < 9; ++i) out[9 * threadIdx.x + i] = (&r.row[0].x)[i];
}

// The nodes of a list in local memory, passed down a recursion that changes its argument's bytes.
struct Key { unsigned char b[8]; };
__device__ __noinline__ unsigned folded(Key k, int n) {
    unsigned w;
    memcpy(&w, k.b + 4, 4);
    if (n == 0) return w;
    Key r;
    for (int i = 0; i < 8; i++) r.b[i] = k.b[7 - i] + i;
    return folded(r, n - 1) ^ (folded(k, n - 1) * 5 + (w >> 3));
}
extern "C" __global__ void keys_down_a_recursion(unsigned* out) {
    Key k;
    for (int i = 0; i < 8; i++) k.b[i] = threadIdx.x * i + 3;
    out[threadIdx.x] = folded(k, threadIdx.x % 5);
}

extern "C" __global__ void crossing_gotos(int* out) {
    int x = threadIdx.x, s = 0;
    if (x & 1) goto second;
first:
    s += x;
    x--;
    if (x <= 0) goto end;
second:
    s += 2;
    if (x % 3 == 0) {
        x -= 2;
        goto first;
    }
    x--;
    if (x > 0) goto second;
    goto first;
end:
    out[threadIdx.x] = s;
}

// Objects that end where a loop is left in three ways; addresses in initialisers of device variables.
__device__ int numbers[4] = {1, 2, 3, 4};
__device__ int* second_number = numbers + 1;
__device__ int* both_ends[2] = {numbers, &numbers[3]};
struct Node { int value; Node* next; };
__device__ Node tail = {5, nullptr};
__device__ Node head = {4, &tail};
__device__ const char* words[3] = {"zero", "one", "two"};
extern "C" __global__ void guards_and_addresses(int* out, int* events) {
    struct Guard {
        int* count;
        __device__ Guard(int* c) : count(c) { atomicAdd(count, 1); }
        __device__ ~Guard() { atomicAdd(count, 100); }
    };
    for (int i = 0; i < 3; i++) {
        Guard g(events);
        if (i == 1) continue;
        if (threadIdx.x > 15) break;
    }
    out[threadIdx.x] = second_number[threadIdx.x & 1] + *both_ends[threadIdx.x & 1] * 10 + head.next->value * 100 + words[threadIdx.x % 3][1];
}

// Objects made in place whose class only the running program knows; a parameter of which the address is taken.
struct Shape { float size; __device__ Shape(float s) : size(s) {} __device__ virtual float area() const { return size * size; } };
struct Disc : Shape { __device__ Disc(float s) : Shape(s) {} __device__ float area() const override { return 3.f * size * size; } };
extern "C" __global__ void objects_in_place(float* out) {
    __shared__ alignas(8) char memory[32][sizeof(Disc)];
    Shape* shape;
    if (threadIdx.x & 1) shape = new (memory[threadIdx.x]) Shape(threadIdx.x);
    else shape = new (memory[threadIdx.x]) Disc(threadIdx.x);
    out[threadIdx.x] = shape->area();
}

// More than 128 bytes by value: the function gets a copy in memory, and indexes it at run time.
struct Big { double d[20]; int n[12]; };
__device__ __noinline__ double weighted(Big b, int i) {
    b.d[i % 20] += i;
    b.n[i % 12]++;
    double s = 0;
    for (int k = 0; k < 20; ++k) s += b.d[(k + i) % 20] * b.n[k % 12];
    return s;
}
__device__ __noinline__ double weighted_all_the_way_down(Big b, int i) {
    if (i <= 0) return b.d[(unsigned)b.n[3] % 20];
    b.d[i % 20] += i;
    b.n[3]++;
    return weighted_all_the_way_down(b, i - 1) + weighted_all_the_way_down(b, i - 2);
}
__device__ Big filled(int t) {
    Big b;
    for (int i = 0; i < 20; i++) b.d[i] = i * t;
    for (int i = 0; i < 12; i++) b.n[i] = i + t;
    return b;
}
extern "C" __global__ void big_structs(double* out) {
    Big b = filled(threadIdx.x);
    double s = 0;
    for (int i = 0; i < 3; i++) s += weighted(b, threadIdx.x + i) * (i + 1);
    out[threadIdx.x] = s + weighted(b, 2);
}
extern "C" __global__ void big_structs_down_a_recursion(double* out) {
    out[threadIdx.x] = weighted_all_the_way_down(filled(threadIdx.x), threadIdx.x % 6);
}

struct Table { int entry[16]; };
extern "C" __global__ void parameters_of_the_grid(int* out, const __grid_constant__ Table table) {
    const int* entries = table.entry;
    out[threadIdx.x] = entries[threadIdx.x & 15];
}
extern "C" __global__ void parameters_by_index(int* out, Table table) {
    table.entry[threadIdx.x & 7] += 5;
    out[threadIdx.x] = table.entry[3] + table.entry[threadIdx.x & 15];
}
