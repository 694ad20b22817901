#!/usr/bin/env python3
"""OpenCV's operations on UMat, which run as OpenCL kernels, compared with those on the CPU.

Run with OCL_ICD_VENDORS set. OpenCV goes back to the CPU in silence when OpenCL fails, so the
driver reports its commands, and an operation that has run no kernel has failed.
"""
import os
import sys
import tempfile

# Before OpenCV looks for devices; it takes a CPU only where it is told to.
os.environ.update(OPENCV_OPENCL_DEVICE="Heddle:CPU:", OPENCV_OPENCL_CACHE_ENABLE="0",
                  HEDDLE_LOG="queue")
import cv2
import numpy as np

KERNEL = b" of type 0x11f0 "  # CL_COMMAND_NDRANGE_KERNEL

random = np.random.default_rng(3)
noise = random.integers(0, 256, (241, 321), dtype=np.uint8)
smooth = cv2.GaussianBlur(random.integers(0, 256, (241, 321), dtype=np.uint8), (5, 5), 2)
colours = cv2.merge([smooth, cv2.GaussianBlur(noise, (5, 5), 2), cv2.flip(smooth, 1)])
real, other = smooth.astype(np.float32) / 255, noise.astype(np.float32) / 255
square = np.ones((3, 3), np.uint8)
sharpen = np.float32([[0, -1, 0], [-1, 5, -1], [0, -1, 0]])
affine = np.float32([[0.9, 0.1, 5], [-0.1, 1.1, 3]])
x, y = np.meshgrid(np.arange(321, dtype=np.float32), np.arange(241, dtype=np.float32))
mapX, mapY = x + np.float32(3.25), y - np.float32(2.5)

# name: how far results may be apart, and at how many pixels of a hundred they may be farther;
# OpenCV rounds in other places on the CPU. u makes a UMat, or nothing.
OPERATIONS = {
    "add": (0, 0, lambda u: cv2.add(u(smooth), u(noise))),
    "subtract": (0, 0, lambda u: cv2.subtract(u(smooth), u(noise))),
    "absdiff": (0, 0, lambda u: cv2.absdiff(u(smooth), u(noise))),
    "multiply": (1e-6, 0, lambda u: cv2.multiply(u(real), u(other))),
    "divide": (1e-6, 0, lambda u: cv2.divide(u(real), u(other + 1))),
    "addWeighted": (1, 0, lambda u: cv2.addWeighted(u(smooth), .3, u(noise), .6, 3)),
    "scaleAdd": (1e-6, 0, lambda u: cv2.scaleAdd(u(real), 2., u(other))),
    "bitwise_and": (0, 0, lambda u: cv2.bitwise_and(u(smooth), u(noise))),
    "bitwise_not": (0, 0, lambda u: cv2.bitwise_not(u(colours))),
    "compare": (0, 0, lambda u: cv2.compare(u(smooth), u(noise), cv2.CMP_GT)),
    "inRange": (0, 0, lambda u: cv2.inRange(u(colours), (20, 30, 40), (140, 150, 160))),
    "min": (0, 0, lambda u: cv2.min(u(smooth), u(noise))),
    "LUT": (0, 0, lambda u: cv2.LUT(u(smooth), u(np.arange(255, -1, -1).astype(np.uint8)))),
    "convertScaleAbs": (1, 0, lambda u: cv2.convertScaleAbs(u(real), alpha=200, beta=3)),
    "normalize": (1, 0, lambda u: cv2.normalize(u(real), None, 0, 255, cv2.NORM_MINMAX,
                                                cv2.CV_8U)),
    "exp": (1e-6, 0, lambda u: cv2.exp(u(real))),
    "log": (1e-6, 0, lambda u: cv2.log(u(real + 1))),
    "sqrt": (1e-6, 0, lambda u: cv2.sqrt(u(real))),
    "pow": (1e-6, 0, lambda u: cv2.pow(u(real), 2.5)),
    "magnitude": (1e-6, 0, lambda u: cv2.magnitude(u(real), u(other))),
    "polarToCart": (1e-5, 0, lambda u: cv2.polarToCart(u(real), u(other))[0]),
    "flip": (0, 0, lambda u: cv2.flip(u(colours), -1)),
    "transpose": (0, 0, lambda u: cv2.transpose(u(colours))),
    "repeat": (0, 0, lambda u: cv2.repeat(u(smooth), 2, 3)),
    "copyMakeBorder": (0, 0, lambda u: cv2.copyMakeBorder(u(colours), 3, 4, 5, 6,
                                                          cv2.BORDER_REFLECT_101)),
    "dft": (0.01, 0, lambda u: cv2.dft(u(real[:240, :320].copy()),
                                       flags=cv2.DFT_COMPLEX_OUTPUT)),
    "reduce": (1e-3, 0, lambda u: cv2.reduce(u(real), 0, cv2.REDUCE_SUM, dtype=cv2.CV_32F)),
    "split": (0, 0, lambda u: cv2.split(u(colours))[1]),
    "merge": (0, 0, lambda u: cv2.merge([u(smooth), u(noise)])),
    "extractChannel": (0, 0, lambda u: cv2.extractChannel(u(colours), 2)),
    "BGR2GRAY": (1, 0, lambda u: cv2.cvtColor(u(colours), cv2.COLOR_BGR2GRAY)),
    "BGR2HSV": (1, 0, lambda u: cv2.cvtColor(u(colours), cv2.COLOR_BGR2HSV)),
    "BGR2Lab": (1, 0, lambda u: cv2.cvtColor(u(colours), cv2.COLOR_BGR2Lab)),
    "BGR2YUV": (1, 0, lambda u: cv2.cvtColor(u(colours), cv2.COLOR_BGR2YUV)),
    "resize, linear": (1, 0, lambda u: cv2.resize(u(colours), (200, 150))),
    "resize, area": (1, 0, lambda u: cv2.resize(u(smooth), (107, 80),
                                                interpolation=cv2.INTER_AREA)),
    "resize, nearest": (0, 0, lambda u: cv2.resize(u(smooth), (500, 400),
                                                   interpolation=cv2.INTER_NEAREST)),
    "resize, real": (1e-4, 0, lambda u: cv2.resize(u(real), (500, 400))),
    "warpAffine": (1, 0, lambda u: cv2.warpAffine(u(smooth), affine, (321, 241))),
    "remap": (1e-4, 0, lambda u: cv2.remap(u(real), u(mapX), u(mapY), cv2.INTER_LINEAR)),
    "GaussianBlur": (1, 0, lambda u: cv2.GaussianBlur(u(colours), (7, 7), 1.5)),
    "blur": (1, 0, lambda u: cv2.blur(u(smooth), (5, 5))),
    "medianBlur": (0, 0, lambda u: cv2.medianBlur(u(smooth), 5)),
    "bilateralFilter": (1, 0, lambda u: cv2.bilateralFilter(u(smooth), 7, 30, 30)),
    "Sobel": (0, 0, lambda u: cv2.Sobel(u(smooth), cv2.CV_16S, 1, 0)),
    "Laplacian": (0, 0, lambda u: cv2.Laplacian(u(smooth), cv2.CV_16S, ksize=3)),
    "filter2D": (1e-5, 0, lambda u: cv2.filter2D(u(real), -1, sharpen)),
    "erode": (0, 0, lambda u: cv2.erode(u(smooth), square)),
    "dilate": (0, 0, lambda u: cv2.dilate(u(colours), square, iterations=2)),
    "threshold": (0, 0, lambda u: cv2.threshold(u(smooth), 100, 255, cv2.THRESH_BINARY)[1]),
    "Canny": (0, 0.1, lambda u: cv2.Canny(u(smooth), 50, 100)),
    "calcHist": (0, 0, lambda u: cv2.calcHist([u(smooth)], [0], None, [256], [0, 256])),
    "equalizeHist": (0, 0, lambda u: cv2.equalizeHist(u(smooth))),
    "CLAHE": (1, 0, lambda u: cv2.createCLAHE(2.0, (8, 8)).apply(u(smooth))),
    "pyrDown": (1, 0, lambda u: cv2.pyrDown(u(colours))),
    "integral": (0, 0, lambda u: cv2.integral(u(smooth))),
    "cornerHarris": (1e-8, 0, lambda u: cv2.cornerHarris(u(smooth), 3, 3, 0.04)),
    "sumElems": (0, 0, lambda u: cv2.sumElems(u(colours))),
    "minMaxLoc": (1e-6, 0, lambda u: cv2.minMaxLoc(u(real))[:2]),
    "countNonZero": (0, 0, lambda u: [cv2.countNonZero(u(smooth))]),
    "fastNlMeans": (1, 0, lambda u: cv2.fastNlMeansDenoising(u(smooth), None, 10, 5, 11)),
}


