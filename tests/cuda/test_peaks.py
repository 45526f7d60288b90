"""What a GPU could do at most, from what its driver says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from grader.cuda.driver import GpuFacts

H200 = GpuFacts("NVIDIA H200", (9, 0), 132, 50 << 20, 141 << 30, 227 << 10, 13000, "14.2.0", 1_980_000, 3_201_000, 6144)


def test_the_peaks_of_an_h200_are_those_of_its_data_sheet() -> None:
    assert H200.peak_flops == pytest.approx(67e12, rel=0.01)  # "FP32 67 TFLOPS", SXM
    assert H200.peak_bytes == pytest.approx(4.8e12, rel=0.03)  # "4.8 TB/s"


def test_the_peaks_of_smaller_gpus_too() -> None:
    t4 = GpuFacts("Tesla T4", (7, 5), 40, 4 << 20, 16 << 30, 64 << 10, 13000, "14.2.0", 1_590_000, 5_001_000, 256)
    assert t4.peak_flops == pytest.approx(8.1e12, rel=0.01) and t4.peak_bytes == pytest.approx(320e9, rel=0.01)
    ada = GpuFacts("RTX 4090", (8, 9), 128, 72 << 20, 24 << 30, 99 << 10, 13000, "14.2.0", 2_520_000, 10_501_000, 384)
    assert ada.peak_flops == pytest.approx(82.6e12, rel=0.01) and ada.peak_bytes == pytest.approx(1008e9, rel=0.01)


def test_what_the_driver_does_not_say_is_not_made_up() -> None:
    silent = replace(H200, clock_khz=0, bus_bits=0)
    assert (silent.peak_flops, silent.peak_bytes) == (0, 0)
