// Work-group barriers: what one sub-group writes before one, all others read behind it.
//! reference
//! launch 64/64 256/256 96/32 60/20 35/35 7/7 256/1
//! kernel reverse: out int[n] | in int[n] | local int[l]
//! kernel reverse_static: out int[n] | in int[n]
//! kernel sum_tree: out int[n] | in int[n] | local int[l]
//! kernel rotate_rounds: out int[n] | in int[n] | local int[l] | value int 5
//! kernel rotate_rounds: out int[n] | in int[n] | local int[l] | value int 0
//! kernel rotate_rounds: out int[n] | in int[n] | local int[l] | value int 1
//! kernel in_branch: out int[n] | in int[n] | local int[l] | value int 1
//! kernel in_branch: out int[n] | in int[n] | local int[l] | value int 0
//! kernel in_cases: out int[n] | in int[n] | local int[l]
//! kernel nested_loops: out int[n] | in int[n] | local int[l] | value int 3
//! kernel keeps_values: out long[n] | in int[n] | local int[l]
//! kernel keeps_private_array: out int[n] | in int[n] | local int[l]
//! kernel divergent_between: out int[n] | in int[n] | local int[l]
//! kernel through_functions: out int[n] | in int[n] | local int[l]
//! kernel bound_from_memory: out int[n] | in int[n] | local int[l]
//! kernel through_global: inout int[n] iota 3 7
// So many small ones that code is made for their size.
//! launch 5000/1 9000/2 20000/4
//! kernel reverse: out int[n] | in int[n] | local int[l]
//! kernel reverse_static: out int[n] | in int[n]
//! kernel sum_tree: out int[n] | in int[n] | local int[l]
//! kernel rotate_rounds: out int[n] | in int[n] | local int[l] | value int 5
//! kernel in_branch: out int[n] | in int[n] | local int[l] | value int 1
//! kernel in_cases: out int[n] | in int[n] | local int[l]
//! kernel nested_loops: out int[n] | in int[n] | local int[l] | value int 3
//! kernel keeps_private_array: out int[n] | in int[n] | local int[l]
//! kernel divergent_between: out int[n] | in int[n] | local int[l]
//! kernel through_functions: out int[n] | in int[n] | local int[l]
//! kernel bound_from_memory: out int[n] | in int[n] | local int[l]
//! kernel through_global: inout int[n] iota 3 7

