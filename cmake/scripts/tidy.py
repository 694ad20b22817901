#!/usr/bin/env python3
"""Runs clang-tidy: tidy.py [--jobs=N] [--seconds=N] ROOT BUILD [FILE…]

Checks the files named, or what has changed: against the upstream branch, or in the last commits
where nothing differs from it or there is none. A header is checked with a source file that
includes it. Every finding is an error. What there was no time for is named and counts as skipped.
The last line is "N passed, M failed, K skipped"; the status is 1 when something failed.
"""
import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

SUFFIXES = {".c", ".cpp", ".h", ".hpp", ".def"}
# So far back reaches a branch without an upstream.
COMMITS = 20


def git(root, *arguments):
    """The lines that git prints, or none."""
    answer = subprocess.run(["git", "-C", root, *arguments], capture_output=True, text=True,
                            check=False)
    return answer.stdout.split("\n")[:-1] if answer.returncode == 0 else []


def base_of_changes(root):
    """(the commit to compare with, what it is), or (None, …) where the history is not there."""
    head = git(root, "rev-parse", "HEAD")
    for branch in ("@{upstream}", "origin/HEAD", "origin/main"):
        base = git(root, "merge-base", "HEAD", branch)
        if base and base != head:
            return base[0], f"changed since {branch}"
    # The oldest of a shallow clone's commits seem to have no parents.
    recent = git(root, "rev-list", "--first-parent", "--min-parents=1", f"--max-count={COMMITS}",
                 "HEAD")
    if recent:
        return recent[-1] + "^", f"changed in the last {len(recent)} commits"
    return None, "of the project, there being no history to compare with"


def changed_files(root):
    """(files, latest change first; what they are)"""
    base, description = base_of_changes(root)
    names = git(root, "diff", "--name-only", "HEAD")
    names += git(root, "ls-files", "--others", "--exclude-standard")
    names += git(root, "log", "--format=", "--name-only", f"{base}..HEAD") if base else \
        git(root, "ls-files")
    return list(dict.fromkeys(names)), description


def commands_of(build):
    """How the build compiles, but that each file reads its headers by itself: the assertions that
    clang-tidy looks at are not in the precompiled ones, and what a file fails to include is.
    """
    commands = json.loads((build / "compile_commands.json").read_text())
    for entry in commands:
        entry["command"] = re.sub(r" -include-pch \S+", "", entry["command"])
    return commands


def sources_of(root, build, commands, names):
    """What the compiler is called for: the names that it compiles, and for others an includer."""
    compiled = [(pathlib.Path(entry["directory"]) / entry["file"]).resolve()
                for entry in commands]
    ours = {path.relative_to(root).as_posix() for path in compiled
            if path.is_relative_to(root) and not path.is_relative_to(build)}
    texts = {}
    for name in names:
        path = pathlib.PurePosixPath(name)
        if path.suffix not in SUFFIXES or not (root / name).exists():
            continue
        if name in ours:
            yield name
            continue
        texts = texts or {source: (root / source).read_text() for source in sorted(ours)}
        includers = [source for source in texts if f'#include "{name}"' in texts[source]]
        beside = path.with_suffix(".cpp").as_posix()
        if beside in includers:
            yield beside
        elif includers:
            yield includers[0]
        else:
            print(f"  {name}: no source file of this build includes it")


def check(root, folder, name, deadline):
    """(name, None where there was no time, else whether it passed, the findings)"""
    if time.monotonic() > deadline:
        return name, None, ""
    answer = subprocess.run(
        ["clang-tidy-22", "-p", folder, "--quiet", "--warnings-as-errors=*", name],
        cwd=root, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return name, answer.returncode == 0, answer.stdout


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=int, default=10 ** 6)
    parser.add_argument("root", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("files", nargs="*")
    options = parser.parse_intermixed_args()
    root, build = options.root.resolve(), options.build.resolve()

    if options.files:
        names = [pathlib.Path(file).resolve().relative_to(root).as_posix()
                 for file in options.files]
        description = "named"
    else:
        names, description = changed_files(root)
    commands = commands_of(build)
    sources = list(dict.fromkeys(sources_of(root, build, commands, names)))
    print(f"{len(sources)} source files for the files {description}:", flush=True)

    counts = {True: 0, False: 0, None: 0}
    deadline = time.monotonic() + options.seconds
    with tempfile.TemporaryDirectory() as folder, \
            concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        (pathlib.Path(folder) / "compile_commands.json").write_text(json.dumps(commands))
        checks = [pool.submit(check, root, folder, name, deadline) for name in sources]
        for done in concurrent.futures.as_completed(checks):
            name, passed, findings = done.result()
            counts[passed] += 1
            print(f"  {name}: { {True: 'passed', False: 'FAILED', None: 'no time'}[passed] }")
            if passed is False:
                print(findings)
            sys.stdout.flush()
    print(f"{counts[True]} passed, {counts[False]} failed, {counts[None]} skipped")
    return 1 if counts[False] else 0


if __name__ == "__main__":
    sys.exit(main())
