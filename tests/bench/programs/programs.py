#!/usr/bin/env python3
"""Real programs on two OpenCL drivers: programs.py [--only=TEXT] [--peer-vendors=PATH] [--vendors=PATH]

Runs each program that is installed on this driver and on the peer in turn, first with empty caches
and then with full ones, and prints three ratios, each larger than 1 where this driver is faster: of
the figure that the program itself reports, of the whole run from cold, and of the whole run with
full caches. Programs that are not installed are named. Debian's packages: hashcat clpeak
clblast-tests python3-pyopencl python3-mako.
"""
import argparse
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
LONGEST = 600  # seconds of one run


class Program:
    """A command, and how to read figures from what it prints: {name: value}, larger is better."""

    def __init__(self, name, command, read=None):
        self.name, self.command, self.read = name, command, read or (lambda text: {})

    def missing(self):
        return None if shutil.which(self.command[0]) else self.command[0] + " is not installed"


def hashes(text):
    """hashcat --machine-readable: device:mode:...:ms:hashes a second."""
    rows = re.findall(r"^1:(\d+):.*:(\d+)$", text, re.M)
    return {"": float(rows[-1][1])} if rows else {}


def peaks(text):
    """clpeak: the best of each group's vector widths; latencies turned round."""
    best, group = {}, ""
    for line in text.splitlines():
        head = re.match(r"\s*(.+?) \((GBPS|GFLOPS|GIOPS)\)$", line)
        latency = re.match(r"\s*Kernel launch latency : ([\d.]+) us", line)
        value = re.match(r"\s*(\w+)\s*: ([\d.]+)$", line)
        if latency:
            best["launches a second"] = 1e6 / float(latency[1])
        elif head:
            group = head[1].lower()
        elif value and group:
            best[group] = max(best.get(group, 0), float(value[2]))
    return best


def seconds(text):
    """Lines "name: seconds" of our own scripts."""
    return {name: 1 / float(value) for name, value in re.findall(r"^(.+): ([\d.e+-]+) s$", text, re.M)}


def hashcat(mode):
    command = ["hashcat", "-b", "-m", str(mode), "-D", "1", "--force", "--machine-readable"]
    return Program(f"hashcat {mode}", command, hashes)


def clblast(routine, *sizes):
    command = [f"clblast_test_{routine}", "-platform", "0", "-device", "0", *sizes]
    return Program(f"clblast {routine}", command)


PROGRAMS = [
    *[hashcat(mode) for mode in (0, 100, 1000, 1400, 1700, 22000)],
    Program("clpeak", ["clpeak", "--compute-sp", "--compute-dp", "--compute-integer",
                       "--global-bandwidth", "--kernel-latency"], peaks),
    *[clblast(routine) for routine in ("xaxpy", "xgemv", "xgemm", "xgemmbatched", "xdot")],
    Program("pyopencl", ["/usr/bin/python3", str(HERE / "pyopencl_operations.py")], seconds),
]


class Driver:
    """One driver with caches of its own, for itself and for the programs."""

    def __init__(self, name, vendors):
        self.name, self.vendors = name, vendors
        self.caches = None

    def empty_caches(self):
        if self.caches:
            shutil.rmtree(self.caches, ignore_errors=True)
        self.caches = tempfile.mkdtemp(prefix="programs-")

    def run(self, program):
        """Output and seconds, or None for the output of a run that failed."""
        places = {name: os.path.join(self.caches, name) for name in
                  ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "HEDDLE_CACHE_DIR", "POCL_CACHE_DIR")}
        for folder in places.values():
            os.makedirs(folder, exist_ok=True)
        # hashcat takes an older folder of the user's, if there is one.
        stale = pathlib.Path("~root/.hashcat").expanduser()
        if stale.exists() and program.name.startswith("hashcat"):
            return None, 0.0
        environment = os.environ | places | {"OCL_ICD_VENDORS": self.vendors}
        start = time.monotonic()
        try:
            result = subprocess.run(program.command, env=environment, cwd=self.caches, text=True,
                                    stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                    stderr=subprocess.STDOUT, timeout=LONGEST, check=False)
        except subprocess.TimeoutExpired:
            return None, float(LONGEST)
        taken = time.monotonic() - start
        return (result.stdout if result.returncode == 0 else None), taken


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def measure(program, drivers):
    """{driver: (figures, cold seconds, warm seconds)}; figures are the best of three warm runs."""
    results = {}
    for driver in drivers:
        driver.empty_caches()
        output, cold = driver.run(program)
        if output is None:
            return f"failed on {driver.name}"
        results[driver] = [program.read(output), cold, math.inf]
    for _ in range(3):
        for driver in drivers:
            output, warm = driver.run(program)
            if output is None:
                return f"failed on {driver.name}"
            figures = program.read(output)
            kept = results[driver][0]
            results[driver][0] = {key: max(value, kept.get(key, 0)) for key, value in figures.items()}
            results[driver][2] = min(results[driver][2], warm)
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="", help="only programs whose name contains this")
    parser.add_argument("--vendors", default=os.environ.get("OCL_ICD_VENDORS"),
                        help="the .icd file, or the folder of it, of this driver")
    parser.add_argument("--peer-vendors", default="/etc/OpenCL/vendors", help="of the other one")
    options = parser.parse_args()
    if not options.vendors:
        sys.exit("programs.py: --vendors names this driver's .icd file; ./run with sets it")
    drivers = [Driver("this driver", options.vendors), Driver("the peer", options.peer_vendors)]
    ratios = {"run": {}, "cold": {}, "warm": {}}
    print(f"{'program':44}{'run':>8}{'cold':>8}{'warm':>8}   seconds cold, warm; peer's")
    for program in PROGRAMS:
        if options.only not in program.name:
            continue
        if reason := program.missing():
            print(f"{program.name:44}skipped: {reason}")
            continue
        results = measure(program, drivers)
        if isinstance(results, str):
            print(f"{program.name:44}{results}", flush=True)
            continue
        (ours, cold, warm), (theirs, peer_cold, peer_warm) = (results[driver] for driver in drivers)
        ratios["cold"][program.name] = peer_cold / cold
        ratios["warm"][program.name] = peer_warm / warm
        print(f"{program.name:44}{'':8}{peer_cold / cold:8.2f}{peer_warm / warm:8.2f}   "
              f"{cold:.1f}, {warm:.1f}; {peer_cold:.1f}, {peer_warm:.1f}", flush=True)
        for key, value in ours.items():
            if theirs.get(key):
                name = f"  {program.name} {key}".rstrip()
                ratios["run"][name.strip()] = value / theirs[key]
                print(f"{name:44}{value / theirs[key]:8.2f}", flush=True)
    for driver in drivers:
        if driver.caches:
            shutil.rmtree(driver.caches, ignore_errors=True)
    for kind, rows in ratios.items():
        if rows:
            worst = min(rows, key=rows.get)
            print(f"{kind + ', geometric mean':44}{mean(rows.values()):8.2f}   worst: {worst} "
                  f"{rows[worst]:.2f}")


if __name__ == "__main__":
    main()
