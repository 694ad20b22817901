#!/usr/bin/env python3
"""Real programs on two OpenCL drivers: programs.py [--only=TEXT] [--peer-vendors=PATH] [--vendors=PATH]

Runs each program that is installed on this driver and on the peer in turn, first with empty caches
and then with full ones, and prints ratios, each larger than 1 where this driver is faster:

  run        of the figure that the program reports of its work, the best of the warm runs
  cpu        of the processor time of that work, which other programs on the machine disturb less
  build      of the first call of an operation, in the cold run
  cold, warm of the whole program from start to result, with empty and with full caches
  cold cpu, warm cpu   the same in processor time, that of compilers included (processes.py)

Programs check their results themselves; what is wrong or fails is named. Debian's packages: hashcat
clpeak clfft-client libclblast-dev libvkfft-dev libviennacl-dev python3-pyopencl python3-mako
python3-gpyfft python3-silx python3-scipy python3-opencv python3-simtk libopenmm-plugins ffmpeg.
"""
import argparse
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys

from processes import Driver, become_parent

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
BUILT = ROOT / "build" / "programs"  # host programs
PYTHON = "/usr/bin/python3"  # Debian's packages are for this one


class Program:
    """A command, how to read figures from what it prints ({name: (run, processor, first)}, seconds
    for a piece of work, None where the program doesn't say), and what must be installed."""

    def __init__(self, name, command, read=lambda text: {}, needs=None, accept=None):
        self.name, self.command, self.read = name, command, read
        self.needs = needs or (lambda: installed(command[0]))
        self.accept = accept  # a pattern that a right result shows

    def missing(self):
        return self.needs()


def installed(command):
    return None if shutil.which(command) else command + " is not installed"


def hashes(text):
    """hashcat --machine-readable: device:mode:...:ms:hashes a second."""
    rows = re.findall(r"^1:(\d+):.*:(\d+)$", text, re.M)
    return {"": (1 / float(rows[-1][1]), None, None)} if rows else {}


def peaks(text):
    """clpeak: the best of each group's vector widths, and latencies."""
    best, group = {}, ""
    for line in text.splitlines():
        head = re.match(r"\s*(.+?) \((GBPS|GFLOPS|GIOPS)\)$", line)
        latency = re.match(r"\s*Kernel launch latency : ([\d.]+) us", line)
        value = re.match(r"\s*(\w+)\s*: ([\d.]+)$", line)
        if latency:
            best["launch latency"] = float(latency[1])
        elif head:
            group = head[1].lower()
        elif value and group and float(value[2]) > 0:
            best[group] = min(best.get(group, math.inf), 1 / float(value[2]))
    return {name: (value, None, None) for name, value in best.items()}


def transforms(text):
    found = re.search(r"^Execution wall time: ([\d.]+) ms$", text, re.M)
    return {"": (float(found[1]), None, None)} if found else {}


def operations(text):
    """The lines of operations.py."""
    line = r"^(.+): first ([\d.e+-]+) run ([\d.e+-]+) processor ([\d.e+-]+) s$"
    return {name: (float(run), float(processor), float(first))
            for name, first, run, processor in re.findall(line, text, re.M)}


def hashcat(mode):
    command = ["hashcat", "-b", "-m", str(mode), "-D", "1", "--force", "--machine-readable"]
    return Program(f"hashcat -b {mode}", command, hashes)


def attack(mode, digest, mask):
    """All candidates of a mask, none of which has the hash: the same work for both drivers."""
    command = ["sh", "-c", 'hashcat "$@"; test $? -le 1', "hashcat", "-m", str(mode), "-a", "3",
               "-D", "1", "--force", "-O", "--potfile-disable", "--restore-disable", digest, mask]
    return Program(f"hashcat {mode}, {mask}", command, needs=lambda: installed("hashcat"),
                   accept=r"Status\.+: Exhausted")


def clfft(name, *options):
    # Its status says nothing, and it checks results only where it is not asked for times.
    command = ["sh", "-c", 'clFFT-client "$@"; true', "clFFT-client", *options]
    return Program(f"clFFT {name}", command, transforms, lambda: installed("clFFT-client"),
                   r"PASS|Execution wall time")


