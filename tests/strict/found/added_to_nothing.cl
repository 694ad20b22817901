// global: 32
// local: 16
// argument: unwritten 128
kernel void added_to_nothing(global int *a) {
  int i = get_global_id(0);
  a[i] += i; // finds: unwritten-buffer
}
