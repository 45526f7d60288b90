// out[i] = in[i] for 32 floats, by one warp of a block of 8 x 4 threads: four rows of eight lanes. On the way each lane
// reads 16 bytes as it would read its fragments of A and of B, and their product is again the float that it left there.
// Predict first: put numbers for the question marks, then check. Leave the kernel as it is.
#define APART 32    // words from one lane's piece of B to the next one's: 32, 20 or 24. Each is a question of its own

// TODO(1): your predictions. (3 numbers)
// PREDICT(1): wavefronts of the load from tile_a = ?
// PREDICT(2): wavefronts of the load from tile_b = ?
// PREDICT(3): excess of the load from tile_b = ?

extern "C" __global__ void count_fragments(const float* in, float* out, int n)
{
    __shared__ __align__(16) float tile_a[4 * 64];       // a thread has 8 rows of 8 floats: 64 words from ty to ty + 1
    __shared__ __align__(16) float tile_b[8 * APART];    // both begin in bank 0
    int tx = threadIdx.x;
    int ty = threadIdx.y;

    tile_a[ty * 64 + tx] = tx == ty ? 1.0f : 0.0f;
    tile_b[tx * APART + ty] = in[ty * 8 + tx];
    __syncthreads();

    float4 a = *reinterpret_cast<const float4*>(&tile_a[ty * 64]);
    float4 b = *reinterpret_cast<const float4*>(&tile_b[tx * APART]);
    out[ty * 8 + tx] = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}
