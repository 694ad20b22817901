// The pointer leads into the allocation: 14 elements are behind it.
// global: 15
// local: 15
// argument: svm 64 8
// argument: buffer 64
// first: 14
kernel void svm_behind(global const int *a, global int *b) {
  int i = get_global_id(0);
  b[i] = a[i]; // finds: out-of-bounds
}
