"""The lane-accurate emulator: runs PTX over NumPy lanes, counts wavefronts and sectors, finds hazards."""
