// Local memory that a kernel hands on to another one.
// global: 32
// local: 32
// argument: buffer 128
// argument: local 64
kernel void inner(global int *a, local int *t) {
  int l = get_local_id(0);
  t[l] = a[l]; // finds: out-of-bounds
}
kernel void kernel_calls_kernel_with_local(global int *a, local int *t) {
  inner(a, t);
}
