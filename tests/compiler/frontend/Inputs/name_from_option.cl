__attribute__((intel_reqd_sub_group_size(16))) kernel void k(global int8 *c, global short8 *a,
                                                             global int8 *b) {
  size_t i = get_global_id(0);
  c[i] = F(a[i], b[i], c[i]);
}
