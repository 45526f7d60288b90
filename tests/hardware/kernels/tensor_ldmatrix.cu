// ldmatrix, stmatrix and movmatrix: rows at a stride, padded, swizzled, permuted, repeated. All is written out.
typedef unsigned u32;
typedef unsigned short u16;
__device__ __forceinline__ u32 at(const void* p) { return (u32)__cvta_generic_to_shared(p); }
#define LD1(T, r, p)                                                                                                  \
    asm volatile("ldmatrix.sync.aligned.m8n8.x1" T ".shared.b16 {%0}, [%1];" : "=r"(r[0]) : "r"(at(p)) : "memory")
#define LD2(T, r, p)                                                                                                  \
    asm volatile("ldmatrix.sync.aligned.m8n8.x2" T ".shared.b16 {%0,%1}, [%2];"                                       \
                 : "=r"(r[0]), "=r"(r[1]) : "r"(at(p)) : "memory")
#define LD4(T, r, p)                                                                                                  \
    asm volatile("ldmatrix.sync.aligned.m8n8.x4" T ".shared.b16 {%0,%1,%2,%3}, [%4];"                                 \
                 : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3]) : "r"(at(p)) : "memory")
#define ST1(T, p, r)                                                                                                  \
    asm volatile("stmatrix.sync.aligned.m8n8.x1" T ".shared.b16 [%0], {%1};" ::"r"(at(p)), "r"(r[0]) : "memory")
#define ST2(T, p, r)                                                                                                  \
    asm volatile("stmatrix.sync.aligned.m8n8.x2" T ".shared.b16 [%0], {%1,%2};"                                       \
                 ::"r"(at(p)), "r"(r[0]), "r"(r[1]) : "memory")
#define ST4(T, p, r)                                                                                                  \
    asm volatile("stmatrix.sync.aligned.m8n8.x4" T ".shared.b16 [%0], {%1,%2,%3,%4};"                                 \
                 ::"r"(at(p)), "r"(r[0]), "r"(r[1]), "r"(r[2]), "r"(r[3]) : "memory")
#define FILL(words)                                                                                                   \
    __shared__ __align__(128) u16 s[4096];                                                                            \
    for (int i = threadIdx.x; i < 4096; i += blockDim.x) s[i] = in[i];                                                \
    __syncthreads();                                                                                                  \
    int l = threadIdx.x % 32;                                                                                         \
    u32 r[4];                                                                                                         \
    out += (blockIdx.x * blockDim.x + threadIdx.x) * (words);

