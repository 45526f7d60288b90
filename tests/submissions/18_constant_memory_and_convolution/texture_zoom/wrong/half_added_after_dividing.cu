// expect: correctness
// Half a texel is added in the image: that aligns the first centres, not the corners.

// TODO(1)
    if (row < rows && col < cols)
        out[row * cols + col] = tex2D<float>(image, col / zoom + 0.5f, row / zoom + 0.5f);
