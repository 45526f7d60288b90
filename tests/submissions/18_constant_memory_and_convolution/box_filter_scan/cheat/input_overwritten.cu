// expect: correctness
// Prefix sums are kept in `in`.

// TODO(3)
        for (int col = tid; col < cols; col += BLOCK) {
            const_cast<int*>(from)[col] = prefix[col];
            to[col] = prefix[min(col + radius + 1, cols)] - prefix[max(col - radius, 0)];
        }
