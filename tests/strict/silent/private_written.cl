// Written by parts, bits of words, copied whole, or only as far as it is read.
// global: 16
// argument: buffer 64
// argument: int 3
typedef struct { int x; char c; int y; int bits; } record;
record make(int i) {
  record r;
  r.x = i;
  r.y = 2;
  r.bits = (r.bits & ~7) | (i & 7);
  return r;
}
kernel void private_written(global int *a, int n) {
  int i = get_global_id(0);
  record r[2];
  r[i & 1] = make(i);
  r[~i & 1] = r[i & 1];
  float3 v[2];
  v[n & 1].x = i;
  v[n & 1].y = 2;
  int b[8];
  for (int k = 0; k < n; ++k)
    b[k] = k;
  int sum = r[n & 1].y + (r[0].bits & 7) + v[n & 1].y;
  for (int k = 0; k < n; ++k)
    sum += b[k];
  int d[4] = {n, i};
  a[i] = sum + d[(n + i) & 3];
}
