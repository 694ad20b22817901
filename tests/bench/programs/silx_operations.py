#!/usr/bin/env python3
"""silx's operations on images, checked against SciPy or numpy, or for what they must keep;
operations.py says what is printed."""
import numpy as np
import scipy.ndimage
from operations import report
from silx.opencl.backprojection import Backprojection
from silx.opencl.codec.byte_offset import ByteOffset
from silx.opencl.convolution import Convolution
from silx.opencl.image import ImageProcessing
from silx.opencl.linalg import LinAlg
from silx.opencl.medfilt import MedianFilter2D
from silx.opencl.projection import Projection
from silx.opencl.statistics import Statistics

SIZE = 1024

random = np.random.default_rng(1)
image = random.random((SIZE, SIZE), dtype=np.float32)
x, y = np.meshgrid(*[np.linspace(-1, 1, 256)] * 2)
disc = (x * x + y * y < 0.25).astype(np.float32)


def lazily(make, use):
    """A call whose first one makes the object, and so builds its kernels."""
    made = []

    def work():
        if not made:
            made.append(make())
        return use(made[0])

    return work


def main():
    report("median filter 5 x 5",
           lazily(lambda: MedianFilter2D(image.shape, (5, 5)), lambda f: f.medfilt2d(image)),
           lambda result: np.array_equal(result, scipy.ndimage.median_filter(image, 5, mode="nearest")))
    row = np.exp(-np.linspace(-2, 2, 9) ** 2).astype(np.float32)
    report("separable convolution",
           lazily(lambda: Convolution(image.shape, row), lambda f: f(image)),
           lambda result: np.allclose(result, scipy.ndimage.convolve1d(
               scipy.ndimage.convolve1d(image, row, axis=0, mode="reflect"), row, axis=1, mode="reflect"),
               rtol=1e-3))
    square = random.random((7, 7), dtype=np.float32)
    report("convolution 7 x 7",
           lazily(lambda: Convolution(image.shape, square), lambda f: f(image)),
           lambda result: np.allclose(result, scipy.ndimage.convolve(image, square, mode="reflect"),
                                      rtol=1e-3))
    report("gradient", lazily(lambda: LinAlg(image.shape),
                              lambda f: f.gradient(image, return_to_host=True)),
           lambda result: np.allclose(result[1][:, :-1], np.diff(image, axis=1), atol=1e-6)
           or np.allclose(result[0][:, :-1], np.diff(image, axis=1), atol=1e-6))
    report("histogram", lazily(lambda: ImageProcessing(template=image),
                               lambda f: f.histogram(image, nbins=255)),
           lambda result: result[0].sum() == image.size)
    report("normalize", lazily(lambda: ImageProcessing(template=image),
                               lambda f: f.normalize(image, copy=True)),
           lambda result: np.allclose(result, (image - image.min()) / np.ptp(image), atol=1e-5))
    report("statistics", lazily(lambda: Statistics(template=image), lambda f: f(image)),
           lambda result: np.isclose(result.mean, image.mean(), rtol=1e-4))
    counts = random.poisson(20, (SIZE, SIZE)).astype(np.int32)
    report("byte offset encoding",
           lazily(lambda: ByteOffset(dec_size=counts.size),
                  lambda f: f.encode(counts).get()),
           lambda result: len(result) == counts.size + 2 * (np.abs(np.diff(counts.ravel())) > 127).sum())
    report("projection", lazily(lambda: Projection(disc.shape, angles=180),
                                lambda f: f.projection(disc)),
           lambda result: np.allclose(result.sum(axis=1), disc.sum(), rtol=0.02))
    sinogram = Projection(disc.shape, angles=180).projection(disc)
    report("filtered back projection",
           lazily(lambda: Backprojection(sinogram.shape), lambda f: f.filtered_backprojection(sinogram)),
           lambda result: abs(result[108:148, 108:148].mean() - 1) < 0.1)


if __name__ == "__main__":
    main()
