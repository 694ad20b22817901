#!/usr/bin/env python3
"""Runs what a page of the documentation shows: page_commands.py PAGE [--update]

Blocks of C that begin with `// NAME.cl` are written to a folder of their own, and the commands of
blocks of `console`, lines that begin with `$ `, are run there by a shell. What they print has to be
what the page shows below them, but for the numbers of values, attributes and labels, which another
release of LLVM counts in another way; --update writes it into the page.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
FILE = re.compile(r"// (\w+\.cl)\n")
NUMBER = re.compile(r"(?<=[%#])\d+|(?<=LBB)\d+_\d+")


def printed(command, folder):
    result = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, text=True,
                            timeout=120, check=False)
    return "".join(line.rstrip() + "\n" for line in (result.stdout + result.stderr).splitlines())


def replayed(text, folder):
    """The page with what its commands print today."""
    def replay(block):
        language, body = block.groups()
        name = FILE.match(body)
        if language == "c" and name:
            (folder / name[1]).write_text(body)
        if language != "console":
            return block[0]
        commands = [line for line in body.splitlines() if line.startswith("$ ")]
        shown = "".join(f"{command}\n{printed(command[2:], folder)}" for command in commands)
        return f"```console\n{shown}```"
    return BLOCK.sub(replay, text)


def main():
    page = pathlib.Path(sys.argv[1])
    text = page.read_text()
    with tempfile.TemporaryDirectory() as folder:
        today = replayed(text, pathlib.Path(folder))
    if "--update" in sys.argv:
        page.write_text(today)
        return 0
    if "```console" not in text:
        print(f"{page}: shows no command")
        return 1
    for number, (shown, is_so) in enumerate(zip(text.splitlines(), today.splitlines()), 1):
        if NUMBER.sub("0", shown) != NUMBER.sub("0", is_so):
            print(f"{page}:{number}: shows\n  {shown}\nbut there is\n  {is_so}")
            print(f"{sys.argv[0]} {page} --update writes what there is")
            return 1
    return int(text.count("\n") != today.count("\n"))


if __name__ == "__main__":
    sys.exit(main())
