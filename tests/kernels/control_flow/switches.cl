// switch, with fallthrough, ranges of cases, inside loops and around them.
//! reference
//! kernel plain: out int[n] | in int[n] range -2 8
//! kernel fallthrough: out int[n] | in int[n] range 0 7
//! kernel default_in_the_middle: out int[n] | in int[n] range 0 7
//! kernel sparse: out int[n] | in int[n] values 1 100 -5 70000 2147483647 3 0 100
//! kernel in_loop: out int[n] | in uint[n]
//! kernel loop_in_case: out int[n] | in int[n] range 0 4
//! kernel return_in_case: inout int[n] | in int[n] range 0 4
//! kernel uniform: out int[n] | value int 2
//! kernel long_switch: out long[n] | in long[n] values 0 4294967296 1 -1 4294967297
//! kernel nested: out int[n] | in int[n] range 0 15
//! kernel char_switch: out int[n] | in char[n]
//! kernel state_machine: out int[n] | in uchar[n*8] range 0 3

kernel void plain(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  switch (in[i]) {
  case 0:
    out[i] = 10;
    break;
  case 1:
    out[i] = in[i] + 40;
    break;
  case 3:
    out[i] = 70;
    break;
  case 5:
    out[i] = -in[i];
    break;
  default:
    out[i] = 0;
  }
}

kernel void fallthrough(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int r = 0;
  switch (in[i]) {
  case 5:
    r += 1;
  case 1:
    r += 10;
  case 3:
    r += 100;
    break;
  case 2:
    r += 1000;
  default:
    r += 10000;
  }
  out[i] = r;
}

kernel void default_in_the_middle(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int r = 1;
  switch (in[i]) {
  case 2:
    r *= 2;
  default:
    r *= 3;
  case 4:
    r *= 5;
    break;
  case 6:
    r *= 7;
  }
  out[i] = r;
}

kernel void sparse(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  switch (in[i]) {
  case 1:
  case 3:
    out[i] = 1;
    break;
  case 100:
    out[i] = 2;
    break;
  case -5:
    out[i] = 3;
    break;
  case 70000:
    out[i] = 4;
    break;
  case 2147483647:
    out[i] = 5;
    break;
  default:
    out[i] = 6;
  }
}

kernel void in_loop(global int *out, global const uint *in) {
  size_t i = get_global_id(0);
  int r = 0;
  for (uint bits = in[i]; bits; bits >>= 2) {
    switch (bits & 3) {
    case 0:
      continue;
    case 1:
      r += 1;
      break;
    case 2:
      r = r * 3 + 1;
      break;
    case 3:
      if (r > 1000000)
        goto done;
      r ^= 0x33;
    }
    r += 5;
  }
done:
  out[i] = r;
}

kernel void loop_in_case(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int r = in[i];
  switch (in[i]) {
  case 0:
    for (int k = 0; k < 10; ++k)
      r += k;
    break;
  case 1:
    while (r < 50)
      r = r * 2 + 1;
  case 2:
    do
      r -= 3;
    while (r > 9);
    break;
  default:
    r *= 100;
  }
  out[i] = r;
}

kernel void return_in_case(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  switch (in[i]) {
  case 0:
    return;
  case 1:
    out[i] = 5;
    return;
  case 2:
    out[i] = 6;
    break;
  }
  out[i] += 7;
}

kernel void uniform(global int *out, int choice) {
  size_t i = get_global_id(0);
  switch (choice) {
  case 1:
    out[i] = 1;
    break;
  case 2:
    out[i] = (int)i * 2;
    break;
  default:
    out[i] = 0;
  }
}

kernel void long_switch(global long *out, global const long *in) {
  size_t i = get_global_id(0);
  switch (in[i]) {
  case 0:
    out[i] = 10;
    break;
  case 4294967296:
    out[i] = 20;
    break;
  case -1:
    out[i] = 30;
    break;
  default:
    out[i] = in[i];
  }
}

kernel void nested(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int r = 0;
  switch (in[i] & 3) {
  case 0:
    switch (in[i] >> 2) {
    case 0:
      r = 1;
      break;
    case 1:
      r = 2;
    case 2:
      r += 3;
    }
    r += 100;
    break;
  case 1:
    r = 50;
  case 3:
    switch (in[i] >> 2) {
    case 3:
      r += 7;
      break;
    default:
      r += 9;
    }
  }
  out[i] = r;
}

kernel void char_switch(global int *out, global const char *in) {
  size_t i = get_global_id(0);
  switch (in[i] & 0x1f) {
  case 'A' & 0x1f:
  case 'E' & 0x1f:
  case 'I' & 0x1f:
    out[i] = 1;
    break;
  default:
    out[i] = in[i] < 0 ? 2 : 3;
  }
}

kernel void state_machine(global int *out, global const uchar *in) {
  size_t i = get_global_id(0);
  int state = 0, count = 0;
  for (int k = 0; k < 8; ++k) {
    uchar c = in[i * 8 + k];
    switch (state) {
    case 0:
      state = c == 1 ? 1 : 0;
      break;
    case 1:
      if (c == 2)
        state = 2;
      else if (c != 1)
        state = 0;
      break;
    case 2:
      ++count;
      state = c;
      if (c == 3)
        k = 8;
      break;
    default:
      state = 0;
    }
  }
  out[i] = state * 100 + count;
}
