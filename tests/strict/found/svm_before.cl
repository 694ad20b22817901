// global: 4
// local: 4
// argument: svm 64 8
// argument: buffer 16
// first: 3
kernel void svm_before(global const int *a, global int *b) {
  int i = get_global_id(0);
  b[i] = a[-i]; // finds: out-of-bounds
}
