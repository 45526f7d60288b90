// expect: correctness
// The sums are right, but the picture is black afterwards.

// INSTEAD OF
        atomicAdd(&bins[place(copy, red_of(in[i]))], alpha_of(in[i]));
// WRITE
    {
        atomicAdd(&bins[place(copy, red_of(in[i]))], alpha_of(in[i]));
        const_cast<unsigned*>(in)[i] = 0;
    }
