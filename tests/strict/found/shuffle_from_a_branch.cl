// Half of the pairs are elsewhere.
// global: 16
// local: 16
// argument: buffer 128
// first: 1
__attribute__((intel_reqd_sub_group_size(16)))
kernel void shuffle_from_a_branch(global int *a) {
  int i = get_global_id(0);
  if (i & 1)
    a[i] = intel_sub_group_shuffle_xor(i, 1); // finds: inactive-work-item
}
