// Work-groups of two and three dimensions, work-groups at the edge, and large ones.
//! reference
//! options -cl-std=CL3.0
//! launch 16x16/16x16 12x6/4x3 33x2/33x2 20x5/8x2 5x7x3/5x7x3 64x64/64x64 4096/4096 100/64
//! kernel transpose_group: out int[n] | local int[l]
//! kernel sums_of_group: out int[n] | local int[l]

size_t linear() {
  return get_global_id(0) +
         get_global_size(0) * (get_global_id(1) + get_global_size(1) * get_global_id(2));
}

kernel void transpose_group(global int *out, local int *scratch) {
  size_t l = get_local_linear_id();
  size_t size = get_local_size(0) * get_local_size(1) * get_local_size(2);
  scratch[l] = (int)linear();
  barrier(CLK_LOCAL_MEM_FENCE);
  size_t partner = (l * 7 + 3) % size;
  out[linear()] = scratch[partner] * 2 + (int)get_local_id(1);
}

kernel void sums_of_group(global int *out, local int *scratch) {
  size_t l = get_local_linear_id();
  size_t size = get_local_size(0) * get_local_size(1) * get_local_size(2);
  scratch[l] = (int)linear() & 15;
  for (size_t step = 1; step < size; step *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    int other = l >= step ? scratch[l - step] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    scratch[l] += other;
  }
  out[linear()] = scratch[l];
}
