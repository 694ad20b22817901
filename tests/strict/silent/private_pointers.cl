// global: 8
// argument: buffer 32
// argument: buffer 32
void copy(uchar *to, const uchar *from, int n) {
  for (int i = 0; i < n; ++i)
    *to++ = *from++;
}

kernel void private_pointers(global const int *in, global int *out) {
  const int id = get_global_id(0);
  uchar text[13], source[16];
  for (int i = 0; i < 16; ++i)
    source[i] = in[(id + i) & 7];
  copy(text, source, 6);
  copy(text + 6, source + 16 - id, id); // all but what copy leaves behind its last byte
  int even[3] = {1, 2, 3}, odd[4] = {4, 5, 6, 7};
  int *chosen = (id & 3) == 3 ? odd : even, first = 0, second = 0;
  int sum = chosen[id & 3];
  *(in[id] ? &first : &second) = 1;
  // From behind the end, which is not accessed, and to nothing.
  for (const int *p = odd + 4; p != odd;)
    sum += *--p;
  const int *last = 0;
  for (int i = 0; i < id; ++i)
    last = &odd[i & 3];
  if (last)
    sum += *last;
  out[id] = sum + text[0] + first + second;
}
