// Who comes last?
// global: 64
// local: 64
// argument: buffer 4
kernel void race_of_writes(global int *a) {
  local int last;
  last = get_local_id(0); // finds: race
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    *a = last;
}
