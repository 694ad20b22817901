// global: 4
// local: 4
// argument: svm-read-only 64
// argument: svm-write-only 64
kernel void svm_read_only(global int *a, global int *b) {
  int i = get_global_id(0);
  a[i] = i;        // finds: read-only-memory
  int before = b[i]; // finds: write-only-memory
  b[i + 4] = before;
}
