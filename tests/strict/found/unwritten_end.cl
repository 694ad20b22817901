// The last element, which the host has not written, and nobody but one work-item reads.
// global: 32
// local: 32
// argument: unwritten 128 124
// argument: buffer 128
// first: 31
kernel void unwritten_end(global const int *a, global int *b) {
  int i = get_global_id(0);
  b[i] = a[i]; // finds: unwritten-buffer
}
