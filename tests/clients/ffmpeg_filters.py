#!/usr/bin/env python3
"""ffmpeg's OpenCL filters compared with those of the same name on the CPU: ffmpeg_filters.py FFMPEG

Run with OCL_ICD_VENDORS set. The filter "psnr" compares; where the two filters of a name do not
round alike, or treat the smaller planes in another way, the least ratio in decibels says so.
"""
import math
import re
import subprocess
import sys

PICTURES = "testsrc2=size=322x242:rate=4:duration=1"
SMALL = "color=c=green:size=100x80:rate=4:duration=1"
SHARPEN = ":".join(f"{plane}m='0 -1 0 -1 5 -1 0 -1 0'" for plane in range(3))

# name: options, format, plane that is compared, least ratio; where the two take different options,
# those of the CPU filter come second.
FILTERS = {
    "unsharp": ("=lx=5:ly=5:la=1.5", "yuv420p", "y", 42),
    "sobel": ("", "yuv420p", "y", 60),
    "prewitt": ("", "yuv420p", "y", 60),
    "roberts": ("", "yuv420p", "y", 60),
    "avgblur": ("=sizeX=3", "yuv420p", "y", 46),
    "boxblur": ("=2:1", "yuv420p", "y", 50),
    "convolution": ("=" + SHARPEN, "yuv420p", "y", math.inf),
    "erosion": ("", "yuv420p", "average", math.inf),
    "dilation": ("", "yuv420p", "average", math.inf),
    "transpose": ("=1", "yuv420p", "average", math.inf),
    "pad": ("=360:280:10:20", "yuv420p", "average", math.inf),
    # The CPU filter divides the distance of two colours by that of black and white.
    "colorkey": (("=blue:0.5196:0.1732", "=blue:0.3:0.1"), "bgra", "a", 50),
    "overlay": ("=20:30", "yuv420p", "y", math.inf),
}


def graph_of(name, options, layout):
    """The CPU filter and the OpenCL filter on copies of the same pictures, then the comparison."""
    first = "[0:v]format={0},split[a][b];".format(layout)
    device, cpu = (options, options) if isinstance(options, str) else options
    device, cpu = f"{name}_opencl{device}", f"{name}{cpu}"
    if name == "overlay":
        first += f"[1:v]format={layout},split[c][d];[a]hwupload[a2];[c]hwupload[c2];"
        inputs = "[a2][c2]", "[b][d]"
    else:
        first += "[1:v]nullsink;[a]hwupload[a2];"
        inputs = "[a2]", "[b]"
    return (f"{first}{inputs[0]}{device},hwdownload,format={layout}[x];"
            f"{inputs[1]}{cpu},format={layout}[y];[x][y]psnr")


def ratio_of(ffmpeg, name, options, layout, plane):
    command = [ffmpeg, "-nostdin", "-hide_banner", "-loglevel", "verbose", "-init_hw_device",
               "opencl=dev:0.0", "-filter_hw_device", "dev", "-f", "lavfi", "-i", PICTURES, "-f",
               "lavfi", "-i", SMALL, "-filter_complex", graph_of(name, options, layout), "-f",
               "null", "-"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", timeout=120)
    found = re.search(rf"PSNR .*?\b{plane}:(\S+)", done.stdout)
    if done.returncode or not found or "0.0: Heddle / " not in done.stdout:
        return None, done.stdout
    return float(found.group(1)), done.stdout


def main():
    ffmpeg = sys.argv[1]
    known = subprocess.run([ffmpeg, "-hide_banner", "-filters"], capture_output=True, text=True,
                           timeout=120).stdout
    if "unsharp_opencl" not in known:
        print("skipped: this ffmpeg has no OpenCL filters")
        return 0
    failures = 0
    for name, (options, layout, plane, least) in FILTERS.items():
        ratio, output = ratio_of(ffmpeg, name, options, layout, plane)
        good = ratio is not None and ratio >= least
        failures += not good
        print(f"{'ok  ' if good else 'FAIL'} {name}: {ratio} dB, at least {least}", flush=True)
        if ratio is None:
            print(output)
    print(f"ffmpeg_filters: {len(FILTERS)} filters, {failures} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
