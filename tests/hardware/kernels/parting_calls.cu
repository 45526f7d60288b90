// Parted warps in functions: calls from divergent code, recursion, goto, votes and shuffles inside of branches.
#define HERE ((int)(blockIdx.x * blockDim.x + threadIdx.x))

#define ALL 0xffffffffu

__device__ __noinline__ unsigned stir(unsigned v, int times)
{
    for (int k = 0; k < times; ++k) v = v * 69069u + 1u;
    return v;
}

__device__ __noinline__ int digits_of(int v)
{
    int d = 1;
    while (v >= 10) { v /= 10; ++d; }
    return d;
}

__device__ __noinline__ int classify(int v)
{
    if (v < 0) return -1;
    if (v % 15 == 0) return 15;
    if (v % 5 == 0) return 5;
    if (v % 3 == 0) return 3;
    return 0;
}

// The same function is called from both sides with other arguments.
extern "C" __global__ void call_in_sides(unsigned* x, int n)
{
    int i = HERE;
    if (i >= n) return;
    unsigned v = x[i];
    if (v & 1) v = stir(v, 3);
    else v = stir(v ^ 0xffu, 9) + 1u;
    x[i] = v;
}

// A function with an early return is called by some lanes, another by the rest.
extern "C" __global__ void call_some(const int* __restrict__ x, int* out, int n)
{
    int i = HERE;
    if (i >= n) return;
    int v = x[i], r;
    if (v % 4 != 1) r = classify(v - 100);
    else r = 100 + digits_of(v);
    if (r == 0) r = classify(v * 2 + 1);
    out[i] = r;
}

// A function is called in a loop whose rounds differ from lane to lane.
extern "C" __global__ void call_in_loop(const int* __restrict__ x, unsigned* out, int n)
{
    int i = HERE;
    if (i >= n) return;
    unsigned v = i;
    for (int k = 0; k <= x[i] % 6; ++k) v = stir(v, k + 1);
    out[i] = v;
}

__device__ int (*const table_of_calls[3])(int) = {digits_of, classify, digits_of};

// The function is picked by the lane's datum through a table of pointers.
extern "C" __global__ void call_by_table(const int* __restrict__ x, int* out, int n)
{
    int i = HERE;
    if (i >= n) return;
    out[i] = table_of_calls[x[i] % 3](x[i]);
}

__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

// Recursion of two branches, the depth is that of the lane.
extern "C" __global__ void recursion_fibonacci(int* out, int top)
{
    int i = HERE;
    out[i] = fibonacci(i % top);
}

