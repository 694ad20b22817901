// Sub-group queries, which depend on the size: the host reference knows it.
//! reference
//! oracle off
//! launch 64/16 33/33 17/17 100/10 7/1 40/8+5 128/64 96/48
//! kernel queries: out uint[n*6]
//! kernel in_branch: out uint[n]
//! launch 12x6/4x3 33x2/33x1 17x5/17x5 16x4/8x2
//! kernel two_dimensions: out uint[n*3]

kernel void queries(global uint *out) {
  size_t i = get_global_id(0) * 6;
  out[i] = get_sub_group_size();
  out[i + 1] = get_max_sub_group_size();
  out[i + 2] = get_num_sub_groups();
  out[i + 3] = get_enqueued_num_sub_groups();
  out[i + 4] = get_sub_group_id();
  out[i + 5] = get_sub_group_local_id();
}

kernel void in_branch(global uint *out) {
  size_t i = get_global_id(0);
  uint r = 1000;
  if (i & 1)
    r = get_sub_group_local_id() + get_sub_group_size() * 100;
  out[i] = r;
}

kernel void two_dimensions(global uint *out) {
  size_t i = (get_global_id(0) + get_global_id(1) * get_global_size(0)) * 3;
  out[i] = get_sub_group_id();
  out[i + 1] = get_sub_group_local_id();
  out[i + 2] = get_sub_group_size();
}
