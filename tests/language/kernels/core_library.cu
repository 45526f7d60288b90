// libcu++ in kernels: vocabulary types, algorithms, atomics with orders and scopes, barriers, pipelines.
#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/bitset>
#include <cuda/std/chrono>
#include <cuda/std/complex>
#include <cuda/std/expected>
#include <cuda/std/functional>
#include <cuda/std/iterator>
#include <cuda/std/limits>
#include <cuda/std/mdspan>
#include <cuda/std/numeric>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>
#include <cuda/std/variant>
#include <cuda/annotated_ptr>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/cmath>
#include <cuda/functional>
#include <cuda/latch>
#include <cuda/pipeline>
#include <cuda/semaphore>

namespace cs = cuda::std;

__device__ cs::optional<int> divided(int a, int b) {
    if (b == 0) return cs::nullopt;
    return a / b;
}

extern "C" __global__ void optionals(const int* a, const int* b, int* out) {
    int i = threadIdx.x;
    auto q = divided(a[i], b[i]);
    out[2 * i] = q.value_or(-1000);
    out[2 * i + 1] = q.has_value() ? *q * 2 : 7;
}

extern "C" __global__ void tuples(const int* in, int* out) {
    int i = threadIdx.x;
    auto t = cs::make_tuple(in[i], 2.5f, static_cast<char>(in[i] & 15));
    auto [x, y, c] = t;
    cs::pair<int, int> p{x, c};
    cs::swap(p.first, p.second);
    auto joined = cs::tuple_cat(t, cs::make_tuple(p.first));
    int all = cs::apply([](auto... parts) { return (static_cast<int>(parts) + ...); }, joined);
    static_assert(cs::tuple_size<decltype(joined)>::value == 4);
    out[2 * i] = all + static_cast<int>(y * 2);
    out[2 * i + 1] = p.first < p.second ? cs::get<0>(t) : -1;
}

extern "C" __global__ void arrays_and_spans(const int* in, int* out) {
    cs::array<int, 5> a{};
    cs::span<const int> all(in, 160);
    auto mine = all.subspan(threadIdx.x * 5, 5);
    for (size_t i = 0; i < mine.size(); ++i) a[i] = mine[mine.size() - 1 - i];
    cs::array<int, 5> b = a;
    b.fill(3);
    b[2] = a.front() + a.back();
    int s = 0;
    for (int x : a) s = s * 3 + x;
    out[threadIdx.x] = s + cs::accumulate(b.begin(), b.end(), 0) + static_cast<int>(cs::distance(mine.begin(), mine.end()));
    out[threadIdx.x] += cs::inner_product(a.begin(), a.end(), b.begin(), 0);
}

extern "C" __global__ void bit_functions(const unsigned* in, int* out) {
    unsigned x = in[threadIdx.x];
    int* o = out + threadIdx.x * 8;
    o[0] = cs::popcount(x);
    o[1] = cs::countl_zero(x);
    o[2] = cs::countr_zero(x);
    o[3] = cs::bit_width(x);
    o[4] = static_cast<int>(cs::rotl(x, 7));
    o[5] = static_cast<int>(cs::bit_floor(x));
    o[6] = cs::has_single_bit(x);
    o[7] = cs::bit_cast<int>(static_cast<float>(x & 0xffff));
}

template <class T>
__device__ double limits_of() {
    using L = cs::numeric_limits<T>;
    return static_cast<double>(L::max()) + L::digits + (L::is_signed ? 0.5 : 0.25) + (L::is_integer ? 1 : 2);
}

extern "C" __global__ void limits(double* out) {
    out[0] = limits_of<signed char>();
    out[1] = limits_of<unsigned short>();
    out[2] = limits_of<int>();
    out[3] = limits_of<float>();
    out[4] = cs::numeric_limits<float>::epsilon();
    out[5] = cs::numeric_limits<double>::lowest();
    out[6] = -cs::numeric_limits<float>::infinity();
    out[7] = cs::isnan(cs::numeric_limits<double>::quiet_NaN());
}

extern "C" __global__ void complex_numbers(const float2* in, float* out) {
    cs::complex<float> a(in[threadIdx.x].x, in[threadIdx.x].y), b(0.5f, -2.0f);
    auto product = a * b, quotient = a / b, root = cs::sqrt(a * cs::conj(a));
    float* o = out + threadIdx.x * 6;
    o[0] = product.real(), o[1] = product.imag();
    o[2] = quotient.real(), o[3] = quotient.imag();
    o[4] = root.real(), o[5] = cs::abs(a) + cs::norm(b);
}

