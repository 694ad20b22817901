#!/usr/bin/env python3
"""clinfo through the ICD loader: clinfo_clean.py CLINFO ROOT

The loader finds one platform with one device, no query of clinfo ends in an error, and what the
device lists is what the tables of the tree say. Run with OCL_ICD_VENDORS set.
"""
import pathlib
import re
import subprocess
import sys


def rows(path, macro):
    text = re.sub(r"//[^\n]*", "", path.read_text())
    text = re.sub(r"^[ \t]*#[^\n]*", "", text, flags=re.M)
    return [[field.strip().strip('"') for field in match.split(",")]
            for match in re.findall(rf"{macro}\(([^)]*)\)", text)]


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


class Report:
    def __init__(self, text):
        # "  CL_PLATFORM_NAME   value" for the platform, "[HEDDLE/0]  CL_DEVICE_NAME   value"
        self.platform, self.device = {}, {}
        for line in text.splitlines():
            found = re.match(r"\s*(?:\[[^/\]]*/[*\d]+\])?\s+(CL_(PLATFORM|DEVICE)_\w+)\s*(.*)", line)
            if found:
                part = self.platform if found.group(2) == "PLATFORM" else self.device
                part.setdefault(found.group(1), found.group(3).strip())


def problems_of(clinfo, root):
    status, listing, errors = run(clinfo, "-l")
    if status or errors.strip():
        yield f"clinfo -l: status {status}, standard error: {errors.strip() or 'empty'}"
    if len(re.findall(r"^Platform #", listing, re.M)) != 1 or "Device #0" not in listing:
        yield f"clinfo -l shows not exactly one platform with a device:\n{listing}"

    status, text, errors = run(clinfo, "--raw")
    if status or errors.strip():
        yield f"clinfo --raw: status {status}, standard error: {errors.strip() or 'empty'}"
    _, human, _ = run(clinfo)
    for line in (text + human).splitlines():
        if re.search(r"<[^>]*error|: error -?\d+|CL_INVALID_|CL_OUT_OF_", line):
            yield f"clinfo reports an error: {line.strip()}"

    report = Report(text)
    if not report.device.get("CL_DEVICE_NAME"):
        yield "the device has no name"
    if not report.device.get("CL_DEVICE_VERSION", "").startswith("OpenCL 3.0"):
        yield f"the device's version is '{report.device.get('CL_DEVICE_VERSION')}'"
    if report.platform.get("CL_PLATFORM_NAME") != "Heddle":
        yield f"the platform's name is '{report.platform.get('CL_PLATFORM_NAME')}'"

    table = rows(root / "runtime/abi/extensions.def", "HEDDLE_EXTENSION")
    expected = {
        "CL_DEVICE_EXTENSIONS": {row[0] for row in table},
        "CL_PLATFORM_EXTENSIONS":
            {row[0] for row in table if row[4] in ("platform", "hostPlatform")},
    }
    for query, names in expected.items():
        part = report.device if query.startswith("CL_DEVICE") else report.platform
        told = set(part.get(query, "").split())
        if told != names:
            yield f"{query}: missing {sorted(names - told)}, unexpected {sorted(told - names)}"


def main():
    found = list(problems_of(sys.argv[1], pathlib.Path(sys.argv[2])))
    print("\n".join(found))
    print(f"clinfo_clean: {len(found)} problems")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
