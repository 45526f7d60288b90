// Dynamic programming, text, games and puzzles: what exercises are made of.

extern "C" __global__ void levenshtein_diagonals(const char* a, int m, const char* b, int n, int* table) {
    int w = n + 1;
    for (int d = 0; d <= m + n; ++d) {
        for (int i = threadIdx.x; i <= m; i += blockDim.x) {
            int j = d - i;
            if (j < 0 || j > n) continue;
            int best;
            if (i == 0) best = j;
            else if (j == 0) best = i;
            else best = min(min(table[(i - 1) * w + j], table[i * w + j - 1]) + 1, table[(i - 1) * w + j - 1] + (a[i - 1] != b[j - 1]));
            table[i * w + j] = best;
        }
        __syncthreads();
    }
}

extern "C" __global__ void longest_common_subsequence(const char* a, int m, const char* b, int n, int* out) {
    extern __shared__ int rows[];
    int *before2 = rows, *before = rows + m + 1, *now = rows + 2 * (m + 1), i = threadIdx.x;
    if (i <= m) before2[i] = before[i] = 0;
    __syncthreads();
    for (int d = 2; d <= m + n; ++d) {
        int j = d - i;
        if (i >= 1 && i <= m) {
            if (j >= 1 && j <= n) now[i] = a[i - 1] == b[j - 1] ? before2[i - 1] + 1 : max(before[i - 1], before[i]);
            else now[i] = j > n ? now[i] : 0;
        } else if (i == 0) now[i] = 0;
        __syncthreads();
        int* t = before2;
        before2 = before;
        before = now;
        now = t;
        if (i <= m && d >= n + i) now[i] = before[i];
        __syncthreads();
    }
    if (i == m) *out = before[m];
}

extern "C" __global__ void knapsack(const int* weights, const int* values, int items, int capacity, int* best) {
    extern __shared__ int table[];
    int *from = table, *to = table + capacity + 1;
    for (int c = threadIdx.x; c <= capacity; c += blockDim.x) from[c] = 0;
    __syncthreads();
    for (int k = 0; k < items; ++k) {
        for (int c = threadIdx.x; c <= capacity; c += blockDim.x)
            to[c] = c >= weights[k] ? max(from[c], from[c - weights[k]] + values[k]) : from[c];
        __syncthreads();
        int* t = from;
        from = to;
        to = t;
    }
    if (threadIdx.x == 0) *best = from[capacity];
}

extern "C" __global__ void queens_by_backtracking(int n, unsigned long long* total) {
    // A thread for each pair of first and second columns; an explicit stack of bit masks.
    int first = threadIdx.x, second = threadIdx.y;
    if (abs(first - second) <= 1) return;
    unsigned all = (1u << n) - 1, columns[16], left[16], right[16], free[16];
    int depth = 2;
    columns[2] = 1u << first | 1u << second;
    left[2] = (1u << first << 2) | (1u << second << 1);
    right[2] = (1u << first >> 2) | (1u << second >> 1);
    free[2] = all & ~(columns[2] | left[2] | right[2]);
    unsigned count = 0;
    while (depth >= 2) {
        if (!free[depth]) {
            --depth;
            continue;
        }
        unsigned bit = free[depth] & -free[depth];
        free[depth] ^= bit;
        if (depth == n - 1) {
            ++count;
            continue;
        }
        columns[depth + 1] = columns[depth] | bit;
        left[depth + 1] = (left[depth] | bit) << 1;
        right[depth + 1] = (right[depth] | bit) >> 1;
        ++depth;
        free[depth] = all & ~(columns[depth] | left[depth] | right[depth]);
    }
    atomicAdd(total, (unsigned long long)count);
}

__constant__ char alphabet[65] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

extern "C" __global__ void base64(const unsigned char* in, int n, char* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (3 * i >= n) return;
    unsigned v = in[3 * i] << 16 | (3 * i + 1 < n ? in[3 * i + 1] << 8 : 0) | (3 * i + 2 < n ? in[3 * i + 2] : 0);
    out[4 * i] = alphabet[v >> 18];
    out[4 * i + 1] = alphabet[v >> 12 & 63];
    out[4 * i + 2] = 3 * i + 1 < n ? alphabet[v >> 6 & 63] : '=';
    out[4 * i + 3] = 3 * i + 2 < n ? alphabet[v & 63] : '=';
}

extern "C" __global__ void caesar_cipher(char* text, int n, int shift) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    char c = text[i];
    if (c >= 'a' && c <= 'z') c = 'a' + (c - 'a' + shift + 26) % 26;
    else if (c >= 'A' && c <= 'Z') c = 'A' + (c - 'A' + shift + 26) % 26;
    text[i] = c;
}

