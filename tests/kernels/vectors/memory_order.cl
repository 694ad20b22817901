// Vectors that nobody takes apart keep the order they have in memory; what is next to them does not.
//! launch 64/16 33/33 7/1 12x6/4x3
//! types float4 double2 int8 uint16 char16 short4 ulong2
//! kernel sums_$T: out $T[n] | in $T[n] | in $T[n] range 1 9
//! types int4 uint8 char16 long2
//! kernel divided_$T: out $T[n] | in $T[n] | in $T[n] range 1 9
//! kernel chosen: out float4[n] | in float4[n] | in float4[n] | in int[n] range 0 1
//! kernel scaled: out float4[n] | in float4[n] | in float[n] | value float4 1 2 3 4
//! kernel converted: out int8[n] | in char8[n] | in float8[n] range -90 90
//! kernel reinterpreted: out uint4[n] | in float4[n] | in float4[n]
//! kernel three: out float[n*3] | in float[n*3] | in float[n*3]
//! kernel triples: out int[n*3] | in int[n*3] range -99 99 | in int[n*3] range 1 9
//! kernel compared: out int4[n] | in float4[n] | in float4[n]
//! kernel in_branch: out int8[n] | in int8[n] range 0 9 | in int8[n] range 1 9
//! kernel in_loop: out float4[n] | in float4[n] | in int[n] range 0 7
//! kernel one_component: out float4[n] | in float4[n] | in float4[n] | out float[n]
//! kernel functions: out float4[n] | in float4[n] | in float4[n]
//! kernel through_local: out int4[n] | in int4[n] | local int4[l]
//! kernel constants: out int8[n] | in int8[n] | value int8 1 2 3 4 5 6 7 8

#define SUMS(T)                                                                                    \
  kernel void sums_##T(global T *out, global const T *a, global const T *b) {                      \
    int i = get_global_id(0) + get_global_id(1) * get_global_size(0);                              \
    out[i] = a[i] * b[i] + a[i] - (T)3;                                                            \
  }
SUMS(float4)
SUMS(double2)
SUMS(int8)
SUMS(uint16)
SUMS(char16)
SUMS(short4)
SUMS(ulong2)

#define DIVIDED(T)                                                                                 \
  kernel void divided_##T(global T *out, global const T *a, global const T *b) {                   \
    size_t i = get_global_id(0) + get_global_id(1) * get_global_size(0);                           \
    out[i] = a[i] / b[i] + a[i] % b[i];                                                            \
  }
DIVIDED(int4)
DIVIDED(uint8)
DIVIDED(char16)
DIVIDED(long2)

#define ITEM() (get_global_id(0) + get_global_id(1) * get_global_size(0))

kernel void chosen(global float4 *out, global const float4 *a, global const float4 *b,
                   global const int *which) {
  size_t i = ITEM();
  out[i] = (which[i] ? a[i] : b[i]) + (a[i] > b[i] ? a[i] : b[i] * 2);
}

kernel void scaled(global float4 *out, global const float4 *a, global const float *scale,
                   float4 all) {
  size_t i = ITEM();
  out[i] = a[i] * scale[i] + all;
}

kernel void converted(global int8 *out, global const char8 *a, global const float8 *b) {
  size_t i = ITEM();
  out[i] = convert_int8(a[i]) + convert_int8(b[i]) + convert_int8(convert_char8_sat(b[i] * 2));
}

kernel void reinterpreted(global uint4 *out, global const float4 *a, global const float4 *b) {
  size_t i = ITEM();
  out[i] = as_uint4(a[i]) ^ (as_uint4(b[i]) >> 3);
}

kernel void three(global float *out, global const float *a, global const float *b) {
  size_t i = ITEM();
  vstore3(vload3(i, a) * 2 + vload3(i, b), i, out);
}

kernel void triples(global int *out, global const int *a, global const int *b) {
  size_t i = ITEM();
  if (i % 3 != 1)
    vstore3(vload3(i, a) / vload3(i, b), i, out);
}

kernel void compared(global int4 *out, global const float4 *a, global const float4 *b) {
  size_t i = ITEM();
  out[i] = (a[i] < b[i]) + (isnan(a[i]) | (a[i] == b[i])) * 2;
}

kernel void in_branch(global int8 *out, global const int8 *a, global const int8 *b) {
  size_t i = ITEM();
  out[i] = b[i];
  if (i & 2) {
    int8 x = a[i] / b[i];
    if (i & 4)
      out[i] = x + (int)i;
    else
      out[i] = x << (int8)(0, 1, 2, 3, 4, 5, 6, 7);
  }
}

kernel void in_loop(global float4 *out, global const float4 *a, global const int *rounds) {
  size_t i = ITEM();
  float4 sum = a[i];
  for (int k = 0; k < rounds[i]; ++k)
    sum = sum * 0.5f + a[i];
  out[i] = sum;
}

kernel void one_component(global float4 *out, global const float4 *a, global const float4 *b,
                          global float *second) {
  size_t i = ITEM();
  float4 sum = a[i] + b[i];
  out[i] = sum;
  second[i] = sum.y + a[i].z;
}

kernel void functions(global float4 *out, global const float4 *a, global const float4 *b) {
  size_t i = ITEM();
  out[i] = fmax(fabs(a[i]), b[i]) + sqrt(fabs(b[i])) + floor(mad(a[i], b[i], 1.5f));
}

kernel void through_local(global int4 *out, global const int4 *a, local int4 *tile) {
  size_t i = ITEM(), l = get_local_id(0) + get_local_id(1) * get_local_size(0);
  tile[l] = a[i] * 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  size_t last = get_local_size(0) * get_local_size(1) - 1;
  out[i] = tile[last - l] + tile[l];
}

kernel void constants(global int8 *out, global const int8 *a, int8 all) {
  size_t i = ITEM();
  out[i] = (a[i] ^ (int8)(1, 2, 4, 8, 16, 32, 64, 128)) + all.s7;
}
