// Loops with uniform and divergent trip counts, and their ways out.
//! reference
//! kernel uniform_loop: out int[n] | in int[n] | value int 13
//! kernel uniform_loop: out int[n] | in int[n] | value int 0
//! kernel divergent_loop: out int[n] | in int[n] range 0 40
//! kernel do_while: out int[n] | in int[n] range 1 100000
//! kernel zero_trips_for_some: out int[n] | in int[n] range -5 5
//! kernel break_out: out int[n] | in int[n] range 0 40
//! kernel continue_on: out int[n] | in int[n] range 0 7
//! kernel break_and_continue: out int[n] | in int[n] range 0 30
//! kernel return_from_loop: inout int[n] | in int[n] range 0 30
//! kernel return_from_nested_loop: inout int[n] | in int[n] range 0 12
//! kernel break_with_store: out int[n] | inout int[n*8] zero | in int[n] range 0 12
//! kernel two_exits: out int[n] | in int[n] range 0 30 | in int[n] range 0 30
//! kernel side_exit_while: out int[n] | in int[n] range 0 1000
//! kernel nested_divergent: out int[n] | in int[n] range 0 9 | in int[n] range 0 9
//! kernel uniform_in_divergent: out int[n] | in int[n] range 0 9 | value int 4
//! kernel divergent_in_uniform: out int[n] | in int[n] range 0 9 | value int 4
//! kernel temporal_divergence: out int[n*2] | in int[n] range 0 20
//! kernel uniform_counter_after_loop: out int[n] | in int[n] range 0 20
//! kernel loop_carried_swap: out int[n*2] | in int[n] range 0 20
//! kernel collatz: out int[n] | in int[n] range 1 3000
//! kernel gcd: out uint[n] | in uint[n] nonzero | in uint[n] nonzero
//! kernel binary_search: out int[n] | in int[n] range 0 200 | in int[64] iota 0 3
//! kernel loop_over_ids: out int[n]
//! kernel parts_of_ones_own: out int[n] | in int[n*7] | value int 7
//! kernel parts_of_ones_own: out int[n] | in int[n*7] | value int 0
//! kernel windows_around_oneself: out int[n] | in int[n+8] | value int 4
//! kernel parts_that_wrap: out uint[n] | value uint 900000000 | value uint 5
//! kernel parts_by_pointers: out int[n] | in int[n*7] | value int 7
//! kernel shared_rounds: out int[n] | inout int[n*5] zero | in int[n*5] | value int 3
//! kernel shared_rounds: out int[n] | inout int[n*5] zero | in int[n*5] | value int 0
//! kernel shared_rounds_of_some: out int[n] | in int[n*5] | value int 7
//! kernel clipped_windows: out int[n] | in int[n] | value int 3
//! kernel clipped_windows: out int[n] | in int[n] | value int 1000
//! kernel infinite_until_break: out int[n] | in int[n] range 0 60
//! kernel endless_for_none: out int[n] | in int[n] range 0 60
//! kernel break_from_inner: out int[n] | in int[n] range 0 15
//! kernel triangular: out int[n]
//! kernel loop_exit_value: out int[n*4] | in int[n] range 0 16
//! kernel conditional_in_loop_condition: out int[n] | in int[n*2] range 0 9
//! kernel float_loop: out float[n] | in float[n] range 0 100

kernel void uniform_loop(global int *out, global const int *in, int count) {
  size_t i = get_global_id(0);
  int sum = in[i];
  for (int k = 0; k < count; ++k)
    sum = sum * 3 + k;
  out[i] = sum;
}

kernel void divergent_loop(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int sum = 0;
  for (int k = 0; k < in[i]; ++k)
    sum += k * k;
  out[i] = sum;
}

kernel void do_while(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int x = in[i], digits = 0;
  do {
    ++digits;
    x /= 7;
  } while (x);
  out[i] = digits;
}

kernel void zero_trips_for_some(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int r = 1000;
  for (int k = 0; k < in[i]; ++k)
    r -= k + 1;
  out[i] = r;
}

kernel void break_out(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int sum = 0;
  for (int k = 0; k < 25; ++k) {
    if (k == in[i])
      break;
    sum += k;
  }
  out[i] = sum;
}

kernel void continue_on(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int sum = 0;
  for (int k = 0; k < 20; ++k) {
    if ((k & 7) == in[i])
      continue;
    sum += k;
    if ((k & 3) == (in[i] & 3))
      continue;
    sum += 100;
  }
  out[i] = sum;
}

kernel void break_and_continue(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int sum = 0;
  for (int k = 0;; ++k) {
    if (k > in[i])
      break;
    if (k % 3 == 1)
      continue;
    sum += k;
    if (sum > 60)
      break;
    sum ^= 1;
  }
  out[i] = sum;
}

