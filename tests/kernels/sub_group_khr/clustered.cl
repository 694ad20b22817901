// sub_group_clustered_reduce of every operation, type and size of clusters, with all work-items and
// with some. Sizes beyond the sub-group's are left out.
//! reference
//! oracle off
//! launch 64/32 33/33
//! types char uchar short ushort int uint long ulong
//! kernel integers_$T: out $T[n*42] | in $T[n] | in int[n] values 1
//! kernel integers_$T: out $T[n*42] | in $T[n] | in int[n] range 0 3
//! types half float double
//! kernel floats_$T: out $T[n*24] | in int[n] range 1 16 | in int[n] values 1
//! kernel floats_$T: out $T[n*24] | in int[n] range 1 16 | in int[n] range 0 3
//! kernel logical: out int[n*18] | in int[n] range 0 2 | in int[n] values 1
//! kernel logical: out int[n*18] | in int[n] range 0 2 | in int[n] range 0 3
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#if cl_khr_subgroup_clustered_reduce != 1
#error "the macro of cl_khr_subgroup_clustered_reduce is missing"
#endif

// The number of the size: 1, 2, 4, 8, 16, 32.
#define SIZES(DO, KIND, AT, X)                                                                     \
  DO(KIND, AT, X, 0, 1)                                                                            \
  DO(KIND, AT, X, 1, 2)                                                                            \
  DO(KIND, AT, X, 2, 4) DO(KIND, AT, X, 3, 8) DO(KIND, AT, X, 4, 16) DO(KIND, AT, X, 5, 32)
#define ONE(KIND, AT, X, NUMBER, SIZE)                                                             \
  if (SIZE <= get_max_sub_group_size())                                                            \
    out[i * COUNT + AT * 6 + NUMBER] = sub_group_clustered_reduce_##KIND(X, SIZE);

#define INTEGERS(T)                                                                                \
  kernel void integers_##T(global T *out, global const T *in, global const int *on) {              \
    size_t i = get_global_id(0);                                                                   \
    T x = in[i];                                                                                   \
    if (on[i] & 1) {                                                                               \
      SIZES(ONE, add, 0, x)                                                                        \
      SIZES(ONE, min, 1, x)                                                                        \
      SIZES(ONE, max, 2, x)                                                                        \
      SIZES(ONE, mul, 3, x)                                                                        \
      SIZES(ONE, and, 4, x) SIZES(ONE, or, 5, x) SIZES(ONE, xor, 6, x)                             \
    }                                                                                              \
  }
#define COUNT 42
INTEGERS(char)
INTEGERS(uchar)
INTEGERS(short)
INTEGERS(ushort)
INTEGERS(int)
INTEGERS(uint)
INTEGERS(long)
INTEGERS(ulong)
#undef COUNT

#define FLOATS(T)                                                                                  \
  kernel void floats_##T(global T *out, global const int *in, global const int *on) {              \
    size_t i = get_global_id(0);                                                                   \
    T x = (T)in[i], power = x > 12 ? (T)2 : x > 8 ? (T)0.5 : (T)1;                                    \
    if (on[i] & 1) {                                                                               \
      SIZES(ONE, add, 0, x)                                                                        \
      SIZES(ONE, min, 1, x) SIZES(ONE, max, 2, x) SIZES(ONE, mul, 3, power)                        \
    }                                                                                              \
  }
#define COUNT 24
FLOATS(half)
FLOATS(float)
FLOATS(double)
#undef COUNT

#define COUNT 18
kernel void logical(global int *out, global const int *in, global const int *on) {
  size_t i = get_global_id(0);
  if (on[i] & 1) {
    SIZES(ONE, logical_and, 0, in[i])
    SIZES(ONE, logical_or, 1, in[i] == 1)
    SIZES(ONE, logical_xor, 2, in[i])
  }
}
