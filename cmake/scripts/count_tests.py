#!/usr/bin/env python3
"""Counts the test cases of a ctest run: count_tests.py RESULTS.xml

RESULTS.xml is what ctest --output-junit wrote. A ctest test that is one GoogleTest program or one
lit run counts as the cases that it reported; any other counts as one. The last line is
"N passed, M failed, K skipped"; the status is 1 when something failed or nothing ran. Before it
stands which suites ran for which targets, from the lines that tests/support/targets prints, and
what each failed test said last, in lines that begin with "failed: ".
"""
import re
import sys
import xml.etree.ElementTree as ElementTree

# What a GoogleTest program says of its tests: of those that failed in a line each, because one that
# is to be brief has no sum of them at its end, and a full stop behind the others. The end of a lit
# run.
GTEST_PASSED = re.compile(r"^\[  PASSED  \] (\d+) tests?\.", re.M)
GTEST_SKIPPED = re.compile(r"^\[  SKIPPED \] (\d+) tests?(?:, listed below|\.)", re.M)
GTEST_FAILED = re.compile(r"^\[  FAILED  \] \S+.* \(\d+ ms\)$", re.M)
LIT_LINE = re.compile(r"^ {2}(Passed|Failed|Unresolved|Timed Out|Unsupported|Skipped|Excluded|"
                      r"Expectedly Failed|Unexpectedly Passed|Passed With Retry) *: +(\d+)", re.M)
LIT_KIND = {
    "Passed": 0, "Passed With Retry": 0, "Expectedly Failed": 0,
    "Failed": 1, "Unresolved": 1, "Timed Out": 1, "Unexpectedly Passed": 1,
    "Unsupported": 2, "Skipped": 2,
}

# How a lit run begins to tell of a test that failed.
LIT_FAILED = re.compile(r"^(?:FAIL|UNRESOLVED|TIMEOUT|XPASS): .*$", re.M)
# Of what was said about a failure, so many lines are told again: what a gtest case says before its
# verdict, lit behind it, and any other test at its end.
LINES_TOLD = 25
FAILURES_TOLD = 4

# "target x86-64-v4 (hardware): matrices", or "…: not run: why".
TARGET_LINE = re.compile(r"^(?:skipped: )?target (.+? \((?:hardware|emulated)\)): (.+)$", re.M)
NOT_RUN = "not run: "


def number(pattern, text):
    found = pattern.search(text)
    return int(found.group(1)) if found else 0


def cases_in(output):
    """[passed, failed, skipped] as the program says itself, or None when it says nothing."""
    if GTEST_PASSED.search(output):
        return [number(GTEST_PASSED, output), len(GTEST_FAILED.findall(output)),
                number(GTEST_SKIPPED, output)]
    lit = LIT_LINE.findall(output)
    if lit and "Total Discovered Tests" in output:
        counts = [0, 0, 0]
        for name, count in lit:
            if name in LIT_KIND:
                counts[LIT_KIND[name]] += int(count)
        return counts
    return None


def count(case):
    failed = case.find("failure") is not None or case.get("status") == "fail"
    if case.find("skipped") is not None or case.get("status") in ("notrun", "disabled"):
        return [0, 0, 1]
    counts = cases_in(case.findtext("system-out") or "")
    if counts is None or sum(counts) == 0:
        return [0, 1, 0] if failed else [1, 0, 0]
    if failed and counts[1] == 0:
        counts[1] = 1  # it crashed, or ran out of time, after what it had reported
    return counts


def said_of_failures(case):
    """What a failed test said that tells why, a list of lines."""
    output = case.findtext("system-out") or ""
    lines = output.splitlines()
    verdicts = [number for number, line in enumerate(lines) if GTEST_FAILED.match(line)]
    if verdicts:
        spans = [(max(0, verdict + 1 - LINES_TOLD), verdict + 1) for verdict in verdicts]
    else:
        spans = [(verdict, verdict + LINES_TOLD) for verdict, line in enumerate(lines)
                 if LIT_FAILED.match(line)]
    # A program that died has its last words at the end, whatever it had reported before.
    spans = spans[:FAILURES_TOLD] or [(-LINES_TOLD, None)]
    return [line for first, last in spans for line in lines[first:last] if line.strip()]


def targets(cases):
    """{target: (its suites, why it ran nowhere)}, sorted."""
    found = {}
    for case in cases:
        for name, text in TARGET_LINE.findall(case.findtext("system-out") or ""):
            suites, reasons = found.setdefault(name, (set(), set()))
            if text.startswith(NOT_RUN):
                reasons.add(text[len(NOT_RUN):])
            else:
                suites.add(text)
    return sorted(found.items(), key=lambda item: (not item[1][0], item[0]))


def main():
    try:
        cases = ElementTree.parse(sys.argv[1]).getroot().findall("testcase")
    except (OSError, ElementTree.ParseError) as error:
        print(f"count_tests.py: cannot read the results: {error}", file=sys.stderr)
        return 1
    passed, failed, skipped = (sum(column) for column in zip(*map(count, cases))) \
        if cases else (0, 0, 0)
    for case in cases:
        if count(case)[1]:
            for line in said_of_failures(case) or ["it said nothing"]:
                print(f"failed: {case.get('name')}: {line}")
    for name, (suites, reasons) in targets(cases):
        said = ", ".join(sorted(suites)) or NOT_RUN + "; ".join(sorted(reasons))
        print(f"target {name}: {said}")
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