extern "C" __global__ void palindromes(const char* words, const int* starts, int n, unsigned char* yes) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const char *low = words + starts[i], *high = words + starts[i + 1] - 1;
    bool same = true;
    while (low < high && same) same = *low++ == *high--;
    yes[i] = same;
}

extern "C" __global__ void sha256_block(const unsigned* message, unsigned* digest, const unsigned* constants) {
    unsigned w[64], s[8] = {0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};
    auto rotate = [](unsigned x, int n) { return __funnelshift_r(x, x, n); };
    for (int i = 0; i < 16; ++i) w[i] = __byte_perm(message[threadIdx.x * 16 + i], 0, 0x0123);
    for (int i = 16; i < 64; ++i) {
        unsigned a = rotate(w[i - 15], 7) ^ rotate(w[i - 15], 18) ^ (w[i - 15] >> 3);
        unsigned b = rotate(w[i - 2], 17) ^ rotate(w[i - 2], 19) ^ (w[i - 2] >> 10);
        w[i] = w[i - 16] + a + w[i - 7] + b;
    }
    unsigned v[8];
    for (int i = 0; i < 8; ++i) v[i] = s[i];
    for (int i = 0; i < 64; ++i) {
        unsigned e = rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25), choose = (v[4] & v[5]) ^ (~v[4] & v[6]);
        unsigned t1 = v[7] + e + choose + constants[i] + w[i];
        unsigned a = rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22), majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
        for (int k = 7; k > 0; --k) v[k] = v[k - 1];
        v[4] += t1;
        v[0] = t1 + a + majority;
    }
    for (int i = 0; i < 8; ++i) digest[threadIdx.x * 8 + i] = s[i] + v[i];
}

extern "C" __global__ void sudoku_candidates(const int* board, unsigned* candidates) {
    __shared__ unsigned rows[9], cols[9], boxes[9];
    int r = threadIdx.y, c = threadIdx.x, b = r / 3 * 3 + c / 3, v = board[r * 9 + c];
    if (r == 0) rows[c] = cols[c] = boxes[c] = 0;
    __syncthreads();
    if (v) {
        atomicOr(&rows[r], 1u << v);
        atomicOr(&cols[c], 1u << v);
        atomicOr(&boxes[b], 1u << v);
    }
    __syncthreads();
    candidates[r * 9 + c] = v ? 0 : 0x3FE & ~(rows[r] | cols[c] | boxes[b]);
}

extern "C" __global__ void puzzle_map_with_guard(float* out, const float* a, int size) {
    int i = threadIdx.x;
    if (i < size) out[i] = a[i] + 10;
}

extern "C" __global__ void puzzle_broadcast(float* out, const float* a, const float* b, int size) {
    int i = threadIdx.x, j = threadIdx.y;
    if (i < size && j < size) out[j * size + i] = a[j] + b[i];
}

extern "C" __global__ void puzzle_pooling(float* out, const float* a, int size) {
    __shared__ float shared[32];
    int i = blockIdx.x * blockDim.x + threadIdx.x, l = threadIdx.x;
    if (i < size) shared[l] = a[i];
    __syncthreads();
    if (i < size) out[i] = i == 0 ? shared[0] : (i == 1 ? shared[0] + shared[1] : shared[l] + shared[l - 1] + shared[l - 2]);
}

extern "C" __global__ void puzzle_convolution(float* out, const float* a, const float* b, int a_size, int b_size) {
    __shared__ float left[16 + 8], right[8];
    int i = blockIdx.x * 16 + threadIdx.x, l = threadIdx.x;
    left[l] = i < a_size ? a[i] : 0;
    if (l < b_size) {
        right[l] = b[l];
        left[16 + l] = i + 16 < a_size ? a[i + 16] : 0;
    }
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < b_size; ++k) sum += left[l + k] * right[k];
    if (i < a_size) out[i] = sum;
}

extern "C" __global__ void puzzle_axis_sum(float* out, const float* a, int size) {
    __shared__ float cache[32];
    int l = threadIdx.x, batch = blockIdx.y;
    cache[l] = l < size ? a[batch * size + l] : 0;
    __syncthreads();
    for (int k = 1; k < 32; k *= 2) {
        float v = l % (2 * k) == 0 && l + k < 32 ? cache[l + k] : 0;
        __syncthreads();
        if (l % (2 * k) == 0) cache[l] += v;
        __syncthreads();
    }
    if (l == 0) out[batch] = cache[0];
}
