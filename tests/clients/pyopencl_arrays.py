#!/usr/bin/env python3
"""PyOpenCL on the driver, results compared with numpy. Run with OCL_ICD_VENDORS set."""
import sys

import numpy as np
import pyopencl as cl
import pyopencl.array as clarray
from pyopencl.elementwise import ElementwiseKernel
from pyopencl.reduction import ReductionKernel
from pyopencl.scan import GenericScanKernel
from pyopencl.algorithm import RadixSort, copy_if

platforms = [p for p in cl.get_platforms() if p.name == "Heddle"]
if len(platforms) != 1:
    sys.exit(f"{len(platforms)} platforms are named Heddle, expected 1")
device = platforms[0].get_devices()[0]
context = cl.Context([device])
queue = cl.CommandQueue(context, properties=cl.command_queue_properties.PROFILING_ENABLE)
random = np.random.default_rng(1)
failures = []


def check(name, found, expected, tolerance=0):
    found, expected = np.asarray(found), np.asarray(expected)
    same = found.shape == expected.shape and found.dtype == expected.dtype and (
        np.allclose(found, expected, rtol=tolerance, atol=0) if tolerance else
        np.array_equal(found, expected))
    print(f"{'ok  ' if same else 'FAIL'} {name}")
    if not same:
        failures.append(name)
        print(f"  found    {found.ravel()[:8]} {found.dtype}\n"
              f"  expected {expected.ravel()[:8]} {expected.dtype}")


def queries():
    check("device type", device.type, cl.device_type.CPU)
    check("work-group size", device.max_work_group_size >= 256, True)
    check("extensions", "cl_khr_fp64" in device.extensions.split(), True)
    check("version", device.version.startswith("OpenCL 3.0"), True)


def arrays():
    for dtype in (np.int32, np.uint64, np.float32, np.float64):
        a, b = (random.integers(1, 100, 1000).astype(dtype) for _ in range(2))
        x, y = clarray.to_device(queue, a), clarray.to_device(queue, b)
        check(f"arithmetic {dtype.__name__}", (x * y + x - y).get(), a * b + a - b)
        check(f"comparison {dtype.__name__}", (x < y).get().astype(bool), a < b)
    a = random.random((37, 53), dtype=np.float32)
    x = clarray.to_device(queue, a)
    check("view of rows", x[5:20].get(), a[5:20])
    check("arange", clarray.arange(queue, 0, 500, 3, dtype=np.int32).get(),
          np.arange(0, 500, 3, dtype=np.int32))


def kernels():
    source = """
    kernel void rotate_left(global uint4 *a, uint by) {
      size_t i = get_global_id(0);
      a[i] = rotate(a[i], (uint4)by);
    }
    kernel void scale(global double *out, global const double *in, double by, local double *room) {
      size_t i = get_global_id(0);
      room[get_local_id(0)] = in[i];
      out[i] = room[get_local_id(0)] * by;
    }
    """
    program = cl.Program(context, source).build("-cl-std=CL3.0")
    a = random.integers(0, 2**32, 1024, dtype=np.uint32)
    memory = cl.Buffer(context, cl.mem_flags.READ_WRITE | cl.mem_flags.COPY_HOST_PTR, hostbuf=a)
    event = program.rotate_left(queue, (256,), None, memory, np.uint32(7))
    event.wait()
    check("profiling", event.profile.end >= event.profile.start > 0, True)
    found = np.empty_like(a)
    cl.enqueue_copy(queue, found, memory)
    check("vector kernel", found, a << 7 | a >> 25)

    b = random.random(640)
    read = cl.Buffer(context, cl.mem_flags.READ_ONLY | cl.mem_flags.USE_HOST_PTR, hostbuf=b)
    written = cl.Buffer(context, cl.mem_flags.WRITE_ONLY, b.nbytes)
    program.scale(queue, (640,), (64,), written, read, np.float64(1.5), cl.LocalMemory(64 * 8))
    found = np.empty_like(b)
    cl.enqueue_copy(queue, found, written)
    check("local memory", found, b * 1.5)

    combine = ElementwiseKernel(context, "float *z, const float *x, float k", "z[i] = k * x[i] + i")
    x = clarray.to_device(queue, random.random(999, dtype=np.float32))
    z = clarray.empty_like(x)
    combine(z, x, np.float32(4))
    check("element-wise kernel", z.get(), x.get() * np.float32(4) + np.arange(999, dtype=np.float32),
          tolerance=1e-6)


