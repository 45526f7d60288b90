// What few kernels ask of an mbarrier and of other blocks: arrivals that complete no phase, reductions that report.
using u32 = unsigned;
using u64 = unsigned long long;
__device__ u32 shared_address(const void* p) { return (u32)__cvta_generic_to_shared(p); }

extern "C" __global__ void keeps_the_phase(u64* out)
{
    __shared__ alignas(8) u64 bar;
    u32 a = shared_address(&bar), count;
    u64 state, dropped;
    if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 96;" :: "r"(a) : "memory");
    __syncthreads();
    asm volatile("mbarrier.arrive.noComplete.shared::cta.b64 %0, [%1], 1;" : "=l"(state) : "r"(a) : "memory");
    asm volatile("mbarrier.arrive_drop.noComplete.shared::cta.b64 %0, [%1], 1;" : "=l"(dropped) : "r"(a) : "memory");
    asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(count) : "l"(state));
    out[threadIdx.x] = count + (dropped >> 32);
    if (threadIdx.x == 0) asm volatile("mbarrier.inval.shared::cta.b64 [%0];" :: "r"(a) : "memory");
}

extern "C" __global__ void __cluster_dims__(2, 1, 1) reduces_far_away(u32* out)
{
    __shared__ alignas(8) u64 bar;
    __shared__ alignas(16) u32 sum[4];
    u32 bar_there, sum_there, rank;
    asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(bar_there) : "r"(shared_address(&bar)), "r"(rank ^ 1));
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(sum_there) : "r"(shared_address(&sum[threadIdx.x % 4])), "r"(rank ^ 1));
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];"
                 :: "r"(sum_there), "r"(threadIdx.x), "r"(bar_there) : "memory");
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.max.s32 [%0], %1, [%2];"
                 :: "r"(sum_there), "r"(threadIdx.x), "r"(bar_there) : "memory");
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %1, %1, %1}, [%2];"
                 :: "r"(sum_there & ~15u), "r"(rank), "r"(bar_there) : "memory");
    out[threadIdx.x] = rank;
}
