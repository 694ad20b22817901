// global: 4
// local: 4
// argument: buffer 64
// argument: local 64
kernel void null_of_to_local(global int *a, local int *l) {
  int i = get_global_id(0);
  int *p = i < 2 ? (int *)a : (int *)l;
  local int *there = to_local(p);
  there[i] = 1; // finds: null-pointer
}
