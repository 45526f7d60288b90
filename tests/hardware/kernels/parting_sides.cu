// Two and more sides of a branch: short and long, nested, many cases, conditions in parts, predicated code.
#ifndef LONG
#define LONG 12
#endif

#define HERE ((int)(blockIdx.x * blockDim.x + threadIdx.x))

// Some integer work of a number of operations that is known at compile time.
template <int OPS>
__device__ __forceinline__ unsigned churn(unsigned v, unsigned salt)
{
#pragma unroll
    for (int k = 0; k < OPS; ++k) v = (k & 1) ? v ^ (v >> 3) ^ (salt + k) : v * 5u + salt;
    return v;
}

// A single operation in each side, decided by the parity of the lane.
extern "C" __global__ void sides_of_one(unsigned* x, int n)
{
    int i = HERE;
    if (i >= n) return;
    if (threadIdx.x & 1) x[i] += 7u;
    else x[i] ^= 7u;
}

// Sides of three and of forty operations by data.
extern "C" __global__ void sides_unequal(const unsigned* __restrict__ x, unsigned* out, unsigned limit, int n)
{
    int i = HERE;
    if (i >= n) return;
    unsigned v = x[i];
    if (v < limit) v = churn<3>(v, 11u);
    else v = churn<40>(v, 29u);
    out[i] = v;
}

// Both sides LONG operations, and stores inside of both.
extern "C" __global__ void sides_with_stores(const unsigned* __restrict__ x, unsigned* a, unsigned* b, int group, int n)
{
    int i = HERE;
    if (i >= n) return;
    unsigned v = x[i];
    if (threadIdx.x / group % 2 == 0) {
        v = churn<LONG>(v, 3u);
        a[i] = v;
    } else {
        v = churn<LONG>(v + 1u, 5u);
        b[i] = v;
        a[i] = v >> 1;
    }
}

// Only an if, taken by one lane in so many.
extern "C" __global__ void rare_if(unsigned* x, unsigned every, int n)
{
    int i = HERE;
    if (i < n) {
        unsigned v = x[i];
        if (v % every == 0) {
            v = churn<20>(v, 17u);
            if (v & 1) v += v >> 4;
        }
        x[i] = v;
    }
}

// The condition is the same in a warp: by warp number, by block, by an argument.
extern "C" __global__ void uniform_sides(const unsigned* __restrict__ x, unsigned* out, int mode)
{
    int i = HERE;
    unsigned v = x[i];
    if ((threadIdx.x >> 5) & 1) v = churn<10>(v, 1u);
    else v = churn<14>(v, 2u);
    if (blockIdx.x % 3 == 1) v = churn<9>(v, 3u);
    if (mode == 2) v = churn<16>(v, 4u);
    else if (mode > 2) v += 9u;
    out[i] = v;
}

// Four levels of ifs by the bits of a value.
extern "C" __global__ void nested_bits(const unsigned* __restrict__ x, unsigned* out, int n)
{
    int i = HERE;
    if (i >= n) return;
    unsigned v = x[i], r = 1;
    if (v & 1) {
        r = churn<6>(v, 1u);
        if (v & 2) {
            r += churn<7>(r, 2u);
            if (v & 4) {
                r ^= churn<8>(v, 3u);
                if (v & 8) r = churn<9>(r, 4u);
                else r -= 5u;
            }
        } else {
            if (v & 4) r = churn<5>(r, 6u);
            out[n + i] = r;
        }
    } else if (v & 16) r = churn<11>(v, 7u);
    out[i] = r;
}

// A chain of else-ifs over ranges, as in a table of taxes.
extern "C" __global__ void chain_of_ranges(const int* __restrict__ income, int* tax, int n)
{
    int i = HERE;
    if (i >= n) return;
    int v = income[i], t;
    if (v < 100) t = 0;
    else if (v < 250) t = (v - 100) * 15 / 100;
    else if (v < 500) t = 22 + (v - 250) * 24 / 100;
    else if (v < 800) t = 82 + (v - 500) * 37 / 100 + v % 7;
    else t = 193 + (v - 800) * 45 / 100 + v % 11 + v % 13;
    tax[i] = t;
}

