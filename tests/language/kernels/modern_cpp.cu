// C++17 as library authors write it: concepts by hand, folds, expression templates, iterators, compile-time tables.
#include <cuda/std/tuple>
#include <cuda/std/utility>

namespace meta {
template <bool B, class T = void> struct enable_if {};
template <class T> struct enable_if<true, T> { using type = T; };
template <class A, class B> inline constexpr bool same = false;
template <class A> inline constexpr bool same<A, A> = true;
template <class T> inline constexpr bool is_floating = same<T, float> || same<T, double>;
template <int... I> struct indices {};
template <int N, int... I> struct count_to : count_to<N - 1, N - 1, I...> {};
template <int... I> struct count_to<0, I...> { using type = indices<I...>; };
}  // namespace meta

// Static polymorphism with a mixin that adds operators.
template <class Derived>
struct Arithmetic {
    friend __device__ constexpr Derived operator-(const Derived& a, const Derived& b) { return a + (-b); }
    friend __device__ constexpr bool operator!=(const Derived& a, const Derived& b) { return !(a == b); }
    __device__ constexpr Derived& operator+=(const Derived& o) { return self() = self() + o; }
    template <unsigned N> __device__ constexpr Derived power() const {
        if constexpr (N == 0) return Derived::one();
        else if constexpr (N % 2) return power<N - 1>() * self();
        else { auto half = power<N / 2>(); return half * half; }
    }
private:
    __device__ constexpr Derived& self() { return static_cast<Derived&>(*this); }
    __device__ constexpr const Derived& self() const { return static_cast<const Derived&>(*this); }
};

struct Rational : Arithmetic<Rational> {
    long long n, d;
    static __device__ constexpr long long gcd(long long a, long long b) { return b ? gcd(b, a % b) : (a < 0 ? -a : a); }
    __device__ constexpr Rational(long long n = 0, long long d = 1) : n(n), d(d) {
        long long g = gcd(n, d);
        if (d < 0) g = -g;
        this->n /= g;
        this->d /= g;
    }
    static __device__ constexpr Rational one() { return {1}; }
    __device__ constexpr Rational operator-() const { return {-n, d}; }
    __device__ constexpr Rational operator+(const Rational& o) const { return {n * o.d + o.n * d, d * o.d}; }
    __device__ constexpr Rational operator*(const Rational& o) const { return {n * o.n, d * o.d}; }
    __device__ constexpr bool operator==(const Rational& o) const { return n == o.n && d == o.d; }
};

static_assert(Rational(6, -4).n == -3, "normalised while compiling");

extern "C" __global__ void rationals(const int* in, long long* out) {
    int i = threadIdx.x;
    Rational a(in[2 * i], in[2 * i + 1]), b(3, -7), sum;
    for (int k = 1; k <= 4; ++k) sum += a * Rational(1, k) - b;
    Rational cube = a.power<5>();
    out[5 * i] = sum.n;
    out[5 * i + 1] = sum.d;
    out[5 * i + 2] = cube.n;
    out[5 * i + 3] = cube.d;
    out[5 * i + 4] = a != b;
}

// Dual numbers through lambdas: the derivative of whatever one writes.
struct Dual { double v, d; };
__device__ inline Dual operator+(Dual a, Dual b) { return {a.v + b.v, a.d + b.d}; }
__device__ inline Dual operator*(Dual a, Dual b) { return {a.v * b.v, a.d * b.v + a.v * b.d}; }
__device__ inline Dual operator/(Dual a, Dual b) { return {a.v / b.v, (a.d * b.v - a.v * b.d) / (b.v * b.v)}; }
__device__ inline Dual sin(Dual a) { return {::sin(a.v), ::cos(a.v) * a.d}; }
__device__ inline Dual operator""_c(long double x) { return {double(x), 0}; }
__device__ inline Dual operator""_c(unsigned long long x) { return {double(x), 0}; }
template <class F> __device__ double derivative(F&& f, double x) { return f(Dual{x, 1}).d; }
template <class F> __device__ double newton(F f, double start, int steps) {
    for (; steps--;) {
        Dual y = f(Dual{start, 1.0});
        start -= y.v / y.d;
    }
    return start;
}

extern "C" __global__ void automatic_differentiation(const double* x, double* out) {
    double at = x[threadIdx.x];
    out[2 * threadIdx.x] = derivative([](Dual t) { return sin(t * t) / (1_c + t * t); }, at);
    out[2 * threadIdx.x + 1] = newton([at](Dual t) { return t * t * t + Dual{-at * at - 1, 0}; }, 2.0, 12);
}

