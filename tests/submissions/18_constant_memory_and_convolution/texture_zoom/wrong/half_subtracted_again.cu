// expect: correctness
// Half a texel is subtracted, as an interpolation in software would need it.

// TODO(1)
    if (row < rows && col < cols)
        out[row * cols + col] = tex2D<float>(image, (col + 0.5f) / zoom - 0.5f, (row + 0.5f) / zoom - 0.5f);