struct Circle { float r; __device__ float area() const { return r * r * 3.0f; } };
struct Square { float a; __device__ float area() const { return a * a; } };

extern "C" __global__ void variants(const int* in, float* out, int* faults) {
    using Shape = cs::variant<Circle, Square>;
    Shape shape = in[threadIdx.x] % 2 ? Shape(Circle{static_cast<float>(in[threadIdx.x])})
                                      : Shape(Square{static_cast<float>(in[threadIdx.x])});
    out[threadIdx.x] = cs::holds_alternative<Circle>(shape) ? cs::get_if<0>(&shape)->area() : cs::get_if<1>(&shape)->area();
    cs::expected<int, char> e = in[threadIdx.x] > 5 ? cs::expected<int, char>(in[threadIdx.x]) : cs::unexpected<char>('x');
    faults[threadIdx.x] = e.has_value() ? *e : -e.error();
}

extern "C" __global__ void visited_variants(const int* in, float* out) {
    cs::variant<Circle, Square> shape = Circle{1.0f};
    if (in[threadIdx.x] % 2) shape = Square{static_cast<float>(in[threadIdx.x])};
    out[threadIdx.x] = cs::visit([](const auto& s) { return s.area(); }, shape);
}

extern "C" __global__ void multidimensional_spans(const float* in, float* out) {
    cs::mdspan<const float, cs::extents<int, 4, cs::dynamic_extent>> a(in, 8);
    cs::mdspan<float, cs::dextents<int, 2>, cs::layout_left> b(out, 4, 8);
    int r = threadIdx.x / 8, c = threadIdx.x % 8;
    b(r, c) = a(r, c) * a.extent(1) + a.rank();
}

extern "C" __global__ void bitsets(const unsigned* in, int* out) {
    cs::bitset<40> set(in[threadIdx.x]);
    set.set(39).flip(0);
    set <<= 1;
    out[threadIdx.x] = static_cast<int>(set.count()) + 100 * set.test(1) + 1000 * set.any();
}

extern "C" __global__ void numbers_of_cuda(const int* in, int* out) {
    int x = in[threadIdx.x];
    int* o = out + threadIdx.x * 6;
    o[0] = cuda::ceil_div(x, 7);
    o[1] = cs::gcd(x, 36);
    o[2] = cs::lcm(x % 12 + 1, 10);
    o[3] = cuda::maximum<>{}(x, 50) - cuda::minimum<int>{}(x, 50);
    o[4] = cs::midpoint(x, 101);
    o[5] = static_cast<int>(cuda::round_up(x, 16)) + cuda::ilog2(x + 1);
}

extern "C" __global__ void atomics_with_orders(const int* in, int* counters, float* sum, int* out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> c(counters[0]);
    cuda::atomic_ref<int, cuda::thread_scope_block> most(counters[1]), any(counters[2]);
    cuda::atomic_ref<float, cuda::thread_scope_system> s(*sum);
    int x = in[threadIdx.x];
    int before = c.fetch_add(1, cuda::memory_order_relaxed);
    most.fetch_max(x, cuda::std::memory_order_acq_rel);
    any.fetch_or(x);
    s.fetch_add(static_cast<float>(x), cuda::memory_order_release);
    int expected = 5;
    cuda::atomic_ref<int> last(counters[3]);
    if (threadIdx.x == 9) last.compare_exchange_strong(expected, 77, cuda::memory_order_acquire);
    __syncthreads();
    out[before] = last.load(cuda::memory_order_acquire);
}

extern "C" __global__ void atomic_objects_in_shared(const int* in, unsigned* out) {
    __shared__ cuda::atomic<unsigned, cuda::thread_scope_block> total;
    __shared__ cuda::std::atomic_flag flag;
    if (threadIdx.x == 0) total.store(10), flag.clear();
    __syncthreads();
    total += in[threadIdx.x];
    bool first = !flag.test_and_set();
    __syncthreads();
    if (threadIdx.x == 0) out[0] = total.load();
    int won = __syncthreads_count(first);
    if (threadIdx.x == 0) out[1] = won;
}

extern "C" __global__ void semaphores(int* inside, int* out) {
    __shared__ cuda::binary_semaphore<cuda::thread_scope_block> gate;
    if (threadIdx.x == 0) new (&gate) cuda::binary_semaphore<cuda::thread_scope_block>(1);
    __syncthreads();
    if (threadIdx.x % 32 == 0) {
        gate.acquire();
        int seen = *(volatile int*)inside;
        *(volatile int*)inside = seen + 1;
        gate.release();
    }
    __syncthreads();
    if (threadIdx.x == 0) *out = *inside;
}

