// Rows of 12 elements, of which the kernel itself writes ten.
// global: 64
// local: 64
// argument: unwritten 256
// argument: buffer 256
kernel void unwritten_hole(global int *a, global int *b) {
  int i = get_global_id(0);
  if (i % 12 < 10)
    a[i] = i;
  barrier(CLK_GLOBAL_MEM_FENCE);
  b[i] = a[i]; // finds: unwritten-buffer
}
