// Each writes what the next one writes, too.
// global: 64
// local: 16
// argument: buffer 16
kernel void race_between_groups(global int *a) {
  if (get_local_id(0) == 0)
    a[get_group_id(0) / 2] = get_group_id(0) + 1; // finds: race
}
