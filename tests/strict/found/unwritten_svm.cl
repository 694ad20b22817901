// global: 32
// argument: unwritten-svm 128 64
// argument: unwritten-usm 128
// argument: unwritten 128
kernel void unwritten_svm(global const int *a, global const int *b, global int *c) {
  int i = get_global_id(0);
  c[i] = a[i]; // finds: unwritten-buffer
  c[i] += b[i]; // finds: unwritten-buffer
}