// Two cases by the lane.
extern "C" __global__ void switch_two(unsigned* x)
{
    int i = HERE;
    switch (threadIdx.x % 2) {
        case 0: x[i] = churn<15>(x[i], 8u); break;
        case 1: x[i] = churn<8>(x[i], 9u) * x[i]; break;
    }
}

// Five cases and a default by data, one falls through.
extern "C" __global__ void switch_data(const unsigned* __restrict__ x, unsigned* out, unsigned kinds, int n)
{
    int i = HERE;
    if (i >= n) return;
    unsigned v = x[i], r = v;
    switch (v % kinds) {
        case 0: r = churn<4>(v, 1u); break;
        case 1: r = churn<12>(v, 2u);
        case 2: r += churn<6>(v, 3u); break;
        case 4: out[n + i] = v; r = ~v; break;
        case 9: r = v / 3u + v % 10u; break;
        default: r = 0u;
    }
    out[i] = r;
}

// A case for each lane, thirty-two bodies that differ.
extern "C" __global__ void switch_lanes(unsigned* x, int ways)
{
    int i = HERE;
    unsigned v = x[i];
#define BODY(k) case k: for (unsigned r = 0; r < 2u + k % 5; ++r) v = v * (2u * k + 3u) + (v >> (k % 7 + 1)); break;
    switch (threadIdx.x % ways) {
        BODY(0) BODY(1) BODY(2) BODY(3) BODY(4) BODY(5) BODY(6) BODY(7) BODY(8) BODY(9) BODY(10) BODY(11) BODY(12) BODY(13)
        BODY(14) BODY(15) BODY(16) BODY(17) BODY(18) BODY(19) BODY(20) BODY(21) BODY(22) BODY(23) BODY(24) BODY(25) BODY(26)
        BODY(27) BODY(28) BODY(29) BODY(30) BODY(31)
    }
    x[i] = v;
}

// Eight cases by the number of the warp, so no warp parts.
extern "C" __global__ void switch_warps(unsigned* x)
{
    int i = HERE;
    unsigned v = x[i];
    switch ((i >> 5) & 7) {
        case 0: v = churn<3>(v, 1u); break;
        case 1: v = churn<6>(v, 2u); break;
        case 2: v = __brev(v); break;
        case 3: v = churn<9>(v, 4u); break;
        case 4: v = __popc(v) * 77u; break;
        case 5: v = churn<12>(v, 6u); break;
        case 6: v = v % 19u; break;
        default: v = churn<1>(v, 8u);
    }
    x[i] = v;
}

// Conditions with and: each part reads memory only if the parts before it hold.
extern "C" __global__ void short_and(const int* __restrict__ a, const int* __restrict__ b, const int* __restrict__ c, int* out, int n)
{
    int i = HERE;
    if (i < n && a[i] % 2 == 0 && b[a[i] % n] > 300 && c[b[i] % n] % 3 != 1) out[i] = a[i] + b[i];
    else if (i < n) out[i] = -1;
}

// Conditions with or and not, mixed, and a side effect counted in them.
extern "C" __global__ void short_or(const int* __restrict__ a, const int* __restrict__ b, int* out, int n)
{
    int i = HERE, asked = 0;
    if (i >= n) return;
    bool yes = a[i] < 100 || (++asked, b[i] < 200) || (a[i] > 500 && (++asked, !(b[n - 1 - i] & 1)));
    out[i] = yes ? 10 + asked : -asked;
}

// Small ifs that need no branch: clamps, least, greatest, absolute, sign.
extern "C" __global__ void small_ifs(const int* __restrict__ x, int* out, int low, int high, int n)
{
    int i = HERE;
    if (i >= n) return;
    int v = x[i] - 500, r = v;
    if (r < low) r = low;
    if (r > high) r = high;
    r += v < 0 ? -v : v;
    r = max(r, min(v, 40));
    r += (v > 0) - (v < 0);
    if (v == 0) r = 1000;
    out[i] = r;
}

