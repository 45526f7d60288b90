// mma.sync of bytes and doubles with fragments gathered by hand. A row-major, B as rows of its columns (N x K).
typedef unsigned u32;
#define TILE(rows)                                                                                                    \
    int l = threadIdx.x % 32, g = l / 4, t = l % 4;                                                                   \
    int r = blockIdx.y * rows + g, n0 = (blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32) * 8, n = n0 + g;          \
    if (n0 >= N) return;
#define KEEP                                                                                                          \
    C[r * N + n0 + 2 * t] = c[0], C[r * N + n0 + 2 * t + 1] = c[1];                                                   \
    C[(r + 8) * N + n0 + 2 * t] = c[2], C[(r + 8) * N + n0 + 2 * t + 1] = c[3];
#define WORD(p) (*(const int*)(p))
#define IMMA32(types)                                                                                                 \
    for (int k = 4 * t; k < K; k += 32)                                                                               \
        asm volatile("mma.sync.aligned.m16n8k32.row.col." types " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9},"             \
                     " {%0,%1,%2,%3};"                                                                                \
                     : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])                                                 \
                     : "r"(WORD(A + r * K + k)), "r"(WORD(A + (r + 8) * K + k)), "r"(WORD(A + r * K + k + 16)),       \
                       "r"(WORD(A + (r + 8) * K + k + 16)), "r"(WORD(B + n * K + k)), "r"(WORD(B + n * K + k + 16)));
#define IMMA16(types)                                                                                                 \
    for (int k = 4 * t; k < K; k += 16)                                                                               \
        asm volatile("mma.sync.aligned.m16n8k16.row.col." types " {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"       \
                     : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])                                                 \
                     : "r"(WORD(A + r * K + k)), "r"(WORD(A + (r + 8) * K + k)), "r"(WORD(B + n * K + k)));

extern "C" __global__ void mma_s8_k32(const signed char* A, const signed char* B, int* C, int N, int K)
{
    TILE(16)
    int c[4] = {};
    IMMA32("s32.s8.s8.s32")
    KEEP
}
extern "C" __global__ void mma_u8_k32(const unsigned char* A, const unsigned char* B, int* C, int N, int K)
{
    TILE(16)
    int c[4] = {1, 2, 3, 4};
    IMMA32("s32.u8.u8.s32")
    KEEP
}
extern "C" __global__ void mma_u8s8_k32(const unsigned char* A, const signed char* B, int* C, int N, int K)
{
    TILE(16)
    int c[4] = {};
    IMMA32("s32.u8.s8.s32")
    KEEP
}
extern "C" __global__ void mma_s8_k16(const signed char* A, const signed char* B, int* C, int N, int K)
{
    TILE(16)
    int c[4] = {};
    IMMA16("s32.s8.s8.s32")
    KEEP
}
extern "C" __global__ void mma_s8u8_k16(const signed char* A, const unsigned char* B, int* C, int N, int K)
{
    TILE(16)
    int c[4] = {-7, 7, -9, 9};
    IMMA16("s32.s8.u8.s32")
    KEEP
}
extern "C" __global__ void mma_u8_m8n8k16(const unsigned char* A, const unsigned char* B, int* C, int N, int K)
{
    TILE(8)
    int c0 = 0, c1 = 0;
    for (int k = 4 * t; k < K; k += 16)
        asm volatile("mma.sync.aligned.m8n8k16.row.col.s32.u8.u8.s32 {%0,%1}, {%2}, {%3}, {%0,%1};"
                     : "+r"(c0), "+r"(c1) : "r"(WORD(A + r * K + k)), "r"(WORD(B + n * K + k)));
    *(int2*)(C + r * N + n0 + 2 * t) = make_int2(c0, c1);
}
// sums that begin near the ends of an int and stop there
extern "C" __global__ void mma_s8_saturated(const signed char* A, const signed char* B, int* C, int N, int K, int near)
{
    TILE(16)
    int c[4] = {near, -near, near, -near};
    IMMA32("satfinite.s32.s8.s8.s32")
    KEEP
}
// the same without satfinite: around the end and on from the other side
extern "C" __global__ void mma_s8_wrapping(const signed char* A, const signed char* B, int* C, int N, int K, int near)
{
    TILE(16)
    int c[4] = {near, -near, near, -near};
    IMMA16("s32.s8.s8.s32")
    KEEP
}
extern "C" __global__ void mma_f64_m8n8k4(const double* A, const double* B, double* C, int N, int K)
{
    TILE(8)
    double c0 = 0, c1 = 0;
    for (int k = t; k < K; k += 4)
        asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
                     : "+d"(c0), "+d"(c1) : "d"(A[r * K + k]), "d"(B[n * K + k]));
    *(double2*)(C + r * N + n0 + 2 * t) = make_double2(c0, c1);
}
extern "C" __global__ void mma_f64_m16n8k4(const double* A, const double* B, double* C, int N, int K)
{
    TILE(16)
    double c[4] = {};
    for (int k = t; k < K; k += 4)
        asm volatile("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
                     : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
                     : "d"(A[r * K + k]), "d"(A[(r + 8) * K + k]), "d"(B[n * K + k]));
    KEEP
}
extern "C" __global__ void mma_f64_m16n8k8(const double* A, const double* B, double* C, int N, int K)
{
    TILE(16)
    double c[4] = {};
    for (int k = t; k < K; k += 8)
        asm volatile("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9},"
                     " {%0,%1,%2,%3};"
                     : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
                     : "d"(A[r * K + k]), "d"(A[(r + 8) * K + k]), "d"(A[r * K + k + 4]), "d"(A[(r + 8) * K + k + 4]),
                       "d"(B[n * K + k]), "d"(B[n * K + k + 4]));
    KEEP
}
extern "C" __global__ void mma_f64_m16n8k16(const double* A, const double* B, double* C, int N, int K)
{
    TILE(16)
    double c[4] = {};
    for (int k = t; k < K; k += 16) {
        const double *u = A + r * K + k, *d = u + 8 * K, *b = B + n * K + k;
        asm volatile("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5,%6,%7,%8,%9,%10,%11},"
                     " {%12,%13,%14,%15}, {%0,%1,%2,%3};"
                     : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
                     : "d"(u[0]), "d"(d[0]), "d"(u[4]), "d"(d[4]), "d"(u[8]), "d"(d[8]), "d"(u[12]), "d"(d[12]),
                       "d"(b[0]), "d"(b[4]), "d"(b[8]), "d"(b[12]));
    }
    KEEP
}
