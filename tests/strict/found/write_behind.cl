// One work-item more than there are elements.
// global: 33
// local: 11
// argument: buffer 128
// first: 32
kernel void write_behind(global int *a) {
  a[get_global_id(0)] = 1; // finds: out-of-bounds
}
