// Relational functions, select, bitselect, any and all.
//! reference
//! types float double
//! kernel classes_$T: out int[n*6] | in $T[n] special
//! kernel pairs_$T: out int[n*8] | in $T[n] special | in $T[n] special
//! kernel select_$T: out $T[n] | in $T[n] | in $T[n] | in int[n]
//! kernel select_int: out int[n*2] | in int[n] | in int[n] | in int[n]
//! kernel select_vector: out int4[n*2] | in int4[n] | in int4[n] | in int4[n]
//! kernel bitselect_uint: out uint[n] | in uint[n] | in uint[n] | in uint[n]
//! kernel any_all: out int[n*2] | in int4[n]
//! kernel vector_classes: out int4[n*2] | in float4[n] special

#define FLOATING(T, B)                                                                             \
  kernel void classes_##T(global int *out, global const T *a) {                                    \
    size_t i = get_global_id(0);                                                                   \
    out[i * 6] = isnan(a[i]);                                                                      \
    out[i * 6 + 1] = isinf(a[i]);                                                                  \
    out[i * 6 + 2] = isfinite(a[i]);                                                               \
    out[i * 6 + 3] = isnormal(a[i]);                                                               \
    out[i * 6 + 4] = isnan(a[i]) ? 0 : signbit(a[i]);                                              \
    out[i * 6 + 5] = isordered(a[i], a[i]);                                                        \
  }                                                                                                \
  kernel void pairs_##T(global int *out, global const T *a, global const T *b) {                   \
    size_t i = get_global_id(0);                                                                   \
    out[i * 8] = isequal(a[i], b[i]);                                                              \
    out[i * 8 + 1] = isnotequal(a[i], b[i]);                                                       \
    out[i * 8 + 2] = isgreater(a[i], b[i]);                                                        \
    out[i * 8 + 3] = isgreaterequal(a[i], b[i]);                                                   \
    out[i * 8 + 4] = isless(a[i], b[i]);                                                           \
    out[i * 8 + 5] = islessequal(a[i], b[i]);                                                      \
    out[i * 8 + 6] = islessgreater(a[i], b[i]);                                                    \
    out[i * 8 + 7] = isunordered(a[i], b[i]);                                                      \
  }                                                                                                \
  kernel void select_##T(global T *out, global const T *a, global const T *b,                      \
                         global const int *c) {                                                    \
    size_t i = get_global_id(0);                                                                   \
    out[i] = select(a[i], b[i], (B)(c[i] & 1));                                                    \
  }
FLOATING(float, int)
FLOATING(double, long)

kernel void select_int(global int *out, global const int *a, global const int *b,
                       global const int *c) {
  size_t i = get_global_id(0);
  out[i * 2] = select(a[i], b[i], c[i] & 2);
  out[i * 2 + 1] = c[i] > 0 ? a[i] : b[i];
}

// For vectors the highest bit of each component decides.
kernel void select_vector(global int4 *out, global const int4 *a, global const int4 *b,
                          global const int4 *c) {
  size_t i = get_global_id(0);
  out[i * 2] = select(a[i], b[i], c[i]);
  out[i * 2 + 1] = c[i] ? a[i] : b[i];
}

kernel void bitselect_uint(global uint *out, global const uint *a, global const uint *b,
                           global const uint *c) {
  size_t i = get_global_id(0);
  out[i] = bitselect(a[i], b[i], c[i]);
}

kernel void any_all(global int *out, global const int4 *a) {
  size_t i = get_global_id(0);
  out[i * 2] = any(a[i]);
  out[i * 2 + 1] = all(a[i] | (int4)(0, 0, -1, -1));
}

kernel void vector_classes(global int4 *out, global const float4 *a) {
  size_t i = get_global_id(0);
  out[i * 2] = isnan(a[i]);
  out[i * 2 + 1] = isless(a[i], a[i].yxwz);
}
