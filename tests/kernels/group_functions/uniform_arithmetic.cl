// Products, bits and truth values of a work-group (cl_khr_work_group_uniform_arithmetic): reductions
// and scans, in work-groups of one and several sub-groups, full and partial. Factors of floats are
// powers of two: their products are exact in any order.
//! reference
//! options -cl-std=CL3.0
//! launch 64/16 256/128 33/33 200/50 7/7
//! types int uint long ulong
//! kernel products_$T: out $T[n*3] | in $T[n]
//! kernel bits_$T: out $T[n*9] | in $T[n]
//! kernel truths: out int[n*9] | in int[n] range 0 3
//! kernel truths: out int[n*9] | in int[n] range 0 40
//! kernel of_floats: out float[n*3] | in int[n]
//! kernel of_doubles: out double[n*3] | in int[n]
//! kernel of_halves: out float[n*3] | in int[n]
//! launch 8x6/4x3 6x4x2/3x4x2
//! kernel bits_int: out int[n*9] | in int[n]
#if cl_khr_work_group_uniform_arithmetic != 1
#error "the macro of cl_khr_work_group_uniform_arithmetic is missing"
#endif

#define LINEAR                                                                                     \
  ((get_global_id(2) * get_global_size(1) + get_global_id(1)) * get_global_size(0) +               \
   get_global_id(0))
#define THREE(PLACE, OPERATION, X)                                                                 \
  (PLACE)[0] = work_group_reduce_##OPERATION(X);                                                   \
  (PLACE)[1] = work_group_scan_inclusive_##OPERATION(X);                                           \
  (PLACE)[2] = work_group_scan_exclusive_##OPERATION(X);

#define INTEGERS(T)                                                                                \
  kernel void products_##T(global T *out, global const T *in) {                                    \
    T x = in[LINEAR] | 1;                                                                          \
    THREE(out + LINEAR * 3, mul, x)                                                                \
  }                                                                                                \
  kernel void bits_##T(global T *out, global const T *in) {                                        \
    T x = in[LINEAR];                                                                              \
    THREE(out + LINEAR * 9, and, x | x << 1 | x >> 2)                                              \
    THREE(out + LINEAR * 9 + 3, or, x & x >> 1 & x << 3)                                           \
    THREE(out + LINEAR * 9 + 6, xor, x)                                                            \
  }
INTEGERS(int)
INTEGERS(uint)
INTEGERS(long)
INTEGERS(ulong)

// Any number but zero is true; true is 1.
kernel void truths(global int *out, global const int *in) {
  int x = in[LINEAR] * 256;
  THREE(out + LINEAR * 9, logical_and, x)
  THREE(out + LINEAR * 9 + 3, logical_or, x)
  THREE(out + LINEAR * 9 + 6, logical_xor, x)
}

#define FLOATS(NAME, T, OUT, FACTORS)                                                              \
  kernel void NAME(global OUT *out, global const int *in) {                                        \
    T factors[4] = FACTORS;                                                                        \
    T x = factors[in[LINEAR] & 3];                                                                 \
    THREE(out + LINEAR * 3, mul, x)                                                                \
  }
#define COMMA ,
FLOATS(of_floats, float, float, {1 COMMA -1 COMMA 2 COMMA 0.5f})
FLOATS(of_doubles, double, double, {1 COMMA -1 COMMA 2 COMMA 0.5})
FLOATS(of_halves, half, float, {1 COMMA -1 COMMA 1 COMMA -1})
