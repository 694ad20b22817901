// to_global, to_local, to_private and get_fence, where the compiler can see the answer and where it
// cannot; library functions that give a second result through a generic pointer; vload and vstore.
//! reference
//! options -cl-std=CL3.0
//! launch 64/16 33/33 17/5
//! kernel visible: out int[n] | local int[64]
//! kernel hidden: out int[n] | inout int[n] zero | in int[n] range 0 2 | local int[64]
//! kernel null_pointers: out int[n]
//! kernel second_results: out float[n] | inout float[n] zero | in float[n] range 1 30
//! kernel second_integers: out int[n] | inout int[n] zero | in float[n] range 1 30
//! kernel vectors: out int[n] | in int[n] | local int[256]

int where(const int *p) {
  return (to_global(p) != 0) + 2 * (to_local(p) != 0) + 4 * (to_private(p) != 0);
}

kernel void visible(global int *out, local int *l) {
  size_t i = get_global_id(0);
  int own = 1;
  out[i] = where((int *)&out[i]) + 10 * where((int *)&l[0]) + 100 * where(&own) +
           1000 * (get_fence((int *)&out[i]) == CLK_GLOBAL_MEM_FENCE) +
           2000 * (get_fence((int *)&l[0]) == CLK_LOCAL_MEM_FENCE);
}

global int elsewhere[3] = {1, 2, 3};

kernel void hidden(global int *out, global int *other, global const int *in, local int *l) {
  local int slots[64];
  size_t i = get_global_id(0), k = get_local_id(0);
  int own[3] = {10, 20, 30};
  int *places[3] = {(int *)&other[i], (int *)&slots[k], &own[in[i]]};
  int *p = places[in[i]];
  int sum = where(p) + 10 * where(places[(in[i] + 1) % 3]);
  int *q = in[i] == 0 ? (int *)&l[k] : in[i] == 1 ? (int *)elsewhere : own;
  sum += 100 * where(q);
  *p = 1000;
  global int *g = to_global(p);
  if (g)
    *g += 2000;
  sum += *p;
  if (get_fence(q) == CLK_LOCAL_MEM_FENCE)
    sum += 10000;
  out[i] = sum + own[2];
}

kernel void null_pointers(global int *out) {
  size_t i = get_global_id(0);
  int *p = 0;
  out[i] = (to_global(p) == 0) + (to_local(p) == 0) + (to_private(p) == 0);
}

kernel void second_results(global float *out, global float *other, global const float *in) {
  size_t i = get_global_id(0);
  float own;
  float *p = (int)in[i] & 1 ? &own : (float *)&other[i];
  float first = modf(in[i] * 0.25f, p);
  first += *p;
  first += fract(in[i] * 0.125f, p);
  first += *p;
  out[i] = first;
}

kernel void second_integers(global int *out, global int *other, global const float *in) {
  size_t i = get_global_id(0);
  int own;
  int *p = (int)in[i] & 1 ? &own : (int *)&other[i];
  float mantissa = frexp(in[i], p);
  int sum = (int)(mantissa * 64.0f) + 1000 * *p;
  float rest = remquo(in[i], 4.0f, p);
  out[i] = sum + (int)rest * 100000 + (*p & 7) * 10000000;
}

kernel void vectors(global int *out, global const int *in, local int *l) {
  size_t i = get_global_id(0), k = get_local_id(0);
  int own[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  int *p = in[i] & 1 ? own : (int *)&l[4 * k];
  vstore4((int4)(in[i], 1, 2, 3), 0, p);
  int4 v = vload4(0, (const int *)p);
  out[i] = v.x + v.y * 2 + v.z * 3 + v.w * 4 + own[0];
}
