// goto: backward, forward out of loops, into loops (irreducible graphs).
//! reference
//! kernel backward: out int[n] | in int[n] range 0 20
//! kernel out_of_nested_loops: out int[n] | in int[n] range 0 50
//! kernel shared_tail: out int[n] | in int[n] range 0 9
//! kernel into_loop: out int[n] | in int[n] range 0 20
//! kernel two_headed: out int[n] | in int[n] range 0 30 | in int[n] range 0 1
//! kernel entered_together: out int[n] | in int[n] range 0 30 | value int 1
//! kernel entered_together: out int[n] | in int[n] range 0 30 | value int 0
//! kernel crossing: out int[n] | in int[n] range 0 40
//! kernel irreducible_with_store: out int[n] | inout int[n*4] zero | in int[n] range 0 13
//! kernel three_blocks: out int[n] | in uint[n]

kernel void backward(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int k = 0, r = 0;
again:
  r += k;
  ++k;
  if (k < in[i])
    goto again;
  out[i] = r;
}

kernel void out_of_nested_loops(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int a, b = 0;
  for (a = 0; a < 8; ++a)
    for (b = 0; b < 8; ++b)
      if (a * b > in[i])
        goto found;
  out[i] = -1;
  return;
found:
  out[i] = a * 10 + b;
}

kernel void shared_tail(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int x = in[i];
  if (x == 1)
    goto tail;
  x += 10;
  if (x > 15) {
    x *= 2;
    goto tail;
  }
  x -= 3;
  if (x & 1)
    goto end;
tail:
  x += 1000;
end:
  out[i] = x;
}

kernel void into_loop(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int k = in[i], r = 0;
  if (k & 1)
    goto middle;
  while (k < 25) {
    r += 1;
  middle:
    r += 100;
    k += 3;
  }
  out[i] = r;
}

kernel void two_headed(global int *out, global const int *in, global const int *which) {
  size_t i = get_global_id(0);
  int k = in[i], r = 0;
  if (which[i])
    goto second;
first:
  r += 3;
  if (--k < 0)
    goto end;
second:
  r += 50;
  k -= 2;
  if (k > 0)
    goto first;
end:
  out[i] = r;
}

// All work-items jump to the same place of the loop, and leave it at different times.
kernel void entered_together(global int *out, global const int *in, int which) {
  size_t i = get_global_id(0);
  int k = in[i], r = k;
  if (which)
    goto second;
first:
  r += 3;
  if (--k < 0)
    goto end;
second:
  r ^= 50;
  k -= 2;
  if (k > 0)
    goto first;
end:
  out[i] = r;
}

kernel void crossing(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int x = in[i], r = 0;
  if (x < 10)
    goto b;
a:
  r += 1;
  x -= 3;
  if (x > 20)
    goto c;
b:
  r += 10;
  x -= 5;
  if (x > 0)
    goto a;
  goto end;
c:
  r += 100;
  x -= 7;
  if (x & 1)
    goto a;
  goto b;
end:
  out[i] = r;
}

kernel void irreducible_with_store(global int *out, global int *trace, global const int *in) {
  size_t i = get_global_id(0);
  int k = in[i];
  if (k > 6)
    goto odd;
even:
  trace[i * 4] += k;
  k -= 1;
  if (k < 0)
    goto end;
odd:
  trace[i * 4 + 1] += k;
  k -= 1;
  if (k >= 0)
    goto even;
  trace[i * 4 + 2] = 1;
end:
  out[i] = k;
}

kernel void three_blocks(global int *out, global const uint *in) {
  size_t i = get_global_id(0);
  uint bits = in[i];
  int r = 0, steps = 0;
  if (bits & 1)
    goto two;
  if (bits & 2)
    goto three;
one:
  r += 1;
  bits = bits >> 1;
  if (++steps > 20)
    goto end;
  if (bits & 4)
    goto three;
two:
  r += 7;
  bits = bits >> 3;
  if (bits & 8)
    goto one;
three:
  r ^= 0x21;
  if (bits & 1) {
    bits = bits >> 1;
    goto two;
  }
  if (bits)
    goto one;
end:
  out[i] = r * 100 + steps;
}