kernel void return_from_loop(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  for (int k = 0; k < 20; ++k) {
    if (k == in[i]) {
      out[i] = k * 7;
      return;
    }
  }
  out[i] = -1;
}

kernel void return_from_nested_loop(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int steps = 0;
  for (int a = 0; a < 5; ++a) {
    for (int b = 0; b < in[i]; ++b) {
      ++steps;
      if (a * b == 12) {
        out[i] = steps;
        return;
      }
    }
    if (steps > 25)
      return;
  }
  out[i] = 1000 + steps;
}

kernel void break_with_store(global int *out, global int *trace, global const int *in) {
  size_t i = get_global_id(0);
  int k = 0;
  while (k < 8) {
    trace[i * 8 + k] = k + 1;
    if (k >= in[i]) {
      out[i] = 500 + k;
      break;
    }
    ++k;
  }
  if (k == 8)
    out[i] = 8;
}

kernel void two_exits(global int *out, global const int *a, global const int *b) {
  size_t i = get_global_id(0);
  int k = 0, why = 0;
  while (1) {
    if (k > a[i]) {
      why = 1;
      break;
    }
    if (k > b[i]) {
      why = 2;
      break;
    }
    ++k;
  }
  out[i] = why * 100 + k;
}

// A while loop whose side exits leave to different places.
kernel void side_exit_while(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int x = in[i], steps = 0;
  while (x > 1 && steps < 40) {
    if (x == 17) {
      out[i] = 1;
      return;
    }
    if (x % 11 == 0)
      goto odd;
    x = x % 3 ? x - 1 : x / 3;
    ++steps;
  }
  out[i] = steps;
  return;
odd:
  out[i] = -x;
}

kernel void nested_divergent(global int *out, global const int *a, global const int *b) {
  size_t i = get_global_id(0);
  int sum = 0;
  for (int k = 0; k < a[i]; ++k)
    for (int m = k; m < b[i]; ++m)
      sum += k * 10 + m;
  out[i] = sum;
}

kernel void uniform_in_divergent(global int *out, global const int *in, int count) {
  size_t i = get_global_id(0);
  int sum = 0;
  for (int k = 0; k < in[i]; ++k)
    for (int m = 0; m < count; ++m)
      sum += k ^ m;
  out[i] = sum;
}

kernel void divergent_in_uniform(global int *out, global const int *in, int count) {
  size_t i = get_global_id(0);
  int sum = 0;
  for (int m = 0; m < count; ++m) {
    int k = in[i];
    while (k > m) {
      sum += k;
      k -= 2;
    }
  }
  out[i] = sum;
}

// k is the same in all lanes inside the loop, and differs after it.
kernel void temporal_divergence(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int k = 0, square = 0;
  do {
    square = k * k;
    ++k;
  } while (k < in[i]);
  out[i * 2] = k;
  out[i * 2 + 1] = square;
}

kernel void uniform_counter_after_loop(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int k = 0;
  while (k * k < in[i])
    ++k;
  if (k & 1)
    k += 100;
  out[i] = k;
}

kernel void loop_carried_swap(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int a = 1, b = 2;
  for (int k = 0; k < in[i]; ++k) {
    int t = a;
    a = b;
    b = t + 1;
  }
  out[i * 2] = a;
  out[i * 2 + 1] = b;
}

kernel void collatz(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int x = in[i], steps = 0;
  while (x != 1) {
    if (x & 1)
      x = 3 * x + 1;
    else
      x >>= 1;
    ++steps;
  }
  out[i] = steps;
}

kernel void gcd(global uint *out, global const uint *a, global const uint *b) {
  size_t i = get_global_id(0);
  uint x = a[i], y = b[i];
  while (y) {
    uint t = x % y;
    x = y;
    y = t;
  }
  out[i] = x;
}

kernel void binary_search(global int *out, global const int *in, global const int *table) {
  size_t i = get_global_id(0);
  int low = 0, high = 64;
  while (low < high) {
    int middle = (low + high) / 2;
    if (table[middle] < in[i])
      low = middle + 1;
    else
      high = middle;
  }
  out[i] = low;
}

kernel void loop_over_ids(global int *out) {
  int sum = 0;
  for (size_t k = 0; k <= get_global_id(0) % 16; ++k)
    sum += (int)(k * get_global_id(0));
  out[get_global_id(0)] = sum;
}

kernel void infinite_until_break(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int a = 0, b = 1;
  for (;;) {
    int next = a + b;
    a = b;
    b = next;
    if (b > in[i])
      break;
  }
  out[i] = a;
}

kernel void endless_for_none(global int *out, global const int *in) {
  int i = get_global_id(0);
  if (in[i] > 60)
    for (;;)
      out[i] += in[i];
  int x = in[i];
  while (x > 9) {
    if (x == 61)
      for (;;)
        out[i] = x;
    x -= 7;
  }
  out[i] = x;
}

