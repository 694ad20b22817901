// global: 64
// local: 64
// argument: buffer 64
kernel void race_of_bytes(global char *a) {
  local char shared[65];
  int i = get_local_id(0);
  shared[i + 1] = (char)(i + 1);
  if (i == 0)
    shared[0] = 0;
  a[i] = shared[i]; // finds: race
}