__device__ __noinline__ int ackermann(int m, int n)
{
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

// A recursion that calls itself for its own argument.
extern "C" __global__ void recursion_ackermann(const int* __restrict__ m, const int* __restrict__ n, int* out)
{
    int i = HERE;
    out[i] = ackermann(m[i], n[i]);
}

__device__ __noinline__ bool is_even(int v);
__device__ __noinline__ bool is_odd(int v) { return v == 0 ? false : is_even(v - 1); }
__device__ __noinline__ bool is_even(int v) { return v == 0 ? true : is_odd(v - 1); }

// Two functions call each other as deep as the lane's datum.
extern "C" __global__ void recursion_mutual(const int* __restrict__ x, int* out, int n)
{
    int i = HERE;
    if (i < n) out[i] = is_even(x[i]) ? 2 : 1;
}

// Jumps between four labels, a machine of states over the bits of a word.
extern "C" __global__ void goto_states(const unsigned* __restrict__ x, unsigned* out, int n)
{
    int i = HERE;
    if (i >= n) return;
    unsigned v = x[i], r = 0;
    int left = 10;
a:
    if (left-- == 0) goto end;
    r += 1;
    if (v & 1) { v >>= 1; goto b; }
    v >>= 1;
    goto c;
b:
    if (left-- == 0) goto end;
    r = r * 3 + 1;
    if (v & 2) { v >>= 1; goto a; }
    v >>= 2;
c:
    if (left-- == 0) goto end;
    r ^= 0x11;
    if (v & 1) { v = v >> 1; goto a; }
    v ^= 5;
    goto b;
end:
    out[i] = r + v;
}

// A jump out of three loops at once, and one back to try again with less.
extern "C" __global__ void goto_out_of_loops(const int* __restrict__ x, int* out, int n)
{
    int i = HERE;
    if (i >= n) return;
    int wanted = x[i] % 40, a, b, c;
again:
    for (a = 1; a < 5; ++a)
        for (b = a; b < 6; ++b)
            for (c = 0; c < 4; ++c)
                if (a * b + c * c == wanted) goto found;
    if (wanted > 2) { wanted -= 3; goto again; }
    out[i] = -1;
    return;
found:
    out[i] = a * 100 + b * 10 + c + wanted * 1000;
}

// A small interpreter: the instruction at the lane's place decides, places differ.
extern "C" __global__ void interpreter(const int* __restrict__ program, const int* __restrict__ input, int* out, int length, int steps, int n)
{
    int i = HERE;
    if (i >= n) return;
    int at = input[i] % length, acc = input[i];
    for (int s = 0; s < steps; ++s) {
        int op = program[at];
        at = at + 1 == length ? 0 : at + 1;
        switch (op & 7) {
            case 0: acc += op; break;
            case 1: acc -= 3 * op; break;
            case 2: acc ^= op << 4; break;
            case 3: if (acc & 1) at = op % length; break;
            case 4: acc = acc > 0 ? acc / 2 : -acc; break;
            case 5: if (acc > 500) s += 2; break;
            case 6: acc = acc % 1000 + 1; break;
            default: if (acc < 0) goto out_of_it; acc += s;
        }
    }
out_of_it:
    out[i] = acc;
}

// Ballots in both sides of a branch with the masks of the sides, which a ballot has told before.
extern "C" __global__ void votes_in_sides(const int* __restrict__ x, unsigned* out)
{
    int i = HERE, v = x[i];
    unsigned odd = __ballot_sync(ALL, v & 1);
    unsigned r;
    if (v & 1) {
        r = __ballot_sync(odd, v & 2);
        if (__any_sync(odd, v > 900)) r += 1000u;
    } else {
        r = ~__ballot_sync(~odd, v & 4);
        if (__all_sync(~odd, v < 990)) r ^= 0x70u;
    }
    out[i] = r;
}

// A sum over the lower half of a warp in one side, over the upper half in the other.
extern "C" __global__ void shuffles_in_halves(const int* __restrict__ x, int* out)
{
    int i = HERE, v = x[i];
    if ((threadIdx.x & 31) < 16) {
        for (int d = 8; d; d >>= 1) v += __shfl_xor_sync(0x0000ffffu, v, d);
    } else {
        for (int d = 1; d < 16; d <<= 1) {
            int w = __shfl_up_sync(0xffff0000u, v, d, 16);
            if ((threadIdx.x & 15) >= d) v += w;
        }
    }
    out[i] = v;
}

// Ifs inside of which a subset reduces by the hardware's sums and extremes.
extern "C" __global__ void reductions_of_subsets(const unsigned* __restrict__ x, unsigned* out, int n)
{
    int i = HERE;
    unsigned in = __ballot_sync(ALL, i < n);
    if (i >= n) return;
    unsigned v = x[i], small = __ballot_sync(in, v < 500u);
    if (v < 500u) out[i] = __reduce_add_sync(small, v) + __reduce_max_sync(small, v);
    else out[i] = __reduce_min_sync(in & ~small, v) - __reduce_xor_sync(in & ~small, v);
}

// Lanes of a kind work one kind after the other; the kinds are found by match.
extern "C" __global__ void kinds_by_match(const int* __restrict__ x, int* out, int kinds)
{
    int i = HERE, kind = x[i] % kinds;
    unsigned left = ALL;
    int turn = 0, mine = 0;
    while (left) {
        int leader = __ffs(left) - 1;
        int now = __shfl_sync(ALL, kind, leader);
        bool same = kind == now;
        if (same) mine = turn * 100 + (int)stir(x[i], now) % 50;
        left &= ~__ballot_sync(ALL, same);
        ++turn;
    }
    out[i] = mine;
}

// A scan by a warp in a uniform branch; the other warps do something else and no one waits.
extern "C" __global__ void one_warp_scans(const int* __restrict__ x, int* out)
{
    int i = HERE, v = x[i], lane = threadIdx.x & 31;
    if ((threadIdx.x >> 5) == 1) {
        for (int d = 1; d < 32; d *= 2) {
            int w = __shfl_up_sync(ALL, v, d);
            if (lane >= d) v += w;
        }
    } else if (threadIdx.x < 32) v = __popc(__ballot_sync(ALL, v & 1)) * 10 + lane;
    else v = (int)stir(v, lane & 3);
    out[i] = v;
}

// Phases of a warp over shared memory: some lanes write, all wait for the warp, others read.
extern "C" __global__ void warp_phases(const int* __restrict__ x, int* out, int rounds)
{
    __shared__ int cell[128];
    int t = threadIdx.x, i = HERE, lane = t & 31, base = t & ~31, v = x[i];
    for (int r = 0; r < rounds; ++r) {
        if ((lane + r) % 3 == 0) cell[t] = v + r;
        else cell[t] = v * 2 - r;
        __syncwarp();
        int got = 0;
        if (lane & 1) got = cell[base + (lane * 5 + r) % 32];
        else if (lane % 4 == 0) got = -cell[base + 31 - lane];
        __syncwarp();
        v = (v + got) & 0xffff;
    }
    out[i] = v;
}

// The lanes of a warp that are left after an early return sum up among themselves.
extern "C" __global__ void survivors_sum(const int* __restrict__ x, int* out, int n)
{
    int i = HERE;
    bool stays = i < n && x[i] % 3 != 0;
    unsigned mask = __ballot_sync(ALL, stays);
    if (!stays) return;
    int lane = threadIdx.x & 31, sum = 0;
    for (unsigned m = mask; m; m &= m - 1) sum += __shfl_sync(mask, x[i], __ffs(m) - 1);
    out[i] = lane == __ffs(mask) - 1 ? sum : -sum;
}
