// expect: correctness, hazards
// Every digit of every block begins at 0.

// TODO(2)
        int place = 0;
        for (int w = 0; w < WARPS; ++w) {
            int count = counts[w][tid];
            counts[w][tid] = place;
            place += count;
        }
