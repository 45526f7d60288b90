// C++ in device code: templates, lambdas, constexpr, classes, operators, inheritance, iterators.

template <typename T>
__device__ T clamp_to(T value, T low, T high) {
    return value < low ? low : (value > high ? high : value);
}

template <typename T, int N>
struct Vector {
    T data[N];
    __device__ Vector() : data{} {}
    __device__ explicit Vector(T fill) {
        for (T& x : data) x = fill;
    }
    __device__ T& operator[](int i) { return data[i]; }
    __device__ const T& operator[](int i) const { return data[i]; }
    __device__ Vector& operator+=(const Vector& other) {
        for (int i = 0; i < N; ++i) data[i] += other.data[i];
        return *this;
    }
    __device__ friend Vector operator+(Vector a, const Vector& b) { return a += b; }
    __device__ friend Vector operator*(T s, Vector a) {
        for (T& x : a.data) x *= s;
        return a;
    }
    __device__ T dot(const Vector& other) const {
        T sum = T(0);
        for (int i = 0; i < N; ++i) sum += data[i] * other.data[i];
        return sum;
    }
    __device__ const T* begin() const { return data; }
    __device__ const T* end() const { return data + N; }
};

extern "C" __global__ void templates_of_types_and_values(const float* in, float* out, int* ints) {
    int t = threadIdx.x;
    Vector<float, 3> a, b(2.0f);
    for (int i = 0; i < 3; ++i) a[i] = in[3 * t + i];
    Vector<float, 3> c = 0.5f * a + b;
    float sum = 0.0f;
    for (float x : c) sum += x;
    out[2 * t] = c.dot(a);
    out[2 * t + 1] = clamp_to(sum, 5.0f, 7.0f);
    Vector<int, 5> n(t);
    n[t % 5] = -1;
    ints[t] = n.dot(n) + clamp_to<int>(t, 4, 9);
}

template <typename T, int FACTOR>
__global__ void scale(T* data, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) data[i] *= FACTOR;
}

template <class Op>
__device__ void for_each_index(int n, Op op) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) op(i);
}

extern "C" __global__ void lambdas(const int* in, int* out, int n) {
    int total = 0;
    const int offset = blockIdx.x * n;
    auto square = [](int x) { return x * x; };
    for_each_index(n, [&, offset](int i) {
        out[offset + i] = square(in[offset + i]) + offset;
        total += i;
    });
    auto later = [square, total](int x) { return square(x) + total; };
    if (threadIdx.x == 0) out[offset] = later(3);
}

__host__ __device__ constexpr int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
__host__ __device__ constexpr int power(int base, int e) {
    int r = 1;
    while (e-- > 0) r *= base;
    return r;
}
struct Table {
    int values[8];
    __host__ __device__ constexpr Table() : values{} {
        for (int i = 0; i < 8; ++i) values[i] = power(3, i) % 17;
    }
};
__constant__ constexpr Table powers_of_three{};
static_assert(fibonacci(10) == 55, "computed by the compiler");

extern "C" __global__ void constant_expressions(int* out) {
    constexpr int width = fibonacci(7);
    int window[width];
    for (int i = 0; i < width; ++i) window[i] = i * threadIdx.x;
    out[threadIdx.x] = window[threadIdx.x % width] + powers_of_three.values[threadIdx.x % 8];
}

class Matrix2 {
public:
    __device__ Matrix2(float a, float b, float c, float d) : a_(a), b_(b), c_(c), d_(d) {}
    __device__ static Matrix2 identity() { return {1, 0, 0, 1}; }
    __device__ Matrix2 operator*(const Matrix2& o) const {
        return {a_ * o.a_ + b_ * o.c_, a_ * o.b_ + b_ * o.d_, c_ * o.a_ + d_ * o.c_, c_ * o.b_ + d_ * o.d_};
    }
    __device__ float trace() const { return a_ + d_; }
    __device__ float operator()(int r, int c) const { return r ? (c ? d_ : c_) : (c ? b_ : a_); }
    __device__ bool operator<(const Matrix2& o) const { return trace() < o.trace(); }

private:
    float a_, b_, c_, d_;
};

extern "C" __global__ void classes_with_operators(int exponent, float* out) {
    Matrix2 base(1, 1, 1, 0), result = Matrix2::identity();
    for (int e = exponent + threadIdx.x % 8; e; e >>= 1, base = base * base)
        if (e & 1) result = result * base;
    out[threadIdx.x] = result(0, 1) + (base < result);
}

struct Shape {
    float size;
    __device__ explicit Shape(float s) : size(s) {}
    __device__ float doubled() const { return 2 * size; }
};
struct Square : Shape {
    using Shape::Shape;
    __device__ float area() const { return size * size; }
};
struct Cube : Square {
    __device__ explicit Cube(float s) : Square(s) {}
    __device__ float volume() const { return area() * doubled() / 2; }
};

extern "C" __global__ void inheritance(const float* in, float* out) {
    Cube cube(in[threadIdx.x]);
    const Shape& base = cube;
    out[threadIdx.x] = cube.volume() + cube.area() + base.doubled();
}

struct Animal {
    __device__ virtual int legs() const { return 4; }
    __device__ virtual int speed(int x) const = 0;
};
struct Dog : Animal {
    __device__ int speed(int x) const override { return 3 * x; }
};
struct Bird : Animal {
    int wings;
    __device__ explicit Bird(int w) : wings(w) {}
    __device__ int legs() const override { return 2; }
    __device__ int speed(int x) const override { return x * x + wings; }
};

