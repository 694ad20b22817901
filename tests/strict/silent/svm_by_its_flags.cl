// global: 4
// local: 4
// argument: svm-read-only 64
// argument: svm-write-only 64
kernel void svm_by_its_flags(global const int *a, global int *b) {
  int i = get_global_id(0);
  b[i] = a[i];
}
