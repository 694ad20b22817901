// The allocation takes the place of the one that was freed.
// global: 16
// argument: freed 64
// argument: svm 64 0
kernel void freed_and_allocated_again(global int *old, global int *a) {
  a[get_global_id(0)] = get_global_id(0);
}
