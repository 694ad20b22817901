// global: 3
// argument: buffer 112
// argument: buffer 144
struct large {
  int numbers[12];
};
kernel void structure_behind(global const struct large *a, global struct large *b) {
  int i = get_global_id(0);
  b[i] = a[i]; // finds: out-of-bounds
}
