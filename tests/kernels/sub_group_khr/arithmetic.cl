// sub_group_non_uniform_reduce, _scan_inclusive and _scan_exclusive of every operation and type:
// with all work-items, with some, and in loops that each work-item leaves when it will. Floats are
// small whole numbers, powers of two for products: their results are exact in any order.
//! reference
//! oracle off
//! launch 64/32 33/33 100/40
//! types char uchar short ushort int uint long ulong
//! kernel integers_$T: out $T[n*21] | in $T[n] | in int[n] values 1
//! kernel integers_$T: out $T[n*21] | in $T[n] | in int[n] range 0 3
//! types half float double
//! kernel floats_$T: out $T[n*12] | in int[n] range 1 16 | in int[n] values 1
//! kernel floats_$T: out $T[n*12] | in int[n] range 1 16 | in int[n] range 0 3
//! kernel logical: out int[n*9] | in int[n] range 0 2 | in int[n] values 1
//! kernel logical: out int[n*9] | in int[n] range 0 2 | in int[n] range 0 3
//! kernel logical: out int[n*9] | in int[n] range 0 20 | in int[n] range 0 3
//! launch 64/16 33/33 7/7
//! kernel in_loops: out int[n*3] | in int[n] range 0 50 | in int[n] range 0 7
//! kernel in_nested_branches: out int[n] | in int[n] range 0 50 | in int[n] range 0 7
//! kernel after_return: out int[n*2] | in int[n] range 0 50 | in int[n] range 0 3
//! kernel in_function: out int[n] | in int[n] range 0 50 | in int[n] range 0 7
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#if cl_khr_subgroup_non_uniform_arithmetic != 1
#error "the macro of cl_khr_subgroup_non_uniform_arithmetic is missing"
#endif

#define EACH(KIND, AT, X)                                                                          \
  out[i * COUNT + AT * 3] = sub_group_non_uniform_reduce_##KIND(X);                                \
  out[i * COUNT + AT * 3 + 1] = sub_group_non_uniform_scan_inclusive_##KIND(X);                    \
  out[i * COUNT + AT * 3 + 2] = sub_group_non_uniform_scan_exclusive_##KIND(X);

#define INTEGERS(T)                                                                                \
  kernel void integers_##T(global T *out, global const T *in, global const int *on) {              \
    size_t i = get_global_id(0);                                                                   \
    T x = in[i];                                                                                   \
    if (on[i] & 1) {                                                                               \
      EACH(add, 0, x)                                                                              \
      EACH(min, 1, x)                                                                              \
      EACH(max, 2, x)                                                                              \
      EACH(mul, 3, x)                                                                              \
      EACH(and, 4, x)                                                                              \
      EACH(or, 5, x)                                                                               \
      EACH(xor, 6, x)                                                                              \
    }                                                                                              \
  }
#define COUNT 21
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
      EACH(add, 0, x)                                                                              \
      EACH(min, 1, x)                                                                              \
      EACH(max, 2, x)                                                                              \
      EACH(mul, 3, power)                                                                          \
    }                                                                                              \
  }
#define COUNT 12
FLOATS(half)
FLOATS(float)
FLOATS(double)
#undef COUNT

#define COUNT 9
kernel void logical(global int *out, global const int *in, global const int *on) {
  size_t i = get_global_id(0);
  if (on[i] & 1) {
    EACH(logical_and, 0, in[i])
    EACH(logical_or, 1, in[i] == 1)
    EACH(logical_xor, 2, in[i])
  }
}

kernel void in_loops(global int *out, global const int *in, global const int *on) {
  size_t i = get_global_id(0);
  int sum = 0, last = -1, scanned = 0;
  for (int k = 0; k < on[i]; ++k) {
    last = sub_group_non_uniform_reduce_add(in[i] + k);
    sum += last;
    if (last & 1)
      continue;
    scanned += sub_group_non_uniform_scan_inclusive_max(in[i]);
    if (on[i] == 5 && k == 2)
      break;
  }
  out[i * 3] = sum;
  out[i * 3 + 1] = last;
  out[i * 3 + 2] = scanned;
}

kernel void in_nested_branches(global int *out, global const int *in, global const int *on) {
  size_t i = get_global_id(0);
  int r;
  if (on[i] & 1) {
    r = sub_group_non_uniform_reduce_add(in[i]);
    if (on[i] & 2)
      r += sub_group_non_uniform_reduce_add(in[i]) * 100;
    else if (on[i] & 4)
      r += sub_group_non_uniform_scan_exclusive_add(in[i]) * 10000;
  } else {
    // The same call on the other side of the branch: the two must not become one.
    r = sub_group_non_uniform_reduce_add(in[i]);
  }
  out[i] = r;
}

kernel void after_return(global int *out, global const int *in, global const int *on) {
  size_t i = get_global_id(0);
  out[i * 2] = sub_group_non_uniform_reduce_max(in[i]);
  if (on[i] == 0)
    return;
  out[i * 2 + 1] = sub_group_non_uniform_reduce_max(in[i]);
}

__attribute__((noinline)) int largest(int x, int n) {
  int r = 0;
  for (int k = 0; k < n; ++k)
    r += sub_group_non_uniform_reduce_max(x - k);
  return r;
}
kernel void in_function(global int *out, global const int *in, global const int *on) {
  size_t i = get_global_id(0);
  int r = -1;
  if (on[i] & 3)
    r = largest(in[i], on[i] & 3);
  out[i] = r;
}
