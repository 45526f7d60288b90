// The CUDA C++ standard library: atomic references, barriers, pipelines, arrays, limits, complex numbers.
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cooperative_groups.h>
#include <cuda/std/array>
#include <cuda/std/limits>
#include <cuda/std/utility>
#include <cuda/std/cstdint>
namespace cg = cooperative_groups;

extern "C" __global__ void atomic_references(const int* in, int* out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> sum(out[0]), largest(out[1]);
    int v = in[blockIdx.x * blockDim.x + threadIdx.x];
    sum.fetch_add(v, cuda::memory_order_relaxed);
    largest.fetch_max(v, cuda::memory_order_relaxed);
    int expected = 0;
    cuda::atomic_ref<int, cuda::thread_scope_device> once(out[2]);
    if (once.compare_exchange_strong(expected, 77)) out[3] = 1;
}

extern "C" __global__ void atomic_objects(const int* in, int* out) {
    __shared__ cuda::atomic<int, cuda::thread_scope_block> count;
    if (threadIdx.x == 0) count.store(0);
    __syncthreads();
    if (in[threadIdx.x] > 0) count++;
    __syncthreads();
    out[threadIdx.x] = count.load();
}

extern "C" __global__ void flags_with_release_and_acquire(int* data, int* flag, int* out) {
    cuda::atomic_ref<int, cuda::thread_scope_device> ready(*flag);
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        *data = 42;
        ready.store(1, cuda::memory_order_release);
    }
    if (blockIdx.x == 1 && threadIdx.x == 0) {
        while (ready.load(cuda::memory_order_acquire) == 0) {
        }
        *out = *(volatile int*)data;
    }
}

extern "C" __global__ void arrays_and_limits(const cuda::std::int32_t* in, int* out) {
    cuda::std::array<int, 4> a{1, 2, 3, 4};
    a[threadIdx.x % 4] += in[threadIdx.x];
    int sum = 0;
    for (int x : a) sum += x;
    cuda::std::pair<int, int> p{sum, (int)a.size()};
    int lowest = cuda::std::numeric_limits<int>::max();
    for (int x : a) lowest = x < lowest ? x : lowest;
    out[threadIdx.x] = p.first * 10 + p.second + lowest;
}

extern "C" __global__ void block_barrier_object(const int* in, int* out) {
    __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
    __shared__ int tile[64];
    if (threadIdx.x == 0) init(&barrier, blockDim.x);
    __syncthreads();
    tile[threadIdx.x] = in[threadIdx.x];
    barrier.arrive_and_wait();
    out[threadIdx.x] = tile[63 - threadIdx.x];
}

extern "C" __global__ void thread_pipeline(const float* in, float* out, int tiles) {
    __shared__ float buffer[2][64];
    auto pipe = cuda::make_pipeline();
    int t = threadIdx.x;
    float sum = 0.0f;
    pipe.producer_acquire();
    cuda::memcpy_async(&buffer[0][t], &in[t], sizeof(float), pipe);
    pipe.producer_commit();
    for (int k = 0; k < tiles; ++k) {
        if (k + 1 < tiles) {
            pipe.producer_acquire();
            cuda::memcpy_async(&buffer[(k + 1) % 2][t], &in[(k + 1) * 64 + t], sizeof(float), pipe);
            pipe.producer_commit();
            cuda::pipeline_consumer_wait_prior<1>(pipe);
        } else {
            cuda::pipeline_consumer_wait_prior<0>(pipe);
        }
        __syncthreads();
        sum += buffer[k % 2][63 - t];
        __syncthreads();
        pipe.consumer_release();
    }
    out[t] = sum;
}
