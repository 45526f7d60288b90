// What C++ can do on the device: templates, lambdas, virtual calls, recursion, heap, printf, assert, local memory.
#define GID (blockIdx.x * blockDim.x + threadIdx.x)

// ------------------------------------------------------------------ function pointers and virtual functions
typedef int (*BinOp)(int, int);
__device__ __noinline__ int op_add(int a, int b) { return a + b; }
__device__ __noinline__ int op_sub(int a, int b) { return a - b; }
__device__ __noinline__ int op_mul(int a, int b) { return a * b; }
__device__ __noinline__ int op_max(int a, int b) { return a > b ? a : b; }
__device__ __noinline__ int op_gcd(int a, int b) { while (b) { int t = a % b; a = b; b = t; } return a; }
__device__ BinOp table_of_ops[5] = {op_add, op_sub, op_mul, op_max, op_gcd};

extern "C" __global__ void function_table(const int* which, const int* a, const int* b, int* r, int n)
{
    int i = GID;
    if (i < n) r[i] = table_of_ops[which[i] % 5](a[i], b[i]);
}
extern "C" __global__ void function_local_table(const int* a, int* r, int n, int sel)
{
    BinOp f[3] = {op_gcd, op_add, op_max};
    int i = GID;
    if (i >= n) return;
    int acc = a[i];
    for (int k = 1; k < 6; k++) acc = f[(sel + k * i) % 3](acc, k * 12);
    r[i] = acc;
}
struct Shape {
    float a, b;
    __device__ Shape(float x, float y) : a(x), b(y) {}
    __device__ virtual ~Shape() {}
    __device__ virtual float area() const = 0;
    __device__ virtual int corners() const { return 0; }
};
struct Circle : Shape {
    __device__ Circle(float r) : Shape(r, r) {}
    __device__ float area() const override { return 3.14159265f * a * b; }
};
struct Rect : Shape {
    using Shape::Shape;
    __device__ Rect(float x, float y) : Shape(x, y) {}
    __device__ float area() const override { return a * b; }
    __device__ int corners() const override { return 4; }
};
struct Tri : Rect {
    __device__ Tri(float x, float y) : Rect(x, y) {}
    __device__ float area() const override { return 0.5f * Rect::area(); }
    __device__ int corners() const override { return 3; }
};
extern "C" __global__ void virtual_shapes(const float* dim, float* area, int* corners, int n)
{
    int i = GID;
    if (i >= n) return;
    Circle c(dim[i]);
    Rect r(dim[i], 2.f);
    Tri t(3.f, dim[i]);
    Shape* s[3] = {&c, &r, &t};
    float sum = 0;
    int k = 0;
    for (int j = 0; j < 4; j++) { Shape* p = s[(i + j * j) % 3]; sum += p->area() * (j + 1); k = k * 10 + p->corners(); }
    area[i] = sum;
    corners[i] = k;
}
extern "C" __global__ void virtual_on_heap(const float* dim, float* area, int n)
{
    int i = GID;
    if (i >= n) return;
    Shape* p;
    switch (i % 3) {
        case 0: p = new Circle(dim[i]); break;
        case 1: p = new Rect(dim[i], dim[i] + 1.f); break;
        default: p = new Tri(dim[i], 4.f);
    }
    area[i] = p->area() + p->corners();
    delete p;
}

