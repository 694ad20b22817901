// Integer functions.
//! reference
//! types char uchar short ushort int uint long ulong
//! kernel unary_$T: out $T[n*3] | in $T[n] special
//! kernel binary_$T: out $T[n*8] | in $T[n] special | in $T[n]
//! kernel clamp_$T: out $T[n] | in $T[n] | in $T[n] range 0 50
//! kernel multiply_24: out int[n*3] | in int[n] range -8000000 8000000 | in int[n] range -100 100
//! kernel upsampled: out ulong[n*3] | in uint[n] | in uint[n]

#define INTEGER(T, U)                                                                              \
  kernel void unary_##T(global T *out, global const T *a) {                                        \
    size_t i = get_global_id(0);                                                                   \
    out[i * 3] = (T)abs(a[i]);                                                                     \
    out[i * 3 + 1] = clz(a[i]);                                                                    \
    out[i * 3 + 2] = popcount(a[i]);                                                               \
  }                                                                                                \
  kernel void binary_##T(global T *out, global const T *a, global const T *b) {                    \
    size_t i = get_global_id(0);                                                                   \
    out[i * 8] = (T)abs_diff(a[i], b[i]);                                                          \
    out[i * 8 + 1] = add_sat(a[i], b[i]);                                                          \
    out[i * 8 + 2] = sub_sat(a[i], b[i]);                                                          \
    out[i * 8 + 3] = hadd(a[i], b[i]);                                                             \
    out[i * 8 + 4] = rhadd(a[i], b[i]);                                                            \
    out[i * 8 + 5] = mul_hi(a[i], b[i]);                                                           \
    out[i * 8 + 6] = rotate(a[i], b[i]);                                                           \
    out[i * 8 + 7] = max(a[i], b[i]) ^ min(a[i], (T)(b[i] ^ 5));                                   \
  }                                                                                                \
  kernel void clamp_##T(global T *out, global const T *a, global const T *b) {                     \
    size_t i = get_global_id(0);                                                                   \
    out[i] = clamp(a[i], b[i], (T)(b[i] + 60));                                                    \
  }
INTEGER(char, uchar)
INTEGER(uchar, uchar)
INTEGER(short, ushort)
INTEGER(ushort, ushort)
INTEGER(int, uint)
INTEGER(uint, uint)
INTEGER(long, ulong)
INTEGER(ulong, ulong)

kernel void multiply_24(global int *out, global const int *a, global const int *b) {
  size_t i = get_global_id(0);
  out[i * 3] = mul24(a[i], b[i]);
  out[i * 3 + 1] = mad24(a[i], b[i], 7);
  out[i * 3 + 2] = mad_hi(a[i], b[i], 100);
}

kernel void upsampled(global ulong *out, global const uint *a, global const uint *b) {
  size_t i = get_global_id(0);
  out[i * 3] = upsample(a[i], b[i]);
  out[i * 3 + 1] = upsample((ushort)a[i], (ushort)b[i]);
  out[i * 3 + 2] = (ulong)upsample((char)a[i], (uchar)b[i]);
}
