// Shapes of constants: entries of 1 to 16 bytes, text, structs, planes, several tables, parameters that are arrays.
#include <cuda_fp16.h>

__device__ __forceinline__ int thread_of_grid() { return blockIdx.x * blockDim.x + threadIdx.x; }

typedef unsigned char uchar;
typedef unsigned long long u64;

// ---- entries of one size ------------------------------------------------------------------------------------------

__constant__ signed char steps[16] = {-8, -5, -3, -2, -1, -1, 0, 0, 0, 0, 1, 1, 2, 3, 5, 8};
__constant__ uchar bytes[64] = {
    0,   17,  34,  51,  68,  85,  102, 119, 136, 153, 170, 187, 204, 221, 238, 255, 1,   3,   9,  27,  81, 243,
    217, 139, 161, 227, 169, 251, 241, 211, 121, 107, 65,  195, 73,  219, 145, 179, 25,  75,  225, 163, 233, 187,
    49,  147, 185, 43,  129, 131, 137, 155, 209, 115, 89,  11,  33,  99,  41,  123, 113, 83,  249, 235};
__constant__ short shorts[40] = {0,   -1,  2,   -3,  5,   -8,  13,  -21, 34,  -55, 89,  -144, 233, -377,
                                 610, -987, 1597, -2584, 4181, -6765, 10946, -17711, 28657, 1, 2, 3, 4, 5,
                                 6,   7,   8,   9,   10,  11,  12,  13,  14,  15,  16,  17};
__constant__ u64 wide[16] = {1ull,
                             1000000007ull,
                             0x9e3779b97f4a7c15ull,
                             0xbf58476d1ce4e5b9ull,
                             0x94d049bb133111ebull,
                             6364136223846793005ull,
                             1442695040888963407ull,
                             0xcbf29ce484222325ull,
                             0x100000001b3ull,
                             0xff51afd7ed558ccdull,
                             0xc4ceb9fe1a85ec53ull,
                             2862933555777941757ull,
                             3037000493ull,
                             3935559000370003845ull,
                             2685821657736338717ull,
                             0xdeadbeefcafebabeull};
__constant__ double nodes[10] = {0.1488743389816312, 0.4333953941292472, 0.6794095682990244, 0.8650633666889845,
                                 0.9739065285171717, 0.2955242247147529, 0.2692667193099963, 0.2190863625159820,
                                 0.1494513491505806, 0.0666713443086881};

// Signed bytes by data.
extern "C" __global__ void bytes_signed(const int* at, int* y, int n)
{
    int i = thread_of_grid();
    if (i < n) y[i] = steps[at[i]];
}

// Unsigned bytes; four of a lane make a word.
extern "C" __global__ void bytes_of_lanes(unsigned* y)
{
    int lane = threadIdx.x % 32;
    unsigned word = 0;
    for (int k = 0; k < 4; ++k) word |= (unsigned)bytes[(lane + 9 * k) & 63] << (8 * k);
    y[thread_of_grid()] = word;
}

// A byte to each lane: four lanes share a word.
extern "C" __global__ void byte_of_a_lane(int* y, int n)
{
    int i = thread_of_grid();
    if (i < n) y[i] = bytes[i & 63];
}

// Words of the same bytes, through a cast.
__constant__ __align__(16) uchar aligned_bytes[64] = {
    5,  4,  3,  2,  1,  0,  9,  8,  7,  6,  15, 14, 13, 12, 11, 10, 21, 20, 19, 18, 17, 16,
    27, 26, 25, 24, 23, 22, 33, 32, 31, 30, 29, 28, 39, 38, 37, 36, 35, 34, 45, 44, 43, 42,
    41, 40, 51, 50, 49, 48, 47, 46, 57, 56, 55, 54, 53, 52, 63, 62, 61, 60, 59, 58};

extern "C" __global__ void bytes_as_words(unsigned* y)
{
    const unsigned* words = reinterpret_cast<const unsigned*>(aligned_bytes);
    const u64* doubles = reinterpret_cast<const u64*>(aligned_bytes);
    unsigned lane = threadIdx.x & 31;
    u64 pair = doubles[lane >> 2];
    y[thread_of_grid()] = words[lane & 15] ^ (unsigned)(pair >> (lane & 31));
}