// Expression templates: a whole formula becomes one loop.
template <class E> struct Expression { __device__ const E& get() const { return static_cast<const E&>(*this); } };
template <class A, class B, class Op> struct Binary : Expression<Binary<A, B, Op>> {
    A a; B b;
    __device__ Binary(A a, B b) : a(a), b(b) {}
    __device__ float operator[](int i) const { return Op::apply(a[i], b[i]); }
};
struct Plus { static __device__ float apply(float x, float y) { return x + y; } };
struct Times { static __device__ float apply(float x, float y) { return x * y; } };
struct Constant : Expression<Constant> {
    float c;
    __device__ explicit Constant(float c) : c(c) {}
    __device__ float operator[](int) const { return c; }
};
struct View : Expression<View> {
    float* p; int n;
    __device__ View(float* p, int n) : p(p), n(n) {}
    __device__ float& operator[](int i) const { return p[i]; }
    template <class E> __device__ View& operator=(const Expression<E>& e) {
        for (int i = threadIdx.x; i < n; i += blockDim.x) p[i] = e.get()[i];
        return *this;
    }
};
template <class A, class B> __device__ auto operator+(const Expression<A>& a, const Expression<B>& b) { return Binary<A, B, Plus>(a.get(), b.get()); }
template <class A, class B> __device__ auto operator*(const Expression<A>& a, const Expression<B>& b) { return Binary<A, B, Times>(a.get(), b.get()); }
template <class B> __device__ auto operator*(float a, const Expression<B>& b) { return Constant(a) * b; }

extern "C" __global__ void expression_templates(float* x, float* y, float* z, int n) {
    View X(x, n), Y(y, n), Z(z, n);
    Z = X * Y + 2.0f * X * X + Constant(-1.0f);
}

// Folds over parameter packs, and a tuple of arrays.
template <class... T> __device__ auto sum_of(T... t) { return (t + ... + 0LL); }
template <class... T> __device__ bool all_even(T... t) { return (... && (t % 2 == 0)); }
template <class T, class... Rest> __device__ T largest(T first, Rest... rest) { ((first = rest > first ? rest : first), ...); return first; }
template <int... I> __device__ long long dot_unrolled(const int* a, const int* b, meta::indices<I...>) { return (... + ((long long)a[I] * b[I])); }
template <class F, class... Args> __device__ void for_all(F f, Args&&... args) { int i = 0; (f(i++, static_cast<Args&&>(args)), ...); }

extern "C" __global__ void folds(const int* in, long long* out) {
    const int* row = in + 8 * threadIdx.x;
    long long* o = out + 6 * threadIdx.x;
    o[0] = sum_of(row[0], (short)row[1], (signed char)row[2], row[3] * 10000000000LL);
    o[1] = all_even(row[0], row[1], row[2]);
    o[2] = largest(row[0], row[1], row[2], row[3], row[4]);
    o[3] = dot_unrolled(row, row + 4, typename meta::count_to<4>::type{});
    int a = row[5], b = row[6];
    for_all([](int i, int& x) { x += 100 * (i + 1); }, a, b);
    o[4] = a;
    o[5] = b;
}

// A container with iterators, for range-based loops and algorithms of its own.
template <class T, int Capacity>
class SmallVector {
    union { unsigned char raw[sizeof(T) * Capacity]; T items[Capacity]; };
    int count = 0;
public:
    __device__ SmallVector() {}
    struct iterator {
        T* at;
        __device__ T& operator*() const { return *at; }
        __device__ iterator& operator++() { ++at; return *this; }
        __device__ iterator operator++(int) { auto old = *this; ++at; return old; }
        __device__ bool operator!=(const iterator& o) const { return at != o.at; }
    };
    __device__ iterator begin() { return {items}; }
    __device__ iterator end() { return {items + count}; }
    __device__ int size() const { return count; }
    template <class... A> __device__ T& emplace_back(A&&... a) { return *new (&items[count++]) T{static_cast<A&&>(a)...}; }
    __device__ T pop() { return items[--count]; }
    __device__ void insert_sorted(const T& x) {
        int k = count++;
        for (; k > 0 && x < items[k - 1]; --k) items[k] = items[k - 1];
        items[k] = x;
    }
};
struct Job {
    int key; short cost;
    __device__ bool operator<(const Job& o) const { return key != o.key ? key < o.key : cost > o.cost; }
};

extern "C" __global__ void small_vectors(const int* in, int n, int* out) {
    SmallVector<Job, 16> jobs;
    for (int k = 0; k < n; ++k) {
        int v = in[threadIdx.x * n + k];
        if (v % 3 == 0) jobs.insert_sorted(Job{v / 3 % 7, (short)v});
    }
    if (jobs.size() < 3) jobs.emplace_back(99, (short)1);
    int code = 0, position = 1;
    for (const auto& [key, cost] : jobs) code += position++ * (31 * key + cost);
    auto second = jobs.begin()++;
    Job last = jobs.pop();
    out[2 * threadIdx.x] = code;
    out[2 * threadIdx.x + 1] = last.key * 1000 + (*second).cost;
}

