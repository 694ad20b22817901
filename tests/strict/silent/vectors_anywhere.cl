// vload and vstore want the alignment of an element only.
// global: 4
// argument: buffer 68
// argument: buffer 68
kernel void vectors_anywhere(global const int *a, global int *b) {
  vstore4(vload4(get_global_id(0), a + 1), get_global_id(0), b + 1);
}
