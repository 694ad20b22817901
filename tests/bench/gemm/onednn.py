#!/usr/bin/env python3
"""Matrix products by oneDNN, through PyTorch: what gemm_bench measures on this driver.

usage: onednn.py [--threads=N] [--seconds=S] [TYPE:MxNxKxBATCH...]

Prints "TYPE:MxNxKxBATCH GFLOP/s" for each. bf16, f16, i8 and u8 (both as i8), tf32 (as floats).
"""
import argparse
import sys
import time

try:
    import torch
except ImportError:
    sys.exit("python3 has no PyTorch: no figures")


def best_time(work, seconds):
    work()
    times = []
    while len(times) < 3 or sum(times) < seconds:
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def product(kind, m, n, k, batch):
    if kind in ("i8", "u8"):
        a = [torch.randint(-8, 9, (m, k), dtype=torch.int8) for _ in range(batch)]
        b = [torch.randint(-8, 9, (k, n), dtype=torch.int8) for _ in range(batch)]
        # There is no batched form for bytes.
        return lambda: [torch._int_mm(x, y) for x, y in zip(a, b)]
    types = {"bf16": torch.bfloat16, "f16": torch.float16, "tf32": torch.float32}
    a = torch.randint(-8, 9, (batch, m, k)).to(types[kind])
    b = torch.randint(-8, 9, (batch, k, n)).to(types[kind])
    if batch > 1:
        return lambda: torch.bmm(a, b)
    return lambda: torch.mm(a[0], b[0])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--threads", type=int)
    parser.add_argument("--seconds", type=float, default=0.5)
    squares = [f"{kind}:{n}x{n}x{n}x1" for n in (512, 1024, 2048, 4096) for kind in ("i8", "bf16")]
    parser.add_argument("products", nargs="*", default=squares)
    arguments = parser.parse_args()
    if arguments.threads:
        torch.set_num_threads(arguments.threads)
    print(f"PyTorch {torch.__version__}, {torch.get_num_threads()} threads", flush=True)
    for name in arguments.products:
        kind, sides = name.split(":")
        m, n, k, batch = map(int, sides.split("x"))
        try:
            seconds = best_time(product(kind, m, n, k, batch), arguments.seconds)
        except RuntimeError as error:
            print(f"no {name}: {str(error).splitlines()[0]}", flush=True)
            continue
        print(f"{name} {2 * m * n * k * batch / seconds / 1e9:.1f}", flush=True)


if __name__ == "__main__":
    main()
