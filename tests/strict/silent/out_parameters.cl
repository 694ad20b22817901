// Functions write through pointers.
// global: 16
// argument: buffer 256
// argument: buffer 256
void split(float x, float *whole, float *part, int *sign) {
  *whole = floor(x);
  *part = x - *whole;
  if (x < 0) *sign = -1; else *sign = 1;
}
kernel void out_parameters(global const float *in, global float *out) {
  int i = get_global_id(0);
  float w, p, c;
  int s, e;
  split(in[i] + i, &w, &p, &s);
  float si = sincos(w, &c);
  float m = frexp(p, &e);
  out[i] = w * s + p + si + c + m + e;
}
