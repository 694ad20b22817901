// A place for all that a sub-group keeps, by one atomic operation.
// global: 256
// local: 64
// argument: buffer 1024
// argument: buffer 1024
// argument: buffer 4
__attribute__((intel_reqd_sub_group_size(16)))
kernel void
compacted_by_a_ballot(global const int *a, global int *o, global uint *n) {
  int v = a[get_global_id(0)] + (int)get_global_id(0);
  uint keep = v % 3 == 0;
  uint4 b = sub_group_ballot(keep);
  uint total = sub_group_ballot_bit_count(b), mine = sub_group_ballot_exclusive_scan(b), base = 0;
  if (get_sub_group_local_id() == 0 && total)
    base = atomic_add(n, total);
  base = sub_group_broadcast(base, 0);
  if (keep)
    o[base + mine] = v;
}