def script(name, file, *modules):
    def needs():
        for module in modules:
            if subprocess.run([PYTHON, "-c", f"import {module}"], capture_output=True,
                              check=False).returncode:
                return f"{PYTHON} has no {module}"
        return None

    return Program(name, [PYTHON, str(HERE / file)], operations, needs)


def host_program(name, source, header, *libraries):
    """A host program of this folder, compiled where the libraries are installed."""
    built = BUILT / pathlib.Path(source).stem

    def needs():
        if not (pathlib.Path("/usr/include") / header).exists():
            return f"no {header} is installed"
        newest = max(file.stat().st_mtime for file in (HERE / source, HERE / "operations.hpp"))
        if built.exists() and built.stat().st_mtime > newest:
            return None
        BUILT.mkdir(parents=True, exist_ok=True)
        compiled = subprocess.run(["c++", "-O1", "-w", "-std=c++17", f"-I{ROOT}",
                                   str(HERE / source), "-o", str(built), *libraries], capture_output=True, text=True,
                                  check=False)
        return None if compiled.returncode == 0 else "cannot be compiled: " + compiled.stderr[:200]

    return Program(name, [str(built)], operations, needs)


def ffmpeg(name, chain):
    """Of frames that ffmpeg makes itself and that go nowhere: tests/clients checks the filters."""
    command = ["ffmpeg", "-v", "error", "-init_hw_device", "opencl=device:0.0", "-filter_hw_device",
               "device", "-f", "lavfi", "-i", "testsrc2=size=1280x720:rate=25:duration=8", "-vf",
               f"format=yuv420p,hwupload,{chain},hwdownload,format=yuv420p", "-f", "null", "-"]
    return Program(f"ffmpeg {name}", command)


PROGRAMS = [
    *[hashcat(mode) for mode in (0, 100, 1000, 1400, 1700, 22000)],
    attack(0, "f" * 32, "?d?d?d?d?d?d?d?d?d"),
    attack(100, "f" * 40, "?d?d?d?d?d?d?d?d"),
    attack(1000, "f" * 32, "?d?d?d?d?d?d?d?d?d"),
    attack(1400, "f" * 64, "?d?d?d?d?d?d?d?d"),
    attack(1700, "f" * 128, "?d?d?d?d?d?d?d?d"),
    Program("clpeak", ["clpeak", "--compute-sp", "--compute-dp", "--compute-integer",
                       "--global-bandwidth", "--kernel-latency"], peaks),
    clfft("1024 by 100", "-x", "1024", "-b", "100", "-p", "20"),
    clfft("512 x 512", "-x", "512", "-y", "512", "-p", "20"),
    clfft("2187, double, checked", "-x", "2187", "--double"),
    host_program("CLBlast", "clblast_routines.cpp", "clblast.h", "-lclblast", "-lOpenCL"),
    host_program("VkFFT", "vkfft_transforms.cpp", "vkFFT.h", "-lOpenCL"),
    host_program("ViennaCL", "viennacl_operations.cpp", "viennacl/version.hpp", "-lOpenCL"),
    script("pyopencl", "pyopencl_operations.py", "pyopencl", "mako"),
    script("gpyfft", "gpyfft_transforms.py", "gpyfft"),
    script("silx", "silx_operations.py", "silx.opencl", "scipy.ndimage"),
    script("OpenCV", "opencv_operations.py", "cv2"),
    script("OpenMM", "openmm_simulation.py", "openmm"),
    ffmpeg("unsharp", "unsharp_opencl"),
    ffmpeg("average blur", "avgblur_opencl=5"),
]


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


class Result:
    """Of one program on one driver."""

    def __init__(self, cold, figures):
        self.cold, self.warm = (cold.seconds, cold.processor), (math.inf, math.inf)
        self.first = {name: first for name, (_, _, first) in figures.items()}
        self.best = {}
        self.learn(figures)

    def learn(self, figures):
        for name, (run, processor, _) in figures.items():
            before = self.best.get(name, (math.inf, math.inf))
            self.best[name] = (min(run, before[0]), min(processor or math.inf, before[1]))


