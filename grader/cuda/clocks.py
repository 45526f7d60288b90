"""Clocks, temperature and throttling of the GPU, read through NVML. Changes no settings."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from grader.dataclass import dataclass

# NVML's clock event reasons that slow kernels down, and a key for each.
SLOWED = {0x04: "power_cap", 0x08: "hardware_slowdown", 0x20: "software_thermal_slowdown",
          0x40: "hardware_thermal_slowdown", 0x80: "power_brake"}  # fmt: skip


@dataclass(frozen=True)
class Clocks:
    """One reading: clocks in MHz, temperature in °C, power in W; None where unknown. slowed_by: values of SLOWED."""

    sm: int | None
    memory: int | None
    sm_highest: int | None
    temperature: int | None
    power: float | None
    slowed_by: tuple[str, ...]


class ClockReader:
    """Reads the clocks of the GPU with the given PCI bus id; every reading is None where there is no NVML."""

    def __init__(self, pci_bus_id: str) -> None:
        self._nvml: Any = None
        with suppress(Exception):  # NVML is optional: without it clocks are not recorded
            import pynvml

            pynvml.nvmlInit()
            self._handle = pynvml.nvmlDeviceGetHandleByPciBusId(pci_bus_id.encode())
            self._nvml = pynvml

    def read(self) -> Clocks | None:
        """The clocks now."""
        nvml = self._nvml
        if nvml is None:
            return None
        reasons = self._ask("nvmlDeviceGetCurrentClocksThrottleReasons") or 0
        power = self._ask("nvmlDeviceGetPowerUsage")
        return Clocks(
            sm=self._ask("nvmlDeviceGetClockInfo", nvml.NVML_CLOCK_SM),
            memory=self._ask("nvmlDeviceGetClockInfo", nvml.NVML_CLOCK_MEM),
            sm_highest=self._ask("nvmlDeviceGetMaxClockInfo", nvml.NVML_CLOCK_SM),
            temperature=self._ask("nvmlDeviceGetTemperature", nvml.NVML_TEMPERATURE_GPU),
            power=None if power is None else power / 1000,
            slowed_by=tuple(name for bit, name in SLOWED.items() if reasons & bit),
        )

    def _ask(self, question: str, *more: int) -> int | None:
        with suppress(Exception):  # each value on its own: some boards lack some
            return int(getattr(self._nvml, question)(self._handle, *more))
        return None
