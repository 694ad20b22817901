// From the first byte of the allocation to the last, by a pointer into it.
// global: 16
// argument: svm 64 8
kernel void whole_svm(global int *a) { a[(int)get_global_id(0) - 2] = 1; }