// ------------------------------------------------------------------ heap
struct Node { int value; Node* next; };
extern "C" __global__ void heap_list(const int* x, int* out, int per)
{
    int t = GID;
    Node* head = nullptr;
    for (int k = 0; k < per; k++) {
        int v = x[t * per + k];
        Node* n = (Node*)malloc(sizeof(Node));
        if (!n) return;
        n->value = v;
        Node** p = &head;
        while (*p && (*p)->value < v) p = &(*p)->next;       // keep it sorted
        n->next = *p;
        *p = n;
    }
    int k = 0;
    while (head) { Node* n = head; out[t * per + k++] = n->value; head = n->next; free(n); }
}
extern "C" __global__ void heap_block_buffer(const int* in, int* out, int n)
{
    __shared__ int* buf;
    if (threadIdx.x == 0) buf = new int[n];
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) buf[i] = in[blockIdx.x * n + i] * 2;
    __syncthreads();
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[blockIdx.x * n + i] = buf[n - 1 - i] + buf[i];
    __syncthreads();
    if (threadIdx.x == 0) delete[] buf;
}
template <class T> struct Vec {
    T* p; int n, cap;
    __device__ Vec() : p(nullptr), n(0), cap(0) {}
    __device__ ~Vec() { delete[] p; }
    __device__ void push(const T& v)
    {
        if (n == cap) {
            cap = cap ? 2 * cap : 2;
            T* q = new T[cap];
            for (int i = 0; i < n; i++) q[i] = p[i];
            delete[] p;
            p = q;
        }
        p[n++] = v;
    }
};
extern "C" __global__ void heap_growing_vector(const int* count, long long* sum, int n)
{
    int t = GID;
    if (t >= n) return;
    Vec<short> v;
    for (int k = 0; k < count[t]; k++) v.push((short)(k * k + t));
    long long s = v.cap;
    for (int k = v.n - 1; k >= 0; k--) s = s * 3 + v.p[k];
    sum[t] = s;
}
struct Tree { int key; Tree *l, *r; };
__device__ Tree* insert(Tree* t, int k)
{
    if (!t) { t = new Tree; t->key = k; t->l = t->r = nullptr; return t; }
    if (k < t->key) t->l = insert(t->l, k);
    else if (k > t->key) t->r = insert(t->r, k);
    return t;
}
__device__ int walk_free(Tree* t, int* out, int at, int depth, int* deepest)
{
    if (!t) return at;
    *deepest = max(*deepest, depth);
    at = walk_free(t->l, out, at, depth + 1, deepest);
    out[at++] = t->key;
    at = walk_free(t->r, out, at, depth + 1, deepest);
    delete t;
    return at;
}
extern "C" __global__ void binary_tree(const int* x, int* out, int* depth, int per)
{
    int t = GID, d = 0;
    Tree* root = nullptr;
    for (int k = 0; k < per; k++) root = insert(root, x[t * per + k]);
    walk_free(root, out + t * per, 0, 1, &d);
    depth[t] = d;
}

