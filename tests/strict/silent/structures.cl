// global: 3
// argument: buffer 144
// argument: buffer 144
struct large {
  int numbers[12];
};
kernel void structures(global const struct large *a, global struct large *b) {
  int i = get_global_id(0);
  struct large own = a[2 - i];
  own.numbers[i] = i;
  b[i] = own;
}
