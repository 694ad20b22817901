// A jump over what sets the variable.
// global: 32
// local: 32
// argument: buffer 128
kernel void goto_unset(global int *a) {
  int l = get_local_id(0), s;
  if (l == 9)
    goto out;
  s = l;
out:
  a[l] = s; // finds: uninitialized
}
