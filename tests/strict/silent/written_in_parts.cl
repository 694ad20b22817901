// What is read has been written, by the host and by the kernel; the rest has not.
// global: 32
// local: 32
// argument: unwritten 256 128
// argument: unwritten-svm 256 128
// argument: unwritten 256
// argument: unwritten-usm 8 4
kernel void written_in_parts(global const int *a, global const int *b, global int *c,
                             global int *d) {
  int i = get_local_id(0);
  c[2 * i] = a[i] + b[31 - i];
  barrier(CLK_GLOBAL_MEM_FENCE);
  if (c[2 * (i ^ 1)])
    atomic_inc(d);
  atomic_xchg(d + 1, 5);
}
