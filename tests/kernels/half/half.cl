// half beyond the mathematical functions (those are in accuracy/): arithmetic, comparisons,
// selection, conversions with every rounding mode, vectors in memory, geometric and
// native functions, constants.
//! reference
//! sizes 1 8 32
//! launch 2048/64
//! kernel arithmetic: out half[n*6] | in ushort[n] random | in ushort[n] random
//! kernel arithmetic: out half[n*6] | in half[n] special | in half[n] special
//! kernel arithmetic: out half[n*6] | in half[n] range -9 9 | in half[n] range -9 9
//! kernel vector_arithmetic: out half4[n] | in half4[n] range -9 9 | in half4[n] range -9 9
//! kernel comparisons: out uint[n] | in half[n] special | in half[n] special
//! kernel vector_comparisons: out short4[n*3] | in half4[n] special | in half4[n] special
//! kernel selection: out half[n*4] | in half[n] special | in half[n] special | in short[n] special
//! kernel vector_selection: out half4[n] | in half4[n] | in half4[n] | in ushort4[n]
//! kernel to_integers: out long[n*12] | in half[n] range -200 200
//! kernel to_integers_saturated: out long[n*8] | in ushort[n] random
//! kernel to_integers_saturated: out long[n*8] | in half[n] special
//! types char uchar short ushort int uint long ulong
//! kernel from_$T: out half[n*5] | in $T[n] special
//! kernel from_$T: out half[n*5] | in $T[n] range 0 70
//! types int uint long ulong
//! kernel from_$T: out half[n*5] | in $T[n] range 0 70000
//! types float double
//! kernel from_$T: out half[n*5] | in $T[n] special
//! kernel from_$T: out half[n*5] | in $T[n] range -70000 70000
//! kernel from_$T: out half[n*5] | in $T[n] range -0.0001 0.0001
//! kernel wider: out float[n] | out double[n] | in ushort[n] random
//! kernel memory: out half[n*16] | in half[n*16]
//! kernel common: out half[n*3] | in half[n] special | in half[n] special
//! kernel constants: out half[n] | value half 1.5 | value half4 1 -2 0.5 65504
//! kernel three_argument: out half[n*2] | in half[n] range -9 9 | in half[n] range -9 9 \
//!   | in half[n] range 0 1
//! ulp 1
//! kernel geometric: out half[n*4] | in half4[n] range -9 9 | in half4[n] range -9 9
//! kernel cross_product: out half4[n] | in half4[n] range 1 9 | in half4[n] range -9 -1
//! kernel native_functions: out half4[n*4] | in half4[n] range 0.1 4
//! kernel sub_group_functions: out half[n*2] | in half[n] range -9 9

#pragma OPENCL EXTENSION cl_khr_fp16 : enable

kernel void arithmetic(global half *out, global const half *a, global const half *b) {
  size_t i = get_global_id(0);
  out[i * 6] = a[i] + b[i];
  out[i * 6 + 1] = a[i] - b[i];
  out[i * 6 + 2] = a[i] * b[i];
  out[i * 6 + 3] = a[i] / b[i];
  out[i * 6 + 4] = -a[i];
  half sum = a[i];
  sum += b[i];
  sum *= (half)2;
  out[i * 6 + 5] = sum;
}

kernel void vector_arithmetic(global half4 *out, global const half4 *a, global const half4 *b) {
#pragma OPENCL FP_CONTRACT OFF
  size_t i = get_global_id(0);
  out[i] = a[i] * b[i] - b[i].wzyx / a[i];
}

kernel void comparisons(global uint *out, global const half *as, global const half *bs) {
  size_t i = get_global_id(0);
  half a = as[i], b = bs[i];
  out[i] = (uint)(a == b) | (uint)(a != b) << 1 | (uint)(a < b) << 2 | (uint)(a <= b) << 3 |
           (uint)(a > b) << 4 | (uint)(a >= b) << 5 | (uint)isequal(a, b) << 6 |
           (uint)isnotequal(a, b) << 7 | (uint)isgreater(a, b) << 8 |
           (uint)isgreaterequal(a, b) << 9 | (uint)isless(a, b) << 10 |
           (uint)islessequal(a, b) << 11 | (uint)islessgreater(a, b) << 12 |
           (uint)isfinite(a) << 13 | (uint)isinf(a) << 14 | (uint)isnan(a) << 15 |
           (uint)isnormal(a) << 16 | (uint)isordered(a, b) << 17 | (uint)isunordered(a, b) << 18 |
           (uint)signbit(a) << 19 | (uint)(bool)a << 20 | (uint)(!a) << 21;
}

kernel void vector_comparisons(global short4 *out, global const half4 *a, global const half4 *b) {
  size_t i = get_global_id(0);
  out[i * 3] = a[i] < b[i];
  out[i * 3 + 1] = isnotequal(a[i], b[i]);
  out[i * 3 + 2] = signbit(a[i]);
}

kernel void selection(global half *out, global const half *a, global const half *b,
                      global const short *c) {
  size_t i = get_global_id(0);
  out[i * 4] = select(a[i], b[i], c[i]);
  out[i * 4 + 1] = bitselect(a[i], b[i], as_half(c[i]));
  out[i * 4 + 2] = c[i] > 0 ? a[i] : b[i];
  out[i * 4 + 3] = as_half((ushort)(as_ushort(a[i]) ^ 0x8000));
}

kernel void vector_selection(global half4 *out, global const half4 *a, global const half4 *b,
                             global const ushort4 *c) {
  size_t i = get_global_id(0);
  half4 chosen = select(a[i], b[i], c[i]);
  out[i] = shuffle2(chosen, b[i], (ushort4)(7, 0, 5, 2));
}

