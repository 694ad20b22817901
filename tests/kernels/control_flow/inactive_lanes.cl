// What inactive lanes hold must not matter: traps, wild addresses, uninitialized values.
//! reference
//! kernel divide_guarded: out int[n] | in int[n] range 0 3 | in int[n]
//! kernel divide_guarded_ulong: out ulong[n] | in ulong[n] range 0 3 | in ulong[n]
//! kernel remainder_guarded_char: out char[n] | in char[n] range 0 2 | in char[n]
//! kernel overflow_guarded: out int[n] | in int[n] values -1 1 2 -1 3 -1 | in int[n] values -2147483648 5
//! kernel divide_in_loop: out int[n] | in int[n] range 0 20
//! kernel load_guarded: out int[n] | in int[n] values 0 5000000 1 -70000000 2 3 2147483647 4 | in int[8]
//! kernel store_guarded: inout int[n] | in int[n] values 0 -5000000 1 70000000 2 3
//! kernel load_after_exit: out int[n] | in int[n] range 0 7 | in int[8]
//! kernel pointer_chase: out int[n] | in int[n] range 0 15 | in int[16] values 3 7 -1 12 5 -1 9 2 15 -1 0 4 11 8 1 6
//! kernel uninitialized_then_set: out int[n] | in int[n] range 0 5
//! kernel uninitialized_in_loop: out int[n] | in int[n] range 1 9
//! kernel shift_guarded: out int[n] | in int[n] values 1 40 3 -7 31 64
//! kernel constant_condition: out int[n] | in int[n] range 0 5
//! kernel uniform_load_guarded: out int[n] | in int[4] | value int 100000000 | in int[n] range 0 5
//! kernel null_guarded: out int[n] | in int[n] range 0 3 | in ulong[1] zero

kernel void divide_guarded(global int *out, global const int *d, global const int *in) {
  size_t i = get_global_id(0);
  out[i] = 77;
  if (d[i] != 0)
    out[i] = in[i] / d[i] + in[i] % d[i];
}

kernel void divide_guarded_ulong(global ulong *out, global const ulong *d, global const ulong *in) {
  size_t i = get_global_id(0);
  if (d[i])
    out[i] = in[i] / d[i] + in[i] % d[i];
  else
    out[i] = 5;
}

kernel void remainder_guarded_char(global char *out, global const char *d, global const char *in) {
  size_t i = get_global_id(0);
  out[i] = d[i] ? (char)(in[i] % d[i]) : (char)9;
}

// -2147483648 / -1 traps like a division by zero.
kernel void overflow_guarded(global int *out, global const int *d, global const int *in) {
  size_t i = get_global_id(0);
  if (d[i] > 0)
    out[i] = in[i] / d[i];
  else
    out[i] = 1;
}

kernel void divide_in_loop(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int x = in[i], r = 0;
  while (x) {
    r += 1000 / x;
    --x;
  }
  out[i] = r;
}

kernel void load_guarded(global int *out, global const int *index, global const int *table) {
  size_t i = get_global_id(0);
  int r = -1;
  if (index[i] >= 0 && index[i] < 8)
    r = table[index[i]];
  out[i] = r;
}

kernel void store_guarded(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  if (in[i] >= 0 && in[i] < 4)
    out[i + in[i] - in[i]] = in[i];
  else if (in[i] == 12345)
    out[in[i] * 1000] = 0;
}

// Lanes that have left the loop count on past the table.
kernel void load_after_exit(global int *out, global const int *in, global const int *table) {
  size_t i = get_global_id(0);
  int sum = 0;
  for (int k = in[i]; k < 8; ++k)
    sum += table[k];
  out[i] = sum;
}

kernel void pointer_chase(global int *out, global const int *in, global const int *next) {
  size_t i = get_global_id(0);
  int at = in[i], steps = 0;
  while (at >= 0 && steps < 30) {
    at = next[at];
    ++steps;
  }
  out[i] = steps;
}

kernel void uninitialized_then_set(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int x;
  if (in[i] > 2)
    x = in[i] * 3;
  int r = 5;
  if (in[i] > 2)
    r = x + 1;
  out[i] = r;
}

kernel void uninitialized_in_loop(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int last;
  int sum = 0;
  for (int k = 0; k < in[i]; ++k) {
    if (k > 0)
      sum += last;
    last = k * in[i];
  }
  out[i] = sum;
}

kernel void shift_guarded(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int s = in[i], r = 3;
  if (s >= 0 && s < 32)
    r = (int)(1u << s);
  out[i] = r;
}

kernel void constant_condition(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int zero = in[i] - in[i];
  if (zero)
    out[i] = 1 / zero;
  else
    out[i] = in[i];
}

// The address is the same in all lanes, but no lane gets there.
kernel void uniform_load_guarded(global int *out, global const int *table, int index,
                                 global const int *in) {
  size_t i = get_global_id(0);
  int r = in[i];
  if (in[i] > 5)
    r = table[index];
  out[i] = r;
}

kernel void null_guarded(global int *out, global const int *in, global const ulong *zero) {
  size_t i = get_global_id(0);
  global const int *p = in[i] & 1 ? in : (global const int *)zero[0];
  out[i] = p ? p[i] : -3;
}
