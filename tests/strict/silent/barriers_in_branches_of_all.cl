// Barriers in a function, in cases of a switch that all work-items of a group take.
// global: 128
// local: 64
// argument: buffer 512
// argument: int 2
void step(local int *t, int l) {
  int v = t[63 - l];
  barrier(CLK_LOCAL_MEM_FENCE);
  t[l] = v + 1;
  barrier(CLK_LOCAL_MEM_FENCE);
}
kernel void barriers_in_branches_of_all(global int *a, int n) {
  local int t[64];
  int l = get_local_id(0);
  t[l] = a[get_global_id(0)] + l;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int i = 0; i < 6; ++i) {
    switch ((i + n + (int)get_group_id(0)) % 3) {
    case 0:
      step(t, l);
      continue;
    case 1:
      step(t, l);
      step(t, l);
      break;
    default:
      if (get_group_id(0) == 0)
        step(t, l);
      else
        break;
    }
    if (i == 4)
      break;
  }
  a[get_global_id(0)] = t[l];
}
