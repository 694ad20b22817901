// Pairs of which a kernel has written the first one only.
// global: 16
// local: 16
// argument: unwritten 128 0
// argument: buffer 64
kernel void unwritten_halves(global int *pairs, global int *b) {
  int i = get_global_id(0);
  pairs[2 * i] = i;
  b[i] = pairs[2 * i + 1]; // finds: unwritten-buffer
}