// A table made while compiling, a switch over hashed strings, and a state machine of enum classes.
struct Crc16 {
    unsigned short entry[256];
    __host__ __device__ constexpr Crc16() : entry() {
        for (int i = 0; i < 256; ++i) {
            unsigned r = i << 8;
            for (int k = 0; k < 8; ++k) r = r & 0x8000 ? r << 1 ^ 0x1021 : r << 1;
            entry[i] = static_cast<unsigned short>(r);
        }
    }
};
__device__ constexpr Crc16 crc16_table{};
constexpr __host__ __device__ unsigned fnv1a(const char* s, unsigned h = 2166136261u) { return *s ? fnv1a(s + 1, (h ^ *s) * 16777619u) : h; }
enum class Verb : unsigned char { Add, Sub, Neg = 10, None = 255 };
__device__ Verb parse(const char* word) {
    switch (fnv1a(word)) {
        case fnv1a("add"): return Verb::Add;
        case fnv1a("sub"): return Verb::Sub;
        case fnv1a("neg"): return Verb::Neg;
        default: return Verb::None;
    }
}

extern "C" __global__ void compile_time_tables(const char* words, unsigned* crc, unsigned char* verbs) {
    const char* word = words + 8 * threadIdx.x;
    unsigned short r = 0xFFFF;
    for (const char* c = word; *c; ++c) r = r << 8 ^ crc16_table.entry[(r >> 8 ^ *c) & 0xFF];
    crc[threadIdx.x] = r;
    verbs[threadIdx.x] = static_cast<unsigned char>(parse(word));
}

// Tuples, apply, structured bindings; a member pointer and a pointer to a member function known to the compiler.
struct Point {
    float x, y;
    int hits = 0;
    __device__ float norm1() const { return fabsf(x) + fabsf(y); }
    __device__ float normInf() const { return fmaxf(fabsf(x), fabsf(y)); }
};
template <float Point::*Member> __device__ float total(const Point* p, int n) { float s = 0; for (int i = 0; i < n; ++i) s += p[i].*Member; return s; }
template <auto Norm> __device__ float measured(const Point& p) { return (p.*Norm)(); }

template <int N> struct Extremes {
    Point (&points)[N];
    template <class Norm> __device__ auto operator()(Norm norm) const {
        float low = norm(points[0]), high = low;
        for (auto& p : points) { low = fminf(low, norm(p)); high = fmaxf(high, norm(p)); p.hits++; }
        return cuda::std::make_tuple(low, high, points[0].hits);
    }
};
template <int N> Extremes(Point (&)[N]) -> Extremes<N>;

extern "C" __global__ void members_and_tuples(const float* in, float* out) {
    Point points[4];
    for (int k = 0; k < 4; ++k) points[k] = {in[8 * threadIdx.x + 2 * k], in[8 * threadIdx.x + 2 * k + 1]};
    Extremes extremes{points};
    auto [low, high, times] = extremes(measured<&Point::norm1>);
    auto other = extremes([](const Point& p) { return measured<&Point::normInf>(p); });
    float* o = out + 7 * threadIdx.x;
    o[0] = total<&Point::x>(points, 4); o[1] = total<&Point::y>(points, 4);
    o[2] = low; o[3] = high; o[4] = times;
    o[5] = cuda::std::get<1>(other); o[6] = cuda::std::get<2>(other);
}

// Overload by category, fixed-point numbers with the point as a template parameter, conversions that are explicit.
template <int Point, class Raw = int> class Fixed {
    Raw raw;
    struct verbatim {};
    constexpr __device__ Fixed(Raw r, verbatim) : raw(r) {}
public:
    template <class T, typename meta::enable_if<meta::is_floating<T>, int>::type = 0>
    explicit __device__ Fixed(T x) : raw((Raw)rint(x * (1LL << Point))) {}
    template <class T, typename meta::enable_if<!meta::is_floating<T>, int>::type = 0>
    explicit constexpr __device__ Fixed(T x) : raw(Raw(x) << Point) {}
    friend __device__ Fixed operator*(Fixed a, Fixed b) { return {Raw((long long)a.raw * b.raw >> Point), verbatim{}}; }
    friend __device__ Fixed operator/(Fixed a, Fixed b) { return {Raw(((long long)a.raw << Point) / b.raw), verbatim{}}; }
    friend __device__ Fixed operator+(Fixed a, Fixed b) { return {Raw(a.raw + b.raw), verbatim{}}; }
    template <int Other> __device__ Fixed<Other, Raw> rescaled() const {
        if constexpr (Other >= Point) return Fixed<Other, Raw>::of(raw << (Other - Point));
        else return Fixed<Other, Raw>::of(raw >> (Point - Other));
    }
    static __device__ Fixed of(Raw r) { return {r, verbatim{}}; }
    __device__ Raw bits() const { return raw; }
    explicit __device__ operator float() const { return (float)raw / (1 << Point); }
};
extern "C" __global__ void fixed_point(const float* in, int* out) {
    Fixed<16> x(in[threadIdx.x]), two(2), third = Fixed<16>(1) / Fixed<16>(3);
    int* o = out + 4 * threadIdx.x;
    o[0] = (x * x + two).bits();
    o[1] = (x * third).rescaled<8>().bits();
    o[2] = (Fixed<16>(1u) / x).bits();
    o[3] = __float_as_int(float(x.rescaled<20>()));
}
