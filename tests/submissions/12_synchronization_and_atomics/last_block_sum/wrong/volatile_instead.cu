// expect: hazards, machine_code
// Volatile on both sides, and no fence: the part goes to memory, but nothing says that it is there before the ticket.

// TODO(1)
        ((volatile float*)partial)[blockIdx.x] = part[0];
        unsigned drawn = atomicAdd(ticket, 1u);
        is_last = drawn == gridDim.x - 1;

// TODO(2)
        float total = 0.0f;
        for (int b = 0; b < gridDim.x; ++b)
            total += ((volatile float*)partial)[b];
        out[0] = total;
        ticket[0] = 0;
