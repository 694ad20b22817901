// convert_ functions with saturation and rounding, casts, as_type, vload_half/vstore_half.
//! reference
//! types char uchar short ushort int uint long ulong
//! kernel from_$T: out ulong[n*16] | in $T[n] special
//! kernel sat_from_$T: out ulong[n*8] | in $T[n] special
//! kernel to_float_from_$T: out float[n*4] | in $T[n] special
//! kernel to_double_from_$T: out double[n] | in $T[n] special
//! types float double
//! kernel sat_from_$T: out long[n*8] | in $T[n] special
//! kernel sat_rounded_from_$T: out int[n*8] | in $T[n] special
//! kernel truncated_from_$T: out int[n*4] | in $T[n] range -100 100
//! kernel float_double: out float[n*5] | in double[n] special
//! kernel double_float: out double[n] | in float[n] special
//! kernel as_types: out uint[n*4] | in uint[n]
//! kernel as_wide: out ulong[n*2] | in ulong[n]
//! kernel vector_conversions: out int4[n*3] | in float4[n] range -300 300
//! kernel half_round_trip: out ushort[n*2] | in ushort[n]
//! kernel half_values: out float[n] | in ushort[n]

#define FROM_INTEGER(T)                                                                            \
  kernel void from_##T(global ulong *out, global const T *in) {                                    \
    size_t i = get_global_id(0);                                                                   \
    T x = in[i];                                                                                   \
    out[i * 16] = (ulong)(char)x;                                                                  \
    out[i * 16 + 1] = (uchar)x;                                                                    \
    out[i * 16 + 2] = (ulong)(short)x;                                                             \
    out[i * 16 + 3] = (ushort)x;                                                                   \
    out[i * 16 + 4] = (ulong)(int)x;                                                               \
    out[i * 16 + 5] = (uint)x;                                                                     \
    out[i * 16 + 6] = (ulong)(long)x;                                                              \
    out[i * 16 + 7] = (ulong)x;                                                                    \
    out[i * 16 + 8] = (ulong)convert_char(x);                                                      \
    out[i * 16 + 9] = convert_uchar(x);                                                            \
    out[i * 16 + 10] = (ulong)convert_short(x);                                                    \
    out[i * 16 + 11] = convert_ushort(x);                                                          \
    out[i * 16 + 12] = (ulong)convert_int(x);                                                      \
    out[i * 16 + 13] = convert_uint(x);                                                            \
    out[i * 16 + 14] = (ulong)convert_long(x);                                                     \
    out[i * 16 + 15] = convert_ulong(x);                                                           \
  }                                                                                                \
  kernel void sat_from_##T(global ulong *out, global const T *in) {                                \
    size_t i = get_global_id(0);                                                                   \
    T x = in[i];                                                                                   \
    out[i * 8] = (ulong)convert_char_sat(x);                                                       \
    out[i * 8 + 1] = convert_uchar_sat(x);                                                         \
    out[i * 8 + 2] = (ulong)convert_short_sat(x);                                                  \
    out[i * 8 + 3] = convert_ushort_sat(x);                                                        \
    out[i * 8 + 4] = (ulong)convert_int_sat(x);                                                    \
    out[i * 8 + 5] = convert_uint_sat(x);                                                          \
    out[i * 8 + 6] = (ulong)convert_long_sat(x);                                                   \
    out[i * 8 + 7] = convert_ulong_sat(x);                                                         \
  }                                                                                                \
  kernel void to_float_from_##T(global float *out, global const T *in) {                           \
    size_t i = get_global_id(0);                                                                   \
    out[i * 4] = (float)in[i];                                                                     \
    out[i * 4 + 1] = convert_float_rtz(in[i]);                                                     \
    out[i * 4 + 2] = convert_float_rtp(in[i]);                                                     \
    out[i * 4 + 3] = convert_float_rtn(in[i]);                                                     \
  }                                                                                                \
  kernel void to_double_from_##T(global double *out, global const T *in) {                         \
    size_t i = get_global_id(0);                                                                   \
    out[i] = convert_double(in[i]);                                                                \
  }

