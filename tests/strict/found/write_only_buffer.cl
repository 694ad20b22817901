// global: 16
// argument: write-only 64
// argument: buffer 64
kernel void write_only_buffer(global const int *a, global int *b) {
  int i = get_global_id(0);
  b[i] = a[i]; // finds: write-only-memory
}
