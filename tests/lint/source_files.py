#!/usr/bin/env python3
"""Checks every source file by itself: source_files.py ROOT

Lengths of files and lines, tabs and trailing blanks, include guards, notes to self, words of the place
where somebody worked instead of words of the project, and who reads the environment.
"""
import pathlib
import re
import sys

SOURCES = {".c", ".cpp", ".h", ".hpp", ".cl"}
TEXTS = SOURCES | {".py", ".sh", ".cmake", ".md", ".txt", ".def", ".json", ".ll", ".map", ".yaml"}
FOLDERS = ("icd", "runtime", "compiler", "builtins", "include", "tests", "examples", "cmake", "docs",
           "packaging", ".ci")
MAX_LINES = 800
MAX_COLUMNS = 100
NOTES = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b")
# A folder of one machine, or the name of a person's cache, means nothing to a reader.
PLACES = re.compile(r"(^|[\s\"'(=:])/(work|root)/|/tmp/(b-|deb)\w*")

# A setuid program must not do what its user's environment says: the driver has one place that knows.
DRIVER = ("icd/", "runtime/")
READS_ENVIRONMENT = re.compile(r"\b(\w*getenv|environ)\b")
ENVIRONMENT_FILES = {"runtime/support/environment.cpp"}

ONLY_WORDS = re.compile(r"\s*(//|#\s*(define|undef)\b|#\s*pragma (?!once)|$)")


def problems_of(path, name):
    text = path.read_text(errors="replace")
    lines = text.splitlines()
    is_source = path.suffix in SOURCES
    if is_source and len(lines) > MAX_LINES:
        yield f"{name}: {len(lines)} lines, {MAX_LINES} are the most: look for the seam"
    if text and not text.endswith("\n"):
        yield f"{name}: no newline at the end"
    # Headers that only define or undefine words are meant to be read more than once.
    if path.suffix == ".hpp" and not name.startswith("examples/") \
            and "#ifndef HEDDLE_" not in text and not all(map(ONLY_WORDS.match, lines)):
        yield f"{name}: no include guard that starts with HEDDLE_"
    reads_environment = name.startswith(DRIVER) and is_source and name not in ENVIRONMENT_FILES
    this = name.endswith("lint/source_files.py")
    for number, line in enumerate(lines, 1):
        where = f"{name}:{number}"
        # A case of a kernel test is one line of its file.
        if is_source and path.suffix != ".cl" and len(line) > MAX_COLUMNS and "http" not in line:
            yield f"{where}: {len(line)} columns, {MAX_COLUMNS} are the most"
        if is_source and "\t" in line:
            yield f"{where}: a tab"
        if line != line.rstrip() and path.suffix != ".md":
            yield f"{where}: blanks at the end of the line"
        if not this and NOTES.search(line):
            yield f"{where}: a note to self"
        if reads_environment and READS_ENVIRONMENT.search(line):
            yield f"{where}: runtime/support/environment.hpp reads the environment"
        if not this and PLACES.search(line):
            yield f"{where}: a path of one machine"


def main():
    root = pathlib.Path(sys.argv[1])
    paths = [path for path in root.iterdir() if path.is_file() and path.name != "run"]
    for folder in FOLDERS:
        paths += (root / folder).rglob("*")
    found, files = [], 0
    for path in sorted(paths):
        if path.is_file() and (path.suffix in TEXTS or path.name == "CMakeLists.txt"):
            files += 1
            found.extend(problems_of(path, path.relative_to(root).as_posix()))
    print("\n".join(found))
    print(f"source_files: {files} files, {len(found)} problems")
    return 1 if found or not files else 0


if __name__ == "__main__":
    sys.exit(main())