// ------------------------------------------------------------------ recursion
__device__ int ackermann(int m, int n)
{
    if (m == 0) return n + 1;
    if (n == 0) return ackermann(m - 1, 1);
    return ackermann(m - 1, ackermann(m, n - 1));
}
extern "C" __global__ void ackermann_small(int* out)
{
    int m = threadIdx.x % 3, n = threadIdx.x / 3;
    out[GID] = ackermann(m, n);
}
__device__ int is_odd(int n);
__device__ int is_even(int n) { return n == 0 ? 1 : is_odd(n - 1); }
__device__ __noinline__ int is_odd(int n) { return n == 0 ? 0 : is_even(n - 1); }
__device__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
extern "C" __global__ void recursion_pair(const int* x, int* even, int* f, int n)
{
    int i = GID;
    if (i >= n) return;
    even[i] = is_even(x[i] % 11);
    f[i] = fib(x[i] % 10);
}
__device__ int hanoi(int n, int a, int b, int c, int* peg)
{
    if (n == 0) return 0;
    int m = hanoi(n - 1, a, c, b, peg);
    peg[n - 1] = b;
    return m + 1 + hanoi(n - 1, c, b, a, peg);
}
extern "C" __global__ void hanoi_threads(int* moves, int* pegs)
{
    int peg[8] = {0}, n = threadIdx.x % 8;
    moves[GID] = hanoi(n, 0, 1 + (threadIdx.x & 1), 2 - (threadIdx.x & 1), peg);
    int p = 0;
    for (int k = 0; k < n; k++) p = p * 3 + peg[k];
    pegs[GID] = p;
}
__device__ void permute(int* a, int k, int n, int& count, unsigned& hash)
{
    if (k == n) { count++; for (int i = 0; i < n; i++) hash = hash * 31 + a[i]; return; }
    for (int i = k; i < n; i++) {
        int t = a[k]; a[k] = a[i]; a[i] = t;
        if (a[k] % 3 != k % 3) permute(a, k + 1, n, count, hash);
        t = a[k]; a[k] = a[i]; a[i] = t;
    }
}
extern "C" __global__ void permutations(int* count, unsigned* hash, int n)
{
    int a[6];
    for (int i = 0; i < n; i++) a[i] = (i + threadIdx.x) % n;
    int c = 0;
    unsigned h = 1;
    permute(a, 0, n, c, h);
    count[GID] = c;
    hash[GID] = h;
}
extern "C" __global__ void nqueens_backtrack(int* solutions, int n)
{
    // the first two queens from the thread index, the rest by an explicit stack of columns
    int t = GID, c0 = t / n, c1 = t % n, count = 0;
    signed char col[12];
    if (c0 >= n) return;
    col[0] = c0; col[1] = c1;
    if (c0 == c1 || abs(c0 - c1) == 1) { solutions[t] = 0; return; }
    int row = 2;
    col[2] = -1;
    while (row >= 2) {
        int c = ++col[row];
        if (c >= n) { row--; continue; }
        bool ok = true;
        for (int r = 0; r < row; r++)
            if (col[r] == c || abs(col[r] - c) == row - r) { ok = false; break; }
        if (!ok) continue;
        if (row == n - 1) { count++; continue; }
        col[++row] = -1;
    }
    solutions[t] = count;
}
__device__ int flood(unsigned char* g, int w, int h, int x, int y)
{
    if (x < 0 || y < 0 || x >= w || y >= h || g[y * w + x] != 1) return 0;
    g[y * w + x] = 2;
    return 1 + flood(g, w, h, x + 1, y) + flood(g, w, h, x - 1, y) + flood(g, w, h, x, y + 1) + flood(g, w, h, x, y - 1);
}
extern "C" __global__ void flood_recursive(unsigned char* grids, int* biggest, int w, int h)
{
    unsigned char* g = grids + GID * w * h;
    int best = 0;
    for (int y = 0; y < h; y++) for (int x = 0; x < w; x++) best = max(best, flood(g, w, h, x, y));
    biggest[GID] = best;
}
// expression evaluator: a little recursive descent over digits, + - * and brackets
struct Parser {
    const unsigned char* s; int n, p;
    __device__ int peek() { return p < n ? s[p] & 15 : 14; }
    __device__ int factor(int lvl)
    {
        int c = peek();
        if (c < 10) { p++; return c; }
        if (c == 13 && lvl < 3) { p++; int v = expr(lvl + 1); if (peek() == 14) p++; return v; }
        p++;
        return 1;
    }
    __device__ int term(int lvl) { int v = factor(lvl); while (peek() == 12) { p++; v = (v * factor(lvl)) % 10007; } return v; }
    __device__ int expr(int lvl)
    {
        int v = term(lvl);
        for (;;) {
            int c = peek();
            if (c == 10) { p++; v += term(lvl); }
            else if (c == 11) { p++; v -= term(lvl); }
            else return v;
        }
    }
};
extern "C" __global__ void expression_parser(const unsigned char* text, int len, int* value, int* end)
{
    Parser q = {text + GID * len, len, 0};
    value[GID] = q.expr(0);
    end[GID] = q.p;
}

// ------------------------------------------------------------------ printf and assert
extern "C" __global__ void hello_printf(const int* x, int* out, int n)
{
    int i = GID;
    if (i >= n) return;
    if (i % 16 == 0) printf("thread %d has %d, half of it %.2f, %s %c %x\n", i, x[i], x[i] * 0.5, "done", 'A' + i % 26, x[i]);
    if (i == 1) printf("no arguments\n");
    out[i] = x[i] + 1;
}
extern "C" __global__ void printf_returns(const float* x, int* ret, int n)
{
    int i = GID;
    if (i < n) ret[i] = printf("%5d|%-6u|%08.3f|%lld|%%\n", i - 3, i, x[i], (long long)i << 34);
}
extern "C" __global__ void assert_holds(const int* x, int* out, int n)
{
    int i = GID;
    assert(n > 0);
    if (i < n) {
        assert(x[i] >= 0 && x[i] < 100);
        int q = x[i] * x[i];
        assert(q <= 9801);
        out[i] = q;
    }
}

