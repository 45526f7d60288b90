// expect: hazards, machine_code
// Nothing makes the part visible before the ticket.

// TODO(1)
        partial[blockIdx.x] = part[0];
        unsigned drawn = atomicAdd(ticket, 1u);
        is_last = drawn == gridDim.x - 1;

// TODO(2)
        float total = 0.0f;
        for (int b = 0; b < gridDim.x; ++b)
            total += partial[b];
        out[0] = total;
        ticket[0] = 0;
