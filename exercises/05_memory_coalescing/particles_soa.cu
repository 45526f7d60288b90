// From an array of structures to a structure of arrays.
// `aos` holds n particles, one after the other, eight floats each: x, y, z, vx, vy, vz, mass, charge. `soa` gets all n x,
// then all n y, and so on: field f of particle i belongs to soa[f * n + i]. Both begin on a 256-byte boundary.
// The grid has at least two threads for each particle.

constexpr int FIELDS = 8;

extern "C" __global__ void particles_soa(const float* aos, float* soa, int n)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x;

    // TODO(1): move the particles with two sectors each: one read, one written. Nobody says that a particle must be moved
    // by one thread, nor that a thread must read one float at a time. (about 10 lines)
    if (t >= n)
        return;
    for (int f = 0; f < FIELDS; ++f)
        soa[f * n + t] = aos[t * FIELDS + f];    // right, but at what price?
}
