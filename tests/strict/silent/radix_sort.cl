// Scans of the work-group, and barriers between writes and reads.
// global: 64
// local: 64
// argument: buffer 256
kernel void radix_sort(global uint *a) {
  local uint keys[64], offsets[2];
  int l = get_local_id(0);
  uint key = (a[l] + l * 2654435761u) >> 24;
  for (int bit = 0; bit < 8; ++bit) {
    uint one = (key >> bit) & 1;
    uint before = work_group_scan_exclusive_add(1 - one);
    if (l == 63)
      offsets[0] = before + 1 - one;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint to = one ? offsets[0] + l - before : before;
    keys[to] = key;
    barrier(CLK_LOCAL_MEM_FENCE);
    key = keys[l];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  a[l] = key;
}
