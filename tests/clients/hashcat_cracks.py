#!/usr/bin/env python3
"""hashcat finds passwords of which it is given the hashes: hashcat_cracks.py HASHCAT MODE

MODE is one of MODES. It also runs hashcat's self-test of the mode. hashcat keeps kernels in binary
form from run to run: here in a folder of this run, so that it builds them each time.
Run with OCL_ICD_VENDORS set.
"""
import hashlib
import os
import pathlib
import subprocess
import sys
import tempfile

# mode: hash, options, runs: from source, then with the kernels that the first run kept. Most of a
# run are pauses of hashcat's own.
MODES = {
    "0": (hashlib.md5, [], ("first", "second")),
    "100": (hashlib.sha1, [], ("first",)),
    "1400": (hashlib.sha256, ["-O"], ("first",)),
    "1700": (hashlib.sha512, ["-O"], ("first",)),
}
PASSWORDS = ["0000", "4711", "9999"]


def main():
    hashcat, mode = sys.argv[1:3]
    digest, options, runs = MODES[mode]
    expected = sorted(f"{digest(word.encode()).hexdigest()}:{word}" for word in PASSWORDS)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        environment = dict(os.environ)
        # The driver's own cache is no part of this.
        usual = pathlib.Path(environment.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
        environment.setdefault("HEDDLE_CACHE_DIR", str(usual / "heddle"))
        for variable in ("XDG_CACHE_HOME", "XDG_DATA_HOME"):
            environment[variable] = str(folder / variable)
            (folder / variable).mkdir()
        hashes, found = folder / "hashes", folder / "found"
        hashes.write_text("".join(line.split(":")[0] + "\n" for line in expected))
        for run in runs:
            found.unlink(missing_ok=True)
            done = subprocess.run(
                [hashcat, "--force", "--opencl-device-types", "1", "--hash-type", mode,
                 "--attack-mode", "3", *options,
                 # Of its own: a second hashcat of the same session does not start.
                 "--session", f"heddle{os.getpid()}", "--potfile-disable", "--restore-disable",
                 "--outfile", str(found), str(hashes), "?d?d?d?d"],
                stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                text=True, errors="replace", env=environment, cwd=folder, timeout=500)
            lines = sorted(found.read_text().splitlines()) if found.exists() else []
            if lines != expected or done.returncode or "self-test failed" in done.stdout:
                print(done.stdout)
                print(f"{run} run: status {done.returncode}, found {lines}, expected {expected}")
                return 1
    print(f"hashcat_cracks: mode {mode}, {len(expected)} passwords in each of {len(runs)} runs")
    return 0


if __name__ == "__main__":
    sys.exit(main())
