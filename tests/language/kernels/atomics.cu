// Atomics of every operation, type and space; loops around compare-and-swap; locks and lock-free structures.
#include <cuda_fp16.h>

extern "C" __global__ void integer_atomics(const int* in, int* out, unsigned* uout) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int v = in[i];
    atomicAdd(&out[0], v);
    atomicSub(&out[1], v);
    atomicMin(&out[2], v);
    atomicMax(&out[3], v);
    atomicAnd(&out[4], v | 0x0F0F);
    atomicOr(&out[5], v & 0x7070);
    atomicXor(&out[6], v);
    atomicMin(&uout[0], (unsigned)v);
    atomicMax(&uout[1], (unsigned)v);
    atomicInc(&uout[2], 99u);
    atomicDec(&uout[3], 77u);
    atomicAdd(&uout[4], (unsigned)v);
    atomicSub(&uout[5], 3u);
}

extern "C" __global__ void wide_atomics(const long long* in, long long* out, unsigned long long* uout) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    long long v = in[i];
    atomicAdd(&uout[0], (unsigned long long)v);
    atomicMin(&out[0], v);
    atomicMax(&out[1], v);
    atomicMin(&uout[1], (unsigned long long)v);
    atomicMax(&uout[2], (unsigned long long)v);
    atomicAnd(&uout[3], (unsigned long long)v | 0xFF);
    atomicOr(&uout[4], (unsigned long long)v);
    atomicXor(&uout[5], (unsigned long long)v);
}

extern "C" __global__ void floating_atomics(const float* f, const double* d, float* fout, double* dout) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&fout[i % 5], f[i]);
    atomicAdd(&dout[i % 3], d[i]);
    atomicAdd_block(&fout[5 + blockIdx.x], 1.0f);
    atomicAdd_system(&dout[3], 0.5);
    atomicExch(&fout[8 + i], f[i] * 2);
}

extern "C" __global__ void half_atomics(const half2* in, half2* pairs, half* single) {
    atomicAdd(&pairs[threadIdx.x % 2], in[threadIdx.x]);
    atomicAdd(&single[threadIdx.x % 3], __low2half(in[threadIdx.x]));
}

extern "C" __global__ void atomics_that_return(int* counter, int* tickets, unsigned* wrapped, unsigned* down, unsigned* ring,
                                               unsigned* fall) {
    int i = threadIdx.x;
    tickets[i] = atomicAdd(counter, 2);
    wrapped[i] = atomicInc(ring, 9);
    down[i] = atomicDec(fall, 6);
}

extern "C" __global__ void shared_atomics(const int* in, int* out, float* fout, unsigned long long* wide) {
    __shared__ int slots[8];
    __shared__ float sum;
    __shared__ unsigned long long big;
    __shared__ double precise;
    int t = threadIdx.x;
    if (t < 8) slots[t] = t == 2 ? 0x7FFFFFFF : (t == 4 ? -1 : 0);
    if (t == 0) {
        sum = 0.0f;
        big = 0;
        precise = 0.0;
    }
    __syncthreads();
    int v = in[t];
    atomicAdd(&slots[0], v);
    atomicSub(&slots[1], v);
    atomicMin(&slots[2], v);
    atomicMax(&slots[3], v);
    atomicAnd(&slots[4], v | 0xF0);
    atomicOr(&slots[5], v);
    atomicXor(&slots[6], v);
    atomicInc((unsigned*)&slots[7], 30);
    atomicAdd(&sum, (float)v);
    atomicAdd(&big, (unsigned long long)v << 33);
    atomicAdd(&precise, v * 0.25);
    __syncthreads();
    if (t < 8) out[t] = slots[t];
    if (t == 0) {
        fout[0] = sum;
        fout[1] = (float)precise;
        wide[0] = big;
    }
}

extern "C" __global__ void exchanges(const int* in, int* slot, int* seen) {
    int old = atomicExch(slot, in[threadIdx.x]);
    atomicAdd(&seen[old], 1);
}

__device__ double add_by_swap(double* address, double value) {
    unsigned long long* bits = (unsigned long long*)address;
    unsigned long long old = *bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}

extern "C" __global__ void doubles_by_compare_and_swap(const double* in, double* out) {
    add_by_swap(out, in[blockIdx.x * blockDim.x + threadIdx.x]);
}

__device__ float maximum_by_swap(float* address, float value) {
    int* bits = (int*)address;
    int old = *bits;
    while (value > __int_as_float(old)) {
        int assumed = old;
        old = atomicCAS(bits, assumed, __float_as_int(value));
        if (old == assumed) break;
    }
    return __int_as_float(old);
}

extern "C" __global__ void float_maximum_by_swap(const float* in, float* out) {
    maximum_by_swap(&out[threadIdx.x % 2], in[blockIdx.x * blockDim.x + threadIdx.x]);
}