def build_failure():
    try:
        cl.Program(context, "kernel void k(global int *p) { p[0] = missing_name; }").build()
    except cl.RuntimeError as error:
        check("build failure", "missing_name" in str(error), True)
    else:
        check("build failure", False, True)


def cooperation():
    a = random.integers(-1000, 1000, 20000).astype(np.int64)
    x = clarray.to_device(queue, a)
    check("sum", clarray.sum(x).get(), a.sum())
    check("maximum", clarray.max(x).get(), a.max())
    squares = ReductionKernel(context, np.int64, neutral="0", reduce_expr="a+b",
                              map_expr="x[i]*x[i]", arguments="__global long *x")
    check("reduction kernel", squares(x).get(), (a * a).sum())
    scan = GenericScanKernel(context, np.int64, arguments="__global long *x", input_expr="x[i]",
                             scan_expr="a+b", neutral="0", output_statement="x[i] = item")
    scan(x)
    check("inclusive scan", x.get(), np.cumsum(a))
    keys = clarray.to_device(queue, random.integers(0, 2**16, 5000, dtype=np.uint32))
    sort = RadixSort(context, "__global unsigned *keys", key_expr="keys[i]",
                     sort_arg_names=["keys"], key_dtype=np.uint32)
    (ordered,), _ = sort(keys, key_bits=16)
    check("radix sort", ordered.get(), np.sort(keys.get()))
    kept, count, _ = copy_if(keys, "ary[i] % 3 == 0")
    multiples = keys.get()[keys.get() % 3 == 0]
    check("copies of some", kept.get()[:int(count.get())], multiples)


def images():
    """A sampler at the middle between four pixels, and at coordinates around the image."""
    source = """
    kernel void shift(read_only image2d_t from, sampler_t sampler, write_only image2d_t to,
                      float by) {
      int2 p = (int2)(get_global_id(0), get_global_id(1));
      float2 at = (convert_float2(p) + 0.5f + by) / convert_float2(get_image_dim(from));
      write_imagef(to, p, read_imagef(from, sampler, at));
    }
    """
    program = cl.Program(context, source).build()
    a = random.random((32, 64, 4), dtype=np.float32)
    read = cl.image_from_array(context, a, 4)
    written = cl.image_from_array(context, np.zeros_like(a), 4, mode="w")
    found = np.empty_like(a)

    def shifted(name, addressing, filtering, by, expected):
        sampler = cl.Sampler(context, True, addressing, filtering)
        program.shift(queue, (64, 32), None, read, sampler, written, np.float32(by))
        cl.enqueue_copy(queue, found, written, origin=(0, 0), region=(64, 32))
        same = np.abs(found - expected).max() < 1e-4
        check(name, bool(same), True)

    modes, filters = cl.addressing_mode, cl.filter_mode
    shifted("image, repeated", modes.REPEAT, filters.NEAREST, 3, np.roll(a, (-3, -3), (0, 1)))
    edge = np.pad(a, ((0, 3), (0, 3), (0, 0)), "edge")
    shifted("image, to its edge", modes.CLAMP_TO_EDGE, filters.NEAREST, 3, edge[3:, 3:])
    mirrored = np.pad(a, ((0, 3), (0, 3), (0, 0)), "symmetric")
    shifted("image, mirrored", modes.MIRRORED_REPEAT, filters.NEAREST, 3, mirrored[3:, 3:])
    black = np.pad(a, ((0, 3), (0, 3), (0, 0)))
    shifted("image, border", modes.CLAMP, filters.NEAREST, 3, black[3:, 3:])
    wide = np.pad(a, ((0, 1), (0, 1), (0, 0)), "edge")
    between = (wide[:-1, :-1] + wide[1:, :-1] + wide[:-1, 1:] + wide[1:, 1:]) / 4
    shifted("image, interpolated", modes.CLAMP_TO_EDGE, filters.LINEAR, 0.5, between)


for part in (queries, arrays, kernels, build_failure, cooperation, images):
    part()
print(f"pyopencl_arrays: {len(failures)} failures")
sys.exit(1 if failures else 0)
