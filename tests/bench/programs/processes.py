"""Runs programs on a driver with caches of its own, and counts the processor time of all that they
start: user and system time of the program, its children, and what these leave behind, as Heddle's
compiler, which stays alive beside the program. The process that calls this becomes the parent of
those that are left (a subreaper), and ends them when the program has ended."""
import ctypes
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import tempfile
import time

LONGEST = 900  # seconds of one run
PR_SET_CHILD_SUBREAPER = 36

# glibc gives large blocks back to the system by how large those were that the process has freed so
# far, a driver's among them. That decides how often what a program allocates anew is made of fresh
# pages, which is most of the time of some operations of numpy, and says nothing of the driver.
MALLOC = {"MALLOC_MMAP_THRESHOLD_": str(64 << 20), "MALLOC_TRIM_THRESHOLD_": str(256 << 20)}

FOLDERS = ("HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "HEDDLE_CACHE_DIR", "POCL_CACHE_DIR")


def become_parent():
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0):
        raise OSError(ctypes.get_errno(), "this system has no subreapers")


def processor():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def end_those_left():
    children = pathlib.Path(f"/proc/self/task/{os.getpid()}/children")
    while left := children.read_text().split():
        for process in left:
            os.kill(int(process), signal.SIGKILL)
            os.waitpid(int(process), 0)


class Driver:
    def __init__(self, name, vendors):
        self.name, self.vendors, self.caches = name, vendors, None

    def remove_caches(self):
        if self.caches:
            shutil.rmtree(self.caches, ignore_errors=True)

    def empty_caches(self):
        self.remove_caches()
        self.caches = tempfile.mkdtemp(prefix="programs-")

    def run(self, command):
        """Runs a command to its end."""
        places = {name: os.path.join(self.caches, name) for name in FOLDERS}
        for folder in places.values():
            os.makedirs(folder, exist_ok=True)
        environment = os.environ | MALLOC | places | {"OCL_ICD_VENDORS": self.vendors}
        before, start = processor(), time.monotonic()
        with subprocess.Popen(command, env=environment, cwd=self.caches, text=True,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, errors="replace") as program:
            try:
                output, _ = program.communicate(timeout=LONGEST)
            except subprocess.TimeoutExpired:
                program.kill()
                output, _ = program.communicate()
        taken = time.monotonic() - start
        end_those_left()
        return Run(output, taken, processor() - before, program.returncode != 0)


class Run:
    def __init__(self, output, seconds, processor_seconds, failed):
        self.output, self.seconds, self.processor = output, seconds, processor_seconds
        self.failed = failed
