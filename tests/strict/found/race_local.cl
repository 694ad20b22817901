// The neighbour's element, with no barrier between.
// global: 64
// local: 64
// argument: buffer 256
kernel void race_local(global int *a) {
  local int shared[64];
  int i = get_local_id(0);
  shared[i] = i; // finds: race
  a[i] = shared[63 - i]; // finds: race unwritten-memory
}
