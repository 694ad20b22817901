// OpenCL C vectors: operators, swizzles, vload/vstore, conversions between widths.
//! reference
//! types char2 uchar4 ushort2 int4 long2 int2
//! kernel integer_$T: out $T[n*6] | in $T[n] | in $T[n]
//! kernel compare_$T: out $T[n*3] | in $T[n] range 0 3 | in $T[n] range 0 3
//! types float2 float4 float8 double2 double4
//! kernel floating_$T: out $T[n*4] | in $T[n] | in $T[n]
//! kernel scalar_with_vector: out float4[n] | in float4[n] | in float[n]
//! kernel swizzles: out int4[n*6] | in int4[n]
//! kernel swizzle_stores: inout int4[n] | in int4[n]
//! kernel hi_lo_even_odd: out int[n*16] | in int8[n]
//! kernel sixteen: out int16[n] | in int16[n]
//! kernel constructors: out float4[n*3] | in float[n]
//! kernel vload_vstore_2: out int[n*2+3] | in int[n*2+3]
//! kernel vload_vstore_3: out int[n*3+1] | in int[n*3+1]
//! kernel vload_vstore_4: out uchar[n*4+1] | in uchar[n*4+1]
//! kernel vload_vstore_8: out short[n*8] | in short[n*8]
//! kernel vload_vstore_16: out float[n*16+1] | in float[n*16+1]
//! kernel three_components: out float[n*3] | in float[n*3]
//! kernel vector_in_branch: out int4[n] | in int4[n]
//! kernel vector_in_loop: out int4[n] | in int4[n] range 0 9
//! kernel vector_array: out int4[n] | in int4[n] | in int[n] range 0 3
//! kernel vector_argument: out int4[n] | in int4[n] | value int4 1 2 3 4
//! kernel component_by_branch: out int[n] | in int4[n] | in int[n] range 0 3
//! kernel dot_and_length: out float[n*2] | in float4[n] range -3 3
//! kernel gathered_vector: out int4[n] | in int4[n] | in int[n] permutation
//! kernel shuffles: out int4[n] | in int4[n] | in uint4[n] | in int8[n]

#define INTEGER(T)                                                                                 \
  kernel void integer_##T(global T *out, global const T *a, global const T *b) {                   \
    size_t i = get_global_id(0);                                                                   \
    out[i * 6] = a[i] + b[i];                                                                      \
    out[i * 6 + 1] = a[i] - b[i];                                                                  \
    out[i * 6 + 2] = a[i] * b[i];                                                                  \
    out[i * 6 + 3] = (a[i] & b[i]) | (T)3;                                                         \
    out[i * 6 + 4] = ~a[i] ^ b[i];                                                                 \
    out[i * 6 + 5] = (a[i] << (T)3) ^ (b[i] >> (T)2);                                              \
  }                                                                                                \
  kernel void compare_##T(global T *out, global const T *a, global const T *b) {                   \
    size_t i = get_global_id(0);                                                                   \
    out[i * 3] = as_##T(a[i] < b[i]);                                                              \
    out[i * 3 + 1] = as_##T(a[i] == b[i]);                                                         \
    out[i * 3 + 2] = a[i] != b[i] ? a[i] : b[i] + (T)7;                                            \
  }
INTEGER(char2)
INTEGER(uchar4)
INTEGER(ushort2)
INTEGER(int4)
INTEGER(long2)
INTEGER(int2)

#define FLOATING(T)                                                                                \
  kernel void floating_##T(global T *out, global const T *a, global const T *b) {                  \
    size_t i = get_global_id(0);                                                                   \
    out[i * 4] = a[i] + b[i];                                                                      \
    out[i * 4 + 1] = a[i] * b[i] - b[i];                                                           \
    out[i * 4 + 2] = -a[i];                                                                        \
    out[i * 4 + 3] = a[i] > b[i] ? a[i] : b[i];                                                    \
  }
FLOATING(float2)
FLOATING(float4)
FLOATING(float8)
FLOATING(double2)
FLOATING(double4)

kernel void scalar_with_vector(global float4 *out, global const float4 *a, global const float *s) {
  size_t i = get_global_id(0);
  out[i] = a[i] * s[i] + 2.0f;
}