extern "C" __global__ void latches(const int* in, int* out) {
    __shared__ int values[64];
    using Latch = cuda::latch<cuda::thread_scope_block>;
    __shared__ alignas(Latch) char room[sizeof(Latch)];
    Latch& ready = *reinterpret_cast<Latch*>(room);
    if (threadIdx.x == 0) new (room) Latch(64);
    __syncthreads();
    values[threadIdx.x] = in[threadIdx.x];
    ready.arrive_and_wait();
    out[threadIdx.x] = values[63 - threadIdx.x];
}

extern "C" __global__ void split_arrival(const int* in, int* out) {
    __shared__ int values[64];
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    if (threadIdx.x == 0) init(&barrier, blockDim.x);
    __syncthreads();
    values[threadIdx.x] = in[threadIdx.x];
    auto token = barrier.arrive();
    int own = in[threadIdx.x] * 2;  // work that needs nobody
    barrier.wait(cuda::std::move(token));
    out[threadIdx.x] = own + values[63 - threadIdx.x];
}

extern "C" __global__ void awaited_copy(const int* in, int* out) {
    __shared__ alignas(16) int values[64];
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    if (threadIdx.x == 0) init(&barrier, blockDim.x);
    __syncthreads();
    cuda::memcpy_async(values + threadIdx.x, in + threadIdx.x, sizeof(int), barrier);
    barrier.arrive_and_wait();
    out[threadIdx.x] = values[63 - threadIdx.x];
}

extern "C" __global__ void own_pipeline(const int4* in, int4* out, int tiles) {
    __shared__ int4 stage[2][32];
    auto pipe = cuda::make_pipeline();
    for (int t = -1; t < tiles; ++t) {
        if (t + 1 < tiles) {
            pipe.producer_acquire();
            cuda::memcpy_async(&stage[(t + 1) % 2][threadIdx.x], in + (t + 1) * 32 + threadIdx.x,
                               cuda::aligned_size_t<16>(sizeof(int4)), pipe);
            pipe.producer_commit();
        }
        if (t < 0) continue;
        if (t + 1 < tiles) cuda::pipeline_consumer_wait_prior<1>(pipe);
        else cuda::pipeline_consumer_wait_prior<0>(pipe);
        int4 v = stage[t % 2][threadIdx.x];
        out[t * 32 + threadIdx.x] = make_int4(v.w, v.z, v.y, v.x);
        pipe.consumer_release();
    }
}

extern "C" __global__ void annotated_pointers(const int* in, int* out) {
    cuda::annotated_ptr<const int, cuda::access_property::streaming> a{in};
    cuda::annotated_ptr<int, cuda::access_property::persisting> b{out};
    b[threadIdx.x] = a[threadIdx.x] + 1;
}

extern "C" __global__ void times(long long* out) {
    using namespace cs::chrono_literals;
    auto start = cs::chrono::high_resolution_clock::now();
    auto span = 2h + 3min + 4500ms;
    out[0] = cs::chrono::duration_cast<cs::chrono::seconds>(span).count();
    out[1] = cs::chrono::high_resolution_clock::now() >= start;
    out[2] = cs::chrono::floor<cs::chrono::minutes>(span).count();
}

template <class F, class... A>
__device__ auto called(F&& f, A&&... a) -> cs::invoke_result_t<F, A...> {
    return cs::forward<F>(f)(cs::forward<A>(a)...);
}

template <class T, cs::enable_if_t<cs::is_integral_v<T>, int> = 0>
__device__ int kind_of(T) { return 1; }
template <class T, cs::enable_if_t<cs::is_floating_point_v<T>, int> = 0>
__device__ int kind_of(T) { return 2; }

template <size_t... I>
__device__ int weighted(const int* v, cs::index_sequence<I...>) { return ((v[I] * static_cast<int>(I + 1)) + ...); }

extern "C" __global__ void metaprogramming(const int* in, int* out) {
    int i = threadIdx.x;
    out[i] = called(cs::plus<>{}, in[i], 2) + 10 * kind_of(in[i]) + 100 * kind_of(1.0f);
    out[i] += weighted(in + i, cs::make_index_sequence<3>{});
    using C = cs::conditional_t<(sizeof(void*) == 8), long long, int>;
    static_assert(cs::is_same_v<cs::common_type_t<C, int>, long long>);
    out[i] += sizeof(cs::remove_cvref_t<const C&>);
    out[i] += cs::not_fn(cs::less<int>{})(in[i], 5);
}
