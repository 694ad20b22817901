// Pointers without a named address space: to global, local and private memory, chosen at run time,
// handed to functions, kept in arrays. Each work-item has private memory of its own behind them.
//! reference
//! launch 64/16 33/33 17/5
//! kernel through_functions: out int[n] | in int[n]
//! kernel chosen_at_run_time: out int[n] | inout int[n] | in int[n]
//! kernel stores_into_private: out int[n] | in int[n] range 0 3
//! kernel array_of_pointers: out int[n] | inout int[n] | in int[n] range 0 2
//! kernel walking: out int[n] | in int[n] range 1 7
//! kernel pointer_in_struct: out float[n] | in float[n]
//! kernel swapped: out int[n] | in int[n]
//! kernel bytes_of: out uint[n] | in uint[n]
//! kernel own_local_slot: out int[n] | in int[n]
//! kernel program_variables: out int[n] | in int[n] range 0 3

int add_up(const int *p, int count) {
  int sum = 0;
  for (int k = 0; k < count; ++k)
    sum = sum * 3 + p[k];
  return sum;
}

kernel void through_functions(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int own[4];
  for (int k = 0; k < 4; ++k)
    own[k] = in[i] + k;
  out[i] = add_up(own, 4) + add_up(&in[i], 1) + add_up(&own[1], 2);
}

kernel void chosen_at_run_time(global int *out, global int *other, global const int *in) {
  size_t i = get_global_id(0);
  int own = in[i] * 2;
  int *p = in[i] & 1 ? &own : (int *)&other[i];
  *p += 5;
  out[i] = *p * 100 + own;
}

void put(int *where, int what) { *where = what; }

kernel void stores_into_private(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int own[4] = {1, 2, 3, 4};
  put(&own[in[i]], 50);
  put(own + ((in[i] + 1) & 3), 60);
  put(&out[i], own[0] + own[1] * 2 + own[2] * 3 + own[3] * 4);
}

kernel void array_of_pointers(global int *out, global int *other, global const int *in) {
  size_t i = get_global_id(0);
  int a = 1, b = 2;
  int *places[3] = {&a, &b, (int *)&other[i]};
  *places[in[i]] += 10;
  *places[(in[i] + 1) % 3] *= 7;
  out[i] = a + 100 * b;
}

kernel void walking(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int own[8];
  for (int k = 0; k < 8; ++k)
    own[k] = k * k;
  int *p = own, *end = own + in[i], sum = 0;
  while (p != end)
    sum += *p++;
  out[i] = sum * 10 + (int)(end - own);
}

typedef struct {
  float *where;
  float scale;
} Scaled;

float apply(const Scaled *s) { return *s->where * s->scale; }

kernel void pointer_in_struct(global float *out, global const float *in) {
  size_t i = get_global_id(0);
  float x = in[i];
  Scaled s = {&x, 2.0f};
  float before = apply(&s);
  x += 1.0f;
  s.where = (float *)&out[i];
  *s.where = x;
  out[i] = before + apply(&s);
}

void swap(int *a, int *b) {
  int t = *a;
  *a = *b;
  *b = t;
}

kernel void swapped(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int own = in[i];
  out[i] = 7;
  if (in[i] & 2)
    swap(&own, (int *)&out[i]);
  out[i] = out[i] * 2 + own;
}

kernel void bytes_of(global uint *out, global const uint *in) {
  size_t i = get_global_id(0);
  uint own = in[i];
  uchar *bytes = (uchar *)&own;
  bytes[1] = bytes[0];
  uint sum = 0;
  for (int k = 0; k < 4; ++k)
    sum += bytes[k] << k;
  out[i] = sum + own;
}

kernel void own_local_slot(global int *out, global const int *in) {
  local int slots[64];
  size_t i = get_global_id(0), l = get_local_id(0);
  int own = in[i];
  put((int *)&slots[l], own + 1);
  int *p = in[i] & 4 ? (int *)&slots[l] : &own;
  *p += 3;
  out[i] = slots[l] * 5 + own;
}

global int table[4] = {4, 3, 2, 1};

kernel void program_variables(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int own[4] = {10, 20, 30, 40};
  const int *p = in[i] & 1 ? own : (const int *)table;
  out[i] = add_up(p, in[i] + 1);
}
