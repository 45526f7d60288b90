// Chains of dependent shared loads in which each request of a warp has a conflict of `ways` ways. Lane l visits the words
// l * ways, l * ways + 1024, l * ways + 2048 ... and begins again: in every step the 32 lanes want 32 different words, and
// 32 / ways banks hold `ways` of them each. A word holds the shared address of the next, so that between two loads there
// is no arithmetic. benchmarks/conflict_cycles.py compares walks of two lengths.

typedef unsigned long long u64;

constexpr unsigned UNROLLED = 32;       // steps between two tests of the loop; numbers of steps are multiples of it
constexpr unsigned DISTANCE = 1024;     // words from step to step: a multiple of 32, and more than 31 * 32
constexpr unsigned WORDS = 8 * DISTANCE;

// Volatile, so that loads keep their order around the reading of the clock.
__device__ unsigned next(unsigned node)
{
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(node) : "r"(node) : "memory");
    return node;
}

// One block of whole warps. ways: 1 to 32. started, stopped: the SM's clock, a number for each thread. reached: the word
// at which the thread's walk ended.
extern "C" __global__ void conflict_chain(unsigned ways, unsigned steps, u64* started, u64* stopped, unsigned* reached)
{
    __shared__ unsigned chain[WORDS];
    unsigned base = (unsigned)__cvta_generic_to_shared(chain);
    for (unsigned i = threadIdx.x; i < WORDS; i += blockDim.x)
        chain[i] = base + 4 * ((i + DISTANCE) % WORDS);
    unsigned node = base + 4 * (threadIdx.x % 32 * ways);

    __syncthreads();
    u64 start = clock64();
#pragma unroll 1
    for (unsigned done = 0; done < steps; done += UNROLLED) {
#pragma unroll
        for (unsigned k = 0; k < UNROLLED; ++k)
            node = next(node);
    }
    if (node == 0xffffffff)    // never true; nothing later starts before `node` is there
        asm volatile("trap;");
    u64 stop = clock64();

    started[threadIdx.x] = start;
    stopped[threadIdx.x] = stop;
    reached[threadIdx.x] = (node - base) / 4;
}