// ------------------------------------------------------------------ templates and lambdas
template <int N> struct Factorial { static constexpr long long value = N * Factorial<N - 1>::value; };
template <> struct Factorial<0> { static constexpr long long value = 1; };
template <typename T, int N> struct Array {
    T v[N];
    __device__ T& operator[](int i) { return v[i]; }
    template <typename F> __device__ void each(F f) { for (int i = 0; i < N; i++) f(v[i], i); }
};
template <typename T, typename... R> __device__ T sum_all(T a, R... r) { if constexpr (sizeof...(r) == 0) return a; else return a + sum_all<T>(r...); }
extern "C" __global__ void template_games(const int* x, long long* out, int n)
{
    int i = GID;
    if (i >= n) return;
    Array<int, 7> a;
    a.each([&](int& e, int k) { e = x[i] * (k + 1) % 17; });
    int best = 0;
    a.each([&best](int e, int) { best = best > e ? best : e; });
    out[i] = Factorial<12>::value / (best + 1) + sum_all(a[0], a[x[i] % 7], 5, best) + sizeof(a);
}
template <typename F, typename G> __device__ auto compose(F f, G g) { return [=](auto x) { return f(g(x)); }; }
extern "C" __global__ void lambda_compose(const float* x, float* y, float k, int n)
{
    int i = GID;
    auto twice = [](auto v) { return v + v; };
    auto shift = [k](float v) { return v - k; };
    auto f = compose(twice, compose(shift, twice));
    if (i < n) y[i] = i & 1 ? f(x[i]) : compose(shift, f)(x[i]);
}
template <class T> __device__ void poly_body(const T* x, T* y, int n)
{
    int i = GID;
    if (i < n) { T v = x[i]; y[i] = v * v * v - T(2) * v + T(1); }
}
#define INSTANTIATE(name, T) extern "C" __global__ void name(const T* x, T* y, int n) { poly_body<T>(x, y, n); }
INSTANTIATE(poly_float, float)
INSTANTIATE(poly_double, double)
INSTANTIATE(poly_short, short)
INSTANTIATE(poly_ull, unsigned long long)
INSTANTIATE(poly_schar, signed char)

struct Pair { short a, b; int c; };
__device__ __noinline__ Pair swap_pair(Pair p, int k) { Pair q = {p.b, p.a, p.c * k + p.a}; return q; }
extern "C" __global__ void struct_by_value(Pair p, const int* x, int* out, int n)
{
    int i = GID;
    if (i >= n) return;
    Pair q = p;
    for (int k = 0; k < x[i] % 5; k++) q = swap_pair(q, k + 2);
    out[i] = q.a * 1000 + q.b + q.c;
}
struct BigStruct { int v[20]; float w; };
__device__ __noinline__ BigStruct mix(BigStruct s, int r) { for (int i = 0; i < 20; i++) s.v[i] += s.v[(i * 7 + r) % 20]; s.w *= 1.5f; return s; }
extern "C" __global__ void big_struct_calls(const int* x, int* out, float* w)
{
    BigStruct s;
    for (int i = 0; i < 20; i++) s.v[i] = x[GID] + i;
    s.w = 1.f;
    for (int r = 0; r < x[GID] % 4 + 1; r++) s = mix(s, r);
    int h = 0;
    for (int i = 0; i < 20; i++) h = h * 7 + s.v[i];
    out[GID] = h;
    w[GID] = s.w;
}
union Pun { float f; unsigned u; unsigned char b[4]; struct { unsigned m : 23, e : 8, s : 1; } p; };
extern "C" __global__ void unions_and_bitfields(const float* x, unsigned* out, int n)
{
    int i = GID;
    if (i >= n) return;
    Pun p;
    p.f = x[i];
    unsigned r = p.p.e * 1000 + p.p.s;
    p.p.e += 2;
    p.b[0] ^= 0x5a;
    out[3 * i] = r;
    out[3 * i + 1] = p.u;
    p.p.m = p.p.m / 3;
    out[3 * i + 2] = p.u ^ __float_as_uint(p.f * 2.f);
}

