// Each waits for the one before, which has begun, as in a scan of one pass; the first takes its time.
// global: 512
// local: 16
// argument: buffer 128
// argument: buffer 4
kernel void flag_of_an_earlier_group(global atomic_int *done, global int *a) {
  int group = get_group_id(0), x = 1;
  if (get_local_id(0) == 0) {
    if (group > 0)
      while (atomic_load_explicit(done + group - 1, memory_order_acquire, memory_scope_device) == 0)
        ;
    for (int i = 0; i < (group == 0 ? 1 << 30 : 10); ++i)
      x = x * 1664525 + (x >> 3);
    atomic_store_explicit(done + group, x | 1, memory_order_release, memory_scope_device);
  }
}
