#!/usr/bin/env python3
"""Compares the tables that drive the project with what stands beside them: tables.py ROOT

- every extension has a test that names it, or one that tests/extensions.txt names, and a line in
  docs/status.md
- every environment option is in the README's table with its default, and the table has no other
- every pass has one name, in its class, its file and its folder of lit tests
- every ISA level is in docs/architecture.md
- what heddlec --explain begins a remark with is in docs/explain.md
- every option of heddlec --help is in its manual page, and the page has no other
- the changelog begins with the section of the version
"""
import pathlib
import re
import sys


def rows(path, macro):
    """The argument lists of a table's rows, comments left out."""
    text = re.sub(r"//[^\n]*", "", path.read_text())
    text = re.sub(r"^[ \t]*#[^\n]*", "", text, flags=re.M)
    return [[field.strip().strip('"') for field in match.split(",")]
            for match in re.findall(rf"{macro}\(([^)]*(?:\([^)]*\)[^)]*)*)\)", text)]


def text_below(folder, suffixes):
    return "\n".join(path.read_text(errors="replace") for path in sorted(folder.rglob("*"))
                     if path.suffix in suffixes and path.is_file()
                     and "lint" not in path.relative_to(folder).parts)


def extensions(root):
    tests = text_below(root / "tests", {".cpp", ".hpp", ".cl", ".py", ".ll", ".cmake"})
    status = (root / "docs/status.md").read_text()
    elsewhere = set()
    for line in (root / "tests/extensions.txt").read_text().splitlines():
        if line and not line.startswith("#"):
            extension, file, test = line.split()
            elsewhere.add(extension)
            if test not in (root / file).read_text():
                yield f"tests/extensions.txt: {file} has no test {test}"
    for name, *_ in rows(root / "runtime/abi/extensions.def", "HEDDLE_EXTENSION"):
        if name not in elsewhere and not re.search(rf"\b{name}\b", tests) and \
                not (root / "tests/api" / name).is_dir():
            yield f"runtime/abi/extensions.def: no test names {name}"
        if f"`{name}`" not in status:
            yield f"docs/status.md: {name} is missing"


def options(root):
    table = re.findall(r"^\| `(HEDDLE_\w+)` \|", (root / "README.md").read_text(), re.M)
    read = [row[2] for row in rows(root / "runtime/support/options.def", "HEDDLE_OPTION")]
    for name in sorted(set(read) - set(table)):
        yield f"README.md: the option {name} of runtime/support/options.def is missing"
    for name in sorted(set(table) - set(read)):
        yield f"README.md: {name} is not in runtime/support/options.def"
    if len(table) != len(set(table)):
        yield "README.md: an option stands there twice"


# Folders of tests/compiler that are of no one pass: parts of the compiler, and passes together.
NOT_OF_A_PASS = {"docs", "driver", "explain", "frontend", "function_list", "library", "link", "matrix-tiles",
                 "spirv"}
PASS_CLASS = re.compile(r"^class (\w+Pass)\s*: public (?:llvm::)?PassInfoMixin<", re.M)


def passes(root):
    """One name in four spellings: `lower-print` is LowerPrintPass in lower_print.hpp and .cpp, with
    its tests in tests/compiler/lower-print/."""
    classes = {}
    for header in sorted((root / "compiler").rglob("*.hpp")):
        for found in PASS_CLASS.findall(header.read_text()):
            classes.setdefault(found, []).append(header)
    named = set()
    for name, create, *_ in rows(root / "compiler/passes.def", r"HEDDLE_(?:MODULE|FUNCTION)_PASS"):
        where = f"compiler/passes.def: {name}"
        if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
            if name != "name":
                yield f"{where}: words in small letters with hyphens between them"
            continue
        named.add(name)
        expected = "".join(map(str.capitalize, name.split("-"))) + "Pass"
        if not re.match(rf"{expected}\b", create):
            yield f"{where}: its class is {create.split('(')[0]} and should be {expected}"
        headers = classes.pop(create.split("(")[0], [])
        if [header.stem for header in headers] != [name.replace("-", "_")]:
            yield f"{where}: its class should be in one file, {name.replace('-', '_')}.hpp"
        elif not headers[0].with_suffix(".cpp").is_file():
            yield f"{where}: {headers[0].stem}.cpp is not beside its header"
        if not any((root / "tests/compiler" / name).glob("*.*")):
            yield f"{where}: tests/compiler/{name}/ is missing"
    for other, headers in classes.items():
        for header in headers:
            yield f"{header.relative_to(root).as_posix()}: {other} has no row in compiler/passes.def"
    folders = {path.name for path in (root / "tests/compiler").iterdir() if path.is_dir()}
    for folder in sorted(folders - named - NOT_OF_A_PASS):
        yield f"tests/compiler/{folder}: no pass has this name"


def levels(root):
    page = (root / "docs/architecture.md").read_text()
    for _, name, *_ in rows(root / "runtime/abi/target_isa.def", "HEDDLE_TARGET_ISA"):
        if name not in page:
            yield f"docs/architecture.md: the ISA level {name} is missing"


def remarks(root):
    page = (root / "docs/explain.md").read_text()
    for path in sorted((root / "compiler").rglob("*.cpp")):
        for text in re.findall(r'\b(?:remark|explainAs)\(\w+,\s*"([^"]+)"', path.read_text()):
            # What of it is always the same: to a colon or number, and three words at most.
            words = re.match(r"[^:\d]*", text)[0].split()[:3]
            if " ".join(words) not in page:
                yield f"docs/explain.md: '{' '.join(words)} …' of {path.relative_to(root)} is missing"


def manual_page(root):
    usage = (root / "compiler/driver/options.cpp").read_text()
    usage = usage[usage.index("usage: heddlec"):usage.index("examples:")]
    page = (root / "packaging/debian/heddlec.1").read_text().replace("\\-", "-")
    # Those of OpenCL have one hyphen; both name a few.
    usage, page = (set(re.findall(r"(?<![\w-])--[a-z][a-z-]*[a-z]", text)) for text in (usage, page))
    for option in sorted(usage - page):
        yield f"packaging/debian/heddlec.1: {option} is missing"
    for option in sorted(page - usage):
        yield f"packaging/debian/heddlec.1: heddlec has no option {option}"


def version(root):
    project = re.search(r"^project\(Heddle VERSION ([\d.]+)", (root / "CMakeLists.txt").read_text(), re.M)[1]
    newest = re.search(r"^## (\S+)", (root / "CHANGELOG.md").read_text(), re.M)
    if not newest or newest[1] != project:
        yield f"CHANGELOG.md: its first section should be that of the version, {project}"


def main():
    root = pathlib.Path(sys.argv[1])
    found = []
    for check in (extensions, options, passes, levels, remarks, manual_page, version):
        problems = list(check(root))
        print(f"tables: {check.__name__}: {len(problems)} problems")
        found += problems
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
