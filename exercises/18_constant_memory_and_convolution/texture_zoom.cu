// out is an image, zoomed: rows x cols elements of it, from its upper left corner on. The image is a texture that the host
// has bound with a linear filter: tex2D<float>(image, x, y) interpolates between the four texels around (x, y), in hardware,
// and beyond the edges the texels at the edge count once more (clamp). x counts columns, y rows, in texels.
// Texel i reaches from i to i + 1, so its centre is at i + 0.5, and a texture returns a texel itself only at its centre. So
// it is with the elements of `out`, which are smaller by the factor `zoom`.

extern "C" __global__ void texture_zoom(cudaTextureObject_t image, float* out, int rows, int cols, float zoom)
{
    int col = blockIdx.x * blockDim.x + threadIdx.x;
    int row = blockIdx.y * blockDim.y + threadIdx.y;

    // TODO(1): find where in the image the centre of element (row, col) lies, read the texture there, and write the element, if
    // `out` has it. (about 5 lines)
}
