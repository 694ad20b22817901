// global: 8
// argument: buffer 32
// argument: buffer 32
kernel void private_pointer_chosen(global const int *in, global int *out) {
  const int id = get_global_id(0);
  int even[3] = {1, 2, 3}, odd[4] = {4, 5, 6, 7};
  int *chosen = in[id] & 1 ? odd : even;
  out[id] = chosen[id & 3]; // finds: out-of-bounds
}
