// Together with the argument's.
// device: xehpg
// global: 16
// local: 16
// argument: buffer 64
// argument: local 49152
kernel void much_local_memory(global int *a, local int *b) { // finds: device-local-memory
  local int c[4100];
  int i = get_local_id(0);
  b[i] = i;
  c[i] = i;
  a[i] = b[i] + c[i];
}