kernel void break_from_inner(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int sum = 0;
  for (int a = 0; a < 6; ++a) {
    for (int b = 0; b < 6; ++b) {
      if (a + b > in[i])
        break;
      sum += a * b + 1;
    }
    sum += 1000;
    if (sum > 4000 + in[i])
      break;
  }
  out[i] = sum;
}

kernel void triangular(global int *out) {
  size_t i = get_global_id(0);
  int sum = 0;
  for (int k = (int)(get_global_id(0) % 32); k >= 0; k -= 3)
    sum += k;
  out[i] = sum;
}

kernel void loop_exit_value(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int a = 0, b = 0, c = 0, k;
  for (k = 0; k < 16; ++k) {
    a = k * 2;
    if (k == in[i]) {
      b = 1;
      break;
    }
    c = a + k;
  }
  out[i * 4] = a;
  out[i * 4 + 1] = b;
  out[i * 4 + 2] = c;
  out[i * 4 + 3] = k;
}

kernel void conditional_in_loop_condition(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int k = 0;
  while ((in[i * 2] > 4 ? k < in[i * 2 + 1] : k < in[i * 2]) && k != 7)
    ++k;
  out[i] = k;
}

kernel void float_loop(global float *out, global const float *in) {
  size_t i = get_global_id(0);
  float x = in[i];
  while (x > 1.0f)
    x *= 0.5f;
  out[i] = x;
}

// Each work-item begins at another place, and all make as many rounds.
kernel void parts_of_ones_own(global int *out, global const int *in, int count) {
  int i = (int)get_global_id(0), hash = 0;
  for (int k = i * count; k < (i + 1) * count; ++k)
    hash = (hash ^ in[k]) & 0xffffff;
  for (int k = i * count + count - 1; k >= i * count; k -= 2)
    hash += k;
  out[i] = hash;
}

kernel void windows_around_oneself(global int *out, global const int *in, int radius) {
  int i = (int)get_global_id(0), hash = 0, k = i;
  for (int x = i - radius; x <= i + radius; ++x)
    hash ^= in[x + radius] & 0xffff;
  do {
    hash += k;
  } while (++k != i + 5);
  out[i] = hash;
}

// Where the end is below the begin there is no round.
kernel void parts_that_wrap(global uint *out, uint distance, uint count) {
  uint i = (uint)get_global_id(0), hash = i;
  for (uint k = i * distance; k < i * distance + count; ++k)
    hash = hash * 31u + k;
  for (uint k = i - 3; k < i + 2; ++k)
    hash += 1000u;
  out[i] = hash;
}

kernel void parts_by_pointers(global int *out, global const int *in, int count) {
  int i = (int)get_global_id(0), hash = 0;
  global const int *begin = in + i * count, *end = begin + count;
  for (global const int *p = begin; p < end; ++p)
    hash ^= *p & 0xffff;
  for (global const int *p = begin; p != end; ++p)
    hash = (hash + (*p & 0xff)) & 0xffffff;
  out[i] = hash;
}

// Windows that end where there is nothing more.
kernel void clipped_windows(global int *out, global const int *in, int radius) {
  int i = (int)get_global_id(0), n = (int)get_global_size(0), hash = 0;
  for (int x = max(i - radius, 0); x <= min(i + radius, n - 1); ++x)
    hash = (hash + (in[x] & 0xffff)) & 0xffffff;
  out[i] = hash;
}

// Work-items share out elements by steps of their number, whose last round some of them lack.
kernel void shared_rounds(global int *out, global int *copy, global const int *in, int missing) {
  int i = (int)get_global_id(0), size = (int)get_global_size(0), n = size * 5 - missing, hash = 0;
  for (int k = i; k < n; k += size) {
    hash ^= in[k];
    copy[k] = in[k] & 0xff;
  }
  for (size_t k = i; k < (size_t)n; k += get_global_size(0))
    hash += in[k] & 0xffff;
  for (int k = n - 1 - i; k >= 0; k -= size)
    hash ^= in[k] >> 3;
  int k = i;
  do {
    hash += k & 0xff;
    k += size;
  } while (k <= n);
  out[i] = hash & 0xffffff;
}

// In branches that not all of them take, with rounds that end earlier.
kernel void shared_rounds_of_some(global int *out, global const int *in, int missing) {
  int i = (int)get_global_id(0), size = (int)get_global_size(0), n = size * 5 - missing, hash = i;
  if (in[i] & 1)
    for (int k = i; k < n; k += size) {
      if (in[k] & 2)
        continue;
      hash = (hash + (in[k] & 0xffff)) & 0xffffff;
    }
  else if (in[i] & 4)
    for (int k = i; k < n; k += size) {
      hash ^= in[k] & 0xffff;
      if ((hash & 7) == 3)
        break;
    }
  out[i] = hash;
}