// ------------------------------------------------------------------ local memory and spills
extern "C" __global__ void local_histogram(const unsigned char* x, int* mode, int per)
{
    int h[32];
    for (int i = 0; i < 32; i++) h[i] = 0;
    for (int k = 0; k < per; k++) h[x[GID * per + k] % 32]++;
    int best = 0;
    for (int i = 1; i < 32; i++) if (h[i] > h[best]) best = i;
    mode[GID] = best * 100 + h[best];
}
extern "C" __global__ void knapsack_local(const int* w, const int* v, int* best, int items, int cap)
{
    short dp[101];
    for (int c = 0; c <= cap; c++) dp[c] = 0;
    for (int k = 0; k < items; k++) {
        int wt = w[GID * items + k] + 1, val = v[GID * items + k];
        for (int c = cap; c >= wt; c--) if (dp[c - wt] + val > dp[c]) dp[c] = dp[c - wt] + val;
    }
    best[GID] = dp[cap];
}
extern "C" __global__ void __launch_bounds__(1024, 2) spill_launch_bounds(const float* x, float* y, int n)
{
    float a[48];
    int i = GID;
    if (i >= n) return;
#pragma unroll
    for (int k = 0; k < 48; k++) a[k] = x[(i + k) % n];
#pragma unroll 1
    for (int r = 0; r < 3; r++) {
#pragma unroll
        for (int k = 0; k < 48; k++) a[k] = a[k] * 0.5f + a[(k + 17) % 48];
    }
    float s = 0;
#pragma unroll
    for (int k = 0; k < 48; k++) s += a[k] * (k + 1);
    y[i] = s;
}
extern "C" __global__ void __maxnreg__(32) spill_maxnreg(const unsigned* x, unsigned* y, int n)
{
    int i = GID;
    if (i >= n) return;
    unsigned s[40];
#pragma unroll
    for (int k = 0; k < 40; k++) s[k] = x[i] * (k * 2 + 1);
#pragma unroll 1
    for (int r = 0; r < 4; r++) {
#pragma unroll
        for (int k = 0; k < 40; k++) s[k] += s[(k + 1) % 40] ^ s[(k + 23) % 40] >> 3;
    }
    unsigned h = 0;
#pragma unroll
    for (int k = 0; k < 40; k++) h = h * 5 + s[k];
    y[i] = h;
}
// Duff's device and other museum pieces
extern "C" __global__ void duffs_device(const int* x, int* out, const int* len, int stride, int n)
{
    int t = GID;
    if (t >= n) return;
    const int* p = x + t * stride;
    int cnt = len[t] + 1, acc = 0, rounds = (cnt + 3) / 4;
    switch (cnt % 4) {
        case 0: do { acc = acc * 3 + *p++;
        case 3:      acc = acc * 5 - *p++;
        case 2:      acc ^= *p++ << 2;
        case 1:      acc += *p++;
                } while (--rounds > 0);
    }
    out[t] = acc;
}
extern "C" __global__ void bytecode_interpreter(const unsigned char* code, int len, const int* arg, int* out, int n)
{
    int t = GID;
    if (t >= n) return;
    int st[16], sp = 0, pc = 0, steps = 0;
    st[sp++] = arg[t];
    while (pc < len && steps++ < 200) {
        int op = code[pc++] % 12;
        if (sp < 2) { st[sp] = pc * 3 + 1; sp++; }
        if (sp > 12) sp -= 4;
        int a = st[sp - 1], b = st[sp - 2];
        switch (op) {
            case 0: st[--sp - 1] = a + b; break;
            case 1: st[--sp - 1] = b - a; break;
            case 2: st[--sp - 1] = a * b; break;
            case 3: st[sp++] = a; break;
            case 4: st[sp++] = pc; break;
            case 5: st[sp - 1] = b; st[sp - 2] = a; break;
            case 6: if (a & 1) pc += 2; break;
            case 7: if (a > b && pc > 3) pc -= 3; st[sp - 1] = a / 2; break;
            case 8: st[--sp - 1] = a ^ b; break;
            case 9: st[sp - 1] = ~a; break;
            case 10: st[--sp - 1] = b % (abs(a) % 97 + 1); break;
            default: st[sp++] = t;
        }
    }
    out[2 * t] = st[sp - 1];
    out[2 * t + 1] = steps * 100 + sp;
}
__device__ int global_counter;
__device__ int global_table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
extern "C" __global__ void module_globals(const int* x, int* out, int n)
{
    static __shared__ int base;
    if (threadIdx.x == 0) base = global_table[blockIdx.x % 8] * 100;
    __syncthreads();
    int i = GID;
    if (i < n) { atomicAdd(&global_counter, x[i]); out[i] = base + global_table[x[i] % 8]; }
}
