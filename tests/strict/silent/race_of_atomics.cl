// global: 128
// local: 64
// argument: buffer 16
kernel void race_of_atomics(global int *a) {
  local int count[4];
  int i = get_local_id(0);
  if (i < 4)
    count[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(count + i % 4);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (i < 4)
    atomic_add(a + i, count[i]);
}
