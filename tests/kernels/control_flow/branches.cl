// Divergent and uniform branches.
//! reference
//! kernel if_else: out int[n] | in int[n]
//! kernel if_only: inout int[n] | in int[n]
//! kernel nested_if: out int[n] | in int[n] range 0 63
//! kernel else_if_chain: out int[n] | in int[n] range -3 12
//! kernel short_circuit: out int[n] | in int[n] range 0 3 | in int[n] zero
//! kernel ternary_chain: out int[n] | in int[n] range -20 20
//! kernel uniform_branch: out int[n] | in int[n] | value int 1
//! kernel uniform_branch: out int[n] | in int[n] | value int 0
//! kernel uniform_around_divergent: out int[n] | in int[n] range 0 9 | value int 5
//! kernel divergent_around_uniform: out int[n] | in int[n] range 0 9 | value int 5
//! kernel early_return: out int[n] | in int[n] range 0 9
//! kernel early_returns: out int[n] | in int[n] range 0 9
//! kernel all_lanes_return: out int[n] | value int 0
//! kernel one_lane: out int[n] | in int[n]
//! kernel no_lane: out int[n] | in int[n] range 0 5
//! kernel values_joined: out int[n*3] | in int[n] range 0 5
//! kernel set_on_one_side: out int[n*2] | in int[n] range 0 9 | value int 3
//! kernel index_set_on_one_side: out int[n*2+8] | in int[n] range 0 9 | value int 3
//! kernel uniform_store_in_branch: inout int[4] zero | in int[n] range 0 5
//! kernel ranges_of_ids: out int[n] | out int[n+1] | in int[n+32] | in int[n+32] | in int[n] permutation | value int 1
//! kernel range_in_condition: out int[n] | out int[n] | in int[n+8] | value int 20
//! kernel condition_from_float: out int[n] | in float[n] special

kernel void if_else(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  if (in[i] & 1)
    out[i] = in[i] / 3;
  else
    out[i] = in[i] ^ 0x55;
}

kernel void if_only(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  if (in[i] > 0)
    out[i] = in[i] >> 3;
}

kernel void nested_if(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int x = in[i], r = 0;
  if (x & 1) {
    if (x & 2) {
      if (x & 4)
        r = x * 3;
      else
        r = x - 7;
      r += 1000;
    } else {
      r = -x;
      if (x & 8) {
        r *= 5;
        if (x & 16)
          r ^= 0xff;
      }
    }
    r += 100000;
  } else if (x & 32) {
    if (x & 4)
      r = 17;
  } else {
    r = x << 4;
  }
  out[i] = r;
}

kernel void else_if_chain(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int x = in[i];
  if (x < 0)
    out[i] = -1;
  else if (x == 0)
    out[i] = 10;
  else if (x < 3)
    out[i] = 20 + x;
  else if (x < 7)
    out[i] = 30 - x;
  else if (x < 10)
    out[i] = x * x;
  else
    out[i] = 99;
}

// The right side of && and || stores, so that it shows for which lanes it ran.
int touched(global int *counts, size_t i, int bit, int result) {
  counts[i] |= bit;
  return result;
}

kernel void short_circuit(global int *out, global const int *in, global int *counts) {
  size_t i = get_global_id(0);
  int x = in[i], r = 0;
  if ((x & 1) && touched(counts, i, 1, x & 2))
    r += 1;
  if ((x & 2) || touched(counts, i, 2, x & 1))
    r += 2;
  if ((x == 0 || touched(counts, i, 4, x == 1)) && (x != 3 || touched(counts, i, 8, 0)))
    r += 4;
  out[i] = r;
}

kernel void ternary_chain(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int x = in[i];
  out[i] = x < -10 ? x * 2 : x < 0 ? x - 1 : x < 10 ? x + 1 : x * 3;
}

kernel void uniform_branch(global int *out, global const int *in, int choice) {
  size_t i = get_global_id(0);
  if (choice)
    out[i] = in[i] + 1;
  else
    out[i] = in[i] - 1;
}

kernel void uniform_around_divergent(global int *out, global const int *in, int limit) {
  size_t i = get_global_id(0);
  int r = 1;
  if (limit > 3) {
    if (in[i] > limit)
      r = in[i] * 10;
    else
      r = limit - in[i];
    if (limit == 5)
      r += 1000;
  } else {
    r = 7;
  }
  out[i] = r;
}

