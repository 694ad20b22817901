// Asynchronous copies of work-groups that become the lanes of one sub-group. (Without types of
// pointers no module says how large their elements are.)
//! reference
//! untyped off
//! launch 20000/4 20003/4 4100/1 40000/5 70000/17
//! kernel copied_table: out int[n] | in int[n] range 0 600 | local int[64]
//! kernel copied_rows: out int[n] | in int[n] | local int[l*2]

kernel void copied_table(global int *out, global const int *in, local int *table) {
  int i = get_global_id(0);
  event_t copied = async_work_group_copy(table, in, 37, 0);
  copied = async_work_group_strided_copy(table + 37, in, 27, 2, copied);
  wait_group_events(1, &copied);
  out[i] = table[in[i] & 63] * 3 + table[in[i] % 37];
}

kernel void copied_rows(global int *out, global const int *in, local int *rows) {
  int l = get_local_id(0), size = get_local_size(0), first = get_global_id(0) - l;
  event_t copied = async_work_group_copy(rows, in + first, size, 0);
  wait_group_events(1, &copied);
  rows[size + l] = rows[size - 1 - l] * 3 + l;
  barrier(CLK_LOCAL_MEM_FENCE);
  copied = async_work_group_copy(out + first, rows + size, size, 0);
  wait_group_events(1, &copied);
}
