// Tiles of 8 x 8 halves into shared memory and out of it: one, two and four at a time.
extern "C" __global__ void stored_tiles(unsigned* out)
{
    __shared__ __align__(16) unsigned tile[256];
    const unsigned lane = threadIdx.x, address = unsigned(__cvta_generic_to_shared(tile + lane * 4));
    asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0 + 64], {%1, %2, %3, %4};"
                 :: "r"(address), "r"(lane), "r"(lane + 1), "r"(lane + 2), "r"(lane + 3) : "memory");
    asm volatile("stmatrix.sync.aligned.m8n8.x2.trans.shared.b16 [%0], {%1, %2};"
                 :: "r"(address), "r"(lane), "r"(lane + 1) : "memory");
    asm volatile("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%0], {%1};" :: "r"(address), "r"(lane) : "memory");
    unsigned a, b, c;
    asm volatile("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%0}, [%1];" : "=r"(a) : "r"(address) : "memory");
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];" : "=r"(b), "=r"(c) : "r"(address)
                 : "memory");
    out[lane] = a + b + c;
}
