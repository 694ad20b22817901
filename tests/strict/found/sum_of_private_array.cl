// The last of four that are in registers.
// global: 32
// argument: buffer 512
kernel void sum_of_private_array(global float *a) {
  int i = get_global_id(0);
  float part[4];
  for (int k = 0; k < 3; ++k)
    part[k] = a[i * 4 + k];
  a[i * 4] = part[0] + part[1] + part[2] + part[3]; // finds: uninitialized
}
