// All say the same.
// global: 64
// local: 64
// argument: buffer 256
// argument: buffer 4
kernel void race_of_equal_writes(global int *a, global int *found) {
  local int flag;
  flag = 7; // all: race
  barrier(CLK_LOCAL_MEM_FENCE);
  if (a[get_local_id(0)] == 0)
    *found = 1; // all: race
  a[get_local_id(0)] = flag;
}
