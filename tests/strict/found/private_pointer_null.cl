// global: 8
// argument: buffer 32
// argument: buffer 32
kernel void private_pointer_null(global const int *in, global int *out) {
  const int id = get_global_id(0);
  int list[8];
  for (int i = 0; i < 8; ++i)
    list[i] = in[i];
  const int *last = 0;
  for (int i = 0; i < id; ++i)
    if (list[i] == 0)
      last = &list[i];
  out[id] = *last; // finds: null-pointer
}