extern "C" __global__ void virtual_functions(int* out) {
    Dog dog;
    Bird bird(7);
    const Animal* animals[2] = {&dog, &bird};
    const Animal* a = animals[threadIdx.x % 2];
    out[threadIdx.x] = 1000 * a->legs() + a->speed(threadIdx.x);
}

template <class Derived>
struct Shifted {
    __device__ int apply(int x) const { return static_cast<const Derived*>(this)->map(x) + 1; }
};
struct Tripled : Shifted<Tripled> {
    __device__ int map(int x) const { return 3 * x; }
};
struct Negated : Shifted<Negated> {
    __device__ int map(int x) const { return -x; }
};

template <typename... Ts>
__device__ int sum_of(Ts... xs) {
    return (0 + ... + xs);
}
template <typename First, typename... Rest>
__device__ int count_wide(First, Rest... rest) {
    int here = sizeof(First) > 4;
    if constexpr (sizeof...(rest) > 0) return here + count_wide(rest...);
    else return here;
}

extern "C" __global__ void static_polymorphism(int* out) {
    int t = threadIdx.x;
    out[t] = Tripled().apply(t) + 100 * Negated().apply(t) + sum_of(t, (short)2, 3u, 'a') + count_wide(1.0, 2, 3ll, 'c');
}

struct Plus {
    __device__ int operator()(int a, int b) const { return a + b; }
};
struct Maximum {
    __device__ int operator()(int a, int b) const { return a > b ? a : b; }
};

template <int BLOCK, class Op>
__device__ int block_reduce(int value, Op op) {
    __shared__ int scratch[BLOCK];
    scratch[threadIdx.x] = value;
    __syncthreads();
#pragma unroll
    for (int s = BLOCK / 2; s > 0; s >>= 1) {
        if (threadIdx.x < s) scratch[threadIdx.x] = op(scratch[threadIdx.x], scratch[threadIdx.x + s]);
        __syncthreads();
    }
    int result = scratch[0];
    __syncthreads();
    return result;
}

extern "C" __global__ void functors(const int* in, int* out) {
    int v = in[blockIdx.x * 128 + threadIdx.x];
    int sum = block_reduce<128>(v, Plus{});
    int largest = block_reduce<128>(v, Maximum{});
    int both = block_reduce<128>(v, [](int a, int b) { return a ^ b; });
    if (threadIdx.x == 0) {
        out[3 * blockIdx.x] = sum;
        out[3 * blockIdx.x + 1] = largest;
        out[3 * blockIdx.x + 2] = both;
    }
}

namespace geometry {
namespace detail {
__device__ inline float half_of(float x) { return 0.5f * x; }
}  // namespace detail
__device__ float area(float r) { return 3.0f * r * r; }
__device__ float area(float w, float h) { return w * h; }
__device__ int area(int w, int h = 10) { return w * h; }
}  // namespace geometry

extern "C" __global__ void overloads_and_namespaces(float* out) {
    using namespace geometry;
    int t = threadIdx.x;
    out[t] = area((float)t) + area(t, 2) + area(1.5f, (float)t) + area(t) + detail::half_of(t);
}

struct Optional {
    bool set;
    int value;
};
__device__ Optional find(const int* data, int n, int key) {
    for (int i = 0; i < n; ++i)
        if (data[i] == key) return {true, i};
    return {};
}

extern "C" __global__ void structured_bindings(const int* data, int n, int* out) {
    auto [found, where] = find(data, n, threadIdx.x);
    if (auto again = find(data, n, where); again.set) out[threadIdx.x] = 1000 + again.value;
    else out[threadIdx.x] = found ? where : -1;
}

template <typename T>
struct Traits {
    static constexpr int kind = 0;
};
template <>
struct Traits<float> {
    static constexpr int kind = 1;
};
template <typename T>
struct Traits<T*> {
    static constexpr int kind = 10 + Traits<T>::kind;
};
template <typename T>
__device__ int kind_of(T) {
    return Traits<T>::kind;
}

extern "C" __global__ void specialisations(float* p, int* out) {
    out[threadIdx.x] = kind_of(p) * 10000 + kind_of(1.0f) * 100 + kind_of(&p) + kind_of(threadIdx.x);
}

template <int N>
struct Unrolled {
    template <class F>
    __device__ static void run(F f) {
        Unrolled<N - 1>::run(f);
        f(N - 1);
    }
};
template <>
struct Unrolled<0> {
    template <class F>
    __device__ static void run(F) {}
};

extern "C" __global__ void recursive_templates(const int* in, int* out) {
    int sum = 0;
    Unrolled<6>::run([&](int k) { sum = 2 * sum + in[(threadIdx.x + k) % 32]; });
    out[threadIdx.x] = sum;
}

struct Counter {
    int* target;
    __device__ explicit Counter(int* t) : target(t) { atomicAdd(target, 1); }
    __device__ ~Counter() { atomicAdd(target + 1, 1); }
};

extern "C" __global__ void constructors_and_destructors(int* counts) {
    Counter outer(counts);
    for (int i = 0; i < (int)threadIdx.x % 3; ++i) {
        Counter inner(counts);
        if (i == 1) break;
    }
}

extern "C" __global__ void placement_new(float* out) {
    __shared__ __align__(16) unsigned char storage[sizeof(Vector<float, 4>)];
    Vector<float, 4>* v = reinterpret_cast<Vector<float, 4>*>(storage);
    if (threadIdx.x == 0) *v = Vector<float, 4>(1.5f);
    __syncthreads();
    out[threadIdx.x] = (*v)[threadIdx.x % 4] * threadIdx.x;
}
