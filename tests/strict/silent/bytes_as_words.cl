// global: 4
// argument: buffer 64
kernel void bytes_as_words(global char *a) { *(global int *)(a + 4 * get_global_id(0)) = 1; }
