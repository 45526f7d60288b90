// Loops that last longer for some lanes: counts by lane, data and warp, loops until something holds, ways out of loops.
#define HERE ((int)(blockIdx.x * blockDim.x + threadIdx.x))

typedef unsigned long long u64;

// As many rounds as the lane's number.
extern "C" __global__ void rounds_by_lane(unsigned* x, int step)
{
    int i = HERE, lane = threadIdx.x & 31;
    unsigned v = x[i];
    for (int k = 0; k < lane; k += step) v = v * 33u ^ (v >> 5);
    x[i] = v;
}

// As many rounds as the data say; zero rounds are among them.
extern "C" __global__ void rounds_by_data(const int* __restrict__ count, unsigned* out, int n)
{
    int i = HERE;
    if (i >= n) return;
    unsigned v = i + 1;
    for (int k = count[i]; k > 0; --k) v = v * 1103515245u + 12345u;
    out[i] = v;
}

// As many rounds as the warp's number, so a warp stays together.
extern "C" __global__ void rounds_by_warp(unsigned* x, int times)
{
    int i = HERE, warp = i >> 5;
    unsigned v = x[i];
#pragma unroll 1
    for (int k = 0; k < warp * times + 1; ++k) v += (v << 3) ^ k;
    x[i] = v;
}

// One lane in each warp goes around twenty times as often.
extern "C" __global__ void one_slow_lane(unsigned* x, int rounds, int slow)
{
    int i = HERE;
    unsigned v = x[i];
    int mine = (threadIdx.x & 31) == (unsigned)slow ? rounds * 20 : rounds;
    for (int k = 0; k < mine; ++k) v = (v ^ 0x9e3779b9u) * 3u + (v >> 7);
    x[i] = v;
}

// Steps of Collatz until one.
extern "C" __global__ void collatz_steps(const int* __restrict__ start, int* steps, int n)
{
    int i = HERE;
    if (i >= n) return;
    unsigned v = start[i] + 1;
    int c = 0;
    while (v != 1u) {
        if (v & 1u) v = 3u * v + 1u;
        else v >>= 1;
        ++c;
    }
    steps[i] = c;
}

// Greatest common divisor by remainders.
extern "C" __global__ void gcd_remainder(const unsigned* __restrict__ a, const unsigned* __restrict__ b, unsigned* out, int n)
{
    int i = HERE;
    if (i >= n) return;
    unsigned p = a[i], q = b[i];
    while (q) { unsigned r = p % q; p = q; q = r; }
    out[i] = p;
}

// Greatest common divisor by halving and subtracting.
extern "C" __global__ void gcd_binary(const unsigned* __restrict__ a, const unsigned* __restrict__ b, unsigned* out, int n)
{
    int i = HERE;
    if (i >= n) return;
    unsigned p = a[i] + 1, q = b[i] + 1;
    int twos = 0;
    while (((p | q) & 1) == 0) { p >>= 1; q >>= 1; ++twos; }
    while (p != q) {
        if ((p & 1) == 0) p >>= 1;
        else if ((q & 1) == 0) q >>= 1;
        else if (p > q) p = (p - q) >> 1;
        else q = (q - p) >> 1;
    }
    out[i] = p << twos;
}

// Lower bound in a sorted list, with a way out when the key is found.
extern "C" __global__ void search_sorted(const int* __restrict__ list, const int* __restrict__ key, int* where, int m, int n)
{
    int i = HERE;
    if (i >= n) return;
    int low = 0, high = m - 1, found = -1;
    while (low <= high) {
        int mid = (low + high) / 2, v = list[mid];
        if (v == key[i]) { found = mid; break; }
        if (v < key[i]) low = mid + 1;
        else high = mid - 1;
    }
    where[i] = found >= 0 ? found : -low - 1;
}

// Mandelbrot with whole numbers of twelve bits after the point.
extern "C" __global__ void mandelbrot_fixed(int* out, int width, int height, int limit)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= width || py >= height) return;
    int cx = (px * 3 * 4096) / width - 2 * 4096, cy = (py * 2 * 4096) / height - 4096;
    int x = 0, y = 0, k = 0;
    while (k < limit && x * x + y * y < (4 << 24)) {
        int t = ((x * x - y * y) >> 12) + cx;
        y = ((2 * x * y) >> 12) + cy;
        x = t;
        ++k;
    }
    out[py * width + px] = k;
}

// Square root of a whole number by Newton's steps until they no longer fall.
extern "C" __global__ void newton_root(const unsigned* __restrict__ x, unsigned* out, int n)
{
    int i = HERE;
    if (i >= n) return;
    unsigned v = x[i] + 1, r = v / 2 + 1, next = (r + v / r) / 2;
    while (next < r) { r = next; next = (r + v / r) / 2; }
    out[i] = r;
}

// Smallest factor by trial, with continue for the multiples of three.
extern "C" __global__ void smallest_factor(const unsigned* __restrict__ x, unsigned* out, int n)
{
    int i = HERE;
    if (i >= n) return;
    unsigned v = x[i] + 2, f = v;
    for (unsigned d = 2; d * d <= v; ++d) {
        if (d > 3 && d % 3 == 0) continue;
        if (v % d == 0) { f = d; break; }
    }
    out[i] = f;
}

