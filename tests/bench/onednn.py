#!/usr/bin/env python3
"""Matrix products by oneDNN, through PyTorch: what gemm_bench measures on this driver.

usage: onednn.py [THREADS]
"""
import sys
import time

import torch


def best_time(work):
    work()
    times = []
    while len(times) < 5 or sum(times) < 0.5:
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def main():
    if len(sys.argv) > 1:
        torch.set_num_threads(int(sys.argv[1]))
    print(f"PyTorch {torch.__version__}, {torch.get_num_threads()} threads")
    for size in (512, 1024, 2048, 4096):
        operations = 2 * size**3 / 1e9
        a, b = (torch.randint(-128, 128, (size, size), dtype=torch.int8) for _ in range(2))
        print(f"i8_{size:<8} {operations / best_time(lambda: torch._int_mm(a, b)):10.0f} GOP/s")
        a, b = (torch.rand(size, size).bfloat16() for _ in range(2))
        print(f"bf16_{size:<6} {operations / best_time(lambda: torch.mm(a, b)):10.0f} GFLOP/s")


if __name__ == "__main__":
    main()
