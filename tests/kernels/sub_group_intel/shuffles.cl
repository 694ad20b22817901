// intel_sub_group_shuffle, _down, _up and _xor of every type and width, where all work-items are
// there and where only some are, with one number for all lanes, one for each, and constants. What
// is undefined is replaced by zero.
//! reference
//! oracle off
//! launch 64/16 33/33
//! types char uchar short ushort int uint float
//! kernel vectors_$T: out $T[n*136] | in $T[n*16] | in $T[n*16] | in uint[n] | in int[n] values 1 | value uint 1
//! kernel vectors_$T: out $T[n*136] | in $T[n*16] | in $T[n*16] | in uint[n] | in int[n] range 0 3 | value uint 1
//! launch 64/32 33/33 100/40
//! types char uchar short ushort int uint float long ulong half double
//! kernel scalars_$T: out $T[n*136] | in $T[n*16] | in $T[n*16] | in uint[n] | in int[n] range 0 3 | value uint 1
//! kernel scalars_$T: out $T[n*136] | in $T[n*16] | in $T[n*16] | in uint[n] | in int[n] range 0 3 | value uint 5
//! kernel scalars_$T: out $T[n*136] | in $T[n*16] | in $T[n*16] | in uint[n] | in int[n] values 1 | value uint 5
//! launch 32/32 17/17
//! types char ushort int double
//! kernel scalars_$T: out $T[n*136] | in $T[n*16] | in $T[n*16] | in uint[n] | in int[n] values 1 | value uint 0
//! kernel scalars_$T: out $T[n*136] | in $T[n*16] | in $T[n*16] | in uint[n] | in int[n] values 1 | value uint 2
//! kernel scalars_$T: out $T[n*136] | in $T[n*16] | in $T[n*16] | in uint[n] | in int[n] values 1 | value uint 3
//! kernel scalars_$T: out $T[n*136] | in $T[n*16] | in $T[n*16] | in uint[n] | in int[n] values 1 | value uint 4
#pragma OPENCL EXTENSION cl_intel_subgroups : enable
#pragma OPENCL EXTENSION cl_intel_subgroups_char : enable
#pragma OPENCL EXTENSION cl_intel_subgroups_short : enable
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#if !defined(cl_intel_subgroups) || !defined(cl_intel_subgroups_char) ||                           \
    !defined(cl_intel_subgroups_short) || !defined(cl_intel_subgroups_long) ||                     \
    !defined(cl_intel_subgroup_local_block_io) || !defined(cl_intel_subgroup_buffer_prefetch)
#error "an extension's macro is missing"
#endif

uint distance(uint mode, uint number) {
  uint max = get_max_sub_group_size();
  return mode == 0   ? 0
         : mode == 1 ? 1
         : mode == 2 ? max - 1
         : mode == 3 ? max
         : mode == 4 ? 2 * max - 1
                     : number % (2 * max);
}

#define vload1(i, p) (*(p))
#define vstore1(v, i, p) (*(p) = (v))
#define PUT(V, FUNCTION, W, AT, IS_DEFINED, VALUE)                                                    \
  {                                                                                                \
    bool isDefined = IS_DEFINED;                                                                   \
    V result = VALUE;                                                                      \
    vstore##W(isDefined ? result : zero, 0, out + i * 136 + FUNCTION * 34 + AT);                   \
  }
#define IS_THERE(LANE) ((LANE) < size && (on[i - id + (LANE) % size] & 1))
#define WIDTH(V, W, AT)                                                                            \
  {                                                                                                \
    V a = vload##W(0, first + i * 16), b = vload##W(0, second + i * 16), zero = 0;                 \
    uint below = id + max - by, above = id + by;                                                   \
    PUT(V, 0, W, AT, IS_THERE(by % max), intel_sub_group_shuffle(a, by % max))                        \
    PUT(V, 1, W, AT, IS_THERE(above % max) && above < 2 * max,                                        \
        intel_sub_group_shuffle_down(a, b, by))                                                    \
    PUT(V, 2, W, AT, IS_THERE(below % max) && below < 2 * max, intel_sub_group_shuffle_up(a, b, by))  \
    PUT(V, 3, W, AT, IS_THERE(id ^ (by % max)), intel_sub_group_shuffle_xor(a, by % max))             \
  }
#define WIDTHS(T)                                                                                  \
  WIDTH(T, 1, 0)                                                                                   \
  WIDTH(T##2, 2, 1)                                                                                \
  WIDTH(T##3, 3, 3) WIDTH(T##4, 4, 6) WIDTH(T##8, 8, 10) WIDTH(T##16, 16, 18)
#define SCALAR(T) WIDTH(T, 1, 0)

#define KERNEL(NAME, T, MODE, DO)                                                                  \
  kernel void NAME##_##T(global T *out, global const T *first, global const T *second,             \
                         global const uint *numbers, global const int *on, uint mode) {            \
    size_t i = get_global_id(0);                                                                   \
    uint id = get_sub_group_local_id(), size = get_sub_group_size(),                               \
         max = get_max_sub_group_size();                                                           \
    uint by = distance(MODE, numbers[i]);                                                          \
    if (on[i] & 1)                                                                                 \
      DO(T)                                                                                        \
  }
#define BRACED_WIDTHS(T) { WIDTHS(T) }
// Vectors by a constant, scalars by anything: the components of a vector are shuffled one by one.
KERNEL(vectors, char, 1, BRACED_WIDTHS)
KERNEL(vectors, uchar, 1, BRACED_WIDTHS)
KERNEL(vectors, short, 1, BRACED_WIDTHS)
KERNEL(vectors, ushort, 1, BRACED_WIDTHS)
KERNEL(vectors, int, 1, BRACED_WIDTHS)
KERNEL(vectors, uint, 1, BRACED_WIDTHS)
KERNEL(vectors, float, 1, BRACED_WIDTHS)
KERNEL(scalars, char, mode, SCALAR)
KERNEL(scalars, uchar, mode, SCALAR)
KERNEL(scalars, short, mode, SCALAR)
KERNEL(scalars, ushort, mode, SCALAR)
KERNEL(scalars, int, mode, SCALAR)
KERNEL(scalars, uint, mode, SCALAR)
KERNEL(scalars, float, mode, SCALAR)
KERNEL(scalars, long, mode, SCALAR)
KERNEL(scalars, ulong, mode, SCALAR)
KERNEL(scalars, half, mode, SCALAR)
KERNEL(scalars, double, mode, SCALAR)
