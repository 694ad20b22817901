#!/usr/bin/env python3
"""What gdb and perf show of kernels (docs/debugging.md): debugging_test.py PROGRAM"""
import functools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = ""
IN_FRONT_OF_THE_BARRIER = 6
BEHIND_THE_BARRIER = 9  # the line of the sum
LANES = list(range(16))
SECONDS = 280  # for one program on a machine that is busy


@functools.cache
def why_gdb_cannot_run():
    """Why not, or nothing. Containers often forbid to trace processes."""
    if not shutil.which("gdb"):
        return "gdb is not installed"
    tried = subprocess.run(["gdb", "-q", "-nx", "-batch", "-ex", "run", "--args", "true"],
                           stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, text=True, timeout=SECONDS, check=False).stdout
    return "" if "exited normally" in tried else "gdb cannot run programs here: " + " ".join(
        tried.split())


class DebuggingTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.files = self.folder / "files"

    def run_program(self, command, *arguments, files=False, **more):
        environment = {**os.environ, "HEDDLE_CACHE_DIR": str(self.folder / "cache"),
                       "HEDDLE_NUM_THREADS": "1", "HEDDLE_SUB_GROUP_SIZE": "16",
                       "DEBUGINFOD_URLS": "", **more}
        if files:
            environment["HEDDLE_DEBUG_FILES"] = str(self.files)
        run = subprocess.run([*command, PROGRAM, *arguments], env=environment, cwd=self.folder,
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, timeout=SECONDS, check=False)
        return run.stdout

    def gdb(self, *commands):
        reason = why_gdb_cannot_run()
        if reason:
            self.skipTest(reason)
        listed = [word for command in ("set breakpoint pending on", *commands)
                  for word in ("-ex", command)]
        return ["gdb", "-q", "-nx", "-batch", *listed, "--args"]

    def lanes_of(self, name, text):
        found = re.search(rf"^\$\w+ = \"{name}\"\n\$\w+ = {{(.*)}}$", text, re.M)
        self.assertTrue(found, f"{name} has no lanes in:\n{text}")
        values = []
        for value, times in re.findall(r"([-\d.e+]+)(?: <repeats (\d+) times>)?", found[1]):
            values += [float(value)] * int(times or 1)
        return values

    def test_files_are_kept_and_programs_run_as_without(self):
        self.assertIn("right", self.run_program([], files=True))
        kept = sorted(path.suffix for path in self.files.iterdir())
        self.assertEqual(kept, [".cl", ".so"])
        source = next(self.files.glob("*.cl")).read_text()
        self.assertTrue(source.startswith("kernel void mirrored_sums("), source)

    def test_a_folder_that_cannot_be_made_is_said_and_harmless(self):
        text = self.run_program([], HEDDLE_DEBUG_FILES="/proc/none/here")
        self.assertIn("right", text)
        self.assertEqual(text.count("HEDDLE_DEBUG_FILES: cannot write"), 1, text)

    def test_gdb_shows_the_lanes_of_variables_across_barriers(self):
        # The source's file has its name from its text.
        self.run_program([], "1", files=True)
        source = next(self.files.glob("*.cl")).name
        shown = [command for name in ("other", "total", "k", "tile")
                 for command in (f'print "{name}"', f"print {name}")]
        text = self.run_program(
            self.gdb("set displaced-stepping off", f"break {source}:{BEHIND_THE_BARRIER}", "run", *shown,
                     "backtrace", "next", "continue", 'print "next other"', "print other"), "1",
            "-cl-opt-disable", files=True)
        self.assertIn("total += other;", text)
        self.assertEqual(self.lanes_of("other", text), [63 - lane for lane in LANES])
        self.assertEqual(self.lanes_of("total", text), [0] * 16)
        self.assertEqual(self.lanes_of("k", text), [0] * 16)
        self.assertEqual(self.lanes_of("tile", text), list(range(64)))
        # The next line is a barrier: the next sub-group has its turn.
        self.assertEqual(self.lanes_of("next other", text), [47 - lane for lane in LANES])
        frames = re.findall(r"^#\d+ .*", text, re.M)
        self.assertIn("mirrored_sums (", frames[0])
        self.assertIn(f"{source}:{BEHIND_THE_BARRIER}", frames[0])
        self.assertIn("mirrored_sums.entry", frames[1])
        self.assertTrue(any("libheddle" in frame for frame in frames), text)

    def test_gdb_finds_kernels_that_are_in_memory_only(self):
        # Not by the kernel's name: where gdb takes inlined code to begin may be for tails alone.
        text = self.run_program(self.gdb(f"break <source>:{IN_FRONT_OF_THE_BARRIER}", "run",
                                         "backtrace 2", "delete", "continue"), "1", "-g")
        self.assertRegex(text, r"#0 .*mirrored_sums \(.*<source>:\d")
        text = self.run_program(self.gdb("break mirrored_sums.entry", "run", "backtrace 1",
                                         "delete", "continue"), "1", "-g")
        self.assertRegex(text, r"#0 .*mirrored_sums\.entry \(")
        self.assertIn("right", text)

    def test_gdb_runs_programs_that_are_built_without_debug_information(self):
        text = self.run_program(self.gdb("run"), "1")
        self.assertIn("right", text)
        self.assertIn("exited normally", text)

    def test_perf_names_kernels(self):
        if not shutil.which("perf"):
            self.skipTest("perf is not installed")
        data = self.folder / "perf.data"
        record = ["perf", "record", "-q", "-e", "cpu-clock", "-F", "2000", "-o", str(data), "--"]
        text = self.run_program(record, "20000", files=True)
        if "right" not in text:
            self.skipTest("perf cannot record here: " + text.strip().splitlines()[0])
        report = subprocess.run(["perf", "report", "-i", str(data), "--stdio", "--sort", "symbol"],
                                stdin=subprocess.DEVNULL, capture_output=True, text=True,
                                timeout=SECONDS, check=False).stdout
        share = re.search(r"([\d.]+)%.*mirrored_sums\.entry", report)
        self.assertTrue(share, report)
        self.assertGreater(float(share[1]), 5, report)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop()
    unittest.main(verbosity=2)
