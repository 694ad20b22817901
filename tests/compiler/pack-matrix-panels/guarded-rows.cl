// A convolution over pixels with a border of zeros, whose depth is that of all taps. Which pixels are
// there differs from round to round, so that few rounds, or none, are inside of the image: the rounds
// with guards are counted and packed as well, from where the others end.
// RUN: heddlec %s --explain --target=x86-64-v4,+amx-tile,+amx-bf16 -o - -- -cl-std=CL3.0 -cl-uniform-work-group-size | FileCheck %s
// RUN: heddlec %s --print-after=unroll-matrix-loops --kernel=convolve --target=x86-64-v4,+amx-tile,+amx-bf16 -o %t.hdl -- -cl-std=CL3.0 -cl-uniform-work-group-size 2>&1 | FileCheck %s --check-prefix=ROUNDS

// LLVM counts the rounds of both, and so two of them become one.
// ROUNDS-DAG: for.body.inside.i.epil:
// ROUNDS-DAG: for.body.i.epil:

// CHECK-COUNT-2: A is packed: 256 bytes a round
__attribute__((intel_reqd_sub_group_size(16))) kernel void
convolve(const global ushort *restrict image, const global ushort *restrict filter,
         global float *restrict out, int width, int height, int channels, int n) {
  const int lane = get_sub_group_local_id(), first = get_group_id(1) * 8,
            column = get_global_id(0) / 16 * 16;
  float8 sum = 0;
  for (int k = 0; k < 9 * channels; k += 16) {
    const int tap = k / channels, channel = k % channels, dx = tap % 3 - 1, dy = tap / 3 - 1;
    short8 x;
    int8 y;
    for (int r = 0; r < 8; ++r) {
      const int pixel = first + r, px = pixel % width + dx, py = pixel / width + dy;
      x[r] = px >= 0 && px < width && py >= 0 && py < height
                 ? image[(py * width + px) * channels + channel + lane]
                 : (ushort)0;
      y[r] = as_int((ushort2)(filter[(k + 2 * r) * n + column + lane],
                              filter[(k + 2 * r + 1) * n + column + lane]));
    }
    sum = intel_sub_group_bf16_bf16_matrix_mad_k16(x, y, sum);
  }
  for (int r = 0; r < 8; ++r)
    out[(first + r) * n + column + lane] = sum[r];
}