// Shorts backwards; two lanes share a word.
extern "C" __global__ void shorts_backwards(int* y, int n)
{
    int i = thread_of_grid();
    if (i < n) y[i] = shorts[39 - (int)threadIdx.x % 40];
}

// Words of eight bytes.
extern "C" __global__ void wide_by_turns(u64* y, int k, int n)
{
    int i = thread_of_grid();
    if (i < n) y[i] = wide[i % k] * (u64)(i + 1) ^ wide[blockIdx.x & 15];
}

// A quadrature in double precision: the abscissae and the weights are in one table, and the loop has a known end.
extern "C" __global__ void quadrature(const double* left, double* y, int n)
{
    int i = thread_of_grid();
    if (i >= n) return;
    double a = left[i], half = 0.25, sum = 0.0;
    for (int k = 0; k < 5; ++k) {
        double lo = a + half - half * nodes[k], hi = a + half + half * nodes[k];
        sum += nodes[k + 5] * (lo * lo * lo - lo + hi * hi * hi - hi);
    }
    y[i] = half * sum;
}

// Doubles by data.
extern "C" __global__ void doubles_by_data(const int* at, double* y, int n)
{
    int i = thread_of_grid();
    if (i < n) y[i] = nodes[at[i]] * 2.0;
}

// Half precision, one and two at once.
__constant__ unsigned short half_bits[16] = {0x3c00, 0x4000, 0x4200, 0x4400, 0x3800, 0x3400, 0xbc00, 0xc000,
                                             0x3e00, 0x4100, 0x4500, 0x4600, 0x2c00, 0x3000, 0xb800, 0x0000};

extern "C" __global__ void halves(float* y)
{
    int lane = threadIdx.x % 32;
    float a = __half2float(__ushort_as_half(half_bits[lane / 2]));
    float b = __half2float(__ushort_as_half(half_bits[15 - lane / 4]));
    y[thread_of_grid()] = a * 16.0f + b;
}

// ---- vectors ------------------------------------------------------------------------------------------------------

__constant__ float2 directions[8] = {{1.0f, 0.0f},   {0.75f, 0.75f},   {0.0f, 1.0f},  {-0.75f, 0.75f},
                                     {-1.0f, 0.0f},  {-0.75f, -0.75f}, {0.0f, -1.0f}, {0.75f, -0.75f}};
__constant__ float4 lights[6] = {{1.0f, 0.5f, 0.25f, 2.0f},  {0.0f, 1.0f, 0.0f, 1.0f},  {-1.0f, 0.0f, 1.0f, 0.5f},
                                 {0.5f, 0.5f, 0.5f, 4.0f},   {2.0f, -2.0f, 1.0f, 0.25f}, {-0.5f, 1.5f, 3.0f, 8.0f}};
__constant__ uchar4 inks[16] = {{0, 0, 0, 255},     {0, 0, 170, 255},    {0, 170, 0, 255},    {0, 170, 170, 255},
                                {170, 0, 0, 255},   {170, 0, 170, 255},  {170, 85, 0, 255},   {170, 170, 170, 255},
                                {85, 85, 85, 255},  {85, 85, 255, 255},  {85, 255, 85, 255},  {85, 255, 255, 255},
                                {255, 85, 85, 255}, {255, 85, 255, 255}, {255, 255, 85, 255}, {255, 255, 255, 128}};
__constant__ __align__(16) float flat[64] = {
    1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 6.0f, 7.0f, 8.0f, 1.5f, 2.5f, 3.5f, 4.5f, 5.5f, 6.5f, 7.5f, 8.5f,
    0.5f, 0.25f, 0.125f, 1.25f, 2.25f, 3.25f, 4.25f, 5.25f, -1.0f, -2.0f, -3.0f, -4.0f, -5.0f, -6.0f, -7.0f, -8.0f,
    9.0f, 8.0f, 7.0f, 6.0f, 5.0f, 4.0f, 3.0f, 2.0f, 1.0f, 0.0f, 11.0f, 12.0f, 13.0f, 14.0f, 15.0f, 16.0f,
    17.0f, 18.0f, 19.0f, 20.0f, 21.0f, 22.0f, 23.0f, 24.0f, 25.0f, 26.0f, 27.0f, 28.0f, 29.0f, 30.0f, 31.0f, 32.0f};
