// A variable that only some work-items set says where to write.
// global: 32
// argument: buffer 128
// argument: buffer 128
kernel void index_of_unset(global const int *keys, global int *out) {
  int i = get_global_id(0), slot;
  if (keys[i] > 3)
    slot = keys[i];
  out[slot] = 1; // finds: uninitialized
}
