// A variable that only some work-items set says where to write. One of them: several might meet there.
// global: 1
// argument: buffer 128
// argument: buffer 128
kernel void index_of_unset(global const int *keys, global int *out) {
  int i = get_global_id(0), slot;
  if (keys[i] > 3)
    slot = keys[i];
  out[slot] = 1; // finds: uninitialized
}
