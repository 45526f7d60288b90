// expect: correctness
// Prefix sums in floats: 24 bits are not enough, and the difference keeps the error of both.

// TODO(3)
        for (int col = tid; col < cols; col += BLOCK) {
            float end = prefix[min(col + radius + 1, cols)];
            float first = prefix[max(col - radius, 0)];
            to[col] = end - first;
        }
