// What is behind the array is a member of its own.
// global: 16
// local: 16
// argument: buffer 1024
// argument: buffer 64
typedef struct {
  int data[4];
  int tail;
} item;
kernel void array_in_a_structure(global const item *a, global int *b) {
  local item shared;
  int i = get_local_id(0);
  if (i < 5)
    shared.data[i] = i; // finds: array-index
  item own = a[i];
  own.data[i & 3] = i;
  for (int k = 0; k < i / 3; ++k)
    b[i] += own.data[k]; // finds: array-index
  if (i > 13)
    b[i] = a[0].data[i - 10]; // finds: array-index
}