#define FROM_FLOAT(T)                                                                              \
  kernel void sat_from_##T(global long *out, global const T *in) {                                 \
    size_t i = get_global_id(0);                                                                   \
    T x = in[i];                                                                                   \
    out[i * 8] = convert_char_sat(x);                                                              \
    out[i * 8 + 1] = convert_uchar_sat(x);                                                         \
    out[i * 8 + 2] = convert_short_sat(x);                                                         \
    out[i * 8 + 3] = convert_ushort_sat(x);                                                        \
    out[i * 8 + 4] = convert_int_sat(x);                                                           \
    out[i * 8 + 5] = convert_uint_sat(x);                                                          \
    out[i * 8 + 6] = convert_long_sat(x);                                                          \
    out[i * 8 + 7] = (long)convert_ulong_sat(x);                                                   \
  }                                                                                                \
  kernel void sat_rounded_from_##T(global int *out, global const T *in) {                          \
    size_t i = get_global_id(0);                                                                   \
    T x = in[i];                                                                                   \
    out[i * 8] = convert_int_sat_rte(x);                                                           \
    out[i * 8 + 1] = convert_int_sat_rtz(x);                                                       \
    out[i * 8 + 2] = convert_int_sat_rtp(x);                                                       \
    out[i * 8 + 3] = convert_int_sat_rtn(x);                                                       \
    out[i * 8 + 4] = convert_uchar_sat_rte(x);                                                     \
    out[i * 8 + 5] = convert_uchar_sat_rtp(x);                                                     \
    out[i * 8 + 6] = convert_short_sat_rtn(x);                                                     \
    out[i * 8 + 7] = convert_char_sat_rte(x);                                                      \
  }                                                                                                \
  kernel void truncated_from_##T(global int *out, global const T *in) {                            \
    size_t i = get_global_id(0);                                                                   \
    out[i * 4] = (int)in[i];                                                                       \
    out[i * 4 + 1] = (char)in[i];                                                                  \
    out[i * 4 + 2] = convert_int_rte(in[i]);                                                       \
    out[i * 4 + 3] = convert_short_rtp(in[i]);                                                     \
  }

FROM_INTEGER(char)
FROM_INTEGER(uchar)
FROM_INTEGER(short)
FROM_INTEGER(ushort)
FROM_INTEGER(int)
FROM_INTEGER(uint)
FROM_INTEGER(long)
FROM_INTEGER(ulong)
FROM_FLOAT(float)
FROM_FLOAT(double)

kernel void float_double(global float *out, global const double *in) {
  size_t i = get_global_id(0);
  out[i * 5] = (float)in[i];
  out[i * 5 + 1] = convert_float_rte(in[i]);
  out[i * 5 + 2] = convert_float_rtz(in[i]);
  out[i * 5 + 3] = convert_float_rtp(in[i]);
  out[i * 5 + 4] = convert_float_rtn(in[i]);
}

kernel void double_float(global double *out, global const float *in) {
  size_t i = get_global_id(0);
  out[i] = in[i];
}

kernel void as_types(global uint *out, global const uint *in) {
  size_t i = get_global_id(0);
  uchar4 bytes = as_uchar4(in[i]);
  ushort2 halves = as_ushort2(in[i]);
  out[i * 4] = as_uint(bytes.wzyx);
  out[i * 4 + 1] = as_uint(halves.yx);
  out[i * 4 + 2] = as_uint(-as_float(in[i] & 0x7fffffu));
  out[i * 4 + 3] = as_uint(as_int(in[i]) >> 3);
}

kernel void as_wide(global ulong *out, global const ulong *in) {
  size_t i = get_global_id(0);
  out[i * 2] = as_ulong(as_uint2(in[i]).yx);
  out[i * 2 + 1] = as_ulong(as_ushort4(in[i]).wxyz);
}

kernel void vector_conversions(global int4 *out, global const float4 *in) {
  size_t i = get_global_id(0);
  out[i * 3] = convert_int4_rte(in[i]);
  out[i * 3 + 1] = convert_int4(convert_uchar4_sat(in[i]));
  out[i * 3 + 2] = convert_int4(convert_char4_sat_rtp(in[i]));
}

kernel void half_round_trip(global ushort *out, global const ushort *in) {
  size_t i = get_global_id(0);
  ushort bits = in[i] & 0xfbff; // no NaN, no infinity
  private ushort slot = bits;
  float x = vload_half(0, (private half *)&slot);
  vstore_half(x, i * 2, (global half *)out);
  vstore_half_rtz(x * 1.0003f, i * 2 + 1, (global half *)out);
}

kernel void half_values(global float *out, global const ushort *in) {
  size_t i = get_global_id(0);
  out[i] = vload_half(i, (global const half *)in);
}