__constant__ int3 triples[12] = {{0, 1, 2}, {2, 3, 0}, {4, 5, 6}, {6, 7, 4}, {0, 4, 7}, {7, 3, 0},
                                 {1, 5, 6}, {6, 2, 1}, {0, 1, 5}, {5, 4, 0}, {3, 2, 6}, {6, 7, 3}};

// Pairs of floats by data.
extern "C" __global__ void pairs_by_data(const int* which, float2* y, int n)
{
    int i = thread_of_grid();
    if (i >= n) return;
    float2 d = directions[which[i]];
    y[i] = make_float2(d.x * i, d.y * i + 1.0f);
}

// A loop over vectors of sixteen bytes.
extern "C" __global__ void lit(const float* x, float* y, int count, int n)
{
    int i = thread_of_grid();
    if (i >= n) return;
    float px = x[i], sum = 0.0f;
    for (int k = 0; k < count; ++k) {
        float4 l = lights[k];
        sum += l.w * fmaxf(0.0f, fmaf(l.x, px, fmaf(l.y, 0.5f, l.z)));
    }
    y[i] = sum;
}

// Vectors by the lane: all four of it, or a component that the lane chooses.
extern "C" __global__ void vector_of_a_lane(float4* y, float* z)
{
    int i = thread_of_grid(), lane = threadIdx.x % 32;
    y[i] = lights[lane % 6];
    z[i] = reinterpret_cast<const float*>(lights)[lane % 24];
}

// Colours of four bytes, from a picture of indices.
extern "C" __global__ void inked(const uchar* picture, uchar4* y, int width, int height)
{
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (c >= width || r >= height) return;
    uchar4 ink = inks[picture[r * width + c]];
    y[r * width + c] = make_uchar4(ink.z, ink.y, ink.x, ink.w);
}

// A flat table read as pairs and as fours.
extern "C" __global__ void flat_as_pairs(float* y)
{
    int lane = threadIdx.x % 32;
    float2 v = reinterpret_cast<const float2*>(flat)[lane];
    y[thread_of_grid()] = v.x - v.y * 2.0f;
}

extern "C" __global__ void flat_as_fours(const int* at, float* y, int n)
{
    int i = thread_of_grid();
    if (i >= n) return;
    float4 v = ((const float4*)flat)[at[i]];
    y[i] = v.x + 2.0f * v.y + 4.0f * v.z + 8.0f * v.w;
}

extern "C" __global__ void flat_as_uniform_fours(const float* x, float* y, int fours, int n)
{
    int i = thread_of_grid();
    if (i >= n) return;
    float sum = x[i];
    for (int k = 0; k < fours; ++k) {
        float4 v = ((const float4*)flat)[k];
        sum = fmaf(sum, 0.5f, v.x) + v.y * v.z - v.w;
    }
    y[i] = sum;
}

// Three words an entry, which no vector load fits.
extern "C" __global__ void corners(const int* __restrict__ heights, int* y, int n)
{
    int i = thread_of_grid();
    if (i >= n) return;
    int3 t = triples[i % 12];
    y[i] = heights[t.x] + heights[t.y] * 10 + heights[t.z] * 100;
}

// ---- text ---------------------------------------------------------------------------------------------------------

__constant__ char text[] = "The quick brown fox jumps over the lazy dog; pack my box with five dozen liquor jugs.";
__constant__ char digits[17] = "0123456789abcdef";
__constant__ char names[7][10] = {"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"};

// Letters of a text, rotated.
extern "C" __global__ void caesar(char* y, int by)
{
    int i = thread_of_grid();
    if (i >= (int)sizeof(text)) return;
    char c = text[i];
    if (c >= 'a' && c <= 'z') c = 'a' + (c - 'a' + by) % 26;
    y[i] = c;
}

// How often a letter is in the text: all lanes walk over it.
extern "C" __global__ void letters(int* y)
{
    int i = thread_of_grid(), count = 0;
    for (const char* p = text; *p; ++p) count += *p == 'a' + i;
    y[i] = count;
}

