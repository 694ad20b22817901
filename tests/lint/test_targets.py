#!/usr/bin/env python3
"""What a text test expects must not depend on the machine that runs it: test_targets.py ROOT

Each call of heddlec in tests/compiler that makes code names its target. The passes of heddle-opt take
their target from the module and from compiler/passes.def, never from the machine; tools of LLVM that
make code name a CPU.
"""
import pathlib
import re
import sys

RUN = re.compile(r"^\W*RUN:\s*(.*)$")
# Nothing is made for a machine, or the command line is wrong before a target matters.
WITHOUT_CODE = re.compile(r"\s--(compile|library|emit=spirv|help|version|job)\b")
TARGET = {
    "heddlec": re.compile(r"\s--target[= ](?!native\b)"),
    # Modules of SPIR-V are for no processor.
    "llc": re.compile(r"\s--?(mcpu[= ](?!native\b)|mtriple[= ]spirv)"),
}
# The test of the command line itself, most of whose calls end before they compile.
COMMAND_LINE = "driver/command-line.cl"


def commands(path):
    """The number of the first line and the text of each RUN command, a pipeline taken apart."""
    text, first = "", 0
    for number, line in enumerate(path.read_text().splitlines(), 1):
        run = RUN.match(line)
        if not run:
            continue
        first = first if text else number
        text += run[1]
        if text.endswith("\\"):
            text = text[:-1] + " "
            continue
        for command in re.split(r"\|\|?|&&|;", text):
            yield first, command.strip()
        text = ""


def problems_of(path, name):
    for number, command in commands(path):
        words = [word for word in command.split() if word != "not" and "=" not in word]
        tool = words[0] if words else ""
        if tool not in TARGET or TARGET[tool].search(command.split(" -- ")[0]):
            continue
        if tool == "heddlec" and (WITHOUT_CODE.search(command) or name.endswith(COMMAND_LINE)):
            continue
        yield f"{name}:{number}: {tool} names no target"


def main():
    root = pathlib.Path(sys.argv[1])
    found, files = [], 0
    for path in sorted((root / "tests/compiler").rglob("*")):
        if path.suffix in (".cl", ".ll") and "Inputs" not in path.parts:
            files += 1
            found += problems_of(path, path.relative_to(root).as_posix())
    print("\n".join(found))
    print(f"test_targets: {files} files, {len(found)} problems")
    return 1 if found or not files else 0


if __name__ == "__main__":
    sys.exit(main())
