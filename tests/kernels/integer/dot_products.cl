// Integer dot products of four bytes, in vectors and packed, with and without an accumulator that
// saturates, and written as products. Integers over the whole range; accumulators near their limits.
//! reference
//! launch 64/16 33/33
//! kernel products: out int[n*8] | in uchar[n*4] | in uchar[n*4]
//! kernel products: out int[n*8] | in uchar[n*4] values 255 128 127 1 | in uchar[n*4] special
//! kernel sums: out int[n*8] | in uchar[n*4] | in uchar[n*4] | in int[n] special
//! kernel sums: out int[n*8] | in uchar[n*4] special | in uchar[n*4] | in int[n]
//! kernel written: out int[n*4] | in uchar[n*4] | in uchar[n*4] | in int[n]
//! kernel written: out int[n*4] | in uchar[n*4] values 255 128 127 1 | in uchar[n*4] special \
//!   | in int[n]
#if cl_khr_integer_dot_product != 1 || !defined(__opencl_c_integer_dot_product_input_4x8bit) ||    \
    !defined(__opencl_c_integer_dot_product_input_4x8bit_packed)
#error "a macro of cl_khr_integer_dot_product is missing"
#endif

kernel void products(global int *out, global const uchar *first, global const uchar *second) {
  size_t i = get_global_id(0);
  uchar4 u = vload4(i, first), v = vload4(i, second);
  char4 s = as_char4(u), t = as_char4(v);
  out[i * 8] = (int)dot(u, v);
  out[i * 8 + 1] = dot(s, t);
  out[i * 8 + 2] = dot(u, t);
  out[i * 8 + 3] = dot(s, v);
  out[i * 8 + 4] = (int)dot_4x8packed_uu_uint(as_uint(u), as_uint(v));
  out[i * 8 + 5] = dot_4x8packed_ss_int(as_uint(u), as_uint(v));
  out[i * 8 + 6] = dot_4x8packed_us_int(as_uint(u), as_uint(v));
  out[i * 8 + 7] = dot_4x8packed_su_int(as_uint(u), as_uint(v));
}

kernel void sums(global int *out, global const uchar *first, global const uchar *second,
                 global const int *accumulators) {
  size_t i = get_global_id(0);
  uchar4 u = vload4(i, first), v = vload4(i, second);
  char4 s = as_char4(u), t = as_char4(v);
  int a = accumulators[i];
  out[i * 8] = (int)dot_acc_sat(u, v, (uint)a);
  out[i * 8 + 1] = dot_acc_sat(s, t, a);
  out[i * 8 + 2] = dot_acc_sat(u, t, a);
  out[i * 8 + 3] = dot_acc_sat(s, v, a);
  out[i * 8 + 4] = (int)dot_acc_sat_4x8packed_uu_uint(as_uint(u), as_uint(v), (uint)a);
  out[i * 8 + 5] = dot_acc_sat_4x8packed_ss_int(as_uint(u), as_uint(v), a);
  out[i * 8 + 6] = dot_acc_sat_4x8packed_us_int(as_uint(u), as_uint(v), a);
  out[i * 8 + 7] = dot_acc_sat_4x8packed_su_int(as_uint(u), as_uint(v), a);
}

// As programs have it that do without these functions.
#define PRODUCTS(a, b) (a.s0 * b.s0 + a.s1 * b.s1 + a.s2 * b.s2 + a.s3 * b.s3)
kernel void written(global uint *out, global const uchar *first, global const uchar *second,
                    global const uint *accumulators) {
  size_t i = get_global_id(0);
  uchar4 u = vload4(i, first), v = vload4(i, second);
  char4 s = as_char4(u), t = as_char4(v);
  uint a = accumulators[i];
  out[i * 4] = a + PRODUCTS(u, v);
  out[i * 4 + 1] = a + PRODUCTS(s, t);
  out[i * 4 + 2] = a + PRODUCTS(u, t);
  out[i * 4 + 3] = a + PRODUCTS(s, v);
}
