// expect: correctness
// Counts pixels, where alphas should be added.

// INSTEAD OF
        atomicAdd(&bins[place(copy, red_of(in[i]))], alpha_of(in[i]));
// WRITE
        atomicAdd(&bins[place(copy, red_of(in[i]))], 1u);
