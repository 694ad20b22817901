#!/usr/bin/env python3
"""Transforms by clFFT through gpyfft, checked against numpy; operations.py says what is printed."""
import numpy as np
import pyopencl as cl
import pyopencl.array as cl_array
from gpyfft.fft import FFT
from operations import report

# name, shape, axes, type
TRANSFORMS = [
    ("1024 by 256", (256, 1024), (1,), np.complex64),
    ("4096 by 64", (64, 4096), (1,), np.complex64),
    ("2025 by 64", (64, 2025), (1,), np.complex64),
    ("512 x 512", (512, 512), (1, 0), np.complex64),
    ("64 x 64 x 64", (64, 64, 64), (2, 1, 0), np.complex64),
    ("1024 by 128, double", (128, 1024), (1,), np.complex128),
]

context = cl.Context([cl.get_platforms()[0].get_devices()[0]])
queue = cl.CommandQueue(context)
random = np.random.default_rng(1)


def main():
    for name, shape, axes, kind in TRANSFORMS:
        host = (random.random(shape) + 1j * random.random(shape)).astype(kind)
        source = cl_array.to_device(queue, host)
        result = cl_array.empty_like(source)
        plans = []

        def work():
            if not plans:
                plans.append(FFT(context, queue, source, result, axes=axes))
            for event in plans[0].enqueue():
                event.wait()
            return result.get()

        expected = np.fft.fftn(host, axes=axes)
        report(name, work, lambda array: np.allclose(
            array, expected, atol=(1e-6 if kind == np.complex64 else 1e-13) * abs(expected).max()))


if __name__ == "__main__":
    main()
