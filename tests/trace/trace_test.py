#!/usr/bin/env python3
"""Runs trace_program with HEDDLE_TRACE and reads back what it left: trace_test.py PROGRAM"""
import fcntl
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
import xml.etree.ElementTree

import draw_trace

PROGRAM = ""


def read(path):
    """Once the process that writes it has written all that a killed program has left."""
    with open(path) as file:
        fcntl.flock(file, fcntl.LOCK_SH)
        return json.loads(file.read())


def run(folder, trace, mode, **more):
    environment = {**os.environ, "HEDDLE_TRACE": str(folder / trace), "HEDDLE_CACHE_DIR":
                   str(folder / "cache"), "HEDDLE_NUM_THREADS": "3"}
    return subprocess.run([PROGRAM, mode], env=environment, capture_output=True, text=True,
                          timeout=110, check=False, **more)


def by_track(events):
    tracks = {}
    for event in events:
        if event["ph"] == "X":
            tracks.setdefault(event["tid"], []).append(event)
    return tracks


def names_of_tracks(events):
    return {event["tid"]: event["args"]["name"] for event in events if event["name"] == "thread_name"}


def nanoseconds(time):
    return round(time * 1000)


def problems_of_nesting(events):
    """Of two events on a track, one is inside the other, or they do not touch."""
    for track, listed in by_track(events).items():
        listed.sort(key=lambda event: (event["ts"], -event["dur"]))
        around = []
        for event in listed:
            begin, end = nanoseconds(event["ts"]), nanoseconds(event["ts"]) + nanoseconds(event["dur"])
            while around and around[-1][1] <= begin:
                around.pop()
            if around and end > around[-1][1]:
                yield f"track {track}: {event['name']} ends after {around[-1][0]}"
            around.append((event["name"], end))


class TraceTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def trace_of(self, mode="run", status=0):
        result = run(self.folder, "trace.json", mode)
        self.assertEqual((status, ""), (result.returncode, result.stderr))
        return read(self.folder / "trace.json")

    def commands(self, events, **wanted):
        return [event for event in events if event.get("cat") == "command"
                and all(event["args"].get(name) == value for name, value in wanted.items())]

    def check_whole_run(self, events):
        """What the program does in each mode."""
        self.assertEqual([], list(problems_of_nesting(events)))
        self.assertEqual(1, len(self.commands(events, type="write buffer")))
        self.assertEqual(1, len(self.commands(events, type="read buffer")))
        self.assertEqual(5, len(self.commands(events, type="kernel")))
        numbers = [event["args"]["command"] for event in self.commands(events)]
        self.assertEqual(len(numbers), len(set(numbers)))

    def test_each_command_is_on_a_track_of_its_queue(self):
        events = self.trace_of()
        self.check_whole_run(events)
        names = names_of_tracks(events)
        kinds = {"scale": "out of order", "touch": "in order"}
        for command in self.commands(events):
            name = names[command["tid"]]
            self.assertTrue(name.startswith(f"queue {command['args']['queue']} ("), name)
            if command["name"] in kinds and name.count("order"):
                self.assertIn(kinds[command["name"]], name)

    def test_commands_say_their_sizes(self):
        events = self.trace_of()
        scale, = (event["args"] for event in self.commands(events) if event["name"] == "scale")
        self.assertEqual(([1 << 18], [64]), (scale["global size"], scale["local size"]))
        self.assertNotIn("global offset", scale)
        touch = [event["args"] for event in self.commands(events) if event["name"] == "touch"]
        touch.sort(key=lambda args: args["command"])
        self.assertEqual(([1 << 24], [16]), (touch[0]["global size"], touch[0]["local size"]))
        self.assertEqual([32], touch[3]["global offset"])
        for kind in ("read buffer", "write buffer"):
            transfer, = self.commands(events, type=kind)
            self.assertEqual(1 << 20, transfer["args"]["bytes"])

    def test_kernels_say_what_they_compute_and_move(self):
        by_name = {event["name"]: (event["args"], event["dur"])
                   for event in self.commands(self.trace_of("operations"), type="kernel")}

        def figures(name):
            return {key: value for key, value in by_name[name][0].items()
                    if key.startswith(("G", "bytes"))}
        # Two operations, four bytes of the matrix and four of the vector for each column.
        rows, microseconds = figures("rows"), by_name["rows"][1]
        self.assertAlmostEqual(1024 * 48 * 2e-9, rows["GFLOP"])
        self.assertAlmostEqual(rows["GFLOP"] / (microseconds * 1e-6), rows["GFLOP/s"],
                               delta=rows["GFLOP/s"] * 1e-3)
        self.assertEqual((1024 * 48 * 8, 1024 * 4), (rows["bytes read"], rows["bytes written"]))
        moved = (1024 * 48 * 8 + 1024 * 4) * 1e-9
        self.assertAlmostEqual(moved / (microseconds * 1e-6), rows["GB/s"], delta=rows["GB/s"] * 1e-3)
        # 8 by 16 by 16 in each of 16 sub-groups, ten times.
        products = figures("products")
        self.assertAlmostEqual(16 * 10 * 2 * 8 * 16 * 16 * 1e-9, products["GFLOP"])
        self.assertNotIn("GOP/s", products)
        integers = figures("products_of_bytes")
        self.assertAlmostEqual(16 * 2 * 8 * 16 * 32 * 1e-9, integers["GOP of integer matrices"])
        self.assertNotIn("GFLOP", integers)
        # Not all work-items do it.
        self.assertEqual({}, figures("some"))
        # It does not run.
        self.assertIn("error", by_name["never"][0])
        self.assertEqual({}, figures("never"))

    def test_a_picture_has_all_commands_and_calls(self):
        events = self.trace_of()
        draw_trace.draw(self.folder / "trace.json", self.folder / "trace.svg")
        root = xml.etree.ElementTree.parse(self.folder / "trace.svg").getroot()
        svg = "{http://www.w3.org/2000/svg}"
        titles = [title.text for title in root.iter(svg + "title")]
        self.assertEqual(sum(event["ph"] == "X" for event in events), len(titles))
        self.assertEqual(5, sum('"type": "kernel"' in title for title in titles))
        texts = {text.text for text in root.iter(svg + "text")}
        self.assertLessEqual({"queue 1 (in order)", "queue 2 (out of order)", "heddle-callback"}, texts)

    def test_arrows_lead_from_what_is_waited_for(self):
        events = self.trace_of()
        ends = {event["id"]: event for event in events if event["ph"] == "f"}
        arrows = set()
        for start in (event for event in events if event["ph"] == "s"):
            around = [[event["name"] for event in events if event["ph"] == "X"
                       and event["tid"] == end["tid"]
                       and nanoseconds(event["ts"]) <= nanoseconds(end["ts"])
                       < nanoseconds(event["ts"]) + nanoseconds(event["dur"])]
                      for end in (start, ends.pop(start["id"]))]
            self.assertTrue(all(around), start)
            arrows.add((start["cat"], around[0][0], around[1][0]))
        self.assertFalse(ends)
        for arrow in (("wait list", "clSetUserEventStatus", "write buffer"),
                      ("wait list", "write buffer", "scale"), ("wait list", "scale", "read buffer"),
                      ("enqueue", "clEnqueueReadBuffer", "read buffer"),
                      ("enqueue", "clEnqueueNDRangeKernel", "touch")):
            self.assertIn(arrow, arrows)

    def test_calls_are_on_the_thread_that_made_them_with_their_errors(self):
        events = self.trace_of()
        main = events[0]["pid"]
        calls = [event for event in events if event.get("cat") == "api"]
        self.assertEqual({main}, {event["tid"] for event in calls})
        errors = sorted((event["name"], event["args"]["error"]) for event in calls if "args" in event)
        self.assertEqual([("clCreateBuffer", -61), ("clSetKernelArg", -49),
                          ("clSetKernelArgMemPointerINTEL", -49)], errors)
        self.assertEqual(5, sum(event["name"] == "clEnqueueNDRangeKernel" for event in calls))

    def test_commands_that_fail_say_so(self):
        failed, = (event for event in self.commands(self.trace_of()) if "error" in event["args"])
        self.assertEqual(("marker", -14), (failed["name"], failed["args"]["error"]))

    def test_builds_show_the_stages_of_the_compiler(self):
        events = self.trace_of()
        outer, = (event for event in events if event["name"] == "clBuildProgram")
        inside = [event["name"] for event in events if event["ph"] == "X"
                  and event["tid"] == outer["tid"] and outer["ts"] < event["ts"]
                  and event["ts"] + event["dur"] < outer["ts"] + outer["dur"]]
        for stage in ("heddlec", "compiling OpenCL C", "compiling kernels", "load kernel binary"):
            self.assertIn(stage, inside)
        compile, = (event for event in events if event["name"] == "compile")
        self.assertEqual({"cache": "miss"}, compile["args"])

        # The second time there is nothing to compile.
        again = self.trace_of()
        compile, = (event for event in again if event["name"] == "compile")
        self.assertEqual({"cache": "hit"}, compile["args"])
        self.assertNotIn("heddlec", [event["name"] for event in again])

    def test_ranges_of_work_groups_are_on_their_threads_and_sampled(self):
        events = self.trace_of()
        names = names_of_tracks(events)
        for command in self.commands(events, type="kernel"):
            groups = -(-command["args"]["global size"][0] // command["args"].get(
                "run in work-groups of", command["args"]["local size"])[0])
            ranges = [event["args"] for event in events if event.get("cat") == "work"
                      and event["args"]["command"] == command["args"]["command"]]
            self.assertGreater(len(ranges), 0)
            whole = [part for part in ranges if "shown is one of" not in part]
            self.assertLessEqual(len(whole), 256)
            if len(ranges) == command["args"].get("ranges", 1):
                self.assertEqual(groups, sum(part["count"] for part in ranges))
        self.assertIn("heddle-worker", names.values())
        callbacks = {names[event["tid"]] for event in events if event["name"] == "event callback"}
        self.assertEqual({"heddle-callback"}, callbacks)

    def test_short_events_are_left_out_where_there_are_too_many(self):
        # Not even one a second.
        with unittest.mock.patch.dict(os.environ, {"HEDDLE_TRACE_RATE": "1"}):
            events = [event for event in self.trace_of() if event["ph"] == "X"]
        self.assertIn("clBuildProgram", [event["name"] for event in events])
        self.assertIn("clCreateBuffer", [event["name"] for event in events])  # it fails
        self.assertEqual([], [event for event in events if event["dur"] < 50
                              and event["cat"] != "compiler" and "error" not in event["args"]])
        self.assertGreater(sum(event.get("args", {}).get("events left out before", 0)
                               for event in events), 0)

    def test_as_many_as_come_in_half_a_second_are_shown_at_once(self):
        events = [event for event in self.trace_of("many") if event["ph"] == "X"]
        short = [event for event in events if event["dur"] < 50]
        microseconds = max(event["ts"] for event in events) - min(event["ts"] for event in events)
        # Threads are allowed 256 at a time.
        self.assertLess(len(short), 20000 * (0.5 + microseconds / 1e6) + 256 * 8)
        self.assertGreater(len(short), 8000)

    def test_what_is_long_or_fails_is_shown_among_many_that_are_left_out(self):
        with unittest.mock.patch.dict(os.environ, {"HEDDLE_TRACE_RATE": "1"}):
            events = self.trace_of("many")
        self.assertEqual([], list(problems_of_nesting(events)))
        touch, = (event for event in self.commands(events) if event["name"] == "touch")
        self.assertGreaterEqual(touch["dur"], 50)
        # Others of the name may have been held up for a moment.
        turn = max((event for event in self.commands(events) if event["name"] == "turn"),
                   key=lambda event: event["dur"])
        self.assertGreaterEqual(turn["dur"], 10000)
        self.assertEqual(([64], [16]), (turn["args"]["global size"], turn["args"]["local size"]))
        for long in (touch, turn):
            end = long["ts"] + long["dur"]
            waits = [event for event in events if event["name"] == "clFinish" and event["dur"] >= 50
                     and event["ts"] <= end <= event["ts"] + event["dur"] + 1]
            self.assertEqual(1, len(waits), events)
        self.assertEqual([-49], [event["args"]["error"] for event in events
                                 if event["name"] == "clSetKernelArg"])
        left_out = sum(event.get("args", {}).get("events left out before", 0) for event in events)
        # A call and a command for each launch, a call and a marker for each wait; for each read a
        # call and a command.
        self.assertGreater(left_out, 10300 * 4 * 0.9 + 1000 * 2 * 0.9)
        self.assertLess(left_out, 10300 * 5 + 1000 * 3 + 1000)

    def test_a_run_of_a_command_buffer_is_one_command_beside_those_in_it(self):
        with unittest.mock.patch.dict(os.environ, {"HEDDLE_TRACE_RATE": "0"}):
            events = self.trace_of("buffers")
        self.assertEqual([], list(problems_of_nesting(events)))
        self.assertEqual(2 * 2001, len(self.commands(events, type="command buffer")))
        self.assertEqual(3 * 2001, len(self.commands(events, type="kernel")))

    def test_short_runs_of_command_buffers_are_left_out_and_long_ones_are_not(self):
        with unittest.mock.patch.dict(os.environ, {"HEDDLE_TRACE_RATE": "1"}):
            events = self.trace_of("buffers")
        self.assertEqual([], list(problems_of_nesting(events)))
        shown = self.commands(events, type="command buffer")
        self.assertLess(len(shown), 1000)
        # On a busy machine a short one may be long, too.
        self.assertLessEqual(2, sum(event["dur"] >= 10000 for event in shown))

    def test_a_program_that_exits_while_commands_run_leaves_a_whole_file(self):
        for _ in range(10):
            events = self.trace_of("exit")
            self.assertEqual([], list(problems_of_nesting(events)))
            calls = [event for event in events if event["name"] == "clEnqueueNDRangeKernel"]
            self.assertEqual(2005, len(calls))

    def test_a_full_disk_ends_the_trace_and_not_the_program(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 17, resource.RLIM_INFINITY))
        # The cache would not like the limit either.
        run(self.folder, "first.json", "run")
        result = run(self.folder, "trace.json", "exit", preexec_fn=limit)
        self.assertEqual(0, result.returncode)
        self.assertRegex(result.stderr, "^heddle: HEDDLE_TRACE: cannot write '.*/trace.json': "
                                        r"File too large \(the limit is that of ulimit -f\)\n$")
        self.assertGreater(len(read(self.folder / "trace.json")), 100)

    def test_a_killed_program_leaves_all_it_did(self):
        self.check_whole_run(self.trace_of("kill", status=-9))

    def test_a_child_after_fork_has_a_file_of_its_own(self):
        result = run(self.folder, "trace.json", "fork")
        self.assertEqual((0, ""), (result.returncode, result.stderr))
        parent, child = result.stdout.split()
        self.check_whole_run(read(self.folder / "trace.json"))
        events = read(self.folder / f"trace.json.{child}")
        self.check_whole_run(events)
        self.assertEqual({int(child)}, {event["pid"] for event in events})
        self.assertNotEqual(parent, child)

    def test_the_number_of_the_process_is_part_of_the_name(self):
        result = run(self.folder, "trace-%p.json", "fork")
        for number in result.stdout.split():
            self.check_whole_run(read(self.folder / f"trace-{number}.json"))

    def test_a_file_that_another_process_writes_is_left_alone(self):
        # The other one holds the file as a process that traces does.
        with open(self.folder / "trace.json", "w") as other:
            other.write("not ours")
            other.flush()
            fcntl.flock(other, fcntl.LOCK_EX)
            result = run(self.folder, "trace.json", "run")
            self.assertEqual("not ours", (self.folder / "trace.json").read_text())
        self.check_whole_run(read(self.folder / f"trace.json.{result.stdout.strip()}"))

    def test_a_trace_that_nobody_can_write_is_a_message(self):
        with unittest.mock.patch.dict(os.environ, {"HEDDLE_COMPILER": "/no/such/heddlec"}):
            result = run(self.folder, "trace.json", "run")
        self.assertIn("heddle: HEDDLE_TRACE: 'heddlec', which writes it, was not found\n", result.stderr)

    def test_a_file_that_cannot_be_written_is_a_message_and_no_error(self):
        result = run(self.folder, "no/such/folder/trace.json", "run")
        self.assertEqual(0, result.returncode)
        self.assertRegex(result.stderr, "^heddle: HEDDLE_TRACE: cannot write '.*/no/such/folder/"
                                        "trace.json': No such file or directory\n$")


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
