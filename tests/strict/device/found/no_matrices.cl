// device: xelp
// global: 8
// local: 8
// argument: buffer 32
__attribute__((intel_reqd_sub_group_size(8)))
kernel void no_matrices(global int *c) {
  int i = get_global_id(0);
  c[i] = intel_sub_group_i8_i8_matrix_mad_k32(i, (int8)(i), 0); // finds: device-function
}