// Ternaries in a row that pick one of four values and one of two addresses.
extern "C" __global__ void ternaries(const int* __restrict__ a, const int* __restrict__ b, int* out, int n)
{
    int i = HERE;
    if (i >= n) return;
    int v = a[i];
    int w = v < 250 ? v * 2 : v < 500 ? v + 77 : v < 750 ? v ^ 0x55 : -v;
    const int* p = (w & 1) ? a : b;
    out[i] = w + p[n - 1 - i];
}

// Early returns in three places, the last lanes go through to the end.
extern "C" __global__ void early_returns(const unsigned* __restrict__ x, unsigned* out, int n)
{
    int i = HERE;
    if (i >= n) return;
    unsigned v = x[i];
    out[i] = 1u;
    if (v % 4 == 0) return;
    v = churn<10>(v, 5u);
    out[i] = v;
    if (v & 0x40u) return;
    v = churn<10>(v, 6u);
    if (threadIdx.x % 32 == 9) { out[i] = 9u; return; }
    out[i] = v;
}

// A row of branches one after another, each lane takes its own choice of eight by its bits.
extern "C" __global__ void branches_in_a_row(const unsigned* __restrict__ x, unsigned* out, int n)
{
    int i = HERE;
    if (i >= n) return;
    unsigned v = x[i], r = v * 3u + 1u;
    if (v & 1) { r = churn<8>(r, 1u); out[n + i] = r; }
    if (v & 2) { r = churn<8>(r, 2u); out[2 * n + i] = r; }
    if (v & 4) { r = churn<8>(r, 3u); out[n + i] += r; }
    if (v & 8) { r = churn<8>(r, 4u); out[2 * n + i] ^= r; }
    out[i] = r;
}

// Blocks of two dimensions: the edge of an image is copied, the inside is filtered, corners are zero.
extern "C" __global__ void edge_and_inside(const int* __restrict__ in, int* out, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    int p = y * width + x;
    bool ex = x == 0 || x == width - 1, ey = y == 0 || y == height - 1;
    if (ex && ey) out[p] = 0;
    else if (ex || ey) out[p] = in[p];
    else out[p] = 4 * in[p] - in[p - 1] - in[p + 1] - in[p - width] - in[p + width];
}

// Blocks of three dimensions: red cells and black cells are treated in different ways.
extern "C" __global__ void red_and_black(int* grid, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
    if (x >= nx || y >= ny || z >= nz) return;
    int p = (z * ny + y) * nx + x;
    if ((x + y + z) % 2) {
        int v = grid[p];
        grid[p] = v * v - 3 * v + 2;
    } else if (z & 1) grid[p] = grid[p] / 3 - x;
    else grid[p] -= y;
}

// A side that loads and one that does not; the loads of the side are far apart.
extern "C" __global__ void side_that_gathers(const int* __restrict__ x, const int* __restrict__ table, int* out, int stride, int m, int n)
{
    int i = HERE;
    if (i >= n) return;
    int v = x[i], r = 0;
    if (v % 3 == 0) {
        for (int k = 0; k < 4; ++k) r += table[(i * stride + k * v) % m];
    } else r = v % 3 + i;
    out[i] = r;
}

// The same test twice with something between; the halves of a warp go different ways both times.
extern "C" __global__ void test_twice(const unsigned* __restrict__ x, unsigned* out)
{
    int i = HERE;
    unsigned v = x[i];
    bool upper = (threadIdx.x & 16) != 0;
    if (upper) v = churn<18>(v, 1u) + x[i ^ 1];
    else v = churn<9>(v, 2u);
    v += __shfl_xor_sync(0xffffffffu, v, 16);
    if (upper) v = churn<9>(v, 3u);
    else v = churn<18>(v, 4u) - x[i ^ 1];
    out[i] = v;
}
