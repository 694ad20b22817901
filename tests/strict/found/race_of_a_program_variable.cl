// A variable of the program, which all work-items of several work-groups write, and others read.
// global: 64
// local: 16
// argument: buffer 256
global int last, seen[16];
kernel void race_of_a_program_variable(global int *a) {
  int l = get_local_id(0);
  last = get_global_id(0); // finds: race
  if (get_group_id(0) == 0) {
    seen[l] = l;
    a[l] = seen[l & ~1]; // finds: race
  }
}
