// A heap in private memory, by a pointer, with one key too many.
// global: 32
// local: 32
// argument: buffer 128
struct heap { int size; int keys[8]; };
void push(struct heap *h, int k) { h->keys[h->size++] = k; } // finds: out-of-bounds
kernel void private_struct_of_arrays(global int *a) {
  struct heap h;
  h.size = 0;
  int l = get_local_id(0);
  for (int i = 0; i < 8 + (l == 5); ++i)
    push(&h, l);
  a[l] = h.keys[l & 7];
}