class Commands:
    """Standard error, into which the driver reports, in a file for the time of an operation."""

    def __enter__(self):
        self.file = tempfile.TemporaryFile()
        self.before = os.dup(2)
        os.dup2(self.file.fileno(), 2)
        return self

    def __exit__(self, *_):
        os.dup2(self.before, 2)
        os.close(self.before)
        self.file.seek(0)
        self.kernels = self.file.read().count(KERNEL)


def numbers(result):
    return np.asarray(result.get() if isinstance(result, cv2.UMat) else result, dtype=np.float64)


def problem_of(tolerance, percent, operation):
    cv2.ocl.setUseOpenCL(False)
    expected = numbers(operation(lambda matrix: matrix))
    cv2.ocl.setUseOpenCL(True)
    with Commands() as commands:
        found = numbers(operation(cv2.UMat))
    if commands.kernels == 0:
        return "ran no kernel"
    if found.shape != expected.shape:
        return f"shape {found.shape}, expected {expected.shape}"
    apart = np.abs(found - expected)
    if not np.mean(~(apart <= tolerance)) * 100 <= percent:
        return f"up to {apart.max():g} apart, at {np.sum(~(apart <= tolerance))} of {apart.size}"
    return None


with Commands():
    cv2.ocl.setUseOpenCL(True)
    device = cv2.ocl.Device_getDefault()
if not cv2.ocl.useOpenCL() or device.vendorName() != "Heddle":
    sys.exit(f"OpenCV uses the device '{device.name()}' of '{device.vendorName()}'")

failures = 0
for name, (tolerance, percent, operation) in OPERATIONS.items():
    problem = problem_of(tolerance, percent, operation)
    failures += problem is not None
    print(f"FAIL {name}: {problem}" if problem else f"ok   {name}", flush=True)
print(f"opencv_umat: {len(OPERATIONS)} operations, {failures} failures")
sys.exit(1 if failures else 0)