// Hexadecimal, eight digits a thread.
extern "C" __global__ void hexadecimal(const unsigned* x, char* y, int n)
{
    int i = thread_of_grid();
    if (i >= n) return;
    for (int k = 0; k < 8; ++k) y[i * 8 + k] = digits[(x[i] >> (28 - 4 * k)) & 15];
}

// Names of the days: a row for a lane, and the row ends where the name ends.
extern "C" __global__ void lengths_of_names(const int* day, int* y, int n)
{
    int i = thread_of_grid();
    if (i >= n) return;
    int d = day[i], k = 0, hash = 5381;
    while (names[d][k]) hash = hash * 33 + names[d][k++];
    y[i] = hash ^ k;
}

// ---- structs ------------------------------------------------------------------------------------------------------

struct Material {
    float density, stiffness;
    int colour;
    short kind;
    signed char hardness;
};

__constant__ Material materials[6] = {{7.5f, 210.0f, 0x888888, 1, 8},  {2.5f, 70.0f, 0xcccccc, 1, 3},
                                      {1.0f, 0.0f, 0x0000ff, 2, -1},   {0.75f, 10.0f, 0x996633, 3, 2},
                                      {19.25f, 78.0f, 0xffdd00, 1, 2}, {0.5f, 0.5f, 0xffffff, 4, -3}};

// An array of structs by data, all members.
extern "C" __global__ void materials_by_data(const int* kind, const float* volume, float* mass, int* code, int n)
{
    int i = thread_of_grid();
    if (i >= n) return;
    Material m = materials[kind[i]];
    mass[i] = m.density * volume[i] + m.stiffness;
    code[i] = m.colour ^ (m.kind << 4) ^ m.hardness;
}

// One member only, by runs of lanes.
extern "C" __global__ void member_by_runs(int* y)
{
    int lane = threadIdx.x & 31;
    y[thread_of_grid()] = materials[lane / 6].kind * 100 + materials[lane % 6].hardness;
}

// One struct for the launch; its members go into the arithmetic.
struct Setup {
    double scale;
    float low, high;
    int offset[3];
    uchar flags;
};

__constant__ Setup setup = {0.125, -0.5f, 0.75f, {10, -20, 30}, 5};

extern "C" __global__ void one_setup(const float* x, double* y, int n)
{
    int i = thread_of_grid();
    if (i >= n) return;
    float v = fminf(fmaxf(x[i], setup.low), setup.high);
    double r = setup.scale * (double)v;
    if (setup.flags & 4) r += setup.offset[i % 3];
    y[i] = r;
}

// Structs in structs, an array inside, walked over by all lanes.
struct Filter {
    int taps;
    float tap[5];
    struct {
        float bias, gain;
    } after;
};

__constant__ Filter filters[4] = {{3, {0.25f, 0.5f, 0.25f}, {0.0f, 1.0f}},
                                  {5, {0.125f, 0.25f, 0.25f, 0.25f, 0.125f}, {0.5f, 2.0f}},
                                  {1, {1.0f}, {-1.0f, 0.5f}},
                                  {4, {-1.0f, 1.0f, -1.0f, 1.0f}, {0.25f, 4.0f}}};

extern "C" __global__ void filter_of_a_block(const float* x, float* y, int n)
{
    int i = thread_of_grid();
    const Filter& f = filters[blockIdx.x & 3];
    float sum = f.after.bias;
    for (int k = 0; k < f.taps; ++k) sum = fmaf(f.tap[k], x[(i + k) % n], sum);
    if (i < n) y[i] = sum * f.after.gain;
}

// The same, and every lane picks its filter.
extern "C" __global__ void filter_of_a_lane(const int* which, const float* x, float* y, int n)
{
    int i = thread_of_grid();
    if (i >= n) return;
    const Filter* f = &filters[which[i]];
    float sum = f->after.bias;
    for (int k = 0; k < f->taps; ++k) sum = fmaf(f->tap[k], x[(i + k) % n], sum);
    y[i] = sum * f->after.gain;
}

// ---- planes, and several tables -----------------------------------------------------------------------------------

