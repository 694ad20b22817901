#!/usr/bin/env python3
"""What pyopencl has of its own, checked against numpy: prints "name: seconds s" of the best of five."""
import time

import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
from pyopencl.algorithm import RadixSort, copy_if
from pyopencl.bitonic_sort import BitonicSort
from pyopencl.clrandom import PhiloxGenerator
from pyopencl.elementwise import ElementwiseKernel
from pyopencl.reduction import ReductionKernel
from pyopencl.scan import GenericScanKernel

COUNT = 1 << 20

context = cl.Context([cl.get_platforms()[0].get_devices()[0]])
queue = cl.CommandQueue(context)
random = np.random.default_rng(1)
ints = cl_array.to_device(queue, random.integers(0, 100, COUNT, dtype=np.int32))
floats = cl_array.to_device(queue, random.random(COUNT, dtype=np.float32))
host_ints, host_floats = ints.get(), floats.get()


def report(name, work, check):
    best = float("inf")
    for _ in range(5):
        start = time.perf_counter()
        result = work()
        queue.finish()
        best = min(best, time.perf_counter() - start)
    if not check(result):
        raise SystemExit(f"{name}: wrong result")
    print(f"{name}: {best:.6e} s", flush=True)


def main():
    result = cl_array.empty_like(floats)
    polynomial = ElementwiseKernel(context, "float *x, float *y", "y[i] = sin(x[i]) * x[i] + 3", "p")

    def elementwise():
        polynomial(floats, result)
        return result

    report("elementwise", elementwise, lambda array: np.allclose(
        array.get(), np.sin(host_floats) * host_floats + 3, atol=1e-5))

    total = ReductionKernel(context, np.int32, "0", "a+b", map_expr="x[i]", arguments="int *x")
    report("reduction", lambda: total(ints).get(), lambda value: value == host_ints.sum())

    sums = cl_array.empty_like(ints)
    scan = GenericScanKernel(context, np.int32, "int *x, int *out", "x[i]", "a+b", "0",
                             "out[i] = item;")

    def prefix():
        scan(ints, sums)
        return sums

    report("scan", prefix, lambda array: (array.get() == np.cumsum(host_ints, dtype=np.int32)).all())

    radix = RadixSort(context, "int *x", key_expr="x[i]", sort_arg_names=["x"])
    report("radix sort", lambda: radix(ints.copy(), key_bits=8)[0][0],
           lambda array: (array.get() == np.sort(host_ints)).all())

    bitonic = BitonicSort(context)
    report("bitonic sort", lambda: bitonic(floats.copy())[0],
           lambda array: (array.get() == np.sort(host_floats)).all())

    report("copy_if", lambda: copy_if(ints, "ary[i] > 50"),
           lambda found: found[1].get() == (host_ints > 50).sum())

    generator = PhiloxGenerator(context)
    report("random numbers", lambda: generator.uniform(queue, COUNT, np.float32),
           lambda array: 0.49 < array.get().mean() < 0.51)


if __name__ == "__main__":
    main()
