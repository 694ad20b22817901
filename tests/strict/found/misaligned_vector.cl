// Every second address is none for four floats.
// global: 4
// local: 4
// argument: buffer 128
// argument: buffer 64
// first: 1
kernel void misaligned_vector(global const float *a, global float4 *b) {
  int i = get_global_id(0);
  b[i] = *(global const float4 *)(a + 2 * i); // finds: misaligned
}
