// Chains of dependent steps: each step needs the result of the one before it, so a step takes the whole latency of its
// instruction. One thread walks; benchmarks/latency.py compares walks of two lengths, so that what a walk costs beside
// its steps drops out.
//
// Nodes of a chain in global memory hold the address of the next node, those of one in shared memory its shared
// address: between two loads there is no arithmetic. The loads are written in PTX to say which caches may serve them
// (ca: L1 and L2, cg: L2 only), and because volatile statements keep their order around the reading of the clock.

typedef unsigned long long u64;

constexpr int UNROLLED = 32;    // steps between two tests of the loop; numbers of steps are multiples of it

// chain: `nodes` nodes, `spacing` words of 8 bytes apart. order: a permutation of their numbers. The chain visits
// order[0], order[1] ... and begins again.
extern "C" __global__ void link_chain(u64* chain, const unsigned* order, unsigned nodes, unsigned spacing)
{
    unsigned step = gridDim.x * blockDim.x;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < nodes; i += step) {
        unsigned next = order[i + 1 < nodes ? i + 1 : 0];
        chain[(u64)order[i] * spacing] = (u64)(chain + (u64)next * spacing);
    }
}

struct ThroughL1 {
    static __device__ u64 next(u64 node)
    {
        asm volatile("ld.global.ca.u64 %0, [%1];" : "=l"(node) : "l"(node) : "memory");
        return node;
    }
};

struct ThroughL2 {
    static __device__ u64 next(u64 node)
    {
        asm volatile("ld.global.cg.u64 %0, [%1];" : "=l"(node) : "l"(node) : "memory");
        return node;
    }
};

struct ThroughShared {
    static __device__ unsigned next(unsigned node)
    {
        asm volatile("ld.shared.u32 %0, [%1];" : "=r"(node) : "r"(node) : "memory");
        return node;
    }
};

// Walks `steps` steps and returns where it stands.
template <typename Memory, typename Node>
__device__ Node walk(Node node, unsigned steps)
{
#pragma unroll 1
    for (unsigned done = 0; done < steps; done += UNROLLED) {
#pragma unroll
        for (int k = 0; k < UNROLLED; ++k)
            node = Memory::next(node);
    }
    return node;
}

// Nothing later starts before `value` is there.
template <typename Value>
__device__ void await(Value value)
{
    if (value == 0)
        asm volatile("trap;");
}

template <typename Memory, typename Node>
__device__ void timed_walk(Node node, unsigned warm, unsigned steps, u64* cycles, u64* reached)
{
    node = walk<Memory>(node, warm);
    await(node);
    u64 start = clock64();
    node = walk<Memory>(node, steps);
    await(node);
    u64 stop = clock64();
    *cycles = stop - start;
    *reached = node;
}

// reached: number of the word of the chain at which the walk ended.
extern "C" __global__ void chase_l1(const u64* chain, unsigned first, unsigned warm, unsigned steps, u64* cycles,
                                    u64* reached)
{
    timed_walk<ThroughL1>((u64)(chain + first), warm, steps, cycles, reached);
    *reached = (*reached - (u64)chain) / sizeof(u64);
}

extern "C" __global__ void chase_l2(const u64* chain, unsigned first, unsigned warm, unsigned steps, u64* cycles,
                                    u64* reached)
{
    timed_walk<ThroughL2>((u64)(chain + first), warm, steps, cycles, reached);
    *reached = (*reached - (u64)chain) / sizeof(u64);
}

constexpr int SHARED_NODES = 1024;

// order: a permutation of 0 ... SHARED_NODES - 1. reached: number of the node at which the walk ended.
extern "C" __global__ void chase_shared(const unsigned* order, unsigned warm, unsigned steps, u64* cycles, u64* reached)
{
    __shared__ unsigned chain[SHARED_NODES];
    unsigned base = (unsigned)__cvta_generic_to_shared(chain);
    for (int i = 0; i < SHARED_NODES; ++i)
        chain[order[i]] = base + 4 * order[(i + 1) % SHARED_NODES];
    await(chain[order[0]] + 1);    // base may be 0
    unsigned node = base + 4 * order[0];
    node = walk<ThroughShared>(node, warm);
    u64 start = clock64();
    node = walk<ThroughShared>(node, steps);
    await(node + 1);
    u64 stop = clock64();
    *cycles = stop - start;
    *reached = (node - base) / 4;
}

// Registers have no latency of their own: what counts is how long a result takes until the next instruction may use it.
extern "C" __global__ void chase_registers(float factor, float addend, unsigned steps, u64* cycles, float* reached)
{
    float value = addend;
    u64 start = clock64();
#pragma unroll 1
    for (unsigned done = 0; done < steps; done += UNROLLED) {
#pragma unroll
        for (int k = 0; k < UNROLLED; ++k)
            asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(value) : "f"(factor), "f"(addend));
    }
    await(value);
    u64 stop = clock64();
    *cycles = stop - start;
    *reached = value;
}
