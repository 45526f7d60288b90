// expect: work
// Four reads and six multiplications for what one read does.

// TODO(1)
    if (row < rows && col < cols) {
        float x = (col + 0.5f) / zoom - 0.5f;
        float y = (row + 0.5f) / zoom - 0.5f;
        float left = floorf(x);
        float top = floorf(y);
        float a = tex2D<float>(image, left + 0.5f, top + 0.5f);
        float b = tex2D<float>(image, left + 1.5f, top + 0.5f);
        float c = tex2D<float>(image, left + 0.5f, top + 1.5f);
        float d = tex2D<float>(image, left + 1.5f, top + 1.5f);
        float upper = a + (x - left) * (b - a);
        float lower = c + (x - left) * (d - c);
        out[row * cols + col] = upper + (y - top) * (lower - upper);
    }
