// global: 4
// local: 4
// argument: buffer 64
// first: 0
kernel void misaligned_scalar(global char *a) {
  *(global int *)(a + 2 + 4 * get_global_id(0)) = 1; // finds: misaligned
}