// lane l names row l, `stride` halves apart (a multiple of 8, at most 128)
extern "C" __global__ void ldm_x1(const u16* in, u32* out, int stride)
{
    FILL(1)
    LD1("", r, s + (l % 8) * stride);
    out[0] = r[0];
}
extern "C" __global__ void ldm_x1_trans(const u16* in, u32* out, int stride)
{
    FILL(1)
    LD1(".trans", r, s + (l % 8) * stride);
    out[0] = r[0];
}
extern "C" __global__ void ldm_x2(const u16* in, u32* out, int stride)
{
    FILL(2)
    LD2("", r, s + (l % 16) * stride);
    out[0] = r[0], out[1] = r[1];
}
extern "C" __global__ void ldm_x2_trans(const u16* in, u32* out, int stride)
{
    FILL(2)
    LD2(".trans", r, s + (l % 8) * stride + l / 8 % 2 * 8);
    out[0] = r[0], out[1] = r[1];
}
extern "C" __global__ void ldm_x4(const u16* in, u32* out, int stride)
{
    FILL(4)
    LD4("", r, s + l * stride);
    *(uint4*)out = make_uint4(r[0], r[1], r[2], r[3]);
}
// a tile of 16 x 16: rows l % 16, left and right half
extern "C" __global__ void ldm_x4_tile(const u16* in, u32* out, int stride)
{
    FILL(4)
    LD4("", r, s + (l % 16) * stride + l / 16 * 8);
    *(uint4*)out = make_uint4(r[0], r[1], r[2], r[3]);
}
extern "C" __global__ void ldm_x4_trans(const u16* in, u32* out, int stride)
{
    FILL(4)
    LD4(".trans", r, s + (l % 16) * stride + l / 16 * 8);
    *(uint4*)out = make_uint4(r[0], r[1], r[2], r[3]);
}
// any rows, from a list; some may be named twice
extern "C" __global__ void ldm_listed(const u16* in, const int* rows, u32* out)
{
    FILL(7)
    int mine = rows[threadIdx.x] * 8;
    LD4("", r, s + mine);
    out[0] = r[0], out[1] = r[1], out[2] = r[2], out[3] = r[3];
    LD2(".trans", r, s + mine);
    out[4] = r[0], out[5] = r[1];
    LD1("", r, s + mine);
    out[6] = r[0];
}
// all eight rows of a matrix are one row; the four matrices lie `apart` halves from each other
extern "C" __global__ void ldm_one_row(const u16* in, u32* out, int apart)
{
    FILL(4)
    LD4("", r, s + l / 8 * apart);
    *(uint4*)out = make_uint4(r[0], r[1], r[2], r[3]);
}
// a tile of 64 halves a row, its 16-byte pieces exchanged by XOR with the row: all columns, one after another
extern "C" __global__ void ldm_swizzled64(const u16* in, u32* out, int bits)
{
    __shared__ __align__(128) u16 s[32 * 64];
    int l = threadIdx.x % 32, w = threadIdx.x / 32;
    for (int i = threadIdx.x; i < 2048; i += blockDim.x) {
        int row = i / 64, c = i % 64 / 8;
        s[row * 64 + (c ^ (row & bits)) * 8 + i % 8] = in[i];
    }
    __syncthreads();
    u32 r[4];
    for (int c = w; c < 8; c += blockDim.x / 32) {
        LD4("", r, s + l * 64 + (c ^ (l & bits)) * 8);
        for (int k = 0; k < 4; k++) out[(c * 4 + k) * 32 + l] = r[k];
    }
}
// 32 halves a row: two rows share a line of banks, so the XOR takes the row's upper bits
extern "C" __global__ void ldm_swizzled32(const u16* in, u32* out, int shift, int bits)
{
    __shared__ __align__(128) u16 s[32 * 32];
    int l = threadIdx.x % 32;
    for (int i = threadIdx.x; i < 1024; i += blockDim.x) {
        int row = i / 32, c = i % 32 / 8;
        s[row * 32 + (c ^ ((row >> shift) & bits)) * 8 + i % 8] = in[i];
    }
    __syncthreads();
    u32 r[4];
    for (int c = 0; c < 4; c += 2) {
        int row = l % 16, piece = c + l / 16;
        LD4(".trans", r, s + row * 32 + (piece ^ ((row >> shift) & bits)) * 8);
        for (int k = 0; k < 4; k++) out[((threadIdx.x / 32 * 2 + c / 2) * 4 + k) * 32 + l] = r[k];
    }
}
// only the warps below `until` load, the others go on without
extern "C" __global__ void ldm_some_warps(const u16* in, u32* out, int stride, int until)
{
    FILL(4)
    for (int k = 0; k < 4; k++) r[k] = k;
    if (threadIdx.x / 32 < until) LD4("", r, s + (threadIdx.x / 32 * 8 + l % 8) * stride + l / 8 * 8);
    for (int k = 0; k < 4; k++) out[k] = r[k];
}
#define STORED(words)                                                                                                 \
    __shared__ __align__(128) u16 s[4096];                                                                            \
    for (int i = threadIdx.x; i < 4096; i += 32) s[i] = 0xffff;                                                       \
    __syncwarp();                                                                                                     \
    int l = threadIdx.x;                                                                                              \
    u32 r[4];                                                                                                         \
    for (int k = 0; k < words; k++) r[k] = in[(blockIdx.x * words + k) * 32 + l];
