// A 16 x 16 tile comes by asynchronous copies of 16 or 4 bytes from a matrix whose rows lie ld floats apart. Counted with
//   grader profile tile_copies.cu --kernel copy_four --backend both --grid 1 --block 4,16 --arg 'f32[16,64]=iota'
//     --arg 'f32[256]=zeros' --arg i32:64 --json -          (copy_one: --block 16,16)
extern "C" __global__ void copy_four(const float* in, float* out, int ld)    // block (4, 16)
{
    __shared__ __align__(16) float tile[16][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    unsigned to = (unsigned)__cvta_generic_to_shared(&tile[ty][4 * tx]);
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" :: "r"(to), "l"(&in[ty * ld + 4 * tx]) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    *reinterpret_cast<float4*>(&out[ty * 16 + 4 * tx]) = *reinterpret_cast<float4*>(&tile[15 - ty][4 * tx]);
}

extern "C" __global__ void copy_one(const float* in, float* out, int ld)    // block (16, 16)
{
    __shared__ float tile[16][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    unsigned to = (unsigned)__cvta_generic_to_shared(&tile[ty][tx]);
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(to), "l"(&in[ty * ld + tx]) : "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    __syncthreads();
    out[ty * 16 + tx] = tile[15 - ty][tx];
}
