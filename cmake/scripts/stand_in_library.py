#!/usr/bin/env python3
"""Writes a stand-in for a shared library that is linked but never used.

stand_in_library.py USER.so LIBRARY.so OUT_FOLDER

USER.so (libLLVM) names LIBRARY.so (libxml2 or libz3) among the libraries that it needs, for features
that Heddle never reaches: Windows manifests and the static analyzer's solver. The stand-in has the
same name and defines exactly the symbols that USER.so takes from LIBRARY.so; calling one ends the
program with the symbol's name. It contains nothing of the library. Writes LIBRARY.c and LIBRARY.map
into OUT_FOLDER, and prints the soname.
"""
import pathlib
import re
import subprocess
import sys


def lines_of(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def defined_symbols(library):
    """name -> (kind letter of nm, size)"""
    symbols = {}
    for line in lines_of("nm", "-D", "-S", "--defined-only", library):
        fields = line.split()
        if len(fields) == 4:
            symbols[fields[3].split("@")[0]] = (fields[2], int(fields[1], 16))
    return symbols


def undefined_symbols(user):
    """name -> version or None"""
    symbols = {}
    for line in lines_of("nm", "-D", "--undefined-only", user):
        name, _, version = line.split()[-1].partition("@")
        symbols[name] = version.lstrip("@") or None
    return symbols


def soname_of(library):
    for line in lines_of("readelf", "-d", library):
        found = re.search(r"\(SONAME\).*\[(.+)\]", line)
        if found:
            return found.group(1)
    sys.exit(f"stand_in_library.py: {library} has no soname")


def main():
    user, library, folder = sys.argv[1:]
    defined = defined_symbols(library)
    wanted = {name: version for name, version in undefined_symbols(user).items() if name in defined}
    soname = soname_of(library)

    source = [
        "#include <stdio.h>", "#include <stdlib.h>",
        "static void ends(const char *name) {",
        f'  fprintf(stderr, "%s of {soname} was called, which is not part of this bundle\\n", name);',
        "  abort();", "}",
    ]
    for name in sorted(wanted):
        kind, size = defined[name]
        if kind in "BDRVG":
            source.append(f"__attribute__((aligned(16))) char {name}[{size}];")
        else:
            source.append(f'void {name}(void) {{ ends("{name}"); }}')

    versions = {}
    for name, version in wanted.items():
        versions.setdefault(version, []).append(name)
    script = []
    for version in sorted(versions, key=lambda v: v or ""):
        names = " ".join(f"{name};" for name in sorted(versions[version]))
        # A symbol without a version is global; every named version is a node of its own.
        script.append(f"{version or ''} {{ global: {names} }};".strip())
    if None in versions and len(versions) > 1:
        sys.exit(f"stand_in_library.py: {library}: versioned and unversioned symbols are mixed")

    out = pathlib.Path(folder)
    out.joinpath(soname + ".c").write_text("\n".join(source) + "\n")
    out.joinpath(soname + ".map").write_text("\n".join(script) + "\n")
    print(soname)


if __name__ == "__main__":
    main()