kernel void reverse(global int *out, global const int *in, local int *scratch) {
  size_t l = get_local_id(0), size = get_local_size(0);
  scratch[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = scratch[size - 1 - l];
}

kernel void reverse_static(global int *out, global const int *in) {
  local int scratch[256];
  size_t l = get_local_id(0), size = get_local_size(0);
  scratch[l] = in[get_global_id(0)];
  work_group_barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = scratch[size - 1 - l];
}

// The trip count is the same for the work-group and not known to the compiler.
kernel void sum_tree(global int *out, global const int *in, local int *scratch) {
  int l = get_local_id(0), count = get_local_size(0);
  scratch[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  while (count > 1) {
    int half_ = (count + 1) / 2;
    if (l + half_ < count)
      scratch[l] += scratch[l + half_];
    barrier(CLK_LOCAL_MEM_FENCE);
    count = half_;
  }
  out[get_global_id(0)] = scratch[0] + l;
}

kernel void rotate_rounds(global int *out, global const int *in, local int *scratch, int rounds) {
  int l = get_local_id(0), size = get_local_size(0);
  int own = in[get_global_id(0)];
  for (int i = 0; i < rounds; ++i) {
    scratch[l] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    own = scratch[(l + 1) % size] + i;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = own;
}

kernel void in_branch(global int *out, global const int *in, local int *scratch, int taken) {
  int l = get_local_id(0), size = get_local_size(0);
  int own = in[get_global_id(0)];
  if (taken) {
    scratch[l] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    own = scratch[size - 1 - l];
  } else {
    own = -own;
  }
  out[get_global_id(0)] = own;
}

kernel void in_cases(global int *out, global const int *in, local int *scratch) {
  int l = get_local_id(0), size = get_local_size(0);
  int own = in[get_global_id(0)];
  scratch[l] = own;
  switch (get_group_id(0) % 3) {
  case 0:
    barrier(CLK_LOCAL_MEM_FENCE);
    own = scratch[(l + 1) % size];
    break;
  case 1:
    barrier(CLK_LOCAL_MEM_FENCE);
    own += scratch[(l + 2) % size];
    // Falls through: a second barrier for these work-groups.
  default:
    barrier(CLK_LOCAL_MEM_FENCE);
    own ^= scratch[(l + 3) % size];
  }
  out[get_global_id(0)] = own;
}

kernel void nested_loops(global int *out, global const int *in, local int *scratch, int n) {
  int l = get_local_id(0), size = get_local_size(0);
  int own = in[get_global_id(0)];
  for (int i = 0; i < n; ++i) {
    for (int k = i;; ++k) {
      if (k == 4)
        break;
      scratch[l] = own;
      barrier(CLK_LOCAL_MEM_FENCE);
      int next = scratch[(l + k) % size];
      barrier(CLK_LOCAL_MEM_FENCE);
      if ((i + k) % 2)
        continue;
      own = own * 3 + next;
    }
    own += i;
  }
  out[get_global_id(0)] = own;
}

// Scalars and vectors of several types, a condition and a pointer live across.
kernel void keeps_values(global long *out, global const int *in, local int *scratch) {
  int l = get_local_id(0), size = get_local_size(0);
  size_t i = get_global_id(0);
  int own = in[i];
  long wide = (long)own << 20;
  float4 parts = (float4)(own & 15, own & 31, own & 63, 1.0f);
  short small = (short)own;
  bool odd = own & 1;
  global const int *from = odd ? in + i : in;
  scratch[l] = own;
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = parts.x + parts.y * 2 + parts.z * 3 + parts.w;
  out[i] = wide + small + (odd ? 1000 : 2000) + (long)sum + *from + scratch[size - 1 - l];
}

kernel void keeps_private_array(global int *out, global const int *in, local int *scratch) {
  int l = get_local_id(0), size = get_local_size(0);
  int own[8];
  for (int i = 0; i < 8; ++i)
    own[i] = in[get_global_id(0)] * i;
  scratch[l] = own[l % 8];
  barrier(CLK_LOCAL_MEM_FENCE);
  own[(l + 1) % 8] += scratch[size - 1 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  int sum = 0;
  for (int i = 0; i < 8; ++i)
    sum += own[(i + l) % 8] * (i + 1);
  out[get_global_id(0)] = sum;
}

kernel void divergent_between(global int *out, global const int *in, local int *scratch) {
  int l = get_local_id(0), size = get_local_size(0);
  int own = in[get_global_id(0)];
  for (int round = 0; round < 2; ++round) {
    int steps = 0;
    for (int value = own & 63; value > 0; value -= 7) {
      if (value == 14)
        break;
      ++steps;
    }
    if (own & 1)
      scratch[l] = steps;
    else
      scratch[l] = -own;
    barrier(CLK_LOCAL_MEM_FENCE);
    own += scratch[(l + 5) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[get_global_id(0)] = own;
}

int exchange(local int *scratch, int value, int distance) {
  int l = get_local_id(0), size = get_local_size(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  scratch[l] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  return scratch[(l + distance) % size];
}
kernel void through_functions(global int *out, global const int *in, local int *scratch) {
  int own = exchange(scratch, in[get_global_id(0)], 1);
  own += exchange(scratch, own * 2, 3);
  out[get_global_id(0)] = exchange(scratch, own, 2);
}

kernel void bound_from_memory(global int *out, global const int *in, local int *scratch) {
  int l = get_local_id(0), size = get_local_size(0);
  scratch[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  int rounds = scratch[0] & 3;
  int own = 0;
  for (int i = 0; i < rounds; ++i) {
    barrier(CLK_LOCAL_MEM_FENCE);
    own += scratch[(l + i) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
    scratch[l] += i;
  }
  out[get_global_id(0)] = own;
}

kernel void through_global(global int *data) {
  size_t first = get_global_id(0) - get_local_id(0), size = get_local_size(0);
  int other = data[first + (get_local_id(0) + 1) % size];
  barrier(CLK_GLOBAL_MEM_FENCE);
  data[get_global_id(0)] = other + 1;
}
