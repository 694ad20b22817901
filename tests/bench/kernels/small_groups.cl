// The same arithmetic by one work-item at a time and by vectors of 16, for work-groups of any size:
// those that cannot tell where they end, those that ask for their ids, and those that share memory.

#define ROUNDS 16

#define MIX(x, k)                                                                                  \
  for (int round = 0; round < ROUNDS; ++round) {                                                   \
    x ^= x << 13;                                                                                  \
    x ^= x >> 17;                                                                                  \
    x ^= x << 5;                                                                                   \
    x = x * 0x9e3779b9u + (k);                                                                     \
  }

kernel void global_ids(global const uint *in, global uint *out) {
  size_t i = get_global_id(0);
  uint x = in[i];
  MIX(x, 1u)
  out[i] = x;
}

kernel void local_ids(global const uint *in, global uint *out) {
  size_t i = get_global_id(0);
  uint x = in[i];
  uint k = (uint)get_group_id(0) * 3 + (uint)get_local_id(0) + (uint)get_local_size(0);
  MIX(x, k)
  out[i] = x;
}

kernel void local_memory(global const uint *in, global uint *out, local uint *shared) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0), size = get_local_size(0);
  uint x = in[i];
  MIX(x, 1u)
  shared[l] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  x += shared[l + 1 < size ? l + 1 : 0];
  MIX(x, 2u)
  barrier(CLK_LOCAL_MEM_FENCE);
  shared[size - 1 - l] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = shared[l];
}

kernel void reduction(global const uint *in, global uint *out, local uint *shared) {
  size_t i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  uint x = in[i];
  MIX(x, 1u)
  shared[l] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t left = size; left > 1;) {
    size_t half_of = (left + 1) / 2;
    if (l + half_of < left)
      shared[l] += shared[l + half_of];
    left = half_of;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (l == 0)
    out[get_group_id(0)] = shared[0];
}

kernel void vectors(global const uint16 *in, global uint16 *out) {
  size_t i = get_global_id(0);
  uint16 x = in[i];
  MIX(x, 1u)
  out[i] = x;
}

kernel void vectors_local_ids(global const uint16 *in, global uint16 *out) {
  size_t i = get_global_id(0);
  uint16 x = in[i];
  uint k = (uint)get_group_id(0) * 3 + (uint)get_local_id(0) + (uint)get_local_size(0);
  MIX(x, k)
  out[i] = x;
}

kernel void vectors_local_memory(global const uint16 *in, global uint16 *out,
                                 local uint16 *shared) {
  size_t i = get_global_id(0);
  size_t l = get_local_id(0), size = get_local_size(0);
  uint16 x = in[i];
  MIX(x, 1u)
  shared[l] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  x += shared[l + 1 < size ? l + 1 : 0];
  MIX(x, 2u)
  barrier(CLK_LOCAL_MEM_FENCE);
  shared[size - 1 - l] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = shared[l];
}

// A product of matrices by tiles as large as the work-group, which nobody requires a size of.
kernel void tiles(global const uint *a, global const uint *b, global uint *out, uint size,
                  local uint *of_a, local uint *of_b) {
  uint x = get_local_id(0), y = get_local_id(1), tile = get_local_size(0);
  uint row = get_global_id(1), column = get_global_id(0), sum = 0;
  for (uint k = 0; k < size; k += tile) {
    of_a[y * tile + x] = a[row * size + k + x];
    of_b[y * tile + x] = b[(k + y) * size + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = 0; i < tile; ++i)
      sum += of_a[y * tile + i] * of_b[i * tile + x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  out[row * size + column] = sum;
}

kernel void neighbours(global const uint *in, global uint *out, uint width, local uint *shared) {
  uint x = get_local_id(0), y = get_local_id(1), columns = get_local_size(0),
       rows = get_local_size(1);
  uint place = get_global_id(1) * width + get_global_id(0);
  shared[y * columns + x] = in[place];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[place] = shared[y * columns + (x + 1) % columns] + 3 * shared[(y + 1) % rows * columns + x] +
               (uint)(get_group_id(1) * get_num_groups(0) + get_group_id(0));
}
