// global: 2
// argument: svm 64 2
kernel void misaligned_argument(global int *a) {
  a[get_global_id(0)] = 1; // finds: misaligned
}