__constant__ __align__(16) int distance[8][8] = {
    {0, 4, 9, 3, 7, 2, 8, 5}, {4, 0, 6, 1, 9, 3, 5, 7}, {9, 6, 0, 8, 2, 4, 1, 3}, {3, 1, 8, 0, 5, 6, 7, 2}, {7,
    9, 2, 5, 0, 8, 3, 6}, {2, 3, 4, 6, 8, 0, 9, 1}, {8, 5, 1, 7, 3, 9, 0, 4}, {5, 7, 3, 2, 6, 1, 4, 0}};
__constant__ float spread[2][3][5] = {
    {{1, 2, 3, 4, 5}, {6, 7, 8, 9, 10}, {11, 12, 13, 14, 15}},
    {{-1, -2, -3, -4, -5}, {-6, -7, -8, -9, -10}, {-11, -12, -13, -14, -15}}};

// The length of a tour; the towns are data, so both indices are.
extern "C" __global__ void tour(const int* town, int* y, int stops, int n)
{
    int i = thread_of_grid();
    if (i >= n) return;
    int sum = 0;
    for (int k = 1; k < stops; ++k) sum += distance[town[i + k - 1]][town[i + k]];
    y[i] = sum;
}

// A row to each lane, the column is the loop's; and the other way around.
extern "C" __global__ void rows_of_lanes(const int* x, int* y)
{
    int lane = threadIdx.x & 7, sum = 0;
    for (int c = 0; c < 8; ++c) sum += distance[lane][c] * x[c];
    y[thread_of_grid()] = sum;
}

extern "C" __global__ void columns_of_lanes(const int* x, int* y, int rows)
{
    int lane = threadIdx.x & 7, sum = 0;
#pragma unroll 1
    for (int r = 0; r < rows; ++r) sum = sum * 2 + distance[r][lane] * x[r];
    y[thread_of_grid()] = sum;
}

// Three indices: the block's, the warp's and the lane's.
extern "C" __global__ void three_indices(float* y)
{
    y[thread_of_grid()] = spread[blockIdx.x & 1][(threadIdx.x >> 5) % 3][(threadIdx.x & 31) % 5];
}

// Three indices of a block of three dimensions, with odd sizes.
extern "C" __global__ void three_indices_of_a_block(float* y)
{
    int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    y[t] = spread[threadIdx.z][threadIdx.y][threadIdx.x] * 2.0f;
}

// Many tables in an expression.
extern "C" __global__ void many_tables(const int* x, int* y, int n)
{
    int i = thread_of_grid();
    if (i >= n) return;
    int v = x[i] & 15;
    int s = steps[v] + bytes[v * 4] - shorts[v + (int)(threadIdx.x & 7)];
    s += distance[v >> 1][v & 7] * text[v] + (int)wide[blockIdx.x] + inks[v].x;
    y[i] = s;
}

// Numbers that are no arrays.
__constant__ int bias = 42;
__constant__ float slope = 1.5f;
__constant__ double fine = 0.001953125;
__constant__ bool inverted = true;

extern "C" __global__ void single_numbers(const float* x, double* y, int n)
{
    int i = thread_of_grid();
    if (i >= n) return;
    float v = slope * x[i] + (float)bias;
    y[i] = inverted ? fine - v : fine + v;
}

// A table that nobody can change: what the compiler knows it does not load.
static __constant__ const int known[8] = {3, 1, 4, 1, 5, 9, 2, 6};

extern "C" __global__ void known_table(const int* x, int* y, int n)
{
    int i = thread_of_grid();
    if (i >= n) return;
    int sum = known[2] * x[i];
    for (int k = 0; k < 8; ++k) sum += known[k] << k;
    y[i] = sum + known[x[i] & 7];
}

// Pointers to tables, in a table.
__constant__ const int* rows[4] = {distance[1], distance[3], distance[6], distance[0]};

extern "C" __global__ void pointers_to_tables(int* y)
{
    const int* row = rows[threadIdx.x >> 5 & 3];
    y[thread_of_grid()] = row[threadIdx.x & 7];
}

// Through a pointer that may lead to constant or to global memory.
__device__ __noinline__ int sum_of(const int* p, int count)
{
    int sum = 0;
    for (int k = 0; k < count; ++k) sum = sum * 2 + p[k];
    return sum;
}

