// sub_group_shuffle, _xor, _up, _down, sub_group_rotate and sub_group_clustered_rotate of every type,
// with a number for each work-item, one for all, and a constant. What is undefined is zero.
//! reference
//! oracle off
//! launch 64/32 33/33 100/40
//! types char uchar short ushort int uint long ulong half float double
//! kernel shuffle_$T: out $T[n*10] | in $T[n] | in int[n] random | in int[n] values 1
//! kernel shuffle_$T: out $T[n*10] | in $T[n] | in int[n] random | in int[n] range 0 3
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#if cl_khr_subgroup_shuffle != 1 || cl_khr_subgroup_shuffle_relative != 1 ||                       \
    cl_khr_subgroup_rotate != 1
#error "the macro of an extension is missing"
#endif

#define PUT(FUNCTION, LANE, VALUE)                                                                 \
  {                                                                                                \
    uint from = LANE;                                                                              \
    bool isDefined = from < size && (on[i - id + from % size] & 1);                                \
    T result = VALUE;                                                                              \
    out[i * 10 + FUNCTION] = isDefined ? result : 0;                                               \
  }
#define KERNEL(TYPE)                                                                               \
  kernel void shuffle_##TYPE(global TYPE *out, global const TYPE *in, global const int *numbers,   \
                             global const int *on) {                                               \
    typedef TYPE T;                                                                                \
    size_t i = get_global_id(0);                                                                   \
    uint id = get_sub_group_local_id(), size = get_sub_group_size(),                               \
         max = get_max_sub_group_size();                                                           \
    T x = in[i];                                                                                   \
    uint by = (uint)numbers[i] % max;                                                              \
    int far = numbers[0] % 100;                                                                    \
    if (on[i] & 1) {                                                                               \
      PUT(0, by, sub_group_shuffle(x, by))                                                         \
      PUT(1, id ^ by, sub_group_shuffle_xor(x, by))                                                \
      PUT(2, id - by, sub_group_shuffle_up(x, by))                                                 \
      PUT(3, id + by, sub_group_shuffle_down(x, by))                                               \
      PUT(4, (id + far) & (max - 1), sub_group_rotate(x, far))                                     \
      if (max >= 4)                                                                                \
        PUT(5, (id & ~3u) + ((id + far) & 3), sub_group_clustered_rotate(x, far, 4))               \
      PUT(6, (id - 3) & (max - 1), sub_group_rotate(x, -3))                                        \
      PUT(7, id ^ 1, sub_group_shuffle_xor(x, 1))                                                  \
      PUT(8, id + 1, sub_group_shuffle_down(x, 1))                                                 \
      if (max >= 8)                                                                                \
        PUT(9, (id & ~7u) + ((id + 5) & 7), sub_group_clustered_rotate(x, 5, 8))                   \
    }                                                                                              \
  }
KERNEL(char)
KERNEL(uchar)
KERNEL(short)
KERNEL(ushort)
KERNEL(int)
KERNEL(uint)
KERNEL(long)
KERNEL(ulong)
KERNEL(half)
KERNEL(float)
KERNEL(double)
