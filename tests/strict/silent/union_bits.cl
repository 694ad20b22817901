// Bytes of a word, and bits of a number.
// global: 16
// argument: buffer 256
typedef union { float f; uint u; uchar c[4]; } bits;
kernel void union_bits(global float *a) {
  int i = get_global_id(0);
  bits b;
  b.f = a[i];
  b.u &= 0x7fffffff;
  bits d;
  d.c[0] = i; d.c[1] = 1; d.c[2] = 2; d.c[3] = b.c[3];
  a[i] = b.f + d.u;
}
