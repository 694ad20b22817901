#!/usr/bin/env python3
"""Runs the kernels of found/ and silent/ with HEDDLE_STRICT: strict_test.py PROGRAM [TARGET]

A comment `// finds: KIND...` ends each line of found/ in which something is to be found. All of that
must be found, and nothing else; in silent/, nothing at all, but where `// all: KIND...` says what
HEDDLE_STRICT=all finds.
"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).parent
PROGRAM = ""
FINDS = re.compile(r"//\s*finds:\s*(.*)$")
ALL = re.compile(r"//\s*all:\s*(.*)$")
# What needs the work-items of a sub-group side by side: sub-group functions, and checks of who is there.
NEEDS_LANES = re.compile(r"sub_group|finds: divergent-")


def files(folder, lane_by_lane=False):
    found = sorted((HERE / folder).glob("*.cl"))
    return [path for path in found if not (lane_by_lane and NEEDS_LANES.search(path.read_text()))]


def expected(paths, pattern=FINDS):
    result = set()
    for path in paths:
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if match := pattern.search(line):
                result |= {(path.stem, number, kind) for kind in match[1].split()}
    return result


class StrictTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, paths, strict, **more):
        environment = {**os.environ, "HEDDLE_STRICT": strict, "HEDDLE_CATCH_FAULTS": "1",
                       "HEDDLE_CACHE_DIR": str(self.folder / "cache"), **more}
        return subprocess.run([PROGRAM, *map(str, paths)], env=environment, capture_output=True,
                              text=True, errors="replace",  # what is behind a string
                              timeout=600, check=False)

    def findings(self, paths, option="", **more):
        log = self.folder / "findings"
        log.unlink(missing_ok=True)
        ran = self.run_program(paths, f"{option}log:{log}", **more)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        rows = [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
        for row in rows:
            for key in ("sentence", "rule", "section"):
                self.assertTrue(row[key], row)
        self.assertEqual(ran.stdout.count("notified: "), len(rows))
        places = [(row["kernel"], row.get("line", 0), row["kind"]) for row in rows]
        return rows, places

    def check_found(self, lane_by_lane, **more):
        paths = files("found", lane_by_lane)
        rows, places = self.findings(paths, **more)
        for row in rows:
            self.assertTrue(row.get("file") and row.get("column"), row)
        self.maxDiff = None
        self.assertEqual(set(places), expected(paths))
        # A place is named once, for whichever came first: all that offend there are of one work-group.
        for path in [] if lane_by_lane else paths:
            if match := re.search(r"// first: (.*)", path.read_text()):
                first = [row["globalId"][0] for row in rows if row["kernel"] == path.stem]
                self.assertEqual(min(first), int(match[1]), path.stem)

    def check_silent(self, lane_by_lane, **more):
        rows, _ = self.findings(files("silent", lane_by_lane), **more)
        self.assertEqual(rows, [])

    def test_finds_what_is_planted(self):
        self.check_found(lane_by_lane=False)

    def test_finds_it_lane_by_lane(self):
        self.check_found(lane_by_lane=True, HEDDLE_SUB_GROUP_SIZE="1")

    def test_is_silent_about_near_misses(self):
        self.check_silent(lane_by_lane=False)

    def test_is_silent_lane_by_lane(self):
        self.check_silent(lane_by_lane=True, HEDDLE_SUB_GROUP_SIZE="1")

    def test_finds_all_of_what_programs_get_away_with(self):
        paths = files("silent")
        _, places = self.findings(paths, option="all,")
        self.assertEqual(set(places), expected(paths, ALL))
        paths = files("found")
        _, places = self.findings(paths, option="all,")
        self.assertLessEqual(expected(paths), set(places))

    def test_leaves_what_waits_for_work_groups_that_have_not_begun(self):
        paths = files("waiting")
        for lanes in ("0", "1"):
            _, places = self.findings(paths, HEDDLE_NUM_THREADS="2", HEDDLE_SUB_GROUP_SIZE=lanes)
            self.assertEqual(set(places), expected(paths))

    @unittest.skipIf(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") < 12 << 30,
                     "wants a buffer of 4 GiB")
    def test_checks_buffers_of_gibibytes(self):
        paths = files("large")
        _, places = self.findings(paths)
        self.assertEqual(set(places), expected(paths))

    def check_devices(self, folder):
        by_device = {}
        for path in files(folder):
            device = re.search(r"// device: (.*)", path.read_text())[1]
            by_device.setdefault(device, []).append(path)
        self.assertTrue(by_device)
        for device, paths in by_device.items():
            _, places = self.findings(paths, HEDDLE_STRICT_DEVICE=device)
            self.assertEqual(set(places), expected(paths), device)
            # Nobody else's rules.
            self.assertEqual(self.findings(paths)[0], [])

    def test_finds_what_the_device_has_not(self):
        self.check_devices("device/found")

    def test_is_silent_about_what_the_device_has(self):
        self.check_devices("device/silent")

    def test_documents_the_devices(self):
        table = (HERE / "../../runtime/abi/strict_devices.def").read_text()
        page = (HERE / "../../docs/strict.md").read_text()
        rows = re.findall(r'^HEDDLE_STRICT_DEVICE\("(\w+)", "(.*?)", ([\d +]+), (\d+), (\d+) << 10, (\d+),'
                          r'\s*(\d+), (\d+),', table, re.MULTILINE)
        self.assertEqual(len(rows), 4)
        for name, products, sizes, columns, local, group, size, registers in rows:
            cells = [f"`{name}`", products, sizes.replace(" +", ","),
                     columns if columns != "0" else "none", f"{local} KiB", group,
                     f"128{' or 256' if registers == '256' else ''} of {size} bytes"]
            self.assertIn("| " + " | ".join(cells) + " |", page)

    def test_says_which_devices_there_are(self):
        ran = self.run_program([HERE / "silent/read_to_the_end.cl"], "1", HEDDLE_STRICT_DEVICE="x")
        self.assertEqual(ran.returncode, 0)
        self.assertIn("HEDDLE_STRICT_DEVICE: 'x' is none of xelp, xehpg, xehpc, xe2", ran.stderr)

    def test_names_the_row_where_rows_run_together(self):
        rows, _ = self.findings([HERE / "found/joined_rows.cl"])
        self.assertEqual(sorted(row["globalId"][1] for row in rows), [803, 806])

    def test_names_both_places_of_a_race(self):
        rows, _ = self.findings([HERE / "found/race_global.cl"])
        self.assertEqual(len(rows), 1)
        self.assertRegex(rows[0]["sentence"],
                         r"^work-item \(\d+, 0, 0\) reads 4 bytes at offset \d+ of argument 0 'a', "
                         r"which work-item \(\d+, 0, 0\) writes at <source>:8:8, with no barrier between")

    def test_says_of_a_race_in_a_sub_group_what_it_relies_on(self):
        rows, _ = self.findings([HERE / "found/race_in_a_sub_group.cl"])
        self.assertRegex(rows[0]["sentence"], "with no barrier between; a sub-group does not run in lock step$")

    def test_names_the_scope_that_is_too_narrow(self):
        rows, _ = self.findings([HERE / "found/scope_work_item.cl"])
        self.assertRegex(rows[0]["sentence"], r"which work-item \(0, 0, 0\) writes at <source>:9:5, with no barrier between"
                                              r".*; the scope there is the work-item$")

    def test_reports_on_standard_error(self):
        ran = self.run_program([HERE / "found/read_behind.cl"], "1")
        self.assertEqual(ran.returncode, 0)
        self.assertRegex(ran.stderr, r"heddle: .*:\d+:\d+: out-of-bounds: kernel 'read_behind': "
                                     r"work-item \(31, 0, 0\) reads 4 bytes at offset 128 of "
                                     r"argument 0 'a', which has 128 bytes")
        self.assertIn("heddle: HEDDLE_STRICT: 1 findings", ran.stderr)

    def test_names_files_with_their_folders(self):
        source = self.folder / "headers.cl"
        names = [b"a/util.h", b"b/util.h", "é.h".encode(), b"\xe9.h"]
        functions = b"".join(b'#line 1 "%s"\nint at%d(global int *a, int i) { return a[i]; }\n' % (name, i)
                             for i, name in enumerate(names))
        source.write_bytes(b"// global: 16\n// local: 16\n// argument: buffer 64\n" + functions +
                           b"kernel void headers(global int *a) {\n  int i = get_global_id(0) + 1;\n"
                           b"  a[i - 1] = at0(a, i) + at1(a, i) + at2(a, i) + at3(a, i);\n}\n")
        rows, _ = self.findings([source])
        self.assertEqual(sorted(row["file"] for row in rows if row["kind"] == "out-of-bounds"),
                         ["a/util.h", "b/util.h", "é.h", "\xe9.h"])

    def test_stops_at_the_first(self):
        ran = self.run_program([HERE / "found/read_behind.cl", HERE / "found/write_behind.cl"],
                               "abort")
        self.assertLess(ran.returncode, 0)
        self.assertEqual(ran.stderr.count("out-of-bounds"), 1)

    def test_ends_with_the_status_that_was_asked_for(self):
        wrong, right = [HERE / "found/read_behind.cl"], [HERE / "silent/read_to_the_end.cl"]
        self.assertEqual(self.run_program(wrong, "1", HEDDLE_STRICT_STATUS="7").returncode, 7)
        self.assertEqual(self.run_program(right, "1", HEDDLE_STRICT_STATUS="7").returncode, 0)

    def test_counts_findings_in_the_process_that_found_them(self):
        ran = self.run_program([HERE / "found/read_behind.cl", "--fork"], "1")
        self.assertEqual(ran.stderr.count("HEDDLE_STRICT: 1 findings"), 1, ran.stderr)
        ran = self.run_program([HERE / "found/read_behind.cl", "--fork"], "1", HEDDLE_STRICT_STATUS="7")
        self.assertEqual((ran.returncode, "the child ended" in ran.stdout), (7, False), ran.stdout)

    def test_takes_no_status_that_programs_cannot_have(self):
        ran = self.run_program([HERE / "found/read_behind.cl"], "1", HEDDLE_STRICT_STATUS="256")
        self.assertEqual(ran.returncode, 255)
        self.assertIn("HEDDLE_STRICT_STATUS: '256' is no status of a program, 255 is used", ran.stderr)

    def test_reports_what_the_file_does_not_take(self):
        paths = [HERE / "found/read_behind.cl", HERE / "found/write_behind.cl"]
        for name, why in (("/dev/full", "No space left on device"),
                          (self.folder / "none/log", "No such file or directory")):
            ran = self.run_program(paths, f"log:{name}")
            self.assertEqual(ran.stderr.count(f"HEDDLE_STRICT: cannot write '{name}': {why}; "
                                              "findings are reported here\n"), 1, ran.stderr)
            self.assertEqual(ran.stderr.count(": out-of-bounds: kernel "), 2, ran.stderr)

    def test_says_nothing_without_the_option(self):
        ran = self.run_program([HERE / "found/read_behind.cl"], "off", HEDDLE_STRICT_STATUS="7")
        self.assertEqual((ran.returncode, ran.stdout, ran.stderr), (0, "", ""))

    def test_says_which_values_there_are(self):
        ran = self.run_program([HERE / "found/read_behind.cl"], "loud")
        self.assertEqual(ran.returncode, 0)
        self.assertIn("'loud' is none of off, 1, all, abort and log:FILE", ran.stderr)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