extern "C" __global__ void float_extrema_as_integers(const float* in, float* out) {
    float v = in[blockIdx.x * blockDim.x + threadIdx.x];
    if (v >= 0) {
        atomicMax((int*)&out[0], __float_as_int(v));
        atomicMin((int*)&out[1], __float_as_int(v));
    } else {
        atomicMin((unsigned*)&out[0], __float_as_uint(v));
        atomicMax((unsigned*)&out[1], __float_as_uint(v));
    }
}

extern "C" __global__ void multiply_by_swap(int* out) {
    int old = *out, assumed;
    do {
        assumed = old;
        old = atomicCAS(out, assumed, assumed * 3 + (int)(threadIdx.x * 0));
    } while (assumed != old);
}

extern "C" __global__ void shorts_by_compare_and_swap(unsigned short* out) {
    unsigned short* mine = out + threadIdx.x % 3;
    unsigned short old = *mine, assumed;
    do {
        assumed = old;
        old = atomicCAS(mine, assumed, (unsigned short)(assumed + 5));
    } while (assumed != old);
}

extern "C" __global__ void spin_lock(int* lock, int* shared_total, int* trace) {
    if (threadIdx.x == 0) {
        while (atomicCAS(lock, 0, 1) != 0) {
        }
        __threadfence();
        volatile int* total = shared_total;
        int before = *total;
        *total = before + blockIdx.x + 1;
        trace[blockIdx.x] = before;
        __threadfence();
        atomicExch(lock, 0);
    }
}

extern "C" __global__ void lock_for_every_thread(int* lock, int* total) {
    bool done = false;
    while (!done) {  // the form that does not deadlock within a warp
        if (atomicCAS(lock, 0, 1) == 0) {
            *(volatile int*)total += threadIdx.x;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}

extern "C" __global__ void lock_that_deadlocks(int* lock, int* total) {
    while (atomicCAS(lock, 0, 1) != 0) {  // lanes that hold the lock wait for those that spin, before independent scheduling
    }
    *(volatile int*)total += 1;
    __threadfence();
    atomicExch(lock, 0);
}

extern "C" __global__ void lock_free_stack(int* head, int* next, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    int old = *(volatile int*)head;
    while (true) {
        next[i] = old;
        __threadfence();
        int seen = atomicCAS(head, old, i);
        if (seen == old) break;
        old = seen;
    }
}

extern "C" __global__ void work_queue(int* head, int* tail, int* queue, int* visited, int limit) {
    // Every item of value v < limit puts two more into the queue.
    while (true) {
        int at = atomicAdd(head, 1);
        if (at >= *(volatile int*)tail) return;
        int v = ((volatile int*)queue)[at];
        visited[v] = 1;
        for (int c = 2 * v + 1; c <= 2 * v + 2; ++c)
            if (c < limit) {
                int to = atomicAdd(tail, 1);
                queue[to] = c;
                __threadfence();
            }
    }
}

extern "C" __global__ void hash_table_insert(const unsigned* keys, unsigned* table, int* counts, int slots) {
    unsigned key = keys[blockIdx.x * blockDim.x + threadIdx.x];
    unsigned at = (key * 2654435761u) % slots;
    while (true) {
        unsigned old = atomicCAS(&table[at], 0u, key);
        if (old == 0 || old == key) {
            atomicAdd(&counts[at], 1);
            return;
        }
        at = (at + 1) % slots;
    }
}

extern "C" __global__ void hash_table_totals(const unsigned* table, const int* counts, int* totals, int slots) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < slots && table[i]) totals[table[i]] = counts[i];
}

struct Tally {
    int count;
    float sum;
    unsigned long long product_bits;
};

extern "C" __global__ void atomics_on_fields(const float* in, Tally* tallies) {
    Tally* mine = &tallies[threadIdx.x % 4];
    atomicAdd(&mine->count, 1);
    atomicAdd(&mine->sum, in[threadIdx.x]);
    atomicXor(&mine->product_bits, 1ull << (threadIdx.x + 20));
}

extern "C" __global__ void reductions_without_results(int* out, const int* where, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
        atomicAdd(out + where[i], 1);
        atomicMax(out + 16 + where[i], i);
    }
}

extern "C" __global__ void generic_atomics(int* global, int* out, int choose) {
    __shared__ int shared[4];
    if (threadIdx.x < 4) shared[threadIdx.x] = 0;
    __syncthreads();
    int* target = (threadIdx.x + choose) % 2 ? &shared[threadIdx.x % 4] : &global[threadIdx.x % 4];
    atomicAdd(target, threadIdx.x);
    __syncthreads();
    if (threadIdx.x < 4) out[threadIdx.x] = shared[threadIdx.x];
}
