#!/usr/bin/env python3
"""OpenCV's operations on UMat, which run as OpenCL kernels, compared with those on Mat; operations.py
says what is printed. OpenCV goes back to the CPU in silence where OpenCL fails, for both drivers."""
import os

os.environ.update(OPENCV_OPENCL_DEVICE=":CPU:", OPENCV_OPENCL_CACHE_ENABLE="0")
import cv2
import numpy as np
from operations import report

random = np.random.default_rng(3)
noise = random.integers(0, 256, (1080, 1920), dtype=np.uint8)
smooth = cv2.GaussianBlur(noise, (5, 5), 2)
colours = cv2.merge([smooth, cv2.flip(smooth, 0), cv2.flip(smooth, 1)])
real, other = smooth.astype(np.float32) / 255, noise.astype(np.float32) / 255
affine = np.float32([[0.9, 0.1, 5], [-0.1, 1.1, 3]])
square = np.ones((3, 3), np.uint8)
sharpen = np.float32([[0, -1, 0], [-1, 5, -1], [0, -1, 0]])
x, y = np.meshgrid(np.arange(1920, dtype=np.float32) + 3.25,
                   np.arange(1080, dtype=np.float32) - 2.5)
mapX, mapY = x.astype(np.float32), y.astype(np.float32)
inverted = np.arange(255, -1, -1).astype(np.uint8)
left, right = real[:512, :512].copy(), other[:512, :512].copy()
pattern = smooth[100:132, 200:232].copy()
bgr = cv2.cvtColor

# name: how far results may be apart from those of the CPU, which rounds in other places, and the
# operation; a is what it takes, UMat or not.
OPERATIONS = {
    "add": (0, lambda a: cv2.add(a(smooth), a(noise))),
    "multiply": (1e-6, lambda a: cv2.multiply(a(real), a(other))),
    "addWeighted": (1, lambda a: cv2.addWeighted(a(smooth), .3, a(noise), .6, 3)),
    "compare": (0, lambda a: cv2.compare(a(smooth), a(noise), cv2.CMP_GT)),
    "inRange": (0, lambda a: cv2.inRange(a(colours), (20, 30, 40), (140, 150, 160))),
    "LUT": (0, lambda a: cv2.LUT(a(smooth), a(inverted))),
    "exp": (1e-5, lambda a: cv2.exp(a(real))),
    "pow": (1e-5, lambda a: cv2.pow(a(real), 2.5)),
    "magnitude": (1e-5, lambda a: cv2.magnitude(a(real), a(other))),
    "flip": (0, lambda a: cv2.flip(a(colours), -1)),
    "transpose": (0, lambda a: cv2.transpose(a(colours))),
    "copyMakeBorder": (0, lambda a: cv2.copyMakeBorder(a(colours), 3, 4, 5, 6,
                                                       cv2.BORDER_REFLECT_101)),
    "split": (0, lambda a: cv2.split(a(colours))[1]),
    "BGR to grey": (1, lambda a: bgr(a(colours), cv2.COLOR_BGR2GRAY)),
    "BGR to HSV": (1, lambda a: bgr(a(colours), cv2.COLOR_BGR2HSV)),
    "BGR to YUV": (1, lambda a: bgr(a(colours), cv2.COLOR_BGR2YUV)),
    "resize, linear": (1, lambda a: cv2.resize(a(colours), (1280, 720))),
    "resize, area": (1, lambda a: cv2.resize(a(smooth), (640, 360), interpolation=cv2.INTER_AREA)),
    "resize, cubic": (1, lambda a: cv2.resize(a(smooth), (2560, 1440),
                                              interpolation=cv2.INTER_CUBIC)),
    "warpAffine": (1, lambda a: cv2.warpAffine(a(smooth), affine, (1920, 1080))),
    "remap": (1e-4, lambda a: cv2.remap(a(real), a(mapX), a(mapY), cv2.INTER_LINEAR)),
    "GaussianBlur": (1, lambda a: cv2.GaussianBlur(a(smooth), (7, 7), 1.5)),
    "blur": (1, lambda a: cv2.blur(a(smooth), (5, 5))),
    "medianBlur": (0, lambda a: cv2.medianBlur(a(smooth), 5)),
    "bilateralFilter": (1, lambda a: cv2.bilateralFilter(a(smooth), 7, 40, 40)),
    "filter2D": (1, lambda a: cv2.filter2D(a(smooth), -1, sharpen)),
    "Sobel": (0, lambda a: cv2.Sobel(a(smooth), cv2.CV_16S, 1, 0)),
    "Canny": (255, lambda a: cv2.Canny(a(smooth), 50, 100)),
    "dilate": (0, lambda a: cv2.dilate(a(smooth), square)),
    "pyrDown": (1, lambda a: cv2.pyrDown(a(smooth))),
    "equalizeHist": (1, lambda a: cv2.equalizeHist(a(smooth))),
    "reduce": (1e-1, lambda a: cv2.reduce(a(real), 0, cv2.REDUCE_SUM, dtype=cv2.CV_32F)),
    "norm": (1e-1, lambda a: cv2.norm(a(real), a(other))),
    "dft": (0.1, lambda a: cv2.dft(a(left), flags=cv2.DFT_COMPLEX_OUTPUT)),
    "gemm": (1e-2, lambda a: cv2.gemm(a(left), a(right), 1, None, 0)),
    "matchTemplate": (1e-2, lambda a: cv2.matchTemplate(a(smooth), a(pattern), cv2.TM_CCOEFF_NORMED)),
    "integral": (1, lambda a: cv2.integral(a(smooth))),
}


def host(result):
    return result.get() if isinstance(result, cv2.UMat) else np.asarray(result)


def main():
    if not cv2.ocl.haveOpenCL():
        raise SystemExit("OpenCV finds no OpenCL")
    cv2.ocl.setUseOpenCL(True)
    for name, (distance, operation) in OPERATIONS.items():
        made = {}

        def device(array):
            if id(array) not in made:
                made[id(array)] = cv2.UMat(array)
            return made[id(array)]

        def work():
            result = operation(device)
            cv2.ocl.finish()
            return result

        expected = host(operation(lambda array: array))
        report(name, work, lambda result: np.abs(
            host(result).astype(float) - expected.astype(float)).max() <= distance)


if __name__ == "__main__":
    main()
