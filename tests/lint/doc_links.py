#!/usr/bin/env python3
"""Checks that what the pages point at is there: doc_links.py ROOT

Links to files and to headings of files, and the paths that stand in backquotes when they start with
one of the project's folders.
"""
import pathlib
import re
import sys

LINK = re.compile(r"(?<!!)\[[^\]]*\]\(([^)\s]+)\)")
PATH = re.compile(r"`((?:icd|runtime|compiler|builtins|include|tests|cmake|docs|examples|packaging)/[\w./-]*)`")
FENCE = re.compile(r"^```.*?^```", re.M | re.S)


def anchors_of(text):
    """The names that the headings of a page get."""
    names = set()
    for heading in re.findall(r"^#+ +(.+?) *#*$", FENCE.sub("", text), re.M):
        words = re.sub(r"[^\w\- ]", "", heading.replace("`", "").lower())
        names.add(words.strip().replace(" ", "-"))
    return names


def problems_of(root, page):
    name = page.relative_to(root).as_posix()
    text = FENCE.sub("", page.read_text())
    for target in LINK.findall(text):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        path = (page.parent / file) if file else page
        if not path.exists():
            yield f"{name}: the link '{target}' leads nowhere"
        elif anchor and path.suffix == ".md" and anchor not in anchors_of(path.read_text()):
            yield f"{name}: '{file or name}' has no heading '{anchor}'"
    for target in PATH.findall(text):
        if not ((root / target.rstrip(".")).exists() or any(root.glob(target.rstrip(".") + ".*"))):
            yield f"{name}: '{target}' is not there"


def main():
    root = pathlib.Path(sys.argv[1])
    pages = [*root.glob("*.md")]
    for folder in ("icd", "runtime", "compiler", "builtins", "include", "tests", "cmake", "docs", "examples"):
        pages += sorted((root / folder).rglob("*.md"))
    found = [problem for page in pages for problem in problems_of(root, page)]
    print("\n".join(found))
    print(f"doc_links: {len(pages)} pages, {len(found)} problems")
    return 1 if found or not pages else 0


if __name__ == "__main__":
    sys.exit(main())
