#!/usr/bin/env python3
"""Checks which way includes point: include_directions.py ROOT

    tests ──▶ anything

    icd ──▶ runtime ──▶ runtime/support
               │
               ▼
          runtime/abi ◀── compiler ──▶ LLVM, Clang, lld
               ▲
               └── builtins (only the headers that are plain C)

include/heddle/ holds headers for programs; they stand on nothing, and icd takes its names from them.

The rules below are read from the top; the first whose folder holds the file decides. A file may
always include from its own folder.
"""
import pathlib
import re
import sys

LLVM = ("llvm/", "llvm-c/", "clang/", "clang-c/", "lld/", "LLVMSPIRVLib", "LLVMSPIRVOpts")

SHARED_BY_STAGES = ("compiler/ir/", "compiler/target/", "runtime/abi/")

# folder of the includer, what it may include of ours, whether it may see LLVM
RULES = [
    ("tests/", ("",), True),
    ("examples/", ("heddle/",), False),
    ("include/", ("heddle/",), False),
    ("icd/", ("icd/", "runtime/", "heddle/"), False),
    # Both sides of the process boundary, and the kernels, agree on this; it stands on nothing.
    ("runtime/abi/", (), False),
    ("runtime/support/", ("runtime/abi/",), False),
    # These know no OpenCL object, so that each can be tested alone; the processor is none.
    *((f"runtime/{part}/", ("runtime/support/", "runtime/abi/", "runtime/cpu_"), False)
      for part in ("executor", "loader", "compile")),
    ("runtime/", ("runtime/",), False),
    # The stages share ir/ and target/ and do not know one another. Where one has folders, these are
    # the ones that each may look into.
    ("compiler/ir/", ("compiler/target/", "runtime/abi/"), True),
    ("compiler/target/", ("compiler/ir/", "runtime/abi/"), True),
    *((f"compiler/{part}/", (*(f"compiler/{other}/" for other in others), *SHARED_BY_STAGES), True)
      for part, *others in (
          ("spirv/module",),
          ("spirv/builtins",),
          ("spirv/matrix", "spirv/module", "spirv/builtins"),
          ("vectorizer/size", "vectorizer/analysis"),
          ("vectorizer/analysis",),
          ("vectorizer/transform", "vectorizer/analysis"),
          ("matrix/nest",),
          ("matrix/factors", "matrix/nest"),
          ("matrix/plan", "matrix/factors", "matrix/nest"),
          ("matrix/blocks", "matrix/nest"),
          *((f"matrix/{emitter}", "matrix/plan", "matrix/factors", "matrix/nest")
            for emitter in ("tiles", "words", "generic")))),
    *((f"compiler/{stage}/", SHARED_BY_STAGES, True)
      for stage in ("link", "frontend", "spirv", "strict", "vectorizer", "matrix", "workgroup", "codegen")),
    # The pipeline, the program and the tools see all stages.
    ("compiler/", ("compiler/", "runtime/abi/"), True),
    ("builtins/tools/", ("builtins/", "compiler/ir/"), True),
    ("builtins/", ("runtime/abi/",), False),
]
# What the compiler reads of builtins/: tables of functions, and the format of the bitcode library.
SHARED = re.compile(r"builtins/(.*\.def|include/.*\.h|image/image_access\.h|bundle_format\.hpp)$")
# OpenCL C headers: the compiler reads them from memory, where they have no folder.
KERNEL_HEADERS = "builtins/include/"

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+([<"])([^>"]+)[>"]', re.M)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
SOURCES = {".c", ".cpp", ".h", ".hpp", ".def", ".cl", ".inc"}
OURS = ("icd/", "runtime/", "compiler/", "builtins/", "tests/", "examples/", "heddle/")
FOLDERS = OURS[:-1] + ("include/",)


def rule_for(name):
    return next((rule for rule in RULES if name.startswith(rule[0])), None)


def is_umbrella(path, text):
    """A header that holds includes and nothing else."""
    if path.suffix not in (".h", ".hpp"):
        return False
    code = [line.strip() for line in COMMENT.sub("", text).splitlines()]
    code = [line for line in code if line and not line.startswith("#")]
    return not code and len(INCLUDE.findall(text)) > 1


def problems_of(path, name, text):
    folder, allowed, sees_llvm = rule_for(name)
    own = name.rsplit("/", 1)[0] + "/"
    for match in INCLUDE.finditer(text):
        bracket, target = match.groups()
        where = f"{name}:{text.count(chr(10), 0, match.start(2)) + 1}"
        if ".." in pathlib.PurePosixPath(target).parts:
            yield f"{where}: '{target}': includes are written from the root"
        elif target.startswith(LLVM):
            if not sees_llvm:
                yield f"{where}: '{target}': only compiler/ sees LLVM"
        elif target.startswith(OURS):
            shared = folder.startswith("compiler/") and SHARED.match(target)
            if not (shared or target.startswith((own, folder) + tuple(allowed))):
                yield f"{where}: '{target}': {folder} may include only {', '.join((folder, *allowed))}"
            if bracket == "<":
                yield f"{where}: <{target}>: our own headers are included with quotes"
        elif bracket == '"' and (path.parent / target).exists() and path.suffix != ".cl" \
                and not name.startswith(("examples/", KERNEL_HEADERS)):
            yield f"{where}: '{target}': includes are written from the root"
    if is_umbrella(path, text) and not name.startswith(KERNEL_HEADERS):
        yield f"{name}: only collects other headers; include what is used where it is used"


def main():
    root = pathlib.Path(sys.argv[1])
    found, files = [], 0
    for top in FOLDERS:
        for path in sorted((root / top).rglob("*")):
            if path.suffix not in SOURCES or not path.is_file():
                continue
            files += 1
            name = path.relative_to(root).as_posix()
            found.extend(problems_of(path, name, path.read_text(errors="replace")))
    print("\n".join(found))
    print(f"include_directions: {files} files, {len(found)} problems")
    return 1 if found or not files else 0


if __name__ == "__main__":
    sys.exit(main())
