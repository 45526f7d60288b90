// Block-wide barriers that also count and vote, named barriers, fences, blocks that wait for blocks.

extern "C" __global__ void barrier_counts(const int* in, int* out) {
    int v = in[threadIdx.x];
    int positive = __syncthreads_count(v > 0);
    int all = __syncthreads_and(v > -50);
    int any = __syncthreads_or(v > 95);
    out[threadIdx.x] = positive + 1000 * all + 10000 * any;
}

extern "C" __global__ void loop_until_nobody_changes(int* data, int* rounds) {
    __shared__ int changed;
    int t = threadIdx.x, count = 0;
    do {
        __syncthreads();
        if (t == 0) changed = 0;
        __syncthreads();
        int left = t > 0 ? data[t - 1] : data[t];
        __syncthreads();
        if (left > data[t]) {
            data[t] = left;
            changed = 1;
        }
        ++count;
        __syncthreads();
    } while (changed);
    if (t == 0) *rounds = count;
}

extern "C" __global__ void converged_by_vote(int* data, int* rounds) {
    int t = threadIdx.x, count = 0, again;
    do {
        int right = t < blockDim.x - 1 ? data[t + 1] : 0;
        __syncthreads();
        bool change = right > data[t];
        if (change) data[t] = right;
        ++count;
        again = __syncthreads_or(change);
    } while (again);
    rounds[t] = count;
}

extern "C" __global__ void barrier_in_a_uniform_branch(const int* in, int* out, int mode) {
    __shared__ int tile[64];
    int t = threadIdx.x;
    tile[t] = in[t];
    if (mode == 1) {
        __syncthreads();
        out[t] = tile[63 - t];
    } else {
        out[t] = -1;
    }
}

extern "C" __global__ void named_barriers(const int* in, int* out) {
    __shared__ int first[64], second[64];
    int t = threadIdx.x;
    if (t < 64) {
        first[t] = in[t];
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[t] = first[63 - t];
    } else {
        second[t - 64] = in[t] * 2;
        asm volatile("bar.sync 2, 64;" ::: "memory");
        out[t] = second[127 - t];
    }
}

extern "C" __global__ void producer_and_consumer(const int* in, int* out, int rounds) {
    __shared__ int buffer[32];
    int t = threadIdx.x;
    for (int r = 0; r < rounds; ++r) {
        if (t < 32) {  // producer: waits until the buffer is empty, fills it
            asm volatile("bar.sync 2, 64;" ::: "memory");
            buffer[t] = in[r * 32 + t];
            asm volatile("bar.arrive 1, 64;" ::: "memory");
        } else {
            asm volatile("bar.arrive 2, 64;" ::: "memory");
            asm volatile("bar.sync 1, 64;" ::: "memory");
            out[r * 32 + t - 32] = buffer[t - 32] + 1;
        }
    }
}

__device__ unsigned finished = 0;

extern "C" __global__ void last_block_sums(const float* in, volatile float* partial, float* total, int n) {
    __shared__ float scratch[64];
    __shared__ bool last;
    int t = threadIdx.x;
    float sum = 0.0f;
    for (int i = blockIdx.x * 64 + t; i < n; i += gridDim.x * 64) sum += in[i];
    scratch[t] = sum;
    __syncthreads();
    for (int s = 32; s > 0; s /= 2) {
        if (t < s) scratch[t] += scratch[t + s];
        __syncthreads();
    }
    if (t == 0) {
        partial[blockIdx.x] = scratch[0];
        __threadfence();
        last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && t == 0) {
        float all = 0.0f;
        for (int b = 0; b < gridDim.x; ++b) all += partial[b];
        *total = all;
    }
}

extern "C" __global__ void block_after_block(volatile int* turn, int* order) {
    if (threadIdx.x == 0) {
        while (*turn != (int)blockIdx.x) {
        }
        order[*turn] = blockIdx.x * 10;
        __threadfence();
        *turn = blockIdx.x + 1;
    }
}

extern "C" __global__ void flags_between_blocks(const int* in, int* sums, volatile int* flags, int* out) {
    // A chained scan: every block waits for the sum of the one before it. Tickets keep it from depending on the order.
    __shared__ int scratch[32], ticket, before;
    __shared__ int values[32];
    int t = threadIdx.x;
    if (t == 0) ticket = atomicAdd((int*)&flags[gridDim.x], 1);
    __syncthreads();
    int b = ticket;
    values[t] = in[b * 32 + t];
    __syncthreads();
    if (t == 0) {
        int sum = 0;
        for (int i = 0; i < 32; ++i) {
            sum += values[i];
            scratch[i] = sum;
        }
        int carried = 0;
        if (b > 0) {
            while (flags[b - 1] == 0) {
            }
            __threadfence();
            carried = ((volatile int*)sums)[b - 1];
        }
        sums[b] = carried + sum;
        __threadfence();
        flags[b] = 1;
        before = carried;
    }
    __syncthreads();
    out[b * 32 + t] = before + scratch[t];
}

extern "C" __global__ void grid_barrier_by_hand(int* arrived, const int* in, int* middle, int* out) {
    int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
    middle[i] = in[i] * 2;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(arrived, 1);
        while (atomicAdd(arrived, 0) < gridDim.x) {
        }
        __threadfence();
    }
    __syncthreads();
    out[i] = middle[n - 1 - i];
}

extern "C" __global__ void exits_before_a_barrier(const int* in, int* out, int n) {
    __shared__ int tile[64];
    int i = blockIdx.x * 64 + threadIdx.x;
    bool inside = i < n;
    tile[threadIdx.x] = inside ? in[i] : 0;
    __syncthreads();
    if (!inside) return;
    out[i] = tile[63 - threadIdx.x];
}