kernel void to_integers(global long *out, global const half *in) {
  size_t i = get_global_id(0);
  half x = in[i] / (half)2;
  global long *o = out + i * 12;
  o[0] = convert_char(x);
  o[1] = convert_short_rte(x);
  o[2] = convert_int_rtz(x);
  o[3] = convert_long_rtp(x);
  o[4] = convert_int_rtn(x);
  o[5] = (int)x;
  o[6] = convert_uchar(fabs(x));
  o[7] = convert_ushort_rte(fabs(x));
  o[8] = convert_uint_rtp(fabs(x));
  o[9] = convert_ulong_rtn(fabs(x));
  o[10] = convert_long_rte(x);
  o[11] = convert_char_rtp(x);
}

kernel void to_integers_saturated(global long *out, global const half *in) {
  size_t i = get_global_id(0);
  global long *o = out + i * 8;
  o[0] = convert_char_sat(in[i]);
  o[1] = convert_uchar_sat_rte(in[i]);
  o[2] = convert_short_sat_rtp(in[i]);
  o[3] = convert_ushort_sat_rtn(in[i]);
  o[4] = convert_int_sat(in[i]);
  o[5] = convert_uint_sat_rtz(in[i]);
  o[6] = convert_long_sat_rte(in[i]);
  o[7] = (long)convert_ulong_sat(in[i]);
}

#define FROM(T)                                                                                    \
  kernel void from_##T(global half *out, global const T *in) {                                     \
    size_t i = get_global_id(0);                                                                   \
    out[i * 5] = (half)in[i];                                                                      \
    out[i * 5 + 1] = convert_half_rte(in[i]);                                                      \
    out[i * 5 + 2] = convert_half_rtz(in[i]);                                                      \
    out[i * 5 + 3] = convert_half_rtp(in[i]);                                                      \
    out[i * 5 + 4] = convert_half_rtn(in[i]);                                                      \
  }
FROM(char)
FROM(uchar)
FROM(short)
FROM(ushort)
FROM(int)
FROM(uint)
FROM(long)
FROM(ulong)
FROM(float)
FROM(double)

kernel void wider(global float *f, global double *d, global const half *in) {
  size_t i = get_global_id(0);
  f[i] = in[i];
  d[i] = convert_double(in[i]);
}

kernel void memory(global half *out, global const half *in) {
  size_t i = get_global_id(0);
  in += i * 16;
  out += i * 16;
  vstore2(vload2(0, in), 0, out);
  vstore3(vload3(0, in + 2), 0, out + 2);
  vstore4(vload4(0, in + 5), 0, out + 5);
  out[9] = in[9];
  half2 pair = *(global const half2 *)(in + 10);
  *(global half2 *)(out + 10) = pair.yx;
  float4 wide = vload_half4(3, in);
  vstore_half4_rtz(wide * 1.0001f, 3, out);
}

kernel void common(global half *out, global const half *a, global const half *b) {
  size_t i = get_global_id(0);
  out[i * 3] = step(a[i], b[i]);
  out[i * 3 + 1] = max(a[i] == a[i] ? a[i] : (half)0, b[i] == b[i] ? b[i] : (half)0) + (half)0;
  out[i * 3 + 2] = clamp(a[i] == a[i] ? a[i] : (half)0, (half)-2.0h, (half)3.0h);
}

constant half table[4] = {1.5h, -0.25h, 65504.0h, 6e-8h};
kernel void constants(global half *out, half x, half4 y) {
  size_t i = get_global_id(0);
  out[i] = (i & 4 ? table[i & 3] : HALF_MAX) + (i & 8 ? x : y.z) - (i & 16 ? HALF_EPSILON : y.y);
}

kernel void three_argument(global half *out, global const half *a, global const half *b,
                           global const half *c) {
  size_t i = get_global_id(0);
  // Exact: few digits, and no rounding that could differ.
  out[i * 2] = mad(rint(a[i]), rint(b[i]), rint(c[i]));
  out[i * 2 + 1] = fmax(fmin(a[i], b[i]), c[i]);
}

kernel void geometric(global half *out, global const half4 *a, global const half4 *b) {
  size_t i = get_global_id(0);
  out[i * 4] = length(a[i]);
  out[i * 4 + 1] = length(a[i].xy);
  out[i * 4 + 2] = normalize(a[i]).y;
  out[i * 4 + 3] = distance(a[i].x, b[i].x);
}

kernel void cross_product(global half4 *out, global const half4 *a, global const half4 *b) {
  size_t i = get_global_id(0);
  // Terms of one sign, so that nothing cancels.
  out[i] = cross(a[i] * (half4)(1, -1, 1, 0), b[i]);
}

kernel void native_functions(global half4 *out, global const half4 *in) {
  size_t i = get_global_id(0);
  out[i * 4] = native_exp(in[i]);
  out[i * 4 + 1] = native_recip(in[i]);
  out[i * 4 + 2] = native_divide(in[i], in[i].yxwz);
  out[i * 4 + 3] = in[i] * native_sqrt(in[i].z);
}

kernel void sub_group_functions(global half *out, global const half *in) {
  size_t i = get_global_id(0);
  half largest = sub_group_reduce_max(in[i]);
  out[i * 2] = largest >= in[i] && sub_group_any(largest == in[i]) ? (half)1 : (half)0;
  out[i * 2 + 1] = sub_group_broadcast(in[i], 0) == in[i] || get_sub_group_local_id() > 0;
}
