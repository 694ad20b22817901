// Some bits of what nobody has set: an index, a stored number, a condition.
// global: 32
// local: 32
// argument: buffer 128
struct ring { int size; int keys[8]; };
void push(struct ring *r, int key) { r->keys[r->size++ & 7] = key; } // finds: uninitialized
kernel void bits_of_unset(global int *a) {
  struct ring r;
  for (int i = 0; i < 8; ++i)
    r.keys[i] = 0;
  push(&r, 1);
  uint state, l = get_local_id(0);
  if (state & 1) // finds: uninitialized
    a[l] = r.keys[l & 7];
  a[l] = state >> 16; // finds: uninitialized
}