extern "C" __global__ void through_a_pointer(const int* x, int* y, int count)
{
    const int* p = threadIdx.x & 1 ? distance[threadIdx.x & 7] : x + (threadIdx.x & 15);
    y[thread_of_grid()] = sum_of(p, count);
}

// PTX by hand.
extern "C" __global__ void ptx_by_hand(int* y)
{
    unsigned address, offset = (threadIdx.x & 31) * 4;
    asm("{ .reg .u64 a; cvta.to.const.u64 a, %1; cvt.u32.u64 %0, a; }" : "=r"(address) : "l"((u64)(size_t)distance));
    int one, a, b, c, d;
    asm volatile("ld.const.s32 %0, [%1];" : "=r"(one) : "r"(address + offset));
    asm volatile("ld.const.v4.s32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(address + (offset & 112)));
    y[thread_of_grid()] = one * 10000 + a * 1000 + b * 100 + c * 10 + d;
}

// ---- parameters that are arrays -----------------------------------------------------------------------------------

struct Octet {
    uchar v[8];
};
struct Quartet {
    short v[4];
};
struct Curve {
    float v[32];
};
struct View {
    float matrix[4][4];
    double origin[3];
    int shift;
    uchar order[12];
};
struct Sheet {
    int v[900];
};

// A handful of bytes in a parameter, by data.
extern "C" __global__ void parameter_bytes(const __grid_constant__ Octet p, const int* at, int* y, int n)
{
    int i = thread_of_grid();
    if (i < n) y[i] = p.v[at[i]];
}

// Shorts in a parameter, by turns and by the block.
extern "C" __global__ void parameter_shorts(const __grid_constant__ Quartet p, int* y)
{
    y[thread_of_grid()] = p.v[threadIdx.x & 3] * 3 + p.v[blockIdx.x & 3];
}

// A parameter of 32 floats, an entry to each lane.
extern "C" __global__ void parameter_of_lanes(float* y, const __grid_constant__ Curve p, int n)
{
    int i = thread_of_grid();
    if (i < n) y[i] = p.v[i & 31] + p.v[(i / 4) & 31];
}

// The same walked over by a loop.
extern "C" __global__ void parameter_walk(const float* x, float* y, const __grid_constant__ Curve p, int terms, int n)
{
    int i = thread_of_grid();
    if (i >= n) return;
    float sum = 0.0f;
    for (int k = 0; k < terms; ++k) sum = fmaf(sum, x[i], p.v[k]);
    y[i] = sum;
}

// The same by value, without the promise not to change it, and unrolled.
extern "C" __global__ void parameter_by_value(const float* x, float* y, Curve p, int n)
{
    int i = thread_of_grid();
    if (i >= n) return;
    float sum = 1.0f;
#pragma unroll
    for (int k = 0; k < 8; ++k) sum = fmaf(sum, x[i], p.v[4 * k]);
    y[i] = sum;
}

// A camera as a parameter: a matrix in registers' stead, and rows by data.
extern "C" __global__ void parameter_view(const __grid_constant__ View p, const float* x, double* y, int n)
{
    int i = thread_of_grid();
    if (i >= n) return;
    int row = p.order[i % 12];
    float a = x[i];
    float r = fmaf(p.matrix[row][0], a, p.matrix[row][3]) + p.matrix[1][2] * a;
    y[i] = p.origin[i % 3] + (double)r + (double)(i >> p.shift);
}

// A parameter of 3600 bytes by a stride.
extern "C" __global__ void parameter_sheet(int* y, const __grid_constant__ Sheet p, int stride)
{
    int i = thread_of_grid();
    y[i] = p.v[(i * stride) % 900] - p.v[blockIdx.x];
}

// Where lanes differ, only some ask the parameter and others a table.
extern "C" __global__ void parameter_or_table(const int* x, float* y, const __grid_constant__ Curve p, int n)
{
    int i = thread_of_grid();
    if (i >= n) return;
    float r;
    if (x[i] & 1) r = p.v[x[i] & 31];
    else r = flat[x[i] & 63] + p.v[blockIdx.x];
    y[i] = r;
}
