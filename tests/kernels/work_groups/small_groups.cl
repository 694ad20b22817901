// Work-groups smaller than a sub-group, so many that several of them become the lanes of one: what
// they ask for is their own, and so is their local memory.
//! reference
//! launch 20003/4 4100/1+7 13000/3 70000/17 41x1000/3x2+5x1 2x5000/1x1 20x23x60/3x1x2+1x2x3
//! kernel ids: out int[n*8]
//! kernel of_group: out int[n] | in int[n] range 0 7
//! launch 20000/4 20003/4 4100/1 40000/5 70000/17
//! kernel two_variables: out int[n] | in int[n] | local int[l] | local int[l]
//! kernel loops_of_groups: out int[n] | in int[n] range 0 5 | local int[l]
//! kernel branches_of_groups: out int[n] | in int[n] range 0 5 | local int[l]
//! kernel group_ends: out int[n] | in int[n] range 0 5 | local int[l]
//! kernel counts: out int[n] | in int[n] range 0 40
//! kernel through_pointers: out int[n] | in int[n] | local int[l*2]
//! kernel own_table: out int[n] | in int[n] range 0 60
//! kernel large_table: out int[n] | in int[n] range 0 600
//! kernel equal_table: out int[n] | in int[n] range 0 600
//! kernel equal_rounds: out int[n] | in int[n] range 0 5
//! kernel table_of_some: out int[n] | in int[n] range 0 600 | local int[16]
//! launch 46x523/2x2 35x41x23/1x2x2
//! kernel rows_of_group: out int[n] | in int[n] | local int[l]

int place() {
  return (int)((get_global_id(2) * (get_global_size(1) + get_global_offset(1)) + get_global_id(1)) *
                   (get_global_size(0) + get_global_offset(0)) + get_global_id(0));
}

kernel void ids(global int *out) {
  global int *own = out + place() * 8;
  own[0] = (int)get_group_id(0);
  own[1] = (int)get_group_id(1) * 10000 + (int)get_group_id(2);
  own[2] = (int)(get_local_id(0) + 100 * get_local_id(1) + 10000 * get_local_id(2));
  own[3] = (int)(get_local_size(0) + 100 * get_local_size(1) + 10000 * get_local_size(2));
  own[4] = (int)(get_enqueued_local_size(0) + 100 * get_enqueued_local_size(1) +
                 10000 * get_enqueued_local_size(2));
  own[5] = (int)(get_num_groups(0) + 7 * get_num_groups(1) + 11 * get_num_groups(2));
  own[6] = (int)get_local_linear_id();
  own[7] = (int)(get_group_id(0) * get_local_size(0) + get_local_id(0));
}

// The lanes of a work-group read one place, go round as often, and leave by one exit.
kernel void of_group(global int *out, global const int *in) {
  int i = place(), group = (int)(get_group_id(0) + get_group_id(1) + get_group_id(2));
  int rounds = in[get_group_id(0)], sum = 0;
  for (int round = 0; round < rounds; ++round) {
    sum += (int)get_local_id(0) * round + group;
    if ((group & 3) == round)
      break;
    sum ^= in[i];
  }
  out[i] = sum + (group % 3 ? (int)get_local_size(0) : -1);
}

