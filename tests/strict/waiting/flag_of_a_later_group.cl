// global: 512
// local: 16
// argument: buffer 4
// argument: buffer 2048
kernel void flag_of_a_later_group(volatile global int *flag, global int *a) {
  if (get_group_id(0) == get_num_groups(0) - 1)
    *flag = 1;
  else
    while (*flag == 0) // finds: forward-progress
      ;
  a[get_global_id(0)] = 1;
}
