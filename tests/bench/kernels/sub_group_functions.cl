// Each family of sub-group functions, and the same through local memory: every work-item puts its
// value there and takes what it wants.
#define SIZE 16
#define KERNEL                                                                                     \
  kernel __attribute__((intel_reqd_sub_group_size(SIZE)))                                          \
  __attribute__((reqd_work_group_size(256, 1, 1))) void

#define BOTH(NAME, BY_FUNCTION, BY_MEMORY)                                                         \
  KERNEL NAME##_function(global const uint *in, global uint *out, uint lane) {                     \
    size_t i = get_global_id(0);                                                                   \
    uint x = in[i], result;                                                                        \
    BY_FUNCTION;                                                                                   \
    out[i] = result;                                                                               \
  }                                                                                                \
  KERNEL NAME##_memory(global const uint *in, global uint *out, uint lane) {                       \
    local uint all[256];                                                                           \
    local uint *others = all + get_sub_group_id() * SIZE;                                          \
    size_t i = get_global_id(0);                                                                   \
    uint id = get_sub_group_local_id(), x = in[i], result;                                         \
    others[id] = x;                                                                                \
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);                                                        \
    BY_MEMORY;                                                                                     \
    out[i] = result;                                                                               \
  }

BOTH(shuffle, result = intel_sub_group_shuffle(x, x % SIZE), result = others[x % SIZE])
BOTH(shuffle_xor, result = intel_sub_group_shuffle_xor(x, 5), result = others[id ^ 5])
BOTH(rotate, result = sub_group_rotate(x, 3), result = others[(id + 3) % SIZE])
BOTH(broadcast, result = sub_group_broadcast(x, lane), result = others[lane])
BOTH(reduce, result = sub_group_reduce_add(x), {
  result = 0;
  for (uint k = 0; k < SIZE; ++k)
    result += others[k];
})
BOTH(scan, result = sub_group_scan_inclusive_add(x), {
  result = 0;
  for (uint k = 0; k <= id; ++k)
    result += others[k];
})
BOTH(clustered, result = sub_group_clustered_reduce_max(x, 4), {
  result = 0;
  for (uint k = 0; k < 4; ++k)
    result = max(result, others[(id & ~3u) + k]);
})
BOTH(ballot, result = sub_group_ballot_bit_count(sub_group_ballot(x & 1)), {
  result = 0;
  for (uint k = 0; k < SIZE; ++k)
    result += others[k] & 1;
})
BOTH(block_copy, result = intel_sub_group_block_read(in + (i - get_sub_group_local_id())),
     result = others[id])
