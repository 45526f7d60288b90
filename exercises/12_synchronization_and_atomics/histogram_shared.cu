// Histogram of the reds of a picture. A pixel has 32 bits: red in the highest eight, then green, blue and alpha.
// hist has 256 bins and counts of earlier pictures: add to bin r how many of the n pixels have red r.
// Each block counts in a copy of its own in shared memory, and adds this copy to hist once, at the end.

constexpr int BINS = 256;

__device__ int red_of(unsigned pixel) { return pixel >> 24; }

extern "C" __global__ void histogram_shared(const unsigned* in, unsigned* hist, int n)
{
    __shared__ unsigned bins[BINS];

    // TODO(1): empty the block's copy. (about 3 lines)

    // TODO(2): let this thread count its pixels in the copy; a grid-stride loop finds them. (about 2 lines)

    // TODO(3): add the copy to hist, one addition a bin. (about 3 lines)
}
