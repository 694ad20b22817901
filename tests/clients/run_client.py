#!/usr/bin/env python3
"""Runs a program and looks at what it prints: run_client.py [CONDITION]... -- COMMAND...

  --expect REGEX      must be found
  --count N REGEX     must be found N times
  --never REGEX       must not be found
  --numbers N REGEX   must be found N times, and group 1 of each must be a number above zero
  --status S          exit status of the command, or "any" where it says nothing (default 0)

Terminal colours are removed first. Each condition that does not hold is named, with the output.
"""
import math
import re
import subprocess
import sys


def parse(arguments):
    conditions, status = [], "0"
    arity = {"--expect": 1, "--never": 1, "--count": 2, "--numbers": 2, "--status": 1}
    while arguments and arguments[0] != "--":
        name, count = arguments[0], arity[arguments[0]]
        values, arguments = arguments[1:1 + count], arguments[1 + count:]
        if name == "--status":
            status = values[0]
        else:
            conditions.append((name, *values))
    return conditions, status, arguments[1:]


def positive(text):
    try:
        return 0 < float(text) < math.inf
    except ValueError:
        return False


def problem_of(condition, text):
    name, regex = condition[0], condition[-1]
    found = list(re.finditer(regex, text, re.M))
    if name == "--never":
        return f"found '{found[0].group(0)}'" if found else None
    if name == "--expect":
        return None if found else f"'{regex}' is not there"
    if len(found) != int(condition[1]):
        return f"'{regex}' is there {len(found)} times, expected {condition[1]}"
    if name == "--numbers":
        for match in found:
            if not positive(match.group(1)):
                return f"no number above zero: '{match.group(0)}'"
    return None


def main():
    conditions, status, command = parse(sys.argv[1:])
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace")
    text = re.sub(r"\x1b\[[0-9;]*m", "", done.stdout)
    problems = [problem for c in conditions if (problem := problem_of(c, text))]
    if status != "any" and done.returncode != int(status):
        problems.append(f"exit status {done.returncode}, expected {status}")
    if problems:
        print(text)
    print("\n".join(problems))
    print(f"{command[0]}: {len(conditions)} conditions, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
