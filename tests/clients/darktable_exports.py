#!/usr/bin/env python3
"""darktable develops a raw picture with OpenCL as without it: darktable_exports.py DARKTABLE-CLI

The picture is a mosaic of red, green and blue sensors, written here as a DNG of the plainest kind, so
that it goes through white balance, demosaicing, exposure and colour profiles. Each module that has
kernels must have run on the device. Run with OCL_ICD_VENDORS set.
"""
import array
import math
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile

WIDTH, HEIGHT = 640, 480
BLACK, WHITE = 1000, 60000
ON_DEVICE = ["white balance", "demosaic", "exposure", "input color profile",
             "output color profile"]
LEAST_RATIO = 60  # decibels; 77 is what both roundings leave apart

BYTE, TEXT, SHORT, LONG, RATIONAL, SIGNED_RATIONAL = 1, 2, 3, 4, 5, 10
BYTES = {BYTE: 1, TEXT: 1, SHORT: 2, LONG: 4, RATIONAL: 8, SIGNED_RATIONAL: 8}


def mosaic():
    """What the sensors see: waves of three colours, and some noise."""
    samples = array.array("H")
    for y in range(HEIGHT):
        for x in range(WIDTH):
            colour = y % 2 + x % 2  # red; green twice; blue
            wave = (0.5 + 0.4 * math.sin(x / 40) * math.cos(y / 30),
                    0.3 + 0.25 * math.sin((x + y) / 55),
                    0.4 + 0.3 * math.cos(x / 25 - y / 60))[colour]
            noise = ((x * 7919 + y * 104729) * 2654435761 >> 7) % 256 / 256 - 0.5
            samples.append(max(0, min(65535, int((wave + 0.02 * noise) * 40000) + BLACK)))
    return samples.tobytes()


def dng(data):
    """A TIFF of one directory: its entries, what of them has no room there, the samples."""
    def rationals(values):
        return [part for value in values for part in (round(value * 10000), 10000)]

    tags = [
        (254, LONG, [0]), (256, LONG, [WIDTH]), (257, LONG, [HEIGHT]), (258, SHORT, [16]),
        (259, SHORT, [1]), (262, SHORT, [32803]), (271, TEXT, b"Heddle\0"),
        (272, TEXT, b"Mosaic\0"), (273, LONG, None), (274, SHORT, [1]), (277, SHORT, [1]),
        (278, LONG, [HEIGHT]), (279, LONG, [len(data)]), (284, SHORT, [1]),
        (33421, SHORT, [2, 2]), (33422, BYTE, bytes([0, 1, 1, 2])),
        (50706, BYTE, bytes([1, 4, 0, 0])), (50707, BYTE, bytes([1, 1, 0, 0])),
        (50708, TEXT, b"Heddle Mosaic\0"), (50714, SHORT, [BLACK]), (50717, LONG, [WHITE]),
        (50721, SIGNED_RATIONAL, rationals([.9, -.3, -.1, -.4, 1.2, .2, -.05, .2, .6])),
        (50728, RATIONAL, rationals([.5, 1, .7])), (50778, SHORT, [21]),
    ]
    first = 8
    behind = first + 2 + 12 * len(tags) + 4

    def contents(kind, values):
        if isinstance(values, bytes):
            return values
        return b"".join(struct.pack("<H" if kind == SHORT else "<i", value) for value in values)

    outside = sum(len(contents(kind, values or [0])) + 1 & ~1 for _, kind, values in tags
                  if len(contents(kind, values or [0])) > 4)
    entries, rest = b"", b""
    for tag, kind, values in tags:
        raw = contents(kind, values or [behind + outside])
        count = len(raw) // BYTES[kind]
        if len(raw) > 4:
            field = struct.pack("<I", behind + len(rest))
            rest += raw + bytes(len(raw) % 2)
        else:
            field = raw.ljust(4, b"\0")
        entries += struct.pack("<HHI", tag, kind, count) + field
    return (b"II*\0" + struct.pack("<IH", first, len(tags)) + entries + bytes(4) + rest + data)


def export(program, folder, name, options):
    """The exported pixels, and what darktable said."""
    target = folder / f"{name}.pfm"
    environment = dict(os.environ, HEDDLE_DEVICE_TYPE="gpu")  # it takes no other
    done = subprocess.run(
        [program, str(folder / "in.dng"), str(target), "--core", "--configdir",
         str(folder / f"{name}.config"), "--cachedir", str(folder / f"{name}.cache"), "--library",
         ":memory:", *options],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True,
        errors="replace", env=environment, timeout=500)
    if done.returncode or not target.exists():
        raise SystemExit(f"{name}: status {done.returncode}\n{done.stdout}")
    with open(target, "rb") as file:
        for _ in range(3):
            file.readline()
        return array.array("f", file.read()), done.stdout


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "in.dng").write_bytes(dng(mosaic()))
        expected, _ = export(sys.argv[1], folder, "cpu", ["--disable-opencl"])
        got, said = export(sys.argv[1], folder, "opencl",
                           ["--conf", "opencl=TRUE", "--conf", "clplatform_other=TRUE",
                            "-d", "opencl", "-d", "perf"])
    missing = [module for module in ON_DEVICE
               if not re.search(rf"processed `{module}' on GPU", said)]
    error = sum((a - b) ** 2 for a, b in zip(expected, got)) / len(expected)
    ratio = 10 * math.log10(max(expected) ** 2 / error) if error else math.inf
    if missing or len(got) != len(expected) or not ratio >= LEAST_RATIO:
        print(said)
        print(f"not on the device: {missing}; {len(got)} of {len(expected)} values, "
              f"{ratio:.1f} dB of at least {LEAST_RATIO}")
        return 1
    print(f"darktable_exports: {len(ON_DEVICE)} modules on the device, {ratio:.1f} dB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
