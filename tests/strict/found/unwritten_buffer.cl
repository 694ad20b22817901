// global: 32
// argument: unwritten 128
// argument: buffer 128
kernel void unwritten_buffer(global int *a, global int *b) {
  int i = get_global_id(0);
  b[i] = a[i]; // finds: unwritten-buffer
}
