// Powers where the program allows the errors of -cl-unsafe-math-optimizations: by logarithms, with
// the sign of odd powers, and those of zero. Doubles stay exact.
//! reference
//! options -cl-fast-relaxed-math
//! launch 512/64 77/11
//! ulp 1024
//! kernel pow_float: out float[n] | in float[n] range 0.01 30 | in float[n] range -9 9
//! kernel pow_float: out float[n] | in float[n] values 0 0 0 -0.0 1 2 2 1e30 \
//!   | in float[n] values 0 3 2.5 3 7 0 -130 1
//! kernel whole_pow_float: out float[n] | in float[n] range -9 9 | in int[n] range -9 9
//! kernel powr_float: out float[n] | in float[n] range 0.01 30 | in float[n] range -9 9
//! kernel native_powr_float: out float[n] | in float[n] range 0.01 30 | in float[n] range -9 9
//! kernel vectors_float: out float[n*4] | in float[n*4] range 0.01 30 | in float[n*4] range -9 9
//! ulp 2
//! kernel pow_double: out double[n] | in double[n] range 0.01 30 | in double[n] range -9 9

kernel void pow_float(global float *out, global const float *x, global const float *y) {
  size_t i = get_global_id(0);
  out[i] = pow(x[i], y[i]);
}
kernel void pow_double(global double *out, global const double *x, global const double *y) {
  size_t i = get_global_id(0);
  out[i] = pow(x[i], y[i]);
}
kernel void whole_pow_float(global float *out, global const float *x, global const int *y) {
  size_t i = get_global_id(0);
  out[i] = pow(x[i], (float)y[i]);
}
kernel void powr_float(global float *out, global const float *x, global const float *y) {
  size_t i = get_global_id(0);
  out[i] = powr(x[i], y[i]);
}
kernel void native_powr_float(global float *out, global const float *x, global const float *y) {
  size_t i = get_global_id(0);
  out[i] = native_powr(x[i], y[i]);
}
kernel void vectors_float(global float4 *out, global const float4 *x, global const float4 *y) {
  size_t i = get_global_id(0);
  out[i] = pow(x[i], y[i]);
}
