// What is computed once a warp where it is rare, barriers with numbers and counts from registers, local memory and
// spaces of addresses through uniform registers.
extern "C" __global__ void barriers(int* out, int number, int count, int p)
{
    asm volatile("bar.sync %0, %1;" :: "r"(number), "r"(count) : "memory");
    asm volatile("bar.sync %0, 64;" :: "r"(number) : "memory");
    asm volatile("bar.sync 3, %0;" :: "r"(count) : "memory");
    asm volatile("bar.sync 3, 64;" ::: "memory");
    asm volatile("bar.sync %0;" :: "r"(number) : "memory");
    asm volatile("bar.arrive %0, %1;" :: "r"(number), "r"(count) : "memory");
    asm volatile("bar.arrive 3, %0;" :: "r"(count) : "memory");
    asm volatile("{.reg .pred p, q; setp.ne.s32 p, %1, 0; bar.red.and.pred q, %2, %3, p; selp.s32 %0, 1, 0, q;}"
                 : "=r"(out[0]) : "r"(p), "r"(number), "r"(count));
    asm volatile("{.reg .pred p, q; setp.ne.s32 p, %1, 0; bar.red.or.pred q, 2, %2, p; selp.s32 %0, 1, 0, q;}"
                 : "=r"(out[1]) : "r"(p), "r"(count));
    asm volatile("{.reg .pred p; setp.ne.s32 p, %1, 0; bar.red.popc.u32 %0, %2, 64, p;}"
                 : "=r"(out[2]) : "r"(p), "r"(number));
}

__constant__ float table[16];
extern "C" __global__ void spaces(int* out, int* in)
{
    __shared__ int s;
    int local[2] = {in[0], in[1]};
    const void* all[] = {table, in, &s, local};
    for (int i = 0; i < 4; ++i)
        asm("{.reg .pred p, q; isspacep.const p, %2; isspacep.global q, %2;"
            "selp.s32 %0, 1, 0, p; selp.s32 %1, 1, 0, q;}" : "=r"(out[2 * i]), "=r"(out[2 * i + 1]) : "l"(all[i]));
    s = 1;
}

extern "C" __global__ void warps_of_a_multiprocessor(unsigned* out)
{
    asm volatile("mov.u32 %0, %%nwarpid;" : "=r"(out[threadIdx.x]));
}

extern "C" __global__ void local_array(float* out, int which)
{
    float near[4] = {1, 2, 3, 4}, far[4] = {5, 6, 7, 8};
    float* chosen = threadIdx.x % 2 ? near : far;
    chosen[which & 3] += threadIdx.x;
    out[threadIdx.x] = near[(which + threadIdx.x) & 3] + far[which & 3];
}

extern "C" __global__ void decided_once(float* out, const float* in, int m, int n, int k)
{
    bool whole = m % 4 == 0 && n % 4 == 0 && reinterpret_cast<size_t>(in) % 16 == 0;
    bool small = m < 64 || n < 64;
    float sum = 0;
    for (int i = 0; i < k; ++i) {
        if (whole && !small) sum += in[i * 4];
        else if (whole || (small && k > 7)) sum += in[i];
    }
    out[threadIdx.x] = sum;
}
