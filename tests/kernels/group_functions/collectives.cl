// work_group_reduce, work_group_scan, work_group_broadcast, work_group_all and work_group_any: in
// work-groups of one and several sub-groups, full and partial, in one to three dimensions. Floats are
// whole numbers: their sums are exact in any order.
//! reference
//! options -cl-std=CL3.0
//! launch 64/16 256/128 33/33 200/50 7/7 100/40
//! types int uint long ulong float double
//! kernel reduce_$T: out $T[n] | in $T[n] range 0 100
//! kernel scans_$T: out $T[n] | out $T[n] | out $T[n] | in $T[n] range 0 100
//! kernel broadcast_$T: out $T[n] | in $T[n] range 0 100
//! kernel votes: out int[n] | in int[n] range 0 20
//! kernel in_loop: out int[n] | in int[n] range 0 9
//! kernel in_uniform_branch: out int[n] | in int[n] range 0 9 | value int 1
//! kernel in_uniform_branch: out int[n] | in int[n] range 0 9 | value int 0
//! kernel with_local_memory: out int[n] | in int[n] range 0 9 | local int[l]
//! launch 64/16
//! kernel required_size: out int[n] | in int[n] range 0 9
//! launch 8x6/4x3 16x8/16x4 12x9/3x3
//! kernel broadcast_2d: out int[n] | in int[n]
//! kernel reduce_2d: out int[n] | in int[n] range 0 99
//! launch 4x4x4/2x2x4 6x4x2/3x4x2
//! kernel broadcast_3d: out int[n] | in int[n]

#define ALL(T)                                                                                     \
  kernel void reduce_##T(global T *out, global const T *in) {                                      \
    size_t i = get_global_id(0);                                                                   \
    T x = (T)(int)in[i];                                                                           \
    out[i] = work_group_reduce_add(x) * 1000 + work_group_reduce_min(x) * 200 +                    \
             work_group_reduce_max(x);                                                             \
  }                                                                                                \
  kernel void scans_##T(global T *sums, global T *least, global T *most, global const T *in) {     \
    size_t i = get_global_id(0);                                                                   \
    T x = (T)(int)in[i];                                                                           \
    sums[i] = work_group_scan_inclusive_add(x) * 3 + work_group_scan_exclusive_add(x);             \
    least[i] = work_group_scan_inclusive_min(x);                                                   \
    T before = work_group_scan_exclusive_min(x);                                                   \
    if (get_local_id(0) > 0)                                                                       \
      least[i] += before * 200;                                                                    \
    most[i] = work_group_scan_inclusive_max(x);                                                    \
    before = work_group_scan_exclusive_max(x);                                                     \
    if (get_local_id(0) > 0)                                                                       \
      most[i] += before * 200;                                                                     \
  }                                                                                                \
  kernel void broadcast_##T(global T *out, global const T *in) {                                   \
    size_t i = get_global_id(0);                                                                   \
    size_t last = get_local_size(0) - 1;                                                           \
    T x = (T)(int)in[i];                                                                           \
    out[i] = work_group_broadcast(x, last) * 200 + work_group_broadcast(x, last / 2);              \
  }

ALL(int)
ALL(uint)
ALL(long)
ALL(ulong)
ALL(float)
ALL(double)

kernel void votes(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  out[i] = (work_group_all(in[i] < 20) != 0) + 2 * (work_group_any(in[i] == 19) != 0) +
           4 * (work_group_all(in[i] >= 0) != 0) + 8 * (work_group_any(in[i] < 0) != 0);
}

kernel void in_loop(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int sum = 0;
  for (int k = 0; k < 5; ++k)
    sum = sum * 2 + work_group_reduce_add(in[i] + k) + work_group_scan_exclusive_add(in[i]);
  out[i] = sum;
}

kernel void in_uniform_branch(global int *out, global const int *in, int chosen) {
  size_t i = get_global_id(0);
  int x = in[i];
  if (chosen)
    x = work_group_reduce_max(x) + work_group_scan_inclusive_add(x);
  out[i] = x;
}

kernel void with_local_memory(global int *out, global const int *in, local int *memory) {
  local int own[128];
  size_t i = get_global_id(0), l = get_local_id(0);
  memory[l] = in[i];
  own[l] = in[i] * 2;
  int total = work_group_reduce_add(in[i]);
  out[i] = total + memory[l] + own[l];
}

kernel __attribute__((reqd_work_group_size(16, 1, 1))) void required_size(global int *out,
                                                                         global const int *in) {
  size_t i = get_global_id(0);
  out[i] = work_group_reduce_add(in[i]) * 1000 + work_group_scan_inclusive_add(in[i]);
}

size_t linear_id() { return get_global_id(1) * get_global_size(0) + get_global_id(0); }

kernel void broadcast_2d(global int *out, global const int *in) {
  out[linear_id()] = work_group_broadcast(in[linear_id()], 2, 1);
}

kernel void reduce_2d(global int *out, global const int *in) {
  out[linear_id()] = work_group_reduce_add(in[linear_id()]) * 100 +
                     work_group_scan_exclusive_add(in[linear_id()]);
}

kernel void broadcast_3d(global int *out, global const int *in) {
  size_t i = get_global_linear_id();
  out[i] = work_group_broadcast(in[i], 1, 1, 1) - work_group_broadcast(in[i], 0, 1, 0);
}
