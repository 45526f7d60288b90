// expect: hazards, machine_code
// Stores the value itself, while the copy is still on its way to the same place.

// TODO(1)
    desk[t] = in[i];
    __syncthreads();
