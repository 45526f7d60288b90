// expect: correctness
// The coordinate is rounded to the centre of a texel: nothing is left to interpolate.

// TODO(1)
    if (row < rows && col < cols) {
        int x = (col + 0.5f) / zoom;
        int y = (row + 0.5f) / zoom;
        out[row * cols + col] = tex2D<float>(image, x + 0.5f, y + 0.5f);
    }
