// Moments of inertia: out[i] is the sum over all points j of masses[j] times the squared distance of points i and j.
// A block walks over the points in tiles of blockDim.x. Each thread brings one point and its mass into shared memory, and
// then all threads read all of them. The block's size is known at the launch only, so the memory for the tile is given there:
// 12 bytes for each thread, one piece for both arrays. `raw` begins at a multiple of 16 bytes.

extern "C" __global__ void dynamic_shared(const float2* points, const float* masses, float* out, int n)
{
    extern __shared__ __align__(16) unsigned char raw[];

    // TODO(1): where the two arrays of the tile begin within `raw`: blockDim.x float2 (8 bytes each, at multiples of 8) and
    // blockDim.x float (4 bytes each). blockDim.x may be odd. (2 lines)
    float2* tile_point = reinterpret_cast<float2*>(raw);
    float* tile_mass = reinterpret_cast<float*>(raw);

    int t = threadIdx.x;
    int i = blockIdx.x * blockDim.x + t;
    float2 me = i < n ? points[i] : make_float2(0.0f, 0.0f);
    float sum = 0.0f;

    for (int begin = 0; begin < n; begin += blockDim.x) {
        // TODO(2): bring point begin + t and its mass into the tile; beyond the last point nothing. (about 4 lines)
        __syncthreads();

        int count = min(int(blockDim.x), n - begin);
        for (int j = 0; j < count; ++j) {
            float dx = me.x - tile_point[j].x;
            float dy = me.y - tile_point[j].y;
            sum += tile_mass[j] * (dx * dx + dy * dy);
        }
        __syncthreads();
    }

    if (i < n)
        out[i] = sum;
}
