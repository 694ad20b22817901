// The place is in the function.
// global: 8
// argument: buffer 28
int take(global const int *a, int i) {
  return a[i]; // finds: out-of-bounds
}
kernel void in_a_function(global int *a) {
  int i = get_global_id(0);
  if (take(a, i) == 5)
    a[0] = 1;
}
