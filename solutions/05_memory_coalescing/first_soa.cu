// out[i] = x + vx of point i, for every i from 0 to n - 1: where the point is along x after one step.
// A point has four floats: x, y, vx, vy. They have moved to `soa`, all n x first, then all n y, all n vx, all n vy. `aos`,
// the four of one point after the other, is kept for old code. This kernel is old code.

constexpr int FIELDS = 4, X = 0, VX = 2;    // how many fields, and the numbers of two

extern "C" __global__ void first_soa(const float* aos, const float* soa, float* out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) {
        // TODO(1): mend this. Read the same two numbers where neighbouring threads find theirs side by side.
        // (change 1 line)
        // BEGIN SOLUTION
        out[i] = soa[X * n + i] + soa[VX * n + i];
        // END SOLUTION
        // BEGIN STARTER
        //| out[i] = aos[i * FIELDS + X] + aos[i * FIELDS + VX];
        // END STARTER
    }
}
