"""What the scripts of this folder share: time an operation, check its result, print one line.

The line is "NAME: first A run B processor C s": the first call, which builds what it needs, the
quickest later one, and the processor time of a call, all threads of this process, which other
programs on the machine disturb least. Or it is "NAME: wrong result".
"""
import time

LONGEST = 1.0  # seconds for repetitions
MOST = 50


def report(name, work, check):
    """work() runs an operation to its end; check(result) says whether the result is right."""
    start = time.perf_counter()
    result = work()
    first = time.perf_counter() - start
    if not check(result):
        print(f"{name}: wrong result", flush=True)
        return
    best, calls = float("inf"), 0
    begun, processor = time.perf_counter(), time.process_time()
    while calls < 3 or (calls < MOST and time.perf_counter() - begun < LONGEST):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
        calls += 1
    processor = (time.process_time() - processor) / calls
    print(f"{name}: first {first:.6e} run {best:.6e} processor {processor:.6e} s", flush=True)