kernel void two_variables(global int *out, global const int *in, local int *a, local int *b) {
  local int sums[32], others[3];
  int i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  a[l] = in[i];
  b[l] = in[i] * 3;
  sums[l] = l;
  if (l < 3)
    others[l] = i;
  barrier(CLK_LOCAL_MEM_FENCE);
  sums[l] += a[size - 1 - l] - b[(l + 1) % size] + others[min(2, size - 1)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = sums[(l + 1) % size];
}

kernel void loops_of_groups(global int *out, global const int *in, local int *scratch) {
  int i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  int own = in[i], rounds = in[get_group_id(0)];
  for (int round = 0; round < rounds; ++round) {
    scratch[l] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    own += scratch[(l + 1) % size] * (round + 1);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (own == 12345)
      own = 0;
  }
  out[i] = own;
}

kernel void branches_of_groups(global int *out, global const int *in, local int *scratch) {
  int i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  int own = in[i];
  scratch[l] = own;
  switch (in[get_group_id(0)]) {
  case 0:
    barrier(CLK_LOCAL_MEM_FENCE);
    own = scratch[size - 1 - l];
    break;
  case 1:
    scratch[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    own += scratch[(l + 1) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
    scratch[l] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    own -= scratch[0];
    break;
  default:
    own *= 2;
  }
  out[i] = own;
}

kernel void group_ends(global int *out, global const int *in, local int *scratch) {
  int i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  out[i] = -1;
  scratch[l] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_group_id(0) % 3 == 1)
    return;
  int next = scratch[(l + 1) % size];
  barrier(CLK_LOCAL_MEM_FENCE);
  scratch[l] = next + l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = scratch[size - 1 - l];
}

kernel void counts(global int *out, global const int *in) {
  local int count[4];
  int i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  for (int k = l; k < 4; k += size)
    count[k] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_add(&count[in[i] & 3], 1 + (l == 0));
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = count[0] + 100 * count[1] + 10000 * count[2] + 1000000 * count[3];
}

__attribute__((noinline)) int exchange(local int *scratch, int own, int from) {
  return scratch[from] + own;
}

int any_space(int *where) { return *where; }

kernel void through_pointers(global int *out, global const int *in, local int *scratch) {
  local int fixed[32];
  int i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  local int *half_of = scratch + size;
  scratch[l] = in[i];
  half_of[l] = in[i] + 1;
  fixed[l] = in[i] + 2;
  barrier(CLK_LOCAL_MEM_FENCE);
  local int *chosen = in[i] & 1 ? half_of : in[i] & 2 ? fixed : scratch;
  int own = any_space(chosen + (l + 1) % size) + exchange(half_of, l, size - 1 - l);
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = own;
}

kernel void own_table(global int *out, global const int *in) {
  local int table[64];
  int i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  for (int k = l; k < 64; k += size)
    table[k] = k * k + (int)get_group_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  int own = in[i];
  for (int round = 0; round < 3; ++round)
    own = (own * 5 + table[own & 63]) & 1023;
  out[i] = own;
}

kernel void large_table(global int *out, global const int *in) {
  local short table[1024];
  int i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  for (int k = l; k < 1024; k += size)
    table[k] = (short)(k * 7 + (int)get_group_id(0));
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = table[in[i] & 1023] - table[(in[i] + l) & 1023];
}

// All work-groups have the same table, and some have ended before.
kernel void equal_table(global int *out, global const int *in) {
  local int table[64];
  int i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  out[i] = -1;
  if (get_group_id(0) % 5 == 3)
    return;
  for (int k = l; k < 64; k += size)
    table[k] = in[k] + k;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = table[in[i] & 63];
}

// They have the same, but not at the same time.
kernel void equal_rounds(global int *out, global const int *in) {
  local int table[8];
  int i = get_global_id(0), l = get_local_id(0), size = get_local_size(0), sum = 0;
  for (int k = l; k < 8; k += size)
    table[k] = -k;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int round = 0; round < in[get_group_id(0)]; ++round) {
    sum += table[(l + round) & 7];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = l; k < 8; k += size)
      table[k] = round * 100 + k;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[i] = sum * 1000 + table[l & 7];
}

// Who has no table of its own keeps what it had.
kernel void table_of_some(global int *out, global const int *in, local int *table) {
  int i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  for (int k = l; k < 16; k += size)
    table[k] = in[k];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_group_id(0) & 1)
    for (int k = l; k < 16; k += size)
      table[k] = k;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = table[in[i] & 15];
}

kernel void rows_of_group(global int *out, global const int *in, local int *scratch) {
  int i = place(), l = get_local_linear_id();
  int x = get_local_id(0), y = get_local_id(1), z = get_local_id(2);
  int sx = get_local_size(0), sy = get_local_size(1), sz = get_local_size(2);
  scratch[l] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  int mirrored = ((sz - 1 - z) * sy + (sy - 1 - y)) * sx + (sx - 1 - x);
  out[i] = scratch[mirrored] * 3 + x - y + z;
}