kernel void divergent_around_uniform(global int *out, global const int *in, int limit) {
  size_t i = get_global_id(0);
  int r = 1;
  if (in[i] > 4) {
    if (limit > 3)
      r = in[i] + limit;
    else
      r = in[i] - limit;
    for (int k = 0; k < limit; ++k)
      r += k * in[i];
  }
  out[i] = r;
}

kernel void early_return(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  if (in[i] < 3) {
    out[i] = 111;
    return;
  }
  out[i] = in[i] * 2;
}

kernel void early_returns(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int x = in[i];
  out[i] = 0;
  if (x == 0)
    return;
  out[i] = 1;
  if (x < 3)
    return;
  for (int k = 0; k < x; ++k) {
    out[i] += k;
    if (k == 5)
      return;
  }
  out[i] += 1000;
}

kernel void all_lanes_return(global int *out, int go) {
  if (!go)
    return;
  out[get_global_id(0)] = go;
}

kernel void one_lane(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  out[i] = in[i];
  if (i == 5)
    out[i] = 12345;
}

kernel void no_lane(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  out[i] = in[i];
  if (in[i] > 5)
    out[i + 1000000] = 1;
}

kernel void values_joined(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  int a = 1, b, c = 5;
  if (in[i] > 2) {
    a = in[i];
    b = 6;
  } else {
    b = in[i] * 2;
    c = a + b;
  }
  out[i * 3] = a;
  out[i * 3 + 1] = b;
  out[i * 3 + 2] = c;
}

// The same for all lanes that set it, and the others come from a side that was run as well.
kernel void set_on_one_side(global int *out, global const int *in, int n) {
  size_t i = get_global_id(0);
  int x, y;
  if (in[i] > 4) {
    x = in[n];
    out[i * 2] = x * 3;
  } else {
    y = in[n + 1];
    out[i * 2] = y * 5;
  }
  out[i * 2 + 1] = in[i] * in[i] > 20 ? x : y;
}

kernel void index_set_on_one_side(global int *out, global const int *in, int n) {
  size_t i = get_global_id(0), x, y;
  if (in[i] > 4) {
    x = i * 2 + n / 2;
    out[i * 2] = n;
  } else {
    y = i * 2 + n / 3;
    out[i * 2] = in[n];
  }
  if (in[i] * in[i] > 20)
    out[x] = in[i];
  else
    out[y] = -in[i];
}

// Every lane that gets there stores the same value.
kernel void uniform_store_in_branch(global int *out, global const int *in) {
  size_t i = get_global_id(0);
  if (in[i] == 3)
    out[1] = 7;
  else
    out[2] = 9;
}

kernel void condition_from_float(global int *out, global const float *in) {
  size_t i = get_global_id(0);
  int r = 0;
  if (in[i] < 1.0f)
    r |= 1;
  if (in[i] >= 0.0f)
    r |= 2;
  if (!(in[i] > 2.0f))
    r |= 4;
  if (in[i] != in[i])
    r |= 8;
  if (in[i])
    r |= 16;
  out[i] = r;
}

// What the lanes of a range read is kept apart from what others come with.
kernel void range_in_condition(global int *out, global int *other, global const int *in, int least) {
  int i = get_global_id(0), w = least;
  if ((i & 7) == 1 && i - 2 >= least + 3)
    w -= in[i + 3];
  else
    other[i] = in[4];
  out[i] = w;
}

// Sub-groups lie within one range or across the end of one, at any depth, and what all ranges end
// in is behind all of them.
kernel void ranges_of_ids(global int *out, global int *other, global const int *a,
                          global const int *b, global const int *at, int more) {
  uint i = get_global_id(0);
  if (i < 10) {
    out[at[i]] = b[at[i] + 1 + more];
  } else {
    if (i < 20) {
      i -= 10;
      other[at[i + 10] + more] = a[at[i + 10] + 8];
    } else {
      if (i < 30) {
        i -= 20;
        out[at[i + 20]] = b[at[i + 20] + 15 + more];
      } else {
        if (i < 44) {
          i -= 30;
          other[at[i + 30] + more] = a[at[i + 30] + 22];
        } else {
          i -= 44;
          out[at[i + 44]] = a[at[i + 44] + 29 + more];
        }
      }
    }
  }
}