// Break and continue by data in one loop, sums of what is left.
extern "C" __global__ void break_and_continue(const int* __restrict__ x, int* out, int n, int window)
{
    int i = HERE;
    if (i >= n) return;
    int sum = 0;
    for (int k = 0; k < window; ++k) {
        int v = x[(i + k) % n];
        if (v % 16 == 0) break;
        if (v % 3 == 0) continue;
        sum += v;
        if (sum > 4000) { sum = -sum; break; }
    }
    out[i] = sum;
}

// A loop in a loop, both counts by data; the way out of both is a flag.
extern "C" __global__ void loops_nested(const int* __restrict__ x, int* out, int n)
{
    int i = HERE;
    if (i >= n) return;
    int v = x[i], sum = 0;
    bool over = false;
    for (int a = 0; a <= v % 7 && !over; ++a)
        for (int b = a; b < v % 11; ++b) {
            sum += a * b + 1;
            if (sum > 60) { over = true; break; }
        }
    out[i] = over ? -sum : sum;
}

// The count of the inner loop falls in each round of the outer one.
extern "C" __global__ void triangle_loops(unsigned* out, int n)
{
    int i = HERE;
    if (i >= n) return;
    unsigned sum = 0;
    for (int a = i % 9; a > 0; --a)
        for (int b = 0; b < a; ++b) sum = sum * 7u + a * b;
    out[i] = sum;
}

// Do-while: digits of a number are reversed, at least one round.
extern "C" __global__ void reverse_digits(const unsigned* __restrict__ x, unsigned* out, int n)
{
    int i = HERE;
    if (i >= n) return;
    unsigned v = x[i], r = 0;
    do { r = r * 10 + v % 10; v /= 10; } while (v);
    out[i] = r;
}

// A branch inside of a loop that goes one way in even rounds and by lane in odd rounds.
extern "C" __global__ void branch_in_loop(unsigned* x, int rounds)
{
    int i = HERE;
    unsigned v = x[i];
    for (int k = 0; k < rounds; ++k) {
        if (k % 2 == 0) v += 3u * k;
        else if (threadIdx.x % 3 == 0) v = v * 17u + (v >> 9);
        else if (v & 8) v ^= 0xabcdefu + k;
    }
    x[i] = v;
}

// The loop is left by return, some lanes never enter it.
extern "C" __global__ void return_from_loop(const int* __restrict__ x, int* out, int wanted, int n)
{
    int i = HERE;
    if (i >= n) return;
    out[i] = -1;
    if (x[i] % 5 == 4) return;
    for (int k = 0; k < 24; ++k)
        if (x[(i * 7 + k) % n] % 32 == wanted) { out[i] = k; return; }
    out[i] = -2;
}

// Powers modulo a prime by squaring; the exponent is the lane's datum.
extern "C" __global__ void power_mod(const unsigned* __restrict__ base, const unsigned* __restrict__ exponent, unsigned* out, int n)
{
    int i = HERE;
    if (i >= n) return;
    u64 b = base[i] % 65521u, r = 1;
    for (unsigned e = exponent[i]; e; e >>= 1) {
        if (e & 1) r = r * b % 65521u;
        b = b * b % 65521u;
    }
    out[i] = (unsigned)r;
}

// Rows of a sparse matrix, one a thread; rows differ in length and some are empty.
extern "C" __global__ void rows_of_lengths(const int* __restrict__ length, const int* __restrict__ value, int* out, int stride, int n)
{
    int row = HERE;
    if (row >= n) return;
    int sum = 0;
    for (int k = 0; k < length[row]; ++k) sum += value[row * stride + k] * (k + 1);
    out[row] = sum;
}

// A chain of pointers followed until it comes back or a number of steps is reached.
extern "C" __global__ void follow_links(const int* __restrict__ next, int* out, int limit, int n)
{
    int i = HERE;
    if (i >= n) return;
    int at = next[i], steps = 1;
    while (at != i && steps < limit) { at = next[at]; ++steps; }
    out[i] = at == i ? steps : -at;
}

// The bits that are set are visited one by one.
extern "C" __global__ void visit_bits(const unsigned* __restrict__ x, unsigned* out, int n)
{
    int i = HERE;
    if (i >= n) return;
    unsigned m = x[i], sum = 0, place = 1;
    while (m) {
        int b = __ffs(m) - 1;
        sum += place++ * b;
        m &= m - 1;
    }
    out[i] = sum;
}

// A warp goes on until all of its lanes are ready; lanes that are ready idle.
extern "C" __global__ void until_all_ready(const unsigned* __restrict__ x, unsigned* out, unsigned* rounds)
{
    int i = HERE;
    unsigned v = x[i], done = 0, c = 0;
    while (!__all_sync(0xffffffffu, done)) {
        if (!done) {
            v = v * 5u + 3u;
            if ((v & 0x70u) == 0) done = 1;
        }
        if (++c == 60u) done = 1;
    }
    out[i] = v;
    rounds[i] = c;
}

// Bubble sort of eight numbers in registers and local memory, which stops when nothing was swapped.
extern "C" __global__ void sort_until_quiet(const int* __restrict__ x, int* out, int n)
{
    int i = HERE;
    if (i >= n) return;
    int a[8];
    for (int k = 0; k < 8; ++k) a[k] = x[(i * 3 + k * 5) % n];
    bool swapped = true;
    while (swapped) {
        swapped = false;
        for (int k = 0; k < 7; ++k)
            if (a[k] > a[k + 1]) { int t = a[k]; a[k] = a[k + 1]; a[k + 1] = t; swapped = true; }
    }
    out[i] = a[0] + 10 * a[3] + 100 * a[7];
}
