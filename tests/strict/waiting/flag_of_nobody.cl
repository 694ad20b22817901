// All work-groups have begun.
// global: 2
// local: 1
// argument: buffer 4
// argument: buffer 8
kernel void flag_of_nobody(volatile global int *flag, global int *a) {
  while (*flag == 0) // finds: forward-progress
    ;
  a[get_global_id(0)] = 1;
}