kernel void swizzles(global int4 *out, global const int4 *in) {
  size_t i = get_global_id(0);
  int4 v = in[i];
  out[i * 6] = v.wzyx;
  out[i * 6 + 1] = v.xxzz;
  out[i * 6 + 2] = (int4)(v.yz, v.s03);
  out[i * 6 + 3] = (int4)(v.lo.yx, v.hi);
  out[i * 6 + 4] = v.even.xyxy;
  out[i * 6 + 5] = (int4)(v.odd, v.w, 5);
}

kernel void swizzle_stores(global int4 *out, global const int4 *in) {
  size_t i = get_global_id(0);
  out[i].yw = in[i].xz;
  if (in[i].x & 1)
    out[i].z = 3;
}

kernel void hi_lo_even_odd(global int *out, global const int8 *in) {
  size_t i = get_global_id(0);
  vstore4(in[i].hi, 0, out + i * 16);
  vstore4(in[i].lo, 1, out + i * 16);
  vstore4(in[i].even, 2, out + i * 16);
  vstore4(in[i].odd, 3, out + i * 16);
}

kernel void sixteen(global int16 *out, global const int16 *in) {
  size_t i = get_global_id(0);
  int16 v = in[i];
  out[i] = v.sfedcba9876543210 + (int16)(v.s01234567, v.s89ABCDEF);
}

kernel void constructors(global float4 *out, global const float *in) {
  size_t i = get_global_id(0);
  out[i * 3] = (float4)(in[i]);
  out[i * 3 + 1] = (float4)(in[i], 1, 2, in[i] + 1);
  out[i * 3 + 2] = (float4)((float2)(in[i], 3), (float2)(4));
}

#define VLOAD(width, T, shift)                                                                     \
  kernel void vload_vstore_##width(global T *out, global const T *in) {                            \
    size_t i = get_global_id(0);                                                                   \
    vstore##width(vload##width(i, in + shift), i, out + shift);                                    \
  }
VLOAD(2, int, 3)
VLOAD(3, int, 1)
VLOAD(4, uchar, 1)
VLOAD(8, short, 0)
VLOAD(16, float, 1)

kernel void three_components(global float *out, global const float *in) {
  size_t i = get_global_id(0);
  float3 v = vload3(i, in);
  v = v.zxy * 2.0f - (float3)(1, 2, 3);
  vstore3(v, i, out);
}

kernel void vector_in_branch(global int4 *out, global const int4 *in) {
  size_t i = get_global_id(0);
  int4 v = in[i];
  if (v.x & 1)
    v = v.yzwx & 0xff;
  else if (v.y & 1)
    v.xy = v.zw;
  out[i] = v;
}

kernel void vector_in_loop(global int4 *out, global const int4 *in) {
  size_t i = get_global_id(0);
  int4 v = in[i];
  for (int k = 0; k < in[i].x; ++k) {
    v += v.wxyz;
    if (v.y > 50)
      break;
    v.z -= k;
  }
  out[i] = v;
}

kernel void vector_array(global int4 *out, global const int4 *in, global const int *at) {
  size_t i = get_global_id(0);
  int4 a[4];
  for (int k = 0; k < 4; ++k)
    a[k] = in[i] ^ k;
  a[at[i]].y = 5;
  out[i] = a[3 - at[i]] ^ a[1];
}

kernel void vector_argument(global int4 *out, global const int4 *in, int4 v) {
  size_t i = get_global_id(0);
  out[i] = in[i] ^ v.yxwz;
}

kernel void component_by_branch(global int *out, global const int4 *in, global const int *at) {
  size_t i = get_global_id(0);
  int4 v = in[i];
  out[i] = at[i] == 0 ? v.x : at[i] == 1 ? v.y : at[i] == 2 ? v.z : v.w;
}

kernel void dot_and_length(global float *out, global const float4 *in) {
  size_t i = get_global_id(0);
  int4 v = convert_int4(in[i]);
  float4 f = convert_float4(v);
  out[i * 2] = dot(f, f.wzyx);
  out[i * 2 + 1] = f.x * f.x + f.y * f.y;
}

kernel void gathered_vector(global int4 *out, global const int4 *in, global const int *at) {
  size_t i = get_global_id(0);
  out[at[i]] = in[at[i]] + 1;
}

kernel void shuffles(global int4 *out, global const int4 *in, global const uint4 *mask,
                     global const int8 *wide) {
  size_t i = get_global_id(0);
  out[i] = shuffle(in[i], mask[i]) ^ shuffle2(in[i], in[i].wzyx, mask[i]) ^
           shuffle(wide[i], mask[i] + 1u);
}
