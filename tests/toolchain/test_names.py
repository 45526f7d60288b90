"""Readable names: demangling and finding the kernels that a source declares."""

from __future__ import annotations

import pytest

from grader.toolchain.names import declared_kernels, demangle, local_name
from grader.toolchain.scan import scan


@pytest.mark.parametrize(
    ("mangled", "readable"),
    [
        ("plain", "plain"),
        ("_Z5twicePi", "twice"),
        ("_ZN6shapes6negateEPf", "shapes::negate"),
        ("_ZN6shapes4fillIfLi4EEEvPT_", "shapes::fill<float, 4>"),
        ("_Z1kILin3ELb1EPKfEvv", "k<-3, true, float const*>"),
        ("_Z1kIN2ns1SEEvPT_", "k<ns::S>"),
        ("_ZN39_GLOBAL__N__00000000_9_kernel_cu__Z1fPi1gEPi", "g"),
        ("_Zbroken", "_Zbroken"),
        ("_Z99short", "_Z99short"),
        ("_Z1kIDv4_fEvv", "_Z1kIDv4_fEvv"),
    ],
)
def test_demangling(mangled, readable):
    assert demangle(mangled) == readable


@pytest.mark.parametrize(
    ("mangled", "name"),
    [
        ("_ZZ11sgemm_tiledE6tile_a", "tile_a"),
        ("_ZZ1kPfE3big", "big"),
        ("_ZZ1kPfE3big_0", "big"),
        ("stage", "stage"),
        ("_ZZ5" + "9" * 5000, "_ZZ5" + "9" * 5000),
    ],
)
def test_names_of_local_variables(mangled, name):
    assert local_name(mangled) == name


def test_declared_kernels_with_namespaces_templates_and_bounds():
    source = """
namespace outer { namespace inner {
template <typename T, int N = 3>
__global__ void __launch_bounds__(256, 2) fill(T* out) { if (N) { out[0] = 1; } }
}
__global__ void second(int* p) {}
}
// __global__ void commented() {}
__device__ void helper() {}
extern "C" __global__ void plain(int* p);
extern "C" __global__ void plain(int* p) {}
"""
    assert declared_kernels(scan(source)) == ("outer::inner::fill<...>", "outer::second", "plain")
