#!/usr/bin/env python3
"""What pyopencl has of its own, checked against numpy; operations.py says what is printed."""
import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
from operations import report
from pyopencl.algorithm import RadixSort, copy_if, unique
from pyopencl.bitonic_sort import BitonicSort
from pyopencl.clrandom import PhiloxGenerator, ThreefryGenerator
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


def operation(name, work, check):
    def whole():
        result = work()
        queue.finish()
        return result

    report(name, whole, check)


def segmented(values, flags):
    sums, total = np.empty_like(values), 0
    for i, (value, flag) in enumerate(zip(values.tolist(), flags.tolist())):
        total = value if flag else total + value
        sums[i] = total
    return sums


def elementwise():
    result = cl_array.empty_like(floats)
    polynomial = ElementwiseKernel(context, "float *x, float *y", "y[i] = sin(x[i]) * x[i] + 3", "p")

    def work():
        polynomial(floats, result)
        return result

    operation("elementwise", work, lambda array: np.allclose(
        array.get(), np.sin(host_floats) * host_floats + 3, atol=1e-5))
    operation("array arithmetic", lambda: 2 * floats + floats * floats, lambda array: np.allclose(
        array.get(), 2 * host_floats + host_floats * host_floats))


def reductions():
    total = ReductionKernel(context, np.int32, "0", "a+b", map_expr="x[i]", arguments="int *x")
    operation("reduction", lambda: total(ints).get(), lambda value: value == host_ints.sum())
    largest = ReductionKernel(context, np.float32, "-INFINITY", "fmax(a, b)",
                              map_expr="x[i] * y[i]", arguments="float *x, float *y")
    operation("reduction of products", lambda: largest(floats, floats).get(),
              lambda value: np.isclose(value, (host_floats * host_floats).max()))


def scans():
    sums = cl_array.empty_like(ints)
    scan = GenericScanKernel(context, np.int32, "int *x, int *out", "x[i]", "a+b", "0",
                             "out[i] = item;")

    def prefix():
        scan(ints, sums)
        return sums

    operation("scan", prefix,
              lambda array: (array.get() == np.cumsum(host_ints, dtype=np.int32)).all())

    host_flags = (random.random(COUNT) < 0.01).astype(np.int8)
    host_flags[0] = 1
    flags = cl_array.to_device(queue, host_flags)
    by_segment = GenericScanKernel(
        context, np.int32, "int *x, char *flags, int *out", "x[i]",
        "across_seg_boundary ? b : (a+b)", "0", "out[i] = item;",
        is_segment_start_expr="flags[i]")

    def segments():
        by_segment(ints, flags, sums)
        return sums

    operation("segmented scan", segments,
              lambda array: (array.get() == segmented(host_ints, host_flags)).all())
    operation("copy_if", lambda: copy_if(ints, "ary[i] > 50"),
              lambda found: found[1].get() == (host_ints > 50).sum())
    ordered = cl_array.to_device(queue, np.sort(host_ints))
    operation("unique", lambda: unique(ordered),
              lambda found: found[1].get() == len(np.unique(host_ints)))


def sorts():
    radix = RadixSort(context, "int *x", key_expr="x[i]", sort_arg_names=["x"])
    operation("radix sort", lambda: radix(ints.copy(), key_bits=8)[0][0],
              lambda array: (array.get() == np.sort(host_ints)).all())
    bitonic = BitonicSort(context)
    operation("bitonic sort", lambda: bitonic(floats.copy())[0],
              lambda array: (array.get() == np.sort(host_floats)).all())
    places = cl_array.arange(queue, COUNT, dtype=np.int32)

    def argsort():
        keys, order = floats.copy(), places.copy()
        bitonic(keys, idx=order)
        return order

    operation("bitonic argsort", argsort,
              lambda array: np.array_equal(host_floats[array.get()], np.sort(host_floats)))


def random_numbers():
    for generator in (PhiloxGenerator(context), ThreefryGenerator(context)):
        name = type(generator).__name__
        operation(f"{name} uniform", lambda: generator.uniform(queue, COUNT, np.float32),
                  lambda array: 0.49 < array.get().mean() < 0.51)
        operation(f"{name} normal", lambda: generator.normal(queue, COUNT, np.float32),
                  lambda array: abs(array.get().mean()) < 0.01 and 0.98 < array.get().std() < 1.02)


def main():
    elementwise()
    reductions()
    scans()
    sorts()
    random_numbers()


if __name__ == "__main__":
    main()
