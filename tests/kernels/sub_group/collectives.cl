// sub_group_reduce, sub_group_scan, sub_group_broadcast, sub_group_all and sub_group_any of every
// type, in full and partial sub-groups. Floats are whole numbers: their sums are exact in any order.
//! reference
//! oracle off
//! options -cl-std=CL3.0
//! launch 64/16 33/33 17/17 100/40 7/7 128/64
//! types int uint long ulong half float double
//! kernel reduce_$T: out $T[n*3] | in int[n] range 0 50
//! kernel scans_$T: out $T[n*6] | in int[n] range 0 50
//! kernel broadcast_$T: out $T[n] | in int[n] range 0 50
//! kernel in_loop_$T: out $T[n] | in int[n] range 0 4
//! kernel votes: out int[n] | in int[n] range 0 12
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

#define ALL(T)                                                                                     \
  kernel void reduce_##T(global T *out, global const int *in) {                                    \
    size_t i = get_global_id(0);                                                                   \
    T x = (T)in[i];                                                                                \
    out[i * 3] = sub_group_reduce_add(x);                                                          \
    out[i * 3 + 1] = sub_group_reduce_min(x);                                                      \
    out[i * 3 + 2] = sub_group_reduce_max(x);                                                      \
  }                                                                                                \
  kernel void scans_##T(global T *out, global const int *in) {                                     \
    size_t i = get_global_id(0);                                                                   \
    T x = (T)in[i];                                                                                \
    T sum = sub_group_scan_exclusive_add(x), least = sub_group_scan_exclusive_min(x),              \
      most = sub_group_scan_exclusive_max(x);                                                      \
    bool isFirst = get_sub_group_local_id() == 0;                                                  \
    out[i * 6] = sub_group_scan_inclusive_add(x);                                                  \
    out[i * 6 + 1] = sub_group_scan_inclusive_min(x);                                              \
    out[i * 6 + 2] = sub_group_scan_inclusive_max(x);                                              \
    out[i * 6 + 3] = sum;                                                                          \
    out[i * 6 + 4] = isFirst ? (T)0 : least;                                                       \
    out[i * 6 + 5] = isFirst ? (T)0 : most;                                                        \
  }                                                                                                \
  kernel void broadcast_##T(global T *out, global const int *in) {                                 \
    size_t i = get_global_id(0);                                                                   \
    T x = (T)in[i];                                                                                \
    out[i] = sub_group_broadcast(x, get_sub_group_size() - 1) * (T)20 + sub_group_broadcast(x, 0); \
  }                                                                                                \
  kernel void in_loop_##T(global T *out, global const int *in) {                                   \
    size_t i = get_global_id(0);                                                                   \
    T x = (T)in[i], sum = (T)0;                                                                    \
    for (int k = 0; k < 3; ++k)                                                                    \
      sum = sum + sub_group_scan_inclusive_add(x + (T)k) - sub_group_reduce_min(x);                \
    out[i] = sum;                                                                                  \
  }

ALL(int)
ALL(uint)
ALL(long)
ALL(ulong)
ALL(half)
ALL(float)
ALL(double)

kernel void votes(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  out[i] = (sub_group_all(in[i] < 11) != 0) + 2 * (sub_group_any(in[i] == 3) != 0) +
           4 * (sub_group_all(in[i] >= 0) != 0) + 8 * (sub_group_any(in[i] < 0) != 0);
}
