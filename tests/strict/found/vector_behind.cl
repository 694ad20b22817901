// The last vector has one component too many.
// global: 4
// local: 4
// argument: buffer 60
// argument: buffer 64
// first: 3
kernel void vector_behind(global const int *a, global int4 *b) {
  int i = get_global_id(0);
  b[i] = vload4(i, a); // finds: out-of-bounds
}
