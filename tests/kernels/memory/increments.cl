// Elements at distances that a launch gives, as libraries for vectors do: lanes are consecutive where
// it is 1, and a work-item's row where something else is added that changes faster.

//! launch 64/16 61 48/8 34/17 1
//! kernel increments: in int[3*n+7] | out int[3*n+7] | value int 1 | value int 1 | value int 2
//! kernel increments: in int[3*n+7] | out int[3*n+7] | value int 3 | value int 1 | value int 0
//! kernel increments: in int[3*n+7] | out int[3*n+7] | value int 1 | value int 2 | value int 5
//! kernel increments: in int[3*n+7] | out int[3*n+7] | value int 0 | value int 1 | value int 5
//! kernel increments: in int[3*n+7] | out int[3*n+7] | value int 2 | value int 3 | value int 1
kernel void increments(global const int *in, global int *out, int of_in, int of_out, int first) {
  int i = get_global_id(0);
  out[i * of_out + first] = in[i * of_in + first] * 3 + i;
}

// Backwards, from the last one on.
//! kernel backwards: in int[n+1] | out int[n] | value int -1
kernel void backwards(global const int *in, global int *out, int increment) {
  int i = get_global_id(0);
  out[i] = in[i * increment + (int)get_global_size(0)];
}

// Unsigned sums wrap: 2^32 - 3 elements from one to the next.
//! kernel wraps: in int[4*n+8] | out int[n] | value uint 4294967293
kernel void wraps(global const int *in, global int *out, uint increment) {
  uint i = get_global_id(0);
  out[i] = in[i * increment + 3u * (uint)get_global_size(0)];
}

// A component of an argument, in loops whose rounds go on by a whole range, under a condition.
//! kernel strides: in int[2*n+2] | inout int[2*n+2] | value uint2 1 1 | value uint 50
//! kernel strides: in int[2*n+2] | inout int[2*n+2] | value uint2 0 2 | value uint 50
//! kernel strides: in int[2*n+2] | inout int[2*n+2] | value uint2 1 1 | value uint 1
#ifdef __OPENCL_VERSION__
kernel void strides(global const int *in, global int *out, uint2 where, uint limit) {
  for (uint i = get_global_id(0); i < get_global_size(0) && i < limit; i += 2 * get_global_size(0))
    if (in[i] % 3)
      out[i * where.y + where.x] += in[i * where.y + where.x] + 1;
}
#endif

// Rows and columns: neither is consecutive but in matrices of one column.
//! kernel rows: in int[4*n] | out int[n] | value int 4 | value int 4
//! kernel rows: in int[4*n] | out int[n] | value int 1 | value int 1
//! kernel rows: in int[4*n] | out int[n] | value int 1 | value int 3
kernel void rows(global const int *in, global int *out, int columns, int length) {
  int i = get_global_id(0), sum = 0;
  for (int k = 0; k < length; ++k)
    sum += in[i * columns + k] * (k + 1);
  out[i] = sum + in[i * columns];
}

// Vectors, and bytes.
//! kernel of_vectors: in int4[n+2] | out int4[n+2] | value int 1
//! kernel of_vectors: in int4[2*n+2] | out int4[2*n+2] | value int 2
//! kernel of_bytes: in uchar4[n+2] | out uchar[n+2] | value int 1 | value int 1
//! kernel of_bytes: in uchar4[2*n+2] | out uchar[2*n+2] | value int 2 | value int 2
#ifdef __OPENCL_VERSION__
kernel void of_vectors(global const int4 *in, global int4 *out, int increment) {
  int i = get_global_id(0);
  int4 value = in[i * increment + 1];
  out[i * increment] = value.wxyz + value;
}

kernel void of_bytes(global const uchar4 *in, global uchar *out, int of_in, int of_out) {
  int i = get_global_id(0);
  if (i % 5 != 2)
    out[i * of_out] = in[i * of_in].z ^ in[i * of_in + 1].x;
}
#endif

// Components of pixels of two to four, and of others, in rows of two dimensions.
//! types uchar short float
//! launch 64x3/16x1 61x2 20x4/10x2 1x1
//! kernel pixels_$T: in $T[n+400] | out $T[n+400] | value int2 1 1 | value int2 64 64
//! kernel pixels_$T: in $T[4*n+512] | out $T[4*n+512] | value int2 2 2 | value int2 131 128
//! kernel pixels_$T: in $T[6*n+800] | out $T[6*n+800] | value int2 3 3 | value int2 192 192
//! kernel pixels_$T: in $T[8*n+999] | out $T[8*n+999] | value int2 4 3 | value int2 256 193
//! kernel pixels_$T: in $T[9*n+999] | out $T[9*n+999] | value int2 3 5 | value int2 200 320
//! kernel pixels_$T: in $T[9*n+999] | out $T[9*n+999] | value int2 0 2 | value int2 5 130
//! kernel pixels_$T: in $T[9*n+999] | out $T[9*n+999] | value int2 -1 7 | value int2 70 450
#ifdef __OPENCL_VERSION__
#define PIXELS(T)                                                                                  \
  kernel void pixels_##T(global const T *in, global T *out, int2 step, int2 pitch) {               \
    int x = get_global_id(0), y = get_global_id(1);                                                \
    out[y * pitch.y + x * step.y] = in[(y + 1) * pitch.x + x * step.x] + (T)x;                     \
  }
PIXELS(uchar)
PIXELS(short)
PIXELS(float)
#endif

// Pixels of images whose width and planes are in memory, inside of a frame: all components in one
// plane, or one behind the other.
//! types uchar short float
//! launch 64x3/16x1 61x2 20x4/10x2 1x1
//! kernel planes_$T: in $T[n+2000] | inout $T[n+2000] | value int 1 | in uint[1] range 70 70 | in uint[1] range 300 300 | in int[4] range 3 3 | value int 40
//! kernel planes_$T: in $T[n+2000] | inout $T[n+2000] | value int 3 | in uint[1] range 70 70 | in uint[1] range 1 1 | in int[4] range 0 0 | value int 64
//! kernel planes_$T: in $T[n+2000] | inout $T[n+2000] | value int 2 | in uint[1] range 70 70 | in uint[1] range 600 600 | in int[4] range 0 0 | value int 64
//! kernel planes_$T: in $T[n+2000] | inout $T[n+2000] | value int 4 | in uint[1] range 70 70 | in uint[1] range 1 1 | in int[4] range 1 1 | value int 33
//! kernel planes_$T: in $T[n+2000] | inout $T[n+2000] | value int 5 | in uint[1] range 70 70 | in uint[1] range 1 1 | in int[4] range 0 0 | value int 64
#ifdef __OPENCL_VERSION__
#define PLANES(T)                                                                                  \
  kernel void planes_##T(global const T *in, global T *out, int step,                              \
                         global const uint *width, global const uint *plane,                       \
                         global const int *begin, int end) {                                       \
    int x = get_global_id(0), y = get_global_id(1);                                                \
    ulong at = (ulong)(8 + (x + y * width[0]) * step);                                   \
    if (x >= begin[0] && x >= begin[1] && x < end && y >= begin[2])                                \
      for (int k = 0; k < 3; ++k) {                                                                \
        out[at] = in[at] + out[at];                                                                \
        at += plane[0];                                                                              \
      }                                                                                            \
    else if (x < end + begin[3])                                                                   \
      out[at] = in[at];                                                                            \
  }
PLANES(uchar)
PLANES(short)
PLANES(float)
#endif