#define SHOWN                                                                                                         \
    __syncwarp();                                                                                                     \
    for (int i = l; i < 4096; i += 32) out[blockIdx.x * 4096 + i] = s[i];
extern "C" __global__ void stm_x1(const u32* in, u16* out, int stride)
{
    STORED(1)
    ST1("", s + (l % 8) * stride, r);
    SHOWN
}
extern "C" __global__ void stm_x2(const u32* in, u16* out, int stride)
{
    STORED(2)
    ST2("", s + (l % 16) * stride, r);
    SHOWN
}
extern "C" __global__ void stm_x2_trans(const u32* in, u16* out, int stride)
{
    STORED(2)
    ST2(".trans", s + (l % 16) * stride, r);
    SHOWN
}
extern "C" __global__ void stm_x4(const u32* in, u16* out, int stride)
{
    STORED(4)
    ST4("", s + l * stride, r);
    SHOWN
}
extern "C" __global__ void stm_x4_tile_trans(const u32* in, u16* out, int stride)
{
    STORED(4)
    ST4(".trans", s + (l % 16) * stride + l / 16 * 8, r);
    SHOWN
}
extern "C" __global__ void stm_swizzled(const u32* in, u16* out, int bits)
{
    STORED(4)
    for (int c = 0; c < 8; c++) {
        ST4("", s + l * 64 + (c ^ (l & bits)) * 8, r);
        for (int k = 0; k < 4; k++) r[k] += 0x00010001;
    }
    SHOWN
}
__device__ __forceinline__ u32 turned(u32 x)
{
    u32 y;
    asm volatile("movmatrix.sync.aligned.m8n8.trans.b16 %0, %1;" : "=r"(y) : "r"(x));
    return y;
}
// 8 x 8 halves a warp, held as fragments, transposed in registers
extern "C" __global__ void movm_8x8(const u32* in, u32* out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = turned(in[i]);
}
// a 16 x 16 tile (four quarters, the two beside the diagonal change places) inside a matrix of n columns
extern "C" __global__ void movm_16x16(const u16* in, u16* out, int n, int m)
{
    int l = threadIdx.x, g = l / 4, t = l % 4, r0 = blockIdx.y * 16, c0 = blockIdx.x * 16;
    u32 q[4];
    for (int k = 0; k < 4; k++) q[k] = *(const u32*)(in + (r0 + k / 2 * 8 + g) * n + c0 + k % 2 * 8 + 2 * t);
    u32 x = q[1];
    q[1] = q[2], q[2] = x;
    for (int k = 0; k < 4; k++) *(u32*)(out + (c0 + k / 2 * 8 + g) * m + r0 + k % 2 * 8 + 2 * t) = turned(q[k]);
}
// transposed on the way: ldmatrix takes rows, stmatrix.trans puts columns, 32 x 32 in shared memory
extern "C" __global__ void ldm_stm_transpose(const u16* in, u16* out, int pad)
{
    __shared__ __align__(128) u16 a[32 * 64], b[32 * 64];
    int tid = threadIdx.x, l = tid % 32, w = tid / 32, row = 32 + pad;
    in += blockIdx.x * 1024, out += blockIdx.x * 1024;
    for (int i = tid; i < 1024; i += blockDim.x) a[i / 32 * row + i % 32] = in[i];
    __syncthreads();
    u32 r[4];
    for (int q = w; q < 4; q += blockDim.x / 32) {
        int y = q / 2 * 16, x = q % 2 * 16;
        LD4("", r, a + (y + l % 8 + l / 16 * 8) * row + x + l / 8 % 2 * 8);
        ST4(".trans", b + (x + l % 8 + l / 8 % 2 * 8) * row + y + l / 16 * 8, r);
    }
    __syncthreads();
    for (int i = tid; i < 1024; i += blockDim.x) out[i] = b[i / 32 * row + i % 32];
}
