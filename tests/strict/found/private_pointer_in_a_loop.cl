// global: 8
// argument: buffer 32
// argument: buffer 32
// A pointer without an address space, as functions for any memory take it.
void copy(uchar *to, const uchar *from, int n) {
  for (int i = 0; i < n; ++i)
    *to++ = *from++; // finds: out-of-bounds
}

kernel void private_pointer_in_a_loop(global const int *in, global int *out) {
  const int id = get_global_id(0);
  uchar text[12], source[16];
  for (int i = 0; i < 16; ++i)
    source[i] = in[(id + i) & 7];
  copy(text, source, 6);
  copy(text, source + 10, id);
  out[id] = text[0];
}
