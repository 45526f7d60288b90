"""Reports and launch results made up for the views to show."""

from __future__ import annotations

from grader.launch import AccessLine, Executed, Fault, Hazard, LaunchResult
from grader.toolchain.program import Resources
from grader.verdicts import CheckResult, LineNote, Report, Status

SOURCE = "\n".join(
    [
        'extern "C" __global__ void sgemm_tiled(const float* A, float* C)',
        "{",
        "\t__shared__ float tile_a[16][17];  // 패딩",
        "    tile_a[threadIdx.y][threadIdx.x] = A[threadIdx.y * 1024 + threadIdx.x] + A[0] + A[1] + A[2] + A[3];",
        "    __syncthreads();",
        "    C[0] = tile_a[0][0];",
        "}",
    ]
)

ACCESSES = (
    AccessLine(4, "shared", "store", 4, 512, 1024, 512, exact=True),
    AccessLine(6, "shared", "load", 4, 8192, 1_179_648, 8192, exact=False, upper=None),
    AccessLine(4, "global", "load", 4, 512, 2048, 2048, exact=True),
)


def check(name: str, status: Status = Status.PASS, points: float = 15.0, **more: object) -> CheckResult:
    """A check's result; points won follow from the status."""
    judged = status in (Status.PASS, Status.FAIL) and points
    won = (points if status is Status.PASS else 0.0) if judged else None
    values: dict[str, object] = {"backend": "emulated", "max_points": points, "points": won, **more}
    return CheckResult(id=name, status=status, **values)  # type: ignore[arg-type]


FAILING = check(
    "shared_wavefronts",
    Status.FAIL,
    measured=1_179_648,
    target=17_408,
    starter=0,
    title="The kernel needs few wavefronts.",
    message="1,179,648 wavefronts, allowed are 17,408.",
    lines=(LineNote(4, "each request asks one bank for 2 words"),),
    read="Banks",
)
SPEED = check("speed", Status.NOT_RUN, message="Speed needs a GPU.", target={"at_least": 0.9}, judgeable_here=False)

REPORT = Report(
    exercise="06_shared_memory_tiling/sgemm_tiled",
    source_sha256="ab" * 32,
    device="emulated sm_90",
    toolchain="NVRTC 13.0.88",
    checks=(
        check("compiles", points=0.0, measured=True, target=True),
        check("correctness", points=40.0, measured=6, target=6, message="All 6 cases are right."),
        FAILING,
        check("global_sectors", Status.INCONCLUSIVE, points=30.0, measured=5000, target=5120, message="Not exact."),
        SPEED,
    ),
    grader_version="0.1.0",
    source=SOURCE,
    accesses=ACCESSES,
)

RESULT = LaunchResult(
    outputs={},
    accesses=ACCESSES,
    hazards=(Hazard("RAW", "error", 4, 6, 256, {"block": (0, 0, 0), "thread_a": (0, 0, 0)}, "written and read"),),
    faults=(Fault("out_of_bounds", 4, (1, 0, 0), (3, 0, 0), "one beyond the end of A"),),
    thread_instructions=123_456,
    divergent_branches=2,
    barriers=8,
)

# Of a clean launch, by address: line 4 twice, code of no line, a branch, line 6.
EXECUTED = (
    Executed(0, 4, "LDG.E R0, desc[UR4][R2.64]", 512, 16_384, 16_384, sectors=2048, sectors_ideal=2048),
    Executed(16, 4, "@!P0 STS [R4], R0", 512, 16_384, 8192, wavefronts=1024, wavefronts_ideal=512),
    Executed(32, 0, "@P1 BRA 0x0", 512, 16_384, 512),
    Executed(48, 6, "ATOMS.ADD RZ, [R4], R0", 256, 8192, 8192, wavefronts=300, wavefronts_ideal=256, exact=False),
    Executed(64, 6, "EXIT", 256, 8192, 8192),
)
COUNTED = LaunchResult({}, ACCESSES, (), (), 123_456, 2, 8, executed=EXECUTED)
RESOURCES = Resources(registers=32, shared_bytes=2112, local_bytes=0, spill_bytes=0)