def measure(program, drivers, runs):
    """{driver: Result}, or in words why not."""
    results, wrong = {}, {}
    for round_ in range(runs + 1):
        for driver in drivers:
            if round_ == 0:
                driver.empty_caches()
            run = driver.run(program.command)
            if run.failed or (program.accept and not re.search(program.accept, run.output)):
                last = (run.output.strip().splitlines() or ["no output"])[-1]
                return f"failed on {driver.name}: {last[:100]}"
            for name in re.findall(r"^(.+): wrong result$", run.output, re.M):
                wrong.setdefault((name, driver.name))
            figures = program.read(run.output)
            if round_ == 0:
                results[driver] = Result(run, figures)
                continue
            result = results[driver]
            result.learn(figures)
            result.warm = (min(result.warm[0], run.seconds), min(result.warm[1], run.processor))
    for name, driver in wrong:
        print(f"  {program.name} {name}: wrong result on {driver}", flush=True)
    return results


COLUMNS = ("run", "cpu", "build", "cold", "cold cpu", "warm", "warm cpu")


class Table:
    def __init__(self):
        self.ratios = {column: {} for column in COLUMNS}
        print(f"{'program':44}" + "".join(f"{column:>9}" for column in COLUMNS)
              + "   seconds cold, warm; peer's", flush=True)

    def row(self, name, ratios, text=""):
        for column, ratio in ratios.items():
            self.ratios[column][name.strip()] = ratio
        print(f"{name:44}" + "".join(f"{ratios[column]:9.2f}" if column in ratios else " " * 9
                                     for column in COLUMNS) + "   " + text, flush=True)

    def program(self, name, ours, theirs):
        whole = {}
        for column, mine, other in (("cold", ours.cold, theirs.cold), ("warm", ours.warm, theirs.warm)):
            whole[column] = other[0] / mine[0]
            whole[column + " cpu"] = other[1] / max(mine[1], 1e-3)
        self.row(name, whole, f"{ours.cold[0]:.1f}, {ours.warm[0]:.1f}; "
                              f"{theirs.cold[0]:.1f}, {theirs.warm[0]:.1f}")
        for key, (run, processor) in ours.best.items():
            if key not in theirs.best:
                continue
            ratios = {"run": theirs.best[key][0] / run}
            if math.isfinite(processor):
                ratios["cpu"] = theirs.best[key][1] / processor
            if ours.first.get(key) and theirs.first.get(key):
                ratios["build"] = theirs.first[key] / ours.first[key]
            self.row(f"  {name} {key}".rstrip(), ratios)

    def summary(self):
        for column, rows in self.ratios.items():
            if rows:
                worst = min(rows, key=rows.get)
                slower = sum(ratio < 1 for ratio in rows.values())
                print(f"{column + ', geometric mean':44}{mean(rows.values()):9.2f}   {slower} of "
                      f"{len(rows)} rows under 1; worst: {worst} {rows[worst]:.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="only programs whose name contains this")
    parser.add_argument("--runs", type=int, default=3, help="warm runs, after a cold one")
    parser.add_argument("--vendors", default=os.environ.get("OCL_ICD_VENDORS"),
                        help="the .icd file, or the folder of it, of this driver")
    parser.add_argument("--peer-vendors", default="/etc/OpenCL/vendors", help="of the other one")
    options = parser.parse_args()
    if not options.vendors:
        sys.exit("programs.py: --vendors names this driver's .icd file; ./run with sets it")
    become_parent()
    drivers = [Driver("this driver", options.vendors), Driver("the peer", options.peer_vendors)]
    # hashcat takes that folder, with kernels that some other driver built, before all others.
    old_folder = pathlib.Path("~/.hashcat").expanduser().exists()
    table = Table()
    for program in PROGRAMS:
        if options.only not in program.name:
            continue
        reason = program.missing()
        if not reason and old_folder and program.name.startswith("hashcat"):
            reason = "~/.hashcat is in the way"
        if reason:
            print(f"{program.name:44}skipped: {reason}", flush=True)
            continue
        results = measure(program, drivers, options.runs)
        if isinstance(results, str):
            print(f"{program.name:44}{results}", flush=True)
        else:
            table.program(program.name, *(results[driver] for driver in drivers))
    for driver in drivers:
        driver.remove_caches()
    table.summary()


if __name__ == "__main__":
    main()
