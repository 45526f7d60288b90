// Recursion: the call stack of a thread, with divergent depths.

__device__ int factorial(int n) { return n <= 1 ? 1 : n * factorial(n - 1); }

extern "C" __global__ void factorials(int* out) { out[threadIdx.x] = factorial(threadIdx.x % 13); }

__device__ __noinline__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

extern "C" __global__ void fibonaccis(int* out) { out[threadIdx.x] = fibonacci(threadIdx.x % 11); }

__device__ __noinline__ int sum_to(int n, int acc) { return n == 0 ? acc : sum_to(n - 1, acc + n); }

extern "C" __global__ void tail_recursion(int* out) { out[threadIdx.x] = sum_to(threadIdx.x, 5); }

__device__ bool is_odd(int n);
__device__ __noinline__ bool is_even(int n) { return n == 0 ? true : is_odd(n - 1); }
__device__ __noinline__ bool is_odd(int n) { return n == 0 ? false : is_even(n - 1); }

extern "C" __global__ void mutual_recursion(int* out) { out[threadIdx.x] = is_even(threadIdx.x) + 2 * is_odd(threadIdx.x + 3); }

__device__ __noinline__ int ackermann(int m, int n) {
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}

extern "C" __global__ void ackermanns(int* out) { out[threadIdx.x] = ackermann(threadIdx.x % 3, threadIdx.x / 8); }

__device__ void quicksort(int* data, int low, int high) {
    if (low >= high) return;
    int pivot = data[(low + high) / 2], i = low, j = high;
    while (i <= j) {
        while (data[i] < pivot) ++i;
        while (data[j] > pivot) --j;
        if (i <= j) {
            int t = data[i];
            data[i++] = data[j];
            data[j--] = t;
        }
    }
    quicksort(data, low, j);
    quicksort(data, i, high);
}

extern "C" __global__ void quicksorts(int* data, int n) { quicksort(data + threadIdx.x * n, 0, n - 1); }

__device__ void hanoi(int n, int from, int to, int via, int* moves, int* count) {
    if (n == 0) return;
    hanoi(n - 1, from, via, to, moves, count);
    moves[(*count)++] = from * 10 + to;
    hanoi(n - 1, via, to, from, moves, count);
}

extern "C" __global__ void towers_of_hanoi(int* moves, int* counts) {
    int count = 0;
    hanoi(threadIdx.x % 5, 1, 3, 2, moves + threadIdx.x * 16, &count);
    counts[threadIdx.x] = count;
}

__device__ int place_queens(int n, int row, unsigned columns, unsigned left, unsigned right) {
    if (row == n) return 1;
    int found = 0;
    for (unsigned free = ~(columns | left | right) & ((1u << n) - 1); free; free &= free - 1) {
        unsigned bit = free & -free;
        found += place_queens(n, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
    return found;
}

extern "C" __global__ void queens(int* out) { out[threadIdx.x] = place_queens(threadIdx.x % 6 + 1, 0, 0, 0, 0); }

struct Node {
    int key, left, right;
};

__device__ int tree_height(const Node* nodes, int at) {
    if (at < 0) return 0;
    int l = tree_height(nodes, nodes[at].left), r = tree_height(nodes, nodes[at].right);
    return 1 + (l > r ? l : r);
}

__device__ float tree_sum(const Node* nodes, int at, float weight) {
    return at < 0 ? 0.0f : weight * nodes[at].key + tree_sum(nodes, nodes[at].left, weight / 2) + tree_sum(nodes, nodes[at].right, weight / 2);
}

extern "C" __global__ void trees(const Node* nodes, int* heights, float* sums) {
    heights[threadIdx.x] = tree_height(nodes, threadIdx.x);
    sums[threadIdx.x] = tree_sum(nodes, threadIdx.x, 1.0f);
}

__device__ unsigned greatest_divisor(unsigned a, unsigned b) { return b == 0 ? a : greatest_divisor(b, a % b); }

extern "C" __global__ void recursive_gcd(const unsigned* a, const unsigned* b, unsigned* out) {
    out[threadIdx.x] = greatest_divisor(a[threadIdx.x], b[threadIdx.x]);
}

__device__ double power(double x, int n) {
    if (n == 0) return 1.0;
    double half = power(x, n / 2);
    return n % 2 ? half * half * x : half * half;
}

extern "C" __global__ void recursive_powers(const double* x, double* out) { out[threadIdx.x] = power(x[threadIdx.x], threadIdx.x); }

__device__ int permutations(int* items, int n, int at) {
    if (at == n) return items[0] < items[n - 1];
    int count = 0;
    for (int i = at; i < n; ++i) {
        int t = items[at]; items[at] = items[i]; items[i] = t;
        count += permutations(items, n, at + 1);
        t = items[at]; items[at] = items[i]; items[i] = t;
    }
    return count;
}

extern "C" __global__ void recursion_over_a_local_array(int* out) {
    int items[4] = {3, (int)threadIdx.x % 4, 2, 1};
    out[threadIdx.x] = permutations(items, 4, 0);
}

__device__ void flood(int* grid, int w, int h, int x, int y, int colour) {
    if (x < 0 || y < 0 || x >= w || y >= h || grid[y * w + x] != 0) return;
    grid[y * w + x] = colour;
    flood(grid, w, h, x + 1, y, colour);
    flood(grid, w, h, x - 1, y, colour);
    flood(grid, w, h, x, y + 1, colour);
    flood(grid, w, h, x, y - 1, colour);
}

extern "C" __global__ void flood_fill(int* grids, int w, int h) {
    flood(grids + threadIdx.x * w * h, w, h, threadIdx.x % w, 0, 2);
}

__device__ __noinline__ int endless(int n) { return n < 0 ? 1 : endless(n + 1) * 3 + n; }

extern "C" __global__ void recursion_without_end(int* out) { out[threadIdx.x] = endless(threadIdx.x); }
