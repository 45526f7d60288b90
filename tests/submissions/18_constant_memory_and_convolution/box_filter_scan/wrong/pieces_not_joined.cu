// expect: correctness
// Every piece of 256 begins with 0.

// TODO(2)
            for (int w = 0; w < warp; ++w)
                sum += totals[w];
            if (col < cols)
                prefix[col + 1] = sum;
