// Rows of a matrix, each spread over a sub-group, as a softmax has them: eight, sixteen, four and
// five reductions that wait for nothing of one another, and uniform arithmetic on the results.
// Floats are whole numbers.
//! reference
//! oracle off
//! options -cl-std=CL3.0
//! launch 64/16 33/33 17/17 96/32
//! types int uint float
//! kernel least_and_most_$T: out $T[n*8] | in int[n*8] range -50 50
//! kernel running_$T: out $T[n*8] | in int[n*24] range 0 50
//! kernel sixteen_$T: out $T[n*16] | in int[n*16] range 0 9
//! kernel five_$T: out $T[n*5] | in int[n*5] range 0 50
//! kernel chained_$T: out $T[n*4] | in int[n*4] range 0 50
//! kernel some_lanes_$T: out $T[n*4] | in int[n*4] range 0 50

#define ALL(T)                                                                                     \
  kernel void least_and_most_##T(global T *out, global const int *in) {                            \
    size_t i = get_global_id(0);                                                                   \
    for (int r = 0; r < 8; ++r) {                                                                  \
      T x = (T)in[i * 8 + r];                                                                      \
      out[i * 8 + r] = sub_group_reduce_max(x) - sub_group_reduce_min(x);                          \
    }                                                                                              \
  }                                                                                                \
  kernel void running_##T(global T *out, global const int *in) {                                   \
    size_t i = get_global_id(0);                                                                   \
    T most[8], sum[8];                                                                             \
    for (int r = 0; r < 8; ++r)                                                                    \
      most[r] = sum[r] = 0;                                                                        \
    for (int step = 0; step < 3; ++step)                                                           \
      for (int r = 0; r < 8; ++r) {                                                                \
        T x = (T)in[i * 24 + step * 8 + r], now = max(most[r], sub_group_reduce_max(x));           \
        T factor = (now - most[r]) * (T)2 + (T)1;                                                  \
        most[r] = now;                                                                             \
        sum[r] = sum[r] * (T)3 + factor + sub_group_reduce_add(now - x);                           \
      }                                                                                            \
    for (int r = 0; r < 8; ++r)                                                                    \
      out[i * 8 + r] = sum[r] + (T)r;                                                              \
  }                                                                                                \
  kernel void sixteen_##T(global T *out, global const int *in) {                                   \
    size_t i = get_global_id(0);                                                                   \
    for (int r = 0; r < 16; ++r)                                                                   \
      out[i * 16 + r] = sub_group_reduce_add((T)in[i * 16 + r]) + (T)r;                            \
  }                                                                                                \
  kernel void five_##T(global T *out, global const int *in) {                                      \
    size_t i = get_global_id(0);                                                                   \
    for (int r = 0; r < 5; ++r)                                                                    \
      out[i * 5 + r] = sub_group_reduce_add((T)in[i * 5 + r]) - (T)in[i * 5 + r];                  \
  }                                                                                                \
  kernel void chained_##T(global T *out, global const int *in) {                                   \
    size_t i = get_global_id(0);                                                                   \
    T before = 0;                                                                                  \
    for (int r = 0; r < 4; ++r) {                                                                  \
      before = sub_group_reduce_max((T)in[i * 4 + r]) + before;                                    \
      out[i * 4 + r] = sub_group_reduce_add(before);                                               \
    }                                                                                              \
  }                                                                                                \
  kernel void some_lanes_##T(global T *out, global const int *in) {                                \
    size_t i = get_global_id(0);                                                                   \
    T sums[4] = {1, 1, 1, 1};                                                                      \
    if (get_sub_group_local_id() % 3 != 1)                                                         \
      for (int r = 0; r < 4; ++r)                                                                  \
        sums[r] = sub_group_reduce_add((T)in[i * 4 + r]);                                          \
    for (int r = 0; r < 4; ++r)                                                                    \
      out[i * 4 + r] = sums[r];                                                                    \
  }

ALL(int)
ALL(uint)
ALL(float)
